/* motion.c - the smooth motion between events: accelerations, with closed contacts as
 * equalities, and the guards
 *
 *     M(q) a = F(t, q, v) + H' lambda,    H a + gamma = 0,    q' = T(q) v
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"
#include "kernel/event/view.h"

#include <math.h>
#include <string.h>

/* ---- masses ------------------------------------------------------------------ */

zn_status zni_event_masses(zni_event_driven *e, const double q[])
{
    bool all = true;

    if (e->isle[e->here].weighed)
        return ZN_OK;
    for (zn_index i = e->now.body[0]; i < e->now.body[1]; i++) {
        const zn_index k = e->body[i];
        zni_mass *m = &e->mass[k];
        const zn_ds *ds = zni_event_system(e, k, ZN_SECOND_ORDER);
        zn_status st;
        all = all && (!ds || m->constant);
        if (!ds || (m->constant && m->made))
            continue;
        st = ds->type->mass(ds, q + ds->q_off, m->values);
        if (!st)
            st = zn_factor_set(m->M, m->values);
        if (st)
            return zn_note(e->ctx, st, "mass of system '%s'", ds->owner.name);
        m->made = zni_sim_tick(e->s);
    }
    e->isle[e->here].weighed = all;
    return ZN_OK;
}

/* ---- forces of the systems ------------------------------------------------------ */

/* A class that leaves the turning of its momentum to integrators: its rate is the
 * derivative of carry(w, M v) along v. */
static zn_status turning(zni_event_driven *e, const zn_ds *ds, const double q[],
                         const double v[], double F[])
{
    const zn_index n = ds->nv;
    double *L = e->work, *zero = L + n, *J = zero + n;
    const zn_status st = ds->type->mass_mul(ds, q, v, L);

    if (st)
        return st;
    memset(zero, 0, (size_t)n * sizeof *zero);
    ds->type->carry_jac(ds, zero, L, J);
    zni_add_mul(n, n, J, v, F);
    return ZN_OK;
}

zn_status zni_event_free(zni_event_driven *e, double t, const double q[],
                         const double v[])
{
    zn_status st = zni_event_masses(e, q);

    e->kept = 0;
    for (zn_index i = e->now.body[0]; !st && i < e->now.body[1]; i++) {
        const zn_index k = e->body[i];
        const zn_ds *ds = zni_event_system(e, k, ZN_SECOND_ORDER);
        double *a = e->acc + (ds ? e->s->body[k].uoff : 0);
        if (!ds)
            continue;
        st = ds->type->force(ds, t, q + ds->q_off, v + ds->v_off, a);
        if (!st && ds->type->carries && ds->type->carries(ds))
            st = turning(e, ds, q + ds->q_off, v + ds->v_off, a);
        if (st)
            return zn_note(e->ctx, st, "system '%s'", ds->owner.name);
    }
    if (!st && e->nspring)
        st = zni_event_pull(e, t, q, v);
    if (e->nspring)
        zni_event_add(e, 1, e->pull, e->acc);
    if (!st)
        st = zni_event_slide(e, t, q, v, e->acc);
    for (zn_index i = e->now.body[0]; !st && i < e->now.body[1]; i++) {
        const zn_index k = e->body[i];
        if (zni_event_system(e, k, ZN_SECOND_ORDER))
            zn_factor_solve(e->mass[k].M, 1, e->acc + e->s->body[k].uoff);
    }
    return st;
}

/* ---- forces of contacts ----------------------------------------------------------- */

void zni_event_step_at(zni_event_driven *e, double t, const double q[],
                       const double v[])
{
    e->s->step = (zn_step){.t = t,
                           .t1 = t,
                           .number = e->s->state.step,
                           .state = &e->s->state,
                           .q1 = (double *)q,
                           .v1 = (double *)v,
                           .x1 = e->s->x1};
}

zn_status zni_event_assemble(zni_event_driven *e, double t, const double q[],
                             const double v[])
{
    zni_problem *p = &e->force;
    zn_status st = ZN_OK;

    zni_event_step_at(e, t, q, v);
    if (!zni_holds(e->activated, e->chosen)) {
        st = zni_problem_activate(p, &e->s->step);
        e->activated = st ? 0 : zni_sim_tick(e->s);
    }
    if (!st && p->active.n)
        st = zni_problem_assemble(p, e->s->body, &e->s->step, true);
    return st || !e->nspace ? st : zni_event_directions(e, t, q, v);
}

static zn_status accelerations(zni_event_driven *e, double t, const double q[],
                               const double v[])
{
    zni_problem *p = &e->force;
    double *b = e->rows;
    zn_status st = zni_event_free(e, t, q, v);

    zni_event_clear(e, e->load);
    if (!st)
        st = zni_event_slide(e, t, q, v, e->load);
    if (st || !e->nclosed)
        return st;
    st = zni_event_assemble(e, t, q, v);
    if (st)
        return st;
    st = zni_event_reduce(e, ZNI_FORCES);
    if (st)
        return st;
    for (zn_index i = 0; i < e->npick; i++)
        b[i] = -p->rows.q[e->pick[i]];
    zni_event_solve_forces(e, b);
    zni_problem_act(p, e->s->body, &e->s->step, e->acc, e->load);
    return ZN_OK;
}

zn_status zni_event_accelerations(zni_event_driven *e, double t,
                                  const double q[], const double v[])
{
    const bool keeps = e->now.still && !e->s->lins.recompute;
    zn_status st;

    if (keeps && e->kept == e->chosen)
        return ZN_OK;
    st = accelerations(e, t, q, v);
    e->kept = st ? 0 : e->chosen;
    return st;
}

/* ---- for the integrator ------------------------------------------------------------- */

void zni_event_turns(zni_event_driven *e)
{
    for (zn_index i = e->now.body[0]; i < e->now.body[1]; i++) {
        const zn_ds *ds = zni_event_system(e, e->body[i], ZN_SECOND_ORDER);
        if (ds)
            zn_ds_qdot(ds, e->q + ds->q_off, e->v + ds->v_off,
                       e->rate + ds->q_off);
    }
}

zn_status zni_event_field(void *user, double t, const double y[], double f[])
{
    zni_event_driven *e = user;
    zn_status st = zni_event_trial(e, y);

    if (!st)
        st = zni_event_accelerations(e, t, e->q, e->v);
    if (!st) {
        zni_event_turns(e);
        zni_event_slopes(e, f);
    }
    return st;
}

/* A row without a part in the motion, because others determine it, has no force that
 * could vanish, but for its share. */
static bool counts(const zni_event_driven *e, zn_index c)
{
    const zni_rank *r = &e->rank;
    const zn_index at = e->contact[c].at;

    for (zn_index k = 0; k < r->rank && !e->is[c].shared; k++)
        if (e->force.rows.where[e->pick[r->order[k]]] == at)
            return true;
    return e->is[c].shared;
}

/* Gaps of open contacts, forces of closed ones; rates of relays that slide, distances
 * from their bounds of those that stick. */
zn_status zni_event_guards(void *user, double t, const double y[], double g[])
{
    zni_event_driven *e = user;
    zn_status st = zni_event_trial(e, y);
    zn_state view = zni_event_view(e, t, e->q, e->v);

    if (!st && (e->nclosed || e->s->model->nlink))
        st = zni_event_accelerations(e, t, view.q, view.v);
    g -= e->now.row[0];
    for (zn_index c = e->now.row[0], place = -1; !st && c < e->now.row[1];
         c++) {
        const zni_contact *o = &e->contact[c];
        if (o->bilateral || zni_event_idle(e, c) || o->tangent > 1) {
            g[c] = 1;
            continue;
        }
        if ((o->relay || o->tangent) && e->is[c].closed) {
            g[c] =
                counts(e, c)
                    ? zni_event_sliding_guard(e, c, &e->force.lam[o->at], NULL)
                    : 1;
            continue;
        }
        if (e->is[c].closed && zni_lins_at(&e->s->lins, o->place)->plain) {
            g[c] = counts(e, c) ? e->force.lam[o->at] : 1;
            continue;
        }
        if (o->place != place &&
            !zni_row_output(&e->s->lins, zni_lins_row(&e->s->lins, o->place),
                            &view))
            st = zni_lin_output(&e->s->lins, zni_lins_at(&e->s->lins, o->place),
                                ZN_LEVEL_VELOCITY, &view);
        place = o->place;
        if (e->is[c].closed && zni_event_torn(e, c, view.y[1][o->at], view.v))
            g[c] = -fabs(view.y[1][o->at]);
        else if (e->is[c].closed)
            g[c] = counts(e, c) ? e->force.lam[o->at] : 1;
        else
            g[c] = o->relay || o->tangent
                       ? zni_event_sliding_guard(e, c, NULL, &view.y[1][o->at])
                       : zni_event_open_guard(e, c);
    }
    return st;
}
