/* projection.c - projection methods for variational inequalities
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/projection.h"
#include "vi.h"

/* The methods are in ../../methods/projection.c. */

typedef struct view {
    const zn_vi *p;
    double scale;
} view;

static zn_status map(const void *of, const double z[], double w[])
{
    return zni_vi_map(((const view *)of)->p, z, w);
}

static zn_status onto(const void *of, double x[])
{
    return zni_vi_project(((const view *)of)->p, x);
}

static double error(const void *of, const double z[], const double w[],
                    double work[])
{
    const view *v = of;

    return zni_vi_residual(v->p, z, w, work) / v->scale;
}

/* ---- the solvers -------------------------------------------------------- */

static zn_status solve(zni_projecting *s, zni_call call, zni_correction kind, const void *problem)
{
    const zn_vi *p = problem;
    zni_projection opt = s->opt;
    zn_status st = zni_projecting_reserve(s, call.ctx, p->n, 0);

    if (st)
        return st;

    const view v = {p, zni_vi_scale(p, s->v + ZNI_PROJECTED * p->n)};
    const zni_inequality q = {
        .of = &v, .n = p->n, .map = map, .project = onto, .error = error};

    opt.kind = (int)kind;
    return zni_projections(call, &q, &opt, s->v);
}

ZNI_SOLVE(fixed_point, solve, ZNI_FIXED_POINT)
ZNI_SOLVE(extragradient, solve, ZNI_EXTRAGRADIENT)
ZNI_SOLVE(hyperplane, solve, ZNI_HYPERPLANE)

static const zn_option options[] = {
    ZNI_PROJECTION_OPTIONS(zni_projecting, opt, 20000, ""),
    ZN_OPT_END,
};

static const zn_option plane_options[] = {
    ZNI_PROJECTION_STEPS(zni_projecting, opt, 20000, ""),
    ZNI_OPTION(zni_projecting, REAL, "gamma", opt.gamma, 1.5, 0.01, 1.99, NULL,
               "relaxation: times the distance from the plane"),
    ZN_OPT_END,
};

#define CLASS(ident, text, about, table, function)                                                 \
    ZNI_SOLVER(ident, ZN_KIND_VI_SOLVER, text, about, zni_projecting, table, function,             \
               zni_projecting_fini, .reserve = zni_projecting_reserve)

CLASS(zni_vi_fixed_point, "fixed-point",
      "projection, adaptive steps, co-coercive F (Han & Sun 2004)", options, fixed_point);
CLASS(zni_vi_extragradient, "extragradient",
      "two projections a step, monotone F (Khobotov 1987)", options, extragradient);
CLASS(zni_vi_hyperplane, "hyperplane",
      "projection on hyperplanes, pseudomonotone F (Solodov 1996)", plane_options, hyperplane);
