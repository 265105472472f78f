/* square.h - a square matrix with its factors: full, or by columns whose pattern is analysed once
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_SQUARE_H
#define ZN_LINALG_SQUARE_H

#include "lu.h"

typedef struct zni_square {
    bool dense;  /* full: the owner fills lu.a, else what csc has               */
    zni_lu lu;
    zni_csc csc;
    zni_slu slu;
} zni_square;

/* Full below this order, */
enum { ZNI_SQUARE_FEW = 60 };

/* or where more than a third of the square is stored: LAPACK's speed then beats the fewer operations of sparse factors.
 * Of n rows in so many parts, `pairs` of which have something: or n of n entries. */
static inline bool zni_square_full(zn_index n, zn_index parts, zn_index pairs)
{
    return n <= ZNI_SQUARE_FEW || pairs / parts > parts / 3;
}

/* Room for n rows with nnz entries, and in columns for `most`. */
zn_status zni_square_reserve(zn_ctx *ctx, zni_square *k, zn_index n, zn_index nnz, zn_index most);

/* The values of A into csc, its pattern and the analysis where that is another. */
zn_status zni_square_take(zn_ctx *ctx, zni_square *k, const zn_matrix *A);

/* ZN_UNSOLVED: factors of n rows would not be there in time. */
zn_status zni_square_affords(zn_ctx *ctx, zni_square *k, zn_index n, const zn_monitor *mon);

/* Factors of lu.a, or of csc. symmetric: it is, and Cholesky may be tried first. ZN_ESINGULAR: without words */
zn_status zni_square_factor(zn_ctx *ctx, zni_square *k, bool symmetric);
void zni_square_solve(zni_square *k, double b[]);
/* of the determinant, 1 or -1 */
zn_status zni_square_sign(zn_ctx *ctx, zni_square *k, int *sign);
void zni_square_fini(zn_ctx *ctx, zni_square *k);

#endif
