/* test_first_order_coupled.c - two first order systems, coupled, against one
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"

/* Interaction a sees (x1, x2), b sees (x2, x1); each system has two states.
 * All of dh/dx, dg/dx, dh/dlambda, dg/dlambda vary, and g couples the systems. */
static void ah(double t, unsigned nx, double *x, unsigned nl, double *l,
               double *y, unsigned nz, double *z)
{
    (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = x[0] - 0.5 * x[3] + 0.2 * x[1] * x[2] + 0.7 * l[0] +
           0.1 * l[0] * l[0] - 0.3 * cos(5 * t);
}

static void ag(double t, unsigned nx, double *x, unsigned nl, double *l,
               double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = l[0] * (1 + 0.5 * x[2]);
    r[1] = 0.3 * l[0];
    r[2] = -l[0] * (1 + 0.25 * x[0] * x[1]);
    r[3] = 0.1 * l[0] * l[0] * x[0];
}

static void bh(double t, unsigned nx, double *x, unsigned nl, double *l,
               double *y, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = x[0] + 2 * x[2] + 0.1 * x[1] * x[1] - 0.4 + 0.5 * l[0];
    y[1] = x[3] - x[1] + 0.2 * l[0] + 0.6 * l[1];
}

static void bg(double t, unsigned nx, double *x, unsigned nl, double *l,
               double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = 0.4 * l[0] - 0.2 * l[1] * x[3];
    r[1] = l[1] * (1 + 0.2 * x[2]);
    r[2] = l[0];
    r[3] = -0.5 * l[1] + 0.3 * x[0] * l[0];
}

/* The same by one relation over (x1, x2), multipliers (a, b). */
static void both_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *y, unsigned nz, double *z)
{
    double turned[4] = {x[2], x[3], x[0], x[1]};

    (void)nl;
    ah(t, nx, x, 1, l, y, nz, z);
    bh(t, nx, turned, 2, l + 1, y + 1, nz, z);
}

static void both_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *r, unsigned nz, double *z)
{
    double turned[4] = {x[2], x[3], x[0], x[1]}, b[4];

    (void)nl;
    ag(t, nx, x, 1, l, r, nz, z);
    bg(t, nx, turned, 2, l + 1, b, nz, z);
    for (int i = 0; i < 4; i++)
        r[i] += b[(i + 2) % 4];
}

static zn_interaction *nonlinear(const char *name, zn_law *law, zn_index m,
                                 zn_fn_s13 *h, zn_fn_s13 *g, zn_ds *d1,
                                 zn_ds *d2)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "nonlinear", name, m, 4, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)g));
    return fo_join(name, law, r, d1, d2);
}

static zn_index run_coupled(const char *options, double x[4], double lambda[3])
{
    const double A1[] = {-1, -3, 2, -0.5}, A2[] = {0, 1, -4, -1};
    const double x1[] = {0.5, 1}, x2[] = {-1, 0.25};
    zn_ds *d1 = fo_system("one", 2, A1, x1), *d2 = fo_system("two", 2, A2, x2);
    zn_interaction *a = nonlinear("a", complementarity(1), 1, ah, ag, d1, d2);
    zn_interaction *b = nonlinear("b", relay(-0.5, 2), 2, bh, bg, d2, d1);

    simulate("euler-moreau", options, 0, 0.02, 1);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-10));
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 2; i++) {
        x[i] = x_of(d1, i);
        x[2 + i] = x_of(d2, i);
        lambda[1 + i] = lambda_of(b, i);
    }
    lambda[0] = lambda_of(a, 0);
    return iterations();
}

static zn_index run_whole(const char *options, double x[4], double lambda[3])
{
    const double A[] = {-1, -3, 0, 0, 2, -0.5, 0, 0, 0, 0, 0, 1, 0, 0, -4, -1};
    const double x0[] = {0.5, 1, -1, 0.25};
    const double lb[] = {0, -0.5, -0.5}, ub[] = {INFINITY, 2, 2};
    zn_ds *ds = fo_system("whole", 4, A, x0);
    zn_interaction *a;
    zn_law *law;

    MUST(zn_law_relay(ctx, 3, lb, ub, &law));
    a = nonlinear("both", law, 3, both_h, both_g, ds, NULL);
    simulate("euler-moreau", options, 0, 0.02, 1);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-10));
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 4; i++)
        x[i] = x_of(ds, i);
    for (int i = 0; i < 3; i++)
        lambda[i] = lambda_of(a, i);
    return iterations();
}

START_TEST(two_coupled_systems_move_as_one)
{
    static const char *const options[] = {
        "theta=0.5 gamma=0.5", "theta=1", "scheme=full theta=0.6 gamma=0.7",
        "scheme=midpoint theta=0.5 gamma=0.5"};

    for (int k = 0; k < 4; k++) {
        double x[4], l[3], wx[4], wl[3];
        zn_index count, whole;
        again();
        count = run_coupled(options[k], x, l);
        again();
        whole = run_whole(options[k], wx, wl);
        ck_assert_int_eq(count, whole);
        for (int i = 0; i < 4; i++)
            CLOSE(x[i], wx[i], 1e-13);
        for (int i = 0; i < 3; i++)
            CLOSE(l[i], wl[i], 1e-12); /* of the size of x / h */
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("first order, coupled");
    TCase *tc = tcase_create("exact solutions");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, two_coupled_systems_move_as_one);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
