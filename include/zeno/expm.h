/** @file
 * The exponential of a matrix, and exact sampling of a linear system whose
 * input is held,
 *
 *     x' = A x + B u,  u constant:   x(t) = Phi x(0) + Psi u,
 *     Phi = exp(A t),   Psi = int_0^t exp(A s) ds B.
 *
 * A may be singular. Accurate to rounding relative to |exp(A t)| for matrices
 * that are not far from normal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_EXPM_H
#define ZENO_EXPM_H

#include <zeno/ctx.h>

ZN_BEGIN_DECLS

typedef struct zn_expm zn_expm;

/** Make room for A of n x n and B of n x m.                 n >= 1, m >= 0 */
ZN_API zn_status zn_expm_new(zn_ctx *ctx, zn_index n, zn_index m,
                             zn_expm **out);
/** NULL is fine. */
ZN_API void zn_expm_free(zn_expm *e);

/** Phi (n x n) and Psi (n x m), column-major. With m = 0 B and Psi may be NULL.
 * Allocates nothing.
 * @param[in] t  duration (s), any sign
 * @retval ZN_EDOM  NaN or Inf in A t or B, or exp(A t) overflows */
ZN_API zn_status zn_expm_held(zn_expm *e, double t, const double A[],
                              const double B[], double Phi[], double Psi[]);

ZN_END_DECLS
#endif
