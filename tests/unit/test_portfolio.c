/* test_portfolio.c - methods in an order: what is kept, summed and told
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>
#include <string.h>

#include <zeno/lcp.h>

#include "solvers/core/monitor.h"
#include "solvers/strategy/portfolio.h"

/* What a method does: it adds `move` to z, leaves w = 10 z, and says the rest. */
typedef struct way {
    zn_status st;
    zn_outcome outcome;
    zn_index iterations;
    double error, move;
} way;

static zn_ctx *ctx;
static double from[8]; /* where each began */
static zn_attempt told[8];
static char words[8][80];
static int ntold;

static zn_status go(const zni_portfolio *p, int i, zn_ctx *c, double z[],
                    double w[], zn_monitor *mon, zn_solve_info *info)
{
    const way *k = (const way *)p->data + i;

    (void)mon;
    from[i] = z[0];
    z[0] += k->move;
    w[0] = 10 * z[0];
    info->outcome = k->outcome;
    if (k->iterations >= 0) /* else it says nothing of these */
        info->iterations = k->iterations;
    if (k->error >= 0)
        info->error = k->error;
    info->solver = "way";
    return k->st < 0 ? zn_fail(c, k->st, "way %d has no diagonal", i) : k->st;
}

static const char *why(const zni_portfolio *p, int i)
{
    (void)p;
    return i ? "the others failed" : "it is quick";
}

static void note(void *user, const zn_attempt *a)
{
    (void)user;
    told[ntold] = *a;
    snprintf(words[ntold], sizeof words[0], "%s", a->why ? a->why : "");
    ntold++;
}

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ntold = 0;
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

static zni_portfolio all_of(const way ways[], int count, double best[])
{
    return (zni_portfolio){.run = go,
                           .why = why,
                           .data = ways,
                           .count = count,
                           .nz = 1,
                           .nw = 1,
                           .best = best};
}

START_TEST(the_best_comes_back_with_the_work_of_all)
{
    /* the second leaves the least error, the third does not apply */
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_ITERATION_LIMIT, 5, 0.4, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, 0.1, 2},
        {ZN_EINVAL, ZN_SOLVED, 100, INFINITY, 50},
        {ZN_UNSOLVED, ZN_STALLED, 11, 0.3, 4},
    };
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 4, best);
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
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 3, best);
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
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    zni_portfolio p = all_of(ways, 2, best);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info),
                     ZN_UNSOLVED);
    ck_assert_str_eq(zn_errmsg(ctx), "");
    /* none applies: that is the failure */
    p.first = 1;
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
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    zni_portfolio p = all_of(ways, 3, best);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    ck_assert(z == 4 && w == 40 && info.error == 1e-12);
    ck_assert_int_eq(info.iterations, 12);

    /* from the start each, in place of the best */
    p.fresh = ZNI_ALL_FRESH;
    z = 5; /* not the one of the call before */
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    ck_assert(from[1] == 5 && z == 7 && w == 70);
}
END_TEST

START_TEST(who_asks_hears_of_each_and_why_it_does_not_apply)
{
    static const way ways[] = {
        {ZN_ESINGULAR, ZN_SOLVED, 3, INFINITY, 1},
        {ZN_UNSOLVED, ZN_STALLED, 7, 0.1, 2},
    };
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    zni_portfolio p = all_of(ways, 2, best);
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
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 2, best);
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
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    zni_portfolio p = all_of(ways, 3, best);
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
        double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
        const zni_portfolio p = all_of(ways + first, 3 - first, best);
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
        double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
        const zni_portfolio p = all_of(ways[k], 2, best);
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
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 2, best);
    zn_solve_info info = {.iterations = 1000, .error = 0.1};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_double_eq(z, 2);
    ck_assert_double_eq(info.error, 0.4);
    ck_assert_int_eq(info.iterations, 5);
    /* nor are those of the call before, and w is what it left */
    const zni_portfolio silent = all_of(ways + 1, 1, best);
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
    double best[ZNI_PORTFOLIO(1, 1)];
    const zni_portfolio p = all_of(ways, 2, best);
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
    double best[ZNI_PORTFOLIO(1, 1)], z = 1, w = 0;
    const zni_portfolio p = all_of(ways, 3, best);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_double_eq(z, 2); /* the better point */
}
END_TEST

/* ---- methods that look at each other ---- */

/* The list: method 1 is none for the problem; what method 0 left does not count; 2 begins where it ended. */
typedef struct list {
    double own;       /* the best point, when there is room for it */
    int rooms, lefts;
} list;

static zn_status choose(const zni_portfolio *p, int i, zn_ctx *c, double z[], double w[],
                        zn_monitor *mon, bool *skip)
{
    (void)p;
    (void)c;
    (void)z;
    (void)w;
    (void)mon;
    *skip = i == 1;
    return ZN_OK;
}

static zn_status leave(const zni_portfolio *p, int i, zn_ctx *c, const double z[],
                       zn_solve_info *info)
{
    (void)c;
    (void)z;
    ((list *)p->state)->lefts++;
    if (i == 0)
        info->error = INFINITY;
    return ZN_OK;
}

static zn_status make_room(zni_portfolio *p, zn_ctx *c)
{
    list *l = p->state;

    (void)c;
    l->rooms++;
    p->best = &l->own;
    return ZN_OK;
}

static void hundredfold(const zni_portfolio *p, double z[], double w[])
{
    (void)p;
    w[0] = 100 * z[0];
}

static zni_portfolio linked(const way ways[], int count, list *l, double *given)
{
    return (zni_portfolio){.run = go,
                           .next = choose,
                           .left = leave,
                           .room = make_room,
                           .outputs = hundredfold,
                           .state = l,
                           .data = ways,
                           .count = count,
                           .nz = 1,
                           .nw = 1,
                           .given = given,
                           .proofs = ZNI_TOLD,
                           .latest = true};
}

START_TEST(a_list_may_leave_out_methods_and_points)
{
    static const way ways[] = {
        {ZN_UNSOLVED, ZN_STALLED, 5, 0.01, 1},
        {ZN_OK, ZN_SOLVED, 100, 0, 50},
        {ZN_UNSOLVED, ZN_STALLED, 7, 0.1, 2},
        {ZN_UNSOLVED, ZN_ITERATION_LIMIT, 11, 0.3, 4},
    };
    list l = {0};
    double given, z = 1, w = 0;
    const zni_portfolio p = linked(ways, 4, &l, &given);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_double_eq(given, 1);
    ck_assert(from[0] == 1 && from[2] == 2 && from[3] == 4);
    ck_assert_int_eq(l.lefts, 3);
    ck_assert_int_eq(l.rooms, 1);
    /* 0.01 of the first did not count; w is that of z */
    ck_assert(z == 4 && w == 400);
    ck_assert_double_eq(info.error, 0.1);
    ck_assert_int_eq(info.iterations, 5 + 7 + 11);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT); /* of the last */
}
END_TEST

START_TEST(an_answer_of_the_first_takes_no_room_for_others)
{
    static const way ways[] = {{ZN_OK, ZN_SOLVED, 5, 0, 1}};
    list l = {0};
    double given, z = 1, w = 0;
    const zni_portfolio p = linked(ways, 1, &l, &given);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_OK);
    ck_assert(l.rooms == 0 && l.lefts == 0 && z == 2 && w == 20);
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
    list l = {0};
    double given, z = 1, w = 0;
    const zni_portfolio p = linked(ways, 5, &l, &given);
    zn_solve_info info = {0};

    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert(z == 4 && w == 400);
}
END_TEST

/* where no method is one for the problem the start comes back, with its w */
START_TEST(a_list_of_none_has_no_answer)
{
    static const way ways[] = {{ZN_OK, ZN_SOLVED, 5, 0, 1}, {ZN_OK, ZN_SOLVED, 5, 0, 1}};
    list l = {0};
    double given, z = 3, w = 0;
    zni_portfolio p = linked(ways, 2, &l, &given);
    zn_solve_info info = {0};

    p.first = 1;
    ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
    ck_assert(z == 3 && w == 300 && info.outcome == ZN_STALLED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("portfolio");
    TCase *tc = tcase_create("portfolio");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_failure_that_is_no_refusal_is_the_last_word);
    tcase_add_test(tc, the_best_comes_back_with_the_work_of_all);
    tcase_add_test(tc, the_first_that_is_good_enough_answers_for_all_that_ran);
    tcase_add_test(tc,
                   who_does_not_apply_has_no_say_in_why_the_others_failed);
    tcase_add_test(tc, the_message_of_auto_is_about_its_failure);
    tcase_add_test(tc, who_asks_hears_of_each_and_why_it_does_not_apply);
    tcase_add_test(tc, where_none_applies_the_last_says_why);
    tcase_add_test(tc, a_proof_ends_it_where_proofs_count);
    tcase_add_test(tc, a_cheaper_method_may_fit_into_the_time);
    tcase_add_test(tc, a_proof_is_the_last_word_of_all_that_failed);
    tcase_add_test(tc, a_ray_is_told_whoever_failed_after_it_or_before);
    tcase_add_test(tc, who_says_nothing_has_done_nothing);
    tcase_add_test(tc, who_was_stopped_says_so_whatever_failed_before);
    tcase_add_test(tc, a_list_may_leave_out_methods_and_points);
    tcase_add_test(tc, an_answer_of_the_first_takes_no_room_for_others);
    tcase_add_test(tc, a_proof_that_is_told_ends_it_with_the_best_point);
    tcase_add_test(tc, a_list_of_none_has_no_answer);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
