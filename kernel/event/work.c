/* work.c - what acted during a piece of smooth motion: impulses of closed contacts, and
 * the works of the energy balance, by Gauss's rule of five points: of order 10, more than that of any
 * integrator's steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <math.h>
#include <string.h>

enum { NODES = 5 };

/* Parts of a step of a power series, which is so much longer: what is left is less than its error. */
enum { PARTS = 4 };

/* Power of a mass that moves with q: v' M' v / 2, by a difference along the motion. */
static zn_status moving_mass(zni_event_driven *e, const zn_ds *ds,
                             const double q[], const double v[], double *power)
{
    const zn_index n = ds->nv;
    double *Mv = e->work, *w = Mv + n, *q1 = w + n, size = 0, scale = 1;
    double value[2] = {0, 0};
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < n; i++)
        size = fmax(size, fabs(v[i]));
    if (!(size > 0))
        return ZN_OK;
    scale = 1e-5 / size; /* so far it moves by 1e-5 of the units of q */
    for (int side = 0; !st && side < 2; side++) {
        for (zn_index i = 0; i < n; i++)
            w[i] = (side ? scale : -scale) * v[i];
        zn_ds_retract(ds, q, w, q1);
        st = ds->type->mass_mul(ds, q1, v, Mv);
        for (zn_index i = 0; i < n; i++)
            value[side] += v[i] * Mv[i] / 2;
    }
    *power += (value[1] - value[0]) / (2 * scale);
    return st;
}

static zn_status works(zni_event_driven *e, double t, double weight,
                       const double q[], const double v[])
{
    zn_work w = {0};
    zn_status st = ZN_OK;

    for (zn_index i = e->now.body[0]; !st && i < e->now.body[1]; i++) {
        const zn_index k = e->body[i];
        const zn_ds *ds = zni_event_system(e, k, ZN_SECOND_ORDER);
        const double *vk;
        double power = 0;
        if (!ds)
            continue;
        vk = v + ds->v_off;
        st = zn_osi_add_power(ds, t, q + ds->q_off, vk, weight, vk, &e->parts,
                              &w);
        if (!st && !e->mass[k].constant)
            st = moving_mass(e, ds, q + ds->q_off, vk, &power);
        w.gyro += weight * power;
    }
    if (e->nspring)
        w.springs += weight * zni_event_dot(e, v, e->pull);
    w.contact += weight * zni_event_dot(e, v, e->load);
    zni_energy_add(&w, &e->s->run.work);
    return st;
}

/* What acts at t, for a time `weight`. */
static zn_status add_at(zni_event_driven *e, double t, double weight)
{
    zn_state *x = &e->s->state;
    zn_status st;

    zn_ode_at(e->flow, t, e->y);
    st = zni_event_trial(e, e->y);
    if (!st)
        st = zni_event_accelerations(e, t, e->q, e->v);
    zni_event_add(e, weight, e->load, x->p);
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        x->lambda[1][e->contact[c].at] += weight * zni_event_force(e, c);
    zni_event_spring_rows(e, weight, x->lambda[1]);
    return st || !e->s->opt.energy ? st : works(e, t, weight, e->q, e->v);
}

static zn_status add_part(zni_event_driven *e, double a, double b)
{
    static const double node[NODES] = {-0.906179845938664, -0.538469310105683,
                                       0, 0.538469310105683, 0.906179845938664};
    static const double part[NODES] = {
        0.118463442528094544, 0.239314335249683234, 0.284444444444444444,
        0.239314335249683234, 0.118463442528094544};
    zn_status st = ZN_OK;

    for (int k = 0; !st && k < NODES; k++)
        st = add_at(e, a + (b - a) * (1 + node[k]) / 2, (b - a) * part[k]);
    return st;
}

zn_status zni_event_work(zni_event_driven *e, double a, double b)
{
    const int n = e->course[e->here].which == ZNI_FLOW_LINEAR ? PARTS : 1;
    zn_status st = ZN_OK;

    if ((!e->nclosed && !e->nrelay && !e->nspring && !e->s->opt.energy) ||
        !(b > a))
        return ZN_OK;
    if (e->now.still && !e->s->opt.energy) /* all forces are constant */
        return add_at(e, a + (b - a) / 2, b - a);
    for (int k = 0; !st && k < n; k++)
        st = add_part(e, a + (b - a) * k / n, a + (b - a) * (k + 1) / n);
    return st;
}

void zni_event_add_impulse(zni_event_driven *e, const zni_problem *p)
{
    zn_state *x = &e->s->state;

    zni_event_clear(e, e->du);
    for (zn_index k = 0; k < p->active.nact; k++)
        zni_member_input(p, p->active.act[k], e->s->body, &e->s->step, false,
                         e->du);
    zni_event_add(e, 1, e->du, x->p);
    if (e->s->opt.energy)
        e->s->run.work.contact += (zni_event_dot(e, e->du, e->last) +
                                   zni_event_dot(e, e->du, x->v)) /
                                  2;
}
