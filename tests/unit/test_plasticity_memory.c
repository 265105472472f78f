/* test_plasticity_memory.c - what plasticity solvers ask for, and when there is none
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity_test.h"

static solid small, large;
static stored sparse;
static const zn_plasticity *job;
static const char *name;

static zn_status no_failure(zn_status st)
{
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

static zn_status call(zn_solver *s)
{
    double z[MOST] = {0}, w[MOST] = {0};

    return no_failure(zn_solver_solve(s, job, z, w, NULL));
}

static zn_status body(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_solver_new(ctx, "plasticity", name, &s);
    if (!st)
        st = zn_solver_reserve(s, 3, 9);
    if (!st)
        st = call(s);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

static void later_calls_are_free(zn_index reserve)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "plasticity", name, &s), ZN_OK);
    if (reserve)
        ck_assert_int_eq(zn_solver_reserve(s, reserve, reserve * reserve),
                         ZN_OK);
    else
        ck_assert_int_eq(call(s), ZN_OK);
    before = mem.calls;
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(call(s), ZN_OK);
        small.q[3 * k] = -small.q[3 * k];
        large.q[6 * k] = -large.q[6 * k];
    }
    ck_assert_msg(mem.calls == before, "%s: %ld allocations", name,
                  mem.calls - before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}

static void twice(void)
{
    double z[2][MOST] = {{0}}, w[2][MOST] = {{0}};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(no_failure(run_once(ctx, "plasticity", name, -1, job,
                                             z[k], w[k], NULL)),
                         ZN_OK);
    ck_assert_int_eq(memcmp(z[0], z[1], sizeof z[0]), 0);
    ck_assert_int_eq(memcmp(w[0], w[1], sizeof w[0]), 0);
    zn_ctx_free(ctx);
}

/* 80 points in a row, each coupled with the next: sparse factors; a corner so that
 * it is no band */
START_TEST(memory_is_asked_for_once_and_may_fail)
{
    rng g = {7};

    solid_random(&small, &g, ZN_DRUCKER_PRAGER, 4, 12, 0.5);
    solid_new(&large, ZN_VON_MISES, 80);
    for (zn_index i = 0; i < large.n; i++) {
        large.M[i + i * large.n] = 2.5;
        if (i >= 3)
            large.M[i + (i - 3) * large.n] = large.M[i - 3 + i * large.n] = -1;
        large.q[i] = i % 3 ? 1 : -1;
        large.sigma_y[i / 3] = 0.4;
    }
    large.M[large.n - 1] = large.M[(large.n - 1) * large.n] = -0.3;
    sparse = to_csc(large.n, large.M);
    large.p.M = &sparse.m;
    name = solvers[_i];
    for (int k = 0; k < 2; k++) {
        job = k ? &large.p : &small.p;
        test_torture(body);
        later_calls_are_free(0);
        if (k == 0)
            later_calls_are_free(small.n);
        twice();
    }
    stored_free(&sparse);
    solid_free(&small);
    solid_free(&large);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plasticity memory");
    TCase *tc = tcase_create("plasticity");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, memory_is_asked_for_once_and_may_fail, 0, SOLVERS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
