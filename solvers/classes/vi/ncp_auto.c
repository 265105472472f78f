/* ncp_auto.c - the solvers of complementarity problems when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/fallback.h"
#include "../../strategy/portfolio.h"
#include "ncp_proximal.h"

#include <math.h>

/* In order: newton-fb, newton-min, path-search, each from the start; then from other
 * starts, around the first and around the best point by turns, since a stationary point
 * of the merit is left most simply by not going there. Where F is not defined at the start
 * (a power of a sum at 0, exp(|z|^2) far away), the others come nearer and nearer to 1 and
 * the first point where it is defined takes its place. At the end proximal points, from the start. */
enum { STARTS = 6 };

static const char *const order[] = {"newton-fb", "newton-min", "path-search",
                                    NULL};
static const char *const reasons[] = {
    "descends from most starts", "few steps where the active set is near",
    "goes on where the merit has a minimum beside a solution"};
static const char *const elsewhere[] = {
    "from another start", "from another start", "from another start"};

extern const zn_problem_type zni_ncp_problem, zni_mcp_problem;

typedef struct autos {
    double tol;
    zni_fallback list;
    double *best; /* of the portfolio of starts */
    zn_index cap_best;
    bool lost, found; /* is F not defined at the start; at another one? */
    zni_ncp_proximal proximal;
    zni_ncp_of of; /* the problem for them */
} autos;

static zn_status init(autos *s, zn_ctx *ctx, const char *problem)
{
    s->list.fresh = ZNI_ALL_FRESH;
    return zni_fallback_init(&s->list, ctx, problem, order);
}

static zn_status init_ncp(void *state, zn_ctx *ctx)
{
    return init(state, ctx, "ncp");
}

static zn_status init_mcp(void *state, zn_ctx *ctx)
{
    return init(state, ctx, "mcp");
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zn_grow(ctx, &s->best, &s->cap_best, ZNI_PORTFOLIO(n, n),
                           sizeof *s->best);

    if (!st)
        st = zni_ncp_proximal_reserve(ctx, &s->proximal, n);
    return st ? st : zni_fallback_reserve(&s->list, ctx, n, nnz);
}

/* The k-th other start, near x0: 1 into the box in every row, then points around it
 * at distances up to 4 and 16, the fractional parts of multiples of the golden ratio. */
static void move(int k, zn_index n, const double x0[], double z[])
{
    const double golden = 0.6180339887498949;

    for (zn_index i = 0; i < n; i++) {
        double x = golden * (double)(k * n + i);

        z[i] = x0[i] + (k == 0 ? 1
                               : ldexp(2 * (x - floor(x)) - 1,
                                       k < 2 ? 0 : 2 * (k / 2)));
    }
}

/* The k-th where F is not defined at x0, between there and 1. */
static void approach(int k, zn_index n, const double x0[], double z[])
{
    for (zn_index i = 0; i < n; i++)
        z[i] = 1 + ldexp(x0[i] - 1, -2 * k);
}

/* the point that the methods begin from the i-th time */
static void begin(const zni_portfolio *all, int i, double z[])
{
    const autos *s = all->state;
    const double *start = zni_portfolio_start(all);

    if (i > 1 && s->lost && !s->found)
        approach(i - 1, all->nz, start, z);
    else if (i > 0)
        move(i - 1, all->nz, i % 2 && !s->found ? start : all->best, z);
}

/* proximal points from the start: each step is one of the first method */
static zn_status proximal(autos *s, zn_ctx *ctx, const void *p, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    const double since = zni_clock_if_told(mon);
    zn_status st = zn_solver_set_real(s->list.solver[0], "tol", fmax(0.1 * s->tol, 1e-15));

    s->of.problem = p;
    s->of.newton = s->list.solver[0];
    if (!st)
        st = zni_ncp_proximal_run(ctx, &s->proximal, &s->of, s->tol, z, w, mon, info);
    info->solver = "proximal";
    if (st == ZN_EDOM)
        return ZN_EINVAL;
    zni_portfolio_tell(mon, st, info, since, "monotone maps that all else runs past");
    return st;
}

/* the methods from start i; where F is not defined there, the next */
static zn_status run(const zni_portfolio *all, int i, zn_ctx *ctx, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    autos *s = all->state;
    zn_status st;

    if (i > STARTS)
        return s->lost ? ZN_EINVAL : proximal(s, ctx, all->data, z, w, mon, info);
    s->list.tol = s->tol;
    s->list.why = i > 0 ? elsewhere : reasons;
    begin(all, i, z);
    st = zni_fallback_solve(&s->list, ctx, all->data, all->nz, all->nz, z, w,
                            mon, info);
    s->lost = s->lost || (i == 0 && st == ZN_EDOM);
    s->found = s->lost && (s->found || st >= 0);
    return st == ZN_EDOM ? ZN_EINVAL : st;
}

static zn_status starts(autos *s, zn_ctx *ctx, const void *p, zn_index n,
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    zn_status st = zn_grow(ctx, &s->best, &s->cap_best, ZNI_PORTFOLIO(n, n),
                           sizeof *s->best);
    const zni_portfolio all = {.run = run,
                               .state = s,
                               .data = p,
                               .count = 2 + STARTS,
                               .nz = n,
                               .nw = n,
                               .best = s->best,
                               .nested = true,
                               .fresh = ZNI_ALL_FRESH};

    s->lost = s->found = false;
    if (!st)
        st = zni_portfolio_run(&all, ctx, z, w, mon, info);
    return st == ZN_EINVAL && s->lost && !s->found ? ZN_EDOM : st;
}

static zn_status solve_ncp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    const zn_ncp *p = problem;
    autos *s = state;

    s->of = (zni_ncp_of){.v = zni_ncp_vi(p, NULL), .error = zni_ncp_problem.error};
    return starts(s, ctx, p, p->n, z, w, mon, info);
}

static zn_status solve_mcp(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    const zn_mcp *p = problem;
    autos *s = state;

    s->of = (zni_ncp_of){.v = zni_mcp_vi(p), .mixed = true, .error = zni_mcp_problem.error};
    return starts(s, ctx, p, p->n, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_fallback_fini(&s->list, ctx);
    zni_ncp_proximal_fini(ctx, &s->proximal);
    zn_free_array(ctx, s->best);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_ncp_auto, ZN_KIND_NCP_SOLVER, "auto",
           "Newton of both kinds, then along paths, from a few starts", autos,
           options, .init = init_ncp, .reserve = reserve, .solve = solve_ncp,
           .fini = fini);

ZNI_SOLVER(zni_mcp_auto, ZN_KIND_MCP_SOLVER, "auto",
           "Newton of both kinds, then along paths, from a few starts", autos,
           options, .init = init_mcp, .reserve = reserve, .solve = solve_mcp,
           .fini = fini);
