/* test_first_order_numbers.c - single steps and one-step problems of first-order
 * systems against numbers of an independent program
 *
 * n = 2, one multiplier, M = diag(2, 1), f = (-x1^3 + x2 + sin t, -x1 - x2/2),
 * y = x2 + 0.3 x1^2 + lambda/2 + lambda^2/10 + t/5, 0 <= y _|_ lambda >= 0, and
 * g(lambda) or g(x, lambda); from t = 0, x = (0.2, -1), lambda = 0.4, h = 0.1,
 * theta = 0.6, gamma = 0.7.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"

static void f(double t, unsigned n, const double *x, double *out, unsigned nz,
              double *z)
{
    (void)n, (void)nz, (void)z;
    out[0] = -x[0] * x[0] * x[0] + x[1] + sin(t);
    out[1] = -x[0] - 0.5 * x[1];
}

static void f_x(double t, unsigned n, const double *x, double *A, unsigned nz,
                double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    A[0] = -3 * x[0] * x[0];
    A[1] = -1;
    A[2] = 1;
    A[3] = -0.5;
}

static void h(double t, unsigned nx, double *x, unsigned nl, double *l,
              double *y, unsigned nz, double *z)
{
    (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = x[1] + 0.3 * x[0] * x[0] + 0.5 * l[0] + 0.1 * l[0] * l[0] + 0.2 * t;
}

static void h_x(double t, unsigned nx, double *x, unsigned nl, double *l,
                double *C, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)l, (void)nz, (void)z;
    C[0] = 0.6 * x[0];
    C[1] = 1;
}

static void h_l(double t, unsigned nx, double *x, unsigned nl, double *l,
                double *D, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz, (void)z;
    D[0] = 0.5 + 0.2 * l[0];
}

static void g_of_lambda(double t, unsigned nx, double *x, unsigned nl,
                        double *l, double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz, (void)z;
    r[0] = 0.1 * l[0];
    r[1] = l[0] + 0.2 * l[0] * l[0];
}

static void g_of_both(double t, unsigned nx, double *x, unsigned nl, double *l,
                      double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = 0.5 * l[0] * x[0];
    r[1] = l[0] + 0.2 * l[0] * l[0];
}

static void g_x(double t, unsigned nx, double *x, unsigned nl, double *l,
                double *K, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz, (void)z;
    K[0] = 0.5 * l[0];
}

static void g_l(double t, unsigned nx, double *x, unsigned nl, double *l,
                double *B, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    B[0] = 0.5 * x[0];
    B[1] = 1 + 0.4 * l[0];
}

static int calls_of_g_x;

static void counted_g_x(double t, unsigned nx, double *x, unsigned nl,
                        double *l, double *K, unsigned nz, double *z)
{
    calls_of_g_x++;
    g_x(t, nx, x, nl, l, K, nz, z);
}

/* One step; which Jacobians are given must not change the answer. */
static zn_index one_step(const char *scheme, bool both, bool given,
                         const double want[3])
{
    const double x0[] = {0.2, -1}, M[] = {2, 1};
    char options[80];
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    MUST(zn_ds_new_first_order(ctx, "first-order", "system", 2, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)f));
    MUST(zn_ds_set_diagonal(ds, "M", 2, M));
    MUST(zn_relation_new(ctx, "nonlinear", "relation", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h));
    MUST(zn_relation_set_function(
        r, "g", both ? (zn_fn *)g_of_both : (zn_fn *)g_of_lambda));
    if (given) {
        MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)f_x));
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)h_x));
        MUST(zn_relation_set_function(r, "jac_h_lambda", (zn_fn *)h_l));
    }
    if (given && both) {
        MUST(zn_relation_set_function(r, "jac_g_q", (zn_fn *)counted_g_x));
        MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)g_l));
    }
    MUST(zn_model_add_ds(model, ds));
    a = fo_join("relation", complementarity(1), r, ds, NULL);
    snprintf(options, sizeof options, "scheme=%s theta=0.6 gamma=0.7", scheme);
    simulate("euler-moreau", options, 0, 0.1, 1);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-13));
    MUST(zn_simulation_init(sim));
    zn_simulation_state_rw(sim)->lambda[0][0] = 0.4;
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_step(sim));
    CLOSE(x_of(ds, 0), want[0], 1e-12);
    CLOSE(x_of(ds, 1), want[1], 1e-12);
    CLOSE(lambda_of(a, 0), want[2], 1e-12);
    return zn_simulation_step_info(sim)->newton_iterations;
}

START_TEST(steps_of_the_three_schemes)
{
    static const struct {
        const char *scheme;
        bool both;
        double want[3];
    } cases[] = {
        {"standard",
         false,
         {1.624963696354e-01, -8.450417052344e-01, 1.297525752633e+00}},
        {"full",
         false,
         {1.651736334918e-01, -8.056076868383e-01, 1.328410248171e+00}},
        {"midpoint",
         false,
         {1.651846977634e-01, -8.056083937463e-01, 1.328409828552e+00}},
        {"standard",
         true,
         {1.616288870741e-01, -8.449871255591e-01, 1.297564951937e+00}},
        {"full",
         true,
         {1.643485714247e-01, -8.055549900868e-01, 1.328441422407e+00}},
        {"midpoint",
         true,
         {1.643602645393e-01, -8.055557366876e-01, 1.328440982202e+00}},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int given = 0; given < 2; given++) {
            calls_of_g_x = 0;
            /* quadratic: with all Jacobians right there are few iterations */
            ck_assert_int_le(one_step(cases[k].scheme, cases[k].both,
                                      given != 0, cases[k].want),
                             6);
            /* a given Jacobian is really used */
            ck_assert(!(given && cases[k].both) || calls_of_g_x > 0);
        }
}
END_TEST

/* ---- type 1 and type 2: the same motion by three classes --------------------------- */

static void h1(unsigned n, double *x, unsigned m, double *y, unsigned nz,
               double *z)
{
    (void)n, (void)m;
    y[0] = x[1] + z[0] * x[0] * x[0];
    ck_assert_uint_eq(nz, 1);
}

static void h1_x(unsigned n, double *x, unsigned m, double *C, unsigned nz,
                 double *z)
{
    (void)n, (void)m, (void)nz;
    C[0] = 2 * z[0] * x[0];
    C[1] = 1;
}

static void g1(unsigned n, double *l, unsigned m, double *r, unsigned nz,
               double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    r[0] = 0.1 * l[0];
    r[1] = l[0] + 0.2 * l[0] * l[0];
}

static void g1_l(unsigned n, double *l, unsigned m, double *B, unsigned nz,
                 double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    B[0] = 0.1;
    B[1] = 1 + 0.4 * l[0];
}

static void h2(unsigned n, double *x, unsigned nl, double *l, unsigned m,
               double *y)
{
    (void)n, (void)nl, (void)l, (void)m;
    y[0] = x[1] + 0.3 * x[0] * x[0];
}

static void h2_x(unsigned n, double *x, unsigned nl, double *l, unsigned m,
                 double *C)
{
    (void)n, (void)nl, (void)l, (void)m;
    C[0] = 0.6 * x[0];
    C[1] = 1;
}

static void h2_l(unsigned n, double *x, unsigned nl, double *l, unsigned m,
                 double *D)
{
    (void)n, (void)x, (void)nl, (void)l, (void)m;
    D[0] = 0;
}

static void g2(unsigned nl, double *l, unsigned n, double *r)
{
    g1(nl, l, n, r, 0, NULL);
}

static void g2_l(unsigned nl, double *l, unsigned n, double *B)
{
    g1_l(nl, l, n, B, 0, NULL);
}

static void h3(double t, unsigned nx, double *x, unsigned nl, double *l,
               double *y, unsigned nz, double *z)
{
    (void)t, (void)nz, (void)z;
    h2(nx, x, nl, l, 1, y);
}

static void run_type(int type, bool given, double out[3])
{
    static const char *const cls[] = {"nonlinear", "without-feedthrough", "feedthrough"};
    const double x0[] = {0.2, -1}, z = 0.3;
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    MUST(zn_ds_new_first_order(ctx, "first-order", "system", 2, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, cls[type], "relation", 1, 2, &r));
    MUST(zn_relation_set_z(r, 1, &z));
    static zn_fn *const functions[3][5] = {
        {(zn_fn *)h3, (zn_fn *)g_of_lambda, NULL, NULL, NULL},
        {(zn_fn *)h1, (zn_fn *)g1, (zn_fn *)h1_x, (zn_fn *)g1_l, NULL},
        {(zn_fn *)h2, (zn_fn *)g2, (zn_fn *)h2_x, (zn_fn *)g2_l, (zn_fn *)h2_l},
    };
    static const char *const names[] = {"h", "g", "jac_h_x", "jac_g_lambda",
                                        "jac_h_lambda"};
    for (int i = 0; i < (given ? 5 : 2); i++)
        if (functions[type][i])
            MUST(zn_relation_set_function(r, names[i], functions[type][i]));
    a = fo_join("relation", complementarity(1), r, ds, NULL);
    simulate("euler-moreau", "theta=0.6 gamma=0.8", 0, 0.05, 2);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-13));
    MUST(zn_simulation_run(sim));
    out[0] = x_of(ds, 0);
    out[1] = x_of(ds, 1);
    out[2] = lambda_of(a, 0);
}

START_TEST(types_one_and_two_are_cases_of_the_nonlinear_relation)
{
    double want[3], got[3];

    run_type(0, false, want);
    ck_assert_double_gt(want[2], 0.1); /* the law acts */
    for (int type = 1; type < 3; type++)
        for (int given = 0; given < 2; given++) {
            run_type(type, given != 0, got);
            for (int i = 0; i < 3; i++)
                CLOSE(got[i], want[i], 1e-11);
        }
}
END_TEST

/* ---- the one-step problem of two interactions over three systems -------------------- */

START_TEST(linked_interactions_share_a_system)
{
    const double A1 = -1, M1 = 2, x1 = 1;
    const double A2[] = {0, -2, 1, -0.5}, x2[] = {0.5, -1};
    const double A3[] = {-1, 0, 2, -3}, M3[] = {1, 4}, x3[] = {2, 0.25};
    /* columns: the states of the systems, in order */
    const double C1[] = {1, 0, 2, /**/ 1, 0, 1, 0, 1, 1};
    const double C2[] = {1, -1, 2, 1};
    const double B1[] = {1, 0, 1, /**/ 1, 0, 0, 0, 1, 2}; /* by rows, 3 x 3 */
    const double B2[] = {0, 1, 1, 1}, D1[] = {1, 0, 2};
    const double M[4][4] = {
        {1.144018583043e+00, 2.294893861159e-03, 5.337027552720e-02,
         9.753298909925e-02},
        {0, 2.409638554217e-02, 4.819277108434e-02, 2.409638554217e-02},
        {1.927990708479e-01, 2.639127940333e-02, 2.150343534416e+00,
         1.216293746414e-01},
        {1.904761904762e-01, 2.868617326449e-02, 5.737234652897e-02,
         1.269293540319e-01}};
    const double q[] = {2.806641198942e+00, 2.319277108434e-01,
                        3.989788421981e+00, 5.379664288221e+00};
    zn_ds *d1 = fo_system("one", 1, &A1, &x1);
    zn_ds *d2 = fo_system("two", 2, A2, x2);
    zn_ds *d3 = fo_system("three", 2, A3, x3);
    zn_relation *r1, *r2;
    double b[9];

    MUST(zn_ds_set_constant(d1, "M", 1, 1, &M1));
    MUST(zn_ds_set_diagonal(d3, "M", 2, M3));
    r1 = fo_relation("first", 3, 3, C1, NULL, by_rows(3, 3, B1, b));
    MUST(zn_operator_set_diagonal(zn_relation_operator(r1, "D"), 3, D1));
    r2 = fo_relation("second", 1, 4, C2, NULL, B2);
    fo_join("first", complementarity(3), r1, d1, d3);
    fo_join("second", complementarity(1), r2, d2, d3);
    for (int block = 0; block < 2; block++) {
        zn_simulation_free(sim);
        simulate("euler-moreau", "theta=0.5", 0, 0.1, 1);
        MUST(zn_simulation_set(sim, "storage", block ? "block" : "dense"));
        MUST(zn_simulation_step(sim));
        const zn_one_step *p = zn_simulation_one_step(sim);
        ck_assert_int_eq(p->n, 4);
        for (int i = 0; i < 4; i++) {
            CLOSE(p->q[i], q[i], 1e-12);
            for (int j = 0; j < 4; j++)
                CLOSE(zn_matrix_get(p->M, i, j), M[i][j], 1e-12);
        }
    }
}
END_TEST

/* ---- refusals -------------------------------------------------------------------------- */

START_TEST(wrong_models_are_refused_with_the_reason)
{
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1}, C[] = {1, 0}, x0[] = {1, 0};
    const double one = 1, F[] = {1, 2};
    zn_ds *ds = fo_system("mass", 2, A, x0), *bare;
    zn_law *law, *impact, *twisted;
    zn_relation *r, *wide;

    /* no f, no C, no B, no h, no g */
    MUST(zn_ds_new_first_order(ctx, "first-order", "bare", 1, &one, &bare));
    MUST(zn_model_add_ds(model, bare));
    MUST(zn_relation_new(ctx, "first-order-linear", "empty", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "F", 1, 2, F));
    fo_join("empty", complementarity(1), r, bare, NULL);
    MUST(zn_relation_new(ctx, "feedthrough", "silent", 1, 1, &r));
    fo_join("silent", complementarity(1), r, bare, NULL);
    /* laws that do not fit */
    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_law_set_real(law, "lb", 2));
    fo_join("crossed", law, fo_relation("r1", 1, 2, C, NULL, B), ds, NULL);
    MUST(zn_law_newton_impact(ctx, 0.5, &impact));
    fo_join("impact", impact, fo_relation("r2", 1, 2, C, NULL, B), ds, NULL);
    MUST(zn_law_mixed(ctx, 2, 3, &twisted));
    fo_join("mixed", twisted, fo_relation("r3", 1, 2, C, NULL, B), ds, NULL);
    /* of the other family, or another size */
    MUST(zn_relation_new(ctx, "linear", "second", 1, 2, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 2, C));
    fo_join("family", complementarity(1), r, ds, NULL);
    wide = fo_relation("wide", 1, 1, &one, NULL, &one);
    fo_join("size", complementarity(1), wide, ds, NULL);

    ck_assert_int_eq(zn_model_seal(model), ZN_EINVAL);
    static const char *const words[] = {
        "system 'bare': f is not given",
        "relation 'empty': C is not given",
        "relation 'empty': B is not given",
        "relation 'empty': F is 1 x 2, must be 1 x 0",
        "relation 'silent': h is not given",
        "relation 'silent': g is not given",
        "interaction 'crossed': law 'relay': bounds of row 0: [2, 1] is empty",
        "interaction 'impact': law 'newton-impact' does not take systems",
        "law 'mixed-complementarity': 3 equalities in 2 rows",
        "interaction 'mixed': relation 'r3' has 1 rows, must be a multiple",
        "relation 'second' (linear) does not take systems of first order",
        "interaction 'size': relation 'wide' is for a state of 1",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ck_assert_msg(strstr(zn_errmsg(ctx), words[i]) != NULL,
                      "'%s' is not in: %s", words[i], zn_errmsg(ctx));
}
END_TEST

START_TEST(a_problem_without_solution_stops_the_run_with_the_reason)
{
    /* y = x + 1 - 2 t cannot be kept positive: lambda does not act on it */
    const double A[] = {0, 0, 0, 0}, B[] = {0, 1}, C[] = {1, 0};
    const double x0[] = {1, 0}, b[] = {-2, 0};
    zn_ds *ds = fo_system("falling", 2, A, x0);

    MUST(zn_ds_set_constant(ds, "b", 2, 1, b));
    fo_join("floor", complementarity(1), fo_relation("floor", 1, 2, C, NULL, B),
            ds, NULL);
    simulate("euler-moreau", NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_run(sim), ZN_UNSOLVED, "at t = 0.6 s");
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "interaction 'floor' violates its law"));
    CLOSE(zn_simulation_time(sim), 0.5, 1e-15);
    CLOSE(x_of(ds, 0), 0, 1e-15);
}
END_TEST

/* y = x + lambda + lambda^3 - 3, r = lambda */
static void cubic_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                    double *y, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = x[0] + l[0] + l[0] * l[0] * l[0] - 3;
}

static void cubic_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                    double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz, (void)z;
    r[0] = l[0];
}

/* The system is linear: its residual vanishes from the first iteration on, and what is
 * left to do is told by the residual of the output alone. */
START_TEST(an_output_that_is_not_linear_holds_when_only_residuals_are_asked)
{
    const double A[] = {-1}, x0[] = {0.5}, step = 0.1;
    zn_ds *ds = fo_system("linear", 1, A, x0);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "nonlinear", "cubic", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)cubic_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)cubic_g));
    a = fo_join("cubic", equality(1), r, ds, NULL);
    simulate("euler-moreau", "theta=1 gamma=1", 0, step, 1);
    MUST(zn_simulation_set(sim, "newton_check", "residual"));
    for (int k = 0; k < 10; k++) {
        double before = k ? x_of(ds, 0) : x0[0], x, l;

        MUST(zn_simulation_step(sim));
        x = x_of(ds, 0);
        l = lambda_of(a, 0);
        CLOSE(x, before + step * (-x + l), 1e-14);
        /* newton_tol = 1e-10, of an output that is nearly zero */
        CLOSE(x + l + l * l * l, 3, 1.01e-10);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("first-order numbers");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, steps_of_the_three_schemes);
    tcase_add_test(tc, types_one_and_two_are_cases_of_the_nonlinear_relation);
    tcase_add_test(tc, linked_interactions_share_a_system);
    tcase_add_test(tc, wrong_models_are_refused_with_the_reason);
    tcase_add_test(tc,
                   a_problem_without_solution_stops_the_run_with_the_reason);
    tcase_add_test(tc,
                   an_output_that_is_not_linear_holds_when_only_residuals_are_asked);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
