/* newton.c - semismooth Newton for nonlinear and mixed complementarity
 * SPDX-License-Identifier: Apache-2.0 */
#include "ncp.h"

/* The methods are those of ../vi/newton.c: directions from Fischer-Burmeister or
 * from the min map, line search on the Fischer-Burmeister merit for both. */
typedef struct newton {
    zni_vi_newton opt;
    zni_newton_work work;
    double *zero; /* n */
    zn_index cap_zero;
} newton;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    zn_status st = zn_grow(ctx, &s->zero, &s->cap_zero, n, sizeof *s->zero);

    return st ? st : zni_vi_newton_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve_ncp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    newton *s = state;
    const zn_ncp *p = problem;
    zn_status st = zn_grow(ctx, &s->zero, &s->cap_zero, p->n, sizeof *s->zero);

    if (st)
        return st;
    zn_vi v = zni_ncp_vi(p, s->zero);

    return zni_vi_newton_solve(ctx, &s->work, &s->opt, &v, 1, z, w, mon, info);
}

static zn_status solve_mcp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    newton *s = state;
    zn_vi v = zni_mcp_vi(problem);

    return zni_vi_newton_solve(ctx, &s->work, &s->opt, &v, 1, z, w, mon, info);
}

static zn_status init_fb(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((newton *)state)->opt.fb = true;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    newton *s = state;

    zni_vi_newton_fini(ctx, &s->work);
    zn_free_array(ctx, s->zero);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(newton, opt.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_iter", offsetof(newton, opt.max_iter), 500, 1, 1e6,
     NULL, "-", "Newton steps before giving up"},
    ZN_OPT_END,
};

static const char fb_summary[] =
    "Newton on Fischer-Burmeister, line search (De Luca 1996)";
static const char min_summary[] =
    "active sets of the min map, Fischer-Burmeister line search";

const zn_solver_type zni_ncp_newton_fb = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_NCP_SOLVER,
             .name = "newton-fb",
             .summary = fb_summary,
             .state_size = sizeof(newton),
             .options = options},
    .init = init_fb,
    .reserve = reserve,
    .solve = solve_ncp,
    .fini = fini,
};

const zn_solver_type zni_ncp_newton_min = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_NCP_SOLVER,
             .name = "newton-min",
             .summary = min_summary,
             .state_size = sizeof(newton),
             .options = options},
    .reserve = reserve,
    .solve = solve_ncp,
    .fini = fini,
};

const zn_solver_type zni_mcp_newton_fb = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_MCP_SOLVER,
             .name = "newton-fb",
             .summary = fb_summary,
             .state_size = sizeof(newton),
             .options = options},
    .init = init_fb,
    .reserve = reserve,
    .solve = solve_mcp,
    .fini = fini,
};

const zn_solver_type zni_mcp_newton_min = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_MCP_SOLVER,
             .name = "newton-min",
             .summary = min_summary,
             .state_size = sizeof(newton),
             .options = options},
    .reserve = reserve,
    .solve = solve_mcp,
    .fini = fini,
};
