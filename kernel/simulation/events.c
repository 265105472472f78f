/* events.c - instants that every simulation lands on
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/event.h>

#include "kernel/simulation/simulation.h"
#include "solvers/core/core.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void zni_events_fini(zn_simulation *s)
{
    for (zn_index i = s->events.n - 1; i >= 0; i--)
        if (s->events.at[i].of.drop)
            s->events.at[i].of.drop(s->events.at[i].of.user);
    zn_free_array(s->ctx, s->events.at);
}

zn_status zn_simulation_add_event(zn_simulation *s, const zn_event *e)
{
    zn_status st;

    zn_event whole;

    if (e->size < offsetof(zn_event, drop) || !e->next)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "an event of %zu bytes%s: needs size = sizeof(zn_event) "
                       "= %zu and `next`",
                       e->size, e->next ? "" : " without `next`", sizeof *e);
    zni_copy_sized(e, e->size, &whole, sizeof whole);
    st = zn_grow(s->ctx, &s->events.at, &s->events.cap, s->events.n + 1,
                 sizeof *s->events.at);
    if (st)
        return st;
    s->events.at[s->events.n++] = (zni_event){.of = whole, .due = INFINITY};
    return ZN_OK;
}

/* What counts as the same instant. */
static double slack(const zn_simulation *s)
{
    return 1e-6 * s->times.h;
}

/* Ask for what comes after t. */
static void ask(zn_simulation *s, double t)
{
    for (zn_index i = 0; i < s->events.n; i++) {
        zni_event *e = &s->events.at[i];
        e->due = e->of.next(e->of.user, s, t);
        if (isnan(e->due))
            e->due = INFINITY;
    }
}

/* One that is not later would be met again and again, or lead back. */
zn_status zni_events_next(zn_simulation *s, double *out)
{
    const double t = s->state.t;
    double first = INFINITY, grid;

    *out = first;
    if (!s->events.n)
        return ZN_OK;
    ask(s, t + slack(s));
    for (zn_index i = 0; i < s->events.n; i++) {
        const double due = s->events.at[i].due;

        if (!(due > t))
            return zn_fail(s->ctx, ZN_EINVAL,
                           "event %td: `next` gives %.17g s as the next instant after "
                           "t = %.17g s, must be later (INFINITY: there is none)",
                           i, due, t + slack(s));
        first = due < first ? due : first;
    }
    grid = s->times.h > 0 ? zni_times_next(&s->times, t) : INFINITY;
    *out = fabs(first - grid) <= slack(s) ? grid : first;
    return ZN_OK;
}

void zni_events_reached(zn_simulation *s, bool asked)
{
    const double t = s->state.t;

    if (asked)
        ask(s, nextafter(t, -INFINITY));
    for (zn_index i = 0; i < s->events.n; i++)
        s->events.at[i].now = s->events.at[i].due <= t + slack(s);
}

/* What an event that failed has written; the words are those of the fault. Where it has changed the
 * model, too, the state is no longer that of before. */
static void take_back(zn_simulation *s)
{
    char words[512];

    if (!zni_snapshot_differs(&s->before_event))
        return;
    snprintf(words, sizeof words, "%s", zn_errmsg(s->ctx));
    if (!zni_snapshot_restore(&s->before_event))
        (void)zn_fail(s->ctx, ZN_EUSER, "%s", words);
}

static zn_status happens(zn_simulation *s, zn_event_fn *fn, void *user)
{
    const bool may = zni_snapshot_may(s);
    zn_status st = may ? zni_snapshot_take(&s->before_event) : ZN_OK;

    if (st)
        return st;
    st = fn(user, s);
    if (may && zni_turn_failed(st))
        take_back(s);
    return st;
}

zn_status zni_events_happen(zn_simulation *s, zn_index *turn)
{
    zn_status st = ZN_OK;

    for (; *turn < s->events.n; ++*turn) {
        const zni_event *e = &s->events.at[*turn];
        const zn_status seen = e->of.happen && e->now
                                   ? happens(s, e->of.happen, e->of.user)
                                   : ZN_OK;
        if (seen)
            st = seen;
        if (zni_turn_failed(seen))
            break;
    }
    return st;
}

zn_status zni_events_resume(zn_simulation *s, double t)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->events.n; i++) {
        const zn_event *e = &s->events.at[i].of;
        if (e->resume)
            st = e->resume(e->user, s, t);
    }
    return st ? st : zni_sim_sync(s);
}

/* ---- short forms ---- */

typedef struct series {
    zn_ctx *ctx;
    double first, period;
    zn_event_fn *happen;
    void *user;
    void (*drop)(void *user);
    zn_index n; /* of the table; 0: period */
    double t[];
} series;

static double next(void *user, const zn_simulation *s, double t)
{
    const series *e = user;
    zn_index low = 0, high = e->n;
    double k;

    (void)s;
    if (!e->n) {
        k = fmax(0, floor((t - e->first) / e->period));
        while (e->first + k * e->period <= t)
            k = fmax(k + 1, nextafter(k, INFINITY)); /* k + 1 may be k */
        return e->first + k * e->period;
    }
    while (low < high) { /* the first that is later than t */
        const zn_index mid = low + (high - low) / 2;
        if (e->t[mid] > t)
            high = mid;
        else
            low = mid + 1;
    }
    return low < e->n ? e->t[low] : INFINITY;
}

static zn_status happen(void *user, zn_simulation *s)
{
    const series *e = user;

    return e->happen ? e->happen(e->user, s) : ZN_OK;
}

static void drop(void *user)
{
    series *e = user;

    if (e->drop)
        e->drop(e->user);
    zn_free_array(e->ctx, e);
}

static zn_status add(zn_simulation *s, zn_index n, series **out)
{
    series *e =
        zn_alloc(s->ctx, (zn_index)sizeof *e + n * (zn_index)sizeof *e->t, 1);
    zn_status st;

    if (!e)
        return ZN_ENOMEM;
    e->ctx = s->ctx;
    e->n = n;
    st = zn_simulation_add_event(
        s, &(zn_event){.size = sizeof(zn_event),
                       .next = next,
                       .happen = happen,
                       .user = e,
                       .drop = drop});
    if (st)
        zn_free_array(s->ctx, e);
    *out = e;
    return st;
}

zn_status zn_simulation_at(zn_simulation *s, zn_index n, const double t[],
                           zn_event_fn *fn, void *user,
                           void (*user_drop)(void *user))
{
    series *e;
    zn_status st;

    if (n < 1)
        return zn_fail(s->ctx, ZN_EINVAL, "%td instants given, need one", n);
    for (zn_index i = 0; i < n; i++)
        if (!isfinite(t[i]) || (i && t[i] <= t[i - 1]))
            return zn_fail(s->ctx, ZN_EINVAL,
                           "instant %td = %g s of an event does not come after "
                           "%g s",
                           i, t[i], i ? t[i - 1] : t[i]);
    st = add(s, n, &e);
    if (st)
        return st;
    memcpy(e->t, t, (size_t)n * sizeof *t);
    e->happen = fn;
    e->user = user;
    e->drop = user_drop;
    return ZN_OK;
}

zn_status zn_simulation_every(zn_simulation *s, double first, double period,
                              zn_event_fn *fn, void *user,
                              void (*user_drop)(void *user))
{
    series *e;
    zn_status st;

    if (!isfinite(first) || !isfinite(period) || period <= 0 ||
        first + period == first)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "events at %g + k %g s: must be finite with a period "
                       "> 0",
                       first, period);
    st = add(s, 0, &e);
    if (st)
        return st;
    e->first = first;
    e->period = period;
    e->happen = fn;
    e->user = user;
    e->drop = user_drop;
    return ZN_OK;
}
