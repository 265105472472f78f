/* look.h - w = M z + q and the magnitudes of its data, in one pass if M is small and dense
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_LOOK_H
#define ZN_LINALG_LOOK_H

#include <zeno/matrix.h>

/* the largest |M_ij|, |q_i| and |z_i| */
typedef struct zni_largest_of {
    double M, q, z;
} zni_largest_of;

/* Up to so many rows the columns of M are still in the cache when the next rows are computed. */
enum { ZNI_LOOK = 16 };

/* y = M z + q with the bits of zn_matrix_mul. False: M is not dense and square, or has more rows, and nothing was done.
 * NaN is ignored in the sizes. */
bool zni_look_few(const zn_matrix *M, const double q[], const double z[], double y[],
                  zni_largest_of *sizes);

/* The first part of measures of errors: y = M z + q, in twice the precision if rounding would hide errors; rho: the
 * unit of M. Returns the largest |q_i|. lo: work, for `room` rows at once */
double zni_look(const zn_matrix *M, const double q[], const double z[], double y[], double lo[],
                zn_index room, double *rho);

#endif
