/* auto.c - variational inequalities: the default solver, a list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/list.h"
#include "vi.h"

extern const zn_problem_type zni_vi_problem;

typedef struct autos {
    zni_list list; /* first */
    zni_ncp_proximal proximal;
    zni_normal_map normal;
} autos;

static bool boxed(const zni_turn *t)
{
    const zn_vi *p = t->problem;

    return zni_vi_boxed(p) && p->jacobian;
}

static zn_status proximal(zni_turn *t)
{
    const zn_status st = zni_ncp_proximal_run(zni_call_of(t), &((autos *)t->state)->proximal,
                                              &zni_vi_problem, t->problem, t->problem, t->of->tol);

    t->info->solver = t->m->name; /* not the solver of its subproblems */
    return st;
}

static bool few(const zni_turn *t)
{
    return t->of->nz <= ZNI_NORMAL_MAP;
}

static zn_status by_normal_map(zni_turn *t)
{
    return zni_normal_map_run(zni_call_of(t), &((autos *)t->state)->normal, t->problem, t->of->tol);
}

static bool bounded(const zni_turn *t)
{
    const zn_vi *p = t->problem;

    return boxed(t) && zni_vi_two_sided(p->n, p->lb, p->ub);
}

static const char *const sets[] = {"direction", "min", NULL};

/* Each method has its own limit of iterations, so the time is bounded. */
static const zni_method methods[] = {
    {.name = "box-newton", .why = "bounds on both sides: factors of the free rows alone", .suits = bounded,
     .from = ZNI_FROM_START, .options = sets},
    {.name = "box-newton", .why = "a box with Jacobian: few steps from most starts", .from = ZNI_FROM_START},
    {.name = "path-search", .why = "a box with Jacobian: passes local minima of the merit function"},
    {.name = "proximal", .why = "a box with Jacobian: monotone F on which Newton's methods diverge",
     .run = proximal, .suits = boxed, .from = ZNI_FROM_START},
    {.name = "extragradient", .why = "any set with a projection, monotone F"},
    {.name = "normal-map", .why = "few rows, any set: Newton by differences, proximal points",
     .run = by_normal_map, .suits = few},
    {.name = "hyperplane", .why = "pseudomonotone F"},
    {.name = "fixed-point", .why = "co-coercive F, the cheapest steps"},
    ZNI_LAST,
};

static const zni_portfolio what = {.class = &zni_vi_problem, .list = methods};

static zn_status init(void *state, zn_ctx *ctx)
{
    const zn_status st = zni_list_init(state, ctx, &what);

    return st ? st : zni_ncp_proximal_init(ctx, &((autos *)state)->proximal);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_list_reserve(s, ctx, &what, n, nnz);

    if (!st)
        st = zni_ncp_proximal_reserve(ctx, &s->proximal, n, nnz);
    return st ? st : zni_normal_map_reserve(ctx, &s->normal, n);
}

ZNI_SOLVE(solve, zni_list_solve, &what)

static void fini(autos *s, zn_ctx *ctx)
{
    zni_list_fini(&s->list, ctx);
    zni_ncp_proximal_fini(ctx, &s->proximal);
    zni_normal_map_fini(ctx, &s->normal);
}

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-8),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_vi_auto, ZN_KIND_VI_SOLVER, "auto",
           "Newton and proximal points on boxes with Jacobian, else projections", autos, options,
           solve, fini, .init = init, .reserve = reserve);
