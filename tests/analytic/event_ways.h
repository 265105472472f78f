/* event_ways.h - one motion from event to event, in ways that are all to give the same
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_EVENT_WAYS_H
#define ZENO_EVENT_WAYS_H

#include "tests/analytic/events.h"

typedef struct way {
    const char *name;
    bool back, restart; /* what is in the model is made in the other order; stops halfway and goes on */
    double h;
    const char *options[4]; /* name, value, ... */
} way;

/* The first one is what the others are compared with. */
static const way ways[] = {
    {"plain", .h = 0.01},
    {"tight", .h = 0.01, .options = {"rtol", "1e-13", "atol", "1e-14"}},
    {"back", .back = true, .h = 0.01},
    {"coarse", .h = 0.5},
    {"stop", .h = 0.013, .options = {"instants", "stop"}},
    {"grid", .h = 0.01, .options = {"ends", "grid"}},
    {"order 5", .h = 0.01, .options = {"ode", "dormand-prince"}},
    {"radau", .h = 0.01, .options = {"ode", "radau"}},
    {"half-explicit", .h = 0.01, .options = {"ode", "half-explicit"}},
    {"restart", .restart = true, .h = 0.01},
};

enum { WAYS = sizeof ways / sizeof *ways };

/* The simulation that is there to T. */
static zn_status run_this_way(const way *w, double T)
{
    for (int k = 0; k < 4 && w->options[k]; k += 2)
        MUST(zn_simulation_set(sim, w->options[k], w->options[k + 1]));
    return w->restart ? run_twice(T / 2) : zn_simulation_run(sim);
}

/* A name of its own, for a part and what it has; the last few stay. */
static inline const char *called(const char *what, int i)
{
    static char names[4][32];
    static int at;
    char *name = names[at++ % 4];

    snprintf(name, sizeof names[0], "%s %d", what, i);
    return name;
}

/* A force or moment up to F, against the rate of its row. */
static inline zn_law *dry(double F)
{
    zn_law *law;

    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_law_set_real(law, "lb", -F));
    MUST(zn_law_set_real(law, "ub", F));
    return law;
}

/* The largest difference of n numbers; NAN if one is. */
static inline double farthest(int n, const double a[], const double b[])
{
    double most = 0;

    for (int i = 0; i < n; i++) {
        const double d = fabs(a[i] - b[i]);
        most = d <= most ? most : d;
    }
    return most;
}

#endif
