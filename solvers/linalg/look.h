/* look.h - w = M z + q of a few full rows, and how large its numbers are, at one look
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_LOOK_H
#define ZN_LINALG_LOOK_H

#include <zeno/matrix.h>

/* the largest |M_ij|, |q_i| and |z_i| */
typedef struct zni_largest_of {
    double M, q, z;
} zni_largest_of;

/* rows up to which columns are at hand when the next rows come */
enum { ZNI_LOOK = 16 };

/* y = M z + q with the bits of zn_matrix_mul; false: M is not full and square, or has more rows,
 * and nothing was done. NaN is not looked for. */
bool zni_look_few(const zn_matrix *M, const double q[], const double z[], double y[],
                  zni_largest_of *sizes);

/* What measures of errors begin with: y = M z + q, in twice the precision where that hides errors;
 * rho: the unit of M, returns the largest |q_i|. lo: work, `room` rows at once */
double zni_look(const zn_matrix *M, const double q[], const double z[], double y[], double lo[],
                zn_index room, double *rho);

#endif
