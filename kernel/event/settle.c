/* settle.c - closed contacts and constraints keep gap and rate at zero: what integration
 * and the search for roots leave is taken away, in the metric of the masses
 *
 *     q = q (+) M^-1 H' A^-1 (-y),    v = v + M^-1 H' A^-1 (-u),    A = H M^-1 H'
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <math.h>
#include <string.h>

/* The largest |y| or |u| of closed contacts. */
static double worst(const zni_event_driven *e, int level)
{
    double w = 0;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        if (e->is[c].closed &&
            !((e->contact[c].relay || e->contact[c].tangent) && level == 0))
            w = fmax(w, fabs(zni_event_gap(e, c, level)));
    return w;
}

/* du = M^-1 H' A^-1 (-r), r the outputs of that level. */
static zn_status correction(zni_event_driven *e, zni_closed_rows which)
{
    zni_problem *p = &e->force;
    zn_state *x = &e->s->state;
    const int level = which != ZNI_GAPS;
    double *b = e->rows;
    zn_status st = zni_event_masses(e, x->q);

    if (!st)
        st = zni_event_assemble(e, x->t, x->q, x->v);
    if (!st)
        st = zni_event_reduce(e, which);
    if (st)
        return st;
    for (zn_index i = 0; i < e->npick; i++)
        b[i] = -x->y[level][p->rows.where[e->pick[i]]];
    zni_event_solve_reduced(e, which, b);
    e->kept = 0; /* forces are not those of the motion now */
    zni_event_clear(e, e->du);
    zni_problem_increment(p, e->s->body, e->du);
    return ZN_OK;
}

static zn_status positions(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    const zn_status st = correction(e, ZNI_GAPS);

    for (zn_index i = e->now.body[0]; !st && i < e->now.body[1]; i++) {
        const zn_index k = e->body[i];
        const zn_ds *ds = zni_event_system(e, k, ZN_SECOND_ORDER);
        if (ds)
            zn_ds_retract(ds, x->q + ds->q_off, e->du + e->s->body[k].uoff,
                          x->q + ds->q_off);
    }
    return st ? st : zni_event_outputs(e);
}

/* Of an impact that was the last one rates are what flights would still have been for: while these last normal
 * forces are, taken together, less by their momentum than those of rest, and friction is less with them. */
static zn_status velocities(zni_event_driven *e)
{
    const zni_problem *p = &e->force;
    zn_state *x = &e->s->state;
    const zn_status st = correction(e, e->rested ? ZNI_FORCES : ZNI_RATES);

    if (st)
        return st;
    if (e->rested)
        zni_event_copy(e, x->v, e->last);
    zni_event_add(e, 1, e->du, x->v);
    if (e->rested) {
        zni_event_add_impulse(e, p);
        for (zn_index i = 0; i < p->active.n; i++)
            x->lambda[1][p->rows.where[i]] += p->lam[p->rows.where[i]];
    }
    return zni_event_outputs(e);
}

/* Quaternions keep their length. */
static void normalise(zni_event_driven *e)
{
    zn_state *x = &e->s->state;

    zni_event_clear(e, e->du);
    for (zn_index i = e->now.body[0]; i < e->now.body[1]; i++) {
        const zn_index k = e->body[i];
        const zn_ds *ds = zni_event_system(e, k, ZN_SECOND_ORDER);
        if (ds && zn_ds_curved(ds))
            zn_ds_retract(ds, x->q + ds->q_off, e->du + e->s->body[k].uoff,
                          x->q + ds->q_off);
    }
}

/* This part of tol_v at an event, and gaps to their last digits: contacts that open together, or are thrown up
 * together, come down at one instant, and with gaps or rates of their own at two. */
static const double LIKE_ZERO = 1e-6;

zn_status zni_event_settle(zni_event_driven *e)
{
    const bool event = e->pending != 0;
    const double y = (event ? ZNI_LAST_DIGITS : ZNI_SETTLED) * e->tol_y;
    const double u = (event ? LIKE_ZERO : ZNI_SETTLED) * e->tol_v;
    zn_status st;

    normalise(e);
    st = zni_event_outputs(e);
    /* the distance is quadratic in what is corrected: twice is plenty */
    for (int k = 0; !st && k < 2 && worst(e, 0) > y; k++)
        st = positions(e);
    if (!st && !e->torn && worst(e, 1) > u)
        st = velocities(e);
    return st;
}
