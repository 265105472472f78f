/* test_coupling.c - systems coupled by the state dependence of an input
 * SPDX-License-Identifier: Apache-2.0
 *
 * A relation between two systems with r = g(x, lambda) couples their iteration
 * matrices. What is computed is what one system that holds both would give, in
 * as many iterations. */
#include "tests/unit/first_order.h"

/* ---- all Jacobians constant: one pass ----------------------------------- */

/* y = C x + D lambda, r = B lambda + K x between x1 (2) and x2 (1); columns */
static const double link_C[3] = {1, 0.5, -1}, link_D = 0.2;
static const double link_B[3] = {0.5, 1, -0.75};
static const double link_K[9] = {0, 0.3, 7, -2, 0, 1, 5, -4, 0};

static void link_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *y, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = link_D * l[0];
    for (int j = 0; j < 3; j++)
        y[0] += link_C[j] * x[j];
}

static void link_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    for (int i = 0; i < 3; i++) {
        r[i] = link_B[i] * l[0];
        for (int j = 0; j < 3; j++)
            r[i] += link_K[i + 3 * j] * x[j];
    }
}

static zn_relation *linked(void)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "nonlinear", "link", 1, 3, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)link_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)link_g));
    MUST(zn_relation_set_constant(r, "jac_h_q", 1, 3, link_C));
    MUST(zn_relation_set_constant(r, "jac_h_lambda", 1, 1, &link_D));
    MUST(zn_relation_set_constant(r, "jac_g_q", 3, 3, link_K));
    MUST(zn_relation_set_constant(r, "jac_g_lambda", 3, 1, link_B));
    return r;
}

enum { STATES = 4, LAWS = 3 };

static void run(const char *osi, const char *options, const char *storage)
{
    simulate(osi, options, 0, 0.0625, 2);
    MUST(zn_simulation_set(sim, "storage", storage));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-11"));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(iterations(), zn_simulation_state(sim)->step);
}

/* Systems x1, x2 and, beside them, x3; the link, a relay on x1 and a diode
 * between x2 and x3, which share no system but are linked through the group. */
static void apart(const char *osi, const char *options, const char *storage,
                  double x[STATES], double lambda[LAWS])
{
    const double A1[] = {-1, -3, 2, -0.5}, A2 = -0.5, A3 = -2;
    const double x1[] = {0.5, 1}, x2 = -1, x3 = 0.75;
    const double one = 1, C3[] = {1, -1}, B3[] = {1, -0.5}, two[] = {1, 0};
    zn_ds *d3 = fo_system("three", 1, &A3, &x3);
    zn_ds *d1 = fo_system("one", 2, A1, x1),
          *d2 = fo_system("two", 1, &A2, &x2);
    zn_interaction *a[LAWS];

    a[0] = fo_join("diode", complementarity(1),
                   fo_relation("diode", 1, 2, C3, &one, B3), d2, d3);
    a[1] = fo_join("link", complementarity(1), linked(), d1, d2);
    a[2] = fo_join("relay", relay(-0.5, 2),
                   fo_relation("relay", 1, 2, two, &one, two), d1, NULL);
    run(osi, options, storage);
    for (int i = 0; i < 2; i++)
        x[i] = x_of(d1, i);
    x[2] = x_of(d2, 0);
    x[3] = x_of(d3, 0);
    for (int i = 0; i < LAWS; i++)
        lambda[i] = lambda_of(a[i], 0);
}

/* The same as one system without K, which is part of A. */
static void whole(const char *osi, const char *options, double x[STATES],
                  double lambda[LAWS])
{
    double A[16] = {-1, -3, 0, 0, 2, -0.5, 0, 0, 0, 0, -0.5, 0, 0, 0, 0, -2};
    const double x0[] = {0.5, 1, -1, 0.75};
    /* rows diode, link, relay; columns */
    const double C[12] = {0, 1, 1, 0, 0.5, 0, 1, -1, 0, -1, 0, 0};
    const double B[12] = {0, 0, 1, -0.5, 0.5, 1, -0.75, 0, 1, 0, 0, 0};
    const double D[9] = {1, 0, 0, 0, 0.2, 0, 0, 0, 1};
    const double lb[] = {0, 0, -0.5}, ub[] = {INFINITY, INFINITY, 2};
    zn_interaction *a;
    zn_law *law;
    zn_ds *ds;

    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            A[i + 4 * j] += link_K[i + 3 * j];
    ds = fo_system("whole", 4, A, x0);
    MUST(zn_law_relay(ctx, 3, lb, ub, &law));
    a = fo_join("all", law, fo_relation("all", 3, 4, C, D, B), ds, NULL);
    run(osi, options, "dense");
    for (int i = 0; i < STATES; i++)
        x[i] = x_of(ds, i);
    for (int i = 0; i < LAWS; i++)
        lambda[i] = lambda_of(a, i);
}

/* K x weighs gamma in the scheme where A x weighs theta: the same only if both
 * are one number. */
START_TEST(a_linear_coupling_is_exact_in_one_pass)
{
    static const char *const options[] = {"theta=1",
                                          "scheme=standard theta=0.5 gamma=0.5",
                                          "scheme=full theta=0.75 gamma=0.75"};
    static const char *const storage[] = {"dense", "block"};

    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 2; s++) {
            double x[STATES], l[LAWS], wx[STATES], wl[LAWS];

            again();
            apart("euler-moreau", options[k], storage[s], x, l);
            again();
            whole("euler-moreau", options[k], wx, wl);
            /* `full` takes K at x_{k+gamma} = theta x_{k+1} + ... as A */
            for (int i = 0; i < STATES; i++)
                CLOSE(x[i], wx[i], 1e-12);
            for (int i = 0; i < LAWS; i++)
                CLOSE(l[i], wl[i], 1e-10);
        }
}
END_TEST

/* ---- a group that changes ------------------------------------------------ */

/* The link taken away, the systems go on alone; put back, as if it had never
 * been away. */
START_TEST(a_coupling_comes_and_goes)
{
    const double A1[] = {-1, -3, 2, -0.5}, A2 = -0.5;
    const double x1[] = {0.5, 1}, x2 = -1;
    double moved[2][3];

    for (int k = 0; k < 2; k++) {
        zn_interaction *a;
        zn_ds *d1, *d2;

        again();
        d1 = fo_system("one", 2, A1, x1);
        d2 = fo_system("two", 1, &A2, &x2);
        a = fo_join("link", complementarity(1), linked(), d1, d2);
        simulate("euler-moreau", "theta=1", 0, 0.0625, 1);
        if (k == 1) { /* one step without, then back to the start */
            zn_model_reopen(model);
            MUST(zn_model_remove_interaction(model, a));
            MUST(zn_model_seal(model));
            MUST(zn_simulation_step(sim));
            CLOSE(x_of(d2, 0), x2 / (1 - 0.0625 * A2), 1e-15); /* alone */
            zn_model_reopen(model);
            fo_join("link", complementarity(1), linked(), d1, d2);
            MUST(zn_model_seal(model));
            MUST(zn_simulation_init(sim));
            zn_state *s = zn_simulation_state_rw(sim);
            for (int i = 0; i < 2; i++)
                s->x[zn_ds_x_offset(d1) + i] = x1[i];
            s->x[zn_ds_x_offset(d2)] = x2;
            MUST(zn_simulation_touched(sim));
        }
        MUST(zn_simulation_step(sim));
        for (int i = 0; i < 2; i++)
            moved[k][i] = x_of(d1, i);
        moved[k][2] = x_of(d2, 0);
    }
    for (int i = 0; i < 3; i++)
        CLOSE(moved[1][i], moved[0][i], 1e-14);
}
END_TEST

/* ---- quadratic ------------------------------------------------------------ */

static void bent_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *y, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = x[0] - x[1] + l[0];
}

static void bent_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = -l[0] - 8 * sin(x[1]);
    r[1] = l[0] - 8 * cos(x[0]);
}

static void bent_g_x(double t, unsigned nx, double *x, unsigned nl, double *l,
                     double *K, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)l, (void)nz, (void)z;
    K[0] = K[3] = 0;
    K[1] = 8 * sin(x[0]);
    K[2] = -8 * cos(x[1]);
}

/* h gamma |K| = 0.8: blocks on the diagonal alone would gain a digit in about ten
 * iterations, since K has no others. */
START_TEST(newton_converges_quadratically_across_systems)
{
    const double x1 = 0.5, x2 = -0.25, one = 1, C[2] = {1, -1}, B[2] = {-1, 1};
    zn_ds *d1 = fo_system("one", 1, NULL, &x1);
    zn_ds *d2 = fo_system("two", 1, NULL, &x2);
    zn_relation *r;
    zn_index steps = 0;

    MUST(zn_relation_new(ctx, "nonlinear", "bent", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)bent_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)bent_g));
    MUST(zn_relation_set_constant(r, "jac_h_q", 1, 2, C));
    MUST(zn_relation_set_constant(r, "jac_h_lambda", 1, 1, &one));
    MUST(zn_relation_set_function(r, "jac_g_q", (zn_fn *)bent_g_x));
    MUST(zn_relation_set_constant(r, "jac_g_lambda", 2, 1, B));
    fo_join("bent", complementarity(1), r, d1, d2);
    simulate("euler-moreau", "theta=1", 0, 0.1, 5);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    while (goes_on()) {
        ck_assert_int_le(zn_simulation_step_info(sim)->newton_iterations, 6);
        steps++;
    }
    ck_assert_int_eq(steps, 50);
}
END_TEST

/* ---- memory ---------------------------------------------------------------- */

static zn_status bent_relation(zn_ctx *c, zn_relation **out)
{
    zn_status st = zn_relation_new(c, "nonlinear", "bent", 1, 2, out);

    if (!st)
        st = zn_relation_set_function(*out, "h", (zn_fn *)bent_h);
    return st ? st : zn_relation_set_function(*out, "g", (zn_fn *)bent_g);
}

static zn_status bent_model(zn_ctx *c, zn_model *m)
{
    const double x0 = 0.5;
    zn_ds *ds[2];
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = ZN_OK;

    for (int i = 0; !st && i < 2; i++) {
        st = zn_ds_new_first_order(c, "first-order-linear", i ? "two" : "one",
                                   1, &x0, &ds[i]);
        if (!st)
            st = zn_model_add_ds(m, ds[i]);
        if (st)
            zn_ds_free(ds[i]);
    }
    if (!st)
        st = bent_relation(c, &r);
    if (!st)
        st = zn_law_complementarity(c, 1, &law);
    if (!st)
        st = zn_model_connect(m, "bent", law, r, ds[0], ds[1], NULL);
    if (st) {
        zn_relation_free(r);
        zn_law_free(law);
    }
    return st;
}

/* Five steps; *first: allocations up to the end of the first one. */
static zn_status run_bent(const zn_allocator *alloc, const test_memory *mem,
                          long *first)
{
    zn_ctx *c = NULL;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = bent_model(c, m);
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, "euler-moreau", NULL, NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, 0.1, 0.5);
    if (!st)
        st = zn_simulation_set(s, "recompute", "no"); /* that allocates */
    for (int k = 0; !st && k < 5; k++) {
        st = zn_simulation_step(s);
        if (k == 0 && mem)
            *first = mem->calls;
    }
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return st;
}

static zn_status torture_body(const zn_allocator *alloc)
{
    return run_bent(alloc, NULL, NULL);
}

START_TEST(coupled_steps_allocate_nothing_after_the_first)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    long first = 0;

    ck_assert_int_eq(run_bent(&alloc, &mem, &first), ZN_OK);
    ck_assert_int_eq(mem.calls, first);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

START_TEST(every_allocation_of_a_coupling_may_fail)
{
    test_torture(torture_body);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("coupling");
    TCase *tc = tcase_create("dg/dx");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_linear_coupling_is_exact_in_one_pass);
    tcase_add_test(tc, a_coupling_comes_and_goes);
    tcase_add_test(tc, newton_converges_quadratically_across_systems);
    tcase_add_test(tc, coupled_steps_allocate_nothing_after_the_first);
    tcase_add_test(tc, every_allocation_of_a_coupling_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
