/* event_first_order.h - first-order systems with diodes and relays, from event to event
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_EVENT_FIRST_ORDER_H
#define ZENO_EVENT_FIRST_ORDER_H

#include "tests/analytic/events.h"

#include <zeno/lcs.h>

static inline zn_ds *system_of(const zn_lcs *p, zn_law *law)
{
    zn_ds *ds;

    MUST(zn_lcs_add(model, "system", p, law, &ds, NULL));
    return ds;
}

static inline zn_law *relay(zn_index n, double level)
{
    const double lb[] = {-level, -level}, ub[] = {level, level};
    zn_law *law;

    MUST(zn_law_relay(ctx, n, lb, ub, &law));
    return law;
}

static inline void first_order(double h, double T)
{
    events.n = 0;
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_on_event(sim, note_event, NULL));
}

static inline double x_of(const zn_ds *ds, int i)
{
    return zn_simulation_x(sim, ds)[i];
}

#endif
