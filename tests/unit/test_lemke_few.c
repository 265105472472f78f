/* test_lemke_few.c - Lemke's method on a few rows has the pivots and bits of the one for any
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "solvers/box/lemke.h"

static bool watch(void *user, zn_index iteration, double error)
{
    (void)user, (void)iteration, (void)error;
    return false;
}

/* Positive definite, not symmetric: every problem has one solution, and no tie. One that is
 * watched goes the long way, whose second look makes a few answers better. */
START_TEST(few_rows_have_the_bits_of_any)
{
    const zn_index n = 2 + _i;
    zn_ctx *ctx = context();
    rng r = {31 + (uint64_t)_i};
    zn_solver *s;
    int same = 0;

    ck_assert(!zn_solver_new(ctx, "lcp", "lemke", &s));
    zn_solver_set_callback(s, watch, NULL);
    for (int k = 0; k < 300; k++) {
        double M[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW], q[ZNI_LEMKE_FEW];
        double z[2][ZNI_LEMKE_FEW] = {{0}}, w[2][ZNI_LEMKE_FEW];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_lcp p = {n, &A, q};
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_index pivots = 0;
        zn_solve_info info;

        for (zn_index j = 0; j < n; j++) {
            q[j] = uniform(&r, -1, 0.5);
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] = uniform(&r, -1, 1) + (i == j ? (double)n : 0);
        }
        ck_assert(!zn_solver_solve(s, &p, z[0], w[0], &info));
        ck_assert(zni_lemke_few(&b, 1000, z[1], w[1], &pivots));
        ck_assert_int_eq(pivots, info.iterations);
        same += !memcmp(z[0], z[1], (size_t)n * sizeof(double)) &&
                !memcmp(w[0], w[1], (size_t)n * sizeof(double));
        for (zn_index i = 0; i < n; i++) { /* kappa(M) < 10 */
            ck_assert_double_eq_tol(z[0][i], z[1][i], 1e-14);
            ck_assert_double_eq_tol(w[0][i], w[1][i], 1e-13);
        }
    }
    ck_assert_int_ge(same, 285);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Lemke's method, few rows");
    TCase *tc = tcase_create("few rows");

    tcase_add_loop_test(tc, few_rows_have_the_bits_of_any, 0, ZNI_LEMKE_FEW - 1);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
