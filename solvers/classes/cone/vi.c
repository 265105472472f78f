/* vi.c - second-order cone complementarity as a variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/projection.h"
#include "cone.h"

/* z in K, (M z + q)'(y - z) >= 0 for all y in K, by ../../methods/projection.c, where rho is relative to 1 / the mean
 * size of M. */
typedef struct view {
    const zn_soclcp *p;
    const double *size;
} view;

static zn_status map(const void *of, const double z[], double w[])
{
    zni_soclcp_dual(((const view *)of)->p, z, w);
    return ZN_OK;
}

static zn_status project(const void *of, double x[])
{
    const zn_soclcp *p = ((const view *)of)->p;

    for (zn_index c = 0; c < p->ncones; c++)
        zni_soc_project(p->cone[c + 1] - p->cone[c], p->tau[c], x + p->cone[c]);
    return ZN_OK;
}

static double error(const void *of, const double z[], const double w[],
                    double work[])
{
    const view *v = of;

    return zni_soclcp_residual(v->p, v->size, z, w, work);
}

static zn_status solve(zni_projecting *s, zni_call call, zni_correction kind, const void *problem)
{
    const zn_soclcp *p = problem;
    zni_projection opt = s->opt;
    double mean = 0;
    zn_status st = zni_projecting_reserve(s, call.ctx, p->n, 0);

    if (st)
        return st;

    double *size = s->v + ZNI_PROJECTED * p->n;
    const view v = {p, size};
    const zni_inequality q = {
        .of = &v, .n = p->n, .map = map, .project = project, .error = error};

    zni_soclcp_sizes(p, size);
    for (zn_index c = 0; c < p->ncones; c++)
        mean += size[c] / (double)p->ncones;
    opt.rho /= mean;
    opt.kind = (int)kind;
    return zni_projections(call, &q, &opt, s->v);
}

ZNI_SOLVE(extragradient, solve, ZNI_EXTRAGRADIENT)
ZNI_SOLVE(fixed_point, solve, ZNI_FIXED_POINT)

static const zn_option options[] = {
    ZNI_PROJECTION_OPTIONS(zni_projecting, opt, 20000,
                           ", relative to the inverse of the diagonal of M"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_vi_extragradient, ZN_KIND_SOCLCP_SOLVER, "vi-extragradient",
           "two projections a step, monotone M (Khobotov 1987)", zni_projecting, options,
           extragradient, zni_projecting_fini, .reserve = zni_projecting_reserve);

ZNI_SOLVER(zni_soclcp_vi_fixed_point, ZN_KIND_SOCLCP_SOLVER, "vi-fixed-point",
           "projection, adaptive steps, symmetric M (Han & Sun 2004)", zni_projecting, options,
           fixed_point, zni_projecting_fini, .reserve = zni_projecting_reserve);
