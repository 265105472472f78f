/** @file
 * A matrix as solvers see it: a borrowed view of dense, compressed-column or
 * block-row storage. Views own nothing and are passed by const pointer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_MATRIX_H
#define ZENO_MATRIX_H

#include <zeno/ctx.h>

ZN_BEGIN_DECLS

typedef enum zn_storage {
    ZN_DENSE = 0, /**< column-major, leading dimension = rows                 */
    ZN_CSC   = 1, /**< compressed sparse columns                              */
    ZN_BSR   = 2  /**< block rows: dense blocks, rows of blocks               */
} zn_storage;

/** One matrix. Which fields are used depends on `storage`.
 *
 * ZN_DENSE: x[i + j*rows].
 * ZN_CSC:   entries of column j are x[p[j] .. p[j+1]-1] in rows i[...],
 *           ascending and without repetition.
 * ZN_BSR:   block row a covers rows ro[a] .. ro[a+1]-1 (a < nbr), block column
 *           b covers columns co[b] .. co[b+1]-1 (b < nbc); the blocks of row a
 *           are k = p[a] .. p[a+1]-1, in block column i[k], ascending, with
 *           values x[bp[k] ...], column-major, leading dimension = its rows.
 *           Block rows and columns need not be cut alike; none is empty. */
typedef struct zn_matrix {
    zn_storage      storage;
    zn_index        rows, cols;
    const double   *x;   /**< values                                          */
    const zn_index *p;   /**< CSC: cols+1; BSR: nbr+1                         */
    const zn_index *i;   /**< CSC: row numbers; BSR: block-column numbers     */
    zn_index        nbr; /**< BSR: block rows                                 */
    zn_index        nbc; /**< BSR: block columns                              */
    const zn_index *ro;  /**< BSR: nbr+1 first rows                           */
    const zn_index *co;  /**< BSR: nbc+1 first columns                        */
    const zn_index *bp;  /**< BSR: p[nbr] positions of blocks in x            */
} zn_matrix;

/** A view of a dense column-major array, rows x cols. */
ZN_API zn_matrix zn_matrix_dense(zn_index rows, zn_index cols, const double x[]);

/** y = beta y + alpha A x. x has cols, y has rows elements; no overlap.
 * beta == 0 overwrites y even where it holds NaN. */
ZN_API void zn_matrix_mul(const zn_matrix *A, double alpha, const double x[],
                          double beta, double y[]);

/** y = beta y + alpha A' x. */
ZN_API void zn_matrix_mul_t(const zn_matrix *A, double alpha, const double x[],
                            double beta, double y[]);

/** Entry (i, j); zero where nothing is stored. Not for inner loops. */
ZN_API double zn_matrix_get(const zn_matrix *A, zn_index i, zn_index j);

/** The diagonal of a square matrix into d[rows]. */
ZN_API void zn_matrix_diag(const zn_matrix *A, double d[]);

/** Number of stored values. */
ZN_API zn_index zn_matrix_nnz(const zn_matrix *A);

/** Write A out as a dense rows x cols array. */
ZN_API void zn_matrix_to_dense(const zn_matrix *A, double out[]);

/** Is |A - A'| <= tol * max|A| entry by entry? A must be square. */
ZN_API bool zn_matrix_symmetric(const zn_matrix *A, double tol);

/** Check a view: sizes, pointers, ordering, finite values.
 * @retval ZN_EINVAL  what and where it is wrong, with `name` for the matrix
 * @retval ZN_EDOM    NaN or Inf, with row and column */
ZN_API zn_status zn_matrix_check(zn_ctx *ctx, const char *name,
                                 const zn_matrix *A);

ZN_END_DECLS
#endif
