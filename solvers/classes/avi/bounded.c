/* bounded.c - has a polyhedron an end in every direction?
 *
 * {z : H z >= K}, if it is not empty, is bounded where no direction d != 0 has H d >= 0, that is, where
 * the cone of its normals is the whole space (Farkas); and it is if it contains e_1, ..., e_n and
 * -(1, ..., 1). Each of these is looked for as a sum of normals with weights >= 0 that is least away, by
 * coordinate descent (Hildreth, Naval Research Logistics Quarterly 4, 1957).
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include "../../linalg/units.h"

#include <math.h>
#include <string.h>

/* A polyhedron that needs more sweeps, or comes no nearer, is not plainly bounded. */
enum { SWEEPS = 200 };
static const double NEAR = 1e-6;

/* r = H'lambda - c, whose largest entry of c is 1: does it vanish for some lambda >= 0? */
static bool vanishes(const zn_avi *p, double r[], double lambda[])
{
    const zn_index n = p->n, m = p->m;

    memset(lambda, 0, (size_t)m * sizeof *lambda);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (zn_index f = 0; f < m; f++) {
            double along = 0, by;

            for (zn_index j = 0; j < n; j++)
                along += p->H[f + j * m] * r[j];
            by = fmax(-lambda[f], -along / zni_face_squares(p, f));
            lambda[f] += by;
            for (zn_index j = 0; j < n; j++)
                r[j] += by * p->H[f + j * m];
        }
        if (zni_largest(r, n) <= NEAR)
            return true;
    }
    return false;
}

bool zni_avi_bounded(const zn_avi *p, double work[])
{
    const zn_index n = p->n;
    double *r = work, *lambda = work + n;

    for (zn_index k = 0; k <= n; k++) {
        for (zn_index j = 0; j < n; j++)
            r[j] = k == n ? 1 : j == k ? -1 : 0;
        if (!vanishes(p, r, lambda))
            return false;
    }
    return true;
}
