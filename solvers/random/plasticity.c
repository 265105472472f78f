/* plasticity.c - random plasticity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/plasticity.h>

#include "random.h"

static const zn_option options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM(INT, points, 30, 1, 1e7, "-", "points of 3 rows"),
    ZNI_RANDOM(CHOICE, model, 0, "drucker-prager|von-mises", "criterion"),
    ZNI_RANDOM(REAL, eta, 0.4, 0, 1e6, "-", "slope of the cones"),
    ZNI_RANDOM(REAL, theta, 0.4, 0, 1e6, "-", "shift of the flow"),
    ZNI_RANDOM(REAL, sigma_y, 1, 0, 1e6, "-", "yield stress"),
    ZNI_RANDOM_MATRIX,
    ZNI_RANDOM_DEGENERATE("share of points that are about to flow"),
    ZN_OPT_END};

/* u from u + theta |u_T| e_N, which is in the dual cone */
static void cone(zni_draws by, double z[], double w[])
{
    zni_random_cone(by, 3, by.o->eta, z, w);
    w[0] -= by.o->theta * hypot(w[1], w[2]);
}

/* inside with u = 0, or on the border with u_T opposite */
static void cylinder(zni_draws by, double z[], double w[])
{
    const bool flows = zni_random_below(by.r, 2) == 1;
    const bool border = zni_random_unit(by.r) < by.o->degenerate;
    const double inside = zni_random_unit(by.r), size = zni_random_size(by.r);
    double t[2];

    zni_random_direction(by.r, 2, t);
    z[0] = zni_random_sign(by.r);
    for (int k = 0; k < 2; k++) {
        z[k + 1] = t[k] * by.o->sigma_y * (flows || border ? 1 : inside);
        w[k + 1] = flows && !border ? -size * t[k] : 0;
    }
}

static zn_index rows(const zni_random_options *o)
{
    return 3 * o->points;
}

static zn_status draw(zni_draws by, zni_random_result *out)
{
    zn_plasticity *p = out->problem;
    const bool cones = by.o->model == 0;
    double *limit =
        zni_random_same(by.s, by.o->points, cones ? by.o->eta : by.o->sigma_y);
    double *theta = zni_random_same(by.s, by.o->points, by.o->theta);

    if (!limit || !theta)
        return ZN_ENOMEM;
    for (zn_index a = 0; a < by.o->points; a++)
        (cones ? cone : cylinder)(by, out->z + 3 * a, out->w + 3 * a);
    p->nc = by.o->points;
    p->model = cones ? ZN_DRUCKER_PRAGER : ZN_VON_MISES;
    *(cones ? &p->eta : &p->sigma_y) = limit;
    p->theta = cones ? theta : NULL;
    return ZN_OK;
}

const zni_random_maker zni_random_plasticity = {
    "plasticity", options, ZNI_RANDOM_MAP(zn_plasticity, draw), .rows = rows};
