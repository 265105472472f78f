/* carried.c - what an integrator hands on from one piece of a motion to the next
 *
 * It belongs to forces as they were. Where a controller, or whoever else, has set a parameter since, or
 * the model is another one, it is forgotten, as after an event: so a force that is constant between two
 * such instants leaves no error.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

bool zni_event_carries(const zni_event_driven *e)
{
    const zn_ode *any = e->course ? e->course->flow[ZNI_FLOW_ANY] : NULL;

    return any && zn_ode_carries(any);
}

void zni_event_resume(zni_event_driven *e)
{
    if (e->carried != 0)
        zn_ode_resume(e->flow, e->carry + e->now.rate);
}

void zni_event_carry(zni_event_driven *e, bool on)
{
    e->carried = on && zn_ode_carries(e->flow);
    if (e->carried != 0)
        zn_ode_save(e->flow, e->carry + e->now.rate);
}

void zni_event_forget_carried(zni_event_driven *e)
{
    for (zn_index i = 0; i < e->nisle; i++)
        e->isle[i].carried = 0;
}

static void add(void *user, zn_index n, double *z)
{
    uint64_t *sum = user;

    *sum = zni_event_bits(*sum, n, z);
}

/* The bits of all parameters of systems and relations, those that follow the state with it. */
static zn_status parameters(zni_event_driven *e, uint64_t *sum)
{
    zn_simulation *s = e->s;
    const zni_isle *last = &e->isle[e->nisle - 1];
    const zn_status st = zni_sim_follow(s, s->state.q, s->state.v, s->state.x);

    *sum = ZNI_HASH;
    for (zn_index i = 0; i < last->body[1]; i++) {
        zn_ds *ds = s->model->ds[e->body[i]];
        if (zni_owner_has_z(&ds->owner))
            zni_z_of_ds(ds, add, sum);
    }
    for (zn_index i = 0; i < last->lin[1]; i++) {
        zn_relation *r = zni_lins_whose(&s->lins, e->lin[i])->relation;
        if (zni_owner_has_z(&r->owner))
            zni_z_of_relation(r, add, sum);
    }
    return st;
}

/* Where forces and gaps are constants there is nothing that a parameter could change. */
static bool is_of_use(const zni_event_driven *e)
{
    return zni_event_carries(e) || (e->passes && !e->asks_none);
}

zn_status zni_event_carry_on(zni_event_driven *e)
{
    const uint64_t before = e->parameters;
    const zn_status st = zni_event_carry_seen(e);

    if (st) {
        e->parameters = before;
    } else if (e->parameters != before) {
        zni_event_forget_carried(e);
        zni_event_drop_courses(e);
    }
    return st;
}

zn_status zni_event_carry_seen(zni_event_driven *e)
{
    return is_of_use(e) ? parameters(e, &e->parameters) : ZN_OK;
}

/* Only where there is something, so that files of others stay as they are. */
void zni_event_keep_carried(zni_event_driven *e, zn_memory_fn *keep, void *to)
{
    const zni_isle *last = &e->isle[e->nisle - 1];

    if (is_of_use(e))
        keep(to, &e->parameters, sizeof e->parameters);
    if (!zni_event_carries(e))
        return;
    keep(to, e->carry, (size_t)(last->rate + last->n) * sizeof *e->carry);
    for (zn_index i = 0; i < e->nisle; i++)
        keep(to, &e->isle[i].carried, sizeof e->isle[i].carried);
}
