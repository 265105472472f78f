/* auto.c - the solvers of complementarity problems when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "ncp.h"

#include <string.h>

/* In order: newton-fb, newton-min, path-search; then these once more from the start moved by 1
 * into the box in every row, since a stationary point of the merit is left
 * most simply by not going there. */
static const char *const order[] = {"newton-fb", "newton-min", "path-search",
                                    NULL};

typedef struct autos {
    double tol;
    zni_fallback list;
    double *again; /* start, then second answer: z and w */
    zn_index cap_again;
} autos;

static zn_status init_ncp(void *state, zn_ctx *ctx)
{
    return zni_fallback_init(&((autos *)state)->list, ctx, "ncp", order);
}

static zn_status init_mcp(void *state, zn_ctx *ctx)
{
    return zni_fallback_init(&((autos *)state)->list, ctx, "mcp", order);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st =
        zn_grow(ctx, &s->again, &s->cap_again, 2 * n, sizeof *s->again);

    return st ? st : zni_fallback_reserve(&s->list, ctx, n, nnz);
}

static zn_status twice(autos *s, zn_ctx *ctx, const void *p, zn_index n,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    size_t bytes = (size_t)n * sizeof *z;
    zn_solve_info first;
    zn_status st =
        zn_grow(ctx, &s->again, &s->cap_again, 2 * n, sizeof *s->again);

    if (st)
        return st;
    double *z2 = s->again, *w2 = z2 + n;

    for (zn_index i = 0; i < n; i++)
        z2[i] = z[i] + 1;
    st = zni_fallback_solve(&s->list, ctx, s->tol, p, n, n, z, w, mon, info);
    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_TIME_LIMIT)
        return st;
    first = *info;
    st = zni_fallback_solve(&s->list, ctx, s->tol, p, n, n, z2, w2, mon, info);
    if (st < 0 && st != ZN_EDOM)
        return st;
    if (st >= 0)
        first.iterations += info->iterations;
    if (st >= 0 && info->error < first.error) {
        memcpy(z, z2, bytes);
        memcpy(w, w2, bytes);
        info->iterations = first.iterations;
        return st;
    }
    *info = first;
    return ZN_UNSOLVED;
}

static zn_status solve_ncp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    const zn_ncp *p = problem;

    return twice(state, ctx, p, p->n, z, w, mon, info);
}

static zn_status solve_mcp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    const zn_mcp *p = problem;

    return twice(state, ctx, p, p->n, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_fallback_fini(&s->list, ctx);
    zn_free_array(ctx, s->again);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};

const zn_solver_type zni_ncp_auto = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_NCP_SOLVER,
             .name = "auto",
             .summary =
                 "Newton of both kinds, then along paths, from two starts",
             .state_size = sizeof(autos),
             .options = options},
    .init = init_ncp,
    .reserve = reserve,
    .solve = solve_ncp,
    .fini = fini,
};

const zn_solver_type zni_mcp_auto = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_MCP_SOLVER,
             .name = "auto",
             .summary =
                 "Newton of both kinds, then along paths, from two starts",
             .state_size = sizeof(autos),
             .options = options},
    .init = init_mcp,
    .reserve = reserve,
    .solve = solve_mcp,
    .fini = fini,
};
