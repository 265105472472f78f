/* test_matrix_check.c - what is wrong with a matrix view is told with its place
 * SPDX-License-Identifier: Apache-2.0 */
#include "matrix_test.h"

#include <float.h>
#include <math.h>

static void refused(const zn_matrix *A, zn_status st, const char *words)
{
    ck_assert_int_eq(zn_matrix_check(ctx, "M", A), st);
    ck_assert_str_eq(zn_errmsg(ctx), words);
}

START_TEST(sizes_and_pointers_are_checked)
{
    zn_matrix A = hand_dense;

    refused(NULL, ZN_EINVAL, "M: no matrix");
    A.rows = -1;
    refused(&A, ZN_EINVAL, "M: -1 x 4");
    A.rows = PTRDIFF_MAX / 16;
    refused(&A, ZN_EINVAL, "M: 576460752303423487 x 4 is too large");
    A = hand_dense;
    A.x = NULL;
    refused(&A, ZN_EINVAL, "M: 3 x 4 without values");
    A.storage = (zn_storage)9;
    refused(&A, ZN_EINVAL, "M: unknown storage 9");
}
END_TEST

START_TEST(the_order_of_compressed_columns_is_checked)
{
    zn_index p[] = {0, 2, 3, 5, 7}, i[] = {0, 2, 1, 0, 2, 1, 2};
    zn_matrix A = hand_csc;

    A.p = NULL;
    refused(&A, ZN_EINVAL, "M: no p");
    A.p = p;
    A.i = NULL;
    refused(&A, ZN_EINVAL, "M: 7 entries without i or x");
    A.i = i;
    ck_assert_int_eq(zn_matrix_check(ctx, "M", &A), ZN_OK);
    p[0] = 1;
    refused(&A, ZN_EINVAL, "M: p[0] = 1, must be 0");
    p[0] = 0;
    p[2] = 1;
    refused(&A, ZN_EINVAL, "M: p[1] = 2, p[2] = 1: must not descend");
    p[2] = 3;
    i[6] = 3;
    refused(&A, ZN_EINVAL, "M: i[6] = 3, must be in [0, 3)");
    i[6] = -1;
    refused(&A, ZN_EINVAL, "M: i[6] = -1, must be in [0, 3)");
    i[6] = 1;
    refused(&A, ZN_EINVAL, "M: i[6] = 1 after 1, must ascend");
}
END_TEST

START_TEST(the_cuts_and_order_of_blocks_are_checked)
{
    zn_index p[] = {0, 1, 3}, i[] = {0, 0, 1}, bp[] = {9, 0, 7};
    zn_index ro[] = {0, 1, 3}, co[] = {0, 3, 4};
    zn_matrix A = hand_bsr;

    A.p = p;
    A.i = i;
    A.bp = bp;
    A.ro = ro;
    A.co = co;
    ck_assert_int_eq(zn_matrix_check(ctx, "M", &A), ZN_OK);
    A.nbr = -2;
    refused(&A, ZN_EINVAL, "M: -2 x 2 blocks");
    A.nbr = 2;
    A.ro = NULL;
    refused(&A, ZN_EINVAL, "M: no ro");
    A.ro = ro;
    ro[2] = 2;
    refused(&A, ZN_EINVAL, "M: ro[2] = 2, must be 3");
    ro[2] = 3;
    co[1] = 0;
    refused(&A, ZN_EINVAL, "M: co[0] = co[1] = 0: empty");
    co[1] = 5;
    refused(&A, ZN_EINVAL, "M: co[1] = 5, co[2] = 4: must not descend");
    co[1] = 3;
    i[2] = 0;
    refused(&A, ZN_EINVAL, "M: i[2] = 0 after 0, must ascend");
    i[2] = 2;
    refused(&A, ZN_EINVAL, "M: i[2] = 2, must be in [0, 2)");
    i[2] = 1;
    bp[1] = -3;
    refused(&A, ZN_EINVAL, "M: bp[1] = -3, must be >= 0");
    A.bp = NULL;
    refused(&A, ZN_EINVAL, "M: 3 blocks without i, bp or x");
}
END_TEST

/* each stored value in turn, NaN and both infinities */
START_TEST(a_value_that_is_not_finite_is_told_with_its_place)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    static const zn_matrix *const forms[] = {&hand_dense, &hand_csc, &hand_bsr};
    static const zn_index length[] = {12, 7, 12};
    double x[12];

    for (int s = 0; s < 3; s++) {
        zn_matrix A = *forms[s];
        memcpy(x, A.x, (size_t)length[s] * sizeof *x);
        A.x = x;
        for (zn_index k = 0; k < length[s]; k++) {
            zn_index i, j;
            double before = x[k];
            x[k] = bad[k % 3];
            if (before == GAP) {
                ck_assert_int_eq(zn_matrix_check(ctx, "M", &A), ZN_OK);
            } else {
                ck_assert_int_eq(zn_matrix_check(ctx, "M", &A), ZN_EDOM);
                ck_assert_int_eq(
                    sscanf(zn_errmsg(ctx), "M(%td,%td) = ", &i, &j), 2);
                ck_assert(!isfinite(zn_matrix_get(&A, i, j)));
            }
            x[k] = before;
        }
    }
    x[0] = x[1] = x[2] = 1;
    x[3] = NAN;
    zn_matrix A = zn_matrix_dense(2, 2, x);
    refused(&A, ZN_EDOM, "M(1,1) = nan");
}
END_TEST

START_TEST(the_largest_reals_are_finite)
{
    double x[9];

    for (int k = 0; k < 9; k++)
        x[k] = k % 2 ? DBL_MAX : -DBL_MAX;
    zn_matrix A = zn_matrix_dense(3, 3, x);
    ck_assert_int_eq(zn_matrix_check(ctx, "M", &A), ZN_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("matrix_check");
    TCase *tc = tcase_create("matrix_check");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, sizes_and_pointers_are_checked);
    tcase_add_test(tc, the_order_of_compressed_columns_is_checked);
    tcase_add_test(tc, the_cuts_and_order_of_blocks_are_checked);
    tcase_add_test(tc, a_value_that_is_not_finite_is_told_with_its_place);
    tcase_add_test(tc, the_largest_reals_are_finite);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
