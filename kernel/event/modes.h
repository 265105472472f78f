/* modes.h - first-order systems from event to event: what each row does
 *
 *     M x' = f(t, x) + g(t, x, lambda),    y = h(t, x, lambda),    -y in N_[lb,ub](lambda)
 *
 * A row is held, y = 0 with lambda between its bounds, or free, lambda being a bound and
 * y on the side that goes with it. Complementarity has the bounds 0 and infinity, an
 * equality has none. Rows whose y depends on multipliers are direct: y = 0 gives
 * lambda. For the others y' = 0 does. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_MODES_H
#define ZENO_KERNEL_EVENT_MODES_H

#include "kernel/event/event.h"

#include <zeno/relay.h>

/* ---- modes.c ---- */
/* The table of rows from place *n on, after refusing what is not known here. */
zn_status zni_modes_table(zni_event_driven *e, zn_index *n);
/* Room, and the solver. */
zn_status zni_modes_connect(zni_event_driven *e);
void zni_modes_fini(zni_event_driven *e);

/* ---- modes_motion.c ---- */
/* Before a piece of motion or an event: multipliers of the state, lengths of time. */
void zni_modes_start(zni_event_driven *e);
/* All relations at (t, x) and the multipliers at work. */
zn_status zni_modes_relations(zni_event_driven *e, double t, const double x[]);
/* x' for the multipliers at work, and the rate of y of each row that is not direct;
 * after the relations. */
zn_status zni_modes_derivative(zni_event_driven *e, double t, const double x[]);
zn_ode_field zni_modes_field;
zn_guard_fn zni_modes_guards;
/* Is its guard below zero at the last instant that was looked at? By more than tol_y, a
 * multiplier by what it does to y. */
bool zni_modes_gone_by(const zni_event_driven *e, zn_index c);
/* There likewise, its guard in the unit of y. */
double zni_modes_height(const zni_event_driven *e, zn_index c);
/* Is it clearly above? */
bool zni_modes_clear(const zni_event_driven *e, zn_index c);
/* Rows that are held, and not direct, back to y = 0; then lambda, r and y of the
 * state. */
zn_status zni_modes_arrive(zni_event_driven *e);

/* ---- modes_held.c ---- */
typedef enum zni_modes_of {
    ZNI_OF_OUTPUTS, /* D, zero on rows that are not direct */
    ZNI_OF_RATES,   /* C M^-1 B */
    ZNI_OF_BOTH    /* D + d C M^-1 B, a little later */
} zni_modes_of;
/* Of the picked rows, after relations and derivative. */
void zni_modes_matrix(zni_event_driven *e, zni_modes_of of);
/* C M^-1 B of two rows: over the systems both see. */
double zni_modes_coupling(const zni_event_driven *e, zn_index i, zn_index j);
/* Of the relays that switch the most often (within a factor of ten) one that cannot be held, since
 * lambda does not move y'; -1: none. */
zn_index zni_modes_restless(const zni_event_driven *e);
/* Multipliers and x' at (t, x), rows doing what they do. */
zn_status zni_modes_rate(zni_event_driven *e, double t, const double x[]);
/* Have the rows that are held multipliers? */
bool zni_modes_regular(zni_event_driven *e);
/* x to where outputs of rows that are held, and have no multiplier, are zero. */
zn_status zni_modes_settle(zni_event_driven *e);

/* ---- modes_jump.c ---- */
/* x where every row that is not direct has a y that its multiplier admits. */
zn_status zni_modes_jump(zni_event_driven *e, bool *jumped);

/* ---- modes_switch.c ---- */
/* Of the picked rows, with values y at lambda: the lambda that solves their problem,
 * within their bounds; *moved: how far it went, relatively. */
zn_status zni_modes_solve(zni_event_driven *e, zni_modes_of of, const double y[],
                          double lambda[], double *moved);
/* What each row does from the present instant on. */
zn_status zni_modes_resolve(zni_event_driven *e, bool *jumped);

/* ---- modes_pivot.c ---- */
/* From what rows do, by changes of those that were hit, if that is asked for, and of whatever would end
 * at once. *found: what they do goes on; else it is to be chosen in another way. */
zn_status zni_modes_pivot(zni_event_driven *e, bool hit, bool *found);
/* Is y zero of all rows that are held, at the state? */
zn_status zni_modes_obeyed(zni_event_driven *e, bool *out);

/* ---- modes_motion.c ---- */
/* y = (q, v, x) of all at places of the state, later by d, as it moves now: of the last accelerations
 * and x' at hand. */
void zni_modes_later(zni_event_driven *e, double d, const double x[], double y[]);
/* Functions are asked at (t, y) from here on, with the accelerations there if systems follow each other:
 * y' is theirs then. */
zn_status zni_modes_look_at(zni_event_driven *e, double t, const double y[]);
/* The same at the state. */
zn_status zni_modes_look_back(zni_event_driven *e);

/* Functions are asked at the state from here on. */
static inline void zni_modes_at_state(zni_event_driven *e)
{
    e->q = e->s->state.q;
    e->v = e->s->state.v;
}

/* x' */
static inline double *zni_modes_xdot(const zni_event_driven *e)
{
    return e->acc + e->s->state.nv;
}

/* Bound of a row that is free. */
static inline double zni_modes_bound(const zni_event_driven *e, zn_index c)
{
    return e->is[c].slides < 0 ? e->contact[c].ub : e->contact[c].lb;
}

#endif
