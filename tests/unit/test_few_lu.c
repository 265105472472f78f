/* test_few_lu.c - LU of small matrices: P A = L U to rounding, solutions as LAPACK's, whatever
 * is zero in the matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <float.h>
#include <string.h>

#include <lapacke.h>

#include "../../solvers/linalg/few_lu.h"
#include "../../solvers/linalg/lu.h"

enum { MOST = ZNI_FEW_LU, TRIES = 25 };

/* full; blocks beside the diagonal alone, as of a chain of bodies; scattered */
enum { FULL, CHAIN, SCATTERED, KINDS };

static void draw(rng *r, int kind, zn_index n, double A[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            const double x = uniform(r, -1, 1);
            const bool there = kind == FULL ? true
                               : kind == CHAIN
                                   ? labs(i / 5 - j / 5) <= 1
                                   : uniform(r, 0, 1) < 0.3 || i == j;

            A[i + j * n] = there ? x : 0;
        }
}

/* |P A - L U| against n eps |L| |U| (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2002, theorem 9.3) */
static void product_is_the_matrix(zn_index n, const double A[],
                                  const double lu[], const int piv[])
{
    double P[MOST * MOST];
    bool steep = false, off = false;

    memcpy(P, A, (size_t)(n * n) * sizeof *P);
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = 0; k < n; k++) {
            const double s = P[j + k * n];

            P[j + k * n] = P[piv[j] - 1 + k * n];
            P[piv[j] - 1 + k * n] = s;
        }
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < n; j++) {
            double sum = 0, size = 0;

            for (zn_index k = 0; k <= i && k <= j; k++) {
                const double l = k == i ? 1 : lu[i + k * n], u = lu[k + j * n];

                steep |= fabs(l) > 1;
                sum += l * u;
                size += fabs(l * u);
            }
            off |= fabs(sum - P[i + j * n]) > (double)n * DBL_EPSILON * size;
        }
    ck_assert(!steep && !off);
}

START_TEST(the_factors_make_the_matrix)
{
    rng r = {(uint64_t)_i + 1};

    for (zn_index n = 1; n <= MOST; n++)
        for (int t = 0; t < TRIES; t++) {
            double A[MOST * MOST], lu[MOST * MOST];
            int piv[MOST];

            draw(&r, _i, n, A);
            memcpy(lu, A, (size_t)(n * n) * sizeof *A);
            zni_few_lu(n, lu, piv);
            product_is_the_matrix(n, A, lu, piv);
        }
}
END_TEST

/* rows in units over 300 decades; the residual of each row is within its rounding, and
 * LAPACK's answer is as near as the condition lets it be */
START_TEST(solutions_are_those_of_lapack_in_all_units)
{
    zn_ctx *ctx = context();
    rng r = {(uint64_t)_i + 10};
    zni_lu f = {0};

    for (zn_index n = 1; n <= MOST; n += 3)
        for (int t = 0; t < TRIES; t++) {
            double A[MOST * MOST], B[MOST * MOST], x[MOST], y[MOST], row[MOST];
            int piv[MOST];

            draw(&r, _i, n, A);
            ck_assert_int_eq(zni_lu_size(ctx, &f, n), ZN_OK);
            for (zn_index i = 0; i < n; i++) {
                A[i + i * n] += 3; /* far from singular */
                y[i] = uniform(&r, -1, 1);
                row[i] = ldexp(1, (int)uniform(&r, -500, 500));
                x[i] = row[i] * y[i];
            }
            memcpy(B, A, (size_t)(n * n) * sizeof *A);
            for (zn_index k = 0; k < n * n; k++)
                f.a[k] = row[k % n] * A[k];
            ck_assert_int_eq(zni_lu_factor(&f), ZN_OK);
            zni_lu_solve(&f, x);
            ck_assert_int_eq(LAPACKE_dgesv(LAPACK_COL_MAJOR, (lapack_int)n, 1,
                                           B, (lapack_int)n, piv, y,
                                           (lapack_int)n),
                             0);
            for (zn_index i = 0; i < n; i++) /* conditions here are below 1e4 */
                ck_assert_double_le(fabs(x[i] - y[i]),
                                    1e-10 * (1 + fabs(y[i])));
        }
    zni_lu_fini(ctx, &f);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_matrix_without_a_pivot_is_singular)
{
    zn_ctx *ctx = context();
    rng r = {5};
    zni_lu f = {0};

    for (zn_index n = 2; n <= MOST; n++) {
        ck_assert_int_eq(zni_lu_size(ctx, &f, n), ZN_OK);
        draw(&r, FULL, n, f.a);
        memset(f.a + (n - 1) / 2 * n, 0,
               (size_t)n * sizeof *f.a); /* a column */
        ck_assert_int_eq(zni_lu_factor(&f), ZN_ESINGULAR);
        draw(&r, FULL, n, f.a);
        for (zn_index j = 0; j < n; j++) /* two rows alike */
            f.a[n - 1 + j * n] = 0.5 * f.a[j * n];
        ck_assert_int_eq(zni_lu_factor(&f), ZN_ESINGULAR);
        draw(&r, FULL, n, f.a);
        f.a[n] = NAN;
        ck_assert_int_eq(zni_lu_factor(&f), ZN_ESINGULAR);
    }
    zni_lu_fini(ctx, &f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("few_lu");
    TCase *tc = tcase_create("few_lu");

    tcase_add_loop_test(tc, the_factors_make_the_matrix, 0, KINDS);
    tcase_add_loop_test(tc, solutions_are_those_of_lapack_in_all_units, 0,
                        KINDS);
    tcase_add_test(tc, a_matrix_without_a_pivot_is_singular);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
