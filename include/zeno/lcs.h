/** @file
 * Linear complementarity systems from their matrices, in one call:
 *
 *     x' = A x + B lambda + a,   0 <= y = C x + D lambda + b  _|_  lambda >= 0.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_LCS_H
#define ZENO_LCS_H

#include <zeno/model.h>

ZN_BEGIN_DECLS

/** The data, column-major; borrowed for the call. */
typedef struct zn_lcs {
    zn_index      n;  /**< size of x                         n >= 1           */
    zn_index      m;  /**< size of y and lambda              m >= 1           */
    const double *A;  /**< NULL: 0                           n x n            */
    const double *B;  /**<                                   n x m            */
    const double *C;  /**<                                   m x n            */
    const double *D;  /**< NULL: 0                           m x m            */
    const double *a;  /**< NULL: 0                           n                */
    const double *b;  /**< NULL: 0                           m                */
    const double *x0; /**< initial state                     n                */
} zn_lcs;

/** Add a linear complementarity system to a model: a system "first-order-linear"
 * of that name, and an interaction "NAME.law" with a relation
 * "first-order-linear".
 * @param[in]  law  NULL: complementarity; else any law, handed over on success
 *                  only, e.g. a relay for a linear relay system
 * @param[out] ds   borrowed from the model; may be NULL
 * @param[out] out  likewise
 * @retval ZN_EINVAL, ZN_EDOM  B, C or x0 is missing, a value is not finite
 * @retval ZN_EEXIST  the model has a system or an interaction of that name
 *
 * On failure the model is as before. */
ZN_API zn_status zn_lcs_add(zn_model *m, const char *name, const zn_lcs *p,
                            zn_law *law, zn_ds **ds, zn_interaction **out);

ZN_END_DECLS
#endif
