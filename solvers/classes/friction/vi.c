/* vi.c - extragradient and fixed point of the variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/projection.h"
#include "friction.h"

/* r in K with F(r)'(x - r) >= 0 for all x in K, F(r) = u + mu ||u_T|| e_N, by
 * ../methods/projection.c; the fixed point with a fixed step is that of De Saxce &
 * Feng, Math. Comput. Modelling 28, 1998. */
typedef struct vi {
    zni_projection opt; /* rho relative to 1 / ||M||_inf                     */
    int step;           /* 0: adaptive, 1: fixed                             */
    zni_fc c;
    double *v; /* ZNI_PROJECTED n, and u of the point that was mapped last: n */
    zn_index cap_v;
} vi;

/* a step is longer than this over the size of W only where F is flat */
static const double LONGEST = 1e4;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    vi *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    return st ? st
              : zn_grow(ctx, &s->v, &s->cap_v, (ZNI_PROJECTED + 1) * n,
                        sizeof *s->v);
}

static double *velocity(const vi *s)
{
    return s->v + ZNI_PROJECTED * s->c.n;
}

static zn_status map(const void *of, const double r[], double F[])
{
    const vi *s = of;
    const zni_fc *c = &s->c;
    double *u = velocity(s);

    zni_fc_mul(c, r, c->q, u);
    memcpy(F, u, (size_t)c->n * sizeof *F);
    for (zn_index a = 0; a < c->nc; a++)
        F[c->d * a] += c->law->shift(c, a, u + c->d * a);
    return ZN_OK;
}

static zn_status project(const void *of, double x[])
{
    const zni_fc *c = &((const vi *)of)->c;

    for (zn_index a = 0; a < c->nc; a++)
        c->law->project(c, a, x + c->d * a, x + c->d * a);
    return ZN_OK;
}

static double error(const void *of, const double r[], const double F[],
                    double work[])
{
    const vi *s = of;

    (void)F;
    (void)work;
    return zni_fc_error(&s->c, r, velocity(s));
}

static zn_status run(vi *s, zn_ctx *ctx, zni_correction kind,
                     const void *problem, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    zni_fc *c = &s->c;
    zn_status st = zni_fc_set(ctx, c, problem);
    zni_projection opt = s->opt;
    double norm;

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, (ZNI_PROJECTED + 1) * c->n,
                     sizeof *s->v);
    if (st)
        return st;

    const zni_inequality of = {
        .of = s, .n = c->n, .map = map, .project = project, .error = error};

    norm = zni_fc_norm(c);
    opt.kind = (int)kind;
    opt.rho /= norm > 0 ? norm : 1;
    opt.longest = LONGEST / zni_fc_scale(c);
    if (s->step) {
        opt.L = INFINITY;
        opt.L_min = 0;
    }
    st = zni_projections(ctx, &of, &opt, s->v, z, w, mon, info);
    memcpy(w, velocity(s), (size_t)c->n * sizeof *w);
    return st;
}

ZNI_SOLVE(extragradient, run, ZNI_EXTRAGRADIENT)
ZNI_SOLVE(fixed_point, run, ZNI_FIXED_POINT)

static void fini(void *state, zn_ctx *ctx)
{
    vi *s = state;

    zni_fc_fini(ctx, &s->c);
    zn_free_array(ctx, s->v);
}

#define COMMON(way_of_rho)                                                     \
    ZNI_PROJECTION_STEPS(vi, opt, 50000, ", relative to 1 / ||M||"),           \
        ZN_OPT_CHOICE(vi, step, way_of_rho, "adaptive|fixed",                  \
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
