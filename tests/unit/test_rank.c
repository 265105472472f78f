/* test_rank.c - rows that depend on others are found, in any units
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "kernel/event/event.h"

#include "tests/unit/zeno_test.h"

enum { MOST = 9 };

static zn_ctx *ctx;
static zni_rank r;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    memset(&r, 0, sizeof r);
    ck_assert_int_eq(zni_rank_reserve(ctx, &r, MOST), ZN_OK);
}

static void teardown(void)
{
    zn_free_array(ctx, r.L);
    zn_free_array(ctx, r.scale);
    zn_free_array(ctx, r.order);
    zn_free_array(ctx, r.row);
    zn_ctx_free(ctx);
}

/* In (-1, 1), by a linear congruence. */
static double any(unsigned *seed)
{
    *seed = 1664525 * *seed + 1013904223;
    return *seed / 2147483648. - 1;
}

/* A = P Q, n x n, through a space of so many dimensions, from 1 on. */
static void product(int n, int dimensions, unsigned seed, double A[])
{
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    for (int k = 0; k < dimensions; k++) {
        double p[MOST], q[MOST];

        for (int i = 0; i < n; i++) {
            p[i] = any(&seed);
            q[i] = any(&seed);
        }
        for (int i = 0; i < n * n; i++)
            A[i] += p[i % n] * q[i / n];
    }
}

static void times(int n, const double A[], const double x[], double b[])
{
    memset(b, 0, (size_t)n * sizeof *b);
    for (int i = 0; i < n * n; i++)
        b[i % n] += A[i] * x[i / n];
}

/* The rank is that of the factors; what A makes of some x leaves nothing on dependent
 * rows, and is made of the x that comes back, which is zero on as many unknowns. */
START_TEST(a_product_has_the_rank_of_its_factors)
{
    double A[MOST * MOST], x[MOST], b[MOST], again[MOST], rest[MOST] = {0};

    for (int n = 1; n <= MOST; n++)
        for (int d = 1; d <= n; d++) {
            unsigned seed = (unsigned)(100 * n + d);
            int zeros = 0;

            product(n, d, seed, A);
            for (int i = 0; i < n; i++)
                x[i] = any(&seed);
            times(n, A, x, b);
            zni_rank_factor_general(&r, n, A);
            ck_assert_msg(r.rank == d, "%d x %d through %d: rank %td", n, n, d,
                          r.rank);
            zni_rank_rest(&r, b, rest);
            zni_rank_solve(&r, b, x);
            times(n, A, x, again);
            for (int i = 0; i < n; i++) {
                zeros += x[i] == 0;
                ck_assert_double_eq_tol(rest[i], 0, 1e-12);
                /* some 1e-16 times the condition, up to 1e4 of such numbers */
                ck_assert_double_eq_tol(again[i], b[i], 1e-11);
            }
            ck_assert_int_eq(zeros, n - d);
            memset(rest, 0, sizeof rest);
        }
}
END_TEST

/* Row i has unknown i + 1 only, the last row none: x_(i + 1) = b_i, and x_0 = 0. */
START_TEST(an_unknown_that_no_row_has_is_zero)
{
    double A[MOST * MOST], b[MOST], x[MOST];

    for (int n = 2; n <= MOST; n++) {
        memset(A, 0, sizeof A);
        for (int i = 0; i < n; i++) {
            b[i] = i + 1;
            if (i + 1 < n)
                A[i + (i + 1) * n] = 1;
        }
        zni_rank_factor_general(&r, n, A);
        ck_assert_int_eq(r.rank, n - 1);
        ck_assert_int_eq(r.order[n - 1], 0);
        zni_rank_solve(&r, b, x);
        for (int i = 0; i < n; i++)
            ck_assert_double_eq(x[i], i);
    }
}
END_TEST

/* Rows are scaled before pivots are chosen: their units change no digit. */
START_TEST(units_of_rows_do_not_matter)
{
    double A[MOST * MOST], b[MOST], x[MOST], other[MOST];
    const int n = 6, d = 4;
    unsigned seed = 7;

    product(n, d, seed, A);
    for (int i = 0; i < n; i++)
        b[i] = any(&seed);
    zni_rank_factor_general(&r, n, A);
    zni_rank_solve(&r, b, x);
    for (int i = 0; i < n * n; i++)
        A[i] = ldexp(A[i], 9 * (i % n));
    for (int i = 0; i < n; i++)
        b[i] = ldexp(b[i], 9 * i);
    zni_rank_factor_general(&r, n, A);
    ck_assert_int_eq(r.rank, d);
    zni_rank_solve(&r, b, other);
    ck_assert_mem_eq(other, x, (size_t)n * sizeof *x);
}
END_TEST

/* A = P P', in units of rows and of the whole of all powers of two, odd ones too: the same pivots and digits; what A
 * makes of some x is made of the x that comes back. */
START_TEST(units_of_a_symmetric_matrix_do_not_matter)
{
    const int n = MOST;

    for (int d = 1; d <= MOST; d++) {
        double P[MOST * MOST], A[MOST * MOST] = {0}, B[MOST * MOST];
        double x[MOST], b[MOST], c[MOST], first[MOST], again[MOST];
        unsigned seed = 77 + (unsigned)d;

        for (int i = 0; i < n * d; i++)
            P[i] = any(&seed);
        for (int i = 0; i < n * n; i++)
            for (int k = 0; k < d; k++)
                A[i] += P[i % n + k * n] * P[i / n + k * n];
        for (int i = 0; i < n; i++)
            x[i] = any(&seed);
        times(n, A, x, b);
        zni_rank_factor(&r, n, A, NULL);
        ck_assert_int_eq(r.rank, d);
        zni_rank_solve(&r, b, first);
        times(n, A, first, again);
        for (int i = 0; i < n; i++)
            ck_assert_double_eq_tol(again[i], b[i], 1e-10);
        for (int unit = -3; unit <= 3; unit++) {
            for (int i = 0; i < n * n; i++)
                B[i] = ldexp(A[i], unit + 5 * (i % n + i / n));
            for (int i = 0; i < n; i++)
                c[i] = ldexp(b[i], unit + 5 * i);
            zni_rank_factor(&r, n, B, NULL);
            zni_rank_solve(&r, c, again);
            for (int i = 0; i < n; i++)
                ck_assert(ldexp(again[i], 5 * i) == first[i]);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rank");
    TCase *tc = tcase_create("rank");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_product_has_the_rank_of_its_factors);
    tcase_add_test(tc, an_unknown_that_no_row_has_is_zero);
    tcase_add_test(tc, units_of_rows_do_not_matter);
    tcase_add_test(tc, units_of_a_symmetric_matrix_do_not_matter);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
