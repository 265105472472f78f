/* guests.c - solvers of plugins that offer themselves to `auto` (zn_offer)
 * SPDX-License-Identifier: Apache-2.0 */
#include "guests.h"

#include <math.h>
#include <string.h>

#include "../core/core.h"
#include "../core/monitor.h"
#include "portfolio.h"

struct zni_guest {
    zni_method m; /* as a method of the list; first member, since the guest is found by its address */
    zn_solver *solver;
    const zn_offer *offer;
    const char *after; /* a method that is in the list, or NULL                      */
    double cost;       /* operations; INFINITY: it is not asked (any more)            */
};

/* Solvers of plugins that this thread is in: those that `auto` called, made or looks for. It belongs to the thread, since
 * threads may share a context. */
static _Thread_local int hosting;

/* Run a guest. If it calls `auto` in turn, that is done without guests. */
static zn_status run(zni_turn *t)
{
    const zni_portfolio *p = t->of;
    zn_solver *s = ((const zni_guest *)(const void *)t->m)->solver;
    zn_status st = zn_solver_set_real(s, "tol", p->tol);

    if (p->outputs)
        p->outputs(p, t->z, t->w);
    if (p->across)
        p->across(p, t->z, t->w, false);
    hosting++;
    if (!st)
        st = zn_solver_solve_inner(s, t->problem, t->z, t->w, t->mon, t->info);
    hosting--;
    if (p->across)
        p->across(p, t->z, t->w, true);
    /* whether double precision has nothing better, or there is a proof (ZNI_DOUBTED), is not for a plugin to say */
    if (st == ZN_UNSOLVED && t->info->outcome == ZN_INACCURATE)
        t->info->outcome = ZN_STALLED;
    return st;
}

static zn_status add(zni_guests *g, zn_ctx *ctx, const zn_problem_type *class,
                     const zn_solver_type *type)
{
    zn_status st = zn_grow(ctx, &g->all, &g->cap, g->count + 1, sizeof *g->all);
    zni_guest *new;

    if (st)
        return st;
    new = &g->all[g->count];
    *new = (zni_guest){.m = {.name = type->type.name, .why = type->offer->why, .run = run, .is = ZNI_DOUBTED},
                       .offer = type->offer};
    st = zn_solver_new(ctx, class->type.name, type->type.name, &new->solver);
    g->count += !st;
    return st;
}

/* add the solvers of plugins that were loaded since the last time */
static zn_status look(zni_guests *g, zn_ctx *ctx, const zn_problem_type *class)
{
    zn_status st = ZN_OK;

    hosting++;
    for (; g->seen < ctx->ntypes && !st; g->seen += !st) {
        const zn_solver_type *type = (const zn_solver_type *)(const void *)ctx->types[g->seen];

        if (type->type.kind == class->solver_kind && type->offer)
            st = add(g, ctx, class, type);
    }
    hosting--;
    return st;
}

static bool closed(const zni_guests *g)
{
    return !g->wanted || hosting > 0;
}

zn_status zni_guests_reserve(zni_guests *g, zn_ctx *ctx, const zn_problem_type *class, zn_index n,
                             zn_index nnz)
{
    zn_status st = closed(g) ? ZN_OK : look(g, ctx, class);

    hosting++;
    for (zn_index k = 0; k < g->count && !st; k++)
        st = zn_solver_reserve(g->all[k].solver, n, nnz);
    hosting--;
    return st;
}

static bool listed(const zni_method list[], int count, const char *name)
{
    for (int i = 0; list && (count > 0 ? i < count : list[i].name != NULL); i++)
        if (!strcmp(list[i].name, name))
            return true;
    return false;
}

zn_status zni_guests_seat(zni_guests *g, const zni_portfolio *p, zn_ctx *ctx)
{
    zn_status st;

    g->waiting = 0;
    if (!p->class || closed(g))
        return ZN_OK;
    st = g->seen < ctx->ntypes ? look(g, ctx, p->class) : ZN_OK;
    if (st)
        return st;
    for (zn_index k = 0; k < g->count; k++) {
        zni_guest *of = &g->all[k];
        const char *after = of->offer->after;

        of->cost = of->offer->cost ? of->offer->cost(p->problem) : 0;
        of->after = after && (!*after || listed(p->before, 0, after) ||
                              listed(p->list, p->count, after))
                        ? after
                        : NULL;
        g->waiting += of->cost < INFINITY;
    }
    return ZN_OK;
}

/* the cheapest guest for this place; NULL: none */
static zni_guest *cheapest(zni_guests *g, const char *after)
{
    zni_guest *found = NULL;

    for (zn_index k = 0; k < g->count; k++) {
        zni_guest *of = &g->all[k];

        if (of->cost < (found ? found->cost : INFINITY) &&
            (!after || (of->after && !strcmp(of->after, after))))
            found = of;
    }
    return found;
}

const zni_method *zni_guests_next(zni_guests *g, const char *after, zn_monitor *mon)
{
    zni_guest *of;

    while (g->waiting > 0 && (of = cheapest(g, after))) {
        const bool fits = zni_affords(mon, of->cost);
        const zn_solve_info late = {
            .solver = of->m.name, .outcome = ZN_TIME_LIMIT, .error = INFINITY};

        of->cost = INFINITY;
        g->waiting--;
        if (fits)
            return &of->m;
        zni_portfolio_tell(mon, ZN_UNSOLVED, &late, zni_clock_if_told(mon), of->m.why);
    }
    return NULL;
}

void zni_guests_fini(zni_guests *g, zn_ctx *ctx)
{
    for (zn_index k = 0; k < g->count; k++)
        zn_solver_free(g->all[k].solver);
    zn_free_array(ctx, g->all);
}
