/* test_matrix.c - matrix views: three storages against plain loops
 * SPDX-License-Identifier: Apache-2.0 */
#include "matrix_test.h"

#include <float.h>
#include <math.h>

/* ---- by hand ---------------------------------------------------------------- */

static const zn_matrix *const by_hand[] = {&hand_dense, &hand_csc, &hand_bsr};

START_TEST(every_storage_gives_the_same_entries)
{
    double out[ROWS * COLS];

    for (int s = 0; s < 3; s++) {
        ck_assert_int_eq(zn_matrix_check(ctx, "A", by_hand[s]), ZN_OK);
        for (zn_index j = 0; j < COLS; j++)
            for (zn_index i = 0; i < ROWS; i++)
                ck_assert(zn_matrix_get(by_hand[s], i, j) ==
                          by_column[i + j * ROWS]);
        zn_matrix_to_dense(by_hand[s], out);
        ck_assert_mem_eq(out, by_column, sizeof out);
    }
}
END_TEST

START_TEST(stored_values_are_counted)
{
    ck_assert_int_eq(zn_matrix_nnz(&hand_dense), 12);
    ck_assert_int_eq(zn_matrix_nnz(&hand_csc), 7);
    ck_assert_int_eq(zn_matrix_nnz(&hand_bsr), 3 + 6 + 2);
}
END_TEST

/* A [1 -1 2 3]' = [5 9 38]';  y = 10 y + 2 A x with y = [1 2 3]
 * A' [1 2 -1]' = [-4 6 -4 1]' */
START_TEST(products_are_right_by_hand)
{
    static const double x[] = {1, -1, 2, 3}, u[] = {1, 2, -1};

    for (int s = 0; s < 3; s++) {
        double y[] = {1, 2, 3}, v[] = {1, 2, 3, 4};
        zn_matrix_mul(by_hand[s], 2, x, 10, y);
        ck_assert(y[0] == 20 && y[1] == 38 && y[2] == 106);
        zn_matrix_mul(by_hand[s], 1, x, 1, y);
        ck_assert(y[0] == 25 && y[1] == 47 && y[2] == 144);
        zn_matrix_mul_t(by_hand[s], 1, u, 0, v);
        ck_assert(v[0] == -4 && v[1] == 6 && v[2] == -4 && v[3] == 1);
        zn_matrix_mul_t(by_hand[s], -1, u, 2, v);
        ck_assert(v[0] == -4 && v[1] == 6 && v[2] == -4 && v[3] == 1);
    }
}
END_TEST

START_TEST(beta_zero_overwrites_what_is_not_a_number)
{
    static const double x[COLS] = {0}, u[ROWS] = {0};

    for (int s = 0; s < 3; s++) {
        double y[] = {NAN, INFINITY, -INFINITY}, v[] = {NAN, NAN, NAN, NAN};
        zn_matrix_mul(by_hand[s], 1, x, 0, y);
        zn_matrix_mul_t(by_hand[s], 1, u, 0, v);
        for (int i = 0; i < ROWS; i++)
            ck_assert(y[i] == 0);
        for (int j = 0; j < COLS; j++)
            ck_assert(v[j] == 0);
    }
}
END_TEST

START_TEST(an_empty_matrix_multiplies)
{
    static const zn_index zero[] = {0, 0, 0, 0};
    double y[] = {1, 2};
    zn_matrix none = zn_matrix_dense(0, 0, NULL),
              thin = zn_matrix_dense(2, 0, NULL);
    zn_matrix csc = {.storage = ZN_CSC, .rows = 2, .cols = 0, .p = zero};
    zn_matrix bsr = {.storage = ZN_BSR, .p = zero, .ro = zero, .co = zero};

    ck_assert_int_eq(zn_matrix_check(ctx, "A", &none), ZN_OK);
    ck_assert_int_eq(zn_matrix_check(ctx, "A", &thin), ZN_OK);
    ck_assert_int_eq(zn_matrix_check(ctx, "A", &csc), ZN_OK);
    ck_assert_int_eq(zn_matrix_check(ctx, "A", &bsr), ZN_OK);
    zn_matrix_mul(&none, 1, NULL, 0, NULL);
    zn_matrix_mul(&thin, 1, y, 3, y);
    ck_assert(y[0] == 3 && y[1] == 6);
    zn_matrix_mul(&csc, 1, NULL, 0, y);
    ck_assert(y[0] == 0 && y[1] == 0);
    zn_matrix_mul_t(&bsr, 1, NULL, 0, NULL);
    ck_assert_int_eq(zn_matrix_nnz(&bsr), 0);
    ck_assert(zn_matrix_symmetric(&bsr, 0));
    zn_matrix_to_dense(&none, NULL); /* nothing is written, or read */
}
END_TEST

/* ---- random: against plain loops ---------------------------------------- */

static uint64_t seed;

static zn_index below(zn_index n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u; /* Knuth */
    return (zn_index)((seed >> 33) % (uint64_t)n);
}

static double real(void)
{
    return (double)below(2001) / 1000 - 1;
}

enum { BLOCKS = 9, WIDEST = 4, MOST = BLOCKS * WIDEST };

/* a block-row matrix with room of its own, and its two other forms */
typedef struct three {
    zn_matrix bsr, csc, dense;
    zn_index ro[BLOCKS + 1], co[BLOCKS + 1];
    zn_index p[BLOCKS + 1], i[BLOCKS * BLOCKS], bp[BLOCKS * BLOCKS];
    zn_index cp[MOST + 1], ci[MOST * MOST];
    double x[MOST * MOST], cx[MOST * MOST], dx[MOST * MOST];
} three;

static void cuts(zn_index n, zn_index width, zn_index cut[])
{
    cut[0] = 0;
    for (zn_index a = 0; a < n; a++)
        cut[a + 1] = cut[a] + (width ? width : 1 + below(WIDEST));
}

/* width 0: blocks of any size up to WIDEST */
static void draw(three *t, zn_index nbr, zn_index nbc, zn_index width)
{
    zn_index nb = 0, nx = 0, rows, cols;

    cuts(nbr, width, t->ro);
    cuts(nbc, width, t->co);
    rows = t->ro[nbr];
    cols = t->co[nbc];
    memset(t->dx, 0, sizeof t->dx);
    for (zn_index a = 0; a < nbr; a++) {
        t->p[a] = nb;
        for (zn_index b = 0; b < nbc; b++) {
            if (below(3) == 0)
                continue;
            t->i[nb] = b;
            t->bp[nb++] = nx;
            for (zn_index j = t->co[b]; j < t->co[b + 1]; j++)
                for (zn_index i = t->ro[a]; i < t->ro[a + 1]; i++)
                    t->dx[i + j * rows] = t->x[nx++] = real();
        }
    }
    t->p[nbr] = nb;

    zn_index nnz = 0;
    for (zn_index j = 0; j < cols; j++) {
        t->cp[j] = nnz;
        for (zn_index i = 0; i < rows; i++)
            if (t->dx[i + j * rows] != 0) {
                t->ci[nnz] = i;
                t->cx[nnz++] = t->dx[i + j * rows];
            }
    }
    t->cp[cols] = nnz;

    t->dense = zn_matrix_dense(rows, cols, t->dx);
    t->csc = (zn_matrix){ZN_CSC, rows, cols, t->cx, t->cp, t->ci,
                         0,      0,    NULL, NULL,  NULL};
    t->bsr = (zn_matrix){ZN_BSR, rows, cols,  t->x,  t->p, t->i,
                         nbr,    nbc,  t->ro, t->co, t->bp};
}

/* y = beta y + alpha A x in long double; scale gets the sums of magnitudes */
static void plain(const zn_matrix *A, bool transposed, double alpha,
                  const double x[], double beta, const double y[], double out[],
                  double scale[])
{
    zn_index m = transposed ? A->cols : A->rows;
    zn_index n = transposed ? A->rows : A->cols;

    for (zn_index i = 0; i < m; i++) {
        long double sum = (long double)beta * y[i], size = fabsl(sum);
        for (zn_index j = 0; j < n; j++) {
            double a =
                transposed ? A->x[j + i * A->rows] : A->x[i + j * A->rows];
            long double term = (long double)alpha * a * x[j];
            sum += term;
            size += fabsl(term);
        }
        out[i] = (double)sum;
        scale[i] = (double)size;
    }
}

/* n additions round to at most n eps/2 of the sum of magnitudes, and three
 * products per term to another 3 (Higham 2002, ch. 3) */
static void compare(zn_index m, zn_index n, const double y[],
                    const double want[], const double scale[])
{
    for (zn_index i = 0; i < m; i++)
        ck_assert_msg(fabs(y[i] - want[i]) <=
                          (double)(n + 4) * DBL_EPSILON / 2 * scale[i],
                      "row %td of %td x %td: %.17g, not %.17g", i, m, n, y[i],
                      want[i]);
}

static void check_products(const three *t)
{
    static const double factors[][2] = {{1, 0}, {1, 1}, {-0.7, 0.3}};
    const zn_matrix *const forms[] = {&t->dense, &t->csc, &t->bsr};
    zn_index rows = t->dense.rows, cols = t->dense.cols;
    double x[MOST], y0[MOST], y[MOST], want[MOST], scale[MOST];

    for (zn_index i = 0; i < MOST; i++) {
        x[i] = real();
        y0[i] = real();
    }
    for (int f = 0; f < 3; f++)
        for (int s = 0; s < 3; s++) {
            double alpha = factors[f][0], beta = factors[f][1];
            plain(&t->dense, false, alpha, x, beta, y0, want, scale);
            memcpy(y, y0, sizeof y);
            zn_matrix_mul(forms[s], alpha, x, beta, y);
            compare(rows, cols, y, want, scale);
            plain(&t->dense, true, alpha, x, beta, y0, want, scale);
            memcpy(y, y0, sizeof y);
            zn_matrix_mul_t(forms[s], alpha, x, beta, y);
            compare(cols, rows, y, want, scale);
        }
}

static void check_entries(const three *t)
{
    const zn_matrix *const forms[] = {&t->dense, &t->csc, &t->bsr};
    zn_index rows = t->dense.rows, cols = t->dense.cols;
    double out[MOST * MOST], d[MOST];

    for (int s = 0; s < 3; s++) {
        ck_assert_msg(!zn_matrix_check(ctx, "A", forms[s]), "%s",
                      zn_errmsg(ctx));
        memset(out, 0x55, sizeof out);
        zn_matrix_to_dense(forms[s], out);
        for (zn_index k = 0; k < rows * cols; k++) {
            ck_assert(out[k] == t->dx[k]);
            ck_assert(zn_matrix_get(forms[s], k % rows, k / rows) == t->dx[k]);
        }
        if (rows != cols)
            continue;
        zn_matrix_diag(forms[s], d);
        for (zn_index i = 0; i < rows; i++)
            ck_assert(d[i] == t->dx[i + i * rows]);
    }
}

static three drawn;

START_TEST(random_matrices_agree_with_plain_loops)
{
    seed = 20240229;
    for (int round = 0; round < 200; round++) {
        zn_index nbr = 1 + below(BLOCKS), nbc = 1 + below(BLOCKS);
        draw(&drawn, nbr, nbc, round % 5); /* widths 1, 2, 3, 4 and mixed */
        check_products(&drawn);
        check_entries(&drawn);
    }
}
END_TEST

/* rows cut otherwise than columns: the diagonal crosses blocks anywhere */
START_TEST(the_diagonal_of_unlike_cuts_is_found)
{
    int square = 0;

    seed = 7;
    for (int round = 0; round < 2000 && square < 40; round++) {
        draw(&drawn, 1 + below(BLOCKS), 1 + below(BLOCKS), 0);
        if (drawn.dense.rows != drawn.dense.cols)
            continue;
        check_entries(&drawn);
        square++;
    }
    ck_assert_int_eq(square, 40);
}
END_TEST

START_TEST(products_give_the_same_bits_every_time)
{
    double x[MOST], y[MOST], again[MOST];

    seed = 99;
    draw(&drawn, BLOCKS, BLOCKS, 3);
    const zn_matrix *const forms[] = {&drawn.dense, &drawn.csc, &drawn.bsr};
    for (zn_index i = 0; i < MOST; i++)
        x[i] = real();
    for (int s = 0; s < 3; s++) {
        zn_matrix_mul(forms[s], 1, x, 0, y);
        for (int round = 0; round < 10; round++) {
            zn_matrix_mul(forms[s], 1, x, 0, again);
            ck_assert_mem_eq(y, again, (size_t)forms[s]->rows * sizeof(double));
        }
    }
}
END_TEST

/* NaN in the data may not be lost, even against a zero */
START_TEST(a_nan_reaches_the_product)
{
    static const zn_index sizes[] = {1, 3, 8, 20};
    static double a[400], x[20], y[20];

    for (int s = 0; s < 4; s++) {
        zn_index n = sizes[s];
        zn_matrix A = zn_matrix_dense(n, n, a);
        memset(a, 0, sizeof a);
        a[n * n - 1] = NAN;
        x[n - 1] = 1;
        zn_matrix_mul(&A, 1, x, 0, y);
        ck_assert(isnan(y[n - 1]));
        zn_matrix_mul_t(&A, 1, x, 0, y);
        ck_assert(isnan(y[n - 1]));
    }
}
END_TEST

/* ---- symmetry ----------------------------------------------------------- */

/* A + A' in all three forms, from the dense array */
static void symmetrise(three *t)
{
    zn_index n = t->dense.rows, nnz = 0;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i <= j; i++)
            t->dx[i + j * n] = t->dx[j + i * n] =
                t->dx[i + j * n] + t->dx[j + i * n];
    for (zn_index j = 0; j < n; j++) {
        t->cp[j] = nnz;
        for (zn_index i = 0; i < n; i++)
            if (t->dx[i + j * n] != 0) {
                t->ci[nnz] = i;
                t->cx[nnz++] = t->dx[i + j * n];
            }
    }
    t->cp[n] = nnz;
    nnz = 0;
    for (zn_index a = 0, nb = 0; a < t->bsr.nbr; a++) {
        for (zn_index b = 0; b < t->bsr.nbc; b++) {
            t->i[nb] = b;
            t->bp[nb++] = nnz;
            for (zn_index j = t->co[b]; j < t->co[b + 1]; j++)
                for (zn_index i = t->ro[a]; i < t->ro[a + 1]; i++)
                    t->x[nnz++] = t->dx[i + j * n];
        }
        t->p[a + 1] = nb;
    }
}

START_TEST(symmetry_is_seen_within_the_tolerance)
{
    seed = 5;
    draw(&drawn, 4, 4, 3);
    const zn_matrix *const forms[] = {&drawn.dense, &drawn.csc, &drawn.bsr};
    for (int s = 0; s < 3; s++)
        ck_assert(!zn_matrix_symmetric(forms[s], 1e-12));
    symmetrise(&drawn);
    double largest = 0;
    for (zn_index k = 0; k < 144; k++)
        largest = fmax(largest, fabs(drawn.dx[k]));
    for (int s = 0; s < 3; s++)
        ck_assert(zn_matrix_symmetric(forms[s], 0));

    /* one entry off by half the tolerance, then by twice */
    double *entry[] = {&drawn.dx[1], &drawn.cx[1], &drawn.x[1]};
    for (int s = 0; s < 3; s++) {
        double before = *entry[s];
        *entry[s] = before + 0.5e-3 * largest;
        ck_assert(zn_matrix_symmetric(forms[s], 1e-3));
        *entry[s] = before + 2e-3 * largest;
        ck_assert(!zn_matrix_symmetric(forms[s], 1e-3));
        *entry[s] = NAN;
        ck_assert(!zn_matrix_symmetric(forms[s], 1e-3));
    }
}
END_TEST

/* [1 2 3; 2 4 5; 3 5 6] in blocks: rows cut 1 + 2, columns 2 + 1; then with 9 for a 5 */
START_TEST(symmetry_is_seen_where_rows_and_columns_are_cut_otherwise)
{
    const zn_index ro[] = {0, 1, 3}, co[] = {0, 2, 3}, p[] = {0, 2, 4};
    const zn_index i[] = {0, 1, 0, 1}, bp[] = {0, 2, 3, 7};
    double x[] = {1, 2, 3, 2, 3, 4, 5, 5, 6};
    const zn_matrix A = {.storage = ZN_BSR, .rows = 3, .cols = 3, .x = x, .p = p, .i = i,
                         .nbr = 2, .nbc = 2, .ro = ro, .co = co, .bp = bp};

    ck_assert_int_eq(zn_matrix_check(ctx, "A", &A), ZN_OK);
    ck_assert(zn_matrix_symmetric(&A, 0));
    x[6] = 9;
    ck_assert(!zn_matrix_symmetric(&A, 0.1));
}
END_TEST

START_TEST(an_entry_without_its_mirror_image_is_not_symmetric)
{
    for (int upper = 0; upper < 2; upper++) {
        zn_index p_low[] = {0, 1, 1}, p_up[] = {0, 0, 1};
        zn_index i[] = {upper ? 0 : 1};
        double x[] = {1};
        zn_matrix A = {.storage = ZN_CSC,
                       .rows = 2,
                       .cols = 2,
                       .x = x,
                       .p = upper ? p_up : p_low,
                       .i = i};
        ck_assert(!zn_matrix_symmetric(&A, 0.5));
        ck_assert(zn_matrix_symmetric(&A, 1));
    }
    ck_assert(!zn_matrix_symmetric(&hand_dense, 1)); /* not square */

    /* block rows of 1 and 2: a block on one side only, of zeros or not */
    for (int upper = 0; upper < 2; upper++) {
        const zn_index cut[] = {0, 1, 3}, p_low[] = {0, 0, 1},
                       p_up[] = {0, 1, 1}, at[] = {0};
        zn_index i[] = {upper ? 1 : 0};
        double x[] = {0, 0};
        zn_matrix A = {.storage = ZN_BSR,
                       .rows = 3,
                       .cols = 3,
                       .x = x,
                       .p = upper ? p_up : p_low,
                       .i = i,
                       .nbr = 2,
                       .nbc = 2,
                       .ro = cut,
                       .co = cut,
                       .bp = at};
        ck_assert(zn_matrix_symmetric(&A, 0));
        x[1] = 1;
        ck_assert(!zn_matrix_symmetric(&A, 0.5));
        ck_assert(zn_matrix_symmetric(&A, 1));
    }
}
END_TEST

START_TEST(a_dense_product_in_panels_is_the_product)
{
    /* more values than go to BLAS at once; small integers: sums are exact */
    enum { M = 130, N = 101 };
    static double A[M * N], x[M], y[M], want[M];
    const zn_matrix dense = zn_matrix_dense(M, N, A);

    seed = 77;
    for (int k = 0; k < M * N; k++)
        A[k] = (double)below(9) - 4;
    for (int i = 0; i < M; i++)
        x[i] = (double)below(9) - 4;
    for (int i = 0; i < M; i++) {
        y[i] = want[i] = i;
        for (int j = 0; j < N; j++)
            want[i] += 2 * A[i + j * M] * x[j];
    }
    zn_matrix_mul(&dense, 2, x, 1, y);
    for (int i = 0; i < M; i++)
        ck_assert(y[i] == want[i]);
    for (int j = 0; j < N; j++) {
        y[j] = want[j] = j;
        for (int i = 0; i < M; i++)
            want[j] += 2 * A[i + j * M] * x[i];
    }
    zn_matrix_mul_t(&dense, 2, x, 1, y);
    for (int j = 0; j < N; j++)
        ck_assert(y[j] == want[j]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("matrix");
    TCase *tc = tcase_create("matrix");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_dense_product_in_panels_is_the_product);
    tcase_add_test(tc, every_storage_gives_the_same_entries);
    tcase_add_test(tc, stored_values_are_counted);
    tcase_add_test(tc, products_are_right_by_hand);
    tcase_add_test(tc, beta_zero_overwrites_what_is_not_a_number);
    tcase_add_test(tc, an_empty_matrix_multiplies);
    tcase_add_test(tc, random_matrices_agree_with_plain_loops);
    tcase_add_test(tc, the_diagonal_of_unlike_cuts_is_found);
    tcase_add_test(tc, products_give_the_same_bits_every_time);
    tcase_add_test(tc, a_nan_reaches_the_product);
    tcase_add_test(tc, symmetry_is_seen_within_the_tolerance);
    tcase_add_test(tc, symmetry_is_seen_where_rows_and_columns_are_cut_otherwise);
    tcase_add_test(tc, an_entry_without_its_mirror_image_is_not_symmetric);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
