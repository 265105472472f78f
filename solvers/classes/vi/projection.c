/* projection.c - variational inequalities by projections
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/projection.h"
#include "vi.h"

/* The methods are in ../methods/projection.c. */

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

typedef struct projection {
    zni_projection opt;
    double *v; /* ZNI_PROJECTED n, and for the scale 2 n */
    zn_index cap_v;
} projection;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    projection *s = state;

    (void)nnz;
    return zn_grow(ctx, &s->v, &s->cap_v, (ZNI_PROJECTED + 2) * n,
                   sizeof *s->v);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    projection *s = state;
    const zn_vi *p = problem;
    zn_status st = reserve(s, ctx, p->n, 0);

    if (st)
        return st;

    const view v = {p, zni_vi_scale(p, s->v + ZNI_PROJECTED * p->n)};
    const zni_inequality q = {
        .of = &v, .n = p->n, .map = map, .project = onto, .error = error};

    return zni_projections(ctx, &q, &s->opt, s->v, z, w, mon, info);
}

static zn_status init_extra(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((projection *)state)->opt.kind = ZNI_EXTRAGRADIENT;
    return ZN_OK;
}

static zn_status init_hyperplane(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((projection *)state)->opt.kind = ZNI_HYPERPLANE;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((projection *)state)->v);
}

static const zn_option options[] = {
    ZNI_PROJECTION_OPTIONS(projection, opt, 20000, ""),
    ZN_OPT_END,
};

static const zn_option plane_options[] = {
    ZNI_PROJECTION_STEPS(projection, opt, 20000, ""),
    ZNI_OPTION(projection, REAL, "gamma", opt.gamma, 1.5, 0.01, 1.99, NULL,
               "relaxation: times the distance from the plane"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_vi_fixed_point, ZN_KIND_VI_SOLVER, "fixed-point",
           "projection, adaptive steps, co-coercive F (Han & Sun 2004)",
           projection, options, .reserve = reserve, .solve = solve,
           .fini = fini);

ZNI_SOLVER(zni_vi_extragradient, ZN_KIND_VI_SOLVER, "extragradient",
           "two projections a step, monotone F (Khobotov 1987)", projection,
           options, .init = init_extra, .reserve = reserve, .solve = solve,
           .fini = fini);

ZNI_SOLVER(zni_vi_hyperplane, ZN_KIND_VI_SOLVER, "hyperplane",
           "projection on hyperplanes, pseudomonotone F (Solodov 1996)",
           projection, plane_options, .init = init_hyperplane,
           .reserve = reserve, .solve = solve, .fini = fini);
