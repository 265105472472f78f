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

static zn_index rows(const zni_random_options *o)
{
    return o->cones * o->cone;
}

static zn_status draw(zni_draws by, zni_random_result *out)
{
    zn_soclcp *p = out->problem;
    zn_index *cone = zni_store_alloc(by.s, by.o->cones + 1, sizeof *cone);

    p->tau = zni_random_same(by.s, by.o->cones, by.o->tau);
    if (!cone || !p->tau)
        return ZN_ENOMEM;
    for (zn_index k = 0; k < by.o->cones; k++) {
        cone[k + 1] = cone[k] + by.o->cone;
        zni_random_cone(by, by.o->cone, by.o->tau, out->z + cone[k],
                        out->w + cone[k]);
    }
    p->n = rows(by.o);
    p->ncones = by.o->cones;
    p->cone = cone;
    return ZN_OK;
}

const zni_random_maker zni_random_soclcp = {
    "soclcp", options, ZNI_RANDOM_MAP(zn_soclcp, draw), .rows = rows};
