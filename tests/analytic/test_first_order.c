/* test_first_order.c - the theta-gamma schemes against exact solutions: circuits,
 * sliding, equations without derivative
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"
#include "tests/unit/orders.h"

static void start(const char *options, double h, double T)
{
    simulate("euler-moreau", options, 0, h, T);
    MUST(zn_simulation_init(sim));
}

/* ---- a resonant circuit with a diode --------------------------------------------- */

static const double coil = 1e-2, cap = 1e-6, load = 1e3; /* H, F, Ohm */

typedef struct circuit {
    double v, i;
} circuit;

/* Diode open: C v' = -i, L i' = v. */
static circuit blocked(circuit c, double t)
{
    const double w = 1 / sqrt(coil * cap), z = sqrt(coil / cap);

    return (circuit){c.v * cos(w * t) - z * c.i * sin(w * t),
                     c.i * cos(w * t) + c.v / z * sin(w * t)};
}

/* Diode closed: C v' = -i - v/R, L i' = v. */
static circuit conducting(circuit c, double t)
{
    const double a = 1 / (2 * load * cap), w = 1 / sqrt(coil * cap);
    const double b = sqrt(w * w - a * a);
    const double k = (-c.i / cap - a * c.v) / b; /* v' = -i/C - 2 a v at 0 */
    const double E = exp(-a * t), co = cos(b * t), si = sin(b * t);
    const double v = E * (c.v * co + k * si);
    const double dv = E * ((-a * c.v + b * k) * co - (a * k + b * c.v) * si);

    return (circuit){v, -cap * dv - v / load};
}

/* From v = 10, i = 0 on, phase by phase; each ends where v = 0. */
static circuit exact_circuit(double t)
{
    const double pi = acos(-1), w = 1 / sqrt(coil * cap);
    const double a = 1 / (2 * load * cap), b = sqrt(w * w - a * a);
    circuit c = {10, 0};
    /* v = 10 E (cos - a/b sin) vanishes first at tan(b t) = b/a */
    double length = atan2(b, a) / b;
    bool closed = true;

    while (t > length) {
        c = closed ? conducting(c, length) : blocked(c, length);
        c.v = 0;
        t -= length;
        closed = !closed;
        length = closed ? pi / b : pi / w;
    }
    return closed ? conducting(c, t) : blocked(c, t);
}

static double circuit_error(const char *options, double h)
{
    const double A[] = {0, 1 / coil, -1 / cap, 0}, x0[] = {10, 0};
    const double B[] = {-1 / cap, 0}, C[] = {-1, 0}, T = 2e-3;
    const circuit c = exact_circuit(T);
    zn_interaction *a;
    zn_ds *ds;

    again();
    ds = fo_system("circuit", 2, A, x0);
    a = fo_join("diode", complementarity(1),
                fo_relation("diode", 1, 2, C, &load, B), ds, NULL);
    start(options, h, T);
    /* with gamma < 1 a wrong current at t = 0 would cost O(h) for good */
    zn_simulation_state_rw(sim)->lambda[0][zn_interaction_offset(a)] =
        x0[0] / load;
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_run(sim));
    return fabs(x_of(ds, 0) - c.v) + 100 * fabs(x_of(ds, 1) - c.i);
}

/* The field has a kink where the diode switches, no jump, so that order 2
 * survives; four switches lie in the interval. */
START_TEST(diode_circuit_follows_the_piecewise_exact_solution)
{
    const double h[] = {4e-6, 2e-6, 1e-6};
    double trapezoidal[3], implicit[3];

    for (int k = 0; k < 3; k++) {
        trapezoidal[k] = circuit_error("theta=0.5 gamma=0.5", h[k]);
        implicit[k] = circuit_error("theta=1", h[k] / 8);
    }
    orders_check("theta = gamma = 1/2", 2, 0.2, 3, h, trapezoidal);
    orders_check("theta = gamma = 1", 1, 0.1, 3, h, implicit);
    /* phase error (w h)^2/12 w T of 10 V, w = 1e4: 1.7e-3 */
    ck_assert_double_lt(trapezoidal[2], 2e-3);
}
END_TEST

/* ---- sliding ------------------------------------------------------------------------ */

/* x_i' = 2 lambda_i, lambda_i = -sign(x_i): x_i = 0 from t = |x_i(0)|/2 on. The
 * implicit scheme has the exact x at every instant and then rests, without
 * chattering. */
START_TEST(relays_reach_the_surface_in_finite_time_and_stay)
{
    const double B[] = {2, 0, 0, 2}, C[] = {1, 0, 0, 1}, x0[] = {1, -0.3505};
    zn_interaction *a;
    zn_ds *ds;

    ds = fo_system("state", 2, NULL, x0);
    a = fo_join("relays", relay(-1, 1), fo_relation("relays", 2, 2, C, NULL, B),
                ds, NULL);
    start("theta=0.5", 1e-2, 0.8);
    while (goes_on()) {
        const double t = zn_simulation_time(sim), late = t - 0.175;
        CLOSE(x_of(ds, 0), fmax(1 - 2 * t, 0), 1e-14);
        CLOSE(x_of(ds, 1), -fmax(0.3505 - 2 * t, 0), 1e-14);
        CLOSE(lambda_of(a, 0), t < 0.5 + 1e-9 ? -1 : 0, 1e-12);
        /* the step in which it arrives, by the mean, and rest */
        CLOSE(lambda_of(a, 1),
              late < 0       ? 1
              : late < 0.009 ? (0.3505 - 0.34) / 0.02
                             : 0,
              1e-12);
    }
    CLOSE(zn_simulation_time(sim), 0.8, 1e-15);
}
END_TEST

/* ---- orders ---------------------------------------------------------------------------- */

/* M x' = f + r, M = diag(2, 1), with
 *     f = (-x1^3 + x2 + s1(t), -x1 - x2/2 + s2(t)),
 *     r = (lambda x1 / 2, lambda + lambda^2/5),
 *     0 = y = x2 + 0.3 x1^2 + lambda/2 + lambda^2/10 + s3(t)
 * and s such that x = (sin t, cos 2t), lambda = cos t. */
static void made_f(double t, unsigned n, const double *x, double *f,
                   unsigned nz, double *z)
{
    const double X1 = sin(t), X2 = cos(2 * t), l = cos(t);

    (void)n, (void)nz, (void)z;
    f[0] = -x[0] * x[0] * x[0] + x[1] + 2 * cos(t) -
           (-X1 * X1 * X1 + X2 + 0.5 * l * X1);
    f[1] = -x[0] - x[1] / 2 - 2 * sin(2 * t) - (-X1 - X2 / 2 + l + 0.2 * l * l);
}

static void made_A(double t, unsigned n, const double *x, double *A,
                   unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    A[0] = -3 * x[0] * x[0];
    A[1] = -1;
    A[2] = 1;
    A[3] = -0.5;
}

static void made_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *y, unsigned nz, double *z)
{
    const double X1 = sin(t), L = cos(t);

    (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = x[1] + 0.3 * x[0] * x[0] + 0.5 * l[0] + 0.1 * l[0] * l[0] -
           (cos(2 * t) + 0.3 * X1 * X1 + 0.5 * L + 0.1 * L * L);
}

static void made_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = 0.5 * l[0] * x[0];
    r[1] = l[0] + 0.2 * l[0] * l[0];
}

static double made_error(const char *scheme, double theta, double gamma,
                         double h)
{
    const double x0[] = {0, 1}, M[] = {2, 1};
    char options[80];
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    again();
    MUST(zn_ds_new_first_order(ctx, "first-order", "made", 2, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)made_f));
    MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)made_A));
    MUST(zn_ds_set_diagonal(ds, "M", 2, M));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "nonlinear", "made", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)made_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)made_g));
    a = fo_join("made", equality(1), r, ds, NULL);
    snprintf(options, sizeof options, "scheme=%s theta=%g gamma=%g", scheme,
             theta, gamma);
    start(options, h, 1);
    zn_simulation_state_rw(sim)->lambda[0][zn_interaction_offset(a)] = 1;
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_run(sim));
    return fabs(x_of(ds, 0) - sin(1)) + fabs(x_of(ds, 1) - cos(2));
}

START_TEST(order_is_two_if_and_only_if_theta_and_gamma_are_one_half)
{
    static const char *const schemes[] = {"standard", "full", "midpoint"};
    static const struct {
        double theta, gamma, order;
    } cases[] = {{0.5, 0.5, 2}, {1, 1, 1}, {0.5, 1, 1}, {1, 0.5, 1}};
    const double h[] = {1.0 / 20, 1.0 / 40, 1.0 / 80, 1.0 / 160};

    for (int s = 0; s < 3; s++)
        for (int c = 0; c < 4; c++) {
            char what[80];
            double error[4];
            for (int k = 0; k < 4; k++)
                error[k] = made_error(schemes[s], cases[c].theta,
                                      cases[c].gamma, h[k]);
            snprintf(what, sizeof what, "%s, theta = %g, gamma = %g",
                     schemes[s], cases[c].theta, cases[c].gamma);
            orders_check(what, cases[c].order, 0.15, 4, h, error);
        }
}
END_TEST

/* A(t) = -(1 + sin t), b(t) = cos 3t, M = 2, input B(t) lambda = cos t lambda
 * with 0 = x + (2 + sin t) lambda - e(t), everything at its own instant: the
 * solution is made to be x = cos t, lambda = sin 2t. */
static void moving_A(double t, unsigned m, unsigned n, double *A, unsigned nz,
                     double *z)
{
    (void)m, (void)n, (void)nz, (void)z;
    A[0] = -(1 + sin(t));
}

static void moving_b(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    b[0] = -2 * sin(t) + (1 + sin(t)) * cos(t) - cos(t) * sin(2 * t);
}

static void moving_B(double t, unsigned m, unsigned n, double *B, unsigned nz,
                     double *z)
{
    (void)m, (void)n, (void)nz, (void)z;
    B[0] = cos(t);
}

static void moving_C(double t, unsigned m, unsigned n, double *C, unsigned nz,
                     double *z)
{
    (void)m, (void)n, (void)nz, (void)z;
    C[0] = 1 + t;
}

static void moving_D(double t, unsigned m, unsigned n, double *D, unsigned nz,
                     double *z)
{
    (void)m, (void)n, (void)nz, (void)z;
    D[0] = 2 + sin(t);
}

static void moving_F(double t, unsigned m, unsigned n, double *F, unsigned nz,
                     double *z)
{
    (void)m, (void)n, (void)nz, (void)z;
    F[0] = -cos(t); /* z = (3, 1) */
    F[1] = 2 * cos(t);
}

static void moving_e(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = -(1 + t) * cos(t) - (2 + sin(t)) * sin(2 * t) + cos(t);
}

static double moving_error(const char *scheme, double h)
{
    const double x0 = 1, M = 2, z[] = {3, 1};
    zn_relation *r;
    char options[80];
    zn_ds *ds;

    again();
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "moving", 1, &x0,
                               &ds));
    MUST(zn_ds_set_constant(ds, "M", 1, 1, &M));
    MUST(zn_ds_set_function(ds, "A", (zn_fn *)moving_A));
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)moving_b));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "first-order-linear", "moving", 1, 1, &r));
    MUST(zn_relation_set_z(r, 2, z));
    MUST(zn_relation_set_function(r, "B", (zn_fn *)moving_B));
    MUST(zn_relation_set_function(r, "C", (zn_fn *)moving_C));
    MUST(zn_relation_set_function(r, "D", (zn_fn *)moving_D));
    MUST(zn_relation_set_function(r, "F", (zn_fn *)moving_F));
    MUST(zn_relation_set_function(r, "e", (zn_fn *)moving_e));
    fo_join("moving", equality(1), r, ds, NULL);
    snprintf(options, sizeof options, "scheme=%s theta=0.5 gamma=0.5", scheme);
    start(options, h, 1);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(zn_simulation_step_info(sim)->newton_iterations, 1);
    return fabs(x_of(ds, 0) - cos(1));
}

START_TEST(linear_data_that_depend_on_time_are_integrated_with_order_two)
{
    static const char *const schemes[] = {"standard", "full", "midpoint"};
    const double h[] = {1.0 / 20, 1.0 / 40, 1.0 / 80, 1.0 / 160};

    for (int s = 0; s < 3; s++) {
        double error[4];
        for (int k = 0; k < 4; k++)
            error[k] = moving_error(schemes[s], h[k]);
        orders_check(schemes[s], 2, 0.15, 4, h, error);
    }
}
END_TEST

/* ---- equations without derivative ---------------------------------------------------- */

static void push(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    b[0] = 0;
    b[1] = -sin(t);
}

/* x' = -x + u, 0 = x + 2 u - sin t, so x' = -1.5 x + sin t / 2. The second row
 * takes theta = 1 whatever theta is: it holds at every instant. */
static double dae_error(double theta, double h)
{
    const double M[] = {1, 0}, A[] = {-1, 1, 1, 2}, x0[] = {1, -0.5};
    const double k = 1.5, w = 1 / (k * k + 1) / 2; /* particular solution */
    char options[40];
    zn_ds *ds;

    again();
    ds = fo_system("dae", 2, A, x0);
    MUST(zn_ds_set_diagonal(ds, "M", 2, M));
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)push));
    snprintf(options, sizeof options, "theta=%g", theta);
    start(options, h, 1);
    while (goes_on())
        CLOSE(x_of(ds, 0) + 2 * x_of(ds, 1), sin(zn_simulation_time(sim)),
              1e-14);
    return fabs(x_of(ds, 0) - ((1 + w) * exp(-k) + w * (k * sin(1) - cos(1))));
}

START_TEST(an_empty_row_of_M_is_an_equation_that_holds_at_every_instant)
{
    const double h[] = {1.0 / 10, 1.0 / 20, 1.0 / 40};
    double half[3], one[3];

    for (int k = 0; k < 3; k++) {
        half[k] = dae_error(0.5, h[k]);
        one[k] = dae_error(1, h[k]);
    }
    orders_check("theta = 1/2", 2, 0.1, 3, h, half);
    orders_check("theta = 1", 1, 0.1, 3, h, one);
}
END_TEST

/* Also from a start where it does not hold: the first step ends on it. */
START_TEST(an_empty_row_of_M_is_taken_up_by_the_first_step)
{
    const double M[] = {1, 0}, A[] = {-1, 1, 1, 2}, x0[] = {1, 0.3};
    zn_ds *ds = fo_system("dae", 2, A, x0);

    MUST(zn_ds_set_diagonal(ds, "M", 2, M));
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)push));
    start("theta=0.5", 0.1, 1);
    while (goes_on())
        CLOSE(x_of(ds, 0) + 2 * x_of(ds, 1), sin(zn_simulation_time(sim)),
              1e-14);
}
END_TEST

/* x1' = x2, x2' = -x1 + lambda, 0 = x2 - cos t: of index two, lambda =
 * -sin t + x1 = 0 for x1 = sin t. */
static void minus_cos(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = -cos(t);
}

START_TEST(an_equality_of_relative_degree_one_is_an_equation_of_index_two)
{
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1}, C[] = {0, 1};
    const double x0[] = {0, 1}, h = 1e-3;
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds = fo_system("index two", 2, A, x0);

    r = fo_relation("guide", 1, 2, C, NULL, B);
    MUST(zn_relation_set_function(r, "e", (zn_fn *)minus_cos));
    a = fo_join("guide", equality(1), r, ds, NULL);
    start("theta=1", h, 1);
    while (goes_on())
        CLOSE(x_of(ds, 1), cos(zn_simulation_time(sim)), 1e-13);
    CLOSE(x_of(ds, 0), sin(1), h); /* order one */
    CLOSE(lambda_of(a, 0), 0, h);
}
END_TEST

START_TEST(what_the_scheme_cannot_do_is_refused)
{
    const double A[] = {-1, 0, 1, 0}, M[] = {1, 0}, x0[] = {1, 1};
    zn_ds *ds = fo_system("dae", 2, A, x0);

    MUST(zn_ds_set_diagonal(ds, "M", 2, M));
    start("theta=0.5", 0.1, 1);
    /* the second row of M and of A is empty: no h makes W regular */
    REFUSED(zn_simulation_step(sim), ZN_ESINGULAR, "M - h theta A of system");
    zn_simulation_free(sim);
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", "scheme=midpoint theta=0.5",
                           NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    REFUSED(zn_simulation_step(sim), ZN_ENOTSUP, "row 1 of M is zero");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("first order");
    TCase *tc = tcase_create("exact solutions");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, an_empty_row_of_M_is_taken_up_by_the_first_step);
    tcase_add_test(tc, diode_circuit_follows_the_piecewise_exact_solution);
    tcase_add_test(tc, relays_reach_the_surface_in_finite_time_and_stay);
    tcase_add_test(tc,
                   order_is_two_if_and_only_if_theta_and_gamma_are_one_half);
    tcase_add_test(
        tc, linear_data_that_depend_on_time_are_integrated_with_order_two);
    tcase_add_test(
        tc, an_empty_row_of_M_is_an_equation_that_holds_at_every_instant);
    tcase_add_test(
        tc, an_equality_of_relative_degree_one_is_an_equation_of_index_two);
    tcase_add_test(tc, what_the_scheme_cannot_do_is_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
