/* vi.c - second-order cone complementarity as a variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "../friction/friction.h"
#include "../vi/vi.h"
#include "cone.h"

/* z in K, (M z + q)'(y - z) >= 0 for all y in K; methods in ../vi/projection.c.
 * Their error is the largest component; times sqrt n it bounds the norm. */
typedef struct by_vi {
    zni_projection opt;
    zni_vi_work work;
    const zn_soclcp *p;
    double unit;
    double *size; /* 2 n: of the cones; room */
    zn_index cap_size;
} by_vi;

/* The unknowns are z times s->unit, of the size of M: as large as w, so that a step of
 * length 1 is one in any units. */
static zn_status map(void *user, const double x[], double out[])
{
    by_vi *s = user;
    double *z = s->size + s->p->n;

    for (zn_index i = 0; i < s->p->n; i++)
        z[i] = x[i] / s->unit;
    zni_soclcp_dual(s->p, z, out);
    return ZN_OK;
}

static zn_status project(void *user, double x[])
{
    const zn_soclcp *p = ((by_vi *)user)->p;

    for (zn_index c = 0; c < p->ncones; c++)
        zni_soc_project(p->cone[c + 1] - p->cone[c], p->tau[c], x + p->cone[c]);
    return ZN_OK;
}

/* a tolerance that is not worth asking for */
static const double ROUNDING = 1e-17;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    (void)nnz;
    by_vi *s = state;
    zn_status st = zn_grow(ctx, &s->size, &s->cap_size, 2 * n, sizeof *s->size);

    return st ? st : zni_projection_reserve(ctx, &s->work, n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    by_vi *s = state;
    const zn_soclcp *p = problem;
    zn_vi v = {.n = p->n, .F = map, .project = project, .user = s};
    zn_status st =
        zn_grow(ctx, &s->size, &s->cap_size, 2 * p->n, sizeof *s->size);
    double scale = zni_soclcp_scale(p) / sqrt((double)p->n), err = 0;
    zni_projection opt = s->opt;
    zn_index steps = 0;

    if (st)
        return st;
    s->p = p;
    zni_soclcp_sizes(p, s->size);
    for (zn_index c = 0; c < p->ncones; c++)
        err += s->size[c] / (double)p->ncones;
    s->unit = zni_octave(err);
    /* cones of other sizes: ask for more until it is enough */
    do {
        for (zn_index i = 0; i < p->n; i++)
            z[i] *= s->unit;
        st = zni_projection_solve(ctx, &s->work, &opt, &v, scale, z, w, mon,
                                  info);
        for (zn_index i = 0; i < p->n; i++)
            z[i] /= s->unit;
        steps += info->iterations;
        info->iterations = steps;
        if (st)
            return st;
        err = zni_soclcp_residual(p, s->size, z, w, s->size + p->n);
        opt.tol *= fmin(0.5, 0.3 * s->opt.tol / err);
        opt.max_iter = s->opt.max_iter - steps;
    } while (err > s->opt.tol && opt.max_iter > 0 && opt.tol > ROUNDING);
    return ZN_OK;
}

static zn_status init_extra(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((by_vi *)state)->opt.kind = ZNI_EXTRAGRADIENT;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((by_vi *)state)->work.v);
    zn_free_array(ctx, ((by_vi *)state)->size);
}

static const zn_option options[] = {
    ZNI_PROJECTION_OPTIONS(by_vi, opt, 1e-8),
    ZN_OPT_END,
};

const zn_solver_type zni_soclcp_vi_extragradient = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_SOCLCP_SOLVER,
             .name = "vi-extragradient",
             .summary = "two projections a step, monotone M (Khobotov 1987)",
             .state_size = sizeof(by_vi),
             .options = options},
    .init = init_extra,
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};

const zn_solver_type zni_soclcp_vi_fixed_point = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_SOCLCP_SOLVER,
             .name = "vi-fixed-point",
             .summary =
                 "projection, adaptive steps, symmetric M (Han & Sun 2004)",
             .state_size = sizeof(by_vi),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
