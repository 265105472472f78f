/* sizes.h - what errors of w = M z + q are relative to, and the rounding of its sums
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_SIZES_H
#define ZN_LINALG_SIZES_H

#include <math.h>

#include <zeno/matrix.h>

/* The rounding error that a sum of products may have, relative to the sum of their magnitudes: some multiples of 2^-53,
 * for rows of moderate length and a solution by LU. */
#define ZNI_ROUNDING (64 * 1.1e-16)

/* The largest of |q_i|, |(M c)_i| and |M_ii c_i|, where c is the point nearest to 0 within the bounds (NULL: there are
 * none): these are the data of the problem for z - c. Bounds that are far away on both sides do not matter. v: 2 n
 * numbers of work */
double zni_affine_size(const zn_matrix *M, const double q[], const double lb[],
                       const double ub[], double v[]);

/* size_i += sum_j |A_ij x_j|, turned: |A_ji x_j| */
void zni_add_sizes(const zn_matrix *A, bool turned, const double x[], double size[]);

/* Limit the rounding errors that are forgiven to a millionth of `scale`: if a problem has no solution z grows without
 * bound, and with it the rounding of its products. Not for problems whose bounds are all finite: these have a solution,
 * and possibly no double is nearer to it. */
void zni_limit_sizes(zn_index n, double scale, double size[]);

/* Are all bounds finite, lb and ub, of which either may be NULL: there are none? */
bool zni_bounded(zn_index n, const double lb[], const double ub[]);

/* The largest error of a solution z, w of -w in the normal cone of [lb, ub] at z, where w is to be y; z in units of w
 * is rho z. size: the magnitudes of the terms of y, whose rounding is subtracted; NULL: it is not. NaN in z counts. */
double zni_bounds_error(zn_index n, double rho, const double lb[], const double ub[], const double z[],
                        const double w[], const double y[], const double size[]);

/* |r|, or 0 if it is within the rounding error of a sum of that size; NaN stays NaN. */
static inline double zni_beyond(double r, double size)
{
    return fabs(r) <= ZNI_ROUNDING * size ? 0 : fabs(r);
}

#endif
