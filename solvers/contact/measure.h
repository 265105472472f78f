/* measure.h - the error measure of the class of friction, contact by contact
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CONTACT_MEASURE_H
#define ZN_CONTACT_MEASURE_H

#include "../linalg/twice.h"
#include "law.h"

/* Sums of squares: of the residual, of w - u, of size r and of q. Zero at first. */
typedef struct zni_friction_sums {
    double err, off, r2, q2;
} zni_friction_sums;

/* One contact: ||r - P(r - v)||^2 with v = u + mu ||u_T|| e_N, r = size z. Its size is the mean of the diagonal of
 * its block (zni_contact_sizes). d is a constant where this is called. */
static inline void zni_friction_add(zni_friction_sums *s, zn_index d, double mu, double size,
                                    const double q[], const double z[], const double w[],
                                    const double u[])
{
    static const double zero[2] = {0};
    const double slip = zni_tangent(d, u);
    double r[3] = {0}, v[3];

    for (zn_index k = 0; k < d; k++) {
        const double off = w[k] - u[k];

        r[k] = size * z[k];
        s->r2 += r[k] * r[k];
        s->off += off * off;
        s->q2 += q[k] * q[k];
        v[k] = u[k];
    }
    /* squares that overflow or vanish are left to hypot */
    v[0] += mu * (slip > 1e-140 && slip < 1e140 ? slip : zni_difference_norm(d - 1, 1, zero, u + 1));
    s->err += zni_cone_distance2(d, mu, 1, r, v);
}

/* own = sqrt(s->r2), data = sqrt(s->q2) */
static inline double zni_friction_measure(const zni_friction_sums *s, double own, double data)
{
    if (isnan(s->err) || isnan(s->off))
        return NAN;
    return zni_relative(sqrt(s->off > s->err ? s->off : s->err), own, data);
}

#endif
