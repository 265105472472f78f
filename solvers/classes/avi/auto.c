/* auto.c - the solver of affine variational inequalities to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/list.h"
#include "avi.h"

extern const zn_problem_type zni_avi_problem;

typedef struct autos {
    zni_list all;
    zn_index max_iter;
    zni_avi_boxed boxed;
    zni_avi_pivot pivot;
    zni_avi_mixed mixed;
    zni_avi_proximal proximal;
    double *work; /* of the error measure */
    zn_index cap_work;
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_avi_mixed_init(&((autos *)state)->mixed, ctx);
}

/* What a method ended with, after a look at its signs: an end of pivots may be one that
 * rounding has moved off. */
static zn_status verdict(zni_turn *t, zn_status st)
{
    autos *s = t->state;

    if (st < 0)
        return st;
    t->info->solver = t->m->name; /* not that of who was asked */
    if (st == ZN_OK || t->info->outcome == ZN_INACCURATE) {
        const zn_status sharp =
            zni_avi_sharpen(&s->mixed, t->ctx, t->problem, t->z, t->w, t->mon);

        if (sharp)
            return sharp;
    }
    t->info->error = zn_avi_error(t->problem, t->z, t->w, s->work);
    if (t->info->error <= s->all.tol)
        return ZN_OK;
    if (st == ZN_OK)
        t->info->outcome = ZN_INACCURATE;
    return ZN_UNSOLVED;
}

static bool boxed(const zni_turn *t)
{
    return zni_avi_is_boxed(t->problem);
}

/* No more faces than unknowns cross in one point at the most. Pivots from it solve any M where P is bounded, which
 * it is not then, but for lines; to take these out and to invert the faces is more than all that the mixed problem
 * takes, of twice the rows at the most, where z is free and eliminated first. */
static bool few_faces(const zni_turn *t)
{
    const zn_avi *p = t->problem;

    return p->m <= p->n;
}

static bool many_faces(const zni_turn *t)
{
    return !few_faces(t);
}

static zn_status as_relay(zni_turn *t)
{
    return zni_avi_boxed_solve(&((autos *)t->state)->boxed, t->ctx, t->problem, t->z, t->w, t->mon,
                               t->info);
}

static zn_status pivots(zni_turn *t)
{
    return zni_avi_pivot_solve(&((autos *)t->state)->pivot, t->ctx, t->problem, t->z, t->w, t->mon,
                               t->info);
}

static zn_status as_mlcp(zni_turn *t)
{
    return zni_avi_mixed_solve(&((autos *)t->state)->mixed, t->ctx, t->problem, t->z, t->w, t->mon,
                               t->info);
}

static zn_status proximal(zni_turn *t)
{
    autos *s = t->state;

    return zni_avi_proximal_solve(&s->proximal, &s->pivot, t->ctx, t->problem, t->z, t->w, t->mon,
                                  t->info);
}

static const zni_method methods[] = {
    {"relay", "faces along the axes: bounds of a relay", .run = as_relay, .suits = boxed,
     .from = ZNI_FROM_START},
    {"mlcp", "no more faces than unknowns: with multipliers of the faces", .run = as_mlcp,
     .suits = few_faces, .from = ZNI_FROM_START},
    {"cao-ferris", "pivots from a vertex of the polyhedron", .run = pivots,
     .from = ZNI_FROM_START},
    {"mlcp", "no end: with multipliers of the faces", .run = as_mlcp, .suits = many_faces,
     .from = ZNI_FROM_START},
    {"proximal", "a singular problem: regular ones that converge to it", .run = proximal,
     .from = ZNI_FROM_START},
    ZNI_LAST,
};
static const zni_method last[] = {ZNI_BALANCED_WAY(zni_avi_balanced, zni_balance_suits), ZNI_LAST};

static const zni_portfolio what = {
    .class = &zni_avi_problem, .list = methods, .last = last, .judge = verdict};

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_avi *p = problem;
    const zn_status st =
        zn_grow(ctx, &s->work, &s->cap_work, 2 * p->n + p->m, sizeof *s->work);

    if (st)
        return st;
    s->boxed.tol = s->pivot.tol = s->mixed.tol = s->all.tol;
    s->pivot.max_iter = s->max_iter;
    return zni_list_solve(s, ctx, &what, p, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_avi_boxed_fini(&s->boxed, ctx);
    zni_avi_pivot_fini(&s->pivot, ctx);
    zni_avi_mixed_fini(&s->mixed, ctx);
    zni_avi_proximal_fini(&s->proximal, ctx);
    zni_list_fini(s, ctx);
    zn_free_array(ctx, s->work);
}

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-10),
    ZN_OPT_INT(autos, max_iter, 1000, 1, 1e9, "-",
               "pivots before the other method is tried"),
    ZNI_BALANCE_OPTION(zni_list, balance.wanted),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_avi_auto, ZN_KIND_AVI_SOLVER, "auto",
           "a box as a relay; cao-ferris, mlcp (first: few faces), proximal points", autos, options,
           .init = init, .solve = solve, .fini = fini);
