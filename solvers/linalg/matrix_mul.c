/* matrix_mul.c - products of a matrix view with a vector
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/matrix.h>

#include <cblas.h>
#include <limits.h>
#include <string.h>

#include "few.h"
#include "few_rows.h"

/* Blocks of fewer rows are not worth a kernel. */
enum { SMALL = 8 };

/* From so many values on OpenBLAS may share a product among threads, and its bits depend on the alignment of the
 * arrays. Smaller products are computed here, in one order of summation. */
enum { WORTH = 1 << 18 };

static void scale(zn_index n, double beta, double *restrict y)
{
    if (beta == 0)
        for (zn_index i = 0; i < n; i++)
            y[i] = 0;
    else if (beta != 1)
        for (zn_index i = 0; i < n; i++)
            y[i] *= beta;
}

/* ---- one dense block, m x n, leading dimension m ------------------------ */

/* Columns that are added at once to each group of rows: as many streams as processors prefetch. */
enum { PANEL = 16 };

/* y += B f for 16, 8 or 4 rows from row i on of n columns. The sums stay in registers; columns are added in the same
 * order as for a single row. */
static ZNI_INTO_WIDE void rows(const zn_index lanes, zn_index n, const double *const column[],
                               zn_index i, const double f[], double y[])
{
    zni_column sum, x;

    zni_take_column(lanes, y, &sum);
    for (zn_index j = 0; j < n; j++) {
        zni_take_column(lanes, column[j] + i, &x);
        zni_add_column(lanes, f[j], &x, &sum);
    }
    zni_put_column(lanes, &sum, y);
}

/* y += alpha B x, m from 4 to 7, a constant in each call: bodies and joints in space, flexible bodies */
static inline void few(const zn_index m, zn_index n, const double *B, double alpha,
                       const double x[], double y[])
{
    zni_lanes a, t;
    double b = m > 4 ? y[4] : 0, c = m > 5 ? y[5] : 0, d = m > 6 ? y[6] : 0;

    zni_take4(y, &a);
    for (zn_index j = 0; j < n; j++, B += m) {
        const double f = alpha * x[j];

        zni_take4(B, &t);
        a += f * t;
        if (m > 4)
            b += f * B[4];
        if (m > 5)
            c += f * B[5];
        if (m > 6)
            d += f * B[6];
    }
    memcpy(y, &a, sizeof a);
    if (m > 4)
        y[4] = b;
    if (m > 5)
        y[5] = c;
    if (m > 6)
        y[6] = d;
}

/* y += alpha B x for many rows, with the bits of column by column. Columns with x_j = 0 are skipped; a complementary x
 * has many. */
ZNI_WIDE static void many(zn_index m, zn_index n, const double *B, double alpha,
                          const double x[], double y[])
{
    while (n > 0) {
        const double *column[PANEL];
        double f[PANEL];
        zn_index some = 0, i = 0;

        for (; n > 0 && some < PANEL; n--, x++, B += m) {
            column[some] = B;
            f[some] = alpha * *x;
            some += *x != 0;
        }
        for (; i + 16 <= m; i += 16)
            rows(4, some, column, i, f, y + i);
        for (; i + 8 <= m; i += 8)
            rows(2, some, column, i, f, y + i);
        for (; i + 4 <= m; i += 4)
            rows(1, some, column, i, f, y + i);
        for (; i < m; i++)
            for (zn_index j = 0; j < some; j++)
                y[i] += f[j] * column[j][i];
    }
}

ZNI_WIDE static void many_t(zn_index m, zn_index n, const double *B, double alpha,
                            const double x[], double y[])
{
    for (zn_index j = 0; j < n; j++, B += m)
        y[j] += alpha * zni_product(m, B, x);
}

/* y += alpha B x, column by column */
static void block(zn_index m, zn_index n, const double *restrict B,
                  double alpha, const double *restrict x, double *restrict y)
{
    if (m >= SMALL)
        many(m, n, B, alpha, x, y);
    else if (m == 4)
        few(4, n, B, alpha, x, y);
    else if (m == 5)
        few(5, n, B, alpha, x, y);
    else if (m == 6)
        few(6, n, B, alpha, x, y);
    else if (m == 7)
        few(7, n, B, alpha, x, y);
    else
        zni_add_times(m, n, alpha, B, x, y);
}

/* y += alpha B' x */
static void block_t(zn_index m, zn_index n, const double *restrict B,
                    double alpha, const double *restrict x, double *restrict y)
{
    if (m >= SMALL) {
        many_t(m, n, B, alpha, x, y);
        return;
    }
    for (zn_index j = 0; j < n; j++, B += m) {
        double sum = 0;
        for (zn_index i = 0; i < m; i++)
            sum += B[i] * x[i];
        y[j] += alpha * sum;
    }
}

/* the same for 3 x 3 blocks: contacts with friction */
static void block3(const double *restrict B, double alpha,
                   const double *restrict x, double *restrict y)
{
    y[0] += alpha * (B[0] * x[0] + B[3] * x[1] + B[6] * x[2]);
    y[1] += alpha * (B[1] * x[0] + B[4] * x[1] + B[7] * x[2]);
    y[2] += alpha * (B[2] * x[0] + B[5] * x[1] + B[8] * x[2]);
}

static void block3_t(const double *restrict B, double alpha,
                     const double *restrict x, double *restrict y)
{
    y[0] += alpha * (B[0] * x[0] + B[1] * x[1] + B[2] * x[2]);
    y[1] += alpha * (B[3] * x[0] + B[4] * x[1] + B[5] * x[2]);
    y[2] += alpha * (B[6] * x[0] + B[7] * x[1] + B[8] * x[2]);
}

/* ---- y += alpha A x, turned: y += alpha A' x ---------------------------- */

static ZNI_INTO_WIDE void dense(const bool turned, const zn_matrix *A, double alpha,
                                const double *restrict x, double *restrict y)
{
    if (A->rows * A->cols < WORTH || A->rows > INT_MAX || A->cols > INT_MAX)
        (turned ? block_t : block)(A->rows, A->cols, A->x, alpha, x, y);
    else
        cblas_dgemv(CblasColMajor, turned ? CblasTrans : CblasNoTrans, (int)A->rows, (int)A->cols,
                    alpha, A->x, (int)A->rows, x, 1, 1, y, 1);
}

static ZNI_INTO_WIDE void csc(const bool turned, const zn_matrix *A, double alpha,
                              const double *restrict x, double *restrict y)
{
    for (zn_index j = 0; j < A->cols; j++) {
        const double ax = turned ? 0 : alpha * x[j];
        double sum = 0;

        for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
            if (turned)
                sum += A->x[k] * x[A->i[k]];
            else
                y[A->i[k]] += A->x[k] * ax;
        if (turned)
            y[j] += alpha * sum;
    }
}

static ZNI_INTO_WIDE void bsr(const bool turned, const zn_matrix *A, double alpha,
                              const double *restrict x, double *restrict y)
{
    for (zn_index a = 0; a < A->nbr; a++) {
        const zn_index m = A->ro[a + 1] - A->ro[a];

        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            const zn_index b = A->i[k], n = A->co[b + 1] - A->co[b];
            const double *B = A->x + A->bp[k], *from = x + (turned ? A->ro[a] : A->co[b]);
            double *to = y + (turned ? A->co[b] : A->ro[a]);

            if (m == 1 && n == 1)
                to[0] += alpha * B[0] * from[0];
            else if (m == 3 && n == 3)
                (turned ? block3_t : block3)(B, alpha, from, to);
            else
                (turned ? block_t : block)(m, n, B, alpha, from, to);
        }
    }
}

static ZNI_INTO_WIDE void mul(const bool turned, const zn_matrix *A, double alpha,
                              const double x[], double beta, double y[])
{
    scale(turned ? A->cols : A->rows, beta, y);
    if (A->storage == ZN_DENSE)
        dense(turned, A, alpha, x, y);
    else if (A->storage == ZN_CSC)
        csc(turned, A, alpha, x, y);
    else
        bsr(turned, A, alpha, x, y);
}

void zn_matrix_mul(const zn_matrix *A, double alpha, const double x[],
                   double beta, double y[])
{
    if (A->storage == ZN_DENSE && A->rows < SMALL && beta == 1)
        block(A->rows, A->cols, A->x, alpha, x, y);
    else
        mul(false, A, alpha, x, beta, y);
}

void zn_matrix_mul_t(const zn_matrix *A, double alpha, const double x[],
                     double beta, double y[])
{
    mul(true, A, alpha, x, beta, y);
}

/* The number of threads of OpenBLAS */
void zn_blas_threads(int n)
{
    openblas_set_num_threads(n < 1 ? 1 : n);
}
