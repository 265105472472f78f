/* sources.c - contact sources of a simulation: when they search, and what
 * checkpoints keep of their contacts
 *
 * Before a step, at its beginning, every source looks at the state. A checkpoint of
 * t_k has the contacts of the step that ended there; a run that goes on from it asks
 * its sources at t_k, as the first run did, and known keys find what was saved.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <string.h>

#include <zeno/simulation_kind.h>

static zn_status add(zn_simulation *s, zn_source *src)
{
    zn_status st;

    if (s->ready)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "contact source '%s' comes after the start of the run",
                       src->type->type.name);
    if (!s->sources.n && s->model->sourced)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "another simulation of this model has contact sources");
    st = zn_grow(s->ctx, &s->sources.at, &s->sources.cap, s->sources.n + 1,
                 sizeof *s->sources.at);
    if (st)
        return st;
    s->model->sourced = true;
    s->sources.at[s->sources.n++] = src;
    src->owned = true;
    src->contacts.source = s->sources.n;
    src->contacts.model = s->model;
    return ZN_OK;
}

zn_status zn_simulation_add_source(zn_simulation *s, zn_source *src)
{
    if (src->owned)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "contact source '%s' is in a simulation already",
                       src->type->type.name);
    return add(s, src);
}

zn_source *zn_simulation_source(const zn_simulation *s, zn_index i)
{
    return i >= 0 && i < s->sources.n ? s->sources.at[i] : NULL;
}

zn_status zn_simulation_find_contacts(zn_simulation *s, zn_source_fn *fn,
                                      void *user, void (*drop)(void *user))
{
    zn_source *src;
    zn_status st;

    if (s->ready || !fn)
        return zn_fail(s->ctx, fn ? ZN_ESTATE : ZN_EINVAL,
                       fn ? "a contact source comes after the start of the run"
                          : "the function that finds contacts is NULL");
    st = zni_source_of_function(s->ctx, fn, user, drop, &src);
    if (st)
        return st;
    st = add(s, src);
    if (st) { /* `drop` stays with the caller */
        zn_free_array(s->ctx, src->state);
        zn_free_array(s->ctx, src);
    }
    return st;
}

/* The contacts leave the model, which is borrowed. */
static void leave_model(zn_simulation *s)
{
    for (zn_index i = 0; i < s->sources.n; i++)
        zni_contacts_sweep(&s->sources.at[i]->contacts);
    s->model->sourced = false;
}

void zni_sources_fini(zn_simulation *s)
{
    if (s->sources.n)
        leave_model(s);
    for (zn_index i = 0; i < s->sources.n; i++)
        zni_source_destroy(s->sources.at[i]);
    zn_free_array(s->ctx, s->sources.at);
    zn_free_array(s->ctx, s->sources.restored);
}

/* ---- searches ----------------------------------------------------------------- */

/* Where the next step may end at most. */
static double horizon(const zn_simulation *s, double limit)
{
    const double grid =
        zn_simulation_grid_step(s) > 0 ? zn_simulation_grid_next(s) : limit;

    return grid < limit ? grid : limit;
}

/* Contacts that stayed may have got other points and normals: their outputs of the last step are
 * those of the old ones. Whether others came or went, after which all outputs are found again,
 * must make no difference. */
static zn_status renew(zn_simulation *s, const zn_contacts *c)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < c->nrenewed; k++)
        st = zni_sim_output(s, c->renewed[k]->place);
    return st;
}

zn_status zni_sim_find_contacts(zn_simulation *s, double limit)
{
    const zn_view at = {.model = s->model,
                        .state = &s->state,
                        .t = s->state.t,
                        .t1 = horizon(s, limit)};
    bool changed, any = false;
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->sources.n; i++) {
        changed = false;
        st = zni_source_find(s->sources.at[i], &at, &changed);
        any = any || changed;
    }
    s->lins.parameters = zni_sim_tick(s); /* data of contacts may be others */
    if (!st && any)
        st = zni_sim_sync(s);
    for (zn_index i = 0; !st && s->ready && i < s->sources.n; i++)
        st = renew(s, &s->sources.at[i]->contacts);
    if (st)
        return zn_note(s->ctx, st, "contacts at t = %.9g s", s->state.t);
    if (s->sources.restored)
        st = zni_sources_restore(s);
    s->sources.found = !st;
    return st;
}

zn_status zni_sources_clear(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->sources.n; i++)
        st = zni_contacts_clear(&s->sources.at[i]->contacts);
    s->sources.found = false;
    if (!st && s->sources.n)
        st = zn_model_seal(s->model);
    return st || !s->sources.n ? st : zni_sim_sync(s);
}

/* ---- checkpoints ---------------------------------------------------------------- */

/* A saved contact: this, the unknowns that it is with if those are not all, y and lambda by level,
 * tangents, the state part and all other data, active rows; filled up to a multiple of 8 bytes. */
typedef struct record {
    uint64_t hi, lo;
    int64_t source, rows, data, bytes; /* of all of it */
} record;

enum { NUMBERS = 2 * ZN_LEVELS + 1 }; /* of each row */

static size_t unknowns_size(const zn_interaction *a)
{
    const zn_index *some = zni_interaction_some(a);

    return some ? (size_t)(2 + some[0] + some[1]) * sizeof *some : 0;
}

static record record_of(const zn_interaction *a)
{
    const size_t data = a->relation->type->data_size;
    const zni_turn turn = zni_interaction_turn(a);
    const size_t bytes = sizeof(record) + unknowns_size(a) + data + (size_t)a->size +
                         NUMBERS * (size_t)a->size * sizeof(double);

    return (record){.hi = turn.hi,
                    .lo = turn.lo,
                    .source = turn.source,
                    .rows = a->size,
                    .data = (int64_t)data,
                    .bytes = (int64_t)((bytes + 7) / 8 * 8)};
}

/* What follows the record and the unknowns, there or back. */
static void move(const zn_simulation *s, const zn_interaction *a,
                 unsigned char *at, bool back)
{
    const size_t n = (size_t)a->size, data = a->relation->type->data_size;
    struct {
        void *p;
        size_t bytes;
    } part[NUMBERS + 2] = {{0}};
    int count = 0;

    for (int k = 0; k < ZN_LEVELS; k++) {
        part[count].p = s->state.y[k] + a->off;
        part[count++].bytes = n * sizeof(double);
        part[count].p = s->state.lambda[k] + a->off;
        part[count++].bytes = n * sizeof(double);
    }
    part[count].p = s->tangent + a->off;
    part[count++].bytes = n * sizeof(double);
    part[count].p = zni_interaction_data(a);
    part[count++].bytes = data;
    part[count].p = s->state.active + a->off;
    part[count++].bytes = n;
    for (int i = 0; i < count; at += part[i++].bytes) {
        if (part[i].bytes && back)
            memcpy(part[i].p, at, part[i].bytes);
        else if (part[i].bytes)
            memcpy(at, part[i].p, part[i].bytes);
    }
}

zn_status zni_sources_save(const zn_simulation *s, unsigned char **out,
                           size_t *size)
{
    const zni_order *o = &s->lins.order;
    unsigned char *at;

    *size = 0;
    *out = NULL;
    for (zn_index k = 0; s->sources.n && k < o->n - o->nown; k++)
        *size += (size_t)record_of(zni_lins_whose(&s->lins, o->found[k].place)).bytes;
    if (!*size)
        return ZN_OK;
    *out = at = zn_alloc(s->ctx, (zn_index)*size, 1);
    if (!at)
        return ZN_ENOMEM;
    for (zn_index k = 0; k < o->n - o->nown; k++) {
        const zn_interaction *a = zni_lins_whose(&s->lins, o->found[k].place);
        const record r = record_of(a);
        memcpy(at, &r, sizeof r);
        if (a->partial)
            memcpy(at + sizeof r, zni_interaction_some(a), unknowns_size(a));
        move(s, a, at + sizeof r + unknowns_size(a), false);
        at += r.bytes;
    }
    return ZN_OK;
}

bool zni_sources_count(const unsigned char *bytes, size_t size, uint64_t *n,
                       uint64_t *rows)
{
    const size_t row = NUMBERS * sizeof(double);
    record r;

    for (*n = *rows = 0; size; ++*n, size -= (size_t)r.bytes, bytes += r.bytes) {
        if (size < sizeof r)
            return false;
        memcpy(&r, bytes, sizeof r);
        if (r.bytes < (int64_t)sizeof r || (uint64_t)r.bytes > size || r.rows < 0 ||
            (uint64_t)r.rows > (uint64_t)r.bytes / row)
            return false;
        *rows += (uint64_t)r.rows;
    }
    return true;
}

void zni_sources_await(zn_simulation *s, unsigned char *bytes, size_t size)
{
    zn_free_array(s->ctx, s->sources.restored);
    s->sources.restored = bytes;
    s->sources.nrestored = size;
}

/* Is that the record of this contact? With other unknowns it was another one. */
static bool is_of(const record *r, const unsigned char *at, const zn_interaction *a)
{
    return record_of(a).bytes == r->bytes && a->size == r->rows &&
           (!a->partial ||
            memcmp(at + sizeof *r, zni_interaction_some(a), unknowns_size(a)) == 0);
}

/* One saved contact, `at` what is behind its unknowns. What was given with the announcement is
 * newer than what was saved; if it is another, so are the outputs. */
static zn_status restore(zn_simulation *s, const zn_interaction *a,
                         unsigned char *at)
{
    const zn_relation_type *t = a->relation->type;
    const size_t n = t->data_given ? t->data_given : t->data_size;
    unsigned char *data =
        at + NUMBERS * (size_t)a->size * sizeof(double);
    const bool other = zni_interaction_data(a) && memcmp(data, zni_interaction_data(a), n) != 0;

    if (zni_interaction_data(a)) /* keep the part that was announced */
        memcpy(data, zni_interaction_data(a), n);
    move(s, a, at, true);
    return other ? zni_sim_output(s, a->place) : ZN_OK;
}

/* Contacts and saved ones are both in the order of keys: one walk. */
zn_status zni_sources_restore(zn_simulation *s)
{
    zn_status st = ZN_OK;
    const zni_order *o = &s->lins.order;
    unsigned char *at = s->sources.restored, *end = at + s->sources.nrestored;
    zn_index k = 0;
    record r;

    while (!st && k < o->n - o->nown && end - at >= (ptrdiff_t)sizeof r) {
        const zn_interaction *a = zni_lins_whose(&s->lins, o->found[k].place);
        const zni_turn turn = zni_entry_turn(&o->found[k]);
        int order;
        memcpy(&r, at, sizeof r);
        if (r.bytes < (int64_t)sizeof r || r.bytes > end - at)
            break;
        order = zni_turn_compare(&turn, &(zni_turn){r.hi, r.lo, r.source});
        if (!order && is_of(&r, at, a))
            st = restore(s, a, at + sizeof r + unknowns_size(a));
        k += order <= 0;
        at += order >= 0 ? r.bytes : 0;
    }
    zni_sources_await(s, NULL, 0);
    zni_sim_moved(s);
    return st;
}

/* ---- a look inside ----------------------------------------------------------------- */

static const zn_contacts *contacts_of(const zn_simulation *s, zn_index i)
{
    return i >= 0 && i < s->sources.n ? &s->sources.at[i]->contacts : NULL;
}

zn_index zn_simulation_contact_count(const zn_simulation *s, zn_index i)
{
    return contacts_of(s, i) ? contacts_of(s, i)->n : 0;
}

zn_interaction *(zn_simulation_contact_at)(zn_simulation *s, zn_index i,
                                         zn_index k)
{
    const zn_contacts *c = contacts_of(s, i);

    return c && k >= 0 && k < c->n ? c->known[k].a : NULL;
}

zn_interaction *(zn_simulation_contact)(zn_simulation *s, zn_index i,
                                      zn_key key)
{
    const zn_contacts *c = contacts_of(s, i);

    return zn_simulation_contact_at(s, i, c ? zni_contacts_find(c, key) : -1);
}
