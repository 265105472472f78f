/* test_generic_words.c - generic mechanical problems that have no solution, or are none
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

/* ---- honest failures -------------------------------------------------------------------- */

/* nothing carries the second row: w = -1 whatever z */
START_TEST(no_way_claims_to_solve_what_has_no_solution)
{
    const zn_index rows[] = {1, 1, 3};
    const int kind[] = {EQ, UN, F3};
    zn_ctx *ctx = context();
    zn_solve_info info;
    double z[5] = {0}, w[5], first;
    machine m;
    zn_status st;

    machine_new(&m, 3, rows, kind);
    m.M[0] = m.M[12] = m.M[18] = m.M[24] = 1;
    m.q[0] = 1;
    m.q[1] = -1;
    m.mu[2] = 0.3;
    m.q[2] = -1;
    first = naive_generic(&m, z);
    st = run_with(ctx, ways[_i].name, ways[_i].option, 1e-8, &m.p, z, w, &info);
    ck_assert_int_eq(st, ZN_UNSOLVED);
    ck_assert_int_ne(info.outcome, ZN_SOLVED);
    ck_assert_double_ge(info.error, 0.5);
    ck_assert_double_le(info.error, first * 1.0001); /* the best point */
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "error 0."));
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* two equal rows that ask for different velocities */
START_TEST(contradicting_joints_are_said)
{
    const zn_index rows[] = {1, 1, 1};
    const int kind[] = {EQ, EQ, UN};
    zn_ctx *ctx = context();
    zn_solve_info info;
    double z[3] = {0}, w[3];
    machine m;
    zn_status st;

    machine_new(&m, 3, rows, kind);
    m.M[0] = m.M[1] = m.M[3] = m.M[4] = m.M[8] = 1;
    m.q[0] = 1;
    m.q[1] = -1;
    m.q[2] = -1;
    st = run_with(ctx, ways[_i].name, ways[_i].option, 1e-8, &m.p, z, w, &info);
    ck_assert_int_ne(st, ZN_OK);
    /* w_0 - w_1 = 2: one of them is at least 1, |q| = 1.73 */
    if (st == ZN_UNSOLVED)
        ck_assert_double_ge(info.error, 0.57);
    else
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "equality rows"));
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what is refused ----------------------------------------------------------------------- */

static void refused(zn_ctx *ctx, machine *m, zn_status want, const char *words)
{
    double z[8] = {0}, w[8];
    zn_status st = run_once(ctx, "generic-mechanical", "auto", -1, &m->p, z, w,
                            NULL);

    ck_assert_msg(st == want && strstr(zn_errmsg(ctx), words), "%s, not '%s'",
                  zn_errmsg(ctx), words);
}

START_TEST(bad_data_are_refused_with_the_block)
{
    zn_ctx *ctx = context();
    machine m;

    by_hand(&m);
    m.kind[1] = 8;
    refused(ctx, &m, ZN_EINVAL, "block 1: kind = 8, must be 0 to 7");
    m.kind[1] = F2;
    refused(ctx, &m, ZN_EINVAL, "block 1: 1 rows of friction-2d, must be 2");
    m.kind[1] = UN;
    m.mu[3] = -0.1;
    refused(ctx, &m, ZN_EINVAL, "block 3: mu = -0.1, must be >= 0");
    m.mu[3] = NAN;
    refused(ctx, &m, ZN_EDOM, "block 3: mu = nan");
    m.mu[3] = 0.3;
    m.p.mu = NULL;
    refused(ctx, &m, ZN_EINVAL, "block 3 has friction without mu");
    m.p.mu = m.mu;
    m.kind[4] = R3;
    refused(ctx, &m, ZN_EINVAL, "block 4: 3 rows of rolling-3d, must be 5");
    m.kind[4] = R2;
    m.mu_r[4] = -1e-3;
    refused(ctx, &m, ZN_EINVAL, "block 4: mu_r = -0.001, must be >= 0");
    m.p.mu_r = NULL;
    refused(ctx, &m, ZN_EINVAL, "block 4 has rolling friction without mu_r");
    m.p.mu_r = m.mu_r;
    m.kind[4] = F3;
    m.lb[2] = 2;
    refused(ctx, &m, ZN_EINVAL, "block 2: [lb, ub](2) = [2, 1] is empty");
    m.lb[2] = NAN;
    refused(ctx, &m, ZN_EDOM, "block 2: lb(2) = nan");
    m.lb[2] = -1;
    m.p.ub = NULL;
    refused(ctx, &m, ZN_EINVAL, "block 2 is a relay without lb and ub");
    m.p.ub = m.ub;
    m.start[2] = 1;
    refused(ctx, &m, ZN_EINVAL, "block 1 ends at row 1, begins at 1");
    m.start[2] = 2;
    m.p.n = 7;
    refused(ctx, &m, ZN_EINVAL, "M is 8 x 8, must be 7 x 7");
    m.p.n = 8;
    m.start[5] = 9;
    refused(ctx, &m, ZN_EINVAL, "blocks cover rows 0 to 9, must be 0 to 8");
    m.start[5] = 8;
    m.q[4] = NAN;
    refused(ctx, &m, ZN_EDOM, "q(4) = nan");
    m.q[4] = 2;
    m.M[9] = INFINITY;
    refused(ctx, &m, ZN_EDOM, "M(1,1)");
    m.p.nb = 0;
    refused(ctx, &m, ZN_EINVAL, "0 blocks, must be >= 1");
    m.p.nb = 5;
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(kinds_have_names)
{
    ck_assert_str_eq(zn_generic_kind_name(RE), "relay");
    ck_assert_str_eq(zn_generic_kind_name(F3), "friction-3d");
    ck_assert_ptr_null(zn_generic_kind_name(-1));
    ck_assert_str_eq(zn_generic_kind_name(R3), "rolling-3d");
    ck_assert_str_eq(zn_generic_kind_name(7), "spinning-3d");
    ck_assert_ptr_null(zn_generic_kind_name(8));
}
END_TEST

static bool at_once(void *user, zn_index it, double error)
{
    (void)it;
    (void)error;
    ++*(int *)user;
    return true;
}

START_TEST(a_callback_stops_every_way)
{
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;
    double z[8] = {0}, w[8];
    int calls = 0;
    machine m;

    by_hand(&m);
    ck_assert_int_eq(
        zn_solver_new(ctx, "generic-mechanical", ways[_i].name, &s), ZN_OK);
    zn_solver_set_callback(s, at_once, &calls);
    ck_assert_int_eq(zn_solver_solve(s, &m.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_int_ge(calls, 1);
    ck_assert_int_le(calls, 2);
    zn_solver_free(s);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical, failures");
    TCase *tc = tcase_create("failures");

    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, no_way_claims_to_solve_what_has_no_solution, 0,
                        WAYS);
    tcase_add_loop_test(tc, contradicting_joints_are_said, 0, WAYS);
    tcase_add_test(tc, bad_data_are_refused_with_the_block);
    tcase_add_test(tc, kinds_have_names);
    tcase_add_loop_test(tc, a_callback_stops_every_way, 0, WAYS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
