/* view.h - the state at a trial point, whose outputs are the work's
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_VIEW_H
#define ZENO_KERNEL_EVENT_VIEW_H

#include "kernel/event/event.h"

/* The simulation's state with t, q and v for its own; y of both levels is e->gap. Nobody writes q and v. */
static inline zn_state zni_event_view(const zni_event_driven *e, double t,
                                      const double q[], const double v[])
{
    zn_state view = e->s->state;

    view.t = t;
    view.q = (double *)q;
    view.v = (double *)v;
    view.y[0] = e->gap[0];
    view.y[1] = e->gap[1];
    return view;
}

#endif
