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
    while (goes_on()) {
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
    while (goes_on())
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

/* ---- rows of contacts --------------------------------------------------------------- */

static int looks;

/* The corner (.1, -.2) of a body in the plane above the floor. */
static void corner(unsigned nq, double *q, unsigned n, double *out,
                   unsigned nz, double *z)
{
    const double c = cos(q[2]), s = sin(q[2]);

    (void)nq, (void)n, (void)nz, (void)z;
    out[0] = out[2] = q[0] + c * .1 + s * .2;
    out[1] = q[1] + s * .1 - c * .2;
    out[3] = out[4] = 0;
    out[5] = 1;
    looks++;
}

static zn_ds *body(const double v0[3])
{
    const double q0[] = {0, .22, 0}, mass[] = {1, 1, .02};
    const double weight[] = {0, -9.81, 0};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "body", 3, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 3, mass));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* A step asks a function of a user beside data of an interaction where each iteration begins,
 * where the last one ends, and for the outputs there once more, gap and velocity at once: what it notes
 * in its data or reads elsewhere nobody tells. */
START_TEST(a_function_beside_data_is_asked_for_outputs_too)
{
    const double v0[] = {.2, -1, 2};
    zn_relation *r;
    zn_index active = 0;

    MUST(zn_relation_new(ctx, "contact-planar", NULL, 1, 3, &r));
    MUST(zn_relation_set_function(r, "points", (zn_fn *)corner));
    MUST(zn_model_connect(model, NULL, newton(.5), r, body(v0), NULL, NULL));
    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    MUST(zn_simulation_init(sim));
    for (int k = 0; k < 1000; k++) {
        const zn_step_info *info = zn_simulation_step_info(sim);

        looks = 0;
        MUST(zn_simulation_step(sim));
        active += info->active;
        if (info->active)
            ck_assert_int_eq(looks, info->newton_iterations + 2);
    }
    ck_assert_int_gt(active, 10);
}
END_TEST

/* A floor below the body that leans with time: other data where the body has not moved. */
static zn_status leaning(void *user, const zn_view *at, zn_contacts *to)
{
    zn_contact *c = user;
    const double *q = zn_state_q(at->state, c->d1), a = sin(at->t);
    const double s = sin(q[2]), k = cos(q[2]);
    const double foot = q[0] + k * .1 + s * .2;
    const double data[] = {.1, -.2, foot, 0, a, sqrt(1 - a * a)};

    c->data = data;
    return zn_contacts_announce(to, c);
}

START_TEST(rows_of_the_step_do_not_outlive_the_data_of_a_contact)
{
    const double v0[] = {.2, -1, 2};
    zn_contact c = {.key = {1, 1}, .law = newton(.5), .d1 = body(v0)};
    double end[2][3];

    MUST(zn_model_add_law(model, c.law));
    MUST(zn_relation_new(ctx, "contact-planar", NULL, 1, 3, &c.relation));
    MUST(zn_model_add_relation(model, c.relation));
    for (int check = 0; check < 2; check++) {
        simulate("moreau-jean", NULL, 0, 1e-3, .5);
        MUST(zn_simulation_find_contacts(sim, leaning, &c, NULL));
        MUST(zn_simulation_set(sim, "recompute", check ? "yes" : "no"));
        MUST(zn_simulation_run(sim));
        memcpy(end[check], zn_simulation_q(sim, c.d1), sizeof end[check]);
        ck_assert_int_gt(zn_simulation_step_info(sim)->active, 0);
        zn_simulation_free(sim);
        sim = NULL;
    }
    ck_assert_mem_eq(end[0], end[1], sizeof end[0]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("kept");
    TCase *tc = tcase_create("kept"), *own = tcase_create("own scene");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_moving_D_makes_the_matrix_anew);
    tcase_add_test(tc, recompute_finds_what_is_not_what_was_kept);
    tcase_add_test(tc, a_function_beside_data_is_asked_for_outputs_too);
    tcase_add_test(tc, rows_of_the_step_do_not_outlive_the_data_of_a_contact);
    tcase_add_test(own, recompute_changes_no_bit);
    tcase_add_test(own, a_constant_dh_dq_does_not_make_h_affine);
    tcase_add_test(own, a_failed_attempt_leaves_no_increment_behind);
    suite_add_tcase(s, tc);
    suite_add_tcase(s, own);
    return test_main(s);
}
