/* pass.c - an instant of the grid inside of the step under way, and all open: it is a value of what
 * is known
 *
 * No function is asked, no contact closes or opens, nothing can fail: a row of the record costs a
 * polynomial and its gaps. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"
#include "kernel/ode/ode.h"

bool zni_event_passes(const zni_event_driven *e, double end, double limit)
{
    const zni_course *o = e->course;

    return end < limit && e->isle->straight &&
           e->flow == o->flow[(int)o->which] && !zni_event_carries(e) &&
           !(o->found != 0 && o->root - end <= zni_event_tick(e, end)) &&
           e->isle->count <= (double)e->max_events;
}

zn_status zni_event_pass(zni_event_driven *e, double end, bool grid)
{
    zn_state *x = &e->s->state;

    zni_event_forget(e);
    x->t = e->course->at = end;
    zn_ode_at(e->flow, end, e->y);
    zni_event_unpack(e, e->y);
    if (grid)
        e->isle->count = 0;
    return zni_event_outputs(e);
}
