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

/* u in terms of u + theta |u_T| e_N, which is in the dual cone */
static void cone(const zni_random_options *o, zni_random *r, double z[],
                 double w[])
{
    zni_random_cone(o, r, 3, o->eta, z, w);
    w[0] -= o->theta * hypot(w[1], w[2]);
}

/* inside with u = 0, or on the border with u_T opposite */
static void cylinder(const zni_random_options *o, zni_random *r, double z[],
                     double w[])
{
    const bool flows = zni_random_below(r, 2) == 1;
    const bool border = zni_random_unit(r) < o->degenerate;
    const double inside = zni_random_unit(r), size = zni_random_size(r);
    double t[2];

    zni_random_direction(r, 2, t);
    z[0] = zni_random_sign(r);
    for (int k = 0; k < 2; k++) {
        z[k + 1] = t[k] * o->sigma_y * (flows || border ? 1 : inside);
        w[k + 1] = flows && !border ? -size * t[k] : 0;
    }
}

static zn_status make(zni_store *s, const zni_random_options *o, zni_random *r,
                      zni_random_result *out)
{
    const zn_index nc = o->points, n = 3 * nc;
    zn_plasticity *p = zni_store_alloc(s, 1, sizeof *p);
    double *limit = zni_store_alloc(s, nc, sizeof *limit);
    double *theta = zni_store_alloc(s, nc, sizeof *theta), *q;
    zn_matrix *M;
    zn_status st = p && limit && theta ? zni_random_begin(s, o, n, n, r, out, &M) : ZN_ENOMEM;

    for (zn_index a = 0; !st && a < nc; a++) {
        limit[a] = o->model == 0 ? o->eta : o->sigma_y;
        theta[a] = o->theta;
        (o->model == 0 ? cone : cylinder)(o, r, out->z + 3 * a, out->w + 3 * a);
    }
    if (!st)
        st = zni_random_rest(s, M, out->z, out->w, &q);
    if (st)
        return st;
    *p = (zn_plasticity){.nc = nc,
                         .model =
                             o->model == 0 ? ZN_DRUCKER_PRAGER : ZN_VON_MISES,
                         .M = M,
                         .q = q};
    if (o->model == 0) {
        p->eta = limit;
        p->theta = theta;
    } else {
        p->sigma_y = limit;
    }
    out->problem = p;
    return ZN_OK;
}

const zni_random_maker zni_random_plasticity = {"plasticity", options, make};
