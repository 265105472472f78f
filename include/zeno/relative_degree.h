/** @file
 * Relative degree: how many derivatives of the output y it takes until the
 * multiplier lambda appears. For
 *
 *     x' = A x + B lambda,   y = C x + D lambda
 *
 * with Markov parameters G_0 = D, G_i = C A^(i-1) B:
 *
 *  - row j has degree r_j = min {i : row j of G_i is not zero};
 *  - the uniform degree is r if G_0 = ... = G_{r-1} = 0 and G_r is regular (for
 *    one row: the relative degree);
 *  - (r_1, ..., r_m) is the vector relative degree if the matrix of the rows j
 *    of G_{r_j} is regular;
 *  - in general there are the orders of the zeros at infinity, by the structure
 *    algorithm; they are the r_j, sorted, when those are the vector degree.
 *
 * Entries up to 1e-12 |C| |A|^(i-1) |B| count as zero. It is information, and a
 * check of what fits: bounded laws (relay) go with every degree;
 * complementarity and equality want at most 1, since from 2 on the multiplier is
 * no function of time. doc/first-order.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_RELATIVE_DEGREE_H
#define ZENO_RELATIVE_DEGREE_H

#include <zeno/model.h>

ZN_BEGIN_DECLS

/** What is known besides the degrees of the rows. */
typedef struct zn_relative_degree {
    zn_index uniform;    /**< the uniform degree, -1 if there is none         */
    bool     vector;     /**< the degrees of the rows are the vector degree   */
    bool     invertible; /**< lambda follows from y: the orders are known     */
} zn_relative_degree;

/** Find the relative degree of (A, B, C, D).
 * @param[in]  n       size of x                                   n >= 1
 * @param[in]  m       size of y and lambda                        m >= 1
 * @param[in]  D       m x m; NULL: 0
 * @param[out] row     m; degree of each row, -1: lambda never appears
 * @param[out] orders  m; ascending if invertible, else -1 where unknown; may be
 *                     NULL
 * @retval ZN_EINVAL   a size or a pointer is wrong
 * @retval ZN_EDOM     NaN or Inf in the data */
ZN_API zn_status zn_relative_degree_find(zn_ctx *ctx, zn_index n, zn_index m,
                                         const double A[], const double B[],
                                         const double C[], const double D[],
                                         zn_index row[], zn_index orders[],
                                         zn_relative_degree *out);

/** The same for an interaction of first-order systems in a sealed model, by
 * itself and linearised at t = 0, the initial state and lambda = 0.
 * @retval ZN_ENOTSUP  its systems are of second order, or M is singular
 * @retval ZN_ESTATE   the model is not sealed
 * @retval other       a function failed there */
ZN_API zn_status zn_interaction_relative_degree(const zn_interaction *a,
                                                zn_index row[],
                                                zn_index orders[],
                                                zn_relative_degree *out);

ZN_END_DECLS
#endif
