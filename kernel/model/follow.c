/* follow.c - parameters z that are the state of another system: what couples systems of
 * different order
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <string.h>

/* ---- making and dropping ------------------------------------------------------------- */

/* Room behind the parameters there are. */
static zn_status widen(zni_owner *o, zn_index n)
{
    const zn_index had = o->nz;
    double *z = zn_alloc(o->ctx, had + n, sizeof *z);
    zn_status st;

    if (!z)
        return ZN_ENOMEM;
    if (had)
        memcpy(z, o->z, (size_t)had * sizeof *z);
    st = zni_owner_set_z(o, had + n, z);
    zn_free_array(o->ctx, z);
    return st;
}

static void copy_initial(const zn_ds *of, double z[])
{
    const zn_index n = of->nq + of->nx; /* one of them is 0 */

    memcpy(z, zni_ds_start(of), (size_t)n * sizeof *z);
    memcpy(z + n, zni_ds_v0(of), (size_t)of->nv * sizeof *z);
}

static zn_status enter(zn_model *m, zni_link link)
{
    const zn_ds *of = link.of;
    zni_owner *o = link.ds ? &link.ds->owner : &link.relation->owner;
    zn_status st;

    link.at = o->nz;
    link.n = (zn_index)of->nq + of->nv + of->nx;
    st = zn_grow(m->ctx, &m->link, &m->clink, m->nlink + 1, sizeof *m->link);
    if (!st)
        st = widen(o, link.n);
    if (st)
        return zn_note(m->ctx, st, "%s '%s' follows system '%s'", o->kind->what,
                       o->name, of->owner.name);
    copy_initial(of, o->z + link.at);
    m->link[m->nlink++] = link;
    return ZN_OK;
}

static zn_status check(const zn_model *m, const zni_owner *o,
                       const zn_model *theirs, const zn_ds *of)
{
    if (!of || of->model != m)
        return zn_fail(m->ctx, ZN_EINVAL,
                       "%s '%s' can follow systems of its model alone, %s%s%s "
                       "is not in it",
                       o->kind->what, o->name, of ? "'" : "NULL",
                       of ? of->owner.name : "", of ? "'" : "");
    if (theirs != m)
        return zn_fail(m->ctx, ZN_EINVAL,
                       "%s '%s' is not in this model%s", o->kind->what, o->name,
                       theirs ? "" : "; add it, or connect what has it, before");
    return ZN_OK;
}

zn_status zn_model_follow(zn_model *m, zn_ds *ds, const zn_ds *of)
{
    zn_status st = ds ? check(m, &ds->owner, ds->model, of)
                      : zn_fail(m->ctx, ZN_EINVAL, "the system is NULL");

    if (!st && ds == of)
        st = zn_fail(m->ctx, ZN_EINVAL,
                     "system '%s' cannot follow itself: its functions have "
                     "its state",
                     ds->owner.name);
    if (!st)
        st = zni_ds_touch(ds);
    return st ? st : enter(m, (zni_link){.ds = ds, .of = of});
}

zn_status zn_model_follow_relation(zn_model *m, zn_relation *r, const zn_ds *of)
{
    zn_status st = r ? check(m, &r->owner, r->model, of)
                     : zn_fail(m->ctx, ZN_EINVAL, "the relation is NULL");

    if (!st)
        st = zni_relation_touch(r);
    return st ? st : enter(m, (zni_link){.relation = r, .of = of});
}

void zni_model_unfollow(zn_model *m, const zn_ds *ds, const zn_relation *r)
{
    zn_index n = 0;

    for (zn_index k = 0; k < m->nlink; k++) {
        const zni_link *l = &m->link[k];
        const bool gone =
            (ds && (l->ds == ds || l->of == ds)) || (r && l->relation == r);
        if (!gone)
            m->link[n++] = *l;
    }
    m->nlink = n;
}

bool zni_model_follows(const zn_model *m, const zn_relation *r, bool first)
{
    for (zn_index k = 0; k < m->nlink; k++)
        if (m->link[k].relation == r && (!first || m->link[k].of->nx))
            return true;
    return false;
}

/* ---- at an instant ----------------------------------------------------------------------- */

zn_status zni_model_follow_state(const zn_model *m, const double q[],
                                 const double v[], const double x[])
{
    for (zn_index k = 0; k < m->nlink; k++) {
        const zni_link *l = &m->link[k];
        const zn_ds *of = l->of;
        const zni_owner *o = l->ds ? &l->ds->owner : &l->relation->owner;
        double *z = o->z + l->at;
        if (l->at + l->n > o->nz)
            return zn_fail(m->ctx, ZN_ESTATE,
                           "%s '%s' has %d parameters z, those from number "
                           "%td on are the state of system '%s': its z was set "
                           "after zn_model_follow, set it before",
                           o->kind->what, o->name, o->nz, l->at,
                           of->owner.name);
        if (of->nx) {
            memcpy(z, x + of->x_off, (size_t)of->nx * sizeof *z);
        } else {
            memcpy(z, q + of->q_off, (size_t)of->nq * sizeof *z);
            memcpy(z + of->nq, v + of->v_off, (size_t)of->nv * sizeof *z);
        }
    }
    return ZN_OK;
}
