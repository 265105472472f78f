/* data.h - checks of problem data, with the same messages in every class
 *
 * The checks are made at every solution, so they are inline; the messages are in data.c.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_DATA_H
#define ZENO_SOLVERS_DATA_H

#include <zeno/matrix.h>

#include "finite.h"

/* Fail with a message: ZN_EDOM, ZN_EINVAL. */
zn_status zni_wrong_size(zn_ctx *ctx, const char *name, const zn_matrix *A,
                         zn_index rows, zn_index cols);
zn_status zni_wrong_number(zn_ctx *ctx, const char *name, zn_index i, double x);
zn_status zni_wrong_bounds(zn_ctx *ctx, zn_index i, double lo, double hi);

/* Is A rows x cols, and a valid matrix by zn_matrix_check? */
static inline zn_status zni_check_matrix(zn_ctx *ctx, const char *name,
                                         const zn_matrix *A, zn_index rows,
                                         zn_index cols)
{
    return A->rows != rows || A->cols != cols
               ? zni_wrong_size(ctx, name, A, rows, cols)
               : zn_matrix_check(ctx, name, A);
}

/* The rows of nc blocks of d > 0, or, if that overflows, more rows than any matrix has. */
static inline zn_index zni_rows_of(zn_index d, zn_index nc)
{
    return nc <= PTRDIFF_MAX / d ? d * nc : PTRDIFF_MAX;
}

/* Are n numbers finite? */
static inline zn_status zni_check_finite(zn_ctx *ctx, const char *name,
                                         zn_index n, const double x[])
{
    zn_index i;

    if (zni_finite(n, x))
        return ZN_OK;
    i = zni_not_finite(n, x);
    return zni_wrong_number(ctx, name, i, x[i]);
}

/* Are n numbers finite and not negative? */
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

/* w = M z + q with n rows: is M square and valid, and q finite? A few dense rows are checked without calls. */
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

/* Is [lo, hi], of row i, not empty? */
static inline zn_status zni_check_bounds(zn_ctx *ctx, zn_index i, double lo,
                                         double hi)
{
    return lo <= hi && lo != INFINITY && hi != -INFINITY
               ? ZN_OK
               : zni_wrong_bounds(ctx, i, lo, hi);
}

/* Do nb blocks, each called `what`, of one or more rows each, cover the n rows? Block b begins at row start[b]. */
zn_status zni_check_cover(zn_ctx *ctx, const char *what, zn_index n, zn_index nb,
                          const zn_index start[]);

#endif
