/* times.h - the instants that a run meets
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_TIMES_H
#define ZENO_KERNEL_TIMES_H

#include <zeno/event.h>

/* Instants: t0 + k h up to T, or a table. */
typedef struct zni_times {
    double   t0, h, T;
    zn_index count; /* steps */
    double  *table; /* count + 1 instants, or NULL */
} zni_times;

typedef struct zni_event {
    zn_event of;
    double   due;
    bool     now; /* at the instant that was reached */
} zni_event;

/* What is to happen at some of them. */
typedef struct zni_events {
    zni_event *at;
    zn_index   n, cap;
} zni_events;

/* ---- time.c ---- */
double zni_times_at(const zni_times *t, zn_index k);
/* The first instant after now, how many there are up to T, and if there is none. */
double zni_times_next(const zni_times *t, double now);

/* An instant that is met up to this is passed: a billionth of a step. */
static inline double zni_times_slack(const zni_times *t)
{
    return 1e-9 * t->h;
}

/* Where a step from now ends: at the next instant, or at a limit before it or so little behind that it would
 * be passed there. What is left to a limit is never a step of a few roundings. */
static inline double zni_times_end(const zni_times *t, double now, double limit)
{
    const double next = zni_times_next(t, now);

    return next + zni_times_slack(t) < limit ? next : limit;
}

static inline bool zni_times_over(const zni_times *t, double now)
{
    return (!t->table && !(t->h > 0)) || now + zni_times_slack(t) >= t->T;
}

zn_index zni_times_left(const zni_times *t, double now);
void zni_times_fini(zn_ctx *ctx, zni_times *t);

/* Of what has its turn at an instant: it has not done it. What ends the run has. */
static inline bool zni_turn_failed(zn_status st)
{
    return st != ZN_OK && st != ZN_STOPPED && st != ZN_END;
}

/* ---- events.c ---- */
/* The first instant after the present time at which something is to happen. */
zn_status zni_events_next(zn_simulation *s, double *out);
/* The state has reached an instant: which events are to happen there? Where nothing asked what comes
 * (at the start of a run, or after a restart) they are asked now. */
void zni_events_reached(zn_simulation *s, bool ask);
/* Those from *turn on happen; it says who comes next, or whose function failed, and then nothing is
 * left of what that wrote, but for changes of the model. A failure wins over a stop. */
zn_status zni_events_happen(zn_simulation *s, zn_index *turn);
/* The run goes on from t: models that change with time are as they are then. */
zn_status zni_events_resume(zn_simulation *s, double t);
void zni_events_fini(zn_simulation *s);

#endif
