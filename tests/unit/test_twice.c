/* test_twice.c - sums in twice the precision keep what one precision has no room for, also where
 * the processor could fuse a product with a sum
 *
 *     -n + sum_j (1 + e_j)(1 - e_j) = -sum_j e_j^2,   e_j = k_j 2^-30
 *
 * Every product of the left rounds to near 1. The right is a whole number of 2^-60, and with
 * k_j < 2^22 all that is lost in n < 2^8 products has room in one more number: the sum is exact.
 * A fused s = hi + a x beside the product rounded once more counts its rounding twice.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "../../solvers/linalg/twice.h"

enum { MOST = 11, ROWS = 9 };

/* 1 + e, 1 - e in a and x; returns e^2 in units of 2^-60 */
static double pair(rng *r, double *a, double *x)
{
    const double k = integer(r, 1, 4194303);

    *a = 1 + ldexp(k, -30);
    *x = 1 - ldexp(k, -30);
    return k * k;
}

START_TEST(numbers_added_one_by_one)
{
    rng r = {7};

    for (int n = 1; n <= 200; n++) {
        double hi = -n, lo = 0, squares = 0, a, x;

        for (int j = 0; j < n; j++) {
            squares += pair(&r, &a, &x);
            zni_twice_add(&hi, &lo, a, x);
        }
        ck_assert_double_eq(zni_twice(hi, lo), -ldexp(squares, -60));
    }
}
END_TEST

/* All rows of M are one row, or all columns of it turned; rows go four at a time and one by one. */
START_TEST(products_with_matrices)
{
    rng r = {11};

    for (zn_index n = 1; n <= MOST; n++)
        for (zn_index m = 1; m <= ROWS; m++) {
            double M[ROWS * MOST], T[ROWS * MOST], x[MOST], y[ROWS], u[ROWS], lo[ROWS] = {0},
                   squares = 0, a;
            const zn_matrix A = zn_matrix_dense(m, n, M), B = zn_matrix_dense(n, m, T);

            for (zn_index j = 0; j < n; j++) {
                squares += pair(&r, &a, &x[j]);
                for (zn_index i = 0; i < m; i++)
                    M[i + j * m] = T[j + i * n] = a;
            }
            for (zn_index i = 0; i < m; i++)
                y[i] = u[i] = (double)-n;
            zni_twice_mul(&B, true, 1, x, u, lo);
            for (zn_index i = 0; i < m; i++)
                ck_assert_double_eq(zni_twice(u[i], lo[i]), -ldexp(squares, -60));
            zni_twice_rows(&A, x, y, lo, 5); /* in parts of five rows */
            for (zn_index i = 0; i < m; i++)
                ck_assert_double_eq(y[i], -ldexp(squares, -60));
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("twice the precision");
    TCase *tc = tcase_create("twice");

    tcase_add_test(tc, numbers_added_one_by_one);
    tcase_add_test(tc, products_with_matrices);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
