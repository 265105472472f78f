/* directions.c - where to contacts slide in space
 *
 * The direction d = u/|u| of a rate u is turned by friction, s = -mu d per normal force N, at the rate
 * mu N |A|/|u|, A what a force does to u': without end where a contact breaks away. Explicit steps are
 * as short as that; those of an implicit integrator are not, if it has
 *
 *     df/dy = df/dy at constant s + (df/ds) (ds/du) du/dy,    ds/du = -mu/|u| (I - d d'),
 *
 * in parts, each by differences that are good however small u is. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"
#include "kernel/event/view.h"
#include "kernel/ode/jacobian.h"

#include <float.h>

/* A rate is nothing up to tol_v: there, for an implicit integrator, its direction goes from the one
 * that is kept to its own one without a jump. This is how far it is from that. */
static double nearness(const zni_event_driven *e, double size)
{
    return fmax(e->tol_v - size, 0);
}

/* Of tol_v, what integration leaves of a rate of nothing. */
static const double LEFT = 1e-3;

/* u d. In a long step from nothing that is zero to rounding for a while, and no root. */
double zni_event_forwards(const zni_event_driven *e, zn_index c, const double u[2])
{
    const double *d = e->is[c].d, ahead = d[0] * u[0] + d[1] * u[1];

    return e->sharp ? ahead + LEFT * nearness(e, hypot(u[0], u[1])) : ahead;
}

/* s, against the rate u. Where that has no direction, the one that is kept; and beyond a root of
 * the guard, u d = 0, on the line through it, so that the motion is smooth there. Returns r of
 * ds/du = -mu/r (I - d d'). */
static double oppose(const zni_event_driven *e, zn_index c, const double u[2],
                     double s[2])
{
    const zni_contact *o = &e->contact[c];
    const double *d = e->is[c].d, size = hypot(u[0], u[1]);
    const double side = copysign(1, u[0] * d[0] + u[1] * d[1]);
    const double near = nearness(e, size);
    double w[2], r;

    for (int k = 0; k < 2; k++)
        w[k] = side * u[k] + near * d[k];
    r = size > e->tol_v || e->sharp ? hypot(w[0], w[1]) : INFINITY;
    for (int k = 0; k < 2; k++)
        s[k] = isfinite(r) ? -o->mu / r * w[k] : -o->mu * d[k];
    return side * r;
}

static bool slides_in_space(const zni_event_driven *e, zn_index c)
{
    return e->contact[c].space && e->is[c].slides;
}

static bool turns(const zni_event_driven *e, zn_index c)
{
    return slides_in_space(e, c) && e->contact[c].mu > 0;
}

/* Rates of what slides in space, into e->gap[1]. */
static zn_status rates(zni_event_driven *e, double t, const double q[],
                       const double v[])
{
    zn_state view = zni_event_view(e, t, q, v);
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0], place = -1; !st && c < e->now.row[1];
         c++) {
        const zni_contact *o = &e->contact[c];
        if (!slides_in_space(e, c))
            continue;
        if (o->place != place)
            st = zni_lin_output(&e->s->lins, zni_lins_at(&e->s->lins, o->place),
                                ZN_LEVEL_VELOCITY, &view);
        place = o->place;
    }
    return st;
}

zn_status zni_event_directions(zni_event_driven *e, double t, const double q[],
                               const double v[])
{
    const zn_status st = e->held ? ZN_OK : rates(e, t, q, v);

    for (zn_index c = e->now.row[0]; !st && !e->held && c < e->now.row[1]; c++)
        if (slides_in_space(e, c)) {
            const zn_index at = e->contact[c].at;
            oppose(e, c, e->gap[1] + at, e->slip + at);
        }
    return st;
}

zn_status zni_event_turn(zni_event_driven *e)
{
    zn_status st = ZN_OK;

    if (!e->nspace)
        return ZN_OK;
    st = zni_event_trial(e, zn_ode_value(e->flow));
    if (!st)
        st = zni_event_directions(e, zn_ode_time(e->flow), e->q, e->v);
    for (zn_index c = e->now.row[0]; !st && c < e->now.row[1]; c++) {
        const zni_contact *o = &e->contact[c];
        if (!turns(e, c))
            continue;
        e->is[c].d[0] = -e->slip[o->at] / o->mu;
        e->is[c].d[1] = -e->slip[o->at + 1] / o->mu;
    }
    return st;
}

/* ---- how fast they turn ------------------------------------------------------------- */

/* mu N |A|/|u| of a contact, the problem of forces being solved; of one that breaks away without end. */
static double pace(const zni_event_driven *e, zn_index c)
{
    const zni_problem *p = &e->force;
    const zni_contact *o = &e->contact[c];
    const double *u = e->gap[1] + o->at;
    const double size = hypot(u[0], u[1]);
    double A = 0;

    for (zn_index i = 0; i + 1 < p->active.n; i++)
        if (p->rows.where[i] == o->at)
            A = fmax(p->matrix.x[i + i * p->active.n],
                     p->matrix.x[i + 1 + (i + 1) * p->active.n]);
    return size > e->tol_v
               ? o->mu * fabs(p->lam[e->contact[c - 1].at]) * A / size
               : INFINITY;
}

bool zni_event_turning(const zni_event_driven *e)
{
    bool any = false;

    for (zn_index c = e->now.row[0]; !any && c < e->now.row[1]; c++)
        any = turns(e, c);
    return any;
}

zn_status zni_event_pace(zni_event_driven *e, double t, const double y[],
                         double *out)
{
    const bool any = zni_event_turning(e);
    zn_status st = ZN_OK;

    *out = 0;
    if (any)
        st = e->motion->field(e, t, y, e->turns);
    for (zn_index c = e->now.row[0]; any && !st && c < e->now.row[1]; c++)
        if (turns(e, c))
            *out = fmax(*out, pace(e, c));
    return st;
}

/* ---- df/dy ------------------------------------------------------------------------------ */

/* Tangents of an isle in space. */
static zn_index tangents(const zni_event_driven *e, const zni_isle *o)
{
    zn_index n = 0;

    for (zn_index c = o->row[0]; c < o->row[1]; c++)
        n += 2 * e->contact[c].space;
    return n;
}

/* f, f beside it, y, those of differences; u and df/ds of all tangents. */
zn_status zni_event_turns_reserve(zni_event_driven *e, zn_index isle)
{
    const zn_index n = e->isle[isle].n, k = tangents(e, &e->isle[isle]);

    return k ? zn_grow(e->ctx, &e->turns, &e->cturns, 6 * n + k * (1 + n),
                       sizeof *e->turns)
             : ZN_OK;
}

/* One part at constant s. */
static zn_status held_part(zni_event_driven *e, double t, const double y[],
                           const double f0[], double J[], double work[])
{
    const zn_ode_problem held = {.n = e->now.n,
                                 .field = e->motion->field,
                                 .user = e,
                                 .rtol = e->rtol,
                                 .atol = e->atol};
    zn_ode_info info = {0};

    return zni_ode_jacobian(&held, t, y, f0, 0, J, work, &info);
}

/* df/ds, a column for each tangent, in the order of the table. */
static zn_status by_slip(zni_event_driven *e, double t, const double y[],
                         const double f0[], double f[], double G[])
{
    const zn_index n = e->now.n;
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; !st && c < e->now.row[1]; c++)
        for (int k = 0; !st && k < 2 && turns(e, c); k++, G += n) {
            double *s = &e->slip[e->contact[c].at + k];
            const double was = *s,
                         d = sqrt(DBL_EPSILON) * e->contact[c].mu;
            *s += d;
            st = e->motion->field(e, t, y, f);
            for (zn_index i = 0; i < n; i++)
                G[i] = (f[i] - f0[i]) / (*s - was);
            *s = was;
        }
    return st;
}

/* column += (df/ds) (ds/du) du, du of all of them being what e->gap[1] has more than u0. */
static void add_turns(const zni_event_driven *e, const double u0[],
                      const double G[], double d, double column[])
{
    const zn_index n = e->now.n;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++) {
        const double *u = e->gap[1] + e->contact[c].at, mu = e->contact[c].mu;
        double s[2], du[2];
        if (!turns(e, c))
            continue;
        const double r = oppose(e, c, u0, s);
        for (int k = 0; k < 2; k++)
            du[k] = (u[k] - u0[k]) / d;
        const double along = (s[0] * du[0] + s[1] * du[1]) / (mu * mu);
        for (int k = 0; k < 2; k++) {
            const double ds = -mu / r * (du[k] - along * s[k]);
            for (zn_index i = 0; i < n; i++)
                column[i] += G[k * n + i] * ds;
        }
        u0 += 2;
        G += 2 * n;
    }
}

static void note_rates(const zni_event_driven *e, double u0[])
{
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        if (turns(e, c))
            for (int k = 0; k < 2; k++)
                *u0++ = e->gap[1][e->contact[c].at + k];
}

static zn_status turning_part(zni_event_driven *e, double t, double y[],
                              const double f0[], double f[], double J[],
                              double u0[], double G[])
{
    const double least = e->atol / e->rtol;
    zn_status st = by_slip(e, t, y, f0, f, G);

    if (!st)
        st = zni_event_trial(e, y);
    if (!st)
        st = rates(e, t, e->q, e->v);
    note_rates(e, u0);
    for (zn_index j = 0; !st && j < e->now.n; j++) {
        const double was = y[j],
                     d = sqrt(DBL_EPSILON) * fmax(fabs(was), least);
        y[j] += d;
        st = zni_event_trial(e, y);
        if (!st)
            st = rates(e, t, e->q, e->v);
        if (!st)
            add_turns(e, u0, G, y[j] - was, J + j * e->now.n);
        y[j] = was;
    }
    return st;
}

zn_status zni_event_jacobian(void *user, double t, const double y[], double J[])
{
    zni_event_driven *e = user;
    const zn_index n = e->now.n;
    double *f0 = e->turns, *f = f0 + n, *x = f + n, *work = x + n;
    double *u0 = work + 3 * n, *G = u0 + tangents(e, &e->now);
    zn_status st = e->motion->field(e, t, y, f0);

    if (st)
        return st;
    e->held = true;
    memcpy(x, y, (size_t)n * sizeof *y);
    st = held_part(e, t, y, f0, J, work);
    if (!st)
        st = turning_part(e, t, x, f0, f, J, u0, G);
    e->held = false;
    return st;
}
