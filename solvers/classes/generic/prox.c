/* prox.c - proximal points on a generic mechanical problem, each problem by Newton
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/prox.h"
#include "generic.h"

/* By ../methods/prox.c, with hardly any term: where redundant rows pull against each other
 * by a part of q that Newton's method and sweeps cannot take away, their multipliers drift
 * until one contact gives way. The rows of g have units of their own, M has the size 1. */
enum { INNER = 40 }; /* Newton steps for each */

typedef struct run {
    zn_ctx *ctx;
    zni_gmnewton_work *newton;
    const zni_gm *g;
} run;

static zn_status regular(void *of, double alpha, bool full, const double ref[],
                         double tol, double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    const run *a = of;
    const zni_gmnewton opt = {.tol = tol,
                              .max_iter = INNER,
                              .map = ZNI_AC,
                              .search = !full,
                              .alpha = alpha,
                              .ref = ref};

    return zni_gmnewton_run(a->ctx, a->newton, NULL, &opt, a->g, z, w, mon,
                            info);
}

static double measure(void *of, const double z[], double w[])
{
    const zni_gm *g = ((const run *)of)->g;

    zni_gm_mul(g, z, g->p->q, w);
    return zni_gm_error(g, z, w);
}

zn_status zni_gprox_run(zn_ctx *ctx, zni_gmnewton_work *k, double tol,
                        zn_index most, const zni_gm *g, double v[], double z[],
                        double w[], zn_monitor *mon, zn_solve_info *info)
{
    run a = {ctx, k, g};
    const zni_proximal p = {
        .of = &a, .n = g->n, .nw = g->n, .solve = regular, .measure = measure};
    zni_proximate how = zni_proximate_contacts(1, INNER);

    how.tol = tol;
    how.max_iter = most;
    return zni_proximal_points(&p, &how, v, z, w, mon, info);
}
