/* test_mlcp_lemke.c - what Lemke's method of mixed problems completes, forgets and has room for
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp_test.h"

START_TEST(lemke_says_that_the_equalities_are_dependent)
{
    const double q[] = {-10, 0, 0};
    const unsigned char eq[] = {1, 1, 1};
    double z[3] = {0}, w[3];
    zn_matrix A = zn_matrix_dense(3, 3, held);
    zn_mlcp p = {3, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "mlcp", "lemke", -1, &p, z, w, &info),
                     ZN_ESINGULAR);
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "3 equality rows are dependent"));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(lemke_completes_a_singular_equality_block)
{
    /* M_EE = 0, but with the complementarity row it is regular:
     * 0 = v - 2 gives v = 2, and w = -u + v + 1 = 0 gives u = 3 */
    const double M[] = {0, -1, 1, 1}, q[] = {-2, 1};
    const unsigned char eq[] = {1, 0};
    double z[2] = {0}, w[2];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "mlcp", "lemke", -1, &p, z, w, &info),
                     ZN_OK);
    ck_assert_double_eq_tol(z[0], 3, 1e-14);
    ck_assert_double_eq_tol(z[1], 2, 1e-14);
    zn_ctx_free(ctx);
}
END_TEST

/* -2 <= z_2 <= -1/2 and z_3 = 0, beside two columns of zeros: pivots from a vertex do not end there. */
START_TEST(auto_says_that_lemke_has_solved_it)
{
    const double M[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, -2, 0, 1, 0, 0, -2, 0};
    const double q[] = {0, -1, 0, 2};
    const unsigned char eq[] = {0, 0, 1, 0};
    zn_matrix A = zn_matrix_dense(4, 4, M);
    zn_mlcp p = {4, &A, q, eq};
    zn_ctx *ctx = context();
    double z[4] = {0}, w[4];
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "lemke");
    zn_ctx_free(ctx);
}
END_TEST

/* What the rows of one problem needed is nothing that the next one of the same object has. */
START_TEST(lemke_forgets_what_it_had_completed_with)
{
    enum { n = 8 };
    const unsigned char eq[n] = {1, 1, 1};
    double first[n * n] = {0}, second[n * n] = {0}, q[n], z[2][n] = {{0}}, w[n];
    zn_matrix A = zn_matrix_dense(n, n, first), B = zn_matrix_dense(n, n, second);
    const zn_mlcp p = {n, &A, q, eq}, next = {n, &B, q, eq};
    rng g = {5};
    zn_ctx *ctx = context();
    zn_solver *used, *fresh;

    for (int i = 0; i < n; i++) {
        q[i] = uniform(&g, -1, 1);
        for (int j = 0; j <= i; j++) {
            /* positive definite; of the first M_EE = 0 */
            const double x = uniform(&g, -1, 1);
            second[i + j * n] = x;
            second[j + i * n] = i == j ? 4 : -x;
            first[i + j * n] = i < 3 && j < 3 ? 0 : second[i + j * n];
            first[j + i * n] = i < 3 && j < 3 ? 0 : second[j + i * n];
        }
    }
    ck_assert(!zn_solver_new(ctx, "mlcp", "lemke", &used));
    ck_assert(!zn_solver_new(ctx, "mlcp", "lemke", &fresh));
    ck_assert_int_ge(zn_solver_solve(used, &p, z[0], w, NULL), 0); /* solved or not */
    memset(z, 0, sizeof z);
    ck_assert_msg(!zn_solver_solve(used, &next, z[0], w, NULL), "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_solver_solve(fresh, &next, z[1], w, NULL), "%s", zn_errmsg(ctx));
    ck_assert_mem_eq(z[0], z[1], sizeof z[0]);
    zn_solver_free(used);
    zn_solver_free(fresh);
    zn_ctx_free(ctx);
}
END_TEST

/* The same beside a contact that stays open while another one closes. M_EE = 0, and M is positive
 * semidefinite: v + s = 2 and w_v = -u + v + 4, w_s = -u + 2 s - 3, so that v = 0, s = 2, u = 1
 * with w_v = 3; s = 3 of an open v would leave v = -1. */
START_TEST(lemke_completes_with_a_row_that_stays_open)
{
    const double M[] = {0, -1, -1, 1, 1, 0, 1, 0, 2}, q[] = {-2, 4, -3};
    const double want[] = {1, 0, 2, 0, 3, 0};
    const unsigned char eq[] = {1, 0, 0};
    double z[6] = {0};
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_mlcp p = {3, &A, q, eq};
    zn_ctx *ctx = context();

    ck_assert(!run_once(ctx, "mlcp", "lemke", -1, &p, z, z + 3, NULL));
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq_tol(z[i], want[i], 1e-14);
    zn_ctx_free(ctx);
}
END_TEST

/* A joint that can be eliminated alone is: 0 = u + 3 v + 1, w = -3 u + 1 = 9 v + 4 is open without a
 * pivot, though the block of both has the larger determinant, 9. */
/* The first row has to be completed by the last, the second stands alone: it is its own pivot, though nothing couples
 * it with the first. 0 = c - 2, 0 = 2 b - 6, w_c = -a + 3 = 0. */
START_TEST(lemke_takes_a_row_that_stands_alone_by_its_diagonal)
{
    const double M[] = {0, 0, -1, 0, 2, 0, 1, 0, 0}, q[] = {-2, -6, 3};
    const unsigned char eq[] = {1, 1, 0};

    expect("lemke", 3, M, q, eq, (double[]){3, 3, 2});
}
END_TEST

START_TEST(lemke_needs_no_pivot_beside_an_open_contact)
{
    const double M[] = {1, -3, 3, 0}, q[] = {1, 1};
    const unsigned char eq[] = {1, 0};
    double z[2] = {0}, w[2];
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_mlcp p = {2, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert(!run_once(ctx, "mlcp", "lemke", -1, &p, z, w, &info));
    ck_assert_int_eq(info.iterations, 0);
    ck_assert(z[0] == -1 && z[1] == 0 && w[0] == 0 && w[1] == 4);
    zn_ctx_free(ctx);
}
END_TEST

/* Room in advance is room for the dictionary, which is full whatever M is. */
START_TEST(lemke_has_room_for_a_large_dictionary)
{
    enum { N = 300 };
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    double *M = reals(N * N), *q = reals(N), *z = reals(N), *w = reals(N);
    unsigned char eq[N] = {1};
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_mlcp p = {N, &A, q, eq};
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    for (int i = 0; i < N; i++) {
        M[i + i * N] = 2;
        M[i + (i + 1) % N * N] = -0.5;
        q[i] = i % 3 - 1;
    }
    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    ck_assert(!zn_solver_new(ctx, "mlcp", "lemke", &s));
    ck_assert(!zn_solver_reserve(s, N, N * N));
    before = mem.calls;
    ck_assert(!zn_solver_solve(s, &p, z, w, NULL));
    ck_assert_int_eq(mem.calls, before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    free(M);
    free(q);
    free(z);
    free(w);
}
END_TEST

/* ... which it has up to the largest that it takes, of 2000 rows, and not beyond. */
START_TEST(auto_has_room_for_the_largest_dictionary)
{
    size_t bytes[2];

    for (int k = 0; k < 2; k++) {
        test_memory mem = {0};
        const zn_allocator alloc = test_allocator(&mem);
        const zn_index n = 2000 + k;
        zn_ctx *ctx;
        zn_solver *s;

        ck_assert(!zn_ctx_new_with(&alloc, &ctx));
        ck_assert(!zn_solver_new(ctx, "mlcp", "auto", &s));
        ck_assert(!zn_solver_reserve(s, n, n * n));
        bytes[k] = mem.bytes;
        zn_solver_free(s);
        zn_ctx_free(ctx);
    }
    ck_assert_uint_gt(bytes[0], bytes[1] + sizeof(double) * 2000 * 2000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mlcp, lemke");
    TCase *tc = tcase_create("lemke");

    tcase_add_test(tc, lemke_says_that_the_equalities_are_dependent);
    tcase_add_test(tc, lemke_completes_a_singular_equality_block);
    tcase_add_test(tc, auto_says_that_lemke_has_solved_it);
    tcase_add_test(tc, lemke_forgets_what_it_had_completed_with);
    tcase_add_test(tc, lemke_completes_with_a_row_that_stays_open);
    tcase_add_test(tc, lemke_takes_a_row_that_stands_alone_by_its_diagonal);
    tcase_add_test(tc, lemke_needs_no_pivot_beside_an_open_contact);
    tcase_add_test(tc, lemke_has_room_for_a_large_dictionary);
    tcase_add_test(tc, auto_has_room_for_the_largest_dictionary);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
