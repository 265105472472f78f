/* prox.c - proximal points on a generic mechanical problem, each problem by Newton
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/prox.h"
#include "generic.h"

/* By ../methods/prox.c, with hardly any term: where redundant rows pull against each other
 * by a part of q that Newton's method and sweeps cannot take away, their multipliers drift
 * until one contact gives way, as in friction/prox.c, whose numbers these are. Steps are
 * full ones first while the term is weak. */
static const double LEAST = 1e-12, MOST = 1e3, WEAK = 1e-6;
enum { INNER = 40 }; /* Newton steps for each */

typedef struct run {
    zn_ctx *ctx;
    zni_gmnewton_work *newton;
    const zni_gm *g;
} run;

static zn_status regular(void *of, double alpha, const double ref[], double tol,
                         double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    const run *a = of;
    zni_gmnewton opt = {.tol = tol,
                        .max_iter = INNER,
                        .map = ZNI_AC,
                        .search = alpha > WEAK,
                        .alpha = alpha,
                        .ref = ref};
    zn_status st = zni_gmnewton_run(a->ctx, a->newton, NULL, &opt, a->g, z, w,
                                    mon, info);
    zn_index before;

    if (st != ZN_UNSOLVED || opt.search || info->outcome == ZN_INTERRUPTED)
        return st;
    before = info->iterations;
    opt.search = true;
    memcpy(z, ref, (size_t)a->g->n * sizeof *z);
    st = zni_gmnewton_run(a->ctx, a->newton, NULL, &opt, a->g, z, w, mon, info);
    info->iterations += before;
    return st;
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
    const zni_proximate how = {.tol = tol,
                               .max_iter = most,
                               .alpha = LEAST,
                               .least = LEAST,
                               .most = MOST,
                               .factor = 5,
                               .easy = (INNER + 1) / 2,
                               .exact = 0.01};

    return zni_proximal_points(&p, &how, v, z, w, mon, info);
}
