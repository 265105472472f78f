/* test_look.c - what measures see of a few full rows at one look is what products and searches for
 * the largest see
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <string.h>

#include "../../solvers/linalg/look.h"

enum { MOST = ZNI_LOOK + 2 };

/* n numbers with one that is largest, at place `at` */
static void draw(rng *r, zn_index n, zn_index at, double x[])
{
    for (zn_index i = 0; i < n; i++)
        x[i] = uniform(r, -1, 1);
    x[at] = uniform(r, 0, 1) < 0.5 ? -1.5 : 1.25;
}

/* Rows that are taken twice, or of numbers that are missing, are no others; the largest may be
 * anywhere. The arrays end where their numbers do, which tools see. */
START_TEST(few_rows_are_seen_whole)
{
    const zn_index n = 1 + _i;
    rng r = {91 + (uint64_t)n};

    for (zn_index at = 0; at < n * n; at++) {
        double *M = reals(n * n), *q = reals(n), *z = reals(n), *y = reals(n), *w = reals(n);
        const zn_matrix A = zn_matrix_dense(n, n, M);
        zni_largest_of seen = {-1, -1, -1};

        draw(&r, n * n, at, M);
        draw(&r, n, at % n, q);
        draw(&r, n, at / n, z);
        memcpy(w, q, (size_t)n * sizeof *w);
        zn_matrix_mul(&A, 1, z, 1, w);
        ck_assert(zni_look_few(&A, q, z, y, &seen) == (n <= ZNI_LOOK));
        if (n <= ZNI_LOOK) {
            ck_assert_mem_eq(y, w, (size_t)n * sizeof *y);
            ck_assert_double_eq(seen.M, fabs(M[at]));
            ck_assert_double_eq(seen.q, fabs(q[at % n]));
            ck_assert_double_eq(seen.z, fabs(z[at / n]));
        }
        free(M), free(q), free(z), free(y), free(w);
    }
}
END_TEST

/* Of c + 1 - c with c = 2^53 plain sums that begin with -1/8 keep nothing right of it. */
START_TEST(what_rounding_hides_is_seen)
{
    const double M[] = {1, 1, 1, 1}, q[] = {-0.125, -0.125}, c = 9007199254740992.0;
    const double z[] = {c, -c + 1}; /* M z = 1 exactly */
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    double y[2], lo[2], rho, scale = zni_look(&A, q, z, y, lo, 2, &rho);

    ck_assert_double_eq(scale, 0.125);
    ck_assert_double_eq(rho, 1);
    ck_assert_double_eq(y[0], 0.875);
    ck_assert_double_eq(y[1], 0.875);
}
END_TEST

/* No other matrix is taken for one of a few full rows. */
START_TEST(others_are_left_alone)
{
    const double x[] = {1, 2, 3, 4, 5, 6}, q[] = {7, 8, 9}, z[] = {1, 1, 1};
    const zn_index p[] = {0, 1, 2}, i[] = {0, 1};
    const zn_matrix tall = zn_matrix_dense(3, 2, x);
    const zn_matrix thin = {.storage = ZN_CSC, .rows = 2, .cols = 2, .x = x, .p = p, .i = i};
    double y[3] = {-1, -1, -1}, lo[3], rho;
    zni_largest_of seen;

    ck_assert(!zni_look_few(&tall, q, z, y, &seen));
    ck_assert(!zni_look_few(&thin, q, z, y, &seen));
    ck_assert_double_eq(y[0], -1);
    ck_assert_double_eq(zni_look(&tall, q, z, y, lo, 3, &rho), 9);
    ck_assert_double_eq(y[2], 9 + 3 + 6);
    ck_assert_double_eq(rho, 4);
    ck_assert_double_eq(zni_look(&thin, q, z, y, lo, 2, &rho), 8);
    ck_assert_double_eq(y[1], 8 + 2);
    ck_assert_double_eq(rho, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("one look");
    TCase *tc = tcase_create("look");

    tcase_add_loop_test(tc, few_rows_are_seen_whole, 0, MOST);
    tcase_add_test(tc, what_rounding_hides_is_seen);
    tcase_add_test(tc, others_are_left_alone);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
