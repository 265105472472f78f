/** @file
 * Matrices whose pattern is fixed and whose values are filled again and again:
 * masses, Jacobians, iteration matrices. A pattern says where the values of one
 * array belong; the array itself goes beside it, as double x[zn_pattern_count].
 *
 * | shape     | values                                                        |
 * |-----------|---------------------------------------------------------------|
 * | dense     | x[i + j rows]                                                 |
 * | zero      | none                                                          |
 * | diagonal  | x[i]                                                          |
 * | banded    | x[ku + i - j + j (kl + ku + 1)], as LAPACK; corners are zero  |
 * | columns   | column j: x[p[j] .. p[j+1]-1] in rows i[...], ascending       |
 * | blocks    | square blocks of edge `block`: block column b holds the blocks |
 * |           | p[b] .. p[b+1]-1 in block rows i[...], ascending; block k is    |
 * |           | x[k block^2 ...], column-major                                |
 *
 * A pattern that is all zeros is the dense one of size 0: a class that says
 * nothing about its matrices has dense ones.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_PATTERN_H
#define ZENO_PATTERN_H

#include <zeno/matrix.h>

ZN_BEGIN_DECLS

typedef enum zn_pattern_shape {
    ZN_SHAPE_DENSE = 0,
    ZN_SHAPE_ZERO,
    ZN_SHAPE_DIAGONAL,
    ZN_SHAPE_BANDED,
    ZN_SHAPE_COLUMNS,
    ZN_SHAPE_BLOCKS
} zn_pattern_shape;

/** Where values belong. The arrays are borrowed. */
typedef struct zn_pattern {
    zn_pattern_shape shape;
    zn_index        rows, cols;
    zn_index        kl, ku; /**< banded: entries below and above the diagonal */
    zn_index        block;  /**< blocks: their edge, divides rows and cols    */
    const zn_index *p;      /**< columns: cols+1; blocks: cols/block + 1      */
    const zn_index *i;      /**< columns: rows; blocks: block rows            */
} zn_pattern;

/** Patterns without arrays. */
ZN_API zn_pattern zn_pattern_dense(zn_index rows, zn_index cols);
ZN_API zn_pattern zn_pattern_zero(zn_index rows, zn_index cols);
ZN_API zn_pattern zn_pattern_diagonal(zn_index n);
ZN_API zn_pattern zn_pattern_banded(zn_index n, zn_index kl, zn_index ku);

/** The shape as a word: "dense", "zero", "diagonal", "banded", "columns",
 * "blocks". */
ZN_API const char *zn_pattern_shape_name(zn_pattern_shape shape);

/** How many values the array has. */
ZN_API zn_index zn_pattern_count(const zn_pattern *a);

/** The entries of column j: fn gets the row and the position in the array, rows
 * ascending. */
ZN_API void zn_pattern_column(const zn_pattern *a, zn_index j, void *user,
                              void (*fn)(void *user, zn_index row, zn_index at));

/** Check a pattern: sizes, pointers, order.
 * @retval ZN_EINVAL  what and where it is wrong, `name` in front */
ZN_API zn_status zn_pattern_check(zn_ctx *ctx, const char *name,
                                  const zn_pattern *a);

/** y += s A v, and y += s A' v. */
ZN_API void zn_pattern_mul(const zn_pattern *a, const double x[], double s,
                           const double v[], double y[]);
ZN_API void zn_pattern_mul_t(const zn_pattern *a, const double x[], double s,
                             const double v[], double y[]);

/** v' A v of a square matrix. */
ZN_API double zn_pattern_quad(const zn_pattern *a, const double x[],
                              const double v[]);

/** out = s A, rows x cols. For small ones and for tests. */
ZN_API void zn_pattern_to_dense(const zn_pattern *a, const double x[], double s,
                                double out[]);

/** Is |A - A'| <= tol max|A|, entry by entry? */
ZN_API bool zn_pattern_symmetric(const zn_pattern *a, const double x[],
                                 double tol);

/** A = diag(c) A. */
ZN_API void zn_pattern_scale_rows(const zn_pattern *a, const double c[],
                                  double x[]);

/** Rows and columns with fixed[k] != 0 of a square matrix become those of the
 * identity. Needs the diagonal in the pattern. */
ZN_API void zn_pattern_mask(const zn_pattern *a, const unsigned char fixed[],
                            double x[]);

/** An own copy, arrays and all, in one block; free it with zn_pattern_free. */
ZN_API zn_status zn_pattern_copy(zn_ctx *ctx, const zn_pattern *a,
                                 zn_pattern **out);
ZN_API void zn_pattern_free(zn_ctx *ctx, zn_pattern *a);

/** The pattern of a view: dense, columns, or blocks if all are of one edge and
 * columns otherwise. What is stored counts, zero or not. */
ZN_API zn_status zn_pattern_of(zn_ctx *ctx, const zn_matrix *A,
                               zn_pattern **out);
/** Its values, in the order of that pattern. */
ZN_API void zn_pattern_take(const zn_pattern *a, const zn_matrix *A,
                            double x[]);

/** Sums: a matrix W = sum of s_k A_k whose terms have patterns of their own. Its
 * pattern is the union with the diagonal, in the narrowest shape that takes it;
 * where each value goes is found once. */
typedef struct zn_sum zn_sum;

/** @param[in] n      order of W and of all terms
 * @param[in] terms  how many
 * @param[in] term   their patterns; NULL: zero. The arrays are borrowed for as
 *                   long as the sum lives */
ZN_API zn_status zn_sum_new(zn_ctx *ctx, zn_index n, zn_index terms,
                            const zn_pattern *const term[], zn_sum **out);
ZN_API void zn_sum_free(zn_sum *s);
/** The pattern of W, owned by the sum. */
ZN_API const zn_pattern *zn_sum_pattern(const zn_sum *s);
/** W += f A_k. */
ZN_API void zn_sum_add(const zn_sum *s, zn_index k, double f, const double x[],
                       double W[]);

ZN_END_DECLS
#endif
