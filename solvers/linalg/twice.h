/* twice.h - w = M z + q in twice the precision, where rounding might look like a solution
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_TWICE_H
#define ZN_LINALG_TWICE_H

#include <math.h>

#include <zeno/matrix.h>

/* hi + lo += a x; the rounding errors of product and sum are collected in lo (Dekker 1971, Knuth 1969) */
static inline void zni_twice_add(double *hi, double *lo, double a, double x)
{
    const double p = a * x, s = *hi + p, b = s - *hi;

    *lo += (*hi - (s - b)) + (p - b) + fma(a, x, -p);
    *hi = s;
}

/* hi + lo in one number; without lo if that overflowed */
static inline double zni_twice(double hi, double lo)
{
    return isfinite(lo) ? hi + lo : hi;
}

/* Does the rounding of terms of this size hide errors of 1e-8 of `scale`? It does at iterates that diverge since there
 * is no solution: z of 1e17 and a singular M give w = 0 for any q. Smaller errors are below the digits of a solution.
 */
static inline bool zni_hides(double term, double scale)
{
    return term > 1e8 * (scale > 0 ? scale : 1);
}

/* y + lo += f x for vectors of m numbers */
void zni_twice_column(zn_index m, double f, const double x[], double y[], double lo[]);

/* y + lo += alpha A x, or, if `turned`, alpha A'x */
void zni_twice_mul(const zn_matrix *A, bool turned, double alpha, const double x[],
                   double y[], double lo[]);

/* y += M z, nearly as if rounded once; lo: work, for `room` rows at once */
void zni_twice_rows(const zn_matrix *M, const double z[], double y[], double lo[],
                    zn_index room);

/* y += M z, in twice the precision if terms |M_ij z_j| hide errors of `scale`; largest: the largest |M_ij|, or its
 * unit */
void zni_careful_mul(const zn_matrix *M, double largest, double scale, const double z[],
                     double y[], double lo[], zn_index room);

#endif
