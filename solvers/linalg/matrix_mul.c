/* matrix_mul.c - products of a matrix view with a vector
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/matrix.h>

#include <cblas.h>
#include <limits.h>

#include "few.h"

/* Below this the call of BLAS costs more than the product; measured with
 * OpenBLAS, where the two are equal at 8 to 12. */
enum { SMALL = 12 };

/* OpenBLAS shares products of more than THREADED values among threads, whose waking
 * takes longer than the product up to WORTH: it gets those column by column panel. */
enum { THREADED = 9216, WORTH = 1 << 18 };

static zn_index panel(const zn_matrix *A)
{
    zn_index values = A->rows * A->cols;

    if (values <= THREADED || values >= WORTH)
        return A->cols;
    return A->rows < THREADED ? THREADED / A->rows : 1;
}

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

/* y += alpha B x, column by column */
static void block(zn_index m, zn_index n, const double *restrict B,
                  double alpha, const double *restrict x, double *restrict y)
{
    for (zn_index j = 0; j < n; j++, B += m)
        zni_add_scaled(m, alpha * x[j], B, y);
}

/* y += alpha B' x */
static void block_t(zn_index m, zn_index n, const double *restrict B,
                    double alpha, const double *restrict x, double *restrict y)
{
    for (zn_index j = 0; j < n; j++, B += m) {
        double sum = 0;
        for (zn_index i = 0; i < m; i++)
            sum += B[i] * x[i];
        y[j] += alpha * sum;
    }
}

/* likewise for 3 x 3: contacts with friction */
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

/* ---- y += alpha A x ----------------------------------------------------- */

static bool for_blas(const zn_matrix *A)
{
    return (A->rows >= SMALL || A->cols >= SMALL) && A->rows > 0 &&
           A->cols > 0 && A->rows <= INT_MAX && A->cols <= INT_MAX;
}

static void dense(const zn_matrix *A, double alpha, const double *restrict x,
                  double *restrict y)
{
    if (!for_blas(A)) {
        block(A->rows, A->cols, A->x, alpha, x, y);
        return;
    }
    zn_index step = panel(A);
    for (zn_index j = 0; j < A->cols; j += step) {
        zn_index n = A->cols - j < step ? A->cols - j : step;

        cblas_dgemv(CblasColMajor, CblasNoTrans, (int)A->rows, (int)n, alpha,
                    A->x + j * A->rows, (int)A->rows, x + j, 1, 1, y, 1);
    }
}

static void csc(const zn_matrix *A, double alpha, const double *restrict x,
                double *restrict y)
{
    for (zn_index j = 0; j < A->cols; j++) {
        double ax = alpha * x[j];
        for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
            y[A->i[k]] += A->x[k] * ax;
    }
}

static void bsr(const zn_matrix *A, double alpha, const double *restrict x,
                double *restrict y)
{
    for (zn_index a = 0; a < A->nbr; a++) {
        zn_index m = A->ro[a + 1] - A->ro[a];
        double *ya = y + A->ro[a];

        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            zn_index b = A->i[k], n = A->co[b + 1] - A->co[b];
            const double *B = A->x + A->bp[k], *xb = x + A->co[b];

            if (m == 1 && n == 1)
                ya[0] += alpha * B[0] * xb[0];
            else if (m == 3 && n == 3)
                block3(B, alpha, xb, ya);
            else
                block(m, n, B, alpha, xb, ya);
        }
    }
}

void zn_matrix_mul(const zn_matrix *A, double alpha, const double x[],
                   double beta, double y[])
{
    scale(A->rows, beta, y);
    switch (A->storage) {
    case ZN_DENSE:
        dense(A, alpha, x, y);
        break;
    case ZN_CSC:
        csc(A, alpha, x, y);
        break;
    case ZN_BSR:
        bsr(A, alpha, x, y);
        break;
    }
}

/* ---- y += alpha A' x ---------------------------------------------------- */

static void dense_t(const zn_matrix *A, double alpha, const double *restrict x,
                    double *restrict y)
{
    if (!for_blas(A)) {
        block_t(A->rows, A->cols, A->x, alpha, x, y);
        return;
    }
    zn_index step = panel(A);
    for (zn_index j = 0; j < A->cols; j += step) {
        zn_index n = A->cols - j < step ? A->cols - j : step;

        cblas_dgemv(CblasColMajor, CblasTrans, (int)A->rows, (int)n, alpha,
                    A->x + j * A->rows, (int)A->rows, x, 1, 1, y + j, 1);
    }
}

static void csc_t(const zn_matrix *A, double alpha, const double *restrict x,
                  double *restrict y)
{
    for (zn_index j = 0; j < A->cols; j++) {
        double sum = 0;
        for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
            sum += A->x[k] * x[A->i[k]];
        y[j] += alpha * sum;
    }
}

static void bsr_t(const zn_matrix *A, double alpha, const double *restrict x,
                  double *restrict y)
{
    for (zn_index a = 0; a < A->nbr; a++) {
        zn_index m = A->ro[a + 1] - A->ro[a];
        const double *xa = x + A->ro[a];

        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            zn_index b = A->i[k], n = A->co[b + 1] - A->co[b];
            const double *B = A->x + A->bp[k];
            double *yb = y + A->co[b];

            if (m == 1 && n == 1)
                yb[0] += alpha * B[0] * xa[0];
            else if (m == 3 && n == 3)
                block3_t(B, alpha, xa, yb);
            else
                block_t(m, n, B, alpha, xa, yb);
        }
    }
}

void zn_matrix_mul_t(const zn_matrix *A, double alpha, const double x[],
                     double beta, double y[])
{
    scale(A->cols, beta, y);
    switch (A->storage) {
    case ZN_DENSE:
        dense_t(A, alpha, x, y);
        break;
    case ZN_CSC:
        csc_t(A, alpha, x, y);
        break;
    case ZN_BSR:
        bsr_t(A, alpha, x, y);
        break;
    }
}
