/* modes_motion.c - smooth motion of first-order systems between events: relations and
 * x', and the guards
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/modes.h"

#include <math.h>
#include <string.h>

/* Of a step of the integrator: by which an event looks ahead, which is far above rounding
 * and makes an error of its square; and of differences in time. */
static const double AHEAD = 1e-7, TAU = 1e-2;

void zni_modes_start(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    const zn_state *x = &e->s->state;
    const double h = e->s->times.h;
    const bool scale = !(h > 0) || e->course[e->here].calm == 0;
    double step = zn_simulation_grid_next(e->s) - x->t;

    if (!(step > 0) || !isfinite(step)) /* after the last instant */
        step = h > 0 ? h : 1;
    /* before the first step nothing is known of how fast things move; nor by one that nothing bounds */
    m->tau = !(e->length > 0) ? TAU * TAU * step
                              : TAU * (scale ? e->length : fmin(e->length, h));
    m->span = e->length > 0 ? fmin(e->length, step) : step;
    m->ahead = AHEAD * m->span;
    m->farther = AHEAD * (h > 0 ? h : step);
    memcpy(m->lam, x->lambda[0], (size_t)x->ny * sizeof *m->lam);
    zni_modes_at_state(e);
}

/* ---- relations ------------------------------------------------------------------------- */

/* The next interaction of first order among e->lin, or NULL. */
static zni_lin *next(zni_event_driven *e, zn_index *i)
{
    const zni_lins *L = &e->s->lins;

    while (*i < e->now.lin[1] && !zni_event_first(zni_lins_at(L, e->lin[*i])))
        ++*i;
    return *i < e->now.lin[1] ? zni_lins_at(L, e->lin[*i]) : NULL;
}

zn_status zni_modes_relations(zni_event_driven *e, double t, const double x[])
{
    zni_modes *m = &e->modes;
    zni_lins *L = &e->s->lins;
    zn_state view = e->s->state;
    zni_lin *s;
    zn_status st = zni_sim_follow(e->s, e->q, e->v, x);

    view.t = t;
    view.x = (double *)x;
    view.y[0] = e->gap[0];
    view.y[1] = e->gap[1];
    view.lambda[0] = m->lam;
    for (zn_index k = 0; !st && (s = next(e, &k)); k++) {
        const double *lam = m->lam + s->off;
        zni_lin_gather(s, &view, s->q);
        zni_lin_moved(L, s, t);
        st = zni_lin_output(L, s, ZN_LEVEL_POSITION, &view);
        if (!st)
            st = zni_lin_C(L, s, t, lam);
        if (!st && s->more->D)
            st = zni_lin_D(L, s, t, lam);
        if (!st)
            st = zni_lin_B(L, s, t, lam);
        if (!st)
            st = zni_lin_where(s, zni_lin_class(s)->input(s->a->relation,
                                                          zni_interaction_data(s->a), t, s->q,
                                                          lam, s->more->g));
    }
    return st;
}

void zni_modes_later(zni_event_driven *e, double d, const double x[],
                     double y[])
{
    const zn_state *now = &e->s->state;
    const zn_index nq = now->nq, nv = now->nv;
    double *v = y + nq, *z = v + nv;

    for (zn_index k = 0; k < e->nmass; k++) { /* q', for now */
        const zn_ds *ds = zni_event_system(e, k, ZN_SECOND_ORDER);
        if (ds)
            zn_ds_qdot(ds, e->q + ds->q_off, e->v + ds->v_off, y + ds->q_off);
    }
    for (zn_index i = 0; i < nq; i++)
        y[i] = e->q[i] + d * y[i];
    for (zn_index i = 0; i < nv; i++)
        v[i] = e->v[i] + d * e->acc[i];
    for (zn_index i = 0; i < now->nx; i++)
        z[i] = x[i] + d * zni_modes_xdot(e)[i];
}

static zn_status look_from(zni_event_driven *e, double t, const double q[],
                           const double v[], const double x[])
{
    zn_status st = ZN_OK;

    e->q = q;
    e->v = v;
    if (e->s->model->nlink) {
        st = zni_sim_follow(e->s, q, v, x);
        if (!st)
            st = zni_event_accelerations(e, t, q, v);
    }
    return st;
}

zn_status zni_modes_look_at(zni_event_driven *e, double t, const double y[])
{
    const zn_state *x = &e->s->state;

    return look_from(e, t, y, y + x->nq, y + x->nq + x->nv);
}

zn_status zni_modes_look_back(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;

    return look_from(e, x->t, x->q, x->v, x->x);
}

/* Who follows sees the motion later by d. */
static zn_status follow_later(zni_event_driven *e, double d, const double x[])
{
    const zn_state *now = &e->s->state;
    double *q = e->modes.nearby, *v = q + now->nq;

    if (!e->s->model->nlink)
        return ZN_OK;
    zni_modes_later(e, d, x, q);
    return zni_sim_follow(e->s, q, v, v + now->nv);
}

/* Fourth order in tau, so that rounding decides: its error is 1e-12 or so of the change
 * of y in a step of the integrator. */
static zn_status moving(zni_event_driven *e, const zni_lin *s, double t,
                        const double x[], double out[])
{
    static const double node[4] = {-2, -1, 1, 2};
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    zni_modes *m = &e->modes;
    zn_status st = ZN_OK;

    for (int k = 0; !st && k < 4; k++) {
        st = follow_later(e, node[k] * m->tau, x);
        if (!st)
            st = zni_lin_class(s)->output(s->a->relation, zni_interaction_data(s->a),
                                          t + node[k] * m->tau, s->q,
                                          m->lam + s->off, m->h + k * s->m);
    }
    if (!st)
        st = zni_sim_follow(e->s, e->q, e->v, x);
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
        const zn_ds *ds = zni_event_system(e, k, ZN_FIRST_ORDER);
        if (!ds || !ds->type->lhs || (m->constant && m->made))
            continue;
        st = ds->type->lhs(ds, t, x + ds->x_off, m->values);
        if (!st)
            st = zn_factor_set(m->M, m->values);
        if (st)
            return zn_note(e->ctx, st,
                           "M of system '%s', which has to be regular between "
                           "events",
                           ds->owner.name);
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
        const zn_index nx = s->a->ds[j]->nx;

        memset(X, 0, (size_t)(nx * s->m) * sizeof *X);
        for (zn_index i = 0; i < s->m; i++)
            for (zn_index d = 0; d < s->n[j]; d++)
                X[zni_lin_unknown(s, j, d) + i * nx] =
                    s->more->B[zni_lin_uo(s, j) + d + i * zni_lin_nu(s)];
        divide(e, s->a->ds[j], s->m, X);
        X += nx * s->m;
    }
}

static void add_input(zni_event_driven *e, const zni_lin *s)
{
    for (zn_index j = 0; j < s->nds; j++)
        for (zn_index d = 0; d < s->n[j]; d++)
            e->modes.r[s->a->ds[j]->x_off + zni_lin_unknown(s, j, d)] +=
                s->more->g[zni_lin_uo(s, j) + d];
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
        const zn_ds *ds = zni_event_system(e, k, ZN_FIRST_ORDER);
        double *a = zni_modes_xdot(e) + (ds ? ds->x_off : 0);
        if (!ds)
            continue;
        st = ds->type->field(ds, t, x + ds->x_off, a);
        if (st)
            return zn_note(e->ctx, st, "system '%s'", ds->owner.name);
        for (zn_index i = 0; i < ds->nx; i++)
            a[i] += m->r[ds->x_off + i];
        divide(e, ds, 1, a);
    }
    for (zn_index k = 0; !st && (s = next(e, &k)); k++) {
        double *u = m->rate + s->off;
        memset(u, 0, (size_t)s->m * sizeof *u);
        for (zn_index j = 0; j < s->nds; j++)
            zni_lin_see(s, j, s->C + s->m * zni_lin_qo(s, j),
                        zni_modes_xdot(e) + s->a->ds[j]->x_off, u);
        if (zn_relation_moves(zni_lin_varies(s)) ||
            zni_model_follows(e->s->model, s->a->relation, false))
            st = moving(e, s, t, x, u);
        responses(e, s, m->X + m->at[e->lin[k]]);
    }
    return st;
}

/* ---- for the integrator ----------------------------------------------------------------------- */

zn_status zni_modes_field(void *user, double t, const double y[], double f[])
{
    zni_event_driven *e = user;
    zn_status st = zni_event_trial(e, y);

    if (!st)
        st = zni_modes_rate(e, t, e->v + e->s->state.nv);
    if (!st)
        zni_event_slopes_of_x(e, f);
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

/* What one unit of the multiplier of a row that is held does to outputs, at once or in a
 * step of the integrator: by this its distance from a bound becomes one of y, whatever the
 * unit it has itself. */
static double effect(const zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];
    const zni_lin *s = zni_lins_at(&e->s->lins, o->place);
    double most = 0;

    for (zn_index i = 0; i < s->m; i++) {
        const double direct = s->more->D ? s->more->D[i + o->row * s->m] : 0;
        const double rate = zni_modes_coupling(e, c - o->row + i, c);
        most = fmax(most, fabs(direct) + fabs(rate) * e->modes.span);
    }
    return most;
}

/* The guard in the unit of y. */
double zni_modes_height(const zni_event_driven *e, zn_index c)
{
    return guard(e, c) * (e->is[c].closed ? effect(e, c) : 1);
}

/* zni_event_lift in the unit of the guard. */
static double lift(const zni_event_driven *e, zn_index c)
{
    const double y = zni_event_lift(e, c);
    const double unit = y > 0 && e->is[c].closed ? effect(e, c) : 1;

    return unit > 0 ? y / unit : 0;
}

zn_status zni_modes_guards(void *user, double t, const double y[], double g[])
{
    zni_event_driven *e = user;
    zn_status st = zni_event_trial(e, y);

    if (!st)
        st = zni_modes_rate(e, t, e->v + e->s->state.nv);
    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++)
        g[c] = guard(e, c) + lift(e, c);
    return st;
}

bool zni_modes_clear(const zni_event_driven *e, zn_index c)
{
    return e->contact[c].bilateral || zni_modes_height(e, c) > e->tol_output;
}

bool zni_modes_gone_by(const zni_event_driven *e, zn_index c)
{
    return !e->contact[c].bilateral && zni_modes_height(e, c) < -e->tol_output;
}

/* ---- at the end of a piece ---------------------------------------------------------------------- */

zn_status zni_modes_arrive(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    zn_state *x = &e->s->state;
    zn_status st;

    zni_modes_at_state(e);
    st = zni_modes_rate(e, x->t, x->x);

    /* what is left is quadratic in what was there: twice is plenty */
    for (int k = 0; !st && k < 2; k++)
        st = zni_modes_settle(e);
    if (st)
        return st;
    memcpy(x->r, m->r, (size_t)x->nx * sizeof *x->r);
    memcpy(x->lambda[0], m->lam, (size_t)x->ny * sizeof *x->lambda[0]);
    return zni_sim_outputs(e->s);
}
