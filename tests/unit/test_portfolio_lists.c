/* test_portfolio_lists.c - methods that look at each other, before a list and after all of it
 * SPDX-License-Identifier: Apache-2.0 */
#include "portfolio_test.h"

static bool never(const zni_turn *t)
{
    (void)t;
    return false;
}

static void hundredfold(const zni_portfolio *p, double z[], double w[])
{
    (void)p;
    w[0] = 100 * z[0];
}

/* Method 1 is none for the problem, 0 counts only within 0.005, 2 begins where it ended. */
static zni_portfolio linked(const way ways[], int count)
{
    zni_portfolio p = all_of(ways, count);

    methods[0].is = ZNI_BORDERS;
    methods[1].suits = never;
    methods[2].from = ZNI_FROM_LAST;
    p.near = 0.005;
    p.outputs = hundredfold;
    p.proofs = ZNI_TOLD;
    p.latest = true;
    return p;
}

START_TEST(a_list_may_leave_out_methods_and_points)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.01, 1},
        {ZN_OK, ZN_SOLVED, 100, 0, 50},
        {ZN_UNSOLVED, ZN_STALLED, 7, 0.1, 2},
        {ZN_UNSOLVED, ZN_ITERATION_LIMIT, 11, 0.3, 4},
    };
    double z = 1, w = 0;
    const zni_portfolio p = linked(ways, 4);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert(from[0] == 1 && from[2] == 2 && from[3] == 4);
    /* 0.01 of the first did not count; w is that of z */
    ck_assert(z == 4 && w == 400);
    ck_assert_double_eq(info.error, 0.1);
    ck_assert_int_eq(info.iterations, 5 + 7 + 11);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT); /* of the last */
}
END_TEST

/* Outputs are those of the point that comes back, the start where none is any good. */
START_TEST(the_start_comes_back_with_its_outputs)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, INFINITY, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, INFINITY, 2},
    };
    double z = 1, w = 0;
    const zni_portfolio p = linked(ways, 2);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert(z == 1 && w == 100);
}
END_TEST

START_TEST(an_answer_of_the_first_takes_no_room_for_others)
{
    static const way ways[] = {{ZN_OK, ZN_SOLVED, 5, 0, 1}};
    double z = 1, w = 0;
    const zni_portfolio p = linked(ways, 1);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    ck_assert(store.cap_best == 0 && z == 2 && w == 20);
}
END_TEST

START_TEST(a_proof_that_is_told_ends_it_with_the_best_point)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.01, 1},
        {ZN_OK, ZN_SOLVED, 100, 0, 50},
        {ZN_UNSOLVED, ZN_STALLED, 7, 0.1, 2},
        {ZN_UNSOLVED, ZN_INFEASIBLE, 11, 0.3, 4},
        {ZN_OK, ZN_SOLVED, 13, 0, 8},
    };
    double z = 1, w = 0;
    const zni_portfolio p = linked(ways, 5);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert(z == 4 && w == 400);
}
END_TEST

/* A method ends the list if it fails, not where it is none for the problem. */
START_TEST(a_list_may_end_before_its_last)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.1, 1},
        {ZN_UNSOLVED, ZN_ITERATION_LIMIT, 7, 0.3, 2},
        {ZN_OK, ZN_SOLVED, 11, 0, 4},
    };

    for (int ends = 0; ends < 2; ends++) {
        double z = 1, w = 0;
        const zni_portfolio p = all_of(ways, 3);
        zn_solve_info info = {0};

        methods[1].is = ZNI_ENDS;
        methods[1].suits = ends ? NULL : never;
        ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ends ? ZN_UNSOLVED : ZN_OK);
        ck_assert_int_eq(info.iterations, ends ? 5 + 7 : 5 + 11);
        ck_assert(info.error == (ends ? 0.1 : 0) && z == (ends ? 2 : 6));
    }
}
END_TEST

/* where no method is one for the problem the start comes back, with its w */
START_TEST(a_list_of_none_has_no_answer)
{
    static const way ways[] = {{ZN_OK, ZN_SOLVED, 5, 0, 1}, {ZN_OK, ZN_SOLVED, 5, 0, 1}};
    double z = 3, w = 0;
    zni_portfolio p = linked(ways, 2);
    zn_solve_info info = {0};

    p.list = methods + 1;
    methods[2].name = NULL;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert(z == 3 && w == 300 && info.outcome == ZN_STALLED);
}
END_TEST

/* Two look before the list, at no cost: where neither has the answer it is as if they had not been there, but for
 * their work. What stands early is where a later one begins. */
START_TEST(a_look_aside_leaves_nothing_but_its_work)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 2, 0.001, 16},
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.4, 1},
        {ZN_UNSOLVED, ZN_ITERATION_LIMIT, 7, 0.1, 2},
        {ZN_UNSOLVED, ZN_STALLED, 11, 0.3, 4},
    };
    double z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 4);
    zn_solve_info info = {0};

    methods[0].is = ZNI_ASIDE;
    methods[1].is = ZNI_EARLY;
    methods[3].from = ZNI_FROM_EARLY;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert(from[0] == 1 && from[1] == 1 && from[2] == 2 && from[3] == 2);
    ck_assert(z == 4 && w == 40 && info.error == 0.1);
    ck_assert_int_eq(info.iterations, 2 + 5 + 7 + 11);
    ck_assert_int_eq(info.outcome, ZN_STALLED); /* of method 1, not of 0 */
}
END_TEST

/* ---- after all ---- */

static int lasts;

static zn_status worse(zni_turn *t)
{
    lasts++;
    t->info->iterations += 3;
    return ZN_UNSOLVED;
}

static zn_status better(zni_turn *t)
{
    lasts++;
    t->z[0] = t->w[0] = 0;
    t->info->error = 0;
    t->info->iterations += 4;
    t->info->outcome = ZN_SOLVED;
    return ZN_OK;
}

START_TEST(what_comes_last_is_asked_unless_it_was_stopped)
{
    static const zni_method last[] = {
        {"worse", "nothing is left", .run = worse},
        {"never", "", .run = better, .suits = never},
        {"better", "nothing at all", .run = better},
        ZNI_LAST,
    };
    static const way ways[2][1] = {{{ZN_UNSOLVED, ZN_STALLED, 5, 0.4, 1}},
                                   {{ZN_UNSOLVED, ZN_INTERRUPTED, 5, 0.4, 1}}};

    for (int stopped = 0; stopped < 2; stopped++) {
        double z = 1, w = 0;
        zni_portfolio p = all_of(ways[stopped], 1);
        zn_monitor mon = {.explain = note};
        zn_solve_info info = {0};

        lasts = ntold = 0;
        p.last = last;
        ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, &mon, &info),
                         stopped ? ZN_UNSOLVED : ZN_OK);
        ck_assert_int_eq(lasts, stopped ? 0 : 2);
        ck_assert_int_eq(info.iterations, stopped ? 5 : 12);
        ck_assert_int_eq(ntold, stopped ? 1 : 3);
        ck_assert_double_eq(z, stopped ? 2 : 0);
        ck_assert_str_eq(told[stopped ? 0 : 2].solver, stopped ? "way" : "better");
        ck_assert_int_eq(told[stopped ? 0 : 2].iterations, stopped ? 5 : 4);
    }
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("portfolio");

    tcase_add_test(tc, a_list_may_leave_out_methods_and_points);
    tcase_add_test(tc, the_start_comes_back_with_its_outputs);
    tcase_add_test(tc, an_answer_of_the_first_takes_no_room_for_others);
    tcase_add_test(tc, a_proof_that_is_told_ends_it_with_the_best_point);
    tcase_add_test(tc, a_list_may_end_before_its_last);
    tcase_add_test(tc, a_list_of_none_has_no_answer);
    tcase_add_test(tc, a_look_aside_leaves_nothing_but_its_work);
    tcase_add_test(tc, what_comes_last_is_asked_unless_it_was_stopped);
    return test_main(portfolio_suite("portfolio, lists", tc));
}
