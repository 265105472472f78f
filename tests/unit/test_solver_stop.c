/* test_solver_stop.c - what ends a call of a solver: its time, its callback, the call around it
 * SPDX-License-Identifier: Apache-2.0 */
#include "line_test.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

START_TEST(the_time_limit_stops_a_method)
{
    use("endless");
    zn_solver_set_time_limit(solver, 0.05);
    double begin = now();
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    double took = now() - begin;
    ck_assert_int_eq(info.outcome, ZN_TIME_LIMIT);
    ck_assert_double_ge(took, 0.05);
    ck_assert_double_le(took, 2); /* a loaded machine, not the 10 s without */
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "time_limit"));
}
END_TEST

START_TEST(each_call_has_the_whole_time)
{
    use("endless");
    for (int call = 0; call < 2; call++) {
        zn_solver_set_time_limit(solver, 0.03);
        double begin = now();
        ck_assert_int_eq(solve(), ZN_UNSOLVED);
        ck_assert_double_ge(now() - begin, 0.03);
    }
}
END_TEST

typedef struct listener {
    zn_index calls, last, stop_at;
    double error;
} listener;

static bool listen(void *user, zn_index iteration, double at)
{
    listener *l = user;
    l->calls++;
    l->last = iteration;
    l->error = at;
    return iteration == l->stop_at;
}

START_TEST(the_callback_hears_each_iteration_and_may_stop)
{
    listener l = {.stop_at = 5};

    use("endless");
    zn_solver_set_callback(solver, listen, &l);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_int_eq(info.iterations, 5);
    ck_assert_int_eq(l.calls, 5);
    ck_assert_int_eq(l.last, 5);
    ck_assert(l.error == 0.2);
}
END_TEST

START_TEST(a_callback_taken_away_is_not_called)
{
    listener l = {.stop_at = -1};

    use("four");
    zn_solver_set_callback(solver, listen, &l);
    ck_assert_int_eq(solve(), ZN_OK);
    ck_assert_int_eq(l.calls, 4);
    ck_assert(l.error < 0);
    zn_solver_set_callback(solver, NULL, NULL);
    ck_assert_int_eq(solve(), ZN_OK);
    ck_assert_int_eq(l.calls, 4);
}
END_TEST

static bool never(void *user, zn_index iteration, double at)
{
    (void)user, (void)iteration, (void)at;
    return false;
}

static void count_attempt(void *user, const zn_attempt *a)
{
    (void)user, (void)a;
}

static void count_drop(void *user)
{
    ++*(int *)user;
}

START_TEST(data_of_callbacks_are_dropped_once)
{
    int heard[2] = {0}, told[2] = {0};

    use("four");
    for (int i = 0; i < 2; i++) {
        zn_solver_set_callback_owned(solver, never, &heard[i], count_drop);
        zn_solver_set_explain_owned(solver, count_attempt, &told[i], count_drop);
        ck_assert_int_eq(solve(), ZN_OK);
    }
    ck_assert(heard[0] == 1 && heard[1] == 0 && told[0] == 1 && told[1] == 0);
    zn_solver_set_callback(solver, NULL, NULL);
    ck_assert(heard[0] == 1 && heard[1] == 1 && told[1] == 0);
    zn_solver_set_callback_owned(solver, never, &heard[0], count_drop);
    zn_solver_free(solver);
    solver = NULL;
    ck_assert(heard[0] == 2 && heard[1] == 1 && told[0] == 1 && told[1] == 1);
}
END_TEST

/* a method that goes on all the same is told again, and the callback is left
 * in peace: of four ticks the first stops, z_0 moves by 4 */
START_TEST(stop_stays_stop)
{
    listener l = {.stop_at = 0};

    use("four");
    zn_solver_set_callback(solver, listen, &l);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(l.calls, 1);
    ck_assert(z[0] == 5.5);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert(!zn_monitor_tick(NULL, 0, 0));
}
END_TEST

START_TEST(an_inner_solver_obeys_the_outer_call)
{
    listener l = {.stop_at = 7};

    use("outer");
    zn_solver_set_callback(solver, listen, &l);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(l.calls, 7);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_str_eq(info.solver, "endless");
    ck_assert_str_eq(zn_errmsg(ctx),
                     "line solver 'outer', n = 2: interrupted after 7 "
                     "iterations, error 4 > tol 1e-09: line solver 'endless', "
                     "n = 2: interrupted after 7 iterations, error 4 > tol "
                     "1e-09");
    zn_solver_set_callback(solver, NULL, NULL);
    zn_solver_set_time_limit(solver, 0.02);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_TIME_LIMIT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ends of a solver's call");
    TCase *tc = tcase_create("solver");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, the_time_limit_stops_a_method);
    tcase_add_test(tc, each_call_has_the_whole_time);
    tcase_add_test(tc, the_callback_hears_each_iteration_and_may_stop);
    tcase_add_test(tc, a_callback_taken_away_is_not_called);
    tcase_add_test(tc, data_of_callbacks_are_dropped_once);
    tcase_add_test(tc, stop_stays_stop);
    tcase_add_test(tc, an_inner_solver_obeys_the_outer_call);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
