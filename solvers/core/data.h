/* data.h - what the data of problems have to be, in the same words in every class
 *
 * Asked at every solution, so inline: the words are elsewhere.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_DATA_H
#define ZENO_SOLVERS_DATA_H

#include <zeno/matrix.h>

#include "finite.h"

/* The words: ZN_EDOM, ZN_EINVAL. */
zn_status zni_wrong_size(zn_ctx *ctx, const char *name, const zn_matrix *A,
                         zn_index rows, zn_index cols);
zn_status zni_wrong_number(zn_ctx *ctx, const char *name, zn_index i, double x);
zn_status zni_wrong_bounds(zn_ctx *ctx, zn_index i, double lo, double hi);

/* A is rows x cols, and what zn_matrix_check asks for. */
static inline zn_status zni_check_matrix(zn_ctx *ctx, const char *name,
                                         const zn_matrix *A, zn_index rows,
                                         zn_index cols)
{
    return A->rows != rows || A->cols != cols
               ? zni_wrong_size(ctx, name, A, rows, cols)
               : zn_matrix_check(ctx, name, A);
}

/* Rows of nc blocks of d > 0; of more than can be counted as many as no matrix has. */
static inline zn_index zni_rows_of(zn_index d, zn_index nc)
{
    return nc <= PTRDIFF_MAX / d ? d * nc : PTRDIFF_MAX;
}

/* n numbers are finite. */
static inline zn_status zni_check_finite(zn_ctx *ctx, const char *name,
                                         zn_index n, const double x[])
{
    zn_index i;

    if (zni_finite(n, x))
        return ZN_OK;
    i = zni_not_finite(n, x);
    return zni_wrong_number(ctx, name, i, x[i]);
}

/* The same, and none is negative. */
static inline zn_status zni_check_positive(zn_ctx *ctx, const char *name,
                                           zn_index n, const double x[])
{
    bool negative = false;

    for (zn_index i = 0; i < n; i++)
        negative |= x[i] < 0;
    for (zn_index i = 0; negative && i < n; i++)
        if (x[i] < 0)
            return zni_wrong_number(ctx, name, i, x[i]);
    return zni_check_finite(ctx, name, n, x);
}

/* w = M z + q of n rows: M is square, and q finite. A few full rows need no words. */
static inline zn_status zni_check_affine(zn_ctx *ctx, zn_index n,
                                         const zn_matrix *M, const double q[])
{
    enum { FEW = 4 };
    zn_status st;

    if (n <= FEW && M->storage == ZN_DENSE && M->rows == n && M->cols == n && M->x &&
        zni_finite(n * n, M->x) && zni_finite(n, q))
        return ZN_OK;
    st = zni_check_matrix(ctx, "M", M, n, n);
    return st ? st : zni_check_finite(ctx, "q", n, q);
}

/* [lo, hi] of row i is not empty. */
static inline zn_status zni_check_bounds(zn_ctx *ctx, zn_index i, double lo,
                                         double hi)
{
    return lo <= hi && lo != INFINITY && hi != -INFINITY
               ? ZN_OK
               : zni_wrong_bounds(ctx, i, lo, hi);
}

/* nb blocks, each called `what`, have the n rows among them, one or more each: block b begins at row start[b]. */
zn_status zni_check_cover(zn_ctx *ctx, const char *what, zn_index n, zn_index nb,
                          const zn_index start[]);

#endif
