/* units.h - matrices and vectors in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_UNITS_H
#define ZN_LINALG_UNITS_H

#include <math.h>

#include <zeno/matrix.h>

/* The unit of numbers is the power of two at or next below the largest magnitude;
 * 1 if all are zero. A number divided by it keeps its bits. NaN is not looked for. */
double zni_unit(double largest);
double zni_largest(const double x[], zn_index n);
double zni_largest_finite(const double x[], zn_index n); /* bounds */
double zni_largest_value(const zn_matrix *A);

/* length of the array of values of A */
zn_index zni_values(const zn_matrix *A);

/* The view of A times f, a power of two, with its values in x[zni_values(A)]. */
zn_matrix zni_scaled(const zn_matrix *A, double f, double x[]);

/* y = f x */
void zni_scale_into(zn_index n, double f, const double x[], double y[]);

/* The larger of two magnitudes; NaN wins and stays. */
static inline double zni_worse(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

#endif
