/* test_box_sides.c - what is solved for given sides, where the free rows have no inverse
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "../../solvers/box/box.h"

/* Rows of zeros and of 1, free: w_0 = q_0 whatever z is, and where q_0 is near the largest number
 * there is, a step to where it would be zero is none. */
START_TEST(a_singular_block_that_overflows_is_told)
{
    zn_ctx *ctx = context();
    double M[4] = {0, 0, 0, 1}, q[2] = {1e308, 1}, z[2] = {0}, r[2];
    const zn_matrix dense = zn_matrix_dense(2, 2, M);
    stored s = to_csc(2, M);
    const zni_box b = {.n = 2, .M = _i ? &s.m : &dense, .q = q};
    zni_box_work k = {0};

    ck_assert_int_eq(zni_box_begin(ctx, &k, &b), ZN_OK);
    memset(k.side, ZNI_FREE, 2);
    ck_assert_int_eq(zni_box_solve_sides(ctx, &k, &b, z, r), ZN_ESINGULAR);
    zni_box_fini(ctx, &k);
    stored_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

/* The same with a load that no row has too much of: the others are solved, and the row of zeros
 * moves as little as it may. */
START_TEST(a_singular_block_that_can_be_met_is_solved)
{
    zn_ctx *ctx = context();
    double M[4] = {0, 0, 0, 2}, q[2] = {0, -3}, z[2] = {0.25, 0}, r[2];
    const zn_matrix dense = zn_matrix_dense(2, 2, M);
    stored s = to_csc(2, M);
    const zni_box b = {.n = 2, .M = _i ? &s.m : &dense, .q = q};
    zni_box_work k = {0};

    ck_assert_int_eq(zni_box_begin(ctx, &k, &b), ZN_OK);
    memset(k.side, ZNI_FREE, 2);
    ck_assert_int_eq(zni_box_solve_sides(ctx, &k, &b, z, r), ZN_OK);
    ck_assert(k.proximal);
    ck_assert_double_eq(z[0], 0.25);
    ck_assert_double_eq_tol(z[1], 1.5, 1e-15);
    zni_box_fini(ctx, &k);
    stored_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sides of a box");
    TCase *tc = tcase_create("sides");

    tcase_add_loop_test(tc, a_singular_block_that_overflows_is_told, 0, 2);
    tcase_add_loop_test(tc, a_singular_block_that_can_be_met_is_solved, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
