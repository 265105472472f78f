/* test_pattern.c - matrices with a fixed pattern, of every shape
 * SPDX-License-Identifier: Apache-2.0 */
#include "pattern_test.h"

static zn_ctx *ctx;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* ---- by hand ---- */

START_TEST(a_band_lies_as_lapack_wants_it)
{
    /* [1 4 0; 2 5 7; 0 6 8]: columns (above, diagonal, below) */
    const double x[] = {0, 1, 2, 4, 5, 6, 7, 8, 0}, v[] = {1, 10, 100};
    const zn_pattern a = zn_pattern_banded(3, 1, 1);
    double y[3] = {0}, yt[3] = {0};

    ck_assert_int_eq(zn_pattern_count(&a), 9);
    zn_pattern_mul(&a, x, 2, v, y); /* 2 (41, 752, 860) */
    ck_assert_double_eq(y[0], 82);
    ck_assert_double_eq(y[1], 1504);
    ck_assert_double_eq(y[2], 1720);
    zn_pattern_mul_t(&a, x, 1, v, yt); /* (21, 654, 870) */
    ck_assert_double_eq(yt[0], 21);
    ck_assert_double_eq(yt[1], 654);
    ck_assert_double_eq(yt[2], 870);
    ck_assert_double_eq(zn_pattern_quad(&a, x, v), 41 + 7520 + 86000);
}
END_TEST

START_TEST(blocks_lie_one_after_the_other)
{
    /* blocks [1 3; 2 4] at (0, 0) and [5 7; 6 8] at (1, 0), 4 x 2 */
    const zn_index p[] = {0, 2}, i[] = {0, 1};
    const double x[] = {1, 2, 3, 4, 5, 6, 7, 8}, v[] = {1, 10};
    const zn_pattern a = {ZN_SHAPE_BLOCKS, 4, 2, 0, 0, 2, p, i};
    double y[4] = {0};

    ck_assert_int_eq(zn_pattern_check(ctx, "a", &a), ZN_OK);
    zn_pattern_mul(&a, x, 1, v, y);
    ck_assert_double_eq(y[0], 31);
    ck_assert_double_eq(y[1], 42);
    ck_assert_double_eq(y[2], 75);
    ck_assert_double_eq(y[3], 86);
}
END_TEST

/* ---- every shape against the dense matrix ---- */

START_TEST(products_are_those_of_the_dense_matrix)
{
    sample s;
    double A[ORDER * ORDER], v[ORDER], y[ORDER], yt[ORDER];

    make_sample(&s, (zn_pattern_shape)_i);
    zn_pattern_to_dense(&s.a, s.x, 1, A);
    for (int k = 0; k < ORDER; k++) {
        v[k] = number();
        y[k] = yt[k] = k;
    }
    zn_pattern_mul(&s.a, s.x, 3, v, y);
    zn_pattern_mul_t(&s.a, s.x, 3, v, yt);
    double quad = 0, top = 0;
    for (int i = 0; i < ORDER; i++) {
        double r = i, t = i;
        for (int j = 0; j < ORDER; j++) {
            r += 3 * A[i + j * ORDER] * v[j];
            t += 3 * A[j + i * ORDER] * v[j];
            quad += v[i] * A[i + j * ORDER] * v[j];
            top = fmax(top, fabs(A[i + j * ORDER]));
        }
        /* a dozen terms of size 3 */
        ck_assert_double_eq_tol(y[i], r, 1e-14);
        ck_assert_double_eq_tol(yt[i], t, 1e-14);
    }
    ck_assert_double_eq_tol(zn_pattern_quad(&s.a, s.x, v), quad, 1e-14);
    ck_assert_int_eq(top == 0, s.a.shape == ZN_SHAPE_ZERO);
}
END_TEST

START_TEST(rows_are_scaled_in_every_shape)
{
    double A[ORDER * ORDER], B[ORDER * ORDER], c[ORDER];
    sample s;

    make_sample(&s, (zn_pattern_shape)_i);
    zn_pattern_to_dense(&s.a, s.x, 1, A);
    for (int i = 0; i < ORDER; i++)
        c[i] = i - 3; /* of both signs, and zero */
    zn_pattern_scale_rows(&s.a, c, s.x);
    zn_pattern_to_dense(&s.a, s.x, 1, B);
    for (int j = 0; j < ORDER; j++)
        for (int i = 0; i < ORDER; i++)
            ck_assert_double_eq(B[i + j * ORDER], c[i] * A[i + j * ORDER]);
}
END_TEST

START_TEST(symmetry_is_seen_in_every_shape)
{
    sample s;
    bool diagonal;

    make_sample(&s, (zn_pattern_shape)_i);
    diagonal = s.a.shape == ZN_SHAPE_ZERO || s.a.shape == ZN_SHAPE_DIAGONAL;
    ck_assert_int_eq(zn_pattern_symmetric(&s.a, s.x, 1e-12), diagonal);
    if (s.a.shape != ZN_SHAPE_DENSE)
        return;
    for (int j = 0; j < ORDER; j++)
        for (int i = 0; i < j; i++)
            s.x[i + j * ORDER] = s.x[j + i * ORDER];
    ck_assert(zn_pattern_symmetric(&s.a, s.x, 0));
}
END_TEST

START_TEST(masked_rows_and_columns_are_those_of_the_identity)
{
    unsigned char fixed[ORDER] = {0};
    double A[ORDER * ORDER], B[ORDER * ORDER];
    const zn_pattern *term[1], *w;
    double W[ORDER * ORDER * 2] = {0};
    zn_sum *sum;
    sample s;

    make_sample(&s, (zn_pattern_shape)_i);
    fixed[0] = fixed[7] = 1;
    term[0] = &s.a;
    ck_assert_int_eq(zn_sum_new(ctx, ORDER, 1, term, &sum), ZN_OK);
    w = zn_sum_pattern(sum);
    zn_sum_add(sum, 0, 1, s.x, W);
    zn_pattern_to_dense(w, W, 1, A);
    zn_pattern_mask(w, fixed, W);
    zn_pattern_to_dense(w, W, 1, B);
    for (int j = 0; j < ORDER; j++)
        for (int i = 0; i < ORDER; i++)
            ck_assert_double_eq(B[i + j * ORDER],
                                fixed[i] || fixed[j] ? i == j
                                                     : A[i + j * ORDER]);
    zn_sum_free(sum);
}
END_TEST

START_TEST(a_sum_of_any_two_shapes_is_the_sum)
{
    const zn_pattern_shape one = (zn_pattern_shape)(_i / SHAPES), two = (zn_pattern_shape)(_i % SHAPES);
    double A[ORDER * ORDER], B[ORDER * ORDER], S[ORDER * ORDER];
    double W[ORDER * ORDER * 2] = {0};
    const zn_pattern *term[2];
    sample s, t;
    zn_sum *sum;

    make_sample(&s, one);
    make_sample(&t, two);
    term[0] = &s.a;
    term[1] = &t.a;
    ck_assert_int_eq(zn_sum_new(ctx, ORDER, 2, term, &sum), ZN_OK);
    ck_assert_int_eq(
        zn_pattern_check(ctx, "the sum", zn_sum_pattern(sum)), ZN_OK);
    ck_assert_int_le(zn_pattern_count(zn_sum_pattern(sum)), ORDER * ORDER);
    zn_sum_add(sum, 0, 2, s.x, W);
    zn_sum_add(sum, 1, -3, t.x, W);
    zn_pattern_to_dense(&s.a, s.x, 1, A);
    zn_pattern_to_dense(&t.a, t.x, 1, B);
    zn_pattern_to_dense(zn_sum_pattern(sum), W, 1, S);
    for (int k = 0; k < ORDER * ORDER; k++)
        ck_assert_double_eq_tol(S[k], 2 * A[k] - 3 * B[k], 1e-15);
    zn_sum_free(sum);
}
END_TEST

START_TEST(a_sum_has_the_narrowest_shape)
{
    const zn_pattern diag = zn_pattern_diagonal(100);
    const zn_pattern band = zn_pattern_banded(100, 1, 2);
    const zn_pattern wide = zn_pattern_banded(100, 60, 60);
    const struct {
        const zn_pattern *term[2];
        zn_pattern_shape shape;
    } cases[] = {
        {{NULL, NULL}, ZN_SHAPE_DIAGONAL},  {{&diag, NULL}, ZN_SHAPE_DIAGONAL},
        {{&diag, &band}, ZN_SHAPE_BANDED},  {{&band, &band}, ZN_SHAPE_BANDED},
        {{&wide, &diag}, ZN_SHAPE_DENSE},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        zn_sum *sum;

        ck_assert_int_eq(zn_sum_new(ctx, 100, 2, cases[k].term, &sum), ZN_OK);
        ck_assert_int_eq(zn_sum_pattern(sum)->shape, cases[k].shape);
        zn_sum_free(sum);
    }
}
END_TEST

/* ---- views ---- */

START_TEST(a_view_in_block_rows_is_taken_as_it_is)
{
    /* [1 . | 5; . 2 | 6; 3 4 | .] with blocks (0,0) 2x2, (0,1) 2x1, (1,0) 1x2 */
    const zn_index p[] = {0, 2, 3}, i[] = {0, 1, 0}, bp[] = {0, 4, 6};
    const zn_index cut[] = {0, 2, 3};
    const double x[] = {1, 0, 0, 2, 5, 6, 3, 4};
    const zn_matrix A = {.storage = ZN_BSR, .rows = 3, .cols = 3, .x = x,
                         .p = p, .i = i, .nbr = 2, .nbc = 2, .ro = cut,
                         .co = cut, .bp = bp};
    double v[9], D[9], E[9];
    zn_pattern *a;

    ck_assert_int_eq(zn_pattern_of(ctx, &A, &a), ZN_OK);
    ck_assert_int_eq(a->shape, ZN_SHAPE_COLUMNS);
    ck_assert_int_eq(zn_pattern_count(a), 8);
    zn_pattern_take(a, &A, v);
    zn_pattern_to_dense(a, v, 1, D);
    zn_matrix_to_dense(&A, E);
    ck_assert_mem_eq(D, E, sizeof D);
    zn_pattern_free(ctx, a);
}
END_TEST

START_TEST(equal_blocks_stay_blocks)
{
    /* [1 3 . .; 2 4 . .; 5 7 9 11; 6 8 10 12], blocks of edge 2 */
    const zn_index p[] = {0, 1, 3}, i[] = {0, 0, 1}, bp[] = {0, 4, 8};
    const zn_index cut[] = {0, 2, 4};
    const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const zn_matrix A = {.storage = ZN_BSR, .rows = 4, .cols = 4, .x = x,
                         .p = p, .i = i, .nbr = 2, .nbc = 2, .ro = cut,
                         .co = cut, .bp = bp};
    double v[16], D[16], E[16];
    zn_pattern *a;

    ck_assert_int_eq(zn_pattern_of(ctx, &A, &a), ZN_OK);
    ck_assert_int_eq(a->shape, ZN_SHAPE_BLOCKS);
    ck_assert_int_eq(a->block, 2);
    ck_assert_int_eq(zn_pattern_count(a), 12);
    zn_pattern_take(a, &A, v);
    zn_pattern_to_dense(a, v, 1, D);
    zn_matrix_to_dense(&A, E);
    ck_assert_mem_eq(D, E, sizeof D);
    zn_pattern_free(ctx, a);
}
END_TEST

/* ---- what is wrong is said ---- */

START_TEST(a_wrong_pattern_is_refused_with_words)
{
    const zn_index down[] = {0, 2, 1}, p[] = {0, 2, 3}, twice[] = {1, 1, 0};
    const zn_index good[] = {0, 1, 0};
    const struct {
        zn_pattern a;
        const char *word;
    } cases[] = {
        {{.shape = ZN_SHAPE_DENSE, .rows = 0, .cols = 2}, "0 x 2"},
        {{.shape = ZN_SHAPE_DIAGONAL, .rows = 3, .cols = 2}, "square"},
        {{.shape = ZN_SHAPE_BANDED, .rows = 2, .cols = 2, .kl = 2}, "band"},
        {{.shape = ZN_SHAPE_COLUMNS, .rows = 2, .cols = 2}, "NULL"},
        {{.shape = ZN_SHAPE_COLUMNS, .rows = 2, .cols = 2, .p = down, .i = good},
         "p[1] = 2, p[2] = 1"},
        {{.shape = ZN_SHAPE_COLUMNS, .rows = 2, .cols = 2, .p = p, .i = twice},
         "ascending"},
        {{.shape = ZN_SHAPE_BLOCKS, .rows = 4, .cols = 4, .block = 3, .p = p},
         "do not divide"},
        {{.shape = (zn_pattern_shape)77, .rows = 4, .cols = 4}, "77"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        ck_assert_int_eq(zn_pattern_check(ctx, "jac", &cases[k].a), ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), cases[k].word));
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "jac"));
    }
}
END_TEST

START_TEST(terms_of_another_size_are_refused)
{
    const zn_pattern three = zn_pattern_diagonal(3);
    const zn_pattern *term[] = {&three};
    zn_sum *sum;

    ck_assert_int_eq(zn_sum_new(ctx, 4, 1, term, &sum), ZN_EINVAL);
    ck_assert_ptr_null(sum);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "3 x 3, must be 4 x 4"));
}
END_TEST

static zn_status make_all(const zn_allocator *alloc)
{
    const zn_pattern *term[2];
    zn_pattern *copy = NULL;
    zn_sum *sum = NULL;
    zn_ctx *c = NULL;
    sample s, t;
    zn_status st = zn_ctx_new_with(alloc, &c);

    make_sample(&s, ZN_SHAPE_COLUMNS);
    make_sample(&t, ZN_SHAPE_BANDED);
    term[0] = &s.a;
    term[1] = &t.a;
    s.a.p = s.p;
    if (!st)
        st = zn_pattern_copy(c, &s.a, &copy);
    if (!st)
        st = zn_sum_new(c, ORDER, 2, term, &sum);
    zn_sum_free(sum);
    zn_pattern_free(c, copy);
    zn_ctx_free(c);
    return st;
}

START_TEST(no_memory_leaves_nothing_behind)
{
    test_torture(make_all);
}
END_TEST

START_TEST(every_shape_has_its_word)
{
    ck_assert_str_eq(zn_pattern_shape_name(zn_pattern_zero(2, 3).shape), "zero");
    ck_assert_str_eq(zn_pattern_shape_name(zn_pattern_diagonal(2).shape), "diagonal");
    ck_assert_str_eq(zn_pattern_shape_name(zn_pattern_banded(5, 1, 1).shape), "banded");
    ck_assert_str_eq(zn_pattern_shape_name(ZN_SHAPE_DENSE), "dense");
    ck_assert_str_eq(zn_pattern_shape_name(ZN_SHAPE_COLUMNS), "columns");
    ck_assert_str_eq(zn_pattern_shape_name(ZN_SHAPE_BLOCKS), "blocks");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pattern");
    TCase *tc = tcase_create("pattern");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_band_lies_as_lapack_wants_it);
    tcase_add_test(tc, blocks_lie_one_after_the_other);
    tcase_add_loop_test(tc, products_are_those_of_the_dense_matrix, 0, SHAPES);
    tcase_add_loop_test(tc, rows_are_scaled_in_every_shape, 0, SHAPES);
    tcase_add_loop_test(tc, symmetry_is_seen_in_every_shape, 0, SHAPES);
    tcase_add_loop_test(tc, masked_rows_and_columns_are_those_of_the_identity,
                        0, SHAPES);
    tcase_add_loop_test(tc, a_sum_of_any_two_shapes_is_the_sum, 0,
                        SHAPES *SHAPES);
    tcase_add_test(tc, every_shape_has_its_word);
    tcase_add_test(tc, a_sum_has_the_narrowest_shape);
    tcase_add_test(tc, a_view_in_block_rows_is_taken_as_it_is);
    tcase_add_test(tc, equal_blocks_stay_blocks);
    tcase_add_test(tc, a_wrong_pattern_is_refused_with_words);
    tcase_add_test(tc, terms_of_another_size_are_refused);
    tcase_add_test(tc, no_memory_leaves_nothing_behind);
    suite_add_tcase(s, tc);
    return test_main(s);
}
