/* accumulation.c - impacts that come ever sooner are over
 *
 * A contact that would bounce ever lower from here on, within the time `accumulation`, stays
 * closed, and its rate is taken away with what rounding leaves. The log has the instant where
 * its impacts accumulate, and how far that is known. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <math.h>

/* Of y0 + C q, with q' = v. */
static double of_row(const zni_event_driven *e, const zni_row *r)
{
    const zni_shape *s = zni_lins_shape(&e->s->lins, r);
    const double *C = s->C;
    double sum = 0;

    for (int j = 0; j < 2; C += s->n[j++])
        for (int d = 0; d < s->n[j]; d++)
            sum += C[d] * e->acc[r->vat[j] + d];
    return sum;
}

zn_status zni_event_acceleration(zni_event_driven *e, const zni_contact *o,
                                 double *out)
{
    const zni_row *r = zni_lins_row(&e->s->lins, o->place);
    const zni_lin *s = zni_lins_at(&e->s->lins, o->place);
    const zni_member *m = zni_problem_member(&e->force, o->place);
    zn_status st;

    if (r) {
        *out = of_row(e, r);
        return ZN_OK;
    }
    st = zni_member_linearise(&e->force, o->place, e->s->body, &e->s->step);
    *out = st ? 0 : m->act->c[o->row];
    for (zn_index j = 0; !st && j < s->nds; j++) {
        const double *a = e->acc + e->s->body[s->body[j]].uoff;
        for (zn_index d = 0; d < s->n[j]; d++)
            *out += s->H[o->row + (zni_lin_uo(s, j) + d) * s->m] *
                    a[zni_lin_unknown(s, j, d)];
    }
    return st;
}

/* How long the flight was that ends here, the longest of them; INFINITY: none did. */
static double last_flight(const zni_event_driven *e)
{
    double longest = 0;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        if (e->is[c].hit > 0 && zni_event_normal(e, c))
            longest = fmax(longest, e->s->state.t - e->is[c].last);
    return longest > 0 ? longest : INFINITY;
}

/* Some were taken as at rest at an instant, and were to go on until another: what is hit in
 * between meets contacts that are closed where they should have been open, or thrown
 * towards it. From then on its instants are known to that. */
void zni_event_note_doubt(zni_event_driven *e)
{
    const double t = e->s->state.t;
    double since = INFINITY;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        if (e->is[c].limit > t && e->is[c].ended > -INFINITY)
            since = fmin(since, e->is[c].ended);
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        if (e->impact.lam[e->contact[c].at] > 0 && zni_event_normal(e, c))
            e->is[c].doubt = fmin(e->is[c].doubt, since);
}

/* A flight is this part of the one before it, or more, where impacts matter. */
static const double LEAST = 0.01;

/* Has no other contact a part in this impact, or was hit so lately that it may be again before the
 * flights of this one end? Else they are not what follows from the last one: they last as long
 * again, or are over. */
static bool alone(const zni_event_driven *e, zn_index c)
{
    const double since = e->s->state.t - e->accumulation / LEAST;

    for (zn_index k = e->now.row[0]; k < e->now.row[1]; k++)
        if (zni_event_normal(e, k) && k != c &&
            (e->is[k].last > since || e->impact.lam[e->contact[k].at] > 0))
            return false;
    return true;
}

/* What comes to rest beside those that rest already is known no better than when they did. */
static double inherited(const zni_event_driven *e)
{
    double most = 0;

    for (zn_index k = e->now.row[0]; k < e->now.row[1]; k++)
        if (e->is[k].closed)
            most = fmax(most, e->is[k].error);
    return most;
}

/* The impacts of a contact are over at this instant, and would be at that of the record. Others
 * that could meet until then would have been hit. */
static zn_status end_impacts(zni_event_driven *e, zn_index c,
                             zn_event_record *r)
{
    zni_contact_state *is = &e->is[c];
    const double t = e->s->state.t, u = fabs(zni_event_gap(e, c, 1));

    if (is->doubt < INFINITY)
        r->error = fmax(r->error, r->limit - is->doubt);
    r->error += inherited(e);
    is->error = r->error;
    is->ended = fmin(is->doubt, t);
    is->doubt = INFINITY;
    is->rest = 1;
    e->rested = true;
    for (zn_index k = e->now.row[0]; k < e->now.row[1]; k++) {
        const double way = (u + fabs(zni_event_gap(e, k, 1))) * (r->limit - t);
        if (zni_event_normal(e, k) && !e->is[k].closed && !e->is[k].rest &&
            zni_event_gap(e, k, 0) <= way)
            e->is[k].doubt = fmin(e->is[k].doubt, is->ended);
    }
    return zni_event_tell(e, ZN_EVENT_ACCUMULATION, c, r);
}

/* Thrown up with u against a constant acceleration -a a gap closes after d = 2 u / a. If
 * each flight is rho times the one before, all that follow end after d / (1 - rho). Of a
 * contact that was hit itself rho is its restitution; where others were, as of the two
 * corners of a block that rocks, it is d over the flight that ends here. */
zn_status zni_event_accumulate(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    const double before = last_flight(e);
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; !st && c < e->now.row[1]; c++) {
        const zni_contact *o = &e->contact[c];
        zni_contact_state *is = &e->is[c];
        const double u = x->y[1][o->at];
        double a, d, rho, left;
        if (!zni_event_normal(e, c) || is->closed ||
            !zni_event_touches(e, is, x->y[0][o->at]) || !(u > e->tol_v))
            continue;
        st = zni_event_acceleration(e, o, &a);
        d = a < 0 ? 2 * u / -a : INFINITY;
        rho = e->impact.lam[o->at] > 0 ? o->e : d / before;
        left = rho < 1 ? d / (1 - rho) : INFINITY;
        if (!st && left < e->accumulation) {
            zn_event_record r = {
                .before = e->gap[2][o->at],
                .limit = x->t + left,
                .error = alone(e, c) ? fmin(left, fabs(x->t + left - is->limit))
                                     : 2 * left};
            st = end_impacts(e, c, &r);
        }
        is->limit = x->t + left;
    }
    return st;
}

/* A contact that was thrown up at this very instant from below zero, by what settling
 * leaves of a gap, and does not come up: its guard says at once that it is here again. Its
 * impacts end here. */
zn_status zni_event_lost_flights(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    bool any = false;
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; !st && e->same > 0 && c < e->now.row[1];
         c++) {
        const zni_contact *o = &e->contact[c];
        const double y = x->y[0][o->at], u = x->y[1][o->at];
        zn_event_record r = {.before = u, .limit = x->t};
        double a = 0;
        if (!zni_event_normal(e, c) || e->is[c].hit <= 0 || !(u > e->tol_v))
            continue;
        if (!any)
            st = zni_event_accelerations(e, x->t, x->q, x->v);
        any = true;
        if (!st)
            st = zni_event_acceleration(e, o, &a);
        if (st || !(a < 0) ||
            u * u > -2 * a * (fabs(y) + ZNI_SETTLED * e->tol_y))
            continue;
        r.error = o->e < 1 ? 2 * u / (-a * (1 - o->e)) : 0;
        r.limit += r.error;
        st = end_impacts(e, c, &r);
    }
    return st;
}
