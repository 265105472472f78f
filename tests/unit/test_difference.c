/* test_difference.c - derivatives by differences in a pattern, columns at once
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

int main(void)
{
    Suite *suite = suite_create("difference");
    TCase *tc = tcase_create("difference");

    tcase_add_test(tc, columns_that_share_a_row_are_moved_apart);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
