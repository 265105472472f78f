/* energy.c - the energy balance of the second-order systems
 *
 *   (T1 + V1) - (T0 + V0) = external + internal + damping + gyro + contact
 *                           + springs + boundary + projection
 *
 * T = v'M v / 2, V the potential of constant forces and of constant stiffness. What is left over is the
 * balance of the report: zero to rounding for theta = 1/2 and constant mass, of
 * the scheme's order otherwise. doc/energy.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>
#include <string.h>

static bool second(const zni_body *b)
{
    return b->ds && b->ds->type->family == ZN_SECOND_ORDER;
}

/* Kinetic and potential energy at positions and velocities of all systems. */
static zn_status energies_at(const zn_simulation *s, const double all_q[],
                             const double all_v[], double *kinetic,
                             double *potential)
{
    double *Mv = s->uprev; /* free between steps */

    *kinetic = *potential = 0;
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        const double *q, *v;
        zn_status st;
        if (!second(b))
            continue;
        q = all_q + b->ds->q_off;
        v = all_v + b->ds->v_off;
        st = b->ds->type->mass_mul(b->ds, q, v, Mv);
        if (st)
            return zn_note(s->ctx, st, "energy of system '%s'",
                           b->ds->owner.name);
        for (zn_index i = 0; i < b->n; i++)
            *kinetic += v[i] * Mv[i] / 2;
        if (b->ds->type->potential)
            *potential += b->ds->type->potential(b->ds, q);
    }
    return ZN_OK;
}

/* The same at the present state. */
static zn_status energies(const zn_simulation *s, double *kinetic,
                          double *potential)
{
    return energies_at(s, s->state.q, s->state.v, kinetic, potential);
}

zn_status zni_energy_iterate(const zn_simulation *s, double *energy)
{
    double potential = 0;
    zn_status st = ZN_OK;

    *energy = 0;
    if (s->opt.energy)
        st = energies_at(s, s->q1, s->v1, energy, &potential);
    *energy += potential;
    return st;
}

zn_status zni_energy_note(zn_simulation *s)
{
    zni_noted *n = &s->noted;
    zn_status st;

    n->on = false;
    if (!s->opt.energy)
        return ZN_OK;
    n->t = s->state.t;
    n->step = s->state.step;
    st = energies(s, &n->kinetic, &n->potential);
    n->on = !st;
    return st;
}

zn_status zni_energy_exchange(zn_simulation *s)
{
    const zni_noted before = s->noted;
    zn_status st = ZN_OK;

    if (before.on)
        st = zni_energy_note(s);
    if (st || !s->noted.on || before.t != s->state.t ||
        before.step != s->state.step)
        return st;
    s->run.kinetic0 += s->noted.kinetic - before.kinetic;
    s->run.potential0 += s->noted.potential - before.potential;
    return ZN_OK;
}

zn_status zni_energy_start(zn_simulation *s)
{
    zn_status st;

    s->noted.on = false;
    if (!s->opt.energy)
        return ZN_OK;
    s->since = s->state.t;
    s->run.work = (zn_run_work){0};
    s->run.projected = 0;
    st = zni_energy_note(s);
    s->run.kinetic0 = s->noted.kinetic;
    s->run.potential0 = s->noted.potential;
    return st;
}

/* What laws that are forces did is work of the nonsmooth input too; here it gets a line of
 * its own: their input along the mean velocity, as integrators count it. */
static void set_springs_apart(zn_simulation *s, zn_work *w)
{
    const zni_problem *p = &s->problem;
    double *input = s->du, sum = 0; /* free between steps */
    bool any = false;

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        if (zni_problem_member(p, place)->law->type->levels != ZN_LAW_FORCE)
            continue;
        if (!any)
            memset(input, 0,
                   (size_t)(s->state.nv + s->state.nx) * sizeof *input);
        any = true;
        zni_member_input(p, place, s->body, &s->step, false, input);
    }
    if (!any)
        return;
    s->du_made = zni_sim_tick(s);
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        if (!second(b) || !b->osi->type->work)
            continue;
        const double *v = s->state.v + b->ds->v_off, *u = s->v1 + b->ds->v_off;
        for (zn_index i = 0; i < b->n; i++)
            sum += (v[i] + u[i]) / 2 * input[b->uoff + i];
    }
    w->springs += sum;
    w->contact -= sum;
}

void zni_energy_add(const zn_work *w, zn_run_work *sum)
{
    sum->external += w->external;
    sum->internal += w->internal;
    sum->gyro += w->gyro;
    sum->contact += w->contact;
    sum->boundary += w->boundary;
    sum->damping += w->damping;
    sum->springs += w->springs;
}

/* Called by the commit, before the state moves on. */
zn_status zni_energy_step(zn_simulation *s)
{
    zn_work w = {0};

    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        const double *v, *u, *bc;
        const double *p = s->p + b->uoff;
        zn_status st;
        if (!second(b) || !b->osi->type->work)
            continue;
        st = b->osi->type->work(b->osi->state, &s->step, b->ds, b->w, p, &w);
        if (st)
            return zn_note(s->ctx, st, "work on system '%s'",
                           b->ds->owner.name);
        v = s->state.v + b->ds->v_off;
        u = s->v1 + b->ds->v_off;
        bc = s->state.bc + b->ds->v_off;
        for (zn_index i = 0; b->ds->bc && i < b->n; i++)
            w.boundary += (v[i] + u[i]) / 2 * bc[i];
    }
    set_springs_apart(s, &w);
    zni_energy_add(&w, &s->run.work);
    return ZN_OK;
}

/* Does every integrator of a second-order system account for its work, and does every class say
 * what of its force the potential does not stand for? */
static bool complete(const zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        if (second(b) && (!b->osi->type->work ||
                          (b->ds->type->potential && !b->ds->type->force_parts)))
            return false;
    }
    return true;
}

void zni_energy_report(const zn_simulation *s, zn_run_info *out)
{
    const zn_run_work *w = &s->run.work;

    out->energy = s->opt.energy && s->ready && complete(s) &&
                  !energies(s, &out->kinetic1, &out->potential1);
    if (out->energy)
        out->balance = out->kinetic1 + out->potential1 - out->kinetic0 -
                       out->potential0 - w->external - w->internal -
                       w->damping - w->gyro - w->contact - w->springs -
                       w->boundary - s->run.projected;
}
