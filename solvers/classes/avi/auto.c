/* auto.c - the solver of affine variational inequalities to use when nothing is
 * known: a box as a relay; pivots from a vertex; where there is none, or they fail, the mixed
 * complementarity problem; where that is singular, proximal points by pivots; all of it once
 * more with rows in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/portfolio.h"
#include "avi.h"

typedef struct autos {
    double tol;
    zn_index max_iter;
    zni_avi_boxed boxed;
    zni_avi_pivot pivot;
    zni_avi_mixed mixed;
    zni_avi_proximal proximal;
    zni_balance balance;
    double *best, *work; /* of the portfolio; of the error measure */
    zn_index cap_best;
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_avi_mixed_init(&((autos *)state)->mixed, ctx);
}

/* What a method ended with, after a look at its signs: an end of pivots may be one that
 * rounding has moved off. */
static zn_status verdict(autos *s, zn_ctx *ctx, const zn_avi *p, double z[], double w[],
                         zn_monitor *mon, zn_status st, zn_solve_info *info)
{
    if (st == ZN_OK || info->outcome == ZN_INACCURATE) {
        const zn_status sharp = zni_avi_sharpen(&s->mixed, ctx, p, z, w, mon);

        if (sharp)
            return sharp;
    }
    info->error = zn_avi_error(p, z, w, s->work);
    if (info->error <= s->tol)
        return ZN_OK;
    if (st == ZN_OK)
        info->outcome = ZN_INACCURATE;
    return ZN_UNSOLVED;
}

enum { BOXED, PIVOT, MIXED, PROXIMAL, WAYS };

static zn_status run(const zni_portfolio *all, int i, zn_ctx *ctx, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    static const char *const names[] = {"relay", "cao-ferris", "mlcp", "proximal"};
    autos *s = all->state;
    const zn_avi *p = all->data;
    zn_status st;

    if (i == BOXED)
        st = zni_avi_boxed_solve(&s->boxed, ctx, p, z, w, mon, info);
    else if (i == PIVOT)
        st = zni_avi_pivot_solve(&s->pivot, ctx, p, z, w, mon, info);
    else if (i == MIXED)
        st = zni_avi_mixed_solve(&s->mixed, ctx, p, z, w, mon, info);
    else
        st = zni_avi_proximal_solve(&s->proximal, &s->pivot, ctx, p, z, w, mon,
                                    info);
    info->solver = names[i];
    return st < 0 ? st : verdict(s, ctx, p, z, w, mon, st, info);
}

static const char *why(const zni_portfolio *all, int i)
{
    static const char *const reasons[WAYS] = {
        [BOXED] = "faces along the axes: bounds of a relay",
        [PIVOT] = "pivots from a vertex of the polyhedron",
        [MIXED] = "no vertex, or no end: with multipliers of the faces",
        [PROXIMAL] = "a singular problem: regular ones that converge to it",
    };

    (void)all;
    return reasons[i];
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_avi *p = problem;
    const zn_index nw = p->n + p->m, room = ZNI_PORTFOLIO(p->n, nw);
    zn_status st = zn_grow(ctx, &s->best, &s->cap_best, room + p->n + nw,
                           sizeof *s->best);

    if (st)
        return st;
    const zni_portfolio all = {.run = run,
                               .why = why,
                               .state = s,
                               .data = p,
                               .first = zni_avi_is_boxed(p) ? BOXED : PIVOT,
                               .count = WAYS,
                               .nz = p->n,
                               .nw = nw,
                               .best = s->best,
                               .fresh = ZNI_ALL_FRESH};

    s->work = s->best + room;
    s->boxed.tol = s->pivot.tol = s->mixed.tol = s->tol;
    s->pivot.max_iter = s->max_iter;
    st = zni_portfolio_run(&all, ctx, z, w, mon, info);
    return zni_balance_applies(&s->balance, nw, st, info)
               ? zni_avi_balanced(&s->balance, ctx, p, s->tol, z, w, mon, st, info)
               : st;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_avi_boxed_fini(&s->boxed, ctx);
    zni_avi_pivot_fini(&s->pivot, ctx);
    zni_avi_mixed_fini(&s->mixed, ctx);
    zni_avi_proximal_fini(&s->proximal, ctx);
    zni_balance_fini(&s->balance, ctx);
    zn_free_array(ctx, s->best);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, max_iter, 1000, 1, 1e9, "-",
               "pivots before the other method is tried"),
    ZNI_BALANCE_OPTION(autos, balance.wanted),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_avi_auto, ZN_KIND_AVI_SOLVER, "auto",
           "a box as a relay; cao-ferris, then mlcp, then proximal points", autos, options,
           .init = init, .solve = solve, .fini = fini);
