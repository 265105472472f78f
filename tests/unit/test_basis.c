/* test_basis.c - a sparse basis under exchanges, and pivots with it
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <lapacke.h>

#include <zeno/random_problem.h>
#include <zeno/relay.h>

#include "../../solvers/box/lemke.h"
#include "../../solvers/linalg/basis.h"

/* ---- against LAPACK --------------------------------------------------------- */

enum { N = 60, COLUMNS = 400 };

/* a column of three numbers, the largest in row j */
static void draw(rng *r, zn_index j, double a[])
{
    memset(a, 0, N * sizeof *a);
    for (int k = 0; k < 2; k++)
        a[(zn_index)uniform(r, 0, N)] += uniform(r, -1, 1);
    a[j] += 3;
}

static void fill(zn_ctx *ctx, zni_basis *k, const double A[])
{
    zn_index at = 0;

    ck_assert(!zni_basis_begin(ctx, k, N, N * N));
    for (zn_index j = 0; j < N; j++) {
        k->B.p[j] = at;
        for (zn_index i = 0; i < N; i++)
            if (A[i + j * N] != 0) {
                k->B.i[at] = i;
                k->B.x[at++] = A[i + j * N];
            }
    }
    k->B.p[N] = k->B.nnz = at;
}

/* the largest difference from x = A^-1 b or A^-T b by LAPACK */
static double off(const double A[], char trans, const double b[],
                  const double x[])
{
    double lu[N * N], y[N], worst = 0;
    lapack_int p[N];

    memcpy(lu, A, sizeof lu);
    memcpy(y, b, sizeof y);
    ck_assert(!LAPACKE_dgetrf(LAPACK_COL_MAJOR, N, N, lu, N, p));
    LAPACKE_dgetrs(LAPACK_COL_MAJOR, trans, N, 1, lu, N, p, y, N);
    for (int i = 0; i < N; i++)
        worst = fmax(worst, fabs(x[i] - y[i]));
    return worst;
}

START_TEST(a_basis_is_what_its_exchanges_have_made)
{
    zn_ctx *ctx = context();
    zni_basis k = {0};
    rng r = {7};
    double *A = reals(N * N), a[N], alpha[N], b[N], x[N];
    int factors = 0;

    for (zn_index j = 0; j < N; j++)
        draw(&r, j, A + j * N);
    fill(ctx, &k, A);
    ck_assert(!zni_basis_factor(ctx, &k, NULL));
    for (int c = 0; c < COLUMNS; c++) {
        const zn_index j = (zn_index)uniform(&r, 0, N);

        draw(&r, j, a);
        memcpy(alpha, a, sizeof a);
        zni_basis_solve(&k, alpha);
        /* a column like the others: the diagonal is dominant, alpha_j far from 0 */
        ck_assert_double_ge(fabs(alpha[j]), 0.1);
        memcpy(A + j * N, a, sizeof a);
        ck_assert(!zni_basis_exchange(ctx, &k, j, alpha));
        if (zni_basis_due(&k)) {
            fill(ctx, &k, A);
            ck_assert(!zni_basis_factor(ctx, &k, NULL));
            factors++;
        }
        for (int i = 0; i < N; i++)
            b[i] = x[i] = uniform(&r, -1, 1);
        zni_basis_solve(&k, x);
        ck_assert_double_le(off(A, 'N', b, x), 1e-12);
        memcpy(x, b, sizeof x);
        zni_basis_solve_t(&k, x);
        ck_assert_double_le(off(A, 'T', b, x), 1e-12);
    }
    /* neither never nor always: between them is what the rule is for */
    ck_assert_int_ge(factors, 2);
    ck_assert_int_le(factors, COLUMNS / 4);
    free(A);
    zni_basis_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_singular_basis_is_said_to_be_one)
{
    zn_ctx *ctx = context();
    zni_basis k = {0};
    double *A = reals(N * N);

    for (zn_index j = 0; j < N; j++)
        A[j + j * N] = 1;
    memcpy(A + N, A, N * sizeof *A); /* the first column twice */
    fill(ctx, &k, A);
    ck_assert_int_eq(zni_basis_factor(ctx, &k, NULL), ZN_ESINGULAR);
    free(A);
    zni_basis_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- pivots ----------------------------------------------------------------- */

static const struct {
    const char *class, *solver, *problem;
    bool unique;
} cases[] = {
    {"lcp", "lemke", "n=700 storage=sparse", true},
    {"lcp", "lemke", "family=obstacle-2d n=1600", true},
    {"lcp", "cao-ferris", "family=obstacle-2d n=1600 seed=2", true},
    {"lcp", "lemke", "family=bearing n=900 seed=3", true},
    {"lcp", "cao-ferris", "family=bearing n=900 seed=4", true},
    {"lcp", "cao-ferris", "n=600 storage=sparse skew=1 seed=5", true},
    {"lcp", "lemke", "n=500 storage=sparse rank=0.5 degenerate=0.2", false},
    {"lcp", "murty", "n=400 storage=sparse seed=6", true},
    {"lcp", "bard", "n=400 storage=sparse seed=6", true},
    {"mlcp", "cao-ferris", "n=600 storage=sparse", true},
    {"mlcp", "cao-ferris", "family=bridges n=1500", false},
    {"mlcp", "auto", "family=bridges n=4000", false},
    {"relay", "cao-ferris", "n=600 storage=sparse skew=0.5", true},
    {"relay", "cao-ferris", "n=500 storage=sparse rank=0.4 degenerate=0.1",
     false},
};
enum { CASES = sizeof cases / sizeof *cases };

static zn_problem_file *make(zn_ctx *ctx, int i)
{
    zn_problem_file *f;

    ck_assert_msg(
        !zn_problem_random(ctx, cases[i].class, cases[i].problem, &f), "%s",
        zn_errmsg(ctx));
    return f;
}

static double largest(zn_index n, const double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* The error is the host's; where there is one solution it is that drawn before. */
START_TEST(sparse_problems_are_solved_by_pivots)
{
    zn_ctx *ctx = context();
    zn_problem_file *f = make(ctx, _i);
    const zn_index n = zn_problem_file_nz(f);
    double *z = reals(n), *w = reals(n);
    const double *known = NULL, *slack = NULL;
    zn_solve_info info;

    ck_assert_msg(!run_once(ctx, cases[_i].class, cases[_i].solver, 1e-9,
                            zn_problem_file_problem(f), z, w, &info),
                  "%s", zn_errmsg(ctx));
    ck_assert(zn_problem_file_known(f, &known, &slack));
    for (zn_index i = 0; i < n && cases[_i].unique; i++)
        ck_assert_double_le(fabs(z[i] - known[i]), 1e-6 * largest(n, known));
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_used_object_gives_the_bits_of_a_new_one)
{
    zn_ctx *ctx = context();
    zn_problem_file *f = make(ctx, _i), *other = make(ctx, 1);
    const zn_index n = zn_problem_file_nz(f), m = zn_problem_file_nz(other);
    double *z = reals(n + m), *w = reals(n + m), *x = reals(n + m);
    zn_solve_info first, second;
    zn_solver *s;

    ck_assert(!run_once(ctx, "lcp", cases[_i].solver, -1,
                        zn_problem_file_problem(f), z, w, &first));
    ck_assert(!zn_solver_new(ctx, "lcp", cases[_i].solver, &s));
    ck_assert(!zn_solver_solve(s, zn_problem_file_problem(other), x, w, &second));
    memset(x, 0, (size_t)(n + m) * sizeof *x);
    ck_assert(!zn_solver_solve(s, zn_problem_file_problem(f), x, w, &second));
    ck_assert_int_eq(first.iterations, second.iterations);
    ck_assert(!memcmp(x, z, (size_t)n * sizeof *z));
    zn_solver_free(s);
    free(z);
    free(w);
    free(x);
    zn_problem_file_free(f);
    zn_problem_file_free(other);
    zn_ctx_free(ctx);
}
END_TEST

/* w = q - z' < 0 somewhere, whatever z >= 0: M = -I and a little beside it */
START_TEST(a_large_problem_without_solution_ends_on_a_ray)
{
    enum { LARGE = 500 };
    static const char *const names[] = {"lemke", "cao-ferris"};
    zn_ctx *ctx = context();
    double *x = reals(2 * LARGE), *q = reals(LARGE);
    zn_index *p = indices(LARGE + 1), *i = indices(2 * LARGE), at = 0;

    for (zn_index j = 0; j < LARGE; j++) {
        q[j] = -1;
        i[at] = j;
        x[at++] = -1;
        if (j + 1 < LARGE) {
            i[at] = j + 1;
            x[at++] = -0.5;
        }
        p[j + 1] = at;
    }
    const zn_matrix M = {.storage = ZN_CSC, .rows = LARGE, .cols = LARGE,
                         .x = x, .p = p, .i = i};
    const zn_lcp lcp = {LARGE, &M, q};
    for (int k = 0; k < 2; k++) {
        double z[LARGE] = {0}, w[LARGE];
        zn_solve_info info;

        ck_assert_int_eq(run_once(ctx, "lcp", names[k], -1, &lcp, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_RAY);
    }
    free(x);
    free(q);
    free(p);
    free(i);
    zn_ctx_free(ctx);
}
END_TEST

/* z = 0 is the solution: the covering vector has nothing to do, and must not wait for a
 * problem of more rows than it has. */
START_TEST(a_covering_vector_is_of_one_call)
{
    const double one[] = {1, 0, 0, 1}, q[] = {1, 2}, cover[] = {1, 2};
    const zn_matrix M = zn_matrix_dense(2, 2, one);
    const zn_lcp p = {2, &M, q};
    zn_ctx *ctx = context();
    zni_lemke k = {.tol = 1e-10, .max_iter = 10, .cover = cover};
    double z[2] = {0}, w[2];
    zn_solve_info info = {0};

    ck_assert(!zni_lemke_solve(&k, (zni_call){ctx, z, w, NULL, &info}, &p));
    ck_assert_ptr_null(k.cover);
    zni_lemke_fini(&k, ctx);
    zn_ctx_free(ctx);
}
END_TEST

/* The block of the equality rows of bridges is singular by itself: the rows are brought in
 * one by one, each of which asks the callback. */
static bool fifth(void *user, zn_index iteration, double error)
{
    (void)iteration;
    (void)error;
    return ++*(int *)user == 5;
}

START_TEST(the_start_of_a_path_can_be_stopped)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    zn_solve_info info;
    zn_solver *s;
    int calls = 0;

    ck_assert(!zn_problem_random(ctx, "mlcp", "family=bridges n=1000", &f));
    double *z = reals(zn_problem_file_nz(f)), *w = reals(zn_problem_file_nz(f));

    ck_assert(!zn_solver_new(ctx, "mlcp", "cao-ferris", &s));
    zn_solver_set_callback(s, fifth, &calls);
    ck_assert_int_eq(
        zn_solver_solve(s, zn_problem_file_problem(f), z, w, &info),
        ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_int_eq(info.iterations, 0); /* no pivot of the path was made */
    ck_assert_int_eq(calls, 5);
    zn_solver_free(s);
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- memory ----------------------------------------------------------------- */

static const char *method; /* and how many rows are active */
static zn_index active;

static zn_status body(const zn_allocator *alloc)
{
    enum { FEW = 300 };
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    double x[FEW], q[FEW], z[FEW] = {0}, w[FEW];
    zn_index p[FEW + 1], i[FEW];
    zn_solve_info info;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    for (zn_index j = 0; j < FEW; j++) {
        p[j] = i[j] = j;
        x[j] = 2;
        q[j] = j % 3 && j < active ? -1 : 1;
    }
    p[FEW] = FEW;
    const zn_matrix M = {.storage = ZN_CSC, .rows = FEW, .cols = FEW, .x = x,
                         .p = p, .i = i};
    const zn_lcp lcp = {FEW, &M, q};
    if (!st)
        st = zn_solver_new(ctx, "lcp", method, &s);
    if (!st)
        st = zn_solver_solve(s, &lcp, z, w, &info);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

/* of the last exchange of a path, too: the only one, with one row */
START_TEST(failed_allocations_are_said_and_leak_nothing)
{
    static const struct {
        const char *name;
        zn_index active;
    } runs[] = {{"lemke", 300}, {"cao-ferris", 300}, {"cao-ferris", 2}};

    method = runs[_i].name;
    active = runs[_i].active;
    test_torture(body);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("a sparse basis");
    TCase *tc = tcase_create("basis");

    tcase_add_test(tc, a_basis_is_what_its_exchanges_have_made);
    tcase_add_test(tc, a_singular_basis_is_said_to_be_one);
    suite_add_tcase(suite, tc);
    tc = tcase_create("pivots");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, sparse_problems_are_solved_by_pivots, 0, CASES);
    tcase_add_loop_test(tc, a_used_object_gives_the_bits_of_a_new_one, 0, 4);
    tcase_add_test(tc, a_large_problem_without_solution_ends_on_a_ray);
    tcase_add_test(tc, a_covering_vector_is_of_one_call);
    tcase_add_test(tc, the_start_of_a_path_can_be_stopped);
    tcase_add_loop_test(tc, failed_allocations_are_said_and_leak_nothing, 0, 3);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
