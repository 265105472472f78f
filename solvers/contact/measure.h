/* measure.h - how far contacts with friction are from their law, contact by contact: the error measure
 * of their class, which no method shares
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CONTACT_MEASURE_H
#define ZN_CONTACT_MEASURE_H

#include "../linalg/twice.h"
#include "law.h"

/* hypot where there is something to scale */
static inline double zni_odd_length(double x, double y)
{
    return x == 0 && y == 0 ? 0 : hypot(x, y);
}

/* sqrt(x^2 + y^2): hypot only where the squares are not ordinary numbers */
static inline double zni_length2(double x, double y)
{
    double s = x * x + y * y;

    return s > 1e-280 && s < 1e280 ? sqrt(s) : zni_odd_length(x, y);
}

/* The square of it. No solver shares this code: the projection is written once more, from its
 * definition as the nearest point among the three candidates. */
static inline double zni_disc_residual(zn_index d, double mu, const double r[],
                                       const double u[])
{
    /* no load and no approach: nothing is off, without rounding */
    if (u[0] >= 0 && r[0] == 0 && r[1] == 0 && r[d - 1] == 0 &&
        isfinite(u[1]) && isfinite(u[d - 1]))
        return 0;

    double s = d == 2 ? fabs(u[1]) : zni_length2(u[1], u[2]);
    double x[3] = {r[0] - u[0] - mu * s, r[1] - u[1], d == 3 ? r[2] - u[2] : 0};
    double xt = zni_length2(x[1], x[2]), sum = 0, keep, n;

    /* comparisons drop a NaN */
    if (isnan(x[0]) || isnan(xt))
        return NAN;
    if (x[0] >= 0 && xt <= mu * x[0]) {
        /* r - x, without rounding what is small beside r */
        sum = (u[0] + mu * s) * (u[0] + mu * s);
        for (zn_index k = 1; k < d; k++)
            sum += u[k] * u[k];
        return sum;
    }
    n = (x[0] + mu * xt) / (1 + mu * mu);
    n = n > 0 ? n : 0;
    keep = xt > 0 ? mu * n / xt : 0;
    sum = (r[0] - n) * (r[0] - n);
    for (zn_index k = 1; k < d; k++)
        sum += (r[k] - keep * x[k]) * (r[k] - keep * x[k]);
    return sum;
}

/* The squares of what is off, of w - u, of r and of q; zeros at first. */
typedef struct zni_friction_sums {
    double err, off, r2, q2;
} zni_friction_sums;

/* One contact, whose size is the mean of the diagonal of its block, as zni_contact_sizes says. d is
 * known where this is called: the loops are unrolled. */
static inline void zni_friction_add(zni_friction_sums *s, zn_index d, double mu, double size,
                                    const double q[], const double z[], const double w[],
                                    const double u[])
{
    double r[3] = {0};

    for (zn_index k = 0; k < d; k++) {
        const double off = w[k] - u[k];

        r[k] = size * z[k];
        s->r2 += r[k] * r[k];
        s->off += off * off;
        s->q2 += q[k] * q[k];
    }
    s->err += zni_disc_residual(d, mu, r, u);
}

/* own, data: the roots of s->r2 and s->q2 */
static inline double zni_friction_measure(const zni_friction_sums *s, double own, double data)
{
    if (isnan(s->err) || isnan(s->off))
        return NAN;
    return zni_relative(sqrt(s->off > s->err ? s->off : s->err), own, data);
}

#endif
