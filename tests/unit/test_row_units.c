/* test_row_units.c - rows in units of their own: S M S and S q by powers of two, of any number of rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "../../kernel/osnsp/row_units.h"
#include "../../solvers/linalg/octave.h"

#include <zeno/set.h>

enum { MOST = 21 };

/* A problem of boxes of one row each. */
typedef struct boxes {
    double M[MOST * MOST], q[MOST];
    zn_cone cone[MOST];
    zn_index start[MOST + 1];
    zn_matrix a;
    zn_one_step p;
} boxes;

static void draw(boxes *b, zn_index n, rng *r)
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            b->M[i + j * n] = i == j ? ldexp(uniform(r, 1, 2), (int)uniform(r, -40, 40))
                                     : uniform(r, -1, 1);
    for (zn_index i = 0; i < n; i++) {
        b->q[i] = uniform(r, -1, 1);
        b->cone[i] = (zn_cone){.set = zn_set_zero(), .size = 1};
        b->start[i] = i;
    }
    b->start[n] = n;
    b->a = zn_matrix_dense(n, n, b->M);
    b->p = (zn_one_step){.n = n, .M = &b->a, .q = b->q, .nblocks = n, .cone = b->cone, .start = b->start};
}

/* Nothing is rounded: each number is its own times two powers of two, the diagonal is next to that of
 * the first row, and what goes in comes back. */
START_TEST(numbers_are_scaled_by_powers_of_two)
{
    zn_ctx *ctx = context();
    zni_row_units u = {0};
    rng r = {(uint64_t)_i + 1};
    boxes b;

    for (zn_index n = 2; n <= MOST; n++) {
        double z[MOST], w[MOST];

        draw(&b, n, &r);
        ck_assert_int_eq(zni_row_units_take(&u, ctx, &b.p), ZN_OK);
        ck_assert(u.used);
        ck_assert_double_eq(u.s[0], 1);
        for (zn_index j = 0; j < n; j++) {
            int k;
            const double s = u.s[j], d = u.M.x[j + j * n] / zni_octave(b.M[0]);

            ck_assert_double_eq(frexp(s, &k), 0.5);
            ck_assert(d >= 0.5 && d <= 2);
            ck_assert_double_eq(u.q[j], s * b.q[j]);
            for (zn_index i = 0; i < n; i++)
                ck_assert_double_eq(u.M.x[i + j * n], u.s[i] * b.M[i + j * n] * s);
            z[j] = w[j] = b.q[j];
        }
        zni_row_units_enter(&u, n, z);
        for (zn_index j = 0; j < n; j++)
            ck_assert_double_eq(z[j], b.q[j] / u.s[j]);
        zni_row_units_leave(&u, n, z, w);
        for (zn_index j = 0; j < n; j++) {
            ck_assert_double_eq(z[j], b.q[j]);
            ck_assert_double_eq(w[j], b.q[j] / u.s[j]);
        }
    }
    zni_row_units_fini(&u, ctx);
    zn_ctx_free(ctx);
}
END_TEST

/* Four times x is twice the root, from the smallest number to the largest. */
START_TEST(roots_of_octaves)
{
    for (int k = -1074; k <= 1021; k++) {
        const double x = ldexp(1, k), y = zni_root_octave(x);

        ck_assert_double_eq(zni_root_octave(4 * x), 2 * y);
        ck_assert(y * y <= 2 * x && (k < -1070 || y * y >= x / 2));
        if (k >= -1022)
            ck_assert_double_eq(zni_root_octave(1.75 * x), y);
        ck_assert_double_eq(zni_over_root_octave(x), 1 / y);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("row_units");
    TCase *tc = tcase_create("row_units");

    tcase_add_loop_test(tc, numbers_are_scaled_by_powers_of_two, 0, 3);
    tcase_add_test(tc, roots_of_octaves);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
