/* directions.h - where to contacts slide in space
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_DIRECTIONS_H
#define ZENO_KERNEL_EVENT_DIRECTIONS_H

#include "kernel/event/event.h"

/* Where to contacts slide in space at (t, q, v): e->slip. */
zn_status zni_event_directions(zni_event_driven *e, double t, const double q[],
                               const double v[]);
/* Guards of sliding in space go on from the directions at the end of a step. */
zn_status zni_event_turn(zni_event_driven *e);
/* The guard of a contact that slides there with the rate u. */
double zni_event_forwards(const zni_event_driven *e, zn_index c, const double u[2]);
/* Does a contact of the isle at hand slide in space? */
bool zni_event_turning(const zni_event_driven *e);
/* (1/s) How fast friction turns them at (t, y), at most; 0: nothing slides in space. */
zn_status zni_event_pace(zni_event_driven *e, double t, const double y[],
                         double *out);
/* df/dy of the field, by differences that do not step over small rates; room for it, isle by isle. */
zn_status zni_event_jacobian(void *user, double t, const double y[], double J[]);
zn_status zni_event_turns_reserve(zni_event_driven *e, zn_index isle);

#endif
