/* attempts.c - one method after another: the frame of the "auto" solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "attempts.h"

#include "../strategy/portfolio.h"

#include <string.h>

/* NODES of 64 rows take half a second */
enum { SWEEPS = 500, PIVOTS = 64, NODES = 4000 };

/* rows up to which room for every method is made ahead */
enum { FEW_ROWS = 256 };

zn_status zni_try_small(void *state, zn_ctx *ctx, const void *problem,
                        const zni_box *b, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;

    (void)ctx;
    (void)problem;
    info->solver = "active-set";
    if (!s->pivots_first || b->n > ZNI_WARM_MAX || b->M->storage != ZN_DENSE)
        return ZN_EINVAL;
    if (zni_box_warm(&s->warm, b, s->tol, 1, z, w, mon, info))
        return ZN_OK;
    zni_box_dual(b, z, w);
    return ZN_UNSOLVED;
}

bool zni_box_near(zni_attempts *s, const zni_box *b, bool sets, double z[],
                  double w[], zn_solve_info *info)
{
    s->refused = 0;
    if (b->n == 1) {
        const double start = z[0];

        info->solver = "closed-form";
        if (!zni_box_scalar(b, z, w, info))
            return true;
        z[0] = start;
        return false;
    }
    if (b->n > ZNI_WARM_MAX || b->M->storage != ZN_DENSE)
        return false;
    if (zni_box_substitute(b, z, w)) {
        info->solver = "substitution";
        return true;
    }
    if (!sets)
        return false;
    if (zni_box_warm(&s->warm, b, s->tol, 0, z, w, NULL, info))
        return true;
    s->refused = info->iterations;
    return false;
}

static zn_status pivots(zni_attempts *s, bool from_point, zn_ctx *ctx,
                        const zni_box *b, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    info->solver = "cao-ferris";
    if (b->n > ZNI_DENSE_PIVOTS && !zni_dictionary_thin(b->n, zni_box_nnz(b)))
        return ZN_EINVAL;
    s->pivots.tol = s->tol;
    s->pivots.max_iter = 100 * b->n;
    s->pivots.from_point = from_point;
    return zni_pivots_solve(ctx, &s->pivots, &s->newton, b, z, w, mon, info);
}

zn_status zni_try_cao_ferris(void *state, zn_ctx *ctx, const void *problem,
                             const zni_box *b, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    (void)problem;
    return pivots(state, false, ctx, b, z, w, mon, info);
}

zn_status zni_try_path(void *state, zn_ctx *ctx, const void *problem,
                       const zni_box *b, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    (void)problem;
    return pivots(state, true, ctx, b, z, w, mon, info);
}

/* Newton steps of a method whose price is not compared */
static zn_index steps(const zni_attempts *s)
{
    return s->steps > 0 && s->steps < s->max_iter ? s->steps : s->max_iter;
}

zn_status zni_try_active_sets(void *state, zn_ctx *ctx, const void *problem,
                              const zni_box *b, double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_newton opt = {.tol = s->tol, .max_iter = steps(s), .plain = true};

    (void)problem;
    if (b->M->storage == ZN_DENSE && s->dense_sets > 0 &&
        opt.max_iter > s->dense_sets)
        opt.max_iter = s->dense_sets;
    info->solver = "newton-min";
    return zni_box_newton(ctx, &s->newton, &opt, b, z, w, mon, info);
}

zn_status zni_try_newton_min(void *state, zn_ctx *ctx, const void *problem,
                             const zni_box *b, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter, .granted = s->steps};

    (void)problem;
    info->solver = "newton-min";
    return zni_box_newton(ctx, &s->newton, &opt, b, z, w, mon, info);
}

zn_status zni_try_newton_fb(void *state, zn_ctx *ctx, const void *problem,
                            const zni_box *b, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_newton opt = {.tol = s->tol, .max_iter = steps(s), .fb = true};

    (void)problem;
    info->solver = "newton-fb";
    return zni_box_newton(ctx, &s->newton, &opt, b, z, w, mon, info);
}

zn_status zni_try_psor(void *state, zn_ctx *ctx, const void *problem,
                       const zni_box *b, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    const zni_sor opt = {.turns = {.tol = s->tol, .max_iter = SWEEPS, .omega = 1}, .rho = 0.01};

    (void)problem;
    info->solver = "psor";
    return zni_box_sor(ctx, &s->sor, &opt, b, z, w, mon, info);
}

zn_status zni_try_branch(void *state, zn_ctx *ctx, const void *problem,
                         const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;

    (void)problem;
    info->solver = "branch";
    return zni_box_branch(ctx, &s->branch, &s->newton, s->tol, NODES, b, z, w,
                          mon, info);
}

zn_status zni_attempts_reserve(zni_attempts *s, zn_ctx *ctx, zn_index n,
                               zn_index nnz)
{
    zni_newton opt = {.max_iter = s->max_iter};
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_front_store_reserve(&s->front, ctx, n, &nnz);
    if (!st)
        st = zni_room(ctx, &s->best, &s->cap_best, ZNI_PORTFOLIO(n, n),
                     sizeof *s->best);
    if (!st)
        st = zni_box_newton_reserve(ctx, &s->newton, &opt, n, nnz);
    if (!st && nnz >= n * n)
        st = zni_box_again_reserve(ctx, &s->again, n);
    if (!st && n <= PIVOTS)
        st = zni_pivots_reserve(ctx, &s->pivots, n, nnz);
    if (!st && n <= ZNI_BRANCH_MAX)
        st = zni_branch_reserve(ctx, &s->branch, n);
    if (!st && n <= FEW_ROWS) /* their last resort, too */
        st = zni_box_proximal_reserve(ctx, &s->proximal, n, nnz);
    return st ? st : zni_box_sor_reserve(ctx, &s->sor, n, nnz);
}

void zni_attempts_fini(zni_attempts *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_box_again_fini(ctx, &s->again);
    zni_box_fini(ctx, &s->newton);
    zni_box_sor_fini(ctx, &s->sor);
    zni_box_proximal_fini(ctx, &s->proximal);
    zni_pivots_fini(ctx, &s->pivots);
    zni_branch_fini(ctx, &s->branch);
    zn_free_array(ctx, s->best);
}

/* what run is told: the list, and the problem as both */
typedef struct call {
    const zni_choice *list;
    const void *problem;
    const zni_box *b;
} call;

static zn_status run(const zni_portfolio *p, int i, zn_ctx *ctx, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = p->state;
    const call *c = p->data;
    zn_status st =
        c->list[i].run(p->state, ctx, c->problem, c->b, z, w, mon, info);

    if (!st && info->error <= s->tol)
        return ZN_OK; /* measured: there is nothing to polish */
    st = zni_box_settle(ctx, &s->newton, c->b, s->tol, st, z, w, mon,
                        info);
    if (st >= 0)
        info->error = zni_box_residual(c->b, z, w);
    /* pivots whose accuracy is lost may end at the wrong sides: others have more to say */
    if (st > 0 && info->outcome == ZN_INACCURATE &&
        !zni_box_at_rounding(&s->newton, c->b, z, w))
        info->outcome = ZN_STALLED;
    return st;
}

static const char *why(const zni_portfolio *p, int i)
{
    return ((const call *)p->data)->list[i].why;
}

/* Tell of a method before the list; was it the last word? */
static bool tried(const char *name, const char *reason, bool found,
                  zn_monitor *mon, zn_solve_info *info)
{
    info->solver = name;
    if (!found && info->outcome == ZN_SOLVED)
        info->outcome = ZN_STALLED;
    if (zn_monitor_explains(mon)) {
        const zn_attempt a = {.solver = name,
                              .applied = true,
                              .outcome = info->outcome,
                              .iterations = info->iterations,
                              .error = -1,
                              .why = reason};

        zn_monitor_attempt(mon, &a);
    }
    return found;
}

static int length(const zni_choice list[])
{
    int n = 0;

    while (list[n].run)
        n++;
    return n;
}

/* Where sets come again because their blocks are singular to rounding, the best point may
 * have the right one: it is solved once more, as exactly as it can be told. */
static zn_status last_word(zn_ctx *ctx, zni_attempts *s, const zni_box *b,
                           zn_status st, zn_monitor *mon, double z[],
                           double w[], zn_solve_info *info)
{
    zn_solve_info told;
    double since;
    zn_status is;

    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_INFEASIBLE ||
        zn_monitor_tick(mon, info->iterations, info->error))
        return st;
    told = *info;
    since = zni_clock_if_told(mon);
    is = zni_box_polish(ctx, &s->newton, b, s->tol, z, w, mon);
    if (is < 0)
        return is;
    info->error = zni_box_residual(b, z, w);
    is = info->error <= s->tol ? ZN_OK : st;
    if (!is)
        info->outcome = ZN_SOLVED;
    info->iterations++;
    told.solver = "polish";
    told.iterations = 1;
    told.outcome = is ? ZN_STALLED : ZN_SOLVED;
    told.error = info->error;
    zni_portfolio_tell(mon, is, &told, since, "the set of the best point once more");
    return is;
}

/* Where the last block that was solved is singular, proximal points from where all began:
 * what was found since may be far out in a kernel. A point that is no better than (z, w) is
 * not kept. */
static zn_status from_anew(zn_ctx *ctx, zni_attempts *s, const zni_box *b,
                           zn_status st, zn_monitor *mon, double z[],
                           double w[], zn_solve_info *info)
{
    const size_t bytes = (size_t)b->n * sizeof *z;
    double *found = s->best, *its_w = found + b->n, *start = its_w + b->n;
    zn_solve_info told = {.solver = "proximal"};
    double since;
    zn_status is;

    if (st != ZN_UNSOLVED || !s->newton.proximal ||
        info->outcome == ZN_INTERRUPTED || info->outcome == ZN_INFEASIBLE ||
        zn_monitor_tick(mon, info->iterations, info->error))
        return st;
    since = zni_clock_if_told(mon);
    memcpy(found, start, bytes);
    is = zni_box_proximal_run(ctx, &s->proximal, &s->newton, s->tol, b, found,
                              its_w, mon, &told);
    if (is < 0)
        return is;
    told.error = zni_box_residual(b, found, its_w);
    zni_portfolio_tell(mon, is, &told, since,
                       "rows that depend on each other: regular problems beside");
    info->iterations += told.iterations;
    if (!(told.error < info->error))
        return st;
    memcpy(z, found, bytes);
    memcpy(w, its_w, bytes);
    told.iterations = info->iterations;
    told.outcome = is ? info->outcome : ZN_SOLVED;
    *info = told;
    return is;
}

zn_status zni_attempts_solve(void *state, zn_ctx *ctx,
                             const zni_choice list[], const void *problem,
                             const zni_box *b, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    size_t bytes = (size_t)b->n * sizeof *z;
    const call c = {list, problem, b};
    zn_index before = 0; /* iterations of what was tried before the list */
    const zn_index refused = mon ? 0 : s->refused;
    bool found;
    zn_status st = zni_room(ctx, &s->best, &s->cap_best,
                           ZNI_PORTFOLIO(b->n, b->n), sizeof *s->best);

    s->refused = 0;
    if (st)
        return st;
    memcpy(s->best, z, bytes);
    if (zni_box_substitute(b, z, w)) {
        info->error = zni_box_residual(b, z, w);
        info->outcome = ZN_SOLVED;
        if (tried("substitution", "a triangular matrix", info->error <= s->tol,
                  mon, info))
            return ZN_OK;
        memcpy(z, s->best, bytes);
    }
    if (!s->pivots_first && refused > 0) {
        before = refused;
    } else if (!s->pivots_first && b->n <= ZNI_WARM_MAX) {
        found = zni_box_warm(&s->warm, b, s->tol, 1, z, w, mon, info);
        if (tried("active-set", "few rows: the set of the start and its like",
                  found, mon, info))
            return ZN_OK;
        if (info->outcome == ZN_INTERRUPTED)
            return ZN_UNSOLVED;
        before = info->iterations;
    }
    memcpy(z, s->best, bytes);
    info->iterations = 0;
    st = zni_box_again(ctx, &s->again, b, s->tol, z, w, mon, info, &found);
    if (st)
        return st;
    found = info->iterations > 0 && tried("active-set",
                                          "the matrix of the last problem",
                                          found, mon, info);
    info->iterations = before += info->iterations;
    if (found || info->outcome == ZN_INTERRUPTED)
        return found ? ZN_OK : ZN_UNSOLVED;
    const zni_portfolio all = {.run = run,
                               .why = why,
                               .state = state,
                               .data = &c,
                               .count = length(list),
                               .nz = b->n,
                               .nw = b->n,
                               .best = s->best,
                               .inaccurate = true};
    memcpy(s->best + 2 * b->n, z, bytes); /* where from_anew begins */
    st = zni_portfolio_run(&all, ctx, z, w, mon, info);
    info->iterations += before;
    st = last_word(ctx, s, b, st, mon, z, w, info);
    return from_anew(ctx, s, b, st, mon, z, w, info);
}
