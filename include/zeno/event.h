/** @file
 * Events: instants that a simulation of any class lands on, whatever its steps,
 * and what happens there. Clocks of controllers and sensors are events, too.
 *
 * At one instant events happen in the order of their addition, then control
 * blocks are sampled, then observers see the state.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_EVENT_H
#define ZENO_EVENT_H

#include <zeno/simulation.h>

ZN_BEGIN_DECLS

/** The simulation is there. May write the state (zn_simulation_state_rw, then
 * zn_simulation_touched), inputs and parameters. Return ZN_OK, ZN_STOPPED to end
 * the run, or a failure with words: then nothing is left of what it wrote there, and the next call
 * of zn_simulation_step, ... calls it again. Changes that it made to the model are there still, and so is
 * what it wrote if something was removed; a model that it left open is open when it is called again. */
typedef zn_status zn_event_fn(void *user, zn_simulation *s);

/** What happens, and when. */
typedef struct zn_event {
    size_t       size; /**< sizeof(zn_event)                                  */
    /** First instant after t (s), INFINITY: none any more. Asked before each
     * step; the answer may change with the state. */
    double     (*next)(void *user, const zn_simulation *s, double t);
    zn_event_fn *happen; /**< NULL: the simulation only lands there           */
    void        *user;
    void       (*drop)(void *user); /**< when the simulation is freed; or NULL */
    /** Optional: the run goes on from a checkpoint of time t, or begins anew at t; asked
     * before states are set. What changes the model makes it what it is then (reopen, seal). */
    zn_status  (*resume)(void *user, zn_simulation *s, double t);
} zn_event;

/** Add an event, at any time. An instant that an instant of the grid of
 * zn_simulation_set_time meets up to a millionth of h is taken for that one.
 * @retval ZN_EINVAL  no `next`, or smaller than any such struct was */
ZN_API zn_status zn_simulation_add_event(zn_simulation *s, const zn_event *e);

/** Short forms: at given instants t[0] < t[1] < ..., copied; at first + k period,
 * k = 0, 1, ..., evaluated by that product. fn may be NULL.
 * @retval ZN_EINVAL  instants that are not finite or do not grow */
ZN_API zn_status zn_simulation_at(zn_simulation *s, zn_index n,
                                  const double t[], zn_event_fn *fn, void *user,
                                  void (*drop)(void *user));
ZN_API zn_status zn_simulation_every(zn_simulation *s, double first,
                                     double period, zn_event_fn *fn, void *user,
                                     void (*drop)(void *user));

ZN_END_DECLS
#endif
