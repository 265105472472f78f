/* certificate.c - the proof that a second-order cone problem has no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/ray.h"
#include "cone.h"

#include <float.h>

/* A ray d of the cones with M'd = 0 and q'd < 0 proves it: for all z, d'w = q'd < 0,
 * and w is not in the dual cones (Farkas' lemma). What a solver found is judged here,
 * from the data alone: M'd and the place of d, to rounding. */

/* |M|'d into out, by the columns of unit vectors where M is stored by blocks */
static double size_of_column(const zn_matrix *M, zn_index j, const double d[])
{
    double sum = 0;

    if (M->storage == ZN_CSC) {
        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
            sum += fabs(M->x[k] * d[M->i[k]]);
        return sum;
    }
    for (zn_index i = 0; i < M->rows; i++)
        sum += fabs(zn_matrix_get(M, i, j) * d[i]);
    return sum;
}

bool zni_soclcp_ray_proves(const zn_soclcp *p, const double d[], double v[])
{
    const double rounding = 64 * DBL_EPSILON;
    double along = 0, all = 0, most = 0;

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
    if (!(along < -ZNI_RAY_PLAIN * all) || !isfinite(all))
        return false;
    zn_matrix_mul_t(p->M, 1, d, 0, v);
    for (zn_index j = 0; j < p->n; j++) {
        v[p->n + j] = size_of_column(p->M, j, d);
        most = fmax(most, v[p->n + j]);
    }
    /* a column that is nearly zero beside the others is rounding itself */
    for (zn_index j = 0; j < p->n; j++)
        if (!(fabs(v[j]) <= rounding * fmax(v[p->n + j], 1e-3 * most)))
            return false;
    return true;
}
