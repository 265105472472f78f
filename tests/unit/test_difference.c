/* test_difference.c - derivatives by differences: in a pattern, columns at once; fine; second
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"

#include <math.h>

#include "tests/unit/zeno_test.h"

enum { N = 7 };

static zn_ctx *ctx;

/* f_i = x_{i-1} x_i + i x_{i+1}, x outside being 0: a tridiagonal Jacobian */
static zn_status chain(const void *data, const double x[], double f[])
{
    (void)data;
    for (int i = 0; i < N; i++)
        f[i] = (i ? x[i - 1] * x[i] : x[i]) + (i < N - 1 ? i * x[i + 1] : 0);
    return ZN_OK;
}

static double exact(const double x[], zn_index i, zn_index j)
{
    if (j == i - 1)
        return x[i];
    if (j == i)
        return i ? x[i - 1] : 1;
    return j == i + 1 ? (double)i : 0;
}

typedef struct entry {
    const double *x, *J;
    zn_index j;
    int seen;
} entry;

static void compare(void *user, zn_index row, zn_index at)
{
    entry *e = user;

    /* central differences of a polynomial of degree 2: rounding over a step 1e-5 */
    ck_assert_double_eq_tol(e->J[at], exact(e->x, row, e->j), 1e-9);
    e->seen++;
}

/* Three colours do for a band of three; each entry is the derivative it stands for. */
START_TEST(columns_that_share_a_row_are_moved_apart)
{
    const double x[N] = {0.3, -1.2, 2, 0.7, -0.4, 1.1, 5};
    const zn_pattern a = zn_pattern_banded(N, 1, 1);
    zni_colouring c;
    zni_rooms rooms = {0};
    double J[3 * N] = {0};
    entry e = {.x = x, .J = J};

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zni_colouring_find(ctx, &a, &c), ZN_OK);
    ck_assert_int_eq(c.n, 3);
    for (int j = 0; j < N; j++)
        for (int k = j + 1; k < N && k <= j + 2; k++)
            ck_assert_int_ne(c.of[j], c.of[k]);
    ck_assert_int_eq(zni_rooms_reserve(ctx, &rooms, 1, 3 * N), ZN_OK);
    ck_assert_int_eq(
        zni_difference_pattern(ctx, &rooms, chain, NULL, &a, &c, x, J), ZN_OK);
    for (e.j = 0; e.j < N; e.j++)
        zn_pattern_column(&a, e.j, &e, compare);
    ck_assert_int_eq(e.seen, 3 * N - 2);
    zni_rooms_fini(ctx, &rooms);
    zni_colouring_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- fine and second ones: of sin wx, of a kink in the slope, of a line, 1 + x not being small ---------- */

enum { CURVES = 3 };

/* Where the slope of the second one jumps, as seen from x = 0. */
static double kink;

static zn_status curves(const void *data, const double x[], double f[])
{
    const double w = *(const double *)data, d = x[0] - kink;

    f[0] = sin(w * x[0] + 1);
    f[1] = 2 * x[0] * x[0] + x[0] + (d > 0 ? 3 * d : 0);
    f[2] = 1 - 3 * (1 + x[0]);
    return ZN_OK;
}

/* The kink is one of the second derivative here. */
static zn_status along(const void *data, double s, double f[])
{
    const double w = *(const double *)data, d = s - kink;

    f[0] = sin(w * s + 1);
    f[1] = s * s * (s + 1) + (d > 0 ? 4 * d * d : 0);
    f[2] = 1 - 3 * (1 + s);
    return ZN_OK;
}

static void slopes(double w, double out[CURVES])
{
    const double x[1] = {0};
    zni_rooms rooms = {0};

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zni_rooms_reserve(ctx, &rooms, 1, 1 + 4 * CURVES), ZN_OK);
    ck_assert_int_eq(
        zni_difference_fine(ctx, &rooms, curves, &w, 1, x, CURVES, out), ZN_OK);
    zni_rooms_fini(ctx, &rooms);
    zn_ctx_free(ctx);
}

START_TEST(fine_ones_know_smooth_functions_to_twelve_digits)
{
    double J[CURVES];

    kink = -1;
    slopes(1, J);
    ck_assert_double_eq_tol(J[0], cos(1), 1e-12);
    ck_assert_double_eq_tol(J[1], 4, 2e-12);
    ck_assert_double_eq_tol(J[2], -3, 2e-12);
}
END_TEST

/* Of two values 6e-6 away: (wh)^2 / 6 of it, and 1e-10 for rounding. */
START_TEST(fine_ones_are_never_worse_than_two_values)
{
    double J[CURVES];

    for (double w = 2; w < 2000; w *= 1.5) {
        const double wh = w * 6.1e-6;
        kink = 4e-3;
        slopes(w, J);
        ck_assert_double_eq_tol(J[0], w * cos(1), w * wh * wh / 6 + 1e-10);
        ck_assert_double_eq_tol(J[1], 1, 1e-10);
    }
}
END_TEST

START_TEST(second_ones_likewise)
{
    double work[4 * CURVES], d[CURVES], w = 1;

    kink = -1;
    ck_assert_int_eq(
        zni_difference_twice(along, &w, 1, 2, CURVES, work, d), ZN_OK);
    ck_assert_double_eq_tol(d[0], -sin(1), 1e-9);
    ck_assert_double_eq_tol(d[1], 10, 1e-9);
    ck_assert_double_eq_tol(d[2], 0, 1e-9);
    for (w = 2; w < 2000; w *= 1.5) {
        const double wh = w * 1.23e-4;
        kink = 2e-3;
        ck_assert_int_eq(
            zni_difference_twice(along, &w, 1, 2, CURVES, work, d), ZN_OK);
        ck_assert_double_eq_tol(d[0], -w * w * sin(1),
                                w * w * wh * wh / 12 + 1e-7);
        ck_assert_double_eq_tol(d[1], 2, 1e-7);
    }
}
END_TEST

/* sqrt(3e-3 - |x|), as functions of users end: with NaN, which their calls make an error of. */
static zn_status ends(const void *data, const double x[], double f[])
{
    (void)data;
    f[0] = sqrt(3e-3 - fabs(x[0] - 1e-3));
    return isnan(f[0]) ? ZN_EDOM : ZN_OK;
}

static zn_status ends_along(const void *data, double s, double f[])
{
    return ends(data, &s, f);
}

START_TEST(a_function_that_ends_nearby_has_those_of_two_and_three_values)
{
    const double x[1] = {0}, size = sqrt(2e-3);
    zni_rooms rooms = {0};
    double J[1], work[4];

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zni_rooms_reserve(ctx, &rooms, 1, 5), ZN_OK);
    ck_assert_int_eq(zni_difference_fine(ctx, &rooms, ends, NULL, 1, x, 1, J), ZN_OK);
    ck_assert_double_eq_tol(J[0], 0.5 / size, 1e-4);
    ck_assert_int_eq(zni_difference_twice(ends_along, NULL, 1, 1, 1, work, J), ZN_OK);
    ck_assert_double_eq_tol(J[0], -0.25 / (size * size * size), 1e-2 * 0.25 / (size * size * size));
    zni_rooms_fini(ctx, &rooms);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("difference");
    TCase *tc = tcase_create("difference");

    tcase_add_test(tc, columns_that_share_a_row_are_moved_apart);
    tcase_add_test(tc, fine_ones_know_smooth_functions_to_twelve_digits);
    tcase_add_test(tc, fine_ones_are_never_worse_than_two_values);
    tcase_add_test(tc, second_ones_likewise);
    tcase_add_test(tc, a_function_that_ends_nearby_has_those_of_two_and_three_values);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
