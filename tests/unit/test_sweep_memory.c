/* test_sweep_memory.c - sweeps hold at most twice what their problem does
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/friction.h>
#include <zeno/global_friction.h>
#include <zeno/random_problem.h>
#include <zeno/rolling_friction.h>

#include "meter.h"
#include "zeno_test.h"

/* A problem at random, the order of the contacts ("": the solver has none). */
static const struct {
    const char *class, *options, *solver, *order;
} jobs[] = {
    {"friction", "structure=heap bodies=300 mu=1", "nsgs", "natural"},
    {"friction", "structure=heap bodies=300 mu=1", "nsgs", "coloured"},
    {"friction", "structure=heap bodies=300 mu=1", "nsgs", "domains"},
    {"friction", "structure=heap bodies=300 mu=1", "patches", ""},
    {"friction", "structure=heap bodies=300 mu=1", "vi-extragradient", ""},
    {"friction", "structure=heap bodies=300 mu=1", "apgd", ""},
    {"rolling-friction", "contacts=500 bodies=500", "nsgs", "natural"},
    {"global-friction", "contacts=500 bodies=500", "nsgs", "natural"},
    {"global-friction", "contacts=2000 bodies=2000", "nsgs", "natural"},
    {"global-friction", "structure=heap bodies=300", "nsgs", "shuffled"},
    {"global-friction", "structure=wall bodies=400", "nsgs", "natural"},
    {"global-friction", "contacts=500 bodies=500", "vi-extragradient", ""},
};

enum { JOBS = sizeof jobs / sizeof *jobs, SWEEPS = 30 };

/* bytes of the values of the problem's matrices */
static double values(const char *class, const void *problem)
{
    const zn_friction *f = problem;
    const zn_rolling_friction *r = problem;
    const zn_global_friction *g = problem;
    const bool global = strcmp(class, "global-friction") == 0;
    const zn_matrix *M = global                    ? g->M
                         : strcmp(class, "friction") ? r->M
                                                     : f->M;

    return 8 * (double)(zn_matrix_nnz(M) + (global ? zn_matrix_nnz(g->H) : 0));
}

START_TEST(sweeps_hold_at_most_twice_the_values)
{
    meter m = {0};
    const zn_allocator alloc = {.resize = metered, .user = &m};
    zn_problem_file *file;
    zn_ctx *ctx;
    zn_solver *s;
    zn_solve_info info;
    double *z, *w, times;
    size_t before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_problem_random(ctx, jobs[_i].class, jobs[_i].options, &file), ZN_OK);
    z = calloc((size_t)zn_problem_file_nz(file), sizeof *z);
    w = calloc((size_t)zn_problem_file_nw(file), sizeof *w);
    before = m.most = m.now;
    ck_assert_int_eq(zn_solver_new(ctx, jobs[_i].class, jobs[_i].solver, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "max_iter", SWEEPS), ZN_OK);
    if (*jobs[_i].order)
        ck_assert_int_eq(zn_solver_set(s, "order", jobs[_i].order), ZN_OK);
    ck_assert_int_ge(zn_solver_solve(s, zn_problem_file_problem(file), z, w, &info), 0);
    ck_assert_int_gt(info.iterations, 0);
    times = (double)(m.most - before) / values(jobs[_i].class, zn_problem_file_problem(file));
    ck_assert_msg(times <= 2, "%s, %s %s: %.2f times the values of the matrices", jobs[_i].class,
                  jobs[_i].solver, jobs[_i].order, times);
    zn_solver_free(s);
    free(z);
    free(w);
    zn_problem_file_free(file);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory of sweeps");
    TCase *tc = tcase_create("twice");

    tcase_add_loop_test(tc, sweeps_hold_at_most_twice_the_values, 0, JOBS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
