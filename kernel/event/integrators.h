/* integrators.h - which integrator takes the smooth motion
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_INTEGRATORS_H
#define ZENO_KERNEL_EVENT_INTEGRATORS_H

#include "kernel/event/event.h"

/* Those of the smooth motion, by the option. */
zn_status zni_event_integrators(zni_event_driven *e);
/* e->flow is that of the motion that begins at e->y, of the isle at hand; linear: its A is there. */
zn_status zni_event_pick_integrator(zni_event_driven *e, bool linear);
/* It is that one. */
void zni_event_take(zni_event_driven *e, int which);
/* Where directions in space settle fast an implicit one. After a step of that: is it to go on? */
zn_status zni_event_goes_on_stiff(zni_event_driven *e, bool *out);
/* Another one goes on from there. */
zn_status zni_event_hand_over(zni_event_driven *e, const zn_ode_problem *p);
/* Where an isle has contacts that slide in space. */
zn_status zni_event_use_stiff(zni_event_driven *e);
void zni_event_integrators_fini(zni_event_driven *e);

#endif
