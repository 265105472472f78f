/* test_hysteresis.c - what remembers: play, an element that yields, a thyristor, twisting and
 * super-twisting
 *
 * Hysteresis is a state between bounds that move, a sweeping process (J.J. Moreau, Evolution
 * problem associated with a moving convex set in a Hilbert space, Journal of Differential
 * Equations 26, 1977), and so a system of first order with complementarity.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/event_first_order.h"

static void time_stepping(double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", "theta=1 gamma=1", NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
}

/* ---- play ------------------------------------------------------------------------------ */

/* Backlash of width 2 r: |w - u| <= r, and w moves only where it is pushed. */
static const double r = 0.3;

static double u(double t)
{
    return sin(t) * (1 + 0.5 * sin(0.37 * t));
}

static void clearances(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = r - u(t);
    e[1] = r + u(t);
}

static zn_ds *play(void)
{
    const double both[] = {1, -1}, w0 = 0;
    zn_relation *gap;
    zn_law *law;
    zn_ds *w;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "w", 1, &w0, &w));
    MUST(zn_model_add_ds(model, w));
    MUST(zn_relation_new(ctx, "first-order-linear", "gap", 2, 1, &gap));
    MUST(zn_relation_set_constant(gap, "C", 2, 1, both));
    MUST(zn_relation_set_constant(gap, "B", 1, 2, both));
    MUST(zn_relation_set_function(gap, "e", (zn_fn *)clearances));
    MUST(zn_law_complementarity(ctx, 2, &law));
    MUST(zn_model_connect(model, "play", law, gap, w, NULL, NULL));
    return w;
}

/* In steps w is where the last clearance left it, so with a turn of u inside of a step as well. */
START_TEST(play_in_time_steps_has_no_error_but_that_of_turns)
{
    double w = 0;
    zn_ds *ds = play();

    time_stepping(0.05, 12);
    while (zn_simulation_step(sim) != ZN_END) {
        const double t = zn_simulation_time(sim);
        w = fmin(fmax(w, u(t) - r), u(t) + r);
        ck_assert_double_eq_tol(zn_simulation_x(sim, ds)[0], w, 1e-14);
    }
}
END_TEST

/* Where u turns the play opens; it closes when u has come back by 2 r. */
START_TEST(play_from_event_to_event_opens_where_u_turns)
{
    double a = 1.2, b = 2;
    zn_ds *ds = play();

    first_order(0.1, 3);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 200; k++) {
        const double t = (a + b) / 2, rate = cos(t) * (1 + 0.5 * sin(0.37 * t)) +
                                             sin(t) * 0.5 * 0.37 * cos(0.37 * t);
        *(rate > 0 ? &a : &b) = t;
    }
    /* the derivative of the bounds is a difference */
    ck_assert_double_eq_tol(event_at(ZN_EVENT_OPEN, 0)->t, a, 1e-9);
    ck_assert_double_eq_tol(u(event_at(ZN_EVENT_CLOSE, 1)->t), u(a) - 2 * r, 1e-9);
    ck_assert_double_eq_tol(zn_simulation_x(sim, ds)[0], u(3) + r, 1e-10);
}
END_TEST

/* ---- an element that yields ----------------------------------------------------------- */

/* A mass on a spring k whose foot x slips where the force comes to F (Jenkins' element):
 *     m q'' = -k (q - x),    |k (q - x)| <= F,   x' only at the bound.
 * Thrown with v0 it yields from t1 on, when k q = F, until it turns at t2, and then swings for
 * ever about x = q(t2) - F/k with the amplitude F/k, just not yielding again. */
static const double m = 2, k = 50, F = 3, v0 = 1.7;

static void spring(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz;
    f[0] = k * (q[0] - z[0]);
}

static double swings(double t)
{
    const double w = sqrt(k / m), t1 = asin(F / k * w / v0) / w, v1 = v0 * cos(w * t1);
    const double t2 = t1 + v1 * m / F, q2 = F / k + v1 * v1 * m / (2 * F);

    return t < t1   ? v0 / w * sin(w * t)
           : t < t2 ? F / k + v1 * (t - t1) - F / m * (t - t1) * (t - t1) / 2
                    : q2 - F / k + F / k * cos(w * (t - t2));
}

START_TEST(a_spring_that_yields_moves_as_in_closed_form)
{
    const double both[] = {1, -1}, see[] = {-1, 1, 0, 0}, yield[] = {F / k, F / k};
    const double stiff = k, none = 0, zero = 0;
    zn_relation *bounds;
    zn_law *law;
    zn_ds *mass, *foot;

    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &zero, &v0, &mass));
    MUST(zn_ds_set_constant(mass, "mass", 1, 1, &m));
    MUST(zn_ds_set_function(mass, "f_int", (zn_fn *)spring));
    MUST(zn_ds_set_constant(mass, "jac_f_int_q", 1, 1, &stiff));
    MUST(zn_ds_set_constant(mass, "jac_f_int_v", 1, 1, &none));
    MUST(zn_model_add_ds(model, mass));
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "foot", 1, &zero, &foot));
    MUST(zn_model_add_ds(model, foot));
    MUST(zn_relation_new(ctx, "first-order-linear", "bounds", 2, 1, &bounds));
    MUST(zn_relation_set_constant(bounds, "C", 2, 1, both));
    MUST(zn_relation_set_constant(bounds, "B", 1, 2, both));
    MUST(zn_relation_set_constant(bounds, "F", 2, 2, see));
    MUST(zn_relation_set_constant(bounds, "e", 2, 1, yield));
    REFUSED(zn_model_follow_relation(model, bounds, mass), ZN_EINVAL,
            "relation 'bounds' is not in this model; add it, or connect what has it, before");
    MUST(zn_law_complementarity(ctx, 2, &law));
    MUST(zn_model_connect(model, "slip", law, bounds, foot, NULL, NULL));
    MUST(zn_model_follow(model, mass, foot));
    MUST(zn_model_follow_relation(model, bounds, mass));
    event_driven(0, 0.01, 3);
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    while (zn_simulation_step(sim) != ZN_END) {
        const double off = zn_simulation_q(sim, mass)[0] - swings(zn_simulation_time(sim));
        /* rtol = 1e-12 in each of some hundred steps */
        ck_assert_msg(fabs(off) < 1e-10, "%g at %.17g", off, zn_simulation_time(sim));
    }
}
END_TEST

/* ---- a thyristor ----------------------------------------------------------------------- */

/* A rectifier of half waves with a load R, L (M.H. Rashid, Power Electronics, ch. 10): fired at
 * the angle alpha the thyristor conducts until its current is zero at beta,
 *     sin(beta - phi) = sin(alpha - phi) exp(-(beta - alpha)/tan phi),   tan phi = w L/R.
 * A diode behind a source that pushes back until the gate lets through the mains. */
static const double R = 10, L = 0.1, w = 100 * M_PI, V = 325, alpha = M_PI / 3;

static void mains(double t, unsigned n, double *b, unsigned nz, double *z)
{
    const double angle = fmod(w * t, 2 * M_PI);

    (void)n, (void)nz, (void)z;
    b[0] = angle < alpha ? -1 : V * sin(angle) / L;
}

static double current(double angle)
{
    const double phi = atan2(w * L, R);

    return V / hypot(R, w * L) *
           (sin(angle - phi) - sin(alpha - phi) * exp(-(angle - alpha) / tan(phi)));
}

START_TEST(a_thyristor_goes_out_at_its_extinction_angle)
{
    const double A = -R / L, B = 1 / L, one = 1, i0 = 0;
    double low = M_PI, high = 2 * M_PI;
    zn_relation *gate;
    zn_law *law;
    zn_ds *load;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "load", 1, &i0, &load));
    MUST(zn_ds_set_constant(load, "A", 1, 1, &A));
    MUST(zn_ds_set_function(load, "b", (zn_fn *)mains));
    MUST(zn_model_add_ds(model, load));
    MUST(zn_relation_new(ctx, "first-order-linear", "gate", 1, 1, &gate));
    MUST(zn_relation_set_constant(gate, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(gate, "B", 1, 1, &B));
    MUST(zn_law_complementarity(ctx, 1, &law));
    MUST(zn_model_connect(model, "thyristor", law, gate, load, NULL, NULL));
    first_order(1e-4, 0.06);
    while (zn_simulation_step(sim) != ZN_END) {
        const double angle = fmod(w * zn_simulation_time(sim), 2 * M_PI);
        const double i = angle > alpha ? fmax(current(angle), 0) : 0;
        ck_assert_double_eq_tol(zn_simulation_x(sim, load)[0], i, 1e-10);
    }
    for (int j = 0; j < 200; j++) {
        const double angle = (low + high) / 2;
        *(current(angle) > 0 ? &low : &high) = angle;
    }
    for (int turn = 0; turn < 3; turn++) {
        ck_assert_double_eq_tol(event_at(ZN_EVENT_OPEN, turn)->t, 0.02 * turn + alpha / w, 1e-15);
        ck_assert_double_eq_tol(event_at(ZN_EVENT_CLOSE, turn + 1)->t, 0.02 * turn + low / w,
                                1e-15);
    }
}
END_TEST

/* ---- twisting -------------------------------------------------------------------------- */

/* x'' = -r1 sgn x - r2 sgn x' (Levant 1993). From x = 0 with x' = v each half turn takes
 * v (1/(r1 + r2) + rho/(r1 - r2)) and leaves rho v, rho^2 = (r1 - r2)/(r1 + r2): all of them end
 * at the sum of the series, at zero. */
static const double r1 = 3, r2 = 2, speed = 1.3;

static double rest(void)
{
    const double rho = sqrt((r1 - r2) / (r1 + r2));

    return speed * (1 / (r1 + r2) + rho / (r1 - r2)) / (1 - rho);
}

static zn_ds *twisting(void)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, r1, 0, r2}, C[] = {1, 0, 0, 1}, x0[] = {0, speed};
    const zn_lcs p = {.n = 2, .m = 2, .A = A, .B = B, .C = C, .x0 = x0};

    return system_of(&p, relay(2, 1));
}

START_TEST(twisting_comes_to_rest_in_time_steps)
{
    zn_ds *ds = twisting();

    time_stepping(1e-4, 1.1 * rest());
    MUST(zn_simulation_advance_to(sim, 0.9 * rest()));
    ck_assert_double_gt(fabs(zn_simulation_x(sim, ds)[1]), 1e-3);
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(zn_simulation_x(sim, ds)[0], 0, 1e-15);
    ck_assert_double_eq_tol(zn_simulation_x(sim, ds)[1], 0, 1e-15);
}
END_TEST

/* The sign of x has a multiplier that moves x'' alone: such a relay switches, and is not held. */
START_TEST(twisting_from_event_to_event_finds_its_end_and_says_why_it_stops)
{
    twisting();
    first_order(0.05, 1.1 * rest());
    MUST(zn_simulation_set(sim, "max_events", "300"));
    REFUSED(zn_simulation_run(sim), ZN_UNSOLVED, "is a relay whose multiplier does not move y'");
    REFUSED(zn_simulation_run(sim), ZN_UNSOLVED, "interaction 'system.law', row 0");
    ck_assert_double_eq_tol(event_at(ZN_EVENT_ACCUMULATION, 0)->limit, rest(), 1e-12);
}
END_TEST

/* ---- super-twisting -------------------------------------------------------------------- */

/* x1' = -k1 |x1|^(1/2) s + x2, x2' = -k2 s + cos t, s in sgn x1 (Levant 1993): k2 > 1 bounds the
 * disturbance. It ends in finite time at x = 0, where k2 s = cos t. The multiplier is -s. */
static const double k1 = 1.8, k2 = 1.65;

static void flow(double t, unsigned n, const double *x, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = x[1];
    f[1] = cos(t);
}

static void first(double t, unsigned n, double *x, unsigned nl, double *l, double *y, unsigned nz,
                  double *z)
{
    (void)t, (void)n, (void)nl, (void)l, (void)nz, (void)z;
    y[0] = x[0];
}

static void pushes(double t, unsigned n, double *x, unsigned nl, double *l, double *g, unsigned nz,
                   double *z)
{
    (void)t, (void)n, (void)nl, (void)nz, (void)z;
    g[0] = k1 * sqrt(fabs(x[0])) * l[0];
    g[1] = k2 * l[0];
}

/* by x, column by column; at x1 = 0 there is none */
static void slope(double t, unsigned n, double *x, unsigned nl, double *l, double *G, unsigned nz,
                  double *z)
{
    (void)t, (void)n, (void)nl, (void)nz, (void)z;
    memset(G, 0, 4 * sizeof *G);
    if (x[0] != 0)
        G[0] = copysign(k1 / (2 * sqrt(fabs(x[0]))), x[0]) * l[0];
}

static void by_lambda(double t, unsigned n, double *x, unsigned nl, double *l, double *G,
                      unsigned nz, double *z)
{
    (void)t, (void)n, (void)nl, (void)l, (void)nz, (void)z;
    G[0] = k1 * sqrt(fabs(x[0]));
    G[1] = k2;
}

static zn_ds *super_twisting(zn_interaction **control)
{
    const double x0[] = {1, 0}, by_x[] = {0, 0, 1, 0}, C[] = {1, 0}, none = 0;
    zn_relation *rel;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "plant", 2, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)flow));
    MUST(zn_ds_set_constant(ds, "jac_f_x", 2, 2, by_x));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "nonlinear", "control", 1, 2, &rel));
    MUST(zn_relation_set_function(rel, "h", (zn_fn *)first));
    MUST(zn_relation_set_constant(rel, "jac_h_q", 1, 2, C));
    MUST(zn_relation_set_constant(rel, "jac_h_lambda", 1, 1, &none));
    MUST(zn_relation_set_function(rel, "g", (zn_fn *)pushes));
    MUST(zn_relation_set_function(rel, "jac_g_q", (zn_fn *)slope));
    MUST(zn_relation_set_function(rel, "jac_g_lambda", (zn_fn *)by_lambda));
    MUST(zn_model_connect(model, "control", relay(1, 1), rel, ds, NULL, control));
    return ds;
}

/* A root has no slope at zero: where x1 comes there Newton's method turns about it, and is told. */
START_TEST(super_twisting_ends_at_zero_in_time_steps)
{
    const double h = 1e-3;
    zn_interaction *control;
    zn_ds *ds = super_twisting(&control);

    time_stepping(h, 5);
    REFUSED(zn_simulation_run(sim), ZN_UNSOLVED, "on_newton_failure=shorten comes past that");
    MUST(zn_simulation_set(sim, "on_newton_failure", "shorten"));
    while (zn_simulation_step(sim) != ZN_END) {
        const double t = zn_simulation_time(sim), *x = zn_simulation_x(sim, ds);
        if (t < 2)
            continue;
        ck_assert_double_eq_tol(x[0], 0, 1e-12);
        ck_assert_double_eq_tol(x[1], 0, h);
        ck_assert_double_eq_tol(k2 * zn_simulation_lambda(sim, control, 0)[0], -cos(t), h);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hysteresis");
    TCase *tc = tcase_create("closed forms");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, play_in_time_steps_has_no_error_but_that_of_turns);
    tcase_add_test(tc, play_from_event_to_event_opens_where_u_turns);
    tcase_add_test(tc, a_spring_that_yields_moves_as_in_closed_form);
    tcase_add_test(tc, a_thyristor_goes_out_at_its_extinction_angle);
    tcase_add_test(tc, twisting_comes_to_rest_in_time_steps);
    tcase_add_test(tc, twisting_from_event_to_event_finds_its_end_and_says_why_it_stops);
    tcase_add_test(tc, super_twisting_ends_at_zero_in_time_steps);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
