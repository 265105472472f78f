/* sums.h - the sums of vectors of a step: of a rigid body, whose unknowns are six, without loops
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OSI_SUMS_H
#define ZENO_KERNEL_OSI_SUMS_H

#include "solvers/linalg/few.h"

/* out = a + b of six; out may be one of them */
static inline void zni_plus_six(const double a[6], const double b[6], double out[6])
{
    zni_plus_two(a, b, out);
    zni_plus_two(a + 2, b + 2, out + 2);
    zni_plus_two(a + 4, b + 4, out + 4);
}

/* The same of a - b */
static inline void zni_minus_six(const double a[6], const double b[6], double out[6])
{
    zni_minus_two(a, b, out);
    zni_minus_two(a + 2, b + 2, out + 2);
    zni_minus_two(a + 4, b + 4, out + 4);
}

/* R = R - c x - a y, of two elements */
static inline void zni_take_off_two(double c, const double x[2], double a, const double y[2],
                                    double R[2])
{
    zni_pair r, xi, yi;

    zni_take2(R, &r);
    zni_take2(x, &xi);
    zni_take2(y, &yi);
    r = r - c * xi - a * yi;
    zni_put2(&r, R);
}

/* The same of n */
static inline void zni_take_off(zn_index n, double c, const double x[], double a, const double y[],
                            double R[])
{
    if (n == ZNI_BODY) {
        zni_take_off_two(c, x, a, y, R);
        zni_take_off_two(c, x + 2, a, y + 2, R + 2);
        zni_take_off_two(c, x + 4, a, y + 4, R + 4);
        return;
    }
    for (zn_index i = 0; i < n; i++)
        R[i] = R[i] - c * x[i] - a * y[i];
}

/* out = p - R; p NULL: 0 - R */
static inline void zni_less(zn_index n, const double p[], const double R[], double out[])
{
    static const double none[ZNI_BODY] = {0};

    if (n == ZNI_BODY)
        zni_minus_six(p ? p : none, R, out);
    else if (p)
        zni_minus(n, p, R, out);
    else
        for (zn_index i = 0; i < n; i++)
            out[i] = 0 - R[i];
}

/* w = h (theta u + (1 - theta) v), of two elements */
static inline void zni_along_two(double h, double theta, const double u[2], const double v[2],
                             double w[2])
{
    zni_pair x, y;

    zni_take2(u, &x);
    zni_take2(v, &y);
    x = h * (theta * x + (1 - theta) * y);
    zni_put2(&x, w);
}

/* The same of n */
static inline void zni_along(zn_index n, double h, double theta, const double u[],
                             const double v[], double w[])
{
    if (n == ZNI_BODY) {
        zni_along_two(h, theta, u, v, w);
        zni_along_two(h, theta, u + 2, v + 2, w + 2);
        zni_along_two(h, theta, u + 4, v + 4, w + 4);
        return;
    }
    for (zn_index i = 0; i < n; i++)
        w[i] = h * (theta * u[i] + (1 - theta) * v[i]);
}

#endif
