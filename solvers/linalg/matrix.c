/* matrix.c - products with a matrix in any storage
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/matrix.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

/* Below this many entries our own loop beats the call of dgemv. */
enum { OWN_LOOP = 1024 };

zn_matrix zn_matrix_dense(zn_index rows, zn_index cols, const double x[])
{
    return (zn_matrix){
        .storage = ZN_DENSE, .rows = rows, .cols = cols, .x = x};
}

static void scale(zn_index n, double beta, double y[])
{
    if (beta == 0)
        memset(y, 0, (size_t)n * sizeof *y);
    else if (beta != 1)
        for (zn_index i = 0; i < n; i++)
            y[i] *= beta;
}

/* y += alpha A x for a dense block */
static void add_block(zn_index rows, zn_index cols, const double A[],
                      double alpha, const double x[], double y[])
{
    if (rows == 1 && cols == 1) {
        y[0] += alpha * A[0] * x[0];
        return;
    }
    for (zn_index j = 0; j < cols; j++) {
        const double a = alpha * x[j];
        for (zn_index i = 0; i < rows; i++)
            y[i] += a * A[i + j * rows];
    }
}

/* y += alpha A' x for a dense block */
static void add_block_t(zn_index rows, zn_index cols, const double A[],
                        double alpha, const double x[], double y[])
{
    for (zn_index j = 0; j < cols; j++) {
        double sum = 0;
        for (zn_index i = 0; i < rows; i++)
            sum += A[i + j * rows] * x[i];
        y[j] += alpha * sum;
    }
}

static void mul_dense(const zn_matrix *A, double alpha, const double x[],
                      double y[])
{
    if (A->rows * A->cols <= OWN_LOOP)
        add_block(A->rows, A->cols, A->x, alpha, x, y);
    else
        cblas_dgemv(CblasColMajor, CblasNoTrans, (int)A->rows, (int)A->cols,
                    alpha, A->x, (int)A->rows, x, 1, 1.0, y, 1);
}

static void mul_t_dense(const zn_matrix *A, double alpha, const double x[],
                        double y[])
{
    if (A->rows * A->cols <= OWN_LOOP)
        add_block_t(A->rows, A->cols, A->x, alpha, x, y);
    else
        cblas_dgemv(CblasColMajor, CblasTrans, (int)A->rows, (int)A->cols,
                    alpha, A->x, (int)A->rows, x, 1, 1.0, y, 1);
}

void zn_matrix_mul(const zn_matrix *A, double alpha, const double x[],
                   double beta, double y[])
{
    scale(A->rows, beta, y);
    if (A->storage == ZN_DENSE) {
        mul_dense(A, alpha, x, y);
    } else if (A->storage == ZN_CSC) {
        for (zn_index j = 0; j < A->cols; j++)
            for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
                y[A->i[k]] += alpha * A->x[k] * x[j];
    } else {
        for (zn_index a = 0; a < A->nbr; a++)
            for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
                const zn_index b = A->i[k];
                add_block(A->ro[a + 1] - A->ro[a], A->co[b + 1] - A->co[b],
                          A->x + A->bp[k], alpha, x + A->co[b], y + A->ro[a]);
            }
    }
}

void zn_matrix_mul_t(const zn_matrix *A, double alpha, const double x[],
                     double beta, double y[])
{
    scale(A->cols, beta, y);
    if (A->storage == ZN_DENSE) {
        mul_t_dense(A, alpha, x, y);
    } else if (A->storage == ZN_CSC) {
        for (zn_index j = 0; j < A->cols; j++) {
            double sum = 0;
            for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
                sum += A->x[k] * x[A->i[k]];
            y[j] += alpha * sum;
        }
    } else {
        for (zn_index a = 0; a < A->nbr; a++)
            for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
                const zn_index b = A->i[k];
                add_block_t(A->ro[a + 1] - A->ro[a], A->co[b + 1] - A->co[b],
                            A->x + A->bp[k], alpha, x + A->ro[a],
                            y + A->co[b]);
            }
    }
}
