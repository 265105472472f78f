/* test_cost.c - what methods take, in one unit, and what late ones of a list may
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>

#include "solvers/strategy/cost.h"
#include "solvers/strategy/portfolio.h"

/* ---- one unit ---------------------------------------------------------------- */

/* 1000 rows in full: 2/3 10^9. By columns an operation is five; with more than 150 to a number by fronts, a third
 * of that; blocks of three rows 1.5, of two 4. */
START_TEST(factors_cost_by_the_way_they_go)
{
    const zni_factors full = zni_cost_dense(1000), thin = {.one = {1e6, 150e6}},
                      thick = {.one = {1e6, 151e6}}, space = {.one = {1e6, 1e7}, .block = 3},
                      plane = {.one = {1e6, 1e7}, .block = 2};

    ck_assert_double_eq_tol(zni_cost_factors(&full), 2e9 / 3, 1);
    ck_assert_double_eq(full.one.values, 1e6);
    ck_assert_double_eq(zni_cost_factors(&thin), 5 * 150e6);
    ck_assert_double_eq_tol(zni_cost_factors(&thick), 5 * 151e6 / 3, 1);
    ck_assert_double_eq(zni_cost_factors(&space), 1.5e7);
    ck_assert_double_eq(zni_cost_factors(&plane), 4e7);
}
END_TEST

/* 20 steps of 1030 operations are 206 sweeps of 100; no more than may be, whatever does not fit. */
START_TEST(what_costs_as_much_is_counted_down)
{
    ck_assert_int_eq(zni_cost_worth(20, 1030, 100, 1e9), 206);
    ck_assert_int_eq(zni_cost_worth(20, 1034.9, 100, 1e9), 206);
    ck_assert_int_eq(zni_cost_worth(20, 1030, 100, 50), 50);
    ck_assert_int_eq(zni_cost_worth(20, INFINITY, 100, 50), 50);
    ck_assert_int_eq(zni_cost_worth(1, 3, 100, 50), 0);
}
END_TEST

/* ---- late methods -------------------------------------------------------------- */

static zn_index made;

/* dense factors of 6000 rows: 2/3 * 6000^3 = 1.44e11 operations */
static double of_many(const void *of)
{
    (void)of;
    return zni_lu_operations(6000);
}

static zni_effort counted(double (*factor)(const void *of))
{
    zni_effort e = {.factor = factor, .made = &made, .bound = true, .multiple = 2};

    made = 0;
    zni_effort_open(&e);
    return e;
}

/* Those before took ten factors; the late ones may take twenty in all, here twelve of one and eight of the next, and
 * the next run of the list nothing more. */
START_TEST(late_methods_take_a_multiple_of_those_before)
{
    zn_outcome why = ZN_ITERATION_LIMIT;
    zni_effort e = counted(of_many);
    zn_monitor *mon;
    int steps = 0;

    zni_effort_begin(&e, NULL);
    ck_assert_ptr_null(zni_effort_watch(&e, 0)); /* nobody is watched yet */
    made += 10;
    zni_effort_note(&e, 10, &why);
    zni_effort_bound(&e);
    zni_effort_watch(&e, 0);
    made += 12;
    zni_effort_note(&e, 12, &why);
    ck_assert(!zni_effort_over(&e));
    mon = zni_effort_watch(&e, 0);
    while (!zn_monitor_tick(mon, steps, 1)) {
        steps++;
        made++;
    }
    ck_assert_int_eq(steps, 8);
    why = ZN_INTERRUPTED; /* says the method */
    zni_effort_note(&e, steps, &why);
    ck_assert_int_eq(why, ZN_ITERATION_LIMIT);
    ck_assert(zni_effort_over(&e));
    zni_effort_begin(&e, NULL);
    ck_assert(!zni_effort_over(&e)); /* early methods are not late */
    zni_effort_bound(&e);
    ck_assert(zni_effort_over(&e));
}
END_TEST

static bool stop(void *user, zn_index iteration, double error)
{
    (void)error;
    return iteration >= *(int *)user;
}

/* Who watches still does, and is the one who stopped it. Some ten seconds are never denied: 4e10
 * operations, of iterations that take 1e9 each. */
START_TEST(a_callback_comes_before_the_effort)
{
    zn_outcome why = ZN_INTERRUPTED;
    zni_effort e = counted(of_many);
    int at = 7;
    zn_monitor outer = {.fn = stop, .user = &at}, *mon;
    zn_index it = 0;

    zni_effort_begin(&e, &outer);
    zni_effort_bound(&e);
    mon = zni_effort_watch(&e, 1e9);
    while (!zn_monitor_tick(mon, it, 1))
        it++;
    zni_effort_note(&e, it, &why);
    ck_assert_int_eq(it, 7);
    ck_assert_int_eq(why, ZN_INTERRUPTED);
    at = 1000;
    outer.stop = ZN_SOLVED;
    mon = zni_effort_watch(&e, 1e9);
    for (it = 0; !zn_monitor_tick(mon, it, 1);)
        it++;
    ck_assert_int_eq(it, 33);
}
END_TEST

/* ---- in a list ------------------------------------------------------------------ */

enum { METHODS = 6 };

static zn_index went[METHODS]; /* iterations of each; -1: it was not asked */
static zni_method methods[METHODS + 1];

/* As long as it may, 400 at most; half of its iterations make a factor. */
static zn_status goes_on(zni_turn *t)
{
    zn_index *it = &went[t->m - methods];
    const zn_index most = t->m->steps > 0 ? t->m->steps : 400;

    for (*it = 0; *it < most && !zn_monitor_tick(t->mon, *it, 1); ++*it)
        made += *it % 2;
    t->info->iterations = *it;
    t->info->outcome = *it < most ? ZN_INTERRUPTED : ZN_ITERATION_LIMIT;
    return ZN_UNSOLVED;
}

static double each(const zni_turn *t)
{
    (void)t;
    return 5e9;
}

static double factor(const void *of)
{
    return *(const double *)of;
}

/* Four early iterations of 5e9 with two factors of 1e10 take 4e10; late ones may take 8e10, which is eight
 * iterations: the second has nothing left. The path has five times the multiple of what was spent by then, 1.2e11: of
 * 120 iterations, and who has twice as much anew 240 more; nothing is bound where the problem is small. Whoever asked hears of a limit, not of
 * an interruption. */
START_TEST(late_methods_of_any_list_share_what_is_left)
{
    static const double price = 1e10;

    for (int small = 0; small < 2; small++) {
        zni_store store = {0};
        zni_effort e = counted(factor);
        double z = 0, w = 0;
        zn_solve_info info = {0};
        zn_ctx *ctx;

        e.of = &price;
        e.bound = !small;
        for (int i = 0; i < METHODS; i++) {
            methods[i] = (zni_method){.name = "way", .why = "it is there", .run = goes_on, .each = each};
            went[i] = -1;
        }
        methods[0].steps = 4;
        methods[1].is = methods[2].is = methods[5].is = ZNI_LATE;
        methods[3].is = ZNI_LATE | ZNI_APART;
        methods[4].is = ZNI_LATE | ZNI_APART | ZNI_ANEW;
        ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
        const zni_portfolio p = {.list = methods, .store = &store, .effort = &e, .nz = 1, .nw = 1,
                                 .latest = true};
        ck_assert_int_eq(zni_portfolio_run(&p, ctx, &z, &w, NULL, &info), ZN_UNSOLVED);
        ck_assert_int_eq(went[0], 4);
        ck_assert_int_eq(went[1], small ? 400 : 8);
        ck_assert_int_eq(went[2], small ? 400 : -1);
        ck_assert_int_eq(went[3], small ? 400 : 120);
        ck_assert_int_eq(went[4], small ? 400 : 240);
        ck_assert_int_eq(went[5], small ? 400 : -1);
        ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
        zni_store_fini(&store, ctx);
        zn_ctx_free(ctx);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("cost");
    TCase *tc = tcase_create("cost");

    tcase_add_test(tc, factors_cost_by_the_way_they_go);
    tcase_add_test(tc, what_costs_as_much_is_counted_down);
    tcase_add_test(tc, late_methods_take_a_multiple_of_those_before);
    tcase_add_test(tc, a_callback_comes_before_the_effort);
    tcase_add_test(tc, late_methods_of_any_list_share_what_is_left);
    suite_add_tcase(s, tc);
    return test_main(s);
}
