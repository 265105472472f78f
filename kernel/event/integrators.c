/* integrators.c - which integrator takes the smooth motion
 *
 * Under constant forces a motion is a polynomial, which the pair of order 5 has exactly with the
 * fewest calls. Else the formula of order 8 needs fewer of them where tolerances are tight. Forces
 * of closed contacts are constant with the others where their gaps are y0 + C q.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <string.h>

/* Below this rtol the formula of order 8 takes fewer instructions where the grid leaves it its
 * long steps: measured, half of them at 1e-9 for a pendulum. Where the grid cuts them the two are
 * equal at 6e-11 for a cam, at 2e-10 for an oscillator of which an instant is a sixth of a
 * radian. doc/ode.md */
static const double TIGHT = 1e-9;

/* The integrator of a place is one of that class, or none (NULL). */
static zn_status use(zni_event_driven *e, int place, const char *cls)
{
    zn_ode **o = &e->flows[place];

    if (*o && cls && strcmp(zn_ode_class(*o)->type.name, cls) == 0)
        return ZN_OK;
    zn_ode_free(*o);
    *o = NULL;
    const zn_status st = cls ? zn_ode_new(e->ctx, cls, o) : ZN_OK;
    return st ? zn_note(e->ctx, st, "option ode, 'auto' or a class") : ZN_OK;
}

/* An integrator keeps what it was told: other words are for another one. */
static zn_status tell(zni_event_driven *e)
{
    const zn_status st = zn_ode_set_words(e->flows[0], e->ode_options);

    if (st) { /* some of them may be in force */
        zn_ode_free(e->flows[0]);
        e->flows[0] = NULL;
        return st;
    }
    memcpy(e->told_ode, e->ode_options, sizeof e->told_ode);
    return ZN_OK;
}

zn_status zni_event_integrators(zni_event_driven *e)
{
    const bool pick = strcmp(e->ode, "auto") == 0;
    const bool high = pick && e->rtol < TIGHT;
    zn_status st = ZN_OK;

    if (pick && e->ode_options[0])
        return zn_fail(
            e->ctx, ZN_EINVAL,
            "option ode_options = '%.60s' with ode=auto: they are of "
            "one class, name it",
            e->ode_options);
    if (strcmp(e->told_ode, e->ode_options) != 0)
        st = use(e, 0, NULL);
    if (!st)
        st = use(e, 0,
                 high   ? "dormand-prince-853"
                 : pick ? "dormand-prince"
                        : e->ode);
    if (!st)
        st = use(e, 1, high ? "dormand-prince" : NULL);
    return st ? st : tell(e);
}

/* Does a row that is closed, or slides, act along a gradient that turns? Friction in space may
 * turn, too, but mostly is along a line. */
static bool turns(const zni_event_driven *e, zn_index c)
{
    const zni_contact_state *is = &e->is[c];

    return (is->closed || is->slides) &&
           !e->s->lins.at[e->contact[c].place].plain;
}

void zni_event_pick_integrator(zni_event_driven *e)
{
    bool steady = e->now.uniform && e->flows[1];

    for (zn_index c = e->now.row[0]; steady && c < e->now.row[1]; c++)
        steady = !turns(e, c);
    e->flow = e->flows[steady];
}

void zni_event_integrators_fini(zni_event_driven *e)
{
    zn_ode_free(e->flows[0]);
    zn_ode_free(e->flows[1]);
}
