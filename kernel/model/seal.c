/* seal.c - the checks of a model, and what a simulation is told of changes.
 * Only what is new or was touched since the last seal is looked at.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"
#include "kernel/model/relative_degree.h"
#include "kernel/model/seen.h"
#include "kernel/plugin/values.h"

/* A law or a relation in use was touched: so are its interactions. */
static zn_status rescan(zn_model *m)
{
    for (zn_index i = 0; i < m->nint; i++) {
        zn_interaction *a = m->ints[i];
        if (!a || !(a->law->touched || a->relation->pending >= 0))
            continue;
        const zn_status st =
            zni_pending_put(m->ctx, &m->int_pending, a, &a->pending);
        if (st)
            return st;
    }
    return ZN_OK;
}

static zn_status check_systems(zn_model *m, zn_findings *f)
{
    for (zn_index i = 0; i < m->ds_pending.n; i++) {
        zn_ds *ds = m->ds_pending.item[i];
        if (!ds)
            continue;
        const zn_index before = f->count;
        const zn_status st = ds->type->seal(ds, f);
        if (st)
            return zn_note(m->ctx, st, "system '%s'", ds->owner.name);
        if (f->count == before) {
            ds->varies = (zn_ds_variability){0};
            ds->type->varies(ds, &ds->varies);
        }
    }
    return ZN_OK;
}

/* An operation that the class needs for what it says it varies with. */
static const char *what_lacks(const zn_relation *r)
{
    const zn_relation_type *t = r->type;
    const zn_relation_variability *v = &r->varies;

    if (v->D && !t->jac_lambda)
        return "jac_lambda";
    if (v->input && !(t->input && t->input_jac_lambda))
        return "input or input_jac_lambda";
    return zn_relation_moves(v) && !zn_relation_on_position(v) &&
                   !t->dh_dt
               ? "dh_dt"
               : NULL;
}

static zn_status check_relations(zn_model *m, zn_findings *f)
{
    for (zn_index i = 0; i < m->rel_pending.n; i++) {
        zn_relation *r = m->rel_pending.item[i];
        if (!r)
            continue;
        const zn_index before = f->count;
        zn_status st = zni_seen_find(r, f);
        if (!st)
            st = r->type->seal(r, f);
        if (st)
            return zn_note(m->ctx, st, "relation '%s'", r->name);
        r->complete = f->count == before;
        if (!r->complete)
            continue;
        r->varies = (zn_relation_variability){0};
        r->type->varies(r, &r->varies);
        const char *lacks = what_lacks(r);
        if (lacks)
            zn_findings_add(f, "relation '%s': class '%s' has no %s", r->name,
                            r->type->type.name, lacks);
    }
    return ZN_OK;
}

static void check_interactions(zn_model *m, zn_findings *f)
{
    const zn_law *right = NULL;

    for (zn_index i = 0; i < m->int_pending.n; i++) {
        zn_interaction *a = m->int_pending.item[i];
        const zn_index before = f->count;
        if (!a)
            continue;
        zni_interaction_check(a, right, f);
        right = f->count == before ? a->law : NULL;
    }
}

/* Relative degrees of what is new; the log tells them. */
static zn_status say_degrees(const zn_model *m)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < m->int_pending.n; i++)
        if (m->int_pending.item[i])
            st = zni_relative_degree_say(m->int_pending.item[i]);
    return st;
}

/* All is well: tell what is new, and forget the lists. Before the first seal nobody
 * has looked: who does looks at everything, and needs no log. */
static void settle(zn_model *m, bool first)
{
    for (zn_index i = 0; i < m->ds_pending.n; i++) {
        zn_ds *ds = m->ds_pending.item[i];
        if (!ds)
            continue;
        if (!first)
            zni_log(m, ds->known ? ZNI_DS_CHANGED : ZNI_DS_ADDED, ds->place);
        m->prescribes = m->prescribes || ds->bc;
        ds->known = true;
        ds->pending = -1;
    }
    for (zn_index i = 0; i < m->rel_pending.n; i++) {
        zn_relation *r = m->rel_pending.item[i];
        if (!r)
            continue;
        r->known = true;
        r->pending = -1;
    }
    for (zn_index i = 0; i < m->int_pending.n; i++) {
        zn_interaction *a = m->int_pending.item[i];
        if (!a)
            continue;
        if (!first)
            zni_log(m,
                    a->known ? ZNI_INTERACTION_CHANGED : ZNI_INTERACTION_ADDED,
                    a->place);
        a->known = true;
        a->pending = -1;
    }
    for (zn_index i = 0; m->rescan && i < m->nlaws; i++)
        m->laws[i]->touched = false;
    m->ds_pending.n = m->rel_pending.n = m->int_pending.n = 0;
    if (first) { /* all things, as never again */
        zni_pending_fini(m->ctx, &m->ds_pending);
        zni_pending_fini(m->ctx, &m->int_pending);
    }
    m->rescan = false;
    m->log_base += first;
}

/* Bodies that are made alike. Their classes look for the values in what follows. */
static zn_status share_constants(const zn_model *m)
{
    zni_values v = {{NULL}, 0};
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < m->ds_pending.n; i++) {
        zn_ds *ds = m->ds_pending.item[i];

        for (zn_index k = 0, n = ds ? zni_ds_count(ds) : 0; !st && k < n; k++)
            st = zni_values_share(&v, &ds->ops[k]);
    }
    return st;
}

zn_status zn_model_seal(zn_model *m)
{
    const bool first = m->log_base == 0 && m->nlog == 0;
    zn_findings f;
    zn_status st = ZN_OK;

    if (m->sealed)
        return ZN_OK;
    zni_findings_init(&f, m->ctx);
    st = share_constants(m);
    if (!st && m->rescan)
        st = rescan(m);
    if (!st)
        st = check_systems(m, &f);
    if (!st)
        st = check_relations(m, &f);
    if (st)
        return st;
    check_interactions(m, &f);
    st = zni_findings_status(&f, "model");
    if (!st && !first)
        st = zni_log_reserve(m, m->ds_pending.n + m->int_pending.n);
    if (!st)
        st = say_degrees(m);
    if (st)
        return st;
    settle(m, first);
    m->sealed = true;
    return ZN_OK;
}
