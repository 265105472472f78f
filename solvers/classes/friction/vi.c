/* vi.c - friction as a variational inequality: extragradient and fixed point
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/projection.h"
#include "motion.h"
#include "view.h"

/* r in K with F(r)'(x - r) >= 0 for all x in K, F(r) = u + mu ||u_T|| e_N, u = A r + c, by
 * ../methods/projection.c; the fixed point with a fixed step is that of De Saxce & Feng, Math.
 * Comput. Modelling 28, 1998. With the motion kept each F is one solution with M, nothing
 * condensed. */
typedef struct way {
    zni_projection opt; /* rho relative to what the class says               */
    int step;           /* 0: adaptive, 1: fixed                             */
    double *v; /* ZNI_PROJECTED n, and u of the point that was mapped last: n; where the
                * motion is kept (v, r) of it, too */
    zn_index cap_v;
} way;

/* a step is longer than this over the size of W only where F is flat */
static const double LONGEST = 1e4;

typedef struct mapped {
    zni_view view;
    double *u; /* n */
} mapped;

static zn_status map(const void *of, const double r[], double F[])
{
    const mapped *s = of;
    const zni_fc *c = s->view.c;

    s->view.velocities(s->view.of, r, s->u);
    memcpy(F, s->u, (size_t)s->view.n * sizeof *F);
    for (zn_index a = 0; a < c->nc; a++)
        F[c->d * a] += c->law->shift(c, a, s->u + c->d * a);
    return ZN_OK;
}

static zn_status project(const void *of, double x[])
{
    const zni_fc *c = ((const mapped *)of)->view.c;

    zni_fc_project(c, x);
    return ZN_OK;
}

static double error(const void *of, const double r[], const double F[], double work[])
{
    const mapped *s = of;

    (void)F;
    (void)work;
    return s->view.error(s->view.of, r, s->u);
}

/* From r; u is that of the best r. unit: of rho. */
static zn_status run(way *s, zn_ctx *ctx, zni_correction kind, const zni_view *a, double unit,
                     double longest, double r[], double u[], zn_monitor *mon,
                     zn_solve_info *info)
{
    const mapped of = {*a, s->v + ZNI_PROJECTED * a->n};
    const zni_inequality p = {
        .of = &of, .n = a->n, .map = map, .project = project, .error = error};
    zni_projection opt = s->opt;
    zn_status st;

    opt.kind = (int)kind;
    opt.rho /= unit;
    opt.longest = longest;
    if (s->step) {
        opt.L = INFINITY;
        opt.L_min = 0;
    }
    st = zni_projections(ctx, &p, &opt, s->v, r, u, mon, info);
    memcpy(u, of.u, (size_t)a->n * sizeof *u);
    return st;
}

/* ---- condensed --------------------------------------------------------------- */

typedef struct vi {
    way way;
    zni_fc c;
} vi;

static zn_status room(way *s, zn_ctx *ctx, zn_index n)
{
    return zn_grow(ctx, &s->v, &s->cap_v, (ZNI_PROJECTED + 1) * n, sizeof *s->v);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    vi *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    return st ? st : room(&s->way, ctx, n);
}

static zn_status condensed(vi *s, zn_ctx *ctx, zni_correction kind, const void *problem,
                           double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_fc_set(ctx, &s->c, problem);
    zni_view a;
    double norm;

    if (!st)
        st = room(&s->way, ctx, s->c.n);
    if (st)
        return st;
    a = zni_view_condensed(&s->c);
    norm = zni_fc_norm(&s->c);
    return run(&s->way, ctx, kind, &a, norm > 0 ? norm : 1, LONGEST / a.scale, z, w, mon, info);
}

ZNI_SOLVE(extragradient, condensed, ZNI_EXTRAGRADIENT)
ZNI_SOLVE(fixed_point, condensed, ZNI_FIXED_POINT)

static void fini(void *state, zn_ctx *ctx)
{
    vi *s = state;

    zni_fc_fini(ctx, &s->c);
    zn_free_array(ctx, s->way.v);
}

#define COMMON(way_of_rho)                                                     \
    ZNI_PROJECTION_STEPS(way, opt, 50000, ", relative to 1 / ||M||"),          \
        ZN_OPT_CHOICE(way, step, way_of_rho, "adaptive|fixed",                 \
                      "length rho of the steps")

static const zn_option options[] = {COMMON(0), ZN_OPT_END};
static const zn_option fixed_options[] = {COMMON(1), ZN_OPT_END};

#define CLASS(ident, text, about, table, function)                             \
    ZNI_SOLVER(ident, ZN_KIND_FRICTION_SOLVER, text, about, vi, table,         \
               .reserve = reserve, .solve = function, .fini = fini)

CLASS(zni_friction_vi_extragradient, "vi-extragradient",
      "extragradient, self-adaptive step (Khobotov 1987)", options,
      extragradient);
CLASS(zni_friction_vi_fixed_point, "vi-fixed-point",
      "fixed-point projection, self-adaptive step (Han & Lo 2002)", options,
      fixed_point);
CLASS(zni_friction_desaxce, "desaxce",
      "fixed point of De Saxce & Feng (1998), fixed step", fixed_options,
      fixed_point);

/* ---- the motion kept ----------------------------------------------------------- */

typedef struct gvi {
    way way;
    zni_motion g;
} gvi;

static zn_status kept(gvi *s, zn_ctx *ctx, zni_correction kind, const void *problem,
                      double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    zni_motion *g = &s->g;
    zn_status st = zni_motion_begin(ctx, g, problem, 0, z, w, mon);
    const zn_index m = g->m;
    zni_kept k = {.g = g};
    zni_view a;

    if (!st)
        st = zn_grow(ctx, &s->way.v, &s->way.cap_v, (ZNI_PROJECTED + 1) * m + g->n + m,
                     sizeof *s->way.v);
    if (st)
        return st;
    k.z = s->way.v + (ZNI_PROJECTED + 1) * m;
    a = zni_view_kept(&k);
    st = run(&s->way, ctx, kind, &a, m > 0 ? g->scale : 1, 0, z + g->n, w, mon, info);
    memcpy(z, k.z, (size_t)g->n * sizeof *z);
    return st;
}

ZNI_SOLVE(kept_extragradient, kept, ZNI_EXTRAGRADIENT)
ZNI_SOLVE(kept_fixed_point, kept, ZNI_FIXED_POINT)

static void kept_fini(void *state, zn_ctx *ctx)
{
    gvi *s = state;

    zni_motion_fini(ctx, &s->g);
    zn_free_array(ctx, s->way.v);
}

static const zn_option kept_options[] = {
    ZNI_PROJECTION_OPTIONS(way, opt, 50000,
                           ", relative to the inverse of the diagonal of W"),
    ZN_OPT_END,
};

#define KEPT(ident, text, about, function)                                     \
    ZNI_SOLVER(ident, ZN_KIND_GLOBAL_FRICTION_SOLVER, text, about, gvi,        \
               kept_options, .solve = function, .fini = kept_fini)

KEPT(zni_global_friction_vi_extragradient, "vi-extragradient",
     "extragradient on the reactions (Khobotov 1987)", kept_extragradient);
KEPT(zni_global_friction_vi_fixed_point, "vi-fixed-point",
     "projection on the reactions, adaptive (Han & Sun 2004)", kept_fixed_point);
