/* residual.c - how far a point of a quadratic program is from optimal
 * SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include <string.h>

/* |z - P(z - w)| in the box and |s - P_K(s - l)|, s = A z + b, as they stand */
double zni_qp_residual(const zn_qp *p, const double z[], double w[], double s[],
                       double s_l[])
{
    const double *l = w + p->n;
    const double scale = zni_qp_scale(p);
    double most = 0;

    zni_qp_gradient(p, z, l, w);
    for (zn_index i = 0; i < p->n; i++) {
        double lo = zni_qp_lo(p, i), hi = zni_qp_hi(p, i);
        double r = fmax(fmin(z[i] - lo, w[i]), z[i] - hi);

        if (!(fabs(r) <= most))
            most = isfinite(z[i] + w[i]) ? fabs(r) : NAN;
    }
    most /= scale;
    zni_qp_rows(p, z, s);
    for (zn_index i = 0; i < p->m; i++)
        s_l[i] = s[i] - l[i];
    if (zni_qp_project(p, s_l))
        return NAN;
    for (zn_index i = 0; i < p->m; i++) {
        double r = p->project ? (s[i] - s_l[i]) / scale
                              : fmin(s[i] / zni_qp_row_scale(p, i, scale),
                                     l[i] / scale);

        if (!(fabs(r) <= most))
            most = fabs(r);
    }
    return most;
}

zn_status zni_qp_late(const zn_qp *p, const double z[], double w[], zn_solve_info *info)
{
    info->outcome = ZN_TIME_LIMIT;
    memset(w + p->n, 0, (size_t)p->m * sizeof *w);
    zni_qp_gradient(p, z, w + p->n, w);
    return ZN_UNSOLVED;
}
