/* cones.c - random second-order cone LCP
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/soclcp.h>

#include "random.h"

static const zn_option options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM(INT, cones, 30, 1, 1e7, "-", "cones"),
    ZNI_RANDOM(INT, cone, 3, 1, ZNI_RANDOM_CONE, "-", "rows of each"),
    ZNI_RANDOM(REAL, tau, 1, 1e-9, 1e9, "-", "aperture"),
    ZNI_RANDOM_MATRIX,
    ZNI_RANDOM_DEGENERATE("share of cones on the border with nothing against"),
    ZN_OPT_END};

static zn_status make(zni_store *s, const zni_random_options *o, zni_random *r,
                      zni_random_result *out)
{
    const zn_index n = o->cones * o->cone;
    zn_soclcp *p = zni_store_alloc(s, 1, sizeof *p);
    zn_index *cone = zni_store_alloc(s, o->cones + 1, sizeof *cone);
    double *tau = zni_store_alloc(s, o->cones, sizeof *tau), *q;
    zn_matrix *M;
    zn_status st = p && cone && tau ? zni_random_begin(s, o, n, n, r, out, &M) : ZN_ENOMEM;

    for (zn_index k = 0; !st && k < o->cones; k++) {
        cone[k + 1] = cone[k] + o->cone;
        tau[k] = o->tau;
        zni_random_cone(o, r, o->cone, o->tau, out->z + cone[k],
                        out->w + cone[k]);
    }
    if (!st)
        st = zni_random_rest(s, M, out->z, out->w, &q);
    if (st)
        return st;
    *p = (zn_soclcp){n, M, q, o->cones, cone, tau};
    out->problem = p;
    return ZN_OK;
}

const zni_random_maker zni_random_soclcp = {"soclcp", options, make};
