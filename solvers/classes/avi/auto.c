/* auto.c - affine variational inequalities: the default solver, a list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/monitor.h"
#include "../../strategy/list.h"
#include "avi.h"

extern const zn_problem_type zni_avi_problem;

typedef struct autos {
    zni_list all;
    zn_index max_iter;
    zni_avi_boxed boxed;
    zni_avi_pivot pivot;
    zni_avi_mixed mixed;
    double *work; /* of the error measure */
    zn_index cap_work;
    bool mixed_first;
} autos;

static zn_status as_mlcp(zni_turn *t)
{
    return zni_avi_mixed_solve(&((autos *)t->state)->mixed, zni_call_of(t), t->problem);
}

/* The status of a method after the signs of its answer are checked: rounding may have moved the end of pivots away from
 * the solution. */
static zn_status looked(zni_turn *t, zn_status st)
{
    autos *s = t->state;

    if (st < 0)
        return st;
    t->info->solver = t->m->name; /* not that of the inner solver */
    if ((st == ZN_OK && !(t->m->run == as_mlcp && s->mixed.plain)) || t->info->outcome == ZN_INACCURATE) {
        const zn_status sharp =
            zni_avi_sharpen(&s->mixed, t->ctx, t->problem, s->all.tol, t->z, t->w, t->mon);

        if (sharp)
            return sharp;
    }
    return zni_portfolio_judged(t, st, zni_avi_error(t->problem, s->all.tol, t->z, t->w, s->work));
}

static bool boxed(const zni_turn *t)
{
    return zni_avi_is_boxed(t->problem);
}

/* Is the mixed problem tried before pivots from a vertex? Yes with no more faces than unknowns, m <= n: P is
 * unbounded, so the pivots have no guarantee, and to remove lines and invert the normals costs more than the whole
 * mixed problem, which eliminates the free z first. With more faces it depends on M. If M is regular the mixed
 * problem eliminates z by M and brings in the active faces only. If M is singular it has to find faces to eliminate z
 * with along the null space, as the search of a vertex does, but in a dictionary with n more rows: then the vertex
 * comes first. A factorisation tells whether M is regular, for 2/3 n^3 operations, of which the mixed problem needs 8
 * n^3 and more to eliminate z. */
static zn_status choose(autos *s, zn_ctx *ctx, const zn_avi *p, const zn_monitor *mon)
{
    zni_lu *lu = &s->pivot.lu;
    zn_status st;

    s->mixed_first = true;
    if (p->m <= p->n || !zni_affords(mon, zni_lu_operations((double)p->n)))
        return ZN_OK;
    st = zni_lu_size(ctx, lu, p->n);
    if (st)
        return st;
    zn_matrix_to_dense(p->M, lu->a);
    s->mixed_first = zni_lu_factor(lu) == ZN_OK;
    return ZN_OK;
}

static bool mixed_first(const zni_turn *t)
{
    return ((const autos *)t->state)->mixed_first;
}

static bool mixed_last(const zni_turn *t)
{
    return !mixed_first(t);
}

static zn_status as_relay(zni_turn *t)
{
    return zni_avi_boxed_solve(&((autos *)t->state)->boxed, zni_call_of(t), t->problem);
}

static zn_status pivots(zni_turn *t)
{
    return zni_avi_pivot_solve(&((autos *)t->state)->pivot, zni_call_of(t), t->problem);
}

/* How often the mixed problem, whose measure weighs faces and rows differently, is solved again to a tolerance that is
 * smaller by the factor that was missed. */
enum { MORE = 2 };

static zn_status verdict(zni_turn *t, zn_status st)
{
    autos *s = t->state;
    zn_status is = looked(t, st);

    for (int round = 0; round < MORE && !st && is > 0 && t->m->run == as_mlcp; round++) {
        const zn_index before = t->info->iterations;

        s->mixed.tol *= 0.5 * s->all.tol / t->info->error;
        st = as_mlcp(t);
        t->info->iterations += before;
        is = looked(t, st);
    }
    s->mixed.tol = s->all.tol;
    return is;
}

static const zni_method methods[] = {
    {"relay", "faces along the axes: bounds of a relay", .run = as_relay, .suits = boxed,
     .from = ZNI_FROM_START},
    {"mlcp", "few faces, or a regular M: with multipliers of the faces", .run = as_mlcp,
     .suits = mixed_first, .from = ZNI_FROM_START, .is = ZNI_PROVES},
    {"cao-ferris", "pivots from a vertex of the polyhedron", .run = pivots,
     .from = ZNI_FROM_START, .is = ZNI_PROVES},
    {"mlcp", "not solved: with multipliers of the faces", .run = as_mlcp, .suits = mixed_last,
     .from = ZNI_FROM_START},
    ZNI_LAST,
};

static const zni_portfolio what = {
    .class = &zni_avi_problem, .list = methods, .judge = verdict};

static zn_status solve(autos *s, zni_call call, const zn_avi *p)
{
    zn_status st = zn_grow(call.ctx, &s->work, &s->cap_work, 2 * p->n + p->m, sizeof *s->work);

    if (!st)
        st = choose(s, call.ctx, p, call.mon);
    if (st)
        return st;
    s->boxed.tol = s->pivot.tol = s->mixed.tol = s->all.tol;
    s->pivot.max_iter = s->max_iter;
    return zni_list_solve(s, call, &what, p);
}

static void fini(autos *s, zn_ctx *ctx)
{
    zni_avi_boxed_fini(&s->boxed, ctx);
    zni_avi_pivot_fini(&s->pivot, ctx);
    zni_avi_mixed_fini(&s->mixed, ctx);
    zni_list_fini(s, ctx);
    zn_free_array(ctx, s->work);
}

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-10),
    ZN_OPT_INT(autos, max_iter, 1000, 1, 1e9, "-",
               "pivots before the other method is tried"),
    ZNI_BALANCE_OPTION(zni_list, balance),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_avi_auto, ZN_KIND_AVI_SOLVER, "auto",
           "a box as a relay; mlcp, cao-ferris (first: many faces, M singular)", autos, options,
           solve, fini, .init = NULL);
