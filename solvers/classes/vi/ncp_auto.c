/* ncp_auto.c - NCP and MCP: the default solvers, lists of methods from several starts
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/list.h"
#include "vi.h"

#include <math.h>

/* The methods are tried from the start, then from other starts, alternately near the given start and near the best
 * point, since the simplest way past a stationary point of the merit function is another start. If F is not defined at
 * the given start (a power of a sum at 0, exp(|z|^2) far away) the other starts approach the vector of ones, and the
 * first one where F is defined replaces the given start. The last method is proximal points, from the given start. */

extern const zn_problem_type zni_ncp_problem, zni_mcp_problem;

typedef struct autos {
    zni_vi_front front;
    zni_store store;  /* of the methods */
    zni_store starts; /* of the list of starts */
    const zn_problem_type *class; /* ncp or mcp */
    double tol;
    bool lost, found; /* F is not defined at the given start; it is at another one */
    zni_ncp_proximal proximal;
} autos;

/* Active sets are cheaper, but the full step of a set that is wrong goes far out unless bounds on both sides stop it,
 * and is halved then. */
static bool bounded(const zni_turn *t)
{
    const zn_mcp *p = t->problem;

    return ((const autos *)t->state)->class == &zni_mcp_problem && zni_vi_two_sided(p->n, p->lb, p->ub);
}

static bool open(const zni_turn *t)
{
    return !bounded(t);
}

static const zni_method methods[] = {
    {"newton-min", "bounds on both sides: factors of the free rows alone", .suits = bounded, .from = ZNI_FROM_START},
    {"newton-fb", "converges from most starts", .from = ZNI_FROM_START},
    {"newton-min", "few steps where the active set is near", .suits = open, .from = ZNI_FROM_START},
    {"path-search", "passes local minima of the merit function",
     .from = ZNI_FROM_START},
    ZNI_LAST,
};

static zn_status init(autos *s, zn_ctx *ctx, const zn_problem_type *class)
{
    const zn_status st = zni_named_init(&s->store, ctx, class->type.name, methods);

    s->class = class;
    return st ? st : zni_ncp_proximal_init(ctx, &s->proximal);
}

static zn_status init_ncp(void *state, zn_ctx *ctx)
{
    const zn_status st = zni_ncp_init(state, ctx);

    return st ? st : init(state, ctx, &zni_ncp_problem);
}

static zn_status init_mcp(void *state, zn_ctx *ctx)
{
    const zn_status st = zni_mcp_init(state, ctx);

    return st ? st : init(state, ctx, &zni_mcp_problem);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_store_reserve(&s->starts, ctx, s->class, n, n, nnz);

    if (!st)
        st = zni_vi_front_reserve(&s->front, ctx, n, 0);
    if (!st)
        st = zni_ncp_proximal_reserve(ctx, &s->proximal, n, nnz);
    return st ? st : zni_named_reserve(&s->store, ctx, s->class, n, nnz);
}

/* The k-th other start, near x0: first x0 + 1, then points around x0 with components up to 1, 4, 16, ... away, by the
 * fractional parts of multiples of the golden ratio. */
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

/* The k-th start if F is not defined at x0: between x0 and the vector of ones. */
static void approach(int k, zn_index n, const double x0[], double z[])
{
    for (zn_index i = 0; i < n; i++)
        z[i] = 1 + ldexp(x0[i] - 1, -2 * k);
}

/* z = the i-th start */
static void begin(const zni_turn *t, int i)
{
    const autos *s = t->state;
    const zn_index n = t->of->nz;
    const double *start = s->starts.start;

    if (i > 1 && s->lost && !s->found)
        approach(i - 1, n, start, t->z);
    else if (i > 0)
        move(i - 1, n,
             (i % 2 && !s->found) || !(t->least < INFINITY) ? start : s->starts.best, t->z);
}

/* All methods from one start. If F is not defined there the list goes on with the next one (ZN_EINVAL). */
static zn_status from_one(zni_turn *t)
{
    autos *s = t->state;
    const int i = (int)(t->m - t->of->list);
    zni_portfolio all = *t->of;
    zn_status st;

    all.list = methods;
    all.store = &s->store;
    all.nested = false;
    begin(t, i);
    st = zni_portfolio_run(&all, t->ctx, t->z, t->w, t->mon, t->info);
    s->lost = s->lost || (i == 0 && st == ZN_EDOM);
    s->found = s->lost && (s->found || st >= 0);
    return st == ZN_EDOM ? ZN_EINVAL : st;
}

static zn_status proximal(zni_turn *t)
{
    autos *s = t->state;
    const double since = zni_clock_if_told(t->mon);
    double scale;
    zn_vi v;
    zn_status st;

    if (s->lost)
        return ZN_EINVAL;
    st = s->front.view(&s->front, t->ctx, t->problem, &v, &scale);
    if (!st)
        st = zni_ncp_proximal_run(zni_call_of(t), &s->proximal, s->class, t->problem, &v, s->tol);
    t->info->solver = t->m->name;
    if (st == ZN_EDOM)
        return ZN_EINVAL;
    zni_portfolio_tell(t->mon, st, t->info, since, t->m->why);
    return st;
}

#define FROM_ONE {"start", .run = from_one, .from = ZNI_FROM_START}

static const zni_method starts[] = {
    FROM_ONE, FROM_ONE, FROM_ONE, FROM_ONE, FROM_ONE, FROM_ONE, FROM_ONE,
    {"proximal", "monotone maps on which Newton's methods diverge", .run = proximal, .from = ZNI_FROM_START},
    ZNI_LAST,
};

static zn_status solve(void *state, zni_call call, const void *problem)
{
    autos *s = state;
    const zn_index n = s->class->nz(problem);
    const zni_portfolio all = {.list = starts,
                               .state = s,
                               .problem = problem,
                               .class = s->class,
                               .tol = s->tol,
                               .store = &s->starts,
                               .nz = n,
                               .nw = n,
                               .nested = true};
    zn_status st;

    s->lost = s->found = false;
    st = zni_portfolio_run(&all, call.ctx, call.z, call.w, call.mon, call.info);
    return st == ZN_EINVAL && s->lost && !s->found ? ZN_EDOM : st;
}

static void fini(autos *s, zn_ctx *ctx)
{
    zni_store_fini(&s->store, ctx);
    zni_store_fini(&s->starts, ctx);
    zni_ncp_proximal_fini(ctx, &s->proximal);
    zni_vi_front_fini(&s->front, ctx);
}

static const zn_option options[] = {
    ZNI_TOL(autos, tol, 1e-10),
    ZNI_GUESTS_OPTION(autos, store.guests),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_ncp_auto, ZN_KIND_NCP_SOLVER, "auto",
           "Newton of both kinds, then along paths, from a few starts", autos, options, solve, fini,
           .init = init_ncp, .reserve = reserve);

ZNI_SOLVER(zni_mcp_auto, ZN_KIND_MCP_SOLVER, "auto",
           "Newton of both kinds, then along paths, from a few starts", autos, options, solve, fini,
           .init = init_mcp, .reserve = reserve);
