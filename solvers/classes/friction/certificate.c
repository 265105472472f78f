/* certificate.c - the proof that a friction problem has no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/ray.h"
#include "motion.h"

/* A ray d >= 0 with normal components only, W'd = 0 and q'd < 0 is a proof: for all r, d'u = d'(W r + q) = q'd < 0, so
 * that not all u_N are >= 0, as friction of any kind requires (Farkas' lemma; de Saxce & Feng 1998 for the cones).
 * Solvers look for such rays; what they find is verified here, from the data alone. */

bool zni_ray_proves(zn_index nc, const zn_index first[], const zn_matrix *W,
                    const double q[], const double d[], double v[])
{
    double along = 0, all = 0;

    for (zn_index a = 0; a < nc; a++) {
        if (!(d[first[a]] >= 0))
            return false;
        for (zn_index i = first[a] + 1; i < first[a + 1]; i++)
            if (d[i] != 0)
                return false;
        along += q[first[a]] * d[first[a]];
        all += fabs(q[first[a]]) * d[first[a]];
    }
    return along < -ZNI_RAY_PLAIN * all && isfinite(all) && zni_ray_is_null(W, d, v);
}

/* The same with the motion kept: if H d = 0, d'u = d'(H'v + b) = b'd < 0 for all v. */
bool zni_ray_balances(const zni_motion *g, const double d[], double v[])
{
    zn_index n = g->n;
    double *Hd = v, *size = v + n, along = 0, all = 0;

    memset(v, 0, 2 * (size_t)n * sizeof *v);
    for (zn_index a = 0; a < g->nc; a++) {
        double load = d[g->d * a], b = g->p->b[g->d * a];

        if (!(load >= 0))
            return false;
        along += b * load;
        all += fabs(b) * load;
        for (zn_index k = g->H.p[a]; k < g->H.p[a + 1]; k++) {
            Hd[g->H.i[k]] += g->H.x[g->d * k] * load;
            size[g->H.i[k]] += fabs(g->H.x[g->d * k]) * load;
        }
    }
    return zni_ray_vanishes(n, Hd, size) && along < -ZNI_RAY_PLAIN * all && isfinite(all);
}
