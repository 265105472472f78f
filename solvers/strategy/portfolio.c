/* portfolio.c - solvers made of methods in a list, of which the first that succeeds gives the answer
 * SPDX-License-Identifier: Apache-2.0 */
#include "portfolio.h"

#include <math.h>

#include "../core/core.h"
#include "../core/monitor.h"
#include "../core/room.h"
#include "../core/short.h"
#include "list.h"

/* The state of a run. */
typedef struct course {
    zni_turn t;          /* the present turn                                      */
    zn_solve_info best;  /* of the best point; error INFINITY: there is none       */
    zn_outcome outcome;  /* to be reported; ZN_SOLVED: none yet                     */
    zn_index work;       /* iterations of all                                       */
    bool any;            /* some method has applied                                 */
    bool stood;          /* some method has ended at the borders of cones           */
    bool early;          /* there is an early point                                 */
    bool over;           /* the run was stopped                                     */
    bool moved;          /* z is not the start any more                             */
    zn_status refusal;   /* of the last method that did not apply                   */
    bool aside;          /* the last message is from a method that did not apply    */
} course;

/* ---- words ------------------------------------------------------------------------- */

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
                    .error = info->error < INFINITY ? info->error : -1,
                    .seconds = zni_clock() - since,
                    .why = why};

    zn_monitor_attempt(mon, &a);
}

/* ---- points ------------------------------------------------------------------------ */

zn_status zni_store_reserve(zni_store *s, zn_ctx *ctx, const zn_problem_type *class, zn_index nz,
                            zn_index nw, zn_index nnz)
{
    zn_status st = ZNI_GROW(ctx, ZNI_BARE(s, start, nz), ZNI_BARE(s, best, nz + nw));
    return st ? st : zni_guests_reserve(&s->guests, ctx, class, nz, nnz);
}

void zni_store_fini(zni_store *s, zn_ctx *ctx)
{
    for (int k = 0; k < ZNI_NAMED; k++)
        zn_solver_free(s->named[k]);
    zni_guests_fini(&s->guests, ctx);
    ZNI_FREE(ctx, s->start, s->best, s->early);
}

/* the best point so far */
static const double *best(const course *c)
{
    const zni_store *s = c->t.of->store;

    return c->best.error < INFINITY ? s->best : s->start;
}

/* set z to the point from which a method begins */
static void place(const course *c, zni_from from)
{
    const zni_portfolio *p = c->t.of;

    if (c->moved && from != ZNI_FROM_LAST)
        zni_copy(p->nz,
                 from == ZNI_FROM_START               ? p->store->start
                 : from == ZNI_FROM_EARLY && c->early ? p->store->early
                                                      : best(c),
                 c->t.z + p->from);
}

/* Keep the end of an early method for others, or the best point if that is better and no method has ended at the
 * borders of cones */
static zn_status keep_early(course *c)
{
    const zni_portfolio *p = c->t.of;
    zni_store *s = p->store;
    const zn_status st = zni_room(c->t.ctx, &s->early, &s->cap_early, p->nz, sizeof *s->early);

    if (st)
        return st;
    zni_copy(p->nz, c->stood || c->t.info->error < c->best.error ? c->t.z + p->from : best(c), s->early);
    c->early = true;
    return ZN_OK;
}

/* Keep the present point if it is the best one that is no answer. */
static zn_status keep_best(course *c)
{
    const zni_portfolio *p = c->t.of;
    const zn_index nw = p->outputs ? 0 : p->nw;
    zni_store *s = p->store;
    zn_status st;

    if (!(c->t.info->error < c->best.error))
        return ZN_OK;
    st = zni_room(c->t.ctx, &s->best, &s->cap_best, p->nz + nw, sizeof *s->best);
    if (st)
        return st;
    c->best = *c->t.info;
    c->t.least = c->best.error;
    zni_copy(p->nz, c->t.z + p->from, s->best);
    zni_copy(nw, c->t.w, s->best + p->nz);
    return ZN_OK;
}

/* ---- how they end ------------------------------------------------------------------ */

static bool applies(zn_status st)
{
    return st != ZN_EINVAL && st != ZN_ESINGULAR;
}

/* was the method stopped, or is the time over? */
static bool stopped(const zn_monitor *mon, zn_outcome *why)
{
    /* a method that only foresees that it will not end in time is not stopped: a cheaper one may fit */
    return zni_over(mon, why) || (*why == ZN_TIME_LIMIT && mon && mon->stop);
}

static bool proof(zn_outcome outcome)
{
    return outcome == ZN_INFEASIBLE || outcome == ZN_RAY;
}

/* does this outcome end the list? */
static bool final(const zni_portfolio *p, unsigned is, zn_outcome outcome)
{
    return (outcome == ZN_INACCURATE && p->inaccurate) ||
           (outcome == ZN_INFEASIBLE && is & ZNI_PROVES) ||
           (proof(outcome) && p->proofs != ZNI_DOUBTFUL);
}

/* the outcome to report if no method succeeds, after one more outcome */
static zn_outcome verdict(zn_outcome so_far, zn_outcome next)
{
    if (so_far == ZN_INFEASIBLE || next == ZN_INFEASIBLE)
        return ZN_INFEASIBLE;
    if (so_far == ZN_RAY || next == ZN_RAY)
        return ZN_RAY;
    return so_far == ZN_SOLVED ? next : so_far;
}

/* Return the best point, since no method had an answer. */
static zn_status back(course *c)
{
    const zni_portfolio *p = c->t.of;

    zni_copy(p->nz, best(c), c->t.z + p->from);
    if (p->outputs)
        p->outputs(p, c->t.z, c->t.w);
    else if (c->best.error < INFINITY)
        zni_copy(p->nw, p->store->best + p->nz, c->t.w);
    *c->t.info = c->best;
    c->t.info->iterations = c->work;
    c->t.info->outcome = c->outcome == ZN_SOLVED ? ZN_STALLED : c->outcome;
    return ZN_UNSOLVED;
}

/* The method ended without an answer. *end: the list ends, and its result is in place: the point of this method if
 * it is a proof or as good as the best point, else the best point. */
static zn_status unsolved(course *c, bool *end)
{
    const zni_portfolio *p = c->t.of;
    zn_solve_info *info = c->t.info;
    const unsigned is = c->t.m->is;
    zn_status st = ZN_OK;

    if (is & ZNI_ASIDE) {
        c->over = *end = stopped(c->t.mon, &info->outcome);
        return *end ? ZN_UNSOLVED : ZN_OK;
    }
    c->stood = c->stood || is & ZNI_BORDERS;
    if (is & ZNI_EARLY)
        st = keep_early(c);
    *end = st != ZN_OK;
    if (st)
        return st;
    c->t.before = c->t.m;
    c->t.ended = info->error;
    if (is & ZNI_BORDERS && !(info->error <= p->near))
        info->error = INFINITY;
    if (is & ZNI_DOUBTED && proof(info->outcome))
        info->outcome = ZN_STALLED;
    c->over = stopped(c->t.mon, &info->outcome);
    c->any = true;
    c->outcome =
        c->over || p->latest ? info->outcome : verdict(c->outcome, info->outcome);
    *end = c->over || final(p, is, info->outcome);
    if (*end && !p->outputs &&
        (info->error <= c->best.error || (p->proofs == ZNI_SHOWN && !c->over)))
        return ZN_UNSOLVED;
    st = keep_best(c);
    *end = *end || st;
    return *end && !st ? back(c) : st;
}

/* ---- turns ------------------------------------------------------------------------- */

zn_status zni_portfolio_judged(zni_turn *t, zn_status st, double error)
{
    if (st < 0)
        return st;
    t->info->error = error;
    if (error <= t->of->tol)
        return ZN_OK;
    if (!st)
        t->info->outcome = ZN_INACCURATE;
    return ZN_UNSOLVED;
}

/* Run a method, and count its cost if that is asked for. */
static zn_status work(zni_turn *t)
{
    const zni_portfolio *p = t->of;
    zn_monitor *outer = t->mon;
    zn_status st = ZN_OK;

    if (p->effort)
        t->mon = zni_effort_watch(p->effort, t->m->each ? t->m->each(t) : 0);
    if (p->prepare)
        st = p->prepare(t);
    if (!st)
        st = t->m->run ? t->m->run(t) : zni_named_run(t);
    if (p->effort) {
        zni_effort_note(p->effort, t->info->iterations, &t->info->outcome);
        t->mon = outer;
    }
    return p->judge && !(t->m->is & ZNI_ASIDE) ? p->judge(t, st) : st;
}

/* run one method and report it; if it does not apply, its message is the reason */
static zn_status told(zni_turn *t)
{
    if (t->of->nested || !t->mon || !t->mon->explain)
        return work(t);

    zn_monitor *mon = t->mon;
    const double since = zni_clock();
    const unsigned long faults = t->ctx->faults;
    const zn_status st = work(t);
    const char *why = t->m->why;

    if (st < 0)
        why = t->ctx->faults != faults ? zn_errmsg(t->ctx) : NULL;
    zni_portfolio_tell(mon, st, t->info, since, why);
    return st;
}

/* Run the method of the turn, with info and messages of its own. */
static zn_status run(course *c)
{
    zni_turn *t = &c->t;
    zn_monitor *mon = t->mon; /* a method may have a monitor of its own */
    const bool aside = t->m->is & ZNI_ASIDE; /* no message of it is passed on */
    const unsigned long faults = aside ? 0 : zni_ctx_faults(t->ctx);
    zn_status st;

    t->info->solver = t->m->name;
    t->info->iterations = 0;
    t->info->error = INFINITY;
    st = told(t);
    t->mon = mon;
    c->moved = true;
    if (!aside && zni_ctx_said(t->ctx, faults))
        c->aside = st < 0;
    if (st >= 0)
        t->info->iterations = c->work += t->info->iterations;
    return st;
}

/* Has the effort so far used up what this method may spend? */
static bool spent(zni_effort *e, unsigned is)
{
    if (is & ZNI_LATE)
        zni_effort_bound(e);
    return !(is & ZNI_APART) && zni_effort_over(e);
}

/* *skip: the method of the turn is not tried, as it does not suit the problem or what came before. */
static zn_status passes(course *c, bool *skip)
{
    const zni_portfolio *p = c->t.of;
    const zni_method *m = c->t.m;

    *skip = p->effort && spent(p->effort, m->is);
    if (*skip)
        return ZN_OK;
    if (p->admits)
        return p->admits(&c->t, skip);
    *skip = m->suits && !m->suits(&c->t);
    return ZN_OK;
}

/* Run the method of the turn; *end as above. */
static zn_status one(course *c, bool *end)
{
    const zni_method *m = c->t.m;
    zn_status st;

    if (c->t.of->effort && m->is & ZNI_APART)
        zni_effort_apart(c->t.of->effort, m->is & ZNI_ANEW);
    place(c, m->from);
    st = run(c);
    *end = !st || (st < 0 && applies(st));
    if (st < 0 && !(m->is & ZNI_ASIDE))
        c->refusal = st;
    return st > 0 ? unsolved(c, end) : st;
}

/* Run the solvers of plugins whose turn it is after a method of that name; NULL: all that are left. */
static zn_status guests(course *c, const char *after, bool *end)
{
    const zni_method *m;
    zn_status st = ZN_OK;

    while (!*end && (m = zni_guests_next(&c->t.of->store->guests, after, c->t.mon))) {
        c->t.m = m;
        st = one(c, end);
    }
    return st;
}

/* Run the methods of a list in their order. */
static zn_status each(course *c, const zni_method list[], int count, bool *end)
{
    bool ended = false;
    zn_status st = ZN_OK;

    for (int i = 0; !*end && !ended && (count > 0 ? i < count : list[i].name != NULL); i++) {
        bool skip;

        c->t.m = list + i;
        st = passes(c, &skip);
        *end = st != ZN_OK;
        ended = !skip && list[i].is & ZNI_ENDS;
        if (!st && !skip)
            st = one(c, end);
        if (!*end && c->t.of->store->guests.waiting > 0)
            st = guests(c, list[i].name, end);
    }
    return st;
}

/* Run the last methods on the point that would be returned. */
static zn_status finally(course *c)
{
    zn_solve_info *info = c->t.info;
    zn_status st = ZN_UNSOLVED;

    for (const zni_method *m = c->t.of->last; m && m->name && st == ZN_UNSOLVED; m++) {
        zni_turn t = c->t;
        zn_solve_info found = *info;
        const double since = zni_clock_if_told(t.mon);

        t.m = m;
        if (info->outcome == ZN_INTERRUPTED || (m->suits && !m->suits(&t)))
            continue;
        st = m->run(&t);
        found = (zn_solve_info){.solver = m->name,
                                .outcome = st ? ZN_STALLED : ZN_SOLVED,
                                .iterations = info->iterations - found.iterations,
                                .error = info->error};
        zni_portfolio_tell(t.mon, st, &found, since, m->why);
    }
    return st;
}

/* As zni_portfolio_run, without the last decision on messages. */
static zn_status run_all(course *c)
{
    const zni_portfolio *p = c->t.of;
    zni_store *s = p->store;
    bool end = false;
    zn_status st = zni_room(c->t.ctx, &s->start, &s->cap_start, p->nz, sizeof *s->start);

    if (!st)
        st = zni_guests_seat(&s->guests, p, c->t.ctx);
    if (st)
        return st;
    if (p->effort)
        zni_effort_begin(p->effort, c->t.mon);
    zni_copy(p->nz, c->t.z + p->from, s->start);
    if (s->guests.waiting > 0)
        st = guests(c, "", &end);
    if (p->before && !end)
        st = each(c, p->before, 0, &end);
    if (!end)
        st = each(c, p->list, p->count, &end);
    if (s->guests.waiting > 0 && !end)
        st = guests(c, NULL, &end);
    if (!end)
        st = c->any || !c->refusal ? back(c) : c->refusal;
    return st > 0 && !c->over ? finally(c) : st;
}

static course begin(const zni_portfolio *p, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                    zn_solve_info *info)
{
    return (course){.t = {.of = p,
                          .state = p->state,
                          .problem = p->problem,
                          .ctx = ctx,
                          .z = z,
                          .w = w,
                          .mon = mon,
                          .info = info,
                          .least = INFINITY},
                    .best = {.error = INFINITY, .solver = "auto"}};
}

zn_status zni_portfolio_run(const zni_portfolio *p, zn_ctx *ctx, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info)
{
    course c = begin(p, ctx, z, w, mon, info);
    const zn_status st = run_all(&c);

    if (st > 0 && c.aside)
        zni_ctx_unsay(ctx);
    return st;
}
