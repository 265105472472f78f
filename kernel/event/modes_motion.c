/* modes_motion.c - smooth motion of first-order systems between events: multipliers of
 * rows that are held, and the guards
 *
 *     direct rows   h(t, x, lambda) = 0,                 by Newton's method: dy/dlambda = D
 *     the others    C M^-1 (f + g(t, x, lambda)) + dh/dt = 0,   dy'/dlambda = C M^-1 B
 *
 * Both are one step where everything is affine in lambda.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/modes.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { NEWTON = 50 };

/* Of a step of the integrator: by which an event looks ahead, which is far above rounding
 * and makes an error of its square; and of differences in time. */
static const double AHEAD = 1e-7, TAU = 1e-2;

void zni_modes_start(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    const zn_state *x = &e->s->state;
    double step = zn_simulation_grid_next(e->s) - x->t;

    if (!(step > 0) || !isfinite(step)) /* after the last instant */
        step = e->s->times.h > 0 ? e->s->times.h : 1;
    /* before the first step nothing is known of how fast things move */
    m->tau = e->length > 0 ? TAU * e->length : TAU * TAU * step;
    m->span = e->length > 0 ? fmin(e->length, step) : step;
    m->ahead = AHEAD * m->span;
    memcpy(m->lam, x->lambda[0], (size_t)x->ny * sizeof *m->lam);
}

/* ---- relations ------------------------------------------------------------------------- */

static double *output(zni_event_driven *e, zn_index at)
{
    return e->gap[0] + at;
}

/* The next interaction that is there, or NULL. */
static zni_lin *next(zni_event_driven *e, zn_index *k)
{
    while (*k < e->s->lins.n && !e->s->lins.at[*k].a)
        ++*k;
    return *k < e->s->lins.n ? &e->s->lins.at[*k] : NULL;
}

zn_status zni_modes_relations(zni_event_driven *e, double t, const double x[])
{
    zni_modes *m = &e->modes;
    zni_lins *L = &e->s->lins;
    zn_state view = e->s->state;
    zni_lin *s;
    zn_status st = ZN_OK;

    view.t = t;
    view.x = (double *)x;
    view.y[0] = e->gap[0];
    view.y[1] = e->gap[1];
    view.lambda[0] = m->lam;
    for (zn_index k = 0; !st && (s = next(e, &k)); k++) {
        const double *lam = m->lam + s->off;
        zni_lin_gather(s, &view, s->q, s->v);
        zni_lin_moved(L, s, t);
        st = zni_lin_output(L, s, ZN_LEVEL_POSITION, &view);
        if (!st)
            st = zni_lin_C(L, s, t, lam);
        if (!st && s->D)
            st = zni_lin_D(L, s, t, lam);
        if (!st)
            st = zni_lin_B(L, s, t, lam);
        if (!st)
            st = zni_lin_where(s, s->rt->input(s->a->relation, s->a->data, t,
                                               s->q, lam, s->g));
    }
    return st;
}

/* Fourth order in tau, so that rounding decides: its error is 1e-12 or so of the change
 * of y in a step of the integrator. */
static zn_status moving(zni_event_driven *e, const zni_lin *s, double t,
                        double out[])
{
    static const double node[4] = {-2, -1, 1, 2};
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    zni_modes *m = &e->modes;
    zn_status st = ZN_OK;

    for (int k = 0; !st && k < 4; k++)
        st = s->rt->output(s->a->relation, s->a->data, t + node[k] * m->tau,
                           s->q, m->lam + s->off, m->h + k * s->m);
    for (zn_index i = 0; !st && i < s->m; i++)
        for (int k = 0; k < 4; k++)
            out[i] += weight[k] * m->h[i + k * s->m] / m->tau;
    return zni_lin_where(s, st);
}

/* ---- x' ---------------------------------------------------------------------------------- */

static zn_status mass(zni_event_driven *e, double t, const double x[])
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < e->nmass; k++) {
        zni_mass *m = &e->mass[k];
        const zn_ds *ds = e->s->body[k].ds;
        if (!ds || !ds->type->lhs || (m->constant && m->made))
            continue;
        st = ds->type->lhs(ds, t, x + ds->x_off, m->values);
        if (!st)
            st = zn_factor_set(m->M, m->values);
        if (st)
            return zn_note(e->ctx, st,
                           "M of system '%s', which has to be regular between "
                           "events",
                           ds->name);
        m->made = zni_sim_tick(e->s);
    }
    return st;
}

static void divide(const zni_event_driven *e, const zn_ds *ds, zn_index nrhs,
                   double X[])
{
    if (ds->type->lhs)
        zn_factor_solve(e->mass[ds->place].M, nrhs, X);
}

/* X = M^-1 B of one interaction; systems one after the other. */
static void responses(zni_event_driven *e, const zni_lin *s, double X[])
{
    for (zn_index j = 0; j < s->nds; j++) {
        for (zn_index i = 0; i < s->m; i++)
            for (zn_index d = 0; d < s->n[j]; d++)
                X[d + i * s->n[j]] = s->B[s->uo[j] + d + i * s->nu];
        divide(e, s->a->ds[j], s->m, X);
        X += s->n[j] * s->m;
    }
}

static void add_input(zni_event_driven *e, const zni_lin *s)
{
    for (zn_index j = 0; j < s->nds; j++)
        for (zn_index d = 0; d < s->n[j]; d++)
            e->modes.r[s->a->ds[j]->x_off + d] += s->g[s->uo[j] + d];
}

zn_status zni_modes_derivative(zni_event_driven *e, double t, const double x[])
{
    zni_modes *m = &e->modes;
    const zn_index nx = e->s->state.nx;
    zni_lin *s;
    zn_status st = mass(e, t, x);

    memset(m->r, 0, (size_t)nx * sizeof *m->r);
    for (zn_index k = 0; (s = next(e, &k)); k++)
        add_input(e, s);
    for (zn_index k = 0; !st && k < e->nmass; k++) {
        const zn_ds *ds = e->s->body[k].ds;
        double *a = e->acc + (ds ? ds->x_off : 0);
        if (!ds)
            continue;
        st = ds->type->field(ds, t, x + ds->x_off, a);
        if (st)
            return zn_note(e->ctx, st, "system '%s'", ds->name);
        for (zn_index i = 0; i < ds->nx; i++)
            a[i] += m->r[ds->x_off + i];
        divide(e, ds, 1, a);
    }
    for (zn_index k = 0; !st && (s = next(e, &k)); k++) {
        double *u = m->rate + s->off;
        memset(u, 0, (size_t)s->m * sizeof *u);
        for (zn_index j = 0; j < s->nds; j++)
            zni_lin_add(s->m, s->n[j], s->C + s->m * s->qo[j],
                        e->acc + s->a->ds[j]->x_off, u);
        if (zn_relation_moves(s->varies))
            st = moving(e, s, t, u);
        responses(e, s, m->X + m->at[k]);
    }
    return st;
}

/* ---- rows that are held --------------------------------------------------------------------- */

void zni_modes_pick(zni_event_driven *e, bool direct)
{
    e->npick = 0;
    for (zn_index c = 0; c < e->ncontact; c++)
        if (e->contact[c].direct == direct && e->is[c].closed)
            e->pick[e->npick++] = c;
}

/* C M^-1 B of two rows: over the systems both see. */
static double coupling(const zni_event_driven *e, zn_index i, zn_index j)
{
    const zni_contact *a = &e->contact[i], *b = &e->contact[j];
    const zni_lin *s = &e->s->lins.at[a->place], *r = &e->s->lins.at[b->place];
    const double *X = e->modes.X + e->modes.at[b->place];
    double sum = 0;

    for (zn_index l = 0; l < r->nds; X += r->n[l] * r->m, l++)
        for (zn_index k = 0; k < s->nds; k++)
            for (zn_index d = 0; s->body[k] == r->body[l] && d < s->n[k]; d++)
                sum += s->C[a->row + (s->qo[k] + d) * s->m] *
                       X[d + b->row * r->n[l]];
    return sum;
}

void zni_modes_matrix(zni_event_driven *e, bool direct)
{
    const zn_index n = e->npick;

    for (zn_index l = 0; l < n; l++)
        for (zn_index k = 0; k < n; k++) {
            const zn_index i = e->pick[k], j = e->pick[l];
            const zni_contact *a = &e->contact[i], *b = &e->contact[j];
            const zni_lin *s = &e->s->lins.at[a->place];
            e->reduced[k + l * n] = !direct ? coupling(e, i, j)
                                    : a->place == b->place
                                        ? s->D[a->row + b->row * s->m]
                                        : 0;
        }
}

/* lambda -= A^-1 y of the picked rows; *moved: how far, relative to the largest. */
static zn_status newton(zni_event_driven *e, bool direct, double *moved)
{
    zni_modes *m = &e->modes;
    const double *y = direct ? e->gap[0] : m->rate;
    double *b = m->box, *d = b + e->ncontact, size = 0, most = 0;

    zni_modes_matrix(e, direct);
    zni_rank_factor_general(&e->rank, e->npick, e->reduced);
    if (e->rank.rank < e->npick) {
        const zni_contact *o = &e->contact[e->pick[e->rank.row[e->rank.rank]]];
        return zn_fail(
            e->ctx, ZN_ENOTSUP,
            "interaction '%s', row %td: y is held at zero but no multiplier "
            "moves %s (relative degree above %d, or rows that say the same); "
            "take simulation 'time-stepping'",
            e->s->lins.at[o->place].a->name, o->row, direct ? "y" : "y'",
            direct ? 0 : 1);
    }
    for (zn_index k = 0; k < e->npick; k++)
        b[k] = -y[e->contact[e->pick[k]].at];
    zni_rank_solve(&e->rank, b, d);
    for (zn_index k = 0; k < e->npick; k++) {
        double *lam = m->lam + e->contact[e->pick[k]].at;
        *lam += d[k];
        size = fmax(size, fabs(*lam));
        most = fmax(most, fabs(d[k]));
    }
    *moved = size > 0 ? most / size : 0;
    return ZN_OK;
}

static zn_status hold(zni_event_driven *e, bool direct, double t,
                      const double x[])
{
    double moved = 1;
    zn_status st = direct ? ZN_OK : zni_modes_derivative(e, t, x);

    zni_modes_pick(e, direct);
    for (int k = 0; !st && e->npick && moved > 4 * DBL_EPSILON; k++) {
        if (k == NEWTON)
            return zn_fail(e->ctx, ZN_UNSOLVED,
                           "multipliers of rows that are held at t = %.17g s "
                           "are not found by %d steps of Newton's method: the "
                           "last one moved them by %.3g of the largest",
                           t, NEWTON, moved);
        st = newton(e, direct, &moved);
        if (!st)
            st = zni_modes_relations(e, t, x);
        if (!st && !direct)
            st = zni_modes_derivative(e, t, x);
        if (e->modes.linear || (k > 4 && moved < 1e-13))
            break;
    }
    return st;
}

zn_status zni_modes_rate(zni_event_driven *e, double t, const double x[])
{
    zn_status st;

    for (zn_index c = 0; c < e->ncontact; c++)
        if (!e->is[c].closed)
            e->modes.lam[e->contact[c].at] = zni_modes_bound(e, c);
    st = zni_modes_relations(e, t, x);
    if (!st)
        st = hold(e, true, t, x);
    return st ? st : hold(e, false, t, x);
}

/* ---- for the integrator ----------------------------------------------------------------------- */

zn_status zni_modes_field(void *user, double t, const double y[], double f[])
{
    zni_event_driven *e = user;
    const zn_status st = zni_modes_rate(e, t, y);

    if (!st)
        memcpy(f, e->acc, (size_t)e->s->state.nx * sizeof *f);
    return st;
}

static double guard(const zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];
    const double lam = e->modes.lam[o->at];

    if (o->bilateral)
        return 1;
    return e->is[c].closed ? fmin(lam - o->lb, o->ub - lam)
                           : e->is[c].slides * e->gap[0][o->at];
}

zn_status zni_modes_guards(void *user, double t, const double y[], double g[])
{
    zni_event_driven *e = user;
    const zn_status st = zni_modes_rate(e, t, y);

    for (zn_index c = 0; !st && c < e->ncontact; c++)
        g[c] = guard(e, c);
    return st;
}

/* What one unit of the multiplier of a row that is held does to outputs, at once or in a
 * step of the integrator: by this its distance from a bound becomes one of y, whatever the
 * unit it has itself. */
static double effect(const zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];
    const zni_lin *s = &e->s->lins.at[o->place];
    double most = 0;

    for (zn_index i = 0; i < s->m; i++) {
        const double direct = s->D ? s->D[i + o->row * s->m] : 0;
        const double rate = coupling(e, c - o->row + i, c);
        most = fmax(most, fabs(direct) + fabs(rate) * e->modes.span);
    }
    return most;
}

/* The guard in the unit of y. */
static double guard_of_y(const zni_event_driven *e, zn_index c)
{
    return guard(e, c) * (e->is[c].closed ? effect(e, c) : 1);
}

bool zni_modes_clear(const zni_event_driven *e, zn_index c)
{
    return e->contact[c].bilateral || guard_of_y(e, c) > e->tol_y;
}

bool zni_modes_gone_by(const zni_event_driven *e, zn_index c)
{
    return !e->contact[c].bilateral && guard_of_y(e, c) < -e->tol_y;
}

/* ---- at the end of a piece ---------------------------------------------------------------------- */

/* x -= M^-1 B A^-1 y of rows that are held. */
static zn_status settle(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    zn_state *x = &e->s->state;
    double *d = m->box + e->ncontact, *b = m->box, worst = 0;

    zni_modes_pick(e, false);
    for (zn_index k = 0; k < e->npick; k++) {
        b[k] = -*output(e, e->contact[e->pick[k]].at);
        worst = fmax(worst, fabs(b[k]));
    }
    if (!(worst > e->tol_y / 100))
        return ZN_OK;
    zni_modes_matrix(e, false);
    zni_rank_factor_general(&e->rank, e->npick, e->reduced);
    zni_rank_solve(&e->rank, b, d);
    for (zn_index k = 0; k < e->npick; k++) {
        const zni_contact *o = &e->contact[e->pick[k]];
        const zni_lin *s = &e->s->lins.at[o->place];
        const double *X = m->X + m->at[o->place];
        for (zn_index j = 0; j < s->nds; X += s->n[j] * s->m, j++)
            for (zn_index i = 0; i < s->n[j]; i++)
                x->x[s->a->ds[j]->x_off + i] += X[i + o->row * s->n[j]] * d[k];
    }
    return zni_modes_rate(e, x->t, x->x);
}

zn_status zni_modes_arrive(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    zn_state *x = &e->s->state;
    zn_status st = zni_modes_rate(e, x->t, x->x);

    /* what is left is quadratic in what was there: twice is plenty */
    for (int k = 0; !st && k < 2; k++)
        st = settle(e);
    if (st)
        return st;
    memcpy(x->r, m->r, (size_t)x->nx * sizeof *x->r);
    memcpy(x->lambda[0], m->lam, (size_t)x->ny * sizeof *x->lambda[0]);
    return zni_sim_outputs(e->s);
}
