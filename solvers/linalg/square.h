/* square.h - a square matrix with its factors: dense, or sparse with a pattern that is analysed once
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_SQUARE_H
#define ZN_LINALG_SQUARE_H

#include "lu.h"

typedef struct zni_square {
    bool dense;  /* the matrix is in lu.a, filled by the owner; else in csc     */
    zni_lu lu;
    zni_csc csc;
    zni_slu slu;
} zni_square;

/* Dense up to this order, */
enum { ZNI_SQUARE_FEW = 60 };

/* or if more than a third of the square is stored: then LAPACK is quicker than sparse factors, in spite of more
 * operations. n: rows, in `parts` parts, of which `pairs` pairs have a block (or n, n and the number of entries) */
static inline bool zni_square_full(zn_index n, zn_index parts, zn_index pairs)
{
    return n <= ZNI_SQUARE_FEW || pairs / parts > parts / 3;
}

/* Room for n rows with nnz entries; `most` entries if sparse. */
zn_status zni_square_reserve(zn_ctx *ctx, zni_square *k, zn_index n, zn_index nnz, zn_index most);

/* Copy A into csc; a new pattern is analysed. */
zn_status zni_square_take(zn_ctx *ctx, zni_square *k, const zn_matrix *A);

/* ZN_UNSOLVED if factors of n rows would not be finished within the time limit. */
zn_status zni_square_affords(zn_ctx *ctx, zni_square *k, zn_index n, const zn_monitor *mon);

/* Factor lu.a or csc. symmetric: the matrix is, and Cholesky may be tried first. ZN_ESINGULAR: without a message */
zn_status zni_square_factor(zn_ctx *ctx, zni_square *k, bool symmetric);
void zni_square_solve(zni_square *k, double b[]);
/* the sign of the determinant, 1 or -1 */
zn_status zni_square_sign(zn_ctx *ctx, zni_square *k, int *sign);
void zni_square_fini(zn_ctx *ctx, zni_square *k);

#endif
