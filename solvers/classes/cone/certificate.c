/* certificate.c - the proof that a second-order cone problem has no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/ray.h"
#include "cone.h"

#include <float.h>

/* A ray d of the cones with M'd = 0 and q'd < 0 proves it: for all z, d'w = q'd < 0,
 * and w is not in the dual cones (Farkas' lemma). What a solver found is judged here,
 * from the data alone: M'd and the place of d, to rounding. */

bool zni_soclcp_ray_proves(const zn_soclcp *p, const double d[], double v[])
{
    const double rounding = 64 * DBL_EPSILON;
    double along = 0, all = 0;

    for (zn_index c = 0; c < p->ncones; c++) {
        double rest = 0, head = d[p->cone[c]];

        for (zn_index i = p->cone[c] + 1; i < p->cone[c + 1]; i++)
            rest = hypot(rest, d[i]);
        if (!(rest <= p->tau[c] * head * (1 + rounding)))
            return false;
    }
    for (zn_index i = 0; i < p->n; i++) {
        along += p->q[i] * d[i];
        all += fabs(p->q[i] * d[i]);
    }
    return along < -ZNI_RAY_PLAIN * all && isfinite(all) && zni_ray_is_null(p->M, d, v);
}
