/* sizes.h - what errors of w = M z + q are relative to, and what its sums round
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_SIZES_H
#define ZN_LINALG_SIZES_H

#include <math.h>

#include <zeno/matrix.h>

/* What a sum of products may be off by, relative to the sum of their magnitudes: some
 * units of 2^-53, for rows of moderate length and a solution by LU. */
#define ZNI_ROUNDING (64 * 1.1e-16)

/* The largest of |q_i|, |(M c)_i| and |M_ii c_i| at the c next to 0 that the bounds allow
 * (NULL: there are none): a problem of z - c has these data. Bounds that are far away on
 * both sides say nothing of what w is like. v: 2 n work */
double zni_affine_size(const zn_matrix *M, const double q[], const double lb[],
                       const double ub[], double v[]);

/* size_i += sum_j |A_ij x_j|, turned: |A_ji x_j| */
void zni_add_sizes(const zn_matrix *A, bool turned, const double x[], double size[]);

/* Rounding is forgiven up to a millionth of `scale` only, since z grows without end where there
 * is no answer, and with it what its products round. Not for problems whose bounds are all
 * finite: these have an answer, and it may be that no double is nearer to it. */
void zni_limit_sizes(zn_index n, double scale, double size[]);

/* |r|, or 0 within the rounding of a sum of that size; NaN stays. */
static inline double zni_beyond(double r, double size)
{
    return fabs(r) <= ZNI_ROUNDING * size ? 0 : fabs(r);
}

#endif
