/* test_solver.c - the host of solvers: it judges, bounds, explains, cleans up
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcp.h>

#include "line_test.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

/* ---- making ------------------------------------------------------------- */

START_TEST(a_solver_starts_with_its_defaults)
{
    use("honest");
    toy *t = zn_solver_state(solver);
    ck_assert(t->tol == 1e-9);
    ck_assert_int_eq(t->inits, 1);
    ck_assert_ptr_eq(zn_solver_class(solver), &honest_type);
}
END_TEST

START_TEST(unknown_names_are_answered_with_the_known_ones)
{
    zn_solver *s = (zn_solver *)1;

    ck_assert_int_eq(zn_solver_new(ctx, "line", "lemke", &s), ZN_ENOENT);
    ck_assert_ptr_null(s);
    ck_assert_str_eq(
        zn_errmsg(ctx),
        "no line solver 'lemke'; there is: honest, liar, lax, "
        "contrary, shy, ray, talker, silent, picky, lost, endless, four, outer, hasty, broken");
    ck_assert_int_eq(zn_solver_new(ctx, "cubic", "pgs", &s), ZN_ENOENT);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "no problem class 'cubic'"));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "line"));
    ck_assert_int_eq(zn_solver_new(ctx, NULL, NULL, &s), ZN_ENOENT);
}
END_TEST

static void hear(void *user, const zn_attempt *a)
{
    int *told = user;

    ck_assert(a->applied && a->error == 0.5 && a->iterations == 3);
    ck_assert_int_eq(a->outcome, ZN_INTERRUPTED);
    ck_assert_str_eq(a->solver, "endless");
    ck_assert_str_eq(a->why, "asked");
    ++*told;
}

static bool stop_at_three(void *user, zn_index iteration, double error)
{
    (void)user, (void)error;
    return iteration == 3;
}

START_TEST(what_is_tried_within_is_told_to_whom_asks)
{
    int told = 0;

    ck_assert(!zn_monitor_explains(NULL));
    zn_monitor_attempt(NULL, &(zn_attempt){.solver = "none"}); /* nobody hears it */
    use("outer");
    zn_solver_set_callback(solver, stop_at_three, NULL);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    zn_solver_set_explain(solver, hear, &told);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(told, 1);
    zn_solver_set_explain(solver, NULL, NULL);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(told, 1);
}
END_TEST

static bool go_on(void *user, zn_index iteration, double error)
{
    (void)user, (void)iteration, (void)error;
    return false;
}

START_TEST(a_short_cut_is_believed_by_its_error_only)
{
    use("hasty");
    ck_assert_int_eq(solve(), ZN_OK); /* from 0 it is right */
    ck_assert_str_eq(info.solver, "hasty"); /* where it gives no other name */
    ck_assert_int_eq(info.iterations, 0);
    ck_assert(info.outcome == ZN_SOLVED && info.error == 0);
    ck_assert(z[0] == 1.5 && z[1] == -2.5);
    ck_assert_int_eq(solve(), ZN_OK); /* from there it is not, and is not taken */
    ck_assert_str_eq(info.solver, "hasty");
    ck_assert(z[0] == 1.5 && z[1] == -2.5);
    ck_assert_int_eq(info.iterations, 2);
    z[0] = z[1] = 0;
    zn_solver_set_callback(solver, go_on, NULL); /* who watches sees iterations */
    ck_assert_int_eq(solve(), ZN_OK);
    ck_assert_str_eq(info.solver, "hasty");
}
END_TEST

START_TEST(a_solver_of_another_class_is_not_found)
{
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "honest", &s), ZN_ENOENT);
}
END_TEST

START_TEST(fini_comes_once_after_init_and_after_its_failure)
{
    zn_solver *s;

    use("honest");
    ck_assert_int_eq(finished, 0);
    zn_solver_free(solver);
    solver = NULL;
    ck_assert_int_eq(finished, 1);
    ck_assert_int_eq(zn_solver_new(ctx, "line", "broken", &s), ZN_ENOTSUP);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "line solver 'broken': no such machine here");
    ck_assert_ptr_null(s);
    ck_assert_int_eq(finished, 2);
    zn_solver_free(NULL);
}
END_TEST

START_TEST(options_are_set_by_name)
{
    use("honest");
    toy *t = zn_solver_state(solver);
    ck_assert_int_eq(zn_solver_set(solver, "tol", "1e-3"), ZN_OK);
    ck_assert(t->tol == 1e-3);
    ck_assert_int_eq(zn_solver_set_real(solver, "tol", 1e-4), ZN_OK);
    ck_assert(t->tol == 1e-4);
    ck_assert_int_eq(zn_solver_set(solver, "tol", "2"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "option 'tol' of line solver 'honest' = 2: "
                     "must be in [0, 1]");
    ck_assert_int_eq(zn_solver_set_real(solver, "omega", 1), ZN_ENOENT);
}
END_TEST

/* ---- judging ------------------------------------------------------------ */

START_TEST(a_right_answer_is_ok)
{
    use("honest");
    ck_assert_int_eq(solve(), ZN_OK);
    ck_assert(z[0] == 1.5 && z[1] == -2.5);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    ck_assert(info.error == 0);
    ck_assert_int_eq(info.iterations, 2);
    ck_assert_str_eq(info.solver, "honest");
    ck_assert_int_eq(zn_solver_solve(solver, &problem, z, w, NULL), ZN_OK);
}
END_TEST

/* z_0 off by 1 leaves a residual of 4 */
START_TEST(a_false_ok_is_unsolved)
{
    use("liar");
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INACCURATE);
    ck_assert(info.error == 4);
    ck_assert_str_eq(
        zn_errmsg(ctx),
        "line solver 'liar', n = 2: inaccurate after 2 iterations, "
        "error 4 > tol 1e-09");
}
END_TEST

/* 1.5e-9 where 1e-9 is asked for: then for a third of it */
START_TEST(who_is_content_too_early_is_asked_for_less)
{
    char tol[16];

    use("lax");
    ck_assert_int_eq(solve(), ZN_OK);
    ck_assert_double_eq_tol(info.error, 5e-10, 1e-15);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    ck_assert_int_eq(info.iterations, 4);
    ck_assert_int_eq(zn_solver_get(solver, "tol", tol, sizeof tol), ZN_OK);
    ck_assert_str_eq(tol, "1e-09");
}
END_TEST

/* 4 * 3e-9, and six times as much when it is asked again */
START_TEST(who_gets_worse_then_is_not_heard)
{
    use("contrary");
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_double_eq_tol(info.error, 1.2e-8, 1e-15);
    ck_assert_double_eq_tol(z[0], 1.5 + 3e-9, 1e-15);
    ck_assert_int_eq(info.outcome, ZN_INACCURATE);
    ck_assert_int_eq(info.iterations, 4);
}
END_TEST

START_TEST(a_false_unsolved_is_ok)
{
    use("shy");
    ck_assert_int_eq(solve(), ZN_OK);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
}
END_TEST

START_TEST(the_tolerance_decides)
{
    use("liar");
    problem.a = 0.25; /* residual 0.25 */
    ck_assert_int_eq(zn_solver_set_real(solver, "tol", 0.25), ZN_OK);
    ck_assert_int_eq(solve(), ZN_OK);
    ck_assert(info.error == 0.25);
    ck_assert_int_eq(zn_solver_set_real(solver, "tol", 0.2499), ZN_OK);
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
}
END_TEST

START_TEST(the_reason_of_the_method_is_kept)
{
    use("ray");
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_RAY);
    ck_assert_str_eq(zn_errmsg(ctx), "line solver 'ray', n = 2: ray after 2 "
                                     "iterations, error 4 > tol 1e-09");
}
END_TEST

START_TEST(the_words_of_the_method_are_kept)
{
    zn_fail(ctx, ZN_EIO, "words of long ago");
    use("talker");
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "line solver 'talker', n = 2: ray after 2 iterations, "
                     "error 4 > tol 1e-09: column 3 has no pivot");
}
END_TEST

START_TEST(old_words_are_not_taken_for_those_of_the_method)
{
    zn_fail(ctx, ZN_EIO, "words of long ago");
    use("ray");
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_ptr_null(strstr(zn_errmsg(ctx), "long ago"));
}
END_TEST

START_TEST(words_of_another_thread_are_not_taken_for_those_of_the_method)
{
    use("silent");
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_ptr_null(strstr(zn_errmsg(ctx), "another thread"));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "line solver 'silent', n ="));
}
END_TEST

START_TEST(a_method_that_does_not_apply_says_so)
{
    use("picky");
    ck_assert_int_eq(solve(), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "line solver 'picky': a = 0, must not be");
    ck_assert_int_ne(info.outcome, ZN_SOLVED);
    ck_assert(isnan(info.error));
}
END_TEST

START_TEST(an_answer_that_is_not_a_number_is_unsolved)
{
    use("lost");
    ck_assert_int_eq(solve(), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_msg(z[0] == 0 && z[1] == 0 && info.error == 20, "%s", zn_errmsg(ctx)); /* 2 |b| */
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "stalled"));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "error 20 > tol"));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "what lost came to is no number, zero comes back"));
}
END_TEST

START_TEST(data_that_are_not_numbers_never_reach_the_method)
{
    use("honest");
    b[1] = INFINITY;
    memset(&info, 0x55, sizeof info);
    ck_assert_int_eq(solve(), ZN_EDOM);
    ck_assert_str_eq(zn_errmsg(ctx), "line solver 'honest': b(1) = inf");
    ck_assert_int_ne(info.outcome, ZN_SOLVED);
    ck_assert_str_eq(info.solver, "honest");
    ck_assert_int_eq(info.iterations, 0);
    b[1] = 1;
    z[1] = NAN;
    ck_assert_int_eq(solve(), ZN_EDOM);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "line solver 'honest': starting point z(1) = nan");
    z[1] = 0;
    problem.n = 0;
    ck_assert_int_eq(solve(), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "line solver 'honest': n = 0, must be >= 1");
    problem.n = 2;
    ck_assert_int_eq(solve(), ZN_OK);
}
END_TEST

START_TEST(missing_arguments_are_told)
{
    use("honest");
    ck_assert_int_eq(zn_solver_solve(solver, NULL, z, w, &info), ZN_EINVAL);
    ck_assert_int_eq(zn_solver_solve(solver, &problem, NULL, w, &info),
                     ZN_EINVAL);
    ck_assert_int_eq(zn_solver_solve(solver, &problem, z, NULL, NULL),
                     ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "line solver 'honest': no problem, z or w");
}
END_TEST

START_TEST(every_outcome_has_a_name)
{
    static const char *const names[] = {
        "ok",         "iteration_limit", "time_limit", "ray",
        "infeasible", "stalled",         "inaccurate", "interrupted"};
    for (int o = ZN_SOLVED; o <= ZN_INTERRUPTED; o++)
        ck_assert_str_eq(zn_outcome_name((zn_outcome)o), names[o]);
    int odd = 77;
    ck_assert_str_eq(zn_outcome_name((zn_outcome)odd), "unknown outcome");
}
END_TEST

/* ---- memory ------------------------------------------------------------- */

START_TEST(the_second_call_allocates_nothing)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *counted;
    zn_solver *s;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &counted), ZN_OK);
    ck_assert_int_eq(add_lines(counted), ZN_OK);
    ck_assert_int_eq(zn_solver_new(counted, "line", "honest", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &problem, z, w, &info), ZN_OK);
    long calls = mem.calls;
    for (int i = 0; i < 10; i++)
        ck_assert_int_eq(zn_solver_solve(s, &problem, z, w, &info), ZN_OK);
    ck_assert_int_eq(mem.calls, calls);
    zn_solver_free(s);
    zn_ctx_free(counted);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

START_TEST(the_first_call_allocates_nothing_where_room_was_made)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    static double many[50], zs[50], ws[50];
    line large = {.n = 50, .a = 2, .b = many};
    zn_ctx *counted;
    zn_solver *s;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &counted), ZN_OK);
    ck_assert_int_eq(add_lines(counted), ZN_OK);
    ck_assert_int_eq(zn_solver_new(counted, "line", "honest", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_reserve(s, 50, 0), ZN_OK);
    long calls = mem.calls;
    ck_assert_int_eq(zn_solver_solve(s, &large, zs, ws, &info), ZN_OK);
    ck_assert_int_eq(mem.calls, calls);
    ck_assert_int_eq(zn_solver_reserve(s, -1, 0), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(counted),
                     "line solver 'honest': room for n = -1, nnz = 0");
    zn_solver_free(s);
    zn_ctx_free(counted);
}
END_TEST

static zn_status make_and_solve(const zn_allocator *alloc)
{
    zn_ctx *own;
    zn_solver *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &own);

    if (st)
        return st;
    finished = 0;
    st = add_lines(own);
    if (!st)
        st = zn_solver_new(own, "line", "honest", &s);
    ck_assert(st == ZN_OK || s == NULL);
    if (!st)
        st = zn_solver_solve(s, &problem, z, w, &info);
    if (!st)
        st = zn_solver_reserve(s, 40, 100);
    if (st)
        ck_assert_str_ne(zn_errmsg(own), "");
    zn_solver_free(s);
    ck_assert_int_le(finished, 1);
    zn_ctx_free(own);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(make_and_solve);
}
END_TEST

/* ---- a real class, through the same door -------------------------------- */

/* M = [2 1; 1 2], q = -[5; 6]: w = 0, so z = M \ [5; 6] = [4/3; 7/3] */
static const double lcp_M[] = {2, 1, 1, 2};

START_TEST(a_linear_complementarity_problem_is_solved)
{
    const double q[] = {-5, -6};
    zn_matrix M = zn_matrix_dense(2, 2, lcp_M);
    zn_lcp p = {.n = 2, .M = &M, .q = q};

    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &solver), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(solver, &p, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 4.0 / 3, 1e-9); /* tol 1e-10, ||M^-1|| = 1 */
    ck_assert_double_eq_tol(z[1], 7.0 / 3, 1e-9);
}
END_TEST

/* each thread solves 2000 problems of its own and knows the answer: with q =
 * -c [5; 6] it is c [4/3; 7/3] */
static void *solve_many(void *scale)
{
    double c = *(double *)scale, own_z[2], own_w[2];
    zn_matrix M = zn_matrix_dense(2, 2, lcp_M);
    zn_solve_info own_info;
    zn_ctx *own;
    zn_solver *s;
    void *fault = NULL;

    if (zn_ctx_new(&own))
        return "no context";
    if (zn_solver_new(own, "lcp", "auto", &s))
        fault = "no solver";
    for (int i = 1; i <= 2000 && !fault; i++) {
        double q[] = {-5 * c * i, -6 * c * i};
        zn_lcp p = {.n = 2, .M = &M, .q = q};
        own_z[0] = own_z[1] = 0;
        if (zn_solver_solve(s, &p, own_z, own_w, &own_info))
            fault = "not solved";
        else if (fabs(own_z[1] - 7 * c * i / 3) > 1e-9 * 7 * c * i)
            fault = "wrong answer";
    }
    zn_solver_free(s);
    zn_ctx_free(own);
    return fault;
}

START_TEST(two_threads_solve_side_by_side)
{
    pthread_t thread[2];
    double scale[] = {1, 0.01};

    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(
            pthread_create(&thread[i], NULL, solve_many, &scale[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *fault;
        pthread_join(thread[i], &fault);
        ck_assert_msg(!fault, "%s", (const char *)fault);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solver");
    TCase *tc = tcase_create("solver");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_solver_starts_with_its_defaults);
    tcase_add_test(tc, unknown_names_are_answered_with_the_known_ones);
    tcase_add_test(tc, a_solver_of_another_class_is_not_found);
    tcase_add_test(tc, fini_comes_once_after_init_and_after_its_failure);
    tcase_add_test(tc, options_are_set_by_name);
    tcase_add_test(tc, a_right_answer_is_ok);
    tcase_add_test(tc, a_false_ok_is_unsolved);
    tcase_add_test(tc, who_is_content_too_early_is_asked_for_less);
    tcase_add_test(tc, who_gets_worse_then_is_not_heard);
    tcase_add_test(tc, a_short_cut_is_believed_by_its_error_only);
    tcase_add_test(tc, what_is_tried_within_is_told_to_whom_asks);
    tcase_add_test(tc, a_false_unsolved_is_ok);
    tcase_add_test(tc, the_tolerance_decides);
    tcase_add_test(tc, the_reason_of_the_method_is_kept);
    tcase_add_test(tc, the_words_of_the_method_are_kept);
    tcase_add_test(tc, old_words_are_not_taken_for_those_of_the_method);
    tcase_add_test(
        tc, words_of_another_thread_are_not_taken_for_those_of_the_method);
    tcase_add_test(tc, a_method_that_does_not_apply_says_so);
    tcase_add_test(tc, an_answer_that_is_not_a_number_is_unsolved);
    tcase_add_test(tc, data_that_are_not_numbers_never_reach_the_method);
    tcase_add_test(tc, missing_arguments_are_told);
    tcase_add_test(tc, every_outcome_has_a_name);
    tcase_add_test(tc, the_second_call_allocates_nothing);
    tcase_add_test(tc, the_first_call_allocates_nothing_where_room_was_made);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, a_linear_complementarity_problem_is_solved);
    tcase_add_test(tc, two_threads_solve_side_by_side);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
