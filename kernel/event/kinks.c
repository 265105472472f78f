/* kinks.c - where the gradient of a closed gap jumps, as of a string that begins to wind up
 *
 * A contact is kept closed by its acceleration, H v' + gamma = 0. If H or dy/dt jumps the rate
 * H v + dy/dt does, from zero: that is an impact, or the contact opens. Rounding and the
 * integrator leave rates too, but small ones: what counts is a share of the terms H_i v_i.
 * doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <math.h>

/* More than any accuracy that would be asked for leaves, less than a kink that is one. */
#define SHARE 1e-3

/* More errors of a step than add up in a rate between two settlings, of few steps each; tol_v is to be as many
 * times above the tolerances. Where v is next to nothing, as where a pendulum turns, it is what counts. */
#define ERRORS 100

/* The step of an integrator that controls no error (s), else 0. It leaves in velocities a share of
 * what the accelerations do in it. */
static double uncontrolled(const zni_event_driven *e)
{
    const zn_ode_type *type = zn_ode_class(e->flow);

    return ZN_HAS(zn_ode_type, type, given) && type->given
               ? zni_event_way(e)
               : 0;
}

/* Can the gradient jump? */
static bool may_kink(const zni_event_driven *e, zn_index c)
{
    return e->is[c].closed && zni_event_normal(e, c) &&
           !zni_lins_at(&e->s->lins, e->contact[c].place)->plain;
}

bool zni_event_torn(const zni_event_driven *e, zn_index c, double u,
                    const double v[])
{
    const zni_contact *o = &e->contact[c];
    const zni_lin *s = zni_lins_at(&e->s->lins, o->place);
    double terms = 0, rows = 0, pulls = 0;

    if (!may_kink(e, c) || !(fabs(u) > e->tol_v))
        return false;
    for (zn_index j = 0; j < s->nds; j++)
        for (zn_index d = 0; d < s->n[j]; d++) {
            const double H = fabs(s->H[o->row + (zni_lin_uo(s, j) + d) * s->m]);
            const zn_index i = s->vat[j] + zni_lin_unknown(s, j, d);
            rows += H;
            terms += H * fabs(v[i]);
            pulls += H * fabs(e->acc[i]);
        }
    return fabs(u) > SHARE * terms && fabs(u) > uncontrolled(e) * pulls &&
           fabs(u) > ERRORS * (e->atol * rows + e->rtol * terms);
}

zn_status zni_event_kinks(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    zn_status st = ZN_OK;
    bool any = false;

    e->torn = false;
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        any = any || may_kink(e, c);
    if (!any)
        return ZN_OK;
    st = zni_event_outputs(e);
    if (!st)
        st = zni_event_accelerations(e, x->t, x->q, x->v);
    for (zn_index c = e->now.row[0]; !st && c < e->now.row[1]; c++)
        if (zni_event_torn(e, c, zni_event_gap(e, c, 1), x->v)) {
            e->is[c].hit = 0; /* nothing makes it open but its rate */
            e->torn = true;
        }
    return st;
}
