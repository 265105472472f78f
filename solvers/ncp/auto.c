/* auto.c - the solvers of complementarity problems when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "ncp.h"

#include <math.h>
#include <string.h>

/* In order: newton-fb, newton-min, path-search, each from the start; then from other
 * starts, around the first and around the best point by turns, since a stationary point of the merit is left most simply by not going
 * there. */
enum { STARTS = 6 };

static const char *const order[] = {"newton-fb", "newton-min", "path-search",
                                    NULL};

typedef struct autos {
    double tol;
    zni_fallback list;
    double *again; /* another answer, z and w, and the start */
    zn_index cap_again;
} autos;

static zn_status init_ncp(void *state, zn_ctx *ctx)
{
    ((autos *)state)->list.apart = true;
    return zni_fallback_init(&((autos *)state)->list, ctx, "ncp", order);
}

static zn_status init_mcp(void *state, zn_ctx *ctx)
{
    ((autos *)state)->list.apart = true;
    return zni_fallback_init(&((autos *)state)->list, ctx, "mcp", order);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st =
        zn_grow(ctx, &s->again, &s->cap_again, 3 * n, sizeof *s->again);

    return st ? st : zni_fallback_reserve(&s->list, ctx, n, nnz);
}

/* The k-th other start, near x0: 1 into the box in every row, then points around it
 * at distances up to 4 and 16, the fractional parts of multiples of the golden ratio. */
static void move(int k, zn_index n, const double x0[], double z[])
{
    const double golden = 0.6180339887498949;

    for (zn_index i = 0; i < n; i++) {
        double x = golden * (double)(k * n + i);

        z[i] = x0[i] + (k == 0 ? 1 : ldexp(2 * (x - floor(x)) - 1, k < 2 ? 0 : 2 * (k / 2)));
    }
}

static bool hopeless(zn_status st, const zn_solve_info *info)
{
    return st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED ||
           info->outcome == ZN_TIME_LIMIT;
}

static zn_status starts(autos *s, zn_ctx *ctx, const void *p, zn_index n,
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    size_t bytes = (size_t)n * sizeof *z;
    zn_solve_info best;
    zn_index work;
    zn_status st =
        zn_grow(ctx, &s->again, &s->cap_again, 3 * n, sizeof *s->again);

    if (st)
        return st;
    double *z2 = s->again, *w2 = z2 + n, *x0 = w2 + n;

    memcpy(x0, z, bytes);
    st = zni_fallback_solve(&s->list, ctx, s->tol, p, n, n, z, w, mon, info);
    if (hopeless(st, info))
        return st;
    best = *info;
    work = info->iterations;
    for (int k = 0; k < STARTS && st == ZN_UNSOLVED; k++) {
        move(k, n, k % 2 ? z : x0, z2);
        st = zni_fallback_solve(&s->list, ctx, s->tol, p, n, n, z2, w2, mon,
                                info);
        if (st < 0 && st != ZN_EDOM)
            return st;
        work += st < 0 ? 0 : info->iterations;
        if (st >= 0 && (!st || info->error < best.error)) {
            best = *info;
            memcpy(z, z2, bytes);
            memcpy(w, w2, bytes);
        }
        if (!st || (st > 0 && hopeless(st, info)))
            break;
        st = ZN_UNSOLVED;
    }
    *info = best;
    info->iterations = work;
    return st;
}

static zn_status solve_ncp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    const zn_ncp *p = problem;

    return starts(state, ctx, p, p->n, z, w, mon, info);
}

static zn_status solve_mcp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    const zn_mcp *p = problem;

    return starts(state, ctx, p, p->n, z, w, mon, info);
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
                 "Newton of both kinds, then along paths, from a few starts",
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
                 "Newton of both kinds, then along paths, from a few starts",
             .state_size = sizeof(autos),
             .options = options},
    .init = init_mcp,
    .reserve = reserve,
    .solve = solve_mcp,
    .fini = fini,
};
