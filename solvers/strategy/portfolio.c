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

/* was it stopped, or is the time over? */
static bool stopped(const zn_monitor *mon, zn_outcome *why)
{
    /* a time limit may have been foreseen: a cheaper method may fit */
    return zni_over(mon, why) || (*why == ZN_TIME_LIMIT && mon && mon->stop);
}

/* is there no point in another method? */
static bool final(const zni_portfolio *p, zn_outcome outcome)
{
    switch (outcome) {
    case ZN_INACCURATE:
        return p->inaccurate;
    case ZN_INFEASIBLE:
    case ZN_RAY:
        return p->proofs != ZNI_DOUBTED;
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

/* What the methods have come to. */
typedef struct course {
    zni_portfolio p;
    zn_solve_info best;  /* of the best point                                   */
    zn_outcome outcome;  /* to be told; ZN_SOLVED: none yet                     */
    zn_index work;       /* iterations of all                                   */
    bool any;            /* one has applied                                     */
    zn_status refusal;   /* of the last that has not                            */
    bool aside;          /* the last words are those of who did not apply       */
} course;

/* the best so far begins as the start */
static void begin(course *c, const double z[])
{
    const zni_portfolio *p = &c->p;
    const size_t bytes = (size_t)p->nz * sizeof *z;

    z += p->from;
    if (p->best)
        memcpy(p->best, z, bytes);
    if (p->given)
        memcpy(p->given, z, bytes);
    else if (p->fresh)
        memcpy(p->best + p->nz + p->nw, z, bytes);
}

/* The point that method i begins from. */
static zn_status next(const zni_portfolio *p, int i, zn_ctx *ctx, double z[], double w[],
                      zn_monitor *mon, bool *skip)
{
    *skip = false;
    if (p->next)
        return p->next(p, i, ctx, z, w, mon, skip);
    if (i > p->first)
        memcpy(z + p->from, p->fresh >> i & 1 ? zni_portfolio_start(p) : p->best,
               (size_t)p->nz * sizeof *z);
    return ZN_OK;
}

/* One method; what it says of itself is not what the one before did. */
static zn_status run(course *c, int i, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    const unsigned long faults = zni_ctx_faults(ctx);
    zn_status st;

    info->iterations = 0;
    info->error = INFINITY;
    st = tell(&c->p, i, ctx, z, w, mon, info);
    if (zni_ctx_said(ctx, faults))
        c->aside = st < 0;
    if (st >= 0)
        info->iterations = c->work += info->iterations;
    return st;
}

/* What is left of a point that is no answer. */
static zn_status keep(course *c, zn_ctx *ctx, const double z[], const double w[],
                      const zn_solve_info *info)
{
    zni_portfolio *p = &c->p;
    const size_t bytes = (size_t)p->nz * sizeof *z;

    if (!p->best) {
        const zn_status st = p->room(p, ctx);

        if (st)
            return st;
        memcpy(p->best, p->given, bytes);
    }
    if (!(info->error < c->best.error))
        return ZN_OK;
    c->best = *info;
    memcpy(p->best, z + p->from, bytes);
    if (!p->outputs)
        memcpy(p->best + p->nz, w, (size_t)p->nw * sizeof *w);
    return ZN_OK;
}

/* The best point, as nobody had an answer. */
static zn_status back(course *c, double z[], double w[], zn_solve_info *info)
{
    const zni_portfolio *p = &c->p;

    memcpy(z + p->from, p->best ? p->best : p->given, (size_t)p->nz * sizeof *z);
    if (p->outputs)
        p->outputs(p, z, w);
    else if (c->best.error < INFINITY)
        memcpy(w, p->best + p->nz, (size_t)p->nw * sizeof *w);
    *info = c->best;
    info->iterations = c->work;
    info->outcome = c->outcome == ZN_SOLVED ? ZN_STALLED : c->outcome;
    return ZN_UNSOLVED;
}

/* Method i ended without an answer; end: what comes back now is the end of all. That is its own point if
 * it is a proof or as good as the best, else the best. */
static zn_status unsolved(course *c, int i, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info, bool *end)
{
    const zni_portfolio *p = &c->p;
    zn_status st = p->left ? p->left(p, i, ctx, z, info) : ZN_OK;
    bool over;

    *end = st != ZN_OK;
    if (st)
        return st;
    over = stopped(mon, &info->outcome);
    c->any = true;
    c->outcome = over || p->latest ? info->outcome : verdict(c->outcome, info->outcome);
    *end = over || final(p, info->outcome);
    if (*end && !p->outputs &&
        (info->error <= c->best.error || (p->proofs == ZNI_SHOWN && !over)))
        return ZN_UNSOLVED;
    st = keep(c, ctx, z, w, info);
    *end = *end || st;
    return *end && !st ? back(c, z, w, info) : st;
}

/* Method i, if it is one for the problem; end as above. */
static zn_status one(course *c, int i, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info, bool *end)
{
    bool skip;
    zn_status st = next(&c->p, i, ctx, z, w, mon, &skip);

    *end = st != ZN_OK;
    if (st || skip)
        return st;
    st = run(c, i, ctx, z, w, mon, info);
    *end = !st || (st < 0 && applies(st));
    if (st < 0)
        c->refusal = st;
    return st > 0 ? unsolved(c, i, ctx, z, w, mon, info, end) : st;
}

/* As zni_portfolio_run, but for the words. */
static zn_status run_all(course *c, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    bool end = false;

    begin(c, z);
    for (int i = c->p.first; i < c->p.count; i++) {
        const zn_status st = one(c, i, ctx, z, w, mon, info, &end);

        if (end)
            return st;
    }
    return c->any || !c->refusal ? back(c, z, w, info) : c->refusal;
}

zn_status zni_portfolio_run(const zni_portfolio *p, zn_ctx *ctx, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info)
{
    course c = {.p = *p, .best = {.error = INFINITY, .solver = "auto"}};
    const zn_status st = run_all(&c, ctx, z, w, mon, info);

    if (st > 0 && c.aside)
        zni_ctx_unsay(ctx);
    return st;
}
