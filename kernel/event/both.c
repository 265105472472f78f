/* both.c - systems of second and of first order in one model: a machine and its circuit
 *
 *     M v' = F(t, q, v; x) + H' lambda,      q' = T v,      x' = f(t, x; q, v) + g(lambda)
 *
 * A system sees the state of others in its parameters (zn_model_follow), not their
 * multipliers: so accelerations come first, and rates of y of first order with them.
 * Forces of contacts are known then, and an impact moves thresholds at once.
 * doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"
#include "kernel/event/modes.h"

/* An impact changes what circuits see. Where x jumps in turn, forces are others: they are
 * looked at again, at the same instant. */
static zn_status resolve(zni_event_driven *e, bool *jumped)
{
    bool second = false, first = false;
    zn_status st = zni_event_resolve(e, &second);

    e->modes.moved = second;
    if (!st)
        st = zni_modes_resolve(e, &first);
    if (first)
        e->pending = 1;
    *jumped = second || first;
    return st;
}

static zn_status field(void *user, double t, const double y[], double f[])
{
    const zn_status st = zni_event_field(user, t, y, f);

    return st ? st : zni_modes_field(user, t, y, f);
}

static zn_status half(void *user, double t, const double y[], double t1,
                      const double base[], double w, double f[])
{
    const zn_status st = zni_event_half(user, t, y, t1, base, w, f);

    return st ? st : zni_modes_field(user, t, y, f);
}

static zn_status guards(void *user, double t, const double y[], double g[])
{
    const zn_status st = zni_event_guards(user, t, y, g);

    return st ? st : zni_modes_guards(user, t, y, g);
}

static bool gone_by(const zni_event_driven *e, zn_index c)
{
    return c < e->nsecond ? zni_event_gone_by(e, c) : zni_modes_gone_by(e, c);
}

static double height(const zni_event_driven *e, zn_index c)
{
    return c < e->nsecond ? zni_event_height(e, c) : zni_modes_height(e, c);
}

static zn_status arrive(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    zn_status st = zni_event_arrive(e);

    if (!st)
        st = zni_event_accelerations(e, x->t, x->q, x->v);
    return st ? st : zni_modes_arrive(e);
}

const zni_event_motion zni_event_of_both = {
    .resolve = resolve,
    .start = zni_modes_start,
    .field = field,
    .half = half,
    .guards = guards,
    .gone_by = gone_by,
    .height = height,
    .work = zni_event_work,
    .turn = zni_event_turn,
    .arrive = arrive,
};
