/* vi.c - second-order cone complementarity as a variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "../vi/vi.h"
#include "cone.h"

/* z in K, (M z + q)'(y - z) >= 0 for all y in K; methods in ../vi/projection.c.
 * Their error is the largest component; times sqrt n it bounds the norm. */
typedef struct by_vi {
    zni_projection opt;
    zni_vi_work work;
} by_vi;

static zn_status map(void *user, const double z[], double out[])
{
    zni_soclcp_dual(user, z, out);
    return ZN_OK;
}

static zn_status project(void *user, double x[])
{
    const zn_soclcp *p = user;

    for (zn_index c = 0; c < p->ncones; c++)
        zni_soc_project(p->cone[c + 1] - p->cone[c], p->tau[c], x + p->cone[c]);
    return ZN_OK;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    (void)nnz;
    return zni_projection_reserve(ctx, &((by_vi *)state)->work, n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    by_vi *s = state;
    zn_soclcp p = *(const zn_soclcp *)problem;
    zn_vi v = {.n = p.n, .F = map, .project = project, .user = &p};
    double scale = zni_soclcp_scale(&p) / sqrt((double)p.n);

    return zni_projection_solve(ctx, &s->work, &s->opt, &v, scale, z, w, mon,
                                info);
}

static zn_status init_extra(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((by_vi *)state)->opt.extra = true;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((by_vi *)state)->work.v);
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
