/* path_search.c - path search for nonlinear and mixed complementarity
 * SPDX-License-Identifier: Apache-2.0 */
#include "ncp.h"

/* The method is that of ../vi/path_search.c. */
typedef struct search {
    zni_vi_search opt;
    zni_search_work work;
    double *zero; /* n */
    zn_index cap_zero;
} search;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    search *s = state;
    zn_status st = zn_grow(ctx, &s->zero, &s->cap_zero, n, sizeof *s->zero);

    return st ? st : zni_vi_search_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve_ncp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    search *s = state;
    const zn_ncp *p = problem;
    zn_status st = zn_grow(ctx, &s->zero, &s->cap_zero, p->n, sizeof *s->zero);

    if (st)
        return st;
    zn_vi v = zni_ncp_vi(p, s->zero);

    return zni_vi_search_solve(ctx, &s->work, &s->opt, &v, 1, z, w, mon, info);
}

static zn_status solve_mcp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    search *s = state;
    zn_vi v = zni_mcp_vi(problem);

    return zni_vi_search_solve(ctx, &s->work, &s->opt, &v, 1, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    search *s = state;

    zni_vi_search_fini(ctx, &s->work);
    zn_free_array(ctx, s->zero);
}

static const zn_option options[] = {
    ZNI_SEARCH_OPTIONS(search, opt),
    ZN_OPT_END,
};

static const char summary[] = "Newton along paths of pivots (Ralph 1994)";

const zn_solver_type zni_ncp_path_search = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_NCP_SOLVER,
             .name = "path-search",
             .summary = summary,
             .state_size = sizeof(search),
             .options = options},
    .reserve = reserve,
    .solve = solve_ncp,
    .fini = fini,
};

const zn_solver_type zni_mcp_path_search = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_MCP_SOLVER,
             .name = "path-search",
             .summary = summary,
             .state_size = sizeof(search),
             .options = options},
    .reserve = reserve,
    .solve = solve_mcp,
    .fini = fini,
};
