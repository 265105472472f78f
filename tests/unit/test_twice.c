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

/* In any storage: z = (2^53, 1 - 2^53, 0, ...) on columns of ones gives 1 - 1/8 where sums have room for it
 * and 1 where they have none. The same z on columns of some 2^-53 makes no large term: what comes
 * is the plain product, which is another one in its last digits. */
START_TEST(large_terms_decide)
{
    enum { N = 7 };
    const double c = 9007199254740992.0;

    for (int large = 0; large < 2; large++)
        for (int way = 0; way < 4; way++) {
            double M[N * N] = {0}, z[N] = {c, 1 - c}, y[N], plain[N], twice[N], lo[N];
            bool other = false;
            const zn_matrix A = zn_matrix_dense(N, N, M);
            stored s;

            for (int i = 0; i < N; i++) {
                M[i] = large ? 1 : (0.3 + 0.1 * i) / c;
                M[i + N] = large ? 1 : (0.7 - 0.1 * i) / c;
                M[i + N * i] += i > 1 ? 1 : 0;
                y[i] = plain[i] = twice[i] = -0.125;
            }
            s = way == 0   ? to_bsr_by(N, M, N)
                : way == 1 ? to_bsr_by(N, M, 1)
                : way == 2 ? to_csc(N, M)
                           : (stored){.m = A};
            zni_careful_mul(&s.m, 1, 0.125, z, y, lo, N);
            zn_matrix_mul(&s.m, 1, z, 1, plain);
            zni_twice_rows(&s.m, z, twice, lo, N);
            for (int i = 0; i < N; i++) {
                ck_assert_double_eq(y[i], large ? 0.875 : plain[i]);
                other = other || twice[i] != plain[i];
            }
            ck_assert(other);
            if (way < 3)
                stored_free(&s);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("twice the precision");
    TCase *tc = tcase_create("twice");

    tcase_add_test(tc, numbers_added_one_by_one);
    tcase_add_test(tc, products_with_matrices);
    tcase_add_test(tc, large_terms_decide);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
