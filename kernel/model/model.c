/* model.c - the model: what it owns, and how things come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/seen.h"

#include <zeno/plugin.h>

#include "solvers/core/core.h"
#include "solvers/core/printed.h"

static const char *name_of_ds(const zni_names *t, const void *object)
{
    (void)t;
    return ((const zn_ds *)object)->owner.name;
}

static const char *name_of_interaction(const zni_names *t, const void *object)
{
    (void)t;
    return ((const zn_interaction *)object)->name;
}

zn_status zn_model_new(zn_ctx *ctx, zn_model **out)
{
    zn_status st;

    *out = NULL;
    st = zn_kernel_register(ctx);
    if (st)
        return st;
    zn_model *m = zn_alloc(ctx, 1, sizeof *m);
    if (!m)
        return zn_note(ctx, ZN_ENOMEM, "model");
    m->ctx = m->heap.ctx = ctx;
    m->ds_names.name = name_of_ds;
    m->int_names.name = name_of_interaction;
    *out = m;
    return ZN_OK;
}

void zn_model_free(zn_model *m)
{
    if (!m)
        return;
    zn_ctx *ctx = m->ctx;
    for (zn_index i = 0; i < m->nds; i++)
        if (m->ds[i])
            zni_ds_destroy(m->ds[i]);
    for (zn_index i = 0; i < m->nrels; i++)
        zni_relation_destroy(m->rels[i]);
    for (zn_index i = 0; i < m->nlaws; i++)
        zni_law_destroy(m->laws[i]);
    zni_heap_fini(&m->heap); /* of all interactions */
    zni_seen_fini(m);
    zni_names_fini(ctx, &m->ds_names);
    zni_names_fini(ctx, &m->int_names);
    zni_places_fini(ctx, &m->ds_places);
    zni_places_fini(ctx, &m->int_places);
    zni_pending_fini(ctx, &m->ds_pending);
    zni_pending_fini(ctx, &m->rel_pending);
    zni_pending_fini(ctx, &m->int_pending);
    zn_free_array(ctx, m->ds);
    zn_free_array(ctx, m->ints);
    zn_free_array(ctx, m->laws);
    zn_free_array(ctx, m->rels);
    zn_free_array(ctx, m->log);
    zn_free_array(ctx, m->link);
    zn_free_array(ctx, m);
}

/* ---- adding ----------------------------------------------------------------- */

/* Is the thing there at all? */
static zn_status check_given(const zn_model *m, const char *what,
                             const void *thing)
{
    return thing ? ZN_OK : zn_fail(m->ctx, ZN_EINVAL, "the %s is NULL", what);
}

/* Nothing may come or go while sealed; `what` and `name` are of the thing. */
static zn_status check_open(const zn_model *m, const char *what,
                            const char *name)
{
    if (!m->sealed)
        return ZN_OK;
    return zn_fail(m->ctx, ZN_ESTATE,
                   "%s '%s': the model is sealed, reopen it first", what, name);
}

static zn_status check_alien(const zn_model *m, const zn_ctx *ctx,
                             const zn_model *theirs, const char *what,
                             const char *name)
{
    if (theirs && theirs != m)
        return zn_fail(m->ctx, ZN_EINVAL, "%s '%s' is in another model", what,
                       name);
    if (ctx != m->ctx)
        return zn_fail(m->ctx, ZN_EINVAL, "%s '%s' is of another context", what,
                       name);
    return ZN_OK;
}

/* Take a place and the part of the vectors that belongs to it. */
static zn_status settle(zn_model *m, zn_ds *ds)
{
    const zn_index size[3] = {ds->nq, ds->nv, ds->nx};
    zn_index *const len[3] = {&m->nq, &m->nv, &m->nx};
    zn_index place;
    zn_status st;

    st = zn_grow(m->ctx, &m->ds, &m->cds, m->ds_places.n + 1, sizeof *m->ds);
    if (!st)
        st = zni_pending_put(m->ctx, &m->ds_pending, ds, &ds->pending);
    if (!st)
        st = zni_places_take(m->ctx, &m->ds_places, size, len, &place);
    if (st) {
        zni_pending_drop(&m->ds_pending, &ds->pending);
        return st;
    }
    int32_t off[3];
    zni_places_off(&m->ds_places, place, off);
    m->nds = m->ds_places.n;
    m->ds[place] = ds;
    ds->place = (int32_t)place;
    ds->q_off = ds->nq ? (int32_t)off[0] : -1;
    ds->v_off = ds->nv ? (int32_t)off[1] : -1;
    ds->x_off = ds->nx ? (int32_t)off[2] : -1;
    return ZN_OK;
}

zn_status zn_model_add_ds(zn_model *m, zn_ds *ds)
{
    zn_status st = check_given(m, "system", ds);

    if (!st)
        st = check_open(m, "system", ds->owner.name);
    if (!st)
        st = check_alien(m, ds->owner.ctx, ds->model, "system", ds->owner.name);
    if (!st && zni_names_get(&m->ds_names, ds->owner.name))
        st = zn_fail(m->ctx, ZN_EEXIST,
                     ds->model ? "system '%s' is in the model already"
                               : "the model has a system '%s' already",
                     ds->owner.name);
    if (!st)
        st = zni_names_reserve(m->ctx, &m->ds_names);
    if (!st)
        st = settle(m, ds);
    if (st)
        return st;
    zni_names_put(&m->ds_names, ds);
    m->serial++;
    ds->model = m;
    return ZN_OK;
}

static zn_status reserve_law(zn_model *m, const zn_law *law)
{
    zn_status st = check_given(m, "law", law);

    if (!st)
        st = check_open(m, "law", law->type->type.name);
    if (!st)
        st = check_alien(m, law->ctx, law->model, "law", law->type->type.name);
    if (!st)
        st =
            zn_grow(m->ctx, &m->laws, &m->claws, m->nlaws + 1, sizeof *m->laws);
    return st;
}

static void own_law(zn_model *m, zn_law *law)
{
    if (law->model)
        return;
    law->at = m->nlaws;
    m->laws[m->nlaws++] = law;
    law->model = m;
}

zn_status zn_model_add_law(zn_model *m, zn_law *law)
{
    const zn_status st = reserve_law(m, law);

    if (!st)
        own_law(m, law);
    return st;
}

/* The relation is in the list of the next seal already when this succeeds; a
 * caller that fails later leaves it to forget_relation. */
static zn_status reserve_relation(zn_model *m, zn_relation *r)
{
    zn_status st = check_given(m, "relation", r);

    if (!st)
        st = check_open(m, "relation", r->name);
    if (!st)
        st = check_alien(m, r->ctx, r->model, "relation", r->name);
    if (!st)
        st =
            zn_grow(m->ctx, &m->rels, &m->crels, m->nrels + 1, sizeof *m->rels);
    if (!st && !r->model)
        st = zni_pending_put(m->ctx, &m->rel_pending, r, &r->pending);
    return st;
}

static void forget_relation(zn_model *m, zn_relation *r)
{
    if (!r->model)
        zni_pending_drop(&m->rel_pending, &r->pending);
}

static void own_relation(zn_model *m, zn_relation *r)
{
    if (r->model)
        return;
    r->at = m->nrels;
    m->rels[m->nrels++] = r;
    r->model = m;
}

zn_status zn_model_add_relation(zn_model *m, zn_relation *r)
{
    const zn_status st = reserve_relation(m, r);

    if (!st)
        own_relation(m, r);
    return st;
}

static zn_status check_ends(const zn_model *m, const zni_join *j)
{
    const char *name = j->name          ? j->name
                       : j->turn.source ? "of a source"
                                        : "NULL";
    const zn_ds *d1 = j->d1, *d2 = j->d2;
    zn_status st = check_open(m, "interaction", name);

    if (!st && j->name)
        st = zni_check_printed(m->ctx, name);
    if (st)
        return st;
    if (!*name)
        return zn_fail(m->ctx, ZN_EINVAL,
                       "an interaction has a name, or NULL for none");
    if (!j->law || !j->relation || !d1)
        return zn_fail(m->ctx, ZN_EINVAL, "interaction '%s': %s is NULL", name,
                       !j->law        ? "the law"
                       : !j->relation ? "the relation"
                                      : "the system");
    if (d1 == d2)
        return zn_fail(m->ctx, ZN_EINVAL, "interaction '%s': system '%s' twice",
                       name, d1->owner.name);
    if (d1->model != m || (d2 && d2->model != m))
        return zn_fail(m->ctx, ZN_EINVAL,
                       "interaction '%s': system '%s' is not in this model",
                       name, d1->model != m ? d1->owner.name : d2->owner.name);
    if (j->name && zni_names_get(&m->int_names, name))
        return zn_fail(m->ctx, ZN_EEXIST,
                       "the model has an interaction '%s' already", name);
    return zni_ends_check(m, j, name);
}

static zn_status settle_interaction(zn_model *m, zn_interaction *a)
{
    const zn_index size[3] = {a->size, 0, 0};
    zn_index *const len[3] = {&m->ny, NULL, NULL};
    zn_index place;
    zn_status st;

    st = zn_grow(m->ctx, &m->ints, &m->cint, m->int_places.n + 1,
                 sizeof *m->ints);
    if (!st)
        st = zni_interaction_reserve(a);
    if (!st && !a->anonymous)
        st = zni_names_reserve(m->ctx, &m->int_names);
    if (!st)
        st = zni_pending_put(m->ctx, &m->int_pending, a, &a->pending);
    if (!st)
        st = zni_places_take(m->ctx, &m->int_places, size, len, &place);
    if (st) {
        zni_pending_drop(&m->int_pending, &a->pending);
        return st;
    }
    m->nint = m->int_places.n;
    m->ints[place] = a;
    a->place = (int32_t)place;
    zni_places_off(&m->int_places, place, &a->off);
    return ZN_OK;
}

zn_status zni_model_take_ends(zn_model *m, const zni_join *j)
{
    zn_status st = check_ends(m, j);

    if (!st)
        st = reserve_law(m, j->law);
    if (!st)
        st = reserve_relation(m, j->relation);
    if (st)
        return st;
    own_law(m, j->law);
    own_relation(m, j->relation);
    return ZN_OK;
}

zn_status zni_model_join_taken(zn_model *m, const zni_join *j,
                               zn_interaction **out)
{
    zn_interaction *a = NULL;
    zn_status st = zni_interaction_new(m, j, &a);

    *out = NULL;
    if (!st)
        st = settle_interaction(m, a);
    if (st) {
        zni_interaction_free(m, a);
        return st;
    }
    if (j->name)
        zni_names_put(&m->int_names, a);
    m->serial = a->serial;
    zni_interaction_link(a);
    m->laws_at_work += j->law->users == 0;
    j->law->users++;
    j->relation->users++;
    *out = a;
    return ZN_OK;
}

static zn_status join(zn_model *m, const zni_join *j, zn_interaction **out)
{
    zn_status st = check_ends(m, j);

    if (st)
        return st;
    st = reserve_law(m, j->law);
    if (!st)
        st = reserve_relation(m, j->relation);
    if (!st)
        st = zni_model_join_taken(m, j, out);
    if (st) {
        forget_relation(m, j->relation);
        return j->name ? zn_note(m->ctx, st, "interaction '%s'", j->name) : st;
    }
    own_law(m, j->law);
    own_relation(m, j->relation);
    return ZN_OK;
}

zn_status zn_model_connect(zn_model *m, const char *name, zn_law *law,
                           zn_relation *r, zn_ds *d1, zn_ds *d2,
                           zn_interaction **out)
{
    const zni_join j = {
        .name = name, .law = law, .relation = r, .d1 = d1, .d2 = d2};
    zn_interaction *a = NULL;
    const zn_status st = join(m, &j, &a);

    if (out)
        *out = a;
    return st;
}

zn_status zn_model_connect_ends_sized(zn_model *m, const char *name, zn_law *law,
                                      zn_relation *r, const zn_end *d1,
                                      const zn_end *d2, size_t size,
                                      zn_interaction **out)
{
    zn_end end[2] = {0};
    zni_join j = {.name = name, .law = law, .relation = r, .end = {end, end + 1}};
    zn_interaction *a = NULL;
    zn_status st;

    if (d1)
        zni_copy_sized(d1, size, &end[0], sizeof *end);
    if (d2)
        zni_copy_sized(d2, size, &end[1], sizeof *end);
    j.d1 = end[0].ds;
    j.d2 = end[1].ds;
    st = d2 && !j.d2 ? zn_fail(m->ctx, ZN_EINVAL,
                               "interaction '%s': the second system is NULL",
                               name ? name : "NULL")
                     : join(m, &j, &a);
    if (out)
        *out = a;
    return st;
}

/* ---- removing --------------------------------------------------------------- */

/* Room in the log was made before. */
static void take_out(zn_model *m, zn_interaction *a)
{
    zni_pending_drop(&m->int_pending, &a->pending);
    if (!a->anonymous)
        zni_names_drop(&m->int_names, a->name);
    a->law->users--;
    m->laws_at_work += a->law->users == 0;
    a->relation->users--;
    zni_interaction_unlink(a);
    zni_places_leave(&m->int_places, a->place);
    m->ints[a->place] = NULL;
    if (a->known)
        zni_log(m, ZNI_INTERACTION_REMOVED, a->place);
    zni_interaction_free(m, a);
}

zn_status zni_model_take_out(zn_model *m, zn_interaction *a)
{
    const zn_status st = zni_log_reserve(m, 1);

    if (!st)
        take_out(m, a);
    return st;
}

void zni_model_sweep_out(zn_model *m, zn_interaction *a)
{
    a->known = false;
    take_out(m, a);
    m->log_base += m->nlog + 1;
    m->nlog = 0;
}

zn_status zn_model_remove_interaction(zn_model *m, zn_interaction *a)
{
    zn_status st = check_given(m, "interaction", a);

    if (!st)
        st = check_open(m, "interaction", a->name);
    if (!st && zni_interaction_model(a) != m)
        st = zn_fail(m->ctx, ZN_EINVAL, "interaction '%s' is not in this model",
                     a->name);
    if (!st)
        m->lost += a->source > 0;
    return st ? st : zni_model_take_out(m, a);
}

zn_status zn_model_remove_ds(zn_model *m, zn_ds *ds)
{
    zn_status st = check_given(m, "system", ds);

    if (!st)
        st = check_open(m, "system", ds->owner.name);
    if (!st && ds->model != m)
        st = zn_fail(m->ctx, ZN_EINVAL, "system '%s' is not in this model",
                     ds->owner.name);
    if (!st)
        st = zni_log_reserve(m, ds->nint + 1);
    if (st)
        return st;
    while (ds->nint > 0) {
        zn_interaction *a = zni_ds_ints(ds)[ds->nint - 1];
        m->lost += a->source > 0;
        take_out(m, a);
    }
    zni_model_unfollow(m, ds, NULL);
    zni_pending_drop(&m->ds_pending, &ds->pending);
    zni_names_drop(&m->ds_names, ds->owner.name);
    zni_places_leave(&m->ds_places, ds->place);
    m->ds[ds->place] = NULL;
    if (ds->known)
        zni_log(m, ZNI_DS_REMOVED, ds->place);
    zni_ds_destroy(ds);
    return ZN_OK;
}

static zn_status check_unused(const zn_model *m, const zn_model *theirs,
                              zn_index users, const char *what,
                              const char *name)
{
    if (theirs != m)
        return zn_fail(m->ctx, ZN_EINVAL, "%s '%s' is not in this model", what,
                       name);
    if (users)
        return zn_fail(m->ctx, ZN_ESTATE,
                       "%s '%s': %td interactions have it, remove them first",
                       what, name, users);
    return ZN_OK;
}

zn_status zn_model_remove_law(zn_model *m, zn_law *law)
{
    zn_status st = check_given(m, "law", law);

    if (!st)
        st = check_open(m, "law", law->type->type.name);
    if (!st)
        st = check_unused(m, law->model, law->users, "law",
                          law->type->type.name);
    if (st)
        return st;
    m->laws[law->at] = m->laws[--m->nlaws];
    m->laws[law->at]->at = law->at;
    zni_law_destroy(law);
    return ZN_OK;
}

zn_status zn_model_remove_relation(zn_model *m, zn_relation *r)
{
    zn_status st = check_given(m, "relation", r);

    if (!st)
        st = check_open(m, "relation", r->name);
    if (!st)
        st = check_unused(m, r->model, r->users, "relation", r->name);
    if (st)
        return st;
    zni_model_unfollow(m, NULL, r);
    zni_pending_drop(&m->rel_pending, &r->pending);
    m->rels[r->at] = m->rels[--m->nrels];
    m->rels[r->at]->at = r->at;
    zni_relation_destroy(r);
    return ZN_OK;
}

/* ---- a look inside ------------------------------------------------------------ */

zn_ctx *zn_model_ctx(const zn_model *m)
{
    return m->ctx;
}

void zn_model_reopen(zn_model *m)
{
    m->sealed = false;
}

bool zn_model_sealed(const zn_model *m)
{
    return m->sealed;
}

zn_index zn_model_ds_places(const zn_model *m)
{
    return m->nds;
}

zn_index zn_model_interaction_places(const zn_model *m)
{
    return m->nint;
}

zn_ds *(zn_model_ds_at)(zn_model *m, zn_index place)
{
    return place >= 0 && place < m->nds ? m->ds[place] : NULL;
}

zn_interaction *(zn_model_interaction_at)(zn_model *m, zn_index place)
{
    return place >= 0 && place < m->nint ? m->ints[place] : NULL;
}

zn_ds *(zn_model_ds)(zn_model *m, const char *name)
{
    return zni_names_get(&m->ds_names, name);
}

zn_interaction *(zn_model_interaction)(zn_model *m, const char *name)
{
    return zni_names_get(&m->int_names, name);
}
