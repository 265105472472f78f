/* test_schatzman_paoli.c - orders, stability and impacts of the scheme,
 * measured
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/orders_models.h"

static const char *const osi = "schatzman-paoli";

enum { HALVINGS = 4 };

/* Largest errors of q and v at T for one h. */
typedef void error_fn(const char *options, double h, double e[2]);

/* Orders of q and v over halvings of h. */
static void orders(error_fn *error, const char *options, double h0, double wq,
                   double wv)
{
    double h[HALVINGS], eq[HALVINGS], ev[HALVINGS];

    for (int k = 0; k < HALVINGS; k++) {
        double e[2];
        h[k] = k ? h[k - 1] / 2 : h0;
        scene_again();
        error(options, h[k], e);
        eq[k] = e[0];
        ev[k] = e[1];
    }
    /* 0.1: the next term of the expansion at these h */
    orders_check(options, wq, 0.1, HALVINGS, h, eq);
    orders_check(options, wv, 0.1, HALVINGS, h, ev);
}

/* ---- linear ---- */

static void solve2(const double M[4], const double f[2], double a[2])
{
    const double det = M[0] * M[3] - M[1] * M[2];

    a[0] = (M[3] * f[0] - M[2] * f[1]) / det;
    a[1] = (M[0] * f[1] - M[1] * f[0]) / det;
}

static void pair_rhs_with(double c, double t, const double x[], double dx[])
{
    double f[2];

    pair_f_ext(t, 2, f, 0, NULL);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            f[i] -= pair_K[i + 2 * j] * x[j] + c * pair_C[i + 2 * j] * x[2 + j];
    dx[0] = x[2];
    dx[1] = x[3];
    solve2(pair_M, f, dx + 2);
}

static void damped_rhs(double t, const double x[], double dx[])
{
    pair_rhs_with(1, t, x, dx);
}

static void undamped_rhs(double t, const double x[], double dx[])
{
    pair_rhs_with(0, t, x, dx);
}

static void linear(bool damped, const char *options, double h, double e[2])
{
    double x[4] = {pair_q0[0], pair_q0[1], pair_v0[0], pair_v0[1]};
    zn_ds *ds = pair(damped);

    orders_exact(damped ? damped_rhs : undamped_rhs, 4, x, 1, 1000);
    simulate(osi, options, 0, h, 1);
    MUST(zn_simulation_run(sim));
    state_errors(ds, x, e);
}

static void damped_error(const char *options, double h, double e[2])
{
    linear(true, options, h, e);
}

static void undamped_error(const char *options, double h, double e[2])
{
    linear(false, options, h, e);
}

START_TEST(symmetric_is_of_order_two_for_every_theta)
{
    orders(damped_error, "theta=0", 0.02, 2, 2);
    orders(damped_error, "theta=0.25", 0.02, 2, 2);
    orders(damped_error, "theta=0.5", 0.02, 2, 2);
}
END_TEST

START_TEST(start_without_acceleration_costs_an_order)
{
    orders(damped_error, "start=backward", 0.02, 1, 1);
}
END_TEST

START_TEST(theta_scheme_is_of_order_one_with_damping)
{
    orders(damped_error, "scheme=theta theta=0.5", 0.005, 1, 1);
    orders(damped_error, "scheme=theta theta=0", 0.005, 1, 1);
    orders(undamped_error, "scheme=theta theta=0.5", 0.005, 1, 1);
    orders(undamped_error, "scheme=theta theta=0", 0.02, 2, 2);
}
END_TEST

static void sine_f_int(double t, unsigned n, double *q, double *v, double *f,
                       unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = 5 * sin(q[0]);
}

static void sine_jac(double t, unsigned n, double *q, double *v, double *J,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = 5 * cos(q[0]);
}

/* With unit mass, F = -5 sin q, and equal steps the scheme is
 *     q_{k+1} = 2 q_k - q_{k-1} - 5 h^2 sin(theta q_{k+1} + (1 - theta) q_k),
 * here by simple iteration, of rate 5 h^2 theta = 0.015. */
START_TEST(theta_weighs_the_end_of_the_step)
{
    const double h = 0.1, q0 = 1, v0 = 0.5, theta = 0.3;
    double last = q0 - h * v0, q = q0;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "pendulum", 1, &q0, &v0, &ds));
    MUST(zn_ds_set(ds, "unit_mass", "yes"));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)sine_f_int));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)sine_jac));
    MUST(zn_model_add_ds(model, ds));
    simulate(osi, "scheme=theta theta=0.3 start=backward", 0, h, 10);
    for (int i = 0; i < 50; i++) {
        double next = q;

        for (int k = 0; k < 20; k++)
            next = 2 * q - last -
                   5 * h * h * sin(theta * next + (1 - theta) * q);
        steps(1);
        last = q;
        q = next;
        /* Newton's tolerance of 1e-10 or so, added up */
        CLOSE(q_of(ds, 0), q, 1e-7);
    }
}
END_TEST

START_TEST(velocities_of_order_one_differ_by_two)
{
    double backward[2], centred[2];

    orders(damped_error, "velocity=backward", 0.02, 2, 1);
    orders(damped_error, "velocity=centred", 0.02, 2, 1);
    orders(damped_error, "velocity=three-point", 0.02, 2, 2);
    scene_again();
    damped_error("velocity=backward", 1e-3, backward);
    scene_again();
    damped_error("velocity=centred", 1e-3, centred);
    CLOSE(centred[1] / backward[1], 2, 0.01); /* -h a against -h a/2 */
}
END_TEST

/* Steps that change their length all the time, 50, 100, 200, 400 of them:
 * 1 : 3 : 1 : 3 or at random. The error depends on the last two lengths, so
 * they are the same on every grid. */
static void grid_error(bool random, double h, double e[2])
{
    enum { MOST = 400 };
    const int n = (int)lround(1 / h);
    double x[4] = {pair_q0[0], pair_q0[1], pair_v0[0], pair_v0[1]};
    double t[MOST + 1];
    unsigned seed = 1;
    zn_ds *ds = pair(true);

    ck_assert_int_le(n, MOST);
    t[0] = 0;
    for (int k = 0; k < n; k++) {
        double length = k % 2 ? 1.5 : 0.5;
        seed = seed * 1103515245u + 12345u;
        if (random && k < n - 2)
            length = 0.2 + (seed >> 16 & 1023) / 640.0;
        t[k + 1] = t[k] + length;
    }
    for (int k = 1; k < n; k++)
        t[k] /= t[n];
    t[n] = 1;
    orders_exact(damped_rhs, 4, x, 1, 1000);
    use(osi, NULL);
    MUST(zn_simulation_set_instants(sim, n + 1, t));
    MUST(zn_simulation_run(sim));
    state_errors(ds, x, e);
}

static void alternating_error(const char *options, double h, double e[2])
{
    (void)options;
    grid_error(false, h, e);
}

static void random_error(const char *options, double h, double e[2])
{
    (void)options;
    grid_error(true, h, e);
}

START_TEST(order_two_on_grids_that_change_in_every_step)
{
    orders(alternating_error, "1:3:1:3", 0.02, 2, 2);
    orders(random_error, "random", 0.02, 2, 2);
}
END_TEST

/* ---- nonlinear ---- */

static void slider_error(const char *options, double h, double e[2])
{
    slider_errors(osi, options, h, e);
    ck_assert_int_le(zn_simulation_step_info(sim)->newton_iterations, 5);
}

START_TEST(moving_mass_and_gyroscopic_forces_keep_the_order)
{
    orders(slider_error, "theta=0.25", 0.01, 2, 2);
    orders(slider_error, "theta=0", 0.01, 2, 2);
    orders(slider_error, "scheme=theta theta=0.5", 0.0025, 1, 1);
}
END_TEST

/* ---- a bilateral constraint: a pendulum in x, y ---- */

static void rod_error(const char *options, double h, double e[2])
{
    double a[2] = {acos(-1) / 2, -0.5}, x[4]; /* angle from the vertical */
    zn_ds *ds = bob(a[0], a[1], NULL);

    orders_exact(angle_rhs, 2, a, 1, 4000);
    x[0] = sin(a[0]);
    x[1] = -cos(a[0]);
    x[2] = cos(a[0]) * a[1];
    x[3] = sin(a[0]) * a[1];
    simulate(osi, options, 0, h, 1);
    MUST(zn_simulation_run(sim));
    state_errors(ds, x, e);
    CLOSE(hypot(q_of(ds, 0), q_of(ds, 1)), 1, 1e-9); /* newton_tol */
}

START_TEST(constraints_hold_on_positions_and_cost_an_order_when_curved)
{
    /* the force of t_k acts along H(q_{k+1}) */
    orders(rod_error, "theta=0.25", 0.0025, 1, 1);
}
END_TEST

/* The pair with q1 - 2 q2 = b: along (2, 1) it moves freely. */
static void slide_rhs(double t, const double x[], double dx[])
{
    const double d[2] = {2, 1}, b[2] = {0.9, 0}; /* q = b + s d */
    double f[2], m = 0, F = 0;

    pair_f_ext(t, 2, f, 0, NULL);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const int k = i + 2 * j;
            f[i] -= pair_K[k] * (b[j] + x[0] * d[j]) + pair_C[k] * x[1] * d[j];
            m += d[i] * pair_M[k] * d[j];
        }
    for (int i = 0; i < 2; i++)
        F += d[i] * f[i];
    dx[0] = x[1];
    dx[1] = F / m;
}

static void slide_error(const char *options, double h, double e[2])
{
    const double q0[2] = {0.5, -0.2}, v0[2] = {1, 0.5};
    const double C[2] = {1, -2}, b = -0.9;
    double s[2] = {-0.2, 0.5}, x[4];
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "pair", 2, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, pair_M));
    MUST(zn_ds_set_constant(ds, "stiffness", 2, 2, pair_K));
    MUST(zn_ds_set_constant(ds, "damping", 2, 2, pair_C));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pair_f_ext));
    MUST(zn_model_add_ds(model, ds));
    join("bar", equality(1), 1, 2, C, &b, ds, NULL);
    orders_exact(slide_rhs, 2, s, 1, 1000);
    x[0] = 0.9 + 2 * s[0];
    x[1] = s[0];
    x[2] = 2 * s[1];
    x[3] = s[1];
    simulate(osi, options, 0, h, 1);
    MUST(zn_simulation_run(sim));
    state_errors(ds, x, e);
}

START_TEST(straight_constraints_keep_the_order)
{
    orders(slide_error, "theta=0.25", 0.02, 2, 2);
}
END_TEST

/* ---- stability: q'' + w^2 q = 0 ---- */

static double largest_after(const char *options, double hw, int n)
{
    const double one = 1, K = hw * hw, zero = 0;
    double largest = 0;
    zn_ds *ds;

    scene_again();
    ds = linear_system("spring", 1, &one, NULL, &K, &one, &zero, NULL);
    simulate(osi, options, 0, 1, n);
    /* not the other start: its h^2 w^2/2 is nothing a stiff spring can have */
    MUST(zn_osi_set((zn_osi *)zn_simulation_osi(sim, 0), "start", "backward"));
    /* what grows is stopped before it is no number any more */
    for (int k = 0; k < n && largest < 1e12; k++) {
        steps(1);
        largest = fmax(largest, fabs(q_of(ds, 0)));
    }
    return largest;
}

START_TEST(stability_ends_where_the_theory_says)
{
    ck_assert_double_lt(largest_after("theta=0", 1.99, 2000), 100);
    ck_assert_double_gt(largest_after("theta=0", 2.01, 2000), 1e6);
    ck_assert_double_lt(largest_after("theta=0.25", 50, 2000), 100);
    ck_assert_double_gt(largest_after("theta=0.24", 50, 2000), 1e6);
    ck_assert_double_lt(largest_after("theta=0.5", 1000, 2000), 100);
}
END_TEST

/* ---- impacts ---- */

/* The ball of restitution e dropped from 1 m at t: exact. */
static void ball_exact(double e, double t, double *q, double *v)
{
    double t0 = 0, v0, flight = sqrt(2 / grav);

    if (t < flight) {
        *q = 1 - grav * t * t / 2;
        *v = -grav * t;
        return;
    }
    v0 = e * grav * flight;
    t0 = flight;
    while (t - t0 > 2 * v0 / grav) {
        t0 += 2 * v0 / grav;
        v0 *= e;
    }
    *q = v0 * (t - t0) - grav * (t - t0) * (t - t0) / 2;
    *v = v0 - grav * (t - t0);
}

/* Mean errors over 2 s, about four impacts. */
static void ball_error(const char *options, double h, double e[2])
{
    const double one = 1;
    zn_ds *ball = point_mass("ball", 1, 1, 0, -grav);

    floor_contact(ball, 1, &one, 0.9);
    simulate(osi, options, 0, h, 2);
    e[0] = e[1] = 0;
    while (goes_on()) {
        double q, v;
        ball_exact(0.9, zn_simulation_time(sim), &q, &v);
        e[0] += h * fabs(q_of(ball, 0) - q);
        e[1] += h * fabs(v_of(ball, 0) - v);
    }
}

START_TEST(order_one_across_impacts)
{
    static const char *const options[] = {"theta=0", "velocity=backward",
                                          "scheme=theta theta=0.5"};
    enum { N = 7 };

    for (int o = 0; o < 3; o++) {
        double h[N], eq[N], ev[N];
        for (int k = 0; k < N; k++) {
            double e[2];
            h[k] = 0.01 / (1 << k);
            scene_again();
            ball_error(options[o], h[k], e);
            eq[k] = e[0];
            ev[k] = e[1];
        }
        /* where in its step an impact falls is chance: slopes scatter */
        orders_check(options[o], 1, 0.25, N, h, eq);
        orders_check(options[o], 1, 0.25, N, h, ev);
    }
}
END_TEST

START_TEST(newtons_law_holds_two_steps_after_the_impact)
{
    const double one = 1, e = 0.6;

    for (double h = 0.01; h > 1e-3; h /= 3) {
        double before = 0, sum = 0;
        int impulses = 0;
        zn_interaction *a;
        zn_ds *ball;
        scene_again();
        ball = point_mass("ball", 2, 1, 0, -2 * grav);
        a = floor_contact(ball, 1, &one, e);
        simulate(osi, NULL, 0, h, 0.6);
        while (goes_on()) {
            const double L = zn_simulation_lambda(sim, a, 0)[0];
            sum += L;
            impulses += L > 0;
            if (L > 0)
                continue;
            if (impulses)
                break;
            before = v_of(ball, 0);
        }
        ck_assert_int_le(impulses, 2);
        ck_assert_double_gt(before, -grav * 0.46);
        CLOSE(v_of(ball, 0), -e * before, 3 * grav * h);
        CLOSE(sum, 2 * (1 + e) * -before, 6 * grav * h);
    }
}
END_TEST

START_TEST(a_body_at_rest_stays_with_a_backward_start)
{
    const double one = 1, h = 1e-3;
    zn_ds *ball = point_mass("ball", 3, 0, 0, -3 * grav);
    zn_interaction *a = floor_contact(ball, 1, &one, 0.7);

    simulate(osi, "start=backward", 0, h, 1);
    for (int k = 0; k < 1000; k++) {
        steps(1);
        CLOSE(zn_simulation_lambda(sim, a, 0)[0], 3 * grav * h, 1e-12);
        ck_assert_double_eq_tol(q_of(ball, 0), 0, 1e-17);
        ck_assert_double_eq_tol(v_of(ball, 0), 0, 1e-14);
    }

    /* the other start knows no contact force: a hop of e g h^2/2 that dies */
    scene_again();
    ball = point_mass("ball", 3, 0, 0, -3 * grav);
    floor_contact(ball, 1, &one, 0.7);
    simulate(osi, NULL, 0, h, 1);
    for (int k = 0; k < 1000; k++) {
        steps(1);
        ck_assert_double_le(fabs(q_of(ball, 0)), 0.7 * grav * h * h);
    }
    ck_assert_double_le(fabs(q_of(ball, 0)), 1e-12);
}
END_TEST

/* ---- units of time ---- */

static double pull; /* 1/s^2 */

static void pull_f_int(double t, unsigned n, double *q, double *v, double *f,
                       unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = pull * sin(q[0] + 0.5);
}

static void pull_jac(double t, unsigned n, double *q, double *v, double *J,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = pull * cos(q[0] + 0.5);
}

/* A unit mass bounces on a floor until it rests, pulled there by 5 sin(q + 1/2), with times in units of 2^unit s.
 * out: q, v in m/s, the impulses in N s. @return iterations of Newton's method */
static zn_index rests(int unit, double out[3])
{
    const double one = 1, q0 = 0.01, v0 = 0, h = ldexp(0x1p-8, -unit);
    zn_interaction *a;
    zn_run_info info;
    zn_ds *ds;

    scene_again();
    pull = ldexp(5, 2 * unit);
    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &q0, &v0, &ds));
    MUST(zn_ds_set(ds, "unit_mass", "yes"));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)pull_f_int));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)pull_jac));
    MUST(zn_model_add_ds(model, ds));
    a = floor_contact(ds, 1, &one, 0.5);
    simulate(osi, "theta=0.3", 0, h, 400 * h);
    out[2] = 0;
    while (goes_on())
        out[2] += ldexp(zn_simulation_lambda(sim, a, 0)[0], -unit);
    out[0] = q_of(ds, 0);
    out[1] = ldexp(v_of(ds, 0), -unit);
    zn_simulation_run_info(sim, &info);
    ck_assert_int_eq(info.steps, 400);
    return info.newton_iterations;
}

/* The unknown is a position, and how large velocities are in the step is asked of velocities: not of a number
 * that is one in some units of time and a length in others. What the floor makes of velocities in a step, 0.01 m/s, is below
 * one of each unit (doc/time-stepping.md). */
START_TEST(units_of_time_do_not_matter)
{
    static const int units[] = {-12, -3, 5, 6};
    double want[3], got[3];
    const zn_index passes = rests(0, want);

    for (int k = 0; k < 4; k++) {
        ck_assert_int_eq(rests(units[k], got), passes);
        ck_assert(memcmp(got, want, sizeof got) == 0);
    }
    /* the floor holds the pull, and what fell */
    ck_assert_double_eq_tol(want[0], 0, 1e-9);
    ck_assert_double_eq_tol(want[2], 5 * sin(0.5) * 400 * 0x1p-8, 0.02);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Schatzman-Paoli, measured");
    TCase *tc = tcase_create("motion");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, symmetric_is_of_order_two_for_every_theta);
    tcase_add_test(tc, start_without_acceleration_costs_an_order);
    tcase_add_test(tc, theta_scheme_is_of_order_one_with_damping);
    tcase_add_test(tc, theta_weighs_the_end_of_the_step);
    tcase_add_test(tc, velocities_of_order_one_differ_by_two);
    tcase_add_test(tc, order_two_on_grids_that_change_in_every_step);
    tcase_add_test(tc, moving_mass_and_gyroscopic_forces_keep_the_order);
    tcase_add_test(tc,
                   constraints_hold_on_positions_and_cost_an_order_when_curved);
    tcase_add_test(tc, straight_constraints_keep_the_order);
    tcase_add_test(tc, stability_ends_where_the_theory_says);
    tcase_add_test(tc, order_one_across_impacts);
    tcase_add_test(tc, newtons_law_holds_two_steps_after_the_impact);
    tcase_add_test(tc, a_body_at_rest_stays_with_a_backward_start);
    tcase_add_test(tc, units_of_time_do_not_matter);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
