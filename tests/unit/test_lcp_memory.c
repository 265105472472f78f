/* test_lcp_memory.c - memory of the LCP, MLCP and relay solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/relay.h>
#include <zeno/type.h>

/* Every registered solver of the three classes, on a problem that all accept: n = 10
 * (enumeration takes 12 rows of a relay), symmetric, positive definite, tridiagonal. */
enum { N = 10 };

static double M[N * N], q[N], lb[N], ub[N];
static unsigned char eq[N];

static void fill(void)
{
    for (zn_index i = 0; i < N; i++) {
        q[i] = i % 3 ? -1 : 0.75;
        lb[i] = -0.3;
        ub[i] = 0.2;
        eq[i] = i % 5 == 2;
        for (zn_index j = 0; j < N; j++)
            M[i + j * N] = i == j ? 3 : i - j == 1 || j - i == 1 ? -1 : 0;
    }
}

static const struct {
    const char *name;
    zn_kind kind;
} classes[] = {{"lcp", ZN_KIND_LCP_SOLVER},
               {"mlcp", ZN_KIND_MLCP_SOLVER},
               {"relay", ZN_KIND_RELAY_SOLVER}};

/* which class, solver and storage the body runs */
static struct {
    int class_number;
    const char *name;
    const zn_matrix *A;
} job;

/* the outcome does not matter here, only failures do */
static zn_status no_failure(zn_status st)
{
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

static zn_status solve(zn_solver *s, const zn_matrix *A, zn_index n, double z[],
                       double w[])
{
    zn_lcp lcp = {n, A, q};
    zn_mlcp mlcp = {n, A, q, eq};
    zn_relay relay = {n, A, q, lb, ub};
    const void *const problems[] = {&lcp, &mlcp, &relay};
    zn_solve_info info;

    return no_failure(
        zn_solver_solve(s, problems[job.class_number], z, w, &info));
}

static zn_status call(zn_solver *s, const zn_matrix *A, zn_index n)
{
    double z[N] = {0}, w[N] = {0};

    return solve(s, A, n, z, w);
}

static zn_status body(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_solver_new(ctx, classes[job.class_number].name, job.name, &s);
    if (!st)
        st = zn_solver_reserve(s, 4, 16);
    if (!st)
        st = call(s, job.A, N);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

/* run `what` for every solver in both storages */
static void each(void (*what)(void))
{
    zn_ctx *ctx = context();
    stored sparse;
    zn_matrix dense = zn_matrix_dense(N, N, M);

    fill();
    sparse = to_bsr(N, M);
    for (int c = 0; c < 3; c++) {
        zn_index i = 0;

        for (;; i++) {
            const zn_type *type = zn_type_at(ctx, classes[c].kind, i);

            if (!type)
                break;
            job.class_number = c;
            job.name = type->name;
            job.A = &dense;
            what();
            job.A = &sparse.m;
            what();
        }
        ck_assert_int_ge(i, 8);
    }
    stored_free(&sparse);
    zn_ctx_free(ctx);
}

static void torture(void)
{
    test_torture(body);
}

START_TEST(every_allocation_may_fail)
{
    each(torture);
}
END_TEST

static void second_call_is_free(void)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(
        zn_solver_new(ctx, classes[job.class_number].name, job.name, &s),
        ZN_OK);
    ck_assert_int_eq(call(s, job.A, N), ZN_OK);
    before = mem.calls;
    for (int k = 0; k < 3; k++) {
        q[k] = -q[k];
        ck_assert_int_eq(call(s, job.A, N), ZN_OK);
    }
    ck_assert_msg(mem.calls == before, "%s %s: %ld allocations in later calls",
                  classes[job.class_number].name, job.name, mem.calls - before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}

START_TEST(a_second_call_allocates_nothing)
{
    each(second_call_is_free);
}
END_TEST

static void reserved_is_enough(void)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    double small[9] = {2, -1, 0, -1, 2, -1, 0, -1, 2};
    zn_matrix A = zn_matrix_dense(3, 3, small);
    stored B = to_bsr(3, small);
    bool dense = job.A->storage == ZN_DENSE;
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(
        zn_solver_new(ctx, classes[job.class_number].name, job.name, &s),
        ZN_OK);
    ck_assert_int_eq(zn_solver_reserve(s, N, zn_matrix_nnz(job.A)), ZN_OK);
    before = mem.calls;
    ck_assert_int_eq(call(s, job.A, N), ZN_OK);
    ck_assert_int_eq(call(s, dense ? &A : &B.m, 3), ZN_OK);
    ck_assert_int_eq(call(s, job.A, N), ZN_OK);
    ck_assert_msg(mem.calls == before,
                  "%s %s, %s: %ld allocations after reserve",
                  classes[job.class_number].name, job.name,
                  dense ? "dense" : "sparse", mem.calls - before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    stored_free(&B);
}

START_TEST(what_was_reserved_is_enough)
{
    each(reserved_is_enough);
}
END_TEST

static void twice(void)
{
    double z[2][N] = {{0}}, w[2][N];
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        zn_solver *s;

        ck_assert_int_eq(
            zn_solver_new(ctx, classes[job.class_number].name, job.name, &s),
            ZN_OK);
        ck_assert_int_eq(solve(s, job.A, N, z[k], w[k]), ZN_OK);
        zn_solver_free(s);
    }
    ck_assert_msg(memcmp(z[0], z[1], sizeof z[0]) == 0 &&
                      memcmp(w[0], w[1], sizeof w[0]) == 0,
                  "%s %s: two runs differ", classes[job.class_number].name,
                  job.name);
    zn_ctx_free(ctx);
}

START_TEST(the_same_input_gives_the_same_bits)
{
    each(twice);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lcp, mlcp and relay, memory");
    TCase *tc = tcase_create("memory");

    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, a_second_call_allocates_nothing);
    tcase_add_test(tc, what_was_reserved_is_enough);
    tcase_add_test(tc, the_same_input_gives_the_same_bits);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
