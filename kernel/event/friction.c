/* friction.c - contacts with Coulomb's friction in the plane: what sticks is an equality,
 * what slides with the rate s |u| has the force lambda_T = -mu s lambda_N
 *
 * Rows of closed contacts (N) and of tangents that stick (T) are equalities. With the
 * force of a sliding tangent put in, the column of its normal is
 *
 *     A_.N - mu s A_.T
 *
 * and the matrix not symmetric. Where its diagonal is not positive no normal force can
 * hold the contact: P. Painleve, Sur les lois du frottement de glissement, C. R. Acad.
 * Sci. 121 (1895) 112-115. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <string.h>

void zni_event_count(zni_event_driven *e)
{
    e->nclosed = 0;
    for (zn_index c = 0; c < e->ncontact; c++)
        e->nclosed += zni_event_bears(e, c);
}

static zn_index contact_of(const zni_event_driven *e, zn_index row)
{
    return zni_event_contact(e, e->force.rows.where[row]);
}

/* -mu s of the tangent behind a normal row, 0: there is none or it sticks */
static double slope(const zni_event_driven *e, zn_index c)
{
    return c + 1 < e->ncontact && e->contact[c + 1].tangent
               ? -e->contact[c + 1].mu * e->is[c + 1].slides
               : 0;
}

static bool is_equality(const zni_event_driven *e, zn_index c,
                        zni_closed_rows which)
{
    const zni_contact *o = &e->contact[c];

    return o->tangent || o->relay ? which != ZNI_GAPS && e->is[c].closed : true;
}

static zn_status paradox(zni_event_driven *e, zn_index row, double d)
{
    const zn_index c = contact_of(e, row);
    const zni_contact *o = &e->contact[c];
    const double free = e->force.rows.q[row];
    const zn_status kind = free < 0 ? ZN_INCONSISTENT : ZN_INDETERMINATE;

    e->paradox = (zn_paradox){.kind = kind,
                              .t = e->s->step.t,
                              .interaction = e->s->lins.at[o->place].a,
                              .row = o->row,
                              .rate = zni_event_gap(e, c + 1, 1),
                              .mu = e->contact[c + 1].mu,
                              .response = d,
                              .free = free};
    return zn_fail(
        e->ctx, kind,
        "t = %.17g s, contact '%s' slides at %.6g m/s with mu = %.6g: its "
        "normal force changes its gap by %.6g (m/s^2 per N), not upwards, and "
        "without force the gap accelerates with %.6g m/s^2: %s (Painleve); "
        "make mu less, or take simulation 'time-stepping', which gives an "
        "impulse here",
        e->paradox.t, e->paradox.interaction->name, e->paradox.rate,
        e->paradox.mu, d, free,
        kind == ZN_INCONSISTENT ? "there is no force (inconsistent)"
                                : "there are two motions (indeterminate)");
}

zn_status zn_simulation_paradox(const zn_simulation *s, zn_paradox *out)
{
    const zni_event_driven *e = s->kind_state;

    if (s->kind != &zni_simulation_event_driven)
        return zn_fail(
            s->ctx, ZN_ENOTSUP,
            "a simulation of class '%s' gives impulses where a "
            "contact has a paradox; class 'event-driven' tells of it",
            s->kind->type.name);
    if (e->paradox.kind == ZN_OK)
        return zn_fail(s->ctx, ZN_ENOENT,
                       "the last step, to t = %.17g s, met no paradox",
                       s->state.t);
    *out = e->paradox;
    return ZN_OK;
}

static zn_status room(zni_event_driven *e, zn_index n)
{
    zn_status st = zn_grow(e->ctx, &e->pick, &e->cpick, n + 1, sizeof *e->pick);

    return st ? st
              : zn_grow(e->ctx, &e->reduced, &e->creduced, n * n + 1,
                        sizeof *e->reduced);
}

/* Which rows bore a force, for the order of pivots. */
static unsigned char *bearing(zni_event_driven *e)
{
    unsigned char *first = (unsigned char *)(e->rows + 2 * e->force.active.n);

    for (zn_index i = 0; i < e->npick; i++) {
        const zn_index c = contact_of(e, e->pick[i]);
        first[i] = e->contact[c].bilateral || e->is[c].bears;
    }
    return first;
}

zn_status zni_event_reduce(zni_event_driven *e, zni_closed_rows which)
{
    const zn_index n = e->force.active.n;
    const double *A = e->force.matrix.x;
    bool general = false;
    zn_status st = room(e, n);

    if (st)
        return st;
    e->npick = 0;
    for (zn_index i = 0; i < n; i++)
        if (is_equality(e, contact_of(e, i), which))
            e->pick[e->npick++] = i;
    for (zn_index k = 0; !st && k < e->npick; k++) {
        const zn_index j = e->pick[k];
        const double f = which == ZNI_FORCES ? slope(e, contact_of(e, j)) : 0;
        double *at = e->reduced + k * e->npick;
        for (zn_index i = 0; i < e->npick; i++)
            at[i] = A[e->pick[i] + j * n] +
                    (f != 0 ? f * A[e->pick[i] + (j + 1) * n] : 0);
        general = general || f != 0;
        if (f != 0 && !(at[k] > 1e-10 * A[j + j * n]))
            st = paradox(e, j, at[k]);
    }
    if (st)
        return st;
    if (general)
        zni_rank_factor_general(&e->rank, e->npick, e->reduced);
    else
        zni_rank_factor(&e->rank, e->npick, e->reduced,
                        which == ZNI_FORCES ? bearing(e) : NULL);
    return ZN_OK;
}

void zni_event_solve_reduced(zni_event_driven *e, zni_closed_rows which,
                             const double b[])
{
    zni_problem *p = &e->force;
    double *x = e->rows + p->active.n;

    for (zn_index i = 0; i < p->active.n; i++)
        p->lam[p->rows.where[i]] = 0;
    zni_rank_solve(&e->rank, b, x);
    for (zn_index k = 0; k < e->npick; k++) {
        const zn_index j = e->pick[k];
        const double f = which == ZNI_FORCES ? slope(e, contact_of(e, j)) : 0;
        p->lam[p->rows.where[j]] = x[k];
        if (f != 0)
            p->lam[p->rows.where[j + 1]] = f * x[k];
    }
}

void zni_event_slide_matrix(zni_event_driven *e, double A[])
{
    const zn_index n = e->force.active.n;

    memcpy(A, e->force.matrix.x, (size_t)(n * n) * sizeof *A);
    for (zn_index j = 0; j < n; j++) {
        const double f = slope(e, contact_of(e, j));
        if (f == 0)
            continue;
        for (zn_index i = 0; i < n; i++) {
            A[i + j * n] += f * A[i + (j + 1) * n];
            A[i + (j + 1) * n] = i == j + 1 ? A[i + i * n] : 0;
        }
    }
    for (zn_index j = 0; j + 1 < n; j++)
        if (slope(e, contact_of(e, j)) != 0)
            for (zn_index i = 0; i < n; i++)
                if (i != j + 1)
                    A[j + 1 + i * n] = 0;
}
