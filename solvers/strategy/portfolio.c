/* portfolio.c - methods in an order, the first that is good enough answers
 * SPDX-License-Identifier: Apache-2.0 */
#include "portfolio.h"

#include <math.h>
#include <string.h>

#include "../core/core.h"
#include "../core/monitor.h"

static bool applies(zn_status st)
{
    return st != ZN_EINVAL && st != ZN_ESINGULAR;
}

/* is there no point in another method? */
static bool final(const zni_portfolio *p, zn_status st, const zn_monitor *mon,
                  const zn_solve_info *info)
{
    if (st <= 0)
        return !st || applies(st);
    switch (info->outcome) {
    case ZN_INTERRUPTED:
        return true;
    case ZN_TIME_LIMIT: /* or it was foreseen: a cheaper method may fit */
        return mon && mon->stop;
    case ZN_INACCURATE:
        return p->inaccurate;
    case ZN_INFEASIBLE:
    case ZN_RAY:
        return p->proofs;
    default:
        return false;
    }
}

/* what to report when none succeeds, after one more outcome */
static zn_outcome verdict(zn_outcome so_far, zn_outcome next)
{
    if (so_far == ZN_INFEASIBLE || next == ZN_INFEASIBLE)
        return ZN_INFEASIBLE;
    if (so_far == ZN_RAY || next == ZN_RAY)
        return ZN_RAY;
    return so_far == ZN_SOLVED ? next : so_far;
}

double zni_clock_if_told(const zn_monitor *mon)
{
    return zn_monitor_explains(mon) ? zni_clock() : 0;
}

void zni_portfolio_tell(zn_monitor *mon, zn_status st,
                        const zn_solve_info *info, double since,
                        const char *why)
{
    if (!zn_monitor_explains(mon))
        return;
    const zn_attempt a = {.solver = info->solver,
                    .applied = st >= 0,
                    .outcome = st ? info->outcome : ZN_SOLVED,
                    .iterations = info->iterations,
                    .error = info->error,
                    .seconds = zni_clock() - since,
                    .why = why};

    zn_monitor_attempt(mon, &a);
}

/* one method, told to who asks; what it says of not applying is why it does not */
static zn_status tell(const zni_portfolio *p, int i, zn_ctx *ctx, double z[],
                      double w[], zn_monitor *mon, zn_solve_info *info)
{
    if (p->nested || !zn_monitor_explains(mon))
        return p->run(p, i, ctx, z, w, mon, info);

    const double since = zni_clock();
    const unsigned long faults = ctx->faults;
    const zn_status st = p->run(p, i, ctx, z, w, mon, info);
    const char *why = p->why ? p->why(p, i) : NULL;

    if (st < 0)
        why = ctx->faults != faults ? zn_errmsg(ctx) : NULL;
    zni_portfolio_tell(mon, st, info, since, why);
    return st;
}

/* The same; aside: are the last words those of a method that did not apply? */
static zn_status run(const zni_portfolio *p, int i, zn_ctx *ctx, double z[],
                     double w[], bool *aside, zn_monitor *mon,
                     zn_solve_info *info)
{
    const unsigned long faults = zni_ctx_faults(ctx);
    const zn_status st = tell(p, i, ctx, z, w, mon, info);

    if (zni_ctx_said(ctx, faults))
        *aside = st < 0;
    return st;
}

/* As zni_portfolio_run, but for the words. */
static zn_status run_all(const zni_portfolio *p, zn_ctx *ctx, double z[],
                         double w[], bool *aside, zn_monitor *mon,
                         zn_solve_info *info)
{
    const size_t zs = (size_t)p->nz * sizeof *z, ws = (size_t)p->nw * sizeof *w;
    double *best_w = p->best + p->nz, *start = best_w + p->nw;
    zn_solve_info chosen = {.outcome = ZN_SOLVED, .solver = "auto"};
    zn_outcome outcome = ZN_SOLVED;
    double least = INFINITY;
    bool any = false, end = false;
    zn_index work = 0;
    zn_status st = ZN_OK;

    memcpy(p->best, z, zs);
    if (p->fresh)
        memcpy(start, z, zs);
    for (int i = p->first; i < p->count && !end; i++) {
        if (i > p->first)
            memcpy(z, p->fresh >> i & 1 ? start : p->best, zs);
        info->iterations = 0;
        info->error = INFINITY;
        st = run(p, i, ctx, z, w, aside, mon, info);
        if (st >= 0)
            info->iterations = work += info->iterations;
        end = final(p, st, mon, info);
        if (end && (st <= 0 || info->error <= least ||
                    (p->proofs && info->outcome != ZN_INTERRUPTED &&
                     info->outcome != ZN_TIME_LIMIT)))
            return st;
        if (st < 0)
            continue;
        any = true;
        outcome = verdict(outcome, info->outcome);
        if (info->error < least) {
            least = info->error;
            chosen = *info;
            memcpy(p->best, z, zs);
            memcpy(best_w, w, ws);
        }
    }
    if (!any)
        return st;
    memcpy(z, p->best, zs);
    if (least < INFINITY)
        memcpy(w, best_w, ws);
    *info = chosen;
    info->iterations = work;
    info->outcome = outcome == ZN_SOLVED ? ZN_STALLED : outcome;
    return ZN_UNSOLVED;
}

zn_status zni_portfolio_run(const zni_portfolio *p, zn_ctx *ctx, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info)
{
    bool aside = false;
    const zn_status st = run_all(p, ctx, z, w, &aside, mon, info);

    if (st > 0 && aside)
        zni_ctx_unsay(ctx);
    return st;
}
