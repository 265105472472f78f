/* modes_jump.c - first-order systems at a state that no multiplier admits: x jumps by an
 * impulse P of the rows that are not direct, those of complementarity and equalities
 *
 *     x+ = x- + M^-1 B P,    0 <= C x+ + e  _|_  P >= 0;    C x+ + e = 0 of an equality
 *
 * as at the start, or where an event has written x. Relays have bounded multipliers and no
 * impulses. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/modes.h"

#include <math.h>
#include <string.h>

/* As many as Newton's method takes where y is not linear. */
enum { JUMPS = 50 };

static bool may_push(const zni_contact *o)
{
    return !o->direct && (isinf(o->lb) || isinf(o->ub));
}

static bool admissible(const zni_event_driven *e, const zni_contact *o)
{
    const double y = e->gap[0][o->at];

    return !(y < -e->tol_output && isinf(o->ub)) && !(y > e->tol_output && isinf(o->lb));
}

/* Impulses at the present x, into P, and x moved by them. */
static zn_status push(zni_event_driven *e, double P[])
{
    zni_modes *m = &e->modes;
    zn_state *x = &e->s->state;
    double moved;
    zn_status st;

    e->npick = 0;
    for (zn_index c = e->nsecond; c < e->ncontact; c++)
        if (may_push(&e->contact[c]))
            e->pick[e->npick++] = c;
    memset(P, 0, (size_t)x->ny * sizeof *P);
    st = zni_modes_solve(e, ZNI_OF_RATES, e->gap[0], P, &moved);
    for (zn_index k = 0; !st && k < e->npick; k++) {
        const zni_contact *o = &e->contact[e->pick[k]];
        const zni_lin *s = zni_lins_at(&e->s->lins, o->place);
        const double *X = m->X + m->at[o->place];
        for (zn_index j = 0; j < s->nds; X += s->a->ds[j++]->nx * s->m) {
            const zn_ds *ds = s->a->ds[j];

            for (zn_index i = 0; i < ds->nx; i++)
                x->x[ds->x_off + i] += X[i + o->row * ds->nx] * P[o->at];
        }
    }
    return st ? zn_note(e->ctx, st, "a jump of x") : ZN_OK;
}

static zn_status tell(zni_event_driven *e, const double P[])
{
    zn_status st = ZN_OK;

    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++) {
        const zn_index at = e->contact[c].at;
        zn_event_record r = {
            .before = e->gap[1][at], .after = e->gap[0][at], .value = P[at]};
        if (r.value != 0 && may_push(&e->contact[c]))
            st = zni_event_tell(e, ZN_EVENT_IMPACT, c, &r);
    }
    return st;
}

zn_status zni_modes_jump(zni_event_driven *e, bool *jumped)
{
    zn_state *x = &e->s->state;
    double *P = e->modes.before, *sum = e->gap[2];
    const size_t bytes = (size_t)x->ny * sizeof *sum;

    *jumped = false;
    memset(sum, 0, bytes);
    for (int k = 0;; k++) {
        zn_index c = e->nsecond;
        zn_status st = zni_modes_relations(e, x->t, x->x);
        if (!st)
            st = zni_modes_derivative(e, x->t, x->x);
        if (st)
            return st;
        if (k == 0)
            memcpy(e->gap[1], e->gap[0], bytes);
        while (c < e->ncontact &&
               (!may_push(&e->contact[c]) || admissible(e, &e->contact[c])))
            c++;
        if (c == e->ncontact)
            return *jumped ? tell(e, sum) : ZN_OK;
        if (k == JUMPS)
            return zn_fail(
                e->ctx, ZN_UNSOLVED,
                "t = %.17g s, interaction '%s', row %td: y = %.6g after %d "
                "jumps of x, each to where it should be admissible",
                x->t, zni_lins_whose(&e->s->lins, e->contact[c].place)->name,
                e->contact[c].row, e->gap[0][e->contact[c].at], JUMPS);
        *jumped = true;
        st = push(e, P);
        if (st)
            return st;
        for (zn_index i = 0; i < x->ny; i++)
            sum[i] += P[i];
    }
}
