/* test_check.c - right Jacobians agree, wrong ones are found
 * SPDX-License-Identifier: Apache-2.0 */
#include "check_model.h"

#include "solvers/core/core.h"

/* ---- a model for each test ------------------------------------------------------------------- */

static world w;

static void setup(void)
{
    fault = "";
    const zn_status st = build(&w, NULL);
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(w.ctx));
}

static void teardown(void)
{
    destroy(&w);
}

static void seal(void)
{
    ck_assert_msg(zn_model_seal(w.model) == ZN_OK, "%s", zn_errmsg(w.ctx));
}

/* What the report said. */
typedef struct lines {
    int n;
    zn_jacobian_check at[32];
} lines;

static void take(void *user, const zn_jacobian_check *found)
{
    lines *l = user;
    ck_assert_int_lt(l->n, 32);
    l->at[l->n++] = *found;
}

static lines check(const zn_check_options *o)
{
    lines l = {0};
    zn_index wrong = -1, counted = 0;
    const zn_status st = zn_check_jacobians(w.model, o, take, &l, &wrong);
    ck_assert_msg(st == ZN_OK, "%s: %s", zn_status_name(st), zn_errmsg(w.ctx));
    for (int i = 0; i < l.n; i++)
        counted += !l.at[i].agrees;
    ck_assert_int_eq(wrong, counted);
    return l;
}

/* ---- claims ---------------------------------------------------------------------------------- */

static const struct {
    const char *name, *jac, *of, *by;
} expected[] = {
    {"swirl", "jac_f_int_q", "f_int", "q"},
    {"swirl", "jac_f_int_v", "f_int", "v"},
    {"swirl", "jac_f_gyr_q", "f_gyr", "q"},
    {"swirl", "jac_f_gyr_v", "f_gyr", "v"},
    {"rheonomous", "h_dot", "h", "t"},
    {"scleronomous", "jac_h_q", "h", "q"},
    {"scleronomous", "jac_h_q_dot", "jac_h_q", "t"},
    {"nonlinear", "jac_h_lambda", "h", "lambda"},
    {"nonlinear", "jac_g_q", "g", "q"},
    {"nonlinear", "jac_g_lambda", "g", "lambda"},
};
enum { EXPECTED = sizeof expected / sizeof *expected };

START_TEST(right_jacobians_agree_and_are_listed_in_order)
{
    seal();
    const lines l = check(NULL);
    ck_assert_int_eq(l.n, EXPECTED);
    for (int i = 0; i < EXPECTED; i++) {
        const zn_jacobian_check *f = &l.at[i];
        ck_assert_str_eq(f->name, expected[i].name);
        ck_assert_str_eq(f->what, i < 4 ? "system" : "relation");
        ck_assert_str_eq(f->jacobian, expected[i].jac);
        ck_assert_str_eq(f->function, expected[i].of);
        ck_assert_str_eq(f->variable, expected[i].by);
        ck_assert_str_eq(f->origin, "a C function");
        ck_assert_msg(f->agrees, "%s of %s: %g", f->jacobian, f->name,
                      f->error);
        ck_assert_int_eq(f->compared, 5);
        ck_assert_int_eq(f->left_out, 0);
    }
}
END_TEST

START_TEST(an_entry_wrong_by_a_hundred_thousandth_is_found_and_named)
{
    /* where spoil is called in each function */
    static const struct {
        int row, col;
    } place[EXPECTED] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}, {0, 0},
                         {1, 1}, {0, 1}, {0, 0}, {0, 0}, {1, 0}};
    seal();
    for (int i = 0; i < EXPECTED; i++) {
        fault = expected[i].jac;
        const lines l = check(NULL);
        ck_assert_int_eq(l.n, EXPECTED);
        for (int k = 0; k < EXPECTED; k++) {
            const zn_jacobian_check *f = &l.at[k];
            /* the time derivative of a wrong jac_h_q is wrong, too */
            const bool follows = i == 5 && k == 6;
            ck_assert_msg(f->agrees == (k != i && !follows),
                          "with %s wrong, %s: error %g", fault, f->jacobian,
                          f->error);
            if (k != i)
                continue;
            ck_assert_int_eq(f->row, place[k].row);
            ck_assert_int_eq(f->col, place[k].col);
            /* 1e-5, less what the differences may err */
            ck_assert_double_eq_tol(f->error, 1e-5, 2e-7);
            ck_assert_double_eq_tol(f->given / f->differenced, 1 + 1e-5, 1e-7);
        }
    }
}
END_TEST

START_TEST(a_constant_jacobian_is_compared_too)
{
    const double right[] = {0, 1}, wrong[] = {0, -1};
    ck_assert_int_eq(zn_relation_set_constant(w.r, "jac_h_q", 1, 2, right),
                     ZN_OK);
    seal();
    /* dh/dq = (0, cos 3t), and only at t = 0 is that constant */
    const zn_check_options here = {.states = -1};
    lines l = check(&here);
    ck_assert_str_eq(l.at[4].jacobian, "jac_h_q");
    ck_assert_str_eq(l.at[4].origin, "a constant");
    ck_assert(l.at[4].agrees && l.at[4].compared == 1);
    ck_assert(!check(NULL).at[4].agrees);

    zn_model_reopen(w.model);
    ck_assert_int_eq(zn_relation_set_constant(w.r, "jac_h_q", 1, 2, wrong),
                     ZN_OK);
    seal();
    l = check(&here);
    ck_assert(!l.at[4].agrees && l.at[4].col == 1);
    ck_assert_double_eq_tol(l.at[4].error, 2, 1e-7);
    ck_assert(l.at[4].given == -1);
    ck_assert_double_eq_tol(l.at[4].differenced, 1, 1e-9);
}
END_TEST

START_TEST(a_relation_is_compared_in_each_of_its_interactions)
{
    ck_assert_int_eq(join(&w, "again", "newton-impact", w.s), ZN_OK);
    ck_assert_int_eq(join(&w, "moving too", "newton-impact", w.r), ZN_OK);
    seal();
    const lines l = check(NULL);
    ck_assert_int_eq(l.n, EXPECTED);
    for (int i = 0; i < EXPECTED; i++)
        ck_assert_int_eq(l.at[i].compared, i >= 4 && i <= 6 ? 6 : 5);
}
END_TEST

static void log_gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                    double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    if (q[0] < 0.6999)
        zn_raise_retry("q = %g is outside", q[0]);
    y[0] = log(q[0]);
    y[1] = q[1];
}
static void log_jac(unsigned nq, double *q, unsigned ny, double *J, unsigned nz,
                    double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    J[0] = 1 / q[0];
    J[3] = 1;
}

START_TEST(states_without_a_value_are_left_out_but_not_the_initial_one)
{
    ck_assert_int_eq(zn_relation_set_function(w.s, "h", (zn_fn *)log_gap),
                     ZN_OK);
    ck_assert_int_eq(zn_relation_set_function(w.s, "jac_h_q", (zn_fn *)log_jac),
                     ZN_OK);
    seal();
    const zn_check_options many = {.states = 20};
    const lines l = check(&many);
    ck_assert_str_eq(l.at[5].jacobian, "jac_h_q");
    ck_assert_int_eq(l.at[5].compared + l.at[5].left_out, 21);
    ck_assert_int_gt(l.at[5].left_out, 4);
    ck_assert_int_gt(l.at[5].compared, 4);
    ck_assert(l.at[5].agrees);

    /* q0 outside of the domain */
    zn_ds *ds;
    zn_law *law;
    const double q0[] = {0.5, 0}, v0[] = {0, 0};
    zn_model_reopen(w.model);
    ck_assert_int_eq(zn_ds_new(w.ctx, "lagrangian", "far", 2, q0, v0, &ds),
                     ZN_OK);
    ck_assert_int_eq(zn_ds_set(ds, "unit_mass", "yes"), ZN_OK);
    ck_assert_int_eq(zn_model_add_ds(w.model, ds), ZN_OK);
    ck_assert_int_eq(zn_law_newton_impact(w.ctx, 1, &law), ZN_OK);
    ck_assert_int_eq(
        zn_model_connect(w.model, "outside", law, w.s, ds, NULL, NULL), ZN_OK);
    seal();
    zn_index wrong;
    ck_assert_int_eq(zn_check_jacobians(w.model, NULL, NULL, NULL, &wrong),
                     ZN_RETRY);
    ck_assert_str_eq(zn_errmsg(w.ctx),
                     "interaction 'outside': h of relation 'scleronomous' (a C "
                     "function) at t = 0: q = 0.5 is outside");
}
END_TEST

/* A force has no Jacobian here: it is called all the same. */
static void too_far(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = f[1] = f[2] = 1;
}

START_TEST(who_writes_beyond_the_result_is_caught)
{
    zn_index wrong;

    ck_assert_int_eq(zn_ds_set_function(w.ds, "f_ext", (zn_fn *)too_far), ZN_OK);
    seal();
    ck_assert_int_eq(zn_check_jacobians(w.model, NULL, NULL, NULL, &wrong), ZN_EUSER);
    ck_assert_msg(strstr(zn_errmsg(w.ctx), "writes element [2] of its result, which has 2"), "%s",
                  zn_errmsg(w.ctx));
}
END_TEST

START_TEST(what_cannot_be_asked_is_refused)
{
    zn_index wrong;
    ck_assert_int_eq(zn_check_jacobians(w.model, NULL, NULL, NULL, &wrong),
                     ZN_ESTATE);
    ck_assert_str_eq(zn_errmsg(w.ctx), "check: the model is not sealed");
    seal();
    const zn_check_options bad[] = {
        {.t = NAN}, {.states = -2}, {.spread = -1}, {.tol = -1}};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(
            zn_check_jacobians(w.model, &bad[i], NULL, NULL, &wrong),
            ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(w.ctx), "check: t = "));
    }
}
END_TEST

static zn_status build_and_check(const zn_allocator *alloc)
{
    world own;
    zn_status st = build(&own, alloc);
    if (!st)
        st = zn_model_seal(own.model);
    if (!st)
        st = zn_check_jacobians(own.model, NULL, NULL, NULL, NULL);
    destroy(&own);
    return st;
}

START_TEST(functions_are_guarded_afterwards_if_they_were_before)
{
    seal();
    for (int on = 0; on < 2; on++) {
        zn_ctx_guard(w.ctx, on);
        check(NULL);
        ck_assert_int_eq(w.ctx->guarded, on);
    }
}
END_TEST

START_TEST(no_memory_is_said_and_nothing_leaks)
{
    fault = "";
    test_torture(build_and_check);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("check");
    TCase *tc = tcase_create("check");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, right_jacobians_agree_and_are_listed_in_order);
    tcase_add_test(tc,
                   an_entry_wrong_by_a_hundred_thousandth_is_found_and_named);
    tcase_add_test(tc, a_constant_jacobian_is_compared_too);
    tcase_add_test(tc, a_relation_is_compared_in_each_of_its_interactions);
    tcase_add_test(tc,
                   states_without_a_value_are_left_out_but_not_the_initial_one);
    tcase_add_test(tc, who_writes_beyond_the_result_is_caught);
    tcase_add_test(tc, what_cannot_be_asked_is_refused);
    tcase_add_test(tc, functions_are_guarded_afterwards_if_they_were_before);
    tcase_add_test(tc, no_memory_is_said_and_nothing_leaks);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
