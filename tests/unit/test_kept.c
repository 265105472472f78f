/* test_kept.c - what is kept from step to step is what would be made anew
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"

/* ---- a direct term that moves --------------------------------------------- */

static void D_of_time(double t, unsigned rows, unsigned cols, double *D,
                      unsigned nz, double *z)
{
    (void)rows, (void)cols, (void)nz, (void)z;
    D[0] = 2 + sin(3 * t);
}

/* x' = -x - 1 + lambda, y = x + D(t) lambda, 0 <= y _|_ lambda >= 0: with C and B
 * constant only D says that the matrix of the one-step problem moves. */
START_TEST(a_moving_D_makes_the_matrix_anew)
{
    const double one = 1, A = -1, b = -1, x0 = .5;
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds = fo_system("s", 1, &A, &x0);

    MUST(zn_ds_set_constant(ds, "b", 1, 1, &b));
    r = fo_relation("r", 1, 1, &one, NULL, &one);
    MUST(zn_relation_set_function(r, "D", (zn_fn *)D_of_time));
    a = fo_join("i", complementarity(1), r, ds, NULL);
    simulate("euler-moreau", NULL, 0, .01, 3);
    while (zn_simulation_step(sim) == ZN_OK) {
        const double y = y_of(a, 0), l = lambda_of(a, 0);

        /* the tolerance of the solver, 1e-12, and the rounding of h, D, ... */
        ck_assert_double_le(fabs(fmin(y, l)), 1e-11);
    }
    ck_assert_double_gt(lambda_of(a, 0), .1); /* it was active at the end */
}
END_TEST

/* ---- a compliance that is nonlinear in lambda ------------------------------- */

/* y = q + c lambda^3 + d lambda: dh/dq = 1 is constant, dh/dlambda is not */
static void soft(double t, unsigned nq, double *q, unsigned ny, double *l,
                 double *out, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)ny, (void)nz, (void)z;
    out[0] = q[0] + .5 * l[0] * l[0] * l[0] + .1 * l[0];
}

static void soft_lambda(double t, unsigned nq, double *q, unsigned ny,
                        double *l, double *out, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    out[0] = 1.5 * l[0] * l[0] + .1;
}

static void soft_q(double t, unsigned nq, double *q, unsigned ny, double *l,
                   double *out, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)q, (void)ny, (void)l, (void)nz, (void)z;
    out[0] = 1;
}

static double soft_landing(bool constant)
{
    const double one = 1;
    double q;
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    scene_setup();
    ds = point_mass("s", 1, .1, -1, -9.81);
    MUST(zn_relation_new(ctx, "compliant", "r", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)soft));
    MUST(zn_relation_set_function(r, "jac_h_lambda", (zn_fn *)soft_lambda));
    if (constant)
        MUST(zn_relation_set_constant(r, "jac_h_q", 1, 1, &one));
    else
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)soft_q));
    MUST(zn_model_connect(model, "i", complementarity(1), r, ds, NULL, &a));
    simulate("moreau-jean", "theta=1", 0, 1e-2, .5);
    while (zn_simulation_step(sim) == ZN_OK)
        ck_assert_double_le(fabs(fmin(y_of(a, 0), lambda_of(a, 0))), 1e-9);
    q = q_of(ds, 0);
    scene_teardown();
    return q;
}

START_TEST(a_constant_dh_dq_does_not_make_h_affine)
{
    const double q = soft_landing(true);

    ck_assert_double_lt(q, 0); /* it rests on the compliance */
    ck_assert(q == soft_landing(false));
}
END_TEST

/* ---- an attempt that failed ---------------------------------------------------- */

/* Gravity, and along the floor a force that Newton's method does not meet in two
 * iterations. */
static void drag(double t, unsigned n, double *q, double *v, double *f,
                 unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)nz, (void)z;
    f[0] = 2 * v[0] * v[0] * v[0];
    f[1] = 1;
}

static void drag_v(double t, unsigned n, double *q, double *v, double *J,
                   unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)nz, (void)z;
    J[0] = 6 * v[0] * v[0];
    J[1] = J[2] = J[3] = 0;
}

/* A ball above the floor. Over the long step it is predicted to reach it, and that
 * attempt fails; over the short ones it does not, and it flies free: without floor
 * it moves the same way to the bit. */
static void fall(bool floor, double out[2])
{
    const double one[] = {1, 1}, zero[4] = {0}, up[] = {0, 1};
    const double q0[] = {0, .6}, v0[] = {2, -2};
    zn_ds *ds;

    scene_setup();
    MUST(zn_ds_new(ctx, "lagrangian", "ball", 2, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, one));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)drag));
    MUST(zn_ds_set_constant(ds, "jac_f_int_q", 2, 2, zero));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)drag_v));
    MUST(zn_model_add_ds(model, ds));
    if (floor)
        join("floor", newton(.5), 1, 2, up, NULL, ds, NULL);
    simulate("moreau-jean", "gamma=2", 0, .16, .16);
    MUST(zn_simulation_set(sim, "newton_check", "increment"));
    MUST(zn_simulation_set(sim, "on_newton_failure", "shorten"));
    MUST(zn_simulation_set_real(sim, "newton_max_iter", 2));
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-4));
    MUST(zn_simulation_step(sim));
    ck_assert_int_gt(zn_simulation_step_info(sim)->substeps, 1);
    out[0] = q_of(ds, 1);
    out[1] = v_of(ds, 1);
    scene_teardown();
}

START_TEST(a_failed_attempt_leaves_no_increment_behind)
{
    double with[2], without[2];

    fall(true, with);
    fall(false, without);
    ck_assert_msg(memcmp(with, without, sizeof with) == 0,
                  "with floor %g, %g, without %g, %g", with[0], with[1],
                  without[0], without[1]);
}
END_TEST

/* ---- the check itself -------------------------------------------------------------- */

static int calls;

/* A force that is another one each time it is asked for. */
static void restless(double t, unsigned n, double *q, double *v, double *f,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    f[0] = ++calls;
}

static void no_slope(double t, unsigned n, double *q, double *v, double *J,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0;
}

START_TEST(recompute_finds_what_is_not_what_was_kept)
{
    const double one = 1, zero = 0;
    zn_ds *ds;

    calls = 0;
    MUST(zn_ds_new(ctx, "lagrangian", "s", 1, &zero, &one, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)restless));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)no_slope));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)no_slope));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "recompute", "yes"));
    REFUSED(zn_simulation_step(sim), ZN_ESTATE, "made anew it is");
}
END_TEST

/* The same run with and without the check, and it passes. */
START_TEST(recompute_changes_no_bit)
{
    double q[2];

    for (int check = 0; check < 2; check++) {
        const double one = 1;
        zn_ds *ds;
        scene_setup();
        ds = point_mass("ball", 1, .3, 0, -9.81);
        join("floor", newton(.7), 1, 1, &one, NULL, ds, NULL);
        simulate("moreau-jean", NULL, 0, 1e-3, 1);
        MUST(zn_simulation_set(sim, "recompute", check ? "yes" : "no"));
        MUST(zn_simulation_run(sim));
        q[check] = q_of(ds, 0);
        scene_teardown();
    }
    ck_assert(q[0] == q[1]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("kept");
    TCase *tc = tcase_create("kept"), *own = tcase_create("own scene");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_moving_D_makes_the_matrix_anew);
    tcase_add_test(tc, recompute_finds_what_is_not_what_was_kept);
    tcase_add_test(own, recompute_changes_no_bit);
    tcase_add_test(own, a_constant_dh_dq_does_not_make_h_affine);
    tcase_add_test(own, a_failed_attempt_leaves_no_increment_behind);
    suite_add_tcase(s, tc);
    suite_add_tcase(s, own);
    return test_main(s);
}
