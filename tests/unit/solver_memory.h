/* solver_memory.h - the memory of a solver on a problem: allocations that fail, later calls, room that was
 * reserved, the same bits twice
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SOLVER_MEMORY_H
#define ZENO_TEST_SOLVER_MEMORY_H

#include "lcp_test.h"

#include <zeno/solver.h>

enum { MEMORY_MOST = 1200 }; /* unknowns */

/* Who is asked, and what. */
typedef struct memory_job {
    const char *class_name, *name;
    const char *option; /* "name=value"; NULL: none */
    const void *p;
    void (*change)(int k); /* the data, before a later call: other methods may be needed then */
} memory_job;

static memory_job job;

/* the outcome does not matter here, only failures do */
static inline zn_status no_failure(zn_status st)
{
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

static inline zn_status job_solver(zn_ctx *ctx, zn_solver **s)
{
    char text[64], *value;
    zn_status st = zn_solver_new(ctx, job.class_name, job.name, s);

    if (st || !job.option)
        return st;
    snprintf(text, sizeof text, "%s", job.option);
    value = strchr(text, '=');
    *value++ = '\0';
    return zn_solver_set(*s, text, value);
}

/* from zero */
static inline zn_status job_call(zn_solver *s)
{
    double z[MEMORY_MOST] = {0}, w[MEMORY_MOST] = {0};
    zn_solve_info info;

    return no_failure(zn_solver_solve(s, job.p, z, w, &info));
}

static inline zn_status job_body(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = job_solver(ctx, &s);
    if (!st)
        st = zn_solver_reserve(s, 5, 25);
    if (!st)
        st = job_call(s);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

static inline void job_torture(void)
{
    test_torture(job_body);
}

/* Room for n unknowns before the first call, if n > 0; then, or after it, calls allocate nothing. */
static inline void job_allocates_nothing(zn_index n, int later)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(job_solver(ctx, &s), ZN_OK);
    if (n > 0)
        ck_assert_int_eq(zn_solver_reserve(s, n, n * n), ZN_OK);
    else
        ck_assert_int_eq(job_call(s), ZN_OK);
    before = mem.calls;
    for (int k = 0; k < later; k++) {
        if (job.change)
            job.change(k);
        ck_assert_int_eq(job_call(s), ZN_OK);
    }
    ck_assert_msg(mem.calls == before, "%s %s %s: %ld allocations %s", job.class_name, job.name,
                  job.option ? job.option : "", mem.calls - before,
                  n > 0 ? "after reserve" : "in later calls");
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}

static inline void job_twice(void)
{
    double z[2][MEMORY_MOST] = {{0}}, w[2][MEMORY_MOST] = {{0}};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        zn_solver *s;

        ck_assert_int_eq(job_solver(ctx, &s), ZN_OK);
        ck_assert_int_eq(no_failure(zn_solver_solve(s, job.p, z[k], w[k], NULL)), ZN_OK);
        zn_solver_free(s);
    }
    ck_assert_msg(memcmp(z[0], z[1], sizeof z[0]) == 0 && memcmp(w[0], w[1], sizeof w[0]) == 0,
                  "%s %s: two runs differ", job.class_name, job.name);
    zn_ctx_free(ctx);
}

#endif
