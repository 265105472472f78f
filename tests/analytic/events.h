/* events.h - models run by the event-driven simulation, and what it tells of events
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_EVENTS_H
#define ZENO_TEST_EVENTS_H

#include "tests/unit/osi_models.h"

#define MOST_EVENTS 20000

typedef struct told {
    int n;
    zn_event_record at[MOST_EVENTS];
} told;

static told events;

static inline void note_event(void *user, const zn_event_record *r)
{
    (void)user;
    ck_assert_int_lt(events.n, MOST_EVENTS);
    events.at[events.n++] = *r;
}

/* Seal the model and make its event-driven simulation. */
static inline void event_driven(double t0, double h, double T)
{
    events.n = 0;
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, t0, h, T));
    MUST(zn_simulation_on_event(sim, note_event, NULL));
}

/* The k-th event of a kind, counted from 0. */
static inline const zn_event_record *event_at(zn_event_what what, int k)
{
    for (int i = 0; i < events.n; i++)
        if (events.at[i].what == what && k-- == 0)
            return &events.at[i];
    ck_abort_msg("no such event among %d", events.n);
    return NULL;
}

static inline int event_count(zn_event_what what)
{
    int n = 0;

    for (int i = 0; i < events.n; i++)
        n += events.at[i].what == what;
    return n;
}

/* A ball of 1 kg at height q0 above a floor, in free fall. */
static inline zn_ds *bouncing_ball(double q0, double v0, double e)
{
    const double one = 1;
    zn_ds *ds = point_mass("ball", 1, q0, v0, -grav);

    join("floor", newton(e), 1, 1, &one, NULL, ds, NULL);
    return ds;
}

#endif
