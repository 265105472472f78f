/* test_asked_early.c - who watches is asked while a large problem is prepared, and who says stop has it over
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>

#include "meter.h"
#include "zeno_test.h"

typedef struct job {
    const char *class, *options, *solver;
} job;

/* Each takes more operations to prepare than there are between two questions, and in parts. */
static const job jobs[] = {
    {"friction", "structure=heap bodies=1500 mu=1", "admm"},
    {"friction", "structure=heap bodies=1500 mu=1", "newton-ac"},
    {"friction", "structure=heap bodies=1500 mu=1", "interior-point"},
    {"friction", "structure=wall bodies=300", "uncondensed"},
    {"rolling-friction", "contacts=2000 bodies=2000", "admm"},
    {"global-friction", "contacts=5000 bodies=5000", "nsgs"},
    {"global-friction", "contacts=5000 bodies=5000", "reduced"},
    {"global-friction", "contacts=5000 bodies=5000", "interior-point"},
    {"global-friction", "contacts=5000 bodies=5000", "newton-velocity"},
    {"global-friction", "contacts=5000 bodies=5000", "newton-ac"},
    {"global-friction", "contacts=5000 bodies=5000", "auto"},
    {"global-rolling-friction", "contacts=5000 bodies=5000", "reduced"},
    {"global-rolling-friction", "contacts=5000 bodies=5000", "auto"},
    /* from here on the first factors take long */
    {"qp", "n=20000 storage=sparse", "admm"},
    {"qp", "n=20000 storage=sparse", "active-set"},
    {"qp", "n=20000 storage=sparse", "interior-point"},
};

enum { JOBS = sizeof jobs / sizeof *jobs, DEAR = 3 };

/* What a callback saw. */
typedef struct witness {
    int early, calls; /* early: with no error, before the first iteration was told */
    bool begun, stops;
} witness;

static bool watch(void *user, zn_index iteration, double error)
{
    witness *w = user;

    w->calls++;
    if (!w->begun && error < 0) {
        ck_assert_int_eq(iteration, 0);
        w->early++;
        return w->stops;
    }
    w->begun = true;
    return iteration >= 1;
}

typedef struct result {
    zn_solve_info info;
    zn_status st;
    size_t bytes; /* held at most */
    double *z;
    zn_index nz;
} result;

static result run(const job *j, witness *by)
{
    meter m = {0};
    const zn_allocator alloc = {.resize = metered, .user = &m};
    zn_problem_file *file;
    zn_ctx *ctx;
    zn_solver *s;
    double *w;
    size_t before;
    result r = {.st = ZN_OK};

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_problem_random(ctx, j->class, j->options, &file), ZN_OK);
    r.nz = zn_problem_file_nz(file);
    r.z = calloc((size_t)r.nz, sizeof *r.z);
    w = calloc((size_t)zn_problem_file_nw(file), sizeof *w);
    before = m.most = m.now;
    ck_assert_int_eq(zn_solver_new(ctx, j->class, j->solver, &s), ZN_OK);
    zn_solver_set_callback(s, watch, by);
    r.st = zn_solver_solve(s, zn_problem_file_problem(file), r.z, w, &r.info);
    r.bytes = m.most - before;
    zn_solver_free(s);
    free(w);
    zn_problem_file_free(file);
    zn_ctx_free(ctx);
    return r;
}

/* The bytes it held then. */
static size_t stopped(const job *j)
{
    witness stops = {.stops = true};
    result none = run(j, &stops);

    ck_assert_msg(stops.early > 0, "%s %s: nobody is asked", j->class, j->solver);
    ck_assert_int_eq(none.st, ZN_UNSOLVED);
    ck_assert_int_eq(none.info.outcome, ZN_INTERRUPTED);
    ck_assert_int_eq(none.info.iterations, 0);
    ck_assert_int_eq(stops.calls, 1);
    free(none.z);
    return none.bytes;
}

START_TEST(who_says_stop_has_it_over)
{
    stopped(&jobs[JOBS - DEAR + _i]);
}
END_TEST

START_TEST(who_says_stop_has_no_more_prepared)
{
    witness goes_on = {0}, again = {0};
    result all = run(&jobs[_i], &goes_on), twice = run(&jobs[_i], &again);
    const size_t bytes = stopped(&jobs[_i]);

    ck_assert(goes_on.begun);
    ck_assert_msg(bytes < all.bytes, "%s %s: %zu of %zu bytes", jobs[_i].class, jobs[_i].solver,
                  bytes, all.bytes);
    /* no clock decides */
    ck_assert_int_eq(goes_on.calls, again.calls);
    ck_assert_int_eq(goes_on.early, again.early);
    ck_assert_mem_eq(all.z, twice.z, (size_t)all.nz * sizeof *all.z);
    free(all.z);
    free(twice.z);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("asked early");
    TCase *tc = tcase_create("asked early");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, who_says_stop_has_no_more_prepared, 0, JOBS - DEAR);
    tcase_add_loop_test(tc, who_says_stop_has_it_over, 0, DEAR);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
