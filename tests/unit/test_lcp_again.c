/* test_lcp_again.c - dense problems that follow one another
 * SPDX-License-Identifier: Apache-2.0
 *
 * "auto" remembers matrix, active set and factors of problems with more than 16
 * rows. Whatever comes next, its answer must not depend on that. */
#include "lcp_test.h"

#include <zeno/mlcp.h>

enum { N = 40, STEPS = 60 };

/* A skew matrix plus a positive diagonal: positive definite, not symmetric. */
static void matrix(rng *r, zn_index n, double M[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            M[i + j * n] = uniform(r, -1, 1);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < j; i++)
            M[i + j * n] = -M[j + i * n];
    for (zn_index i = 0; i < n; i++)
        M[i + i * n] = uniform(r, 1, 4);
}

/* q of the next problem. */
static void drift(rng *r, zn_index n, double step, double q[])
{
    for (zn_index i = 0; i < n; i++)
        q[i] += uniform(r, -step, step);
}

typedef struct scene {
    zn_ctx *ctx;
    zn_solver *s;
    double M[N * N], q[N], z[N], w[N];
    zn_solve_info info;
} scene;

static void begin(scene *c, const zn_allocator *alloc)
{
    ck_assert_int_eq(zn_ctx_new_with(alloc, &c->ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(c->ctx, "lcp", "auto", &c->s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(c->s, "tol", 1e-12), ZN_OK);
}

static void end(scene *c)
{
    zn_solver_free(c->s);
    zn_ctx_free(c->ctx);
}

static void solve(scene *c, zn_index n)
{
    const zn_matrix A = zn_matrix_dense(n, n, c->M);
    const zn_lcp p = {n, &A, c->q};

    ck_assert_msg(zn_solver_solve(c->s, &p, c->z, c->w, &c->info) == ZN_OK,
                  "%s", zn_errmsg(c->ctx));
    /* 1e-12 and the rounding of 40 terms of size 10 */
    ck_assert_double_le(naive_error(n, c->M, c->q, NULL, c->z), 2e-12);
}

START_TEST(neighbours_are_solved_from_the_last_active_set)
{
    scene c = {0};
    rng r = {7};
    int quick = 0;

    begin(&c, NULL);
    matrix(&r, N, c.M);
    drift(&r, N, 2, c.q);
    for (int k = 0; k < STEPS; k++) {
        drift(&r, N, 0.05, c.q);
        for (int i = 0; i < N; i++) /* an answer, of which nothing is read */
            c.w[i] = NAN;
        solve(&c, N);
        quick += strcmp(c.info.solver, "active-set") == 0;
    }
    /* the first needs another method, and a set that comes again may */
    ck_assert_int_ge(quick, STEPS - 6);
    end(&c);
}
END_TEST

START_TEST(the_start_decides_nothing_but_the_work)
{
    scene a = {0}, b = {0};
    rng r = {11};

    begin(&a, NULL);
    matrix(&r, N, a.M);
    for (int k = 0; k < STEPS; k++) {
        drift(&r, N, 1, a.q);
        solve(&a, N);
        begin(&b, NULL);
        memcpy(b.M, a.M, sizeof b.M);
        memcpy(b.q, a.q, sizeof b.q);
        memset(b.z, 0, sizeof b.z);
        solve(&b, N);
        for (int i = 0; i < N; i++) /* M is monotone with 1 and more */
            ck_assert_double_eq_tol(a.z[i], b.z[i], 1e-10);
        end(&b);
    }
    end(&a);
}
END_TEST

START_TEST(another_matrix_or_size_is_noticed)
{
    scene c = {0};
    rng r = {13};

    begin(&c, NULL);
    for (int k = 0; k < STEPS; k++) {
        const zn_index n = k % 3 == 2 ? N / 2 : N;

        if (k % 3 != 1)
            matrix(&r, n, c.M);
        else /* one entry only, the last one */
            c.M[n * n - 1] += 0.25;
        drift(&r, N, 0.1, c.q);
        solve(&c, n);
        solve(&c, n);
    }
    end(&c);
}
END_TEST

START_TEST(a_set_with_a_singular_block_is_left_to_others)
{
    scene c = {0};
    rng r = {17};

    begin(&c, NULL);
    /* twice the same row and column: M is positive semidefinite */
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c.M[i + j * N] = i % (N / 2) == j % (N / 2) ? 2 : 0;
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < N / 2; i++)
            c.q[i] = c.q[i + N / 2] = uniform(&r, -2, 1);
        for (int i = 0; i < N; i++)
            c.z[i] = 1;
        solve(&c, N);
    }
    end(&c);
}
END_TEST

START_TEST(only_the_first_problem_allocates)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    scene c = {0};
    rng r = {19};
    long before;

    begin(&c, &alloc);
    ck_assert_int_eq(zn_solver_reserve(c.s, N, N * N), ZN_OK);
    matrix(&r, N, c.M);
    drift(&r, N, 2, c.q);
    before = mem.calls;
    for (int k = 0; k < 10; k++) {
        drift(&r, N, 0.05, c.q);
        solve(&c, N);
    }
    ck_assert_int_eq(mem.calls, before);
    end(&c);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* Equations with few complementarities: a walk over sets from zero meets the solution's in
 * few steps, and a matrix that comes again keeps the factors of both its ends. */
START_TEST(
    few_bounds_are_walked_over_and_used_objects_have_the_bits_of_fresh_ones)
{
    enum { BOUNDS = 3 };
    unsigned char eq[N];
    scene c = {0};
    rng r = {29};
    const zn_matrix A = zn_matrix_dense(N, N, c.M);
    const zn_mlcp p = {.n = N, .M = &A, .q = c.q, .eq = eq};
    zn_solver *fresh;

    for (int i = 0; i < N; i++)
        eq[i] = i % (N / BOUNDS) != 1 || i > N - BOUNDS;
    ck_assert_int_eq(zn_ctx_new(&c.ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(c.ctx, "mlcp", "auto", &c.s), ZN_OK);
    matrix(&r, N, c.M);
    for (int k = 0; k < STEPS; k++) {
        double z[N] = {0}, w[N] = {0};
        zn_solve_info info;

        drift(&r, N, 2, c.q);
        memset(c.z, 0, sizeof c.z);
        ck_assert_int_eq(zn_mlcp_solve(c.s, &p, c.z, c.w, &c.info), ZN_OK);
        ck_assert_str_eq(c.info.solver, "active-set");
        ck_assert_double_le(naive_error(N, c.M, c.q, eq, c.z), 1e-10);
        ck_assert_int_eq(zn_solver_new(c.ctx, "mlcp", "auto", &fresh), ZN_OK);
        ck_assert_int_eq(zn_mlcp_solve(fresh, &p, z, w, &info), ZN_OK);
        ck_assert_mem_eq(z, c.z, sizeof z);
        ck_assert_int_eq(info.iterations, c.info.iterations);
        zn_solver_free(fresh);
    }
    end(&c);
}
END_TEST

static zn_status tortured(const zn_allocator *alloc)
{
    scene c = {0};
    rng r = {23};
    const zn_matrix A = zn_matrix_dense(N, N, c.M);
    double half[N * N / 4];
    const zn_matrix B = zn_matrix_dense(N / 2, N / 2, half);
    const zn_lcp large = {N, &A, c.q}, small = {N / 2, &B, c.q};
    const zn_lcp *const list[] = {&small, &small, &large, &large, &small};
    zn_status st = zn_ctx_new_with(alloc, &c.ctx);

    matrix(&r, N, c.M);
    matrix(&r, N / 2, half);
    drift(&r, N, 2, c.q);
    if (!st)
        st = zn_solver_new(c.ctx, "lcp", "auto", &c.s);
    for (int k = 0; !st && k < 5; k++)
        st = zn_solver_solve(c.s, list[k], c.z, c.w, &c.info);
    zn_solver_free(c.s);
    zn_ctx_free(c.ctx);
    return st;
}

START_TEST(no_memory_is_said_and_nothing_is_lost)
{
    test_torture(tortured);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lcp, one after another");
    TCase *tc = tcase_create("again");

    tcase_add_test(tc, neighbours_are_solved_from_the_last_active_set);
    tcase_add_test(tc, the_start_decides_nothing_but_the_work);
    tcase_add_test(tc, another_matrix_or_size_is_noticed);
    tcase_add_test(tc, a_set_with_a_singular_block_is_left_to_others);
    tcase_add_test(
        tc,
        few_bounds_are_walked_over_and_used_objects_have_the_bits_of_fresh_ones);
    tcase_add_test(tc, only_the_first_problem_allocates);
    tcase_add_test(tc, no_memory_is_said_and_nothing_is_lost);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
