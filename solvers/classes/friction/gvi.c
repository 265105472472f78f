/* gvi.c - global friction as a variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/projection.h"
#include "motion.h"

/* r in K with F(r)'(x - r) >= 0 for all x in K,
 *     F(r) = u + mu ||u_T|| e_N,   u = H'v + b,   M v = H r + q:
 * one solution with M for each F, nothing condensed, by ../methods/projection.c. */
typedef struct gvi {
    zni_projection opt; /* rho relative to 1 / the size of W                */
    zni_motion g;
    double *v; /* ZNI_PROJECTED m, and (v, r) and u of the point that was mapped
                * last: n + 2 m */
    zn_index cap_v;
} gvi;

/* What was mapped last; zni_motion_move has work in g. */
typedef struct view {
    zni_motion *g;
    double *z, *u;
} view;

static zn_status map(const void *of, const double r[], double F[])
{
    const view *s = of;
    const zni_motion *g = s->g;

    memcpy(s->z + g->n, r, (size_t)g->m * sizeof *r);
    zni_motion_move(s->g, s->z, s->u);
    memcpy(F, s->u, (size_t)g->m * sizeof *F);
    for (zn_index a = 0; a < g->nc; a++)
        F[g->d * a] += g->p->mu[a] * zni_tangent(g->d, s->u + g->d * a);
    return ZN_OK;
}

static zn_status project(const void *of, double x[])
{
    const zni_motion *g = ((const view *)of)->g;

    for (zn_index a = 0; a < g->nc; a++)
        zn_friction_project(g->d, g->p->mu[a], x + g->d * a, x + g->d * a);
    return ZN_OK;
}

static double error(const void *of, const double r[], const double F[],
                    double work[])
{
    const view *s = of;

    (void)r;
    (void)F;
    (void)work;
    return zni_motion_error(s->g, s->z, s->u);
}

static zn_status run(gvi *s, zn_ctx *ctx, zni_correction kind,
                     const void *problem, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_motion_begin(ctx, &s->g, problem, 0, z, w, mon);
    zn_index n = s->g.n, m = s->g.m;
    zni_projection opt = s->opt;

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, ZNI_PROJECTED * m + n + 2 * m,
                     sizeof *s->v);
    if (st)
        return st;

    double *last = s->v + ZNI_PROJECTED * m;
    const view of = {.g = &s->g, .z = last, .u = last + n + m};
    const zni_inequality p = {
        .of = &of, .n = m, .map = map, .project = project, .error = error};

    opt.kind = (int)kind;
    if (m > 0)
        opt.rho /= s->g.scale;
    st = zni_projections(ctx, &p, &opt, s->v, z + n, w, mon, info);
    memcpy(z, of.z, (size_t)n * sizeof *z);
    memcpy(w, of.u, (size_t)m * sizeof *w);
    return st;
}

ZNI_SOLVE(extragradient, run, ZNI_EXTRAGRADIENT)
ZNI_SOLVE(fixed_point, run, ZNI_FIXED_POINT)

static void fini(void *state, zn_ctx *ctx)
{
    gvi *s = state;

    zni_motion_fini(ctx, &s->g);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZNI_PROJECTION_OPTIONS(gvi, opt, 50000,
                           ", relative to the inverse of the diagonal of W"),
    ZN_OPT_END,
};

#define CLASS(ident, text, about, function)                                    \
    ZNI_SOLVER(ident, ZN_KIND_GLOBAL_FRICTION_SOLVER, text, about, gvi,        \
               options, .solve = function, .fini = fini)

CLASS(zni_global_friction_vi_extragradient, "vi-extragradient",
      "extragradient on the reactions (Khobotov 1987)", extragradient);
CLASS(zni_global_friction_vi_fixed_point, "vi-fixed-point",
      "projection on the reactions, adaptive (Han & Sun 2004)", fixed_point);
