/** @file
 * A factorised square matrix that follows its pattern. For iteration matrices W.
 *
 * | pattern         | method                                                |
 * |-----------------|-------------------------------------------------------|
 * | dense           | what the values are found to be: diagonal, banded or  |
 * |                 | dense Cholesky, else LU with partial pivoting; loops   |
 * |                 | of our own up to order 8                               |
 * | zero, diagonal  | division                                              |
 * | banded          | Cholesky in the band if symmetric positive definite,   |
 * |                 | else LU in the band                                   |
 * | columns, blocks | a narrow band or a nearly full matrix as those; else   |
 * |                 | CHOLMOD if symmetric positive definite, else KLU, the  |
 * |                 | ordering that costs less, or UMFPACK where they have   |
 * |                 | much fill; the analysis is kept                        |
 *
 * Orders and methods are functions of pattern and values alone: the same matrix
 * gives the same bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_FACTOR_H
#define ZENO_FACTOR_H

#include <zeno/pattern.h>

ZN_BEGIN_DECLS

typedef struct zn_factor zn_factor;

/** What factors cost. */
typedef struct zn_factor_cost {
    double values;     /**< numbers in the factors                            */
    double operations; /**< floating point, to make them                      */
} zn_factor_cost;

/** Make room for a dense n x n. */
ZN_API zn_status zn_factor_new(zn_ctx *ctx, zn_index n, zn_factor **out);
/** Likewise for a pattern, whose arrays are borrowed for as long as the factor
 * lives. Factors of columns and blocks are of SuiteSparse, in memory of its own;
 * room for all others is made here. */
ZN_API zn_status zn_factor_new_pattern(zn_ctx *ctx, const zn_pattern *a,
                                       zn_factor **out);
ZN_API void zn_factor_free(zn_factor *f);

/** Factorise the matrix with these values, in the order of the pattern (dense:
 * column-major); they are copied. But for columns and blocks it allocates
 * nothing; for those nothing after the first time, while the pivots serve.
 * @retval ZN_ESINGULAR  A is singular; names the pivot and its value
 * @retval ZN_EDOM       NaN or Inf in A */
ZN_API zn_status zn_factor_set(zn_factor *f, const double x[]);

/** As zn_factor_set, for a matrix that has to be symmetric positive definite, up to
 * rounding: Cholesky or nothing.
 * @retval ZN_ESINGULAR  it is not */
ZN_API zn_status zn_factor_set_definite(zn_factor *f, const double x[]);

/** B = A^-1 B, nrhs columns of n. */
ZN_API void zn_factor_solve(const zn_factor *f, zn_index nrhs, double B[]);

/** The pattern it was made for. */
ZN_API const zn_pattern *zn_factor_pattern(const zn_factor *f);

/** "diagonal", "banded" (Cholesky), "band lu", "cholesky", "lu" (of a sparse matrix, too,
 * where its factors would be full), "sparse cholesky", "sparse lu"; "none" before the first
 * time. */
ZN_API const char *zn_factor_structure(const zn_factor *f);

/** What the factors at hand cost. */
ZN_API zn_factor_cost zn_factor_spent(const zn_factor *f);

/** What they would cost, before they are made: a bound for Cholesky and for
 * bands, an estimate for the general sparse matrix (the smaller one of the
 * orderings that are tried). x: values, which say whether the matrix is
 * symmetric and where pivots would be exchanged. So a factorisation can be
 * refused before it begins.
 * @param[out] how  "banded", "sparse lu", ... as of zn_factor_structure; or NULL */
ZN_API zn_status zn_factor_predict(zn_ctx *ctx, const zn_pattern *a,
                                   const double x[], zn_factor_cost *out,
                                   const char **how);

ZN_END_DECLS
#endif
