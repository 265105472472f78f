/* test_body_lu.c - LU of the matrix of a rigid body: bits as of any small matrix, and what it
 * leaves to others
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <string.h>

#include "../../solvers/linalg/factor.h"
#include "../../solvers/linalg/few_lu.h"

enum { N = ZNI_BODY, H = N / 2, MANY = 9, TRIES = 200 };

/* D and B, each in units of its own; zeros in B now and then */
static void draw(rng *r, double A[])
{
    const double d = ldexp(1, (int)uniform(r, -300, 300)), b = ldexp(1, (int)uniform(r, -300, 300));

    memset(A, 0, N * N * sizeof *A);
    for (int j = 0; j < H; j++) {
        A[j + j * N] = d * uniform(r, 0.1, 1);
        for (int i = 0; i < H; i++)
            if (i == j || uniform(r, 0, 1) < 0.8)
                A[H + i + (H + j) * N] = b * uniform(r, -1, 1);
    }
    A[H + 1 + H * N] = b / 2; /* never symmetric */
    A[H + (H + 1) * N] = b / 4;
}

static bool taken(const double A[])
{
    double a[N * N];
    int piv[N];

    return zni_body_lu(A, a, piv);
}

START_TEST(solutions_have_the_bits_of_any_small_lu)
{
    rng r = {1};
    int exchanges[H * H] = {0};

    for (int t = 0; t < TRIES; t++) {
        double A[N * N], a[N * N], X[N * MANY], Y[N * MANY];
        int piv[N], full[N];

        draw(&r, A);
        ck_assert(zni_body_lu(A, a, piv));
        exchanges[piv[0] + H * piv[1]]++;
        zni_few_lu(N, A, full);
        for (zn_index m = 1; m <= MANY; m++) {
            for (zn_index k = 0; k < N * m; k++)
                X[k] = Y[k] = uniform(&r, -1, 1);
            zni_body_lu_solve(a, piv, m, X);
            for (zn_index k = 0; k < m; k++)
                zni_few_lu_solve(N, A, full, Y + k * N);
            ck_assert_mem_eq(X, Y, (size_t)(N * m) * sizeof *X);
        }
    }
    for (int k = 0; k < H; k++) /* each of them, with and without the second */
        ck_assert(exchanges[k + H] > 5 && exchanges[k + 2 * H] > 5);
}
END_TEST

START_TEST(a_number_beside_the_blocks_is_seen)
{
    rng r = {2};
    double A[N * N];

    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            if (i == j || (i >= H && j >= H))
                continue;
            draw(&r, A);
            A[i + j * N] = -0.0;
            ck_assert(taken(A));
            A[i + j * N] = i % 2 ? NAN : 1e-300;
            ck_assert(!taken(A));
        }
}
END_TEST

/* Cholesky's factors take half the room and say that it is definite */
START_TEST(symmetric_ones_are_for_others)
{
    rng r = {3};
    double A[N * N];

    draw(&r, A);
    for (int j = 0; j < H; j++)
        for (int i = 0; i < j; i++)
            A[H + i + (H + j) * N] = A[H + j + (H + i) * N] = A[H + 1 + H * N] / (2 + i + j);
    ck_assert(!taken(A));
    A[H + (H + 2) * N] *= 2;
    ck_assert(taken(A));
    for (int j = 0; j < H; j++)
        for (int i = 0; i < H; i++)
            A[H + i + (H + j) * N] = i == j;
    ck_assert(!taken(A));
}
END_TEST

START_TEST(no_pivot_is_lost_in_rounding_or_not_finite)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    rng r = {4};
    double A[N * N];

    for (int j = 0; j < N; j++) {
        draw(&r, A);
        A[j + j * N] = 0; /* of B another one may do */
        ck_assert(j >= H || !taken(A));
        for (int i = j < H ? j : H; i < (j < H ? j + 1 : N); i++)
            for (int k = 0; k < 3; k++) {
                draw(&r, A);
                A[i + j * N] = bad[k];
                ck_assert(!taken(A));
            }
    }
    draw(&r, A);
    for (int i = 0; i < H; i++) /* a column thrice another one */
        A[H + i + (H + 2) * N] = 3 * A[H + i + H * N];
    ck_assert(!taken(A));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("body_lu");
    TCase *tc = tcase_create("body_lu");

    tcase_add_test(tc, solutions_have_the_bits_of_any_small_lu);
    tcase_add_test(tc, a_number_beside_the_blocks_is_seen);
    tcase_add_test(tc, symmetric_ones_are_for_others);
    tcase_add_test(tc, no_pivot_is_lost_in_rounding_or_not_finite);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
