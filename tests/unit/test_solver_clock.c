/* test_solver_clock.c - no clock decides about bits, unless time is over: with a clock that leaps at
 * each look solvers do what they do with the machine's
 * SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "families.h"
#include "solver_answer.h"

/* ---- a clock of our own, which the program is linked with ------------------------- */

int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

static double leap; /* s that pass at each look; 0: the machine's clock */
static double passed;

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    if (leap == 0)
        return __real_clock_gettime(clock, now);
    passed += leap;
    now->tv_sec = (time_t)passed;
    now->tv_nsec = 0;
    return 0;
}

/* ---- the same with either ------------------------------------------------------------- */

static zn_ctx *ctx;

static void set_up(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void tear_down(void)
{
    zn_ctx_free(ctx);
}

static bool go_on(void *user, zn_index iteration, double error)
{
    (void)user, (void)iteration, (void)error;
    return false;
}

static answer asked_by(const char *class_name, const char *name, const zn_problem_file *f, const char *tol,
                       double clock, double limit, bool watched)
{
    zn_solver *s;
    answer a;

    ck_assert_msg(!zn_solver_new(ctx, class_name, name, &s), "%s", zn_errmsg(ctx));
    zn_solver_set(s, "max_iter", "300"); /* many of these are not what a method is for */
    if (tol)
        ck_assert(!zn_solver_set(s, "tol", tol));
    zn_solver_set_time_limit(s, limit);
    if (watched)
        zn_solver_set_callback(s, go_on, NULL);
    leap = clock;
    a = solve(s, f);
    leap = 0;
    zn_solver_free(s);
    return a;
}

static const double far = 1e12; /* s: more than the clocks below come to */

/* a clock that leaps a second at each look, without a limit and with one that is far; one that stands nearly; the
 * machine's, and somebody who watches */
static void any_clock_will_do(const char *class_name, const char *name, const char *options, const char *tol)
{
    static const double clocks[][2] = {{1, 0}, {1, 1}, {1e-9, 1}, {0, 0}};
    zn_problem_file *f = draw(ctx, class_name, options);
    const size_t z = (size_t)zn_problem_file_nz(f), w = (size_t)zn_problem_file_nw(f);
    answer a = asked_by(class_name, name, f, tol, 0, 0, false);

    for (int k = 0; k < 4; k++) {
        answer b = asked_by(class_name, name, f, tol, clocks[k][0], far * clocks[k][1], k == 3);

        ck_assert_msg(a.st == b.st && a.info.outcome == b.info.outcome && a.info.iterations == b.info.iterations,
                      "%s %s, %s, clock %d: %s after %td, was %s after %td", class_name, name, options, k,
                      zn_outcome_name(b.info.outcome), b.info.iterations, zn_outcome_name(a.info.outcome),
                      a.info.iterations);
        ck_assert_msg(a.st < 0 || (!memcmp(a.z, b.z, z * sizeof *a.z) && !memcmp(a.w, b.w, w * sizeof *a.w)),
                      "%s %s, %s, clock %d: other bits", class_name, name, options, k);
        drop(&b);
    }
    drop(&a);
    zn_problem_file_free(f);
}

START_TEST(the_clock_decides_nothing)
{
    const char *class_name = classes[_i].name;

    for (zn_index k = 0; zn_type_at(ctx, classes[_i].kind, k); k++)
        for (int o = 0; o < VARIANTS; o++)
            any_clock_will_do(class_name, zn_type_at(ctx, classes[_i].kind, k)->name, classes[_i].options[o], NULL);
}
END_TEST

/* Lists of methods: problems that the first of them do not solve, and a tolerance that none does. */
static const struct {
    const char *class_name, *options, *tol;
} lists[] = {
    {"lcp", "family=game n=60 seed=3", NULL},
    {"lcp", "n=70 skew=2", "1e-60"},
    {"mlcp", "family=bridges n=60 seed=2", "1e-60"},
    {"relay", "n=50 rank=0.4", "1e-60"},
    {"avi", "n=6 faces=14", "1e-60"},
    {"qp", "n=20 rank=0.5", "1e-60"},
    {"vi", "n=10", "1e-60"},
    {"ncp", "n=10", "1e-60"},
    {"mcp", "n=10", "1e-60"},
    {"soclcp", "cones=9 rank=0.5", "1e-60"},
    {"plasticity", "points=6 rank=0.5", "1e-60"},
    {"friction", "structure=wall bodies=20", NULL},
    {"friction", "structure=pile bodies=20 mu=0.5 seed=3", NULL},
    {"friction", "contacts=24 bodies=8 mu=2 seed=5", "1e-60"},
    {"global-friction", "structure=pile bodies=12 mu=0.5 seed=3", NULL},
    {"global-friction", "contacts=12 bodies=4 mu=2 seed=5", "1e-60"},
    {"rolling-friction", "contacts=12 bodies=4", "1e-60"},
    {"global-rolling-friction", "contacts=6 bodies=2", "1e-60"},
    {"generic-mechanical", "blocks=9 rank=0.5", "1e-60"},
};
enum { LISTS = sizeof lists / sizeof *lists };

START_TEST(nor_does_it_in_lists_of_methods)
{
    any_clock_will_do(lists[_i].class_name, "auto", lists[_i].options, lists[_i].tol);
}
END_TEST

/* It is looked at: where time is over it is said. */
START_TEST(a_clock_that_leaps_ends_it)
{
    zn_problem_file *f = draw(ctx, "friction", "structure=pile bodies=20 mu=0.5 seed=3");
    answer a = asked_by("friction", "nsgs", f, NULL, 1, 20, false);

    ck_assert_int_eq(a.st, ZN_UNSOLVED);
    ck_assert_int_eq(a.info.outcome, ZN_TIME_LIMIT);
    ck_assert_int_lt(a.info.iterations, 20);
    drop(&a);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(no_class_is_left_out)
{
    every_class_is_asked(ctx, family_is_there);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers and the clock");
    TCase *tc = tcase_create("clock");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, the_clock_decides_nothing, 0, CLASSES);
    tcase_add_loop_test(tc, nor_does_it_in_lists_of_methods, 0, LISTS);
    tcase_add_test(tc, a_clock_that_leaps_ends_it);
    tcase_add_test(tc, no_class_is_left_out);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
