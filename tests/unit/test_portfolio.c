/* test_portfolio.c - methods in an order: what is kept, summed and told
 * SPDX-License-Identifier: Apache-2.0 */
#include "portfolio_test.h"

START_TEST(the_best_comes_back_with_the_work_of_all)
{
    /* the second leaves the least error, the third does not apply */
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_ITERATION_LIMIT, 5, 0.4, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, 0.1, 2},
        {ZN_EINVAL, ZN_SOLVED, 100, INFINITY, 50},
        {ZN_UNSOLVED, ZN_STALLED, 11, 0.3, 4},
    };
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 4);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info),
                     ZN_UNSOLVED);
    /* each goes on from the best so far: 1, 2, 4, 4 */
    ck_assert(from[0] == 1 && from[1] == 2 && from[2] == 4 && from[3] == 4);
    ck_assert_double_eq(z, 4);
    ck_assert_double_eq(w, 40);
    ck_assert_double_eq(info.error, 0.1);
    ck_assert_int_eq(info.iterations, 5 + 7 + 11);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
}
END_TEST

/* Where there is no memory the others are not asked: their answer would depend on it. */
START_TEST(a_failure_that_is_no_refusal_is_the_last_word)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.4, 1},
        {ZN_ENOMEM, ZN_SOLVED, 3, 0.2, 2},
        {ZN_OK, ZN_SOLVED, 11, 0, 4},
    };
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 3);
    zn_solve_info info = {0};

    from[2] = -1;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info),
                     ZN_ENOMEM);
    ck_assert_double_eq(from[2], -1);
}
END_TEST

START_TEST(who_does_not_apply_has_no_say_in_why_the_others_failed)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.4, 1},
        {ZN_EINVAL, ZN_SOLVED, 0, INFINITY, 0},
    };
    double z = 1, w = 0;
    zni_portfolio p = all_of(ways, 2);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info),
                     ZN_UNSOLVED);
    ck_assert_str_eq(zn_errmsg(ctx), "");
    /* none applies: that is the failure */
    p.list = methods + 1;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info),
                     ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "way 1 has no diagonal");
}
END_TEST

/* Without a solution, and psor, which is the last of large ones, wants a diagonal. */
START_TEST(the_message_of_auto_is_about_its_failure)
{
    enum { N = 70 };
    static double M[N * N], q[N], z[N], w[N];
    zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_lcp p = {.n = N, .M = &A, .q = q};
    zn_solver *s;

    for (int i = 0; i < N; i++) {
        M[i + N * i] = i ? 1 : -1;
        M[i ? N * i : N] = i ? -0.5 : -0.25;
        q[i] = -1;
    }
    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_lcp_solve(s, &p, z, w, NULL), ZN_UNSOLVED);
    ck_assert_msg(!strstr(zn_errmsg(ctx), "must be > 0"), "%s", zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), "iterations, error "), "%s",
                  zn_errmsg(ctx));
    zn_solver_free(s);
}
END_TEST

START_TEST(the_first_that_is_good_enough_answers_for_all_that_ran)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.4, 1},
        {ZN_OK, ZN_SOLVED, 7, 1e-12, 2},
        {ZN_OK, ZN_SOLVED, 11, 0, 4},
    };
    double z = 1, w = 0;
    zni_portfolio p = all_of(ways, 3);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    ck_assert(z == 4 && w == 40 && info.error == 1e-12);
    ck_assert_int_eq(info.iterations, 12);

    /* from the start each, in place of the best */
    for (int i = 0; i < 3; i++)
        methods[i].from = ZNI_FROM_START;
    z = 5; /* not the one of the call before */
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    ck_assert(from[1] == 5 && z == 7 && w == 70);
}
END_TEST

static zn_status by_its_error(zni_turn *t, zn_status st)
{
    return zni_portfolio_judged(t, st, t->info->error);
}

/* The first is content with what is none, the second is not with what is one. */
START_TEST(who_is_content_by_itself_only_is_not_the_last)
{
    static const way ways[] = {
        {ZN_OK, ZN_SOLVED, 5, 0.4, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, 1e-12, 2},
        {ZN_OK, ZN_SOLVED, 11, 0, 4},
    };
    double z = 1, w = 0;
    zni_portfolio p = all_of(ways, 3);
    zn_solve_info info = {0};

    p.tol = 1e-8;
    p.judge = by_its_error;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    ck_assert(info.error == 1e-12 && info.iterations == 12);
    p.count = 1;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INACCURATE);
}
END_TEST

START_TEST(who_asks_hears_of_each_and_why_it_does_not_apply)
{
    static const way ways[] = {
        {ZN_ESINGULAR, ZN_SOLVED, 3, INFINITY, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, 0.1, 2},
    };
    double z = 1, w = 0;
    zni_portfolio p = all_of(ways, 2);
    zn_monitor mon = {.explain = note};
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, &mon, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(ntold, 2);
    ck_assert(!told[0].applied && told[1].applied);
    ck_assert_str_eq(words[0], "way 0 has no diagonal");
    ck_assert_str_eq(words[1], "the others failed");
    ck_assert_int_eq(told[1].iterations, 7);
    ck_assert_double_eq(told[1].error, 0.1);
    ck_assert_int_eq(told[1].outcome, ZN_STALLED);

    /* one whose methods tell themselves is not told again */
    p.nested = true;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, &mon, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(ntold, 2);
}
END_TEST

START_TEST(where_none_applies_the_last_says_why)
{
    static const way ways[] = {
        {ZN_ESINGULAR, ZN_SOLVED, 3, INFINITY, 1},
        {ZN_EINVAL, ZN_SOLVED, 3, INFINITY, 1},
    };
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 2);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "way 1"));
}
END_TEST

START_TEST(a_proof_ends_it_where_proofs_count)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.1, 1},
        {ZN_UNSOLVED, ZN_INFEASIBLE, 7, 0.4, 2},
        {ZN_OK, ZN_SOLVED, 11, 0, 4},
    };
    double z = 1, w = 0;
    zni_portfolio p = all_of(ways, 3);
    zn_solve_info info = {0};

    /* some methods err: another one may solve it */
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    p.proofs = ZNI_SHOWN;
    z = 1;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert_int_eq(info.iterations, 12);
    ck_assert_double_eq(z, 4); /* the proof, not the best point */
}
END_TEST

/* Where they do not count, and nobody solves it, it is still what there is to say. */
START_TEST(a_proof_is_the_last_word_of_all_that_failed)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.1, 1},
        {ZN_UNSOLVED, ZN_INFEASIBLE, 7, 0.4, 2},
        {ZN_UNSOLVED, ZN_ITERATION_LIMIT, 11, 0.3, 4},
    };

    for (int first = 0; first < 2; first++) {
        double z = 1, w = 0;
        const zni_portfolio p = all_of(ways + first, 3 - first);
        zn_solve_info info = {0};

        ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    }
}
END_TEST

/* A ray tells more than a limit that was reached, before it or after it. */
START_TEST(a_ray_is_told_whoever_failed_after_it_or_before)
{
    static const way ways[2][2] = {
        {{ZN_UNSOLVED, ZN_STALLED, 5, 0.1, 1}, {ZN_UNSOLVED, ZN_RAY, 7, 0.4, 2}},
        {{ZN_UNSOLVED, ZN_RAY, 7, 0.4, 2}, {ZN_UNSOLVED, ZN_STALLED, 5, 0.1, 1}},
    };

    for (int k = 0; k < 2; k++) {
        double z = 1, w = 0;
        const zni_portfolio p = all_of(ways[k], 2);
        zn_solve_info info = {0};

        ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_RAY);
    }
}
END_TEST

/* The work and the error of the method before are not its own. */
START_TEST(who_says_nothing_has_done_nothing)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.4, 1},
        {ZN_UNSOLVED, ZN_STALLED, -1, -1, 50},
    };
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 2);
    zn_solve_info info = {.iterations = 1000, .error = 0.1};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_double_eq(z, 2);
    ck_assert_double_eq(info.error, 0.4);
    ck_assert_int_eq(info.iterations, 5);
    /* nor are those of the call before, and w is what it left */
    const zni_portfolio silent = all_of(ways + 1, 1);
    info.error = 0.1;
    ck_assert_int_eq(zni_portfolio_run(&silent, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.iterations, 0);
    ck_assert_double_eq(z, 2);
    ck_assert_double_eq(w, 520);
}
END_TEST

/* Time that one method alone does not have, as was foreseen, may do for the next; where it is
 * over, nobody else is asked. */
START_TEST(a_cheaper_method_may_fit_into_the_time)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_TIME_LIMIT, 0, 0.4, 0},
        {ZN_OK, ZN_SOLVED, 7, 0, 2},
    };
    const zni_portfolio p = all_of(ways, 2);
    zn_monitor mon = {0};

    for (int k = 0; k < 3; k++) {
        double z = 1, w = 0;
        zn_solve_info info = {0};

        mon.stop = k == 2 ? ZN_TIME_LIMIT : ZN_SOLVED;
        ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, k ? &mon : NULL, &info),
                         k == 2 ? ZN_UNSOLVED : ZN_OK);
        ck_assert_double_eq(z, k == 2 ? 1 : 3);
    }
}
END_TEST

/* A stop is not one more failure: it says why there is no answer. */
START_TEST(who_was_stopped_says_so_whatever_failed_before)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.1, 1},
        {ZN_UNSOLVED, ZN_INTERRUPTED, 7, 0.4, 2},
        {ZN_OK, ZN_SOLVED, 11, 0, 4},
    };
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 3);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_double_eq(z, 2); /* the better point */
}
END_TEST

/* Why it was asked is told of who solves it, too. */
START_TEST(who_solves_it_was_asked_for_a_reason)
{
    static const way ways[] = {{ZN_OK, ZN_SOLVED, 5, 0, 1}};
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 1);
    zn_monitor mon = {.explain = note};
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, &mon, &info), ZN_OK);
    ck_assert_str_eq(words[0], "it is quick");
    ck_assert_int_eq(told[0].outcome, ZN_SOLVED);
}
END_TEST

/* Errors that are no numbers are no better than the start, which comes back. */
START_TEST(where_no_point_is_any_good_the_start_comes_back)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, INFINITY, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, INFINITY, 2},
    };
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 2);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_double_eq(z, 1);
    ck_assert_double_eq(from[1], 1);
}
END_TEST

/* Of z what is kept and handed on begins at `from`; what is before it is the methods' own. */
START_TEST(what_is_handed_on_may_be_the_end_of_z)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, INFINITY, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, INFINITY, 2},
    };
    double z[] = {7, 1}, w = 0;
    zni_portfolio p = all_of(ways, 2);
    zn_solve_info info = {0};

    p.from = 1;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert(from[0] == 7 && from[1] == 8);
    ck_assert_double_eq(z[1], 1);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("portfolio");

    tcase_add_test(tc, a_failure_that_is_no_refusal_is_the_last_word);
    tcase_add_test(tc, the_best_comes_back_with_the_work_of_all);
    tcase_add_test(tc, the_first_that_is_good_enough_answers_for_all_that_ran);
    tcase_add_test(tc, who_does_not_apply_has_no_say_in_why_the_others_failed);
    tcase_add_test(tc, the_message_of_auto_is_about_its_failure);
    tcase_add_test(tc, who_is_content_by_itself_only_is_not_the_last);
    tcase_add_test(tc, who_asks_hears_of_each_and_why_it_does_not_apply);
    tcase_add_test(tc, where_none_applies_the_last_says_why);
    tcase_add_test(tc, a_proof_ends_it_where_proofs_count);
    tcase_add_test(tc, a_cheaper_method_may_fit_into_the_time);
    tcase_add_test(tc, a_proof_is_the_last_word_of_all_that_failed);
    tcase_add_test(tc, a_ray_is_told_whoever_failed_after_it_or_before);
    tcase_add_test(tc, who_says_nothing_has_done_nothing);
    tcase_add_test(tc, who_was_stopped_says_so_whatever_failed_before);
    tcase_add_test(tc, who_solves_it_was_asked_for_a_reason);
    tcase_add_test(tc, where_no_point_is_any_good_the_start_comes_back);
    tcase_add_test(tc, what_is_handed_on_may_be_the_end_of_z);
    return test_main(portfolio_suite("portfolio", tc));
}
