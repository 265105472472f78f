/* test_modal.c - the exact scheme for modes: positions to rounding for any step,
 * contacts, energy, refusals
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/orders_models.h"

static const char *const osi = "modal";

/* ---- exact ---- */

/* m q'' + c q' + k q = f: undamped slow, and turning more than once in a step;
 * damped, overdamped, critical; free, sinking in oil. */
enum { MODES = 7 };
static const double mode_m[MODES] = {2, 1, 0.5, 1, 1, 3, 2};
static const double mode_c[MODES] = {0, 0, 0.3, 5, 4, 0, 0.7};
static const double mode_k[MODES] = {3, 4e4, 8, 2, 4, 0, 0};
static const double mode_f[MODES] = {1, 0, -2, 1, 0, 3, 1};
static const double mode_q0[MODES] = {0.5, 1, -1, 2, 1, 0, 1};
static const double mode_v0[MODES] = {1, 30, 2, -3, -1, 1, 2};

static zn_ds *modes_from(const double v0[])
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "modes", MODES, mode_q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", MODES, mode_m));
    MUST(zn_ds_set_diagonal(ds, "damping", MODES, mode_c));
    MUST(zn_ds_set_diagonal(ds, "stiffness", MODES, mode_k));
    MUST(zn_ds_set_constant(ds, "f_ext", MODES, 1, mode_f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static zn_ds *modes(void)
{
    return modes_from(mode_v0);
}

/* The formulas of every textbook. */
static double exact(int i, double t)
{
    const double m = mode_m[i], c = mode_c[i], k = mode_k[i], a = mode_f[i] / m;
    const double s = c / m / 2, w2 = k / m, v = mode_v0[i];
    const double d = w2 - s * s, r = sqrt(fabs(d));
    double q = mode_q0[i];

    if (k == 0 && c == 0)
        return q + v * t + a * t * t / 2;
    if (k == 0)
        return q + a / (2 * s) * t + (v - a / (2 * s)) * (1 - exp(-2 * s * t)) / (2 * s);
    q -= a / w2;
    if (d > 0)
        return a / w2 + exp(-s * t) * (q * cos(r * t) + (v + s * q) / r * sin(r * t));
    if (d == 0)
        return a / w2 + exp(-s * t) * (q + (v + s * q) * t);
    return a / w2 +
           exp(-s * t) * (q * cosh(r * t) + (v + s * q) / r * sinh(r * t));
}

START_TEST(positions_are_exact_for_any_step)
{
    static const double h[] = {1e-3, 0.05, 0.4};
    zn_ds *ds = modes();
    double t = 0;

    simulate(osi, NULL, 0, h[_i], 200 * h[_i]);
    while (goes_on()) {
        const double last = t;

        t = zn_simulation_time(sim);
        for (int i = 0; i < MODES; i++) {
            const double q = exact(i, t), v = (q - exact(i, last)) / (t - last);
            /* rounding of k steps that add up, and of cos(200 t) */
            CLOSE(q_of(ds, i), q, 2e-10);
            CLOSE(v_of(ds, i), v, 2e-10 / h[_i]);
        }
    }
}
END_TEST

/* v_0 as the mean velocity of a step before t_0: the exact motion again, if it is */
START_TEST(positions_are_exact_from_a_mean_velocity)
{
    const double h = 0.05;
    double mean[MODES];
    zn_ds *ds;

    for (int i = 0; i < MODES; i++)
        mean[i] = (mode_q0[i] - exact(i, -h)) / h;
    ds = modes_from(mean);
    simulate(osi, "start=mean", 0, h, 200 * h);
    while (goes_on())
        for (int i = 0; i < MODES; i++)
            CLOSE(q_of(ds, i), exact(i, zn_simulation_time(sim)), 2e-10);
}
END_TEST

/* Three modes that six impacts throw up, by MoreauJeanBilbaoOSI of Siconos 4.4.0, run as it
 * is packaged: q and v at t = 0.001, 0.3, 0.6, 0.9 and 1.2. */
START_TEST(the_steps_of_siconos)
{
    static const double there[5][6] = {
        {0.020497800456604619, -0.010983010629320646, 0.01694207414322044,
         0.49780045660461841, -0.98301062932064576, 1.942074143220442},
        {0.0076808133505249952, -0.0040367165509720849, -0.0014658572914161398,
         -1.6245154597364773, -0.50519335023324574, 1.1229753798343511},
        {0.013333646303639597, -0.011896473731154822, 0.0057918317417238428,
         -0.2839029979092893, 0.71105806485048695, -0.69970705285755175},
        {0.047971454306985468, -0.016629357438581582, 3.6979560159573104e-05,
         -0.39532159120217114, -0.12634653882275218, -0.17164888134140902},
        {0.054764887637494493, -0.0030692139263455128, 0.005426081294839926,
         0.017550101368058221, -0.21904424807491626, -0.10405033336885455}};
    const double q0[3] = {0.02, -0.01, 0.015}, v0[3] = {0.5, -1, 2};
    const double m[3] = {1, 1, 1}, c[3] = {0.4, 1, 2}, k[3] = {100, 1600, 3600};
    const double C[3] = {1, 0.5, -0.75};
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "modes", 3, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 3, m));
    MUST(zn_ds_set_diagonal(ds, "damping", 3, c));
    MUST(zn_ds_set_diagonal(ds, "stiffness", 3, k));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "linear", "wall", 1, 3, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 3, C));
    MUST(zn_model_connect(model, "wall", newton(0.7), r, ds, NULL, NULL));
    simulate(osi, "gamma=0.5 start=mean", 0, 1e-3, 1.2);
    for (int row = 0; row < 5; row++) {
        steps(row == 0 ? 1 : row == 1 ? 299 : 300);
        for (int i = 0; i < 3; i++) {
            /* rounding of 1200 steps: eps of q in v is eps q/h, summed */
            CLOSE(q_of(ds, i), there[row][i], 2e-12);
            CLOSE(v_of(ds, i), there[row][3 + i], 2e-12 / 1e-3);
        }
    }
}
END_TEST

START_TEST(a_place_of_rest_is_kept)
{
    const double m[2] = {1, 2}, k[2] = {5, 3e5}, f[2] = {2, 7}, v0[2] = {0};
    const double q0[2] = {f[0] / k[0], f[1] / k[1]};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "rest", 2, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, m));
    MUST(zn_ds_set_diagonal(ds, "stiffness", 2, k));
    MUST(zn_ds_set_constant(ds, "f_ext", 2, 1, f));
    MUST(zn_model_add_ds(model, ds));
    simulate(osi, NULL, 0, 0.1, 50);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 2; i++)
        CLOSE(q_of(ds, i), q0[i], 1e-13);
}
END_TEST

static void shake(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = sin(2 * t);
}

START_TEST(a_force_of_time_is_of_order_two)
{
    enum { N = 4 };
    const double one = 1, k = 9, zero = 0;
    double h[N], e[N];

    for (int i = 0; i < N; i++) {
        zn_ds *ds;

        h[i] = 0.02 / (1 << i);
        scene_again();
        ds = linear_system("s", 1, &one, NULL, &k, &zero, &zero, NULL);
        zn_model_reopen(model);
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)shake));
        simulate(osi, NULL, 0, h[i], 2);
        MUST(zn_simulation_run(sim));
        e[i] = fabs(q_of(ds, 0) - (sin(4) - 2 * sin(6) / 3) / 5);
    }
    orders_check("forced", 2, 0.1, N, h, e);
}
END_TEST

/* ---- contacts: a string in its first modes over a wall ---- */

enum { STRING = 20, POINTS = 30 };

typedef struct string {
    zn_ds *ds;
    zn_interaction *wall;
    double k[STRING], m[STRING], C[POINTS * STRING];
} string;

/* Length and speed of waves 1; plucked in the middle; wall at -gap. */
static string pluck(double gap, double e)
{
    const double pi = acos(-1);
    double q0[STRING], v0[STRING] = {0}, b[POINTS];
    zn_relation *r;
    string s = {0};

    for (int n = 0; n < STRING; n++) {
        s.m[n] = 0.5;
        s.k[n] = 0.5 * pow((n + 1) * pi, 2);
        q0[n] = 8 / pow((n + 1) * pi, 2) * sin((n + 1) * pi / 2);
        for (int j = 0; j < POINTS; j++)
            s.C[j + n * POINTS] = sin((n + 1) * pi * (j + 1) / (POINTS + 1));
    }
    for (int j = 0; j < POINTS; j++)
        b[j] = gap;
    MUST(zn_ds_new(ctx, "lagrangian-linear", "string", STRING, q0, v0, &s.ds));
    MUST(zn_ds_set_diagonal(s.ds, "mass", STRING, s.m));
    MUST(zn_ds_set_diagonal(s.ds, "stiffness", STRING, s.k));
    MUST(zn_model_add_ds(model, s.ds));
    MUST(zn_relation_new(ctx, "linear", "wall", POINTS, STRING, &r));
    MUST(zn_relation_set_constant(r, "C", POINTS, STRING, s.C));
    MUST(zn_relation_set_constant(r, "e", POINTS, 1, b));
    MUST(zn_model_connect(model, "wall", newton(e), r, s.ds, NULL, &s.wall));
    return s;
}

/* w' W w/2 + q_k' K q_{k+1}/2, W = m (omega h)^2 / (4 sin^2(omega h/2)): what the
 * scheme keeps without impulses. */
static double energy(const string *s, double h)
{
    double sum = 0;

    for (int n = 0; n < STRING; n++) {
        const double w = sqrt(s->k[n] / s->m[n]) * h / sin(sqrt(s->k[n] / s->m[n]) * h / 2) / 2;
        const double q = q_of(s->ds, n), v = v_of(s->ds, n);
        sum += s->m[n] * w * w * v * v / 2 + s->k[n] * q * (q - h * v) / 2;
    }
    return sum;
}

START_TEST(impacts_take_energy_and_never_give_it)
{
    static const double e[] = {0, 1};
    const double h = 1e-3;
    const string s = pluck(0.4, e[_i]);
    double last, start, impulse = 0, deepest = 0;

    simulate(osi, NULL, 0, h, 6);
    MUST(zn_simulation_set(sim, "solver_tol", "1e-11"));
    steps(1);
    start = last = energy(&s, h);
    while (goes_on()) {
        const double now = energy(&s, h);

        for (int j = 0; j < POINTS; j++) {
            impulse += zn_simulation_lambda(sim, s.wall, 1)[j];
            deepest = fmin(deepest, zn_simulation_y(sim, s.wall, 0)[j]);
        }
        if (_i == 0) /* with e = 1 a point that is inside may be sent back twice */
            ck_assert_double_le(now, last + 1e-12);
        last = now;
    }
    ck_assert_double_gt(impulse, 0.5);
    ck_assert_double_gt(deepest, -10 * h); /* waves run at 1, the corner is steep */
    ck_assert_double_gt(start - last, _i ? -0.02 * start : 0.01 * start);
}
END_TEST

START_TEST(without_contact_a_string_comes_back)
{
    /* the period is 2; h does not divide it */
    const double h = 0.0625;
    const string s = pluck(2, 0);
    double q0[STRING];

    memcpy(q0, zn_ds_q0(s.ds), sizeof q0);
    simulate(osi, NULL, 0, h, 100);
    MUST(zn_simulation_run(sim));
    for (int n = 0; n < STRING; n++)
        ck_assert_double_eq_tol(q_of(s.ds, n), q0[n], 1e-11);
}
END_TEST

START_TEST(an_impact_reverses_the_mean_velocity)
{
    const double one = 1, h = 0.03;
    zn_ds *ball = point_mass("ball", 3, 1, -1, 0);
    zn_interaction *a = floor_contact(ball, 1, &one, 0.7);

    simulate(osi, NULL, 0, h, 2);
    while (goes_on()) {
        const double p = zn_simulation_lambda(sim, a, 1)[0];
        if (p > 0)
            CLOSE(p, 3 * 1.7, 1e-13);
        ck_assert_double_ge(q_of(ball, 0), 0); /* gamma = 1: it is foreseen */
    }
    CLOSE(v_of(ball, 0), 0.7, 1e-13);
}
END_TEST

START_TEST(across_impacts_it_is_of_order_one)
{
    stop_is_of_order_one(osi, NULL, 0.3);
}
END_TEST

/* ---- restart, memory, refusals ---- */

START_TEST(a_run_that_is_taken_up_has_the_same_bits)
{
    const string s = pluck(0.4, 0);
    void *saved;
    size_t bytes;
    double q[STRING];

    simulate(osi, NULL, 0, 1e-3, 2);
    steps(700);
    MUST(zn_checkpoint_to_memory(sim, &saved, &bytes));
    MUST(zn_simulation_run(sim));
    memcpy(q, zn_simulation_q(sim, s.ds), sizeof q);
    MUST(zn_simulation_reset(sim));
    MUST(zn_checkpoint_from_memory(sim, saved, bytes));
    MUST(zn_simulation_run(sim));
    ck_assert(memcmp(q, zn_simulation_q(sim, s.ds), sizeof q) == 0);
    zn_free_array(ctx, saved);
}
END_TEST

START_TEST(what_is_kept_is_what_would_be_made)
{
    pluck(0.4, 0);
    simulate(osi, NULL, 0, 1e-3, 0.8);
    MUST(zn_simulation_set(sim, "recompute", "yes"));
    MUST(zn_simulation_run(sim));
}
END_TEST

static void bowl_h(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                   double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] + q[1] * q[1] / 2;
}

static void bowl_jac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                     double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = 1;
    H[1] = q[1];
}

/* A mass that rests at q_1 = 0.6 on a curved floor, slope H = (1, 0.6): its force
 * (-2, -1.2) is taken by lambda = 2, and Newton's method sees that it is. */
START_TEST(it_rests_on_a_curved_floor)
{
    const double m[2] = {1, 3}, f[2] = {-2, -1.2}, v0[2] = {0};
    const double q0[2] = {-0.18 - 1e-9, 0.6}, h = 0.01; /* closed to stay */
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 2, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, m));
    MUST(zn_ds_set_constant(ds, "f_ext", 2, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "scleronomous", "bowl", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)bowl_h));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)bowl_jac));
    MUST(zn_model_connect(model, "bowl", newton(0), r, ds, NULL, &a));
    simulate(osi, NULL, 0, h, 1);
    steps(20);
    CLOSE(q_of(ds, 0), q0[0], 1e-12);
    CLOSE(q_of(ds, 1), q0[1], 1e-12);
    CLOSE(zn_simulation_lambda(sim, a, 1)[0], 2 * h, 1e-12);
}
END_TEST

START_TEST(what_it_cannot_do_it_refuses)
{
    const double q0[2] = {0, 0.9}, v0[2] = {0}, one = 1, neg = -1;
    const double M[4] = {2, 0, 0, 1}, K[4] = {2, -1, -1, 2};

    slider(q0, v0);
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "matrices are not constant");

    scene_again();
    linear_system("chain", 2, M, NULL, K, q0, v0, NULL);
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_step(sim), ZN_ENOTSUP,
            "stiffness of system 'chain' is not diagonal");

    scene_again();
    linear_system("unstable", 1, &one, NULL, &neg, q0, v0, NULL);
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_step(sim), ZN_EINVAL,
            "stiffness(0,0) = -1 of system 'unstable', must be >= 0");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("modal");
    TCase *tc = tcase_create("modal");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, positions_are_exact_for_any_step, 0, 3);
    tcase_add_test(tc, positions_are_exact_from_a_mean_velocity);
    tcase_add_test(tc, the_steps_of_siconos);
    tcase_add_test(tc, a_place_of_rest_is_kept);
    tcase_add_test(tc, a_force_of_time_is_of_order_two);
    tcase_add_loop_test(tc, impacts_take_energy_and_never_give_it, 0, 2);
    tcase_add_test(tc, without_contact_a_string_comes_back);
    tcase_add_test(tc, an_impact_reverses_the_mean_velocity);
    tcase_add_test(tc, across_impacts_it_is_of_order_one);
    tcase_add_test(tc, a_run_that_is_taken_up_has_the_same_bits);
    tcase_add_test(tc, what_is_kept_is_what_would_be_made);
    tcase_add_test(tc, it_rests_on_a_curved_floor);
    tcase_add_test(tc, what_it_cannot_do_it_refuses);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
