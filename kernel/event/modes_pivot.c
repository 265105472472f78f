/* modes_pivot.c - first-order systems: rows change what they do one by one, until it goes on
 *
 * Where D is singular the problems of an event leave multipliers open, or tell them by terms of second
 * order in the time that is looked ahead. Most events are of one row, which is the one that came to its
 * guard. So this changes first, then whichever of all rows would come to an end at once, by multipliers
 * of the equations that rows held obey: principal pivoting, the worst row first, then the first
 * (K. G. Murty, Math. Programming 7 (1974), has it for matrices of class P). doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/modes.h"

#include <math.h>

/* Changes, of which so many take the worst row: after these it may be a circle. */
enum { MOST = 100, WORST = 10 };

/* Of tol_out: what rounding leaves of a guard at its root. */
static const double ROUNDING = 1e-6;

static void change(zni_event_driven *e, zn_index c)
{
    zni_contact_state *is = &e->is[c];
    const zni_contact *o = &e->contact[c];
    const double lam = e->modes.lam[o->at];

    is->closed = !is->closed;
    is->slides = is->closed ? 0 : lam - o->lb <= o->ub - lam ? 1 : -1;
}

/* Guards of all rows at the state, and what they are a little later, in the unit of y. */
static zn_status look(zni_event_driven *e, double now[], double later[])
{
    zni_modes *m = &e->modes;
    const zn_state *x = &e->s->state;
    zn_status st, back;

    zni_modes_at_state(e);
    st = zni_modes_rate(e, x->t, x->x);
    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++)
        now[c] = zni_modes_height(e, c);
    if (!st) {
        zni_modes_later(e, m->ahead, x->x, e->ahead);
        st = zni_modes_look_at(e, x->t + m->ahead, e->ahead);
    }
    if (!st)
        st = zni_modes_rate(e, x->t + m->ahead, e->v + x->nv);
    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++)
        later[c] = zni_modes_height(e, c);
    back = zni_modes_look_back(e);
    return st ? st : back;
}

/* The row that would come to an end at once; -1: none. Of what is held y has to be zero, which it is
 * not where others hold the row, too. */
static zn_status find(zni_event_driven *e, bool worst, zn_index *out)
{
    double *now = e->modes.guards, *later = now + e->ncontact, most = 0;
    const double least = ROUNDING * e->tol_output;
    const zn_status st = look(e, now, later);

    *out = -1;
    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++) {
        const bool ends = now[c] < -e->tol_output ||
                          (now[c] < e->tol_output && later[c] < -least &&
                           later[c] < now[c] - least);
        if (!ends || e->contact[c].bilateral || !(*out < 0 || -now[c] > most))
            continue;
        *out = c;
        most = -now[c];
        if (!worst)
            break;
    }
    return st;
}

zn_status zni_modes_obeyed(zni_event_driven *e, bool *out)
{
    const zn_state *x = &e->s->state;
    const zn_status st = zni_modes_rate(e, x->t, x->x);

    *out = !st;
    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++)
        *out = *out && !(e->is[c].closed &&
                         fabs(e->gap[0][e->contact[c].at]) > e->tol_output);
    return st;
}

zn_status zni_modes_pivot(zni_event_driven *e, bool hit, bool *found)
{
    zn_status st = ZN_OK;

    *found = false;
    for (zn_index c = e->nsecond; c < e->ncontact; c++)
        if (hit && e->is[c].hit && !e->contact[c].bilateral)
            change(e, c);
    for (int k = 0; !st && k < MOST; k++) {
        zn_index c;
        if (!zni_modes_regular(e))
            return ZN_OK;
        st = find(e, k < WORST, &c);
        if (!st && c < 0)
            return zni_modes_obeyed(e, found);
        if (!st)
            change(e, c);
    }
    return st;
}
