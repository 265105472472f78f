/* half.c - the smooth motion, with multipliers that hold closed contacts a step later
 *
 *     f = (T(q) v, a),    M(q) a = F(t, q, v) + H(q)' lambda,
 *     0 = H(q1) v1 + dy/dt,    (q1, v1) = base + w f
 *
 * as half-explicit integrators ask for it; y'' is not in it. q1 is known before lambda is, which
 * follows by Newton's method with H M^-1 H' at q in the place of w H(q1) M^-1 H(q)': w makes that a
 * small difference. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"
#include "kernel/event/view.h"

#include <math.h>
#include <string.h>

/* Each of them takes w from what is left: far more than there are digits. */
enum { PASSES = 30 };

/* u of the rows that count at (t1, base + w f), -u/w in the order of picks into b; the largest. */
static zn_status rates(zni_event_driven *e, double t1, const double base[],
                       double w, double f[], double b[], double *worst)
{
    zn_state view;
    zn_status st;

    zni_event_slopes(e, f);
    memcpy(e->ahead, base, (size_t)e->now.n * sizeof *base);
    for (zn_index i = 0; i < e->now.x; i++)
        e->ahead[i] += w * f[i];
    st = zni_event_trial(e, e->ahead);
    view = zni_event_view(e, t1, e->q, e->v);
    for (zn_index k = 0; !st && k < e->force.active.nact; k++)
        st = zni_lin_output(&e->s->lins, zni_lins_at(&e->s->lins, e->force.active.act[k]),
                            ZN_LEVEL_VELOCITY, &view);
    *worst = 0;
    memset(b, 0, (size_t)e->npick * sizeof *b);
    for (zn_index k = 0; !st && k < e->rank.rank; k++) {
        const zn_index i = zni_rank_row(&e->rank, k);
        const double u = view.y[1][e->force.rows.where[e->pick[i]]];
        b[i] = -u / w;
        *worst = fmax(*worst, fabs(u));
    }
    return st;
}

/* acc, and f with it, so that the rates are zero; ZN_RETRY: w is too long for that. */
static zn_status hold(zni_event_driven *e, double t1, const double base[],
                      double w, double f[])
{
    double *b = e->rows, first = 0, before = INFINITY, now = 0;

    for (int k = 0; k < PASSES; k++) {
        const zn_status st = rates(e, t1, base, w, f, b, &now);
        if (st)
            return st;
        if (k == 0)
            first = now;
        if (!(now < before / 2)) /* rounding, or no end */
            break;
        before = now;
        zni_event_solve_reduced(e, ZNI_FORCES, b);
        zni_problem_increment(&e->force, e->s->body, e->acc);
    }
    return now <= fmax(1e-6 * first, ZNI_SETTLED * e->tol_v) ? ZN_OK : ZN_RETRY;
}

zn_status zni_event_half(void *user, double t, const double y[], double t1,
                         const double base[], double w, double f[])
{
    zni_event_driven *e = user;
    zn_status st;

    if (!e->nclosed)
        return zni_event_field(user, t, y, f);
    st = zni_event_trial(e, y);
    if (!st)
        st = zni_event_free(e, t, e->q, e->v);
    if (!st)
        st = zni_event_assemble(e, t, e->q, e->v);
    if (!st)
        st = zni_event_reduce(e, ZNI_FORCES);
    if (st)
        return st;
    zni_event_turns(e);
    st = hold(e, t1, base, w, f);
    return st ? st : zni_event_trial(e, y);
}
