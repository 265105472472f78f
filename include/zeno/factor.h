/** @file
 * A factorised square matrix that finds its own structure: diagonal, banded,
 * symmetric positive definite, general. For iteration matrices W.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_FACTOR_H
#define ZENO_FACTOR_H

#include <zeno/ctx.h>

ZN_BEGIN_DECLS

typedef struct zn_factor zn_factor;

/** Make room for n x n. */
ZN_API zn_status zn_factor_new(zn_ctx *ctx, zn_index n, zn_factor **out);
ZN_API void zn_factor_free(zn_factor *f);

/** Factorise A (n x n, column-major; overwritten is a copy, A is kept).
 * Diagonal, then banded or dense Cholesky if symmetric positive definite, else
 * LU with partial pivoting. Allocates nothing.
 * @retval ZN_ESINGULAR  A is singular; names the pivot and its value
 * @retval ZN_EDOM       NaN or Inf in A */
ZN_API zn_status zn_factor_set(zn_factor *f, const double A[]);

/** B = A^-1 B, nrhs columns of n. */
ZN_API void zn_factor_solve(const zn_factor *f, zn_index nrhs, double B[]);

/** "diagonal", "banded", "cholesky", "lu". */
ZN_API const char *zn_factor_structure(const zn_factor *f);

ZN_END_DECLS
#endif
