/* sliding.c - rows of relays: dry friction with bounds that are known. A row sticks, its
 * rate is zero and its force between the bounds; or it slides, and its force is a bound
 *
 *     u > 0: lambda = lb,    u < 0: lambda = ub,    u = 0: lb <= lambda <= ub
 *
 * doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"

#include <math.h>

double zni_event_bound(const zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];

    return e->is[c].slides > 0 ? o->lb : e->is[c].slides < 0 ? o->ub : 0;
}

/* out += H' lambda of the row, at the linearisation at hand */
static void add(const zni_event_driven *e, const zni_contact *o, double lambda,
                double out[])
{
    const zni_lin *s = zni_lins_at(&e->s->lins, o->place);

    for (zn_index j = 0; j < s->nds; j++) {
        double *at = out + e->s->body[s->body[j]].uoff;
        for (zn_index d = 0; d < s->n[j]; d++) {
            const zn_index k = zni_lin_uo(s, j) + d;
            at[zni_lin_unknown(s, j, d)] +=
                lambda * (s->more->B ? s->more->B[k + o->row * zni_lin_nu(s)]
                                     : s->H[o->row + k * s->m]);
        }
    }
}

zn_status zni_event_slide(zni_event_driven *e, double t, const double q[],
                          const double v[], double out[])
{
    zn_status st = ZN_OK;

    if (!e->nrelay)
        return ZN_OK;
    zni_event_step_at(e, t, q, v);
    for (zn_index c = e->now.row[0], place = -1; !st && c < e->now.row[1];
         c++) {
        const zni_contact *o = &e->contact[c];
        if (!o->relay || e->is[c].closed)
            continue;
        if (o->place != place)
            st = zni_member_linearise(&e->force, o->place, e->s->body,
                                      &e->s->step);
        place = o->place;
        if (!st)
            add(e, o, zni_event_bound(e, c), out);
    }
    return st;
}

/* A tangent in the plane, or a relay. */
static void may_stick(zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];
    zni_contact_state *is = &e->is[c];
    const double u = zni_event_gap(e, c, 1);

    const bool gives = zni_event_gives_way(is);

    if (gives && o->tangent)
        is->slides = e->s->state.lambda[2][o->at] > 0 ? -1 : 1;
    else if (gives) /* its force has come to a bound: to the nearer one */
        is->slides =
            e->s->state.lambda[2][o->at] > (o->lb + o->ub) / 2 ? -1 : 1;
    else if (is->hit > 0 || fabs(u) <= e->tol_v)
        is->closed = 1;
    else
        is->slides = u > 0 ? 1 : -1;
}

/* Two of them. The rate comes to zero by its size, while its direction settles: what
 * would last no longer than `accumulation` ends here. */
static void may_stick_in_space(zni_event_driven *e, zn_index c)
{
    zni_contact_state *is = &e->is[c];
    const double *u = &e->s->state.y[1][e->contact[c].at];
    const double *f = &e->s->state.lambda[2][e->contact[c].at];
    const bool gives = zni_event_gives_way(is);
    const double *at = gives ? f : u;
    const double size = hypot(at[0], at[1]), sign = gives ? -1 : 1;

    if (!gives && (size <= e->tol_v || is->rest))
        is->closed = 1;
    else if (size > 0) {
        is->slides = 1;
        is->d[0] = sign * at[0] / size;
        is->d[1] = sign * at[1] / size;
    }
}

void zni_event_may_stick(zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];
    zni_contact_state *is = &e->is[c];

    if (o->tangent > 1) { /* the first has said it */
        is->closed = is[-1].closed;
        is->slides = is[-1].slides;
        return;
    }
    is->closed = 0;
    if (zni_event_idle(e, c))
        ;
    else if (o->space)
        may_stick_in_space(e, c);
    else
        may_stick(e, c);
    if (is->closed || zni_event_idle(e, c))
        is->slides = 0;
}

double zni_event_sliding_guard(const zni_event_driven *e, zn_index c,
                               const double lambda[], const double u[])
{
    const zni_contact *o = &e->contact[c];
    const zni_contact_state *is = &e->is[c];

    if (is->closed && o->tangent)
        return o->mu * e->force.lam[e->contact[c - 1].at] -
               (o->space ? hypot(lambda[0], lambda[1]) : fabs(lambda[0]));
    if (is->closed)
        return fmin(lambda[0] - o->lb, o->ub - lambda[0]);
    return o->space ? zni_event_forwards(e, c, u) : is->slides * u[0];
}
