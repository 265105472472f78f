/* test_operator.c - how operators are given
 * SPDX-License-Identifier: Apache-2.0 */
#include "one_operator.h"

#include <math.h>

static const zn_slot vector_slot = {"f_ext", "S2", 'v', '1', true, "a force"};
static const zn_slot matrix_slot = {"mass", "S4", 'v', 'v', true, "a mass"};
static const zn_slot function_slot = {"h", "S9", 'y', '1', false, "a gap"};
static const zn_slot open_slot = {"F", "S1", 'y', 'z', true, "of z"};
static const zn_slot value_slot = {"stiffness", NULL, 'v', 'v', true, "K"};

/* ---- values ------------------------------------------------------------------ */

START_TEST(an_absent_operator_is_zero)
{
    thing a;
    make(&a, &vector_slot, 2, 1);
    double out[2] = {3, 4};
    ck_assert_int_eq(zn_operator_get_mode(&a.op), ZN_OPERATOR_ABSENT);
    ck_assert_int_eq(zni_call_s2(&a.op, 0, out), ZN_OK);
    ck_assert(out[0] == 0 && out[1] == 0);
    ck_assert_ptr_null(zn_operator_value(&a.op));
    unmake(&a);
}
END_TEST

START_TEST(a_constant_is_copied_column_by_column)
{
    thing a;
    make(&a, &matrix_slot, 2, 2);
    double M[] = {1, 2, 3, 4}, out[4];
    ck_assert_int_eq(zn_operator_set_constant(&a.op, 2, 2, M), ZN_OK);
    M[0] = 99;
    ck_assert_int_eq(zni_call_s4(&a.op, 0, 2, NULL, out), ZN_OK);
    for (int k = 0; k < 4; k++)
        ck_assert(out[k] == k + 1);
    ck_assert_str_eq(zn_operator_origin(&a.op), "a constant");
    zn_operator_clear(&a.op);
    ck_assert_int_eq(zn_operator_get_mode(&a.op), ZN_OPERATOR_ABSENT);
    ck_assert_str_eq(zn_operator_origin(&a.op), "nothing");
    unmake(&a);
}
END_TEST

START_TEST(a_diagonal_is_spread_out)
{
    thing a;
    make(&a, &matrix_slot, 2, 2);
    double out[4] = {9, 9, 9, 9};
    ck_assert_int_eq(zn_operator_set_diagonal(&a.op, 2, (double[]){2, 3}),
                     ZN_OK);
    ck_assert_int_eq(zni_call_s4(&a.op, 0, 2, NULL, out), ZN_OK);
    ck_assert(out[0] == 2 && out[1] == 0 && out[2] == 0 && out[3] == 3);
    unmake(&a);
}
END_TEST

START_TEST(a_stored_matrix_is_written_out)
{
    /* [0 5; 7 0] by columns */
    const zn_index p[] = {0, 1, 2}, i[] = {1, 0};
    const double x[] = {7, 5};
    const zn_matrix A = {.storage = ZN_CSC, .rows = 2, .cols = 2, .x = x, .p = p, .i = i};
    double out[4] = {9, 9, 9, 9};
    thing a;

    make(&a, &matrix_slot, 2, 2);
    ck_assert_int_eq(zn_operator_set_sparse(&a.op, &A), ZN_OK);
    ck_assert_int_eq(zni_call_s4(&a.op, 0, 2, NULL, out), ZN_OK);
    ck_assert(out[0] == 0 && out[1] == 7 && out[2] == 5 && out[3] == 0);
    unmake(&a);
}
END_TEST

/* As many columns as z has: also more than are kept beside other operators. */
START_TEST(an_open_number_of_columns_is_that_of_the_value)
{
    static const zn_index cols[] = {3, 70000, 65535, 65534, 2, 70001};
    static double v[70001];
    thing a;

    make(&a, &open_slot, 1, -1);
    ck_assert_int_eq(zn_operator_cols(&a.op), -1);
    for (size_t i = 0; i < sizeof cols / sizeof *cols; i++) {
        v[cols[i] - 1] = 1 + (double)i;
        ck_assert_int_eq(zn_operator_set_constant(&a.op, 1, cols[i], v), ZN_OK);
        ck_assert_int_eq(zn_operator_rows(&a.op), 1);
        ck_assert_int_eq(zn_operator_cols(&a.op), cols[i]);
        ck_assert(zn_operator_value(&a.op)[cols[i] - 1] == 1 + (double)i);
    }
    ck_assert_int_eq(zn_operator_set_constant(&a.op, 2, 70000, v), ZN_EINVAL);
    says(&a, "the value is 2 x 70000, expected 1 x 70001");
    unmake(&a);
}
END_TEST

START_TEST(a_value_of_the_wrong_size_is_refused_with_both_sizes)
{
    thing a;
    make(&a, &matrix_slot, 2, 2);
    double v[6] = {0};
    ck_assert_int_eq(zn_operator_set_constant(&a.op, 3, 2, v), ZN_EINVAL);
    says(&a, "mass of system 'ball': the value is 3 x 2, expected 2 x 2");
    ck_assert_int_eq(zn_operator_set_diagonal(&a.op, 3, v), ZN_EINVAL);
    says(&a, "has 3 elements, expected 2");
    ck_assert_int_eq(zn_operator_set_constant(&a.op, 2, 2, NULL), ZN_EINVAL);
    says(&a, "NULL");
    a.op.ncols = 3;
    ck_assert_int_eq(zn_operator_set_diagonal(&a.op, 2, v), ZN_EINVAL);
    says(&a, "a diagonal needs a square");
    unmake(&a);
}
END_TEST

START_TEST(a_value_that_is_not_finite_is_refused_with_its_place)
{
    thing a;
    make(&a, &matrix_slot, 2, 2);
    ck_assert_int_eq(
        zn_operator_set_constant(&a.op, 2, 2, (double[]){1, 2, NAN, 4}),
        ZN_EDOM);
    says(&a, "value (0, 1) is nan");
    ck_assert_int_eq(
        zn_operator_set_diagonal(&a.op, 2, (double[]){1, INFINITY}), ZN_EDOM);
    says(&a, "inf");
    unmake(&a);
}
END_TEST

START_TEST(a_refused_value_leaves_what_was_there)
{
    thing a;
    make(&a, &vector_slot, 1, 1);
    ck_assert_int_eq(zn_operator_set_constant(&a.op, 1, 1, (double[]){6}),
                     ZN_OK);
    ck_assert_int_eq(zn_operator_set_constant(&a.op, 1, 1, (double[]){NAN}),
                     ZN_EDOM);
    ck_assert_int_eq(zn_operator_set_function(&a.op, NULL), ZN_EINVAL);
    ck_assert_int_eq(zn_operator_set_name(&a.op, "nowhere:f"), ZN_ENOENT);
    double out;
    ck_assert_int_eq(zni_call_s2(&a.op, 0, &out), ZN_OK);
    ck_assert(out == 6);
    unmake(&a);
}
END_TEST

static void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    y[0] = q[0];
}

START_TEST(a_slot_takes_only_what_its_class_allows)
{
    thing a;
    make(&a, &function_slot, 1, 1);
    ck_assert_int_eq(zn_operator_set_constant(&a.op, 1, 1, (double[]){1}),
                     ZN_EINVAL);
    says(&a, "h of system 'ball': cannot be constant");
    unmake(&a);

    make(&a, &value_slot, 1, 1);
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)gap), ZN_EINVAL);
    says(&a, "it cannot be a function");
    ck_assert_int_eq(zn_operator_set_plugin(&a.op, "P", "f"), ZN_EINVAL);
    says(&a, "it cannot be a function");
    unmake(&a);
}
END_TEST

START_TEST(a_name_without_colon_is_refused)
{
    thing a;
    make(&a, &vector_slot, 1, 1);
    ck_assert_int_eq(zn_operator_set_name(&a.op, "BallPlugin"), ZN_EINVAL);
    says(&a, "'BallPlugin' is not \"plugin:symbol\"");
    ck_assert_int_eq(zn_operator_set_name(&a.op, ":f"), ZN_EINVAL);
    says(&a, "has no name");
    ck_assert_int_eq(zn_operator_set_name(&a.op, "P:"), ZN_EINVAL);
    says(&a, "has no name");
    ck_assert_int_eq(zn_operator_set_name(&a.op, NULL), ZN_EINVAL);
    unmake(&a);
}
END_TEST

START_TEST(no_operator_is_an_error_that_keeps_the_words)
{
    thing a;
    make(&a, &vector_slot, 1, 1);
    (void)zn_fail(a.ctx, ZN_ENOENT, "no operator 'g'");
    ck_assert_int_eq(zn_operator_set_constant(NULL, 1, 1, NULL), ZN_EINVAL);
    ck_assert_int_eq(zn_operator_set_diagonal(NULL, 1, NULL), ZN_EINVAL);
    ck_assert_int_eq(zn_operator_set_function(NULL, (zn_fn *)gap), ZN_EINVAL);
    ck_assert_int_eq(zn_operator_set_plugin(NULL, "P", "f"), ZN_EINVAL);
    ck_assert_int_eq(zn_operator_set_name(NULL, "P:f"), ZN_EINVAL);
    ck_assert_int_eq(zn_operator_set_z(NULL, 0, NULL), ZN_EINVAL);
    says(&a, "no operator 'g'");
    unmake(&a);
}
END_TEST

/* ---- parameters ---------------------------------------------------------------------- */

static void sum_z(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)t;
    (void)n;
    for (unsigned i = 0; i < nz; i++)
        v[0] += z[i];
    if (nz == 3)
        z[2]++; /* parameters may be written, by the function too */
}

START_TEST(own_parameters_go_before_those_of_the_object)
{
    thing a;
    make(&a, &vector_slot, 1, 1);
    double out;
    zn_index nz;
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)sum_z), ZN_OK);
    ck_assert_str_eq(zn_operator_origin(&a.op), "a C function");
    ck_assert_int_eq(zni_call_s2(&a.op, 0, &out), ZN_OK);
    ck_assert(out == 12);
    ck_assert_ptr_eq(zn_operator_z(&a.op, &nz), a.z);
    ck_assert_int_eq(nz, 2);

    ck_assert_int_eq(zn_operator_set_z(&a.op, 3, (double[]){1, 2, 3}), ZN_OK);
    double *z = zn_operator_z(&a.op, &nz);
    ck_assert_int_eq(nz, 3);
    ck_assert_int_eq(zni_call_s2(&a.op, 0, &out), ZN_OK);
    ck_assert(out == 6 && z[2] == 4);
    z[0] = 10;
    ck_assert_int_eq(zni_call_s2(&a.op, 0, &out), ZN_OK);
    ck_assert(out == 16);

    /* the same number again stays in place, even from itself */
    ck_assert_int_eq(zn_operator_set_z(&a.op, 3, z), ZN_OK);
    ck_assert_ptr_eq(zn_operator_z(&a.op, NULL), z);
    ck_assert_int_eq(zn_operator_set_z(&a.op, 2, z + 1), ZN_OK);
    ck_assert_int_eq(zni_call_s2(&a.op, 0, &out), ZN_OK);
    ck_assert(out == 7);

    ck_assert_int_eq(zn_operator_set_z(&a.op, 0, NULL), ZN_OK);
    ck_assert_ptr_eq(zn_operator_z(&a.op, &nz), a.z);
    ck_assert_int_eq(zn_operator_set_z(&a.op, -1, a.z), ZN_EINVAL);
    says(&a, "z has -1 elements");
    ck_assert_int_eq(zn_operator_set_z(&a.op, 2, NULL), ZN_EINVAL);
    says(&a, "NULL");
    unmake(&a);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------------- */

static void f4(unsigned n, double *q, double *out, unsigned nz, double *z)
{
    out[0] = 10 * n + 1000 * nz + z[1] + q[n - 1];
}

static zn_status set_everything(const zn_allocator *alloc)
{
    zn_ctx *ctx;
    zn_status st = zn_ctx_new_with(alloc, &ctx);
    if (st)
        return st;
    thing a;
    const double v[] = {1, 2, 3, 4};
    make_in(&a, ctx, &matrix_slot, 2, 2);
    st = zn_operator_set_constant(&a.op, 2, 2, v);
    if (!st)
        st = zn_operator_set_diagonal(&a.op, 2, v);
    if (!st)
        st = zn_operator_set_function(&a.op, (zn_fn *)f4);
    if (!st)
        st = zn_operator_set_z(&a.op, 3, v);
    if (!st)
        st = zn_operator_set_z(&a.op, 4, v);
    unmake(&a);
    return st;
}

START_TEST(no_memory_is_said_and_nothing_leaks)
{
    test_torture(set_everything);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("operator");
    TCase *tc = tcase_create("operator");
    tcase_add_test(tc, an_absent_operator_is_zero);
    tcase_add_test(tc, a_constant_is_copied_column_by_column);
    tcase_add_test(tc, a_diagonal_is_spread_out);
    tcase_add_test(tc, a_stored_matrix_is_written_out);
    tcase_add_test(tc, an_open_number_of_columns_is_that_of_the_value);
    tcase_add_test(tc, a_value_of_the_wrong_size_is_refused_with_both_sizes);
    tcase_add_test(tc, a_value_that_is_not_finite_is_refused_with_its_place);
    tcase_add_test(tc, a_refused_value_leaves_what_was_there);
    tcase_add_test(tc, a_slot_takes_only_what_its_class_allows);
    tcase_add_test(tc, a_name_without_colon_is_refused);
    tcase_add_test(tc, no_operator_is_an_error_that_keeps_the_words);
    tcase_add_test(tc, own_parameters_go_before_those_of_the_object);
    tcase_add_test(tc, no_memory_is_said_and_nothing_leaks);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
