/* events.h - models run by the event-driven simulation, and what it tells of events
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_EVENTS_H
#define ZENO_TEST_EVENTS_H

#include <zeno/snapshot.h>

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

/* A linear congruential generator (D. H. Lehmer; constants of Knuth's MMIX). */
static inline double between(uint64_t *seed, double a, double b)
{
    *seed =
        *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return a + (b - a) * (double)(*seed >> 11) * 0x1p-53;
}

/* To the end; and once more from the first instant at t or after it, as a snapshot had it. */
static inline zn_status run_twice(double t)
{
    zn_snapshot *p = NULL;

    MUST(zn_snapshot_new(sim, &p));
    while (zn_simulation_time(sim) < t)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_take(p));
    MUST(zn_simulation_run(sim));
    MUST(zn_snapshot_restore(p));
    zn_snapshot_free(p);
    return zn_simulation_run(sim);
}

/* A ball of 1 kg at height q0 above a floor, in free fall. */
static inline zn_ds *bouncing_ball(double q0, double v0, double e)
{
    const double one = 1;
    zn_ds *ds = point_mass("ball", 1, q0, v0, -grav);

    join("floor", newton(e), 1, 1, &one, NULL, ds, NULL);
    return ds;
}

/* A ball with a mass inside that is held by a damper, rate 2 10^6/s: they fall together,
 * and together they are thrown up from the first impact with (e m1 - m2)/(m1 + m2) of
 * its velocity. An explicit method would need steps of 1e-6 s; how many there were. */
static inline zn_index stiff_part(const char *ode, const char *rtol,
                                  const char *atol, double tol_t, double tol_v)
{
    const double M[4] = {1, 0, 0, 0.5}, c = 1e6 * 2 / 3.0, e = 0.8;
    const double D[4] = {c, -c, -c, c}, f[2] = {-grav, -grav / 2};
    const double q0[2] = {1, 1}, v0[2] = {0, 0}, C[2] = {1, 0};
    const double t1 = sqrt(2 / grav), up = (e - 0.5) / 1.5 * sqrt(2 * grav);
    zn_ds *ds = linear_system("ball", 2, M, D, NULL, q0, v0, f);
    zn_index steps = 0;

    join("floor", newton(e), 1, 2, C, NULL, ds, NULL);
    event_driven(0, 0.1, 0.5);
    MUST(zn_simulation_set(sim, "ode", ode));
    MUST(zn_simulation_set(sim, "rtol", rtol));
    MUST(zn_simulation_set(sim, "atol", atol));
    while (zn_simulation_time(sim) < 0.5) {
        MUST(zn_simulation_step(sim));
        steps += zn_simulation_step_info(sim)->substeps;
    }
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, t1, tol_t);
    CLOSE(v_of(ds, 1), up - grav * (0.5 - t1), tol_v);
    return steps;
}

#endif
