/* test_box_methods.c - block Gauss-Seidel, paths of pivots, quadratic programs
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/relay.h>

#include "solvers/box/front.h"

static zn_solver *solver(zn_ctx *ctx, const char *class, const char *name)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(ctx, class, name, &s), "%s", zn_errmsg(ctx));
    return s;
}

/* ---- block Gauss-Seidel ----------------------------------------------------------- */

START_TEST(blocks_that_do_not_touch_need_one_sweep)
{
    /* two blocks [2 1; 1 2]: q = -(5, 6) has z = (4/3, 7/3); q = (-4, 1):
     * z = (2, 0), w = (0, 3) */
    const double M[] = {2, 1, 0, 0, 1, 2, 0, 0, 0, 0, 2, 1, 0, 0, 1, 2};
    const double q[] = {-5, -6, -4, 1}, want[] = {4. / 3, 7. / 3, 2, 0};
    zn_matrix A = zn_matrix_dense(4, 4, M);
    zn_lcp p = {4, &A, q};
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx, "lcp", "block-gs");
    zn_solve_info info;
    double z[4] = {0}, w[4];

    ck_assert_int_eq(zn_solver_set(s, "block_size", "2"), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_OK);
    ck_assert_int_eq(info.iterations, 1);
    for (int i = 0; i < 4; i++)
        ck_assert_double_eq_tol(z[i], want[i], 1e-14);

    /* one row at a time it takes more */
    memset(z, 0, sizeof z);
    ck_assert_int_eq(zn_solver_set(s, "block_size", "1"), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_OK);
    ck_assert_int_gt(info.iterations, 5);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_block_may_have_zeros_on_its_diagonal)
{
    /* rows 0, 1: [0 1; -1 2], which projected Gauss-Seidel refuses; blocks of 2
     * are weakly coupled: by hand w = M z + q at z = (1, 2, 0, 3) is
     * (0, 0, 0.5, 0) for the q below */
    const double M[] = {0,   -1, 0.1, 0, 1, 2,   0, 0.1,
                        0.1, 0,  3,   1, 0, 0.1, 1, 2};
    const double z0[] = {1, 2, 0, 3}, w0[] = {0, 0, 0.5, 0};
    double q[4];
    stored csc = to_csc(4, M);
    zn_matrix A = zn_matrix_dense(4, 4, M);
    const zn_matrix *storages[] = {&A, &csc.m};
    zn_ctx *ctx = context();

    memcpy(q, w0, sizeof q);
    zn_matrix_mul(&A, -1, z0, 1, q);
    for (int k = 0; k < 2; k++) {
        zn_lcp p = {4, storages[k], q};
        double z[4] = {0}, w[4];
        zn_solver *s = solver(ctx, "lcp", "block-gs");

        ck_assert_int_eq(zn_solver_set(s, "block_size", "2"), ZN_OK);
        ck_assert_msg(!zn_solver_solve(s, &p, z, w, NULL), "%s",
                      zn_errmsg(ctx));
        for (int i = 0; i < 4; i++)
            ck_assert_double_eq_tol(z[i], z0[i], 1e-7);
        ck_assert_int_eq(zn_solver_set(s, "block_size", "1"), ZN_OK);
        ck_assert_int_eq(zn_solver_solve(s, &p, z, w, NULL), ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "a block of one row"));
        zn_solver_free(s);
    }
    stored_free(&csc);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(block_rows_are_the_blocks)
{
    /* a dominant matrix in block rows of 1, 2, 3, 1, ... rows, all classes */
    enum { n = 20 };
    rng r = {3};
    double *M = random_matrix(&r, DOMINANT, n), z[n], q[n], w[n], x[n];
    stored bsr = to_bsr(n, M);
    zn_lcp p = {n, &bsr.m, q};
    zn_ctx *ctx = context();
    zn_solve_info info;

    plant(&r, n, M, true, z, q);
    memset(x, 0, sizeof x);
    ck_assert_msg(!run_once(ctx, "lcp", "block-gs", 1e-11, &p, x, w, &info),
                  "%s", zn_errmsg(ctx));
    for (int i = 0; i < n; i++)
        ck_assert_double_eq_tol(x[i], z[i], 1e-9);
    stored_free(&bsr);
    free(M);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- paths ------------------------------------------------------------------------- */

START_TEST(a_path_from_the_solution_has_no_corners)
{
    enum { n = 30 };
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 20; seed++) {
        rng r = {seed};
        double *M = random_matrix(&r, P_SKEW, n), z[n], q[n], w[n], x[n];
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_lcp p = {n, &A, q};
        zn_solver *s = solver(ctx, "lcp", "cao-ferris");
        zn_solve_info cold, warm, near;

        plant(&r, n, M, false, z, q);
        memset(x, 0, sizeof x);
        ck_assert_int_eq(zn_solver_solve(s, &p, x, w, &cold), ZN_OK);
        ck_assert_int_eq(zn_solver_set(s, "start", "point"), ZN_OK);
        ck_assert_int_eq(zn_solver_solve(s, &p, x, w, &warm), ZN_OK);
        ck_assert_int_le(warm.iterations, 1);

        /* and from near by, with the same rows at zero, one straight piece */
        for (int i = 0; i < n; i++)
            x[i] = z[i] > 0 ? z[i] + uniform(&r, -0.01, 0.01) : 0;
        ck_assert_int_eq(zn_solver_solve(s, &p, x, w, &near), ZN_OK);
        ck_assert_int_le(near.iterations, 1);
        ck_assert_int_gt(cold.iterations, 5);
        for (int i = 0; i < n; i++)
            ck_assert_double_eq_tol(x[i], z[i], 1e-8);
        zn_solver_free(s);
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_variable_may_go_from_bound_to_bound)
{
    /* M = -1 on [0, 1]: w = q - z. q = -1/2: from lb w < 0, z moves up, w falls
     * on, so z runs to ub, where w = -1.5 <= 0 is right. One row would be solved
     * in closed form, so the row comes twice. */
    const double M[] = {-1, 0, 0, -1}, q[] = {-0.5, -0.5};
    const double lb[] = {0, 0}, ub[] = {1, 1};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_relay p = {2, &A, q, lb, ub};
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2];

    ck_assert_msg(!run_once(ctx, "relay", "cao-ferris", -1, &p, z, w, NULL),
                  "%s", zn_errmsg(ctx));
    ck_assert_double_eq(z[0], 1);
    ck_assert_double_eq(z[1], 1);
    ck_assert_double_eq(w[0], -1.5);
    zn_ctx_free(ctx);
}
END_TEST

/* w = -1 - z has no solution; z = -0.001 is no answer either, though its error is less than that of 0. */
START_TEST(a_start_outside_the_bounds_does_not_come_back)
{
    const double M[] = {-1, 0, 0, -1}, q[] = {-1, -1};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_lcp p = {2, &A, q};
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx, "lcp", "cao-ferris");
    double z[] = {-1e-3, -1e-3}, w[2];

    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, NULL), ZN_UNSOLVED);
    ck_assert_double_ge(z[0], 0);
    ck_assert_double_ge(z[1], 0);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(equality_rows_without_a_diagonal_take_a_partner)
{
    /* u: v - 2 = 0; w = -u + v + 1 with v = 2 > 0, so w = 0: u = 3 */
    const double M[] = {0, -1, 1, 1}, q[] = {-2, 1};
    const unsigned char eq[] = {1, 0}, both[] = {1, 1};
    const double zero[4] = {0, 0, 0, 1};
    zn_matrix A = zn_matrix_dense(2, 2, M), S = zn_matrix_dense(2, 2, zero);
    zn_mlcp p = {2, &A, q, eq}, singular = {2, &S, q, both};
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2];

    ck_assert_msg(!run_once(ctx, "mlcp", "cao-ferris", -1, &p, z, w, NULL),
                  "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], 3, 1e-14);
    ck_assert_double_eq_tol(z[1], 2, 1e-14);
    ck_assert_int_eq(
        run_once(ctx, "mlcp", "cao-ferris", -1, &singular, z, w, NULL),
        ZN_ESINGULAR);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "without bounds"));
    zn_ctx_free(ctx);
}
END_TEST

/* ---- quadratic programs ---------------------------------------------------------------- */

START_TEST(a_symmetric_problem_is_a_program_for_each_method)
{
    static const char *const methods[] = {"auto", "active-set",
                                          "projected-gradient", "admm"};
    const double M[] = {2, 1, 1, 2}, skew[] = {2, -1, 1, 2}, q[] = {-5, -6};
    zn_matrix A = zn_matrix_dense(2, 2, M), B = zn_matrix_dense(2, 2, skew);
    zn_lcp p = {2, &A, q}, no = {2, &B, q};
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx, "lcp", "qp");

    for (int k = 0; k < 4; k++) {
        double z[2] = {0}, w[2];

        ck_assert_int_eq(zn_solver_set(s, "method", methods[k]), ZN_OK);
        ck_assert_msg(!zn_solver_solve(s, &p, z, w, NULL), "%s: %s", methods[k],
                      zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 4. / 3, 1e-7);
        ck_assert_double_eq_tol(z[1], 7. / 3, 1e-7);
        ck_assert_int_eq(zn_solver_solve(s, &no, z, w, NULL), ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "not symmetric"));
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- pivots that wait ------------------------------------------------------------------ */

START_TEST(pivots_of_large_problems_are_those_of_small_ones)
{
    /* n = 250 is above the size from which pivots are delayed: all pivoting
     * methods agree with the planted solution, also where ratios tie */
    enum { n = 250 };
    static const char *const names[] = {"lemke", "cao-ferris", "murty", "bard"};
    zn_ctx *ctx = context();
    rng r = {9};
    double *M = random_matrix(&r, SPD, n), z[n], q[n], w[n], x[n];
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_lcp p = {n, &A, q};

    for (int ties = 0; ties < 2; ties++) {
        plant(&r, n, M, ties, z, q);
        for (int k = 0; k < 4; k++) {
            memset(x, 0, sizeof x);
            ck_assert_msg(!run_once(ctx, "lcp", names[k], -1, &p, x, w, NULL),
                          "%s", zn_errmsg(ctx));
            for (int i = 0; i < n; i++)
                ck_assert_msg(fabs(x[i] - z[i]) <= 1e-8,
                              "%s: z(%d) = %.15g, not %.15g", names[k], i, x[i],
                              z[i]);
        }
    }
    free(M);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(ties_of_large_problems_are_resolved)
{
    /* M = B B' of low rank with small integers and q as well: nothing but ties,
     * for the columns that are compared while pivots wait */
    enum { n = 200, rank = 60 };
    static const char *const names[] = {"lemke", "cao-ferris"};
    zn_ctx *ctx = context();
    double *M = reals(n * n), *B = reals(n * rank), z[n], q[n], w[n];
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_lcp p = {n, &A, q};
    rng r = {21};

    for (int i = 0; i < n * rank; i++)
        B[i] = floor(uniform(&r, -2, 3));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < rank; k++)
                M[i + j * n] += B[i + k * n] * B[j + k * n];
    for (int i = 0; i < n; i++) {
        z[i] = fmax(0, floor(uniform(&r, -5, 4)));
        q[i] = z[i] > 0 ? 0 : floor(uniform(&r, 0, 3));
    }
    zn_matrix_mul(&A, -1, z, 1, q);
    for (int k = 0; k < 2; k++) {
        memset(z, 0, sizeof z);
        ck_assert_msg(!run_once(ctx, "lcp", names[k], -1, &p, z, w, NULL), "%s",
                      zn_errmsg(ctx));
        ck_assert(naive_error(n, M, q, NULL, z) <= 1.01e-10);
    }
    free(M);
    free(B);
    zn_ctx_free(ctx);
}
END_TEST

/* A full matrix of 300 rows that is all but diagonal is one of columns, with the same numbers; a smaller or fuller one
 * stays what it is, and columns that are full are none. */
START_TEST(a_matrix_is_stored_by_its_density)
{
    enum { N = 300 };
    zn_ctx *ctx = context();
    double *x = reals(N * N), d[4] = {1, 2, 3, 4};
    const zn_index p[] = {0, 2, 4}, rows[] = {0, 1, 0, 1};
    const zn_matrix A = zn_matrix_dense(N, N, x), small = zn_matrix_dense(N - 1, N - 1, x),
                    C = {.storage = ZN_CSC, .rows = 2, .cols = 2, .x = d, .p = p, .i = rows};
    zni_box b = {.n = N, .M = &A};
    zni_front f = {0};

    for (zn_index j = 0; j < N; j++) {
        x[j + j * N] = 2 + (double)j;
        x[(7 * j + 1) % N + j * N] = -0.5;
    }
    ck_assert_int_eq(zni_front_store(&f, ctx, &b), ZN_OK);
    ck_assert_int_eq(b.M->storage, ZN_CSC);
    ck_assert_int_eq(b.M->rows, N);
    ck_assert_int_eq(b.M->cols, N);
    for (zn_index j = 0; j < N; j++)
        for (zn_index i = 0; i < N; i++)
            ck_assert(zn_matrix_get(b.M, i, j) == x[i + j * N]);
    b = (zni_box){.n = N - 1, .M = &small};
    ck_assert_int_eq(zni_front_store(&f, ctx, &b), ZN_OK);
    ck_assert_ptr_eq(b.M, &small);
    b = (zni_box){.n = 2, .M = &C};
    ck_assert_int_eq(zni_front_store(&f, ctx, &b), ZN_OK);
    ck_assert_int_eq(b.M->storage, ZN_DENSE);
    for (int i = 0; i < 4; i++)
        ck_assert(b.M->x[i] == d[i]);
    zni_front_fini(&f, ctx);
    free(x);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("methods on a box");
    TCase *tc = tcase_create("methods");

    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, a_matrix_is_stored_by_its_density);
    tcase_add_test(tc, blocks_that_do_not_touch_need_one_sweep);
    tcase_add_test(tc, a_block_may_have_zeros_on_its_diagonal);
    tcase_add_test(tc, block_rows_are_the_blocks);
    tcase_add_test(tc, a_path_from_the_solution_has_no_corners);
    tcase_add_test(tc, a_variable_may_go_from_bound_to_bound);
    tcase_add_test(tc, a_start_outside_the_bounds_does_not_come_back);
    tcase_add_test(tc, equality_rows_without_a_diagonal_take_a_partner);
    tcase_add_test(tc, a_symmetric_problem_is_a_program_for_each_method);
    tcase_add_test(tc, pivots_of_large_problems_are_those_of_small_ones);
    tcase_add_test(tc, ties_of_large_problems_are_resolved);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
