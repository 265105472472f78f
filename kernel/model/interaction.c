/* interaction.c - one law and one relation on one or two systems
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/ahead.h"
#include "kernel/model/model.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t aligned(size_t bytes)
{
    const size_t a = alignof(max_align_t);

    return (bytes + a - 1) / a * a;
}

/* "#" and the serial, without the cost of a format: how long, with its end. */
static size_t label_size(zn_index serial)
{
    size_t n = 3;

    while (serial /= 10)
        n++;
    return n;
}

static const char *label(zn_index serial, char text[], size_t size)
{
    char *at = text + size - 1;

    for (*at = '\0'; at > text + 1; serial /= 10)
        *--at = (char)('0' + serial % 10);
    *text = '#';
    return text;
}

/* ---- some unknowns of the systems --------------------------------------------- */

static bool partial(const zni_join *j, int i)
{
    return j->end[i] && j->end[i]->at;
}

/* Unknowns that the i-th end names, all if it names none; 0 without a system. */
static zn_index count(const zni_join *j, int i)
{
    const zn_ds *ds = i ? j->d2 : j->d1;

    if (!ds)
        return 0;
    return partial(j, i) ? j->end[i]->n : ds->nq + ds->nx;
}

zn_index zni_ends_size(const zni_join *j)
{
    return partial(j, 0) || partial(j, 1) ? 2 + count(j, 0) + count(j, 1) : 0;
}

void zni_ends_write(const zni_join *j, zn_index out[])
{
    zn_index *at = out + 2;

    for (int i = 0; i < 2; i++) {
        out[i] = count(j, i);
        for (zn_index k = 0; k < out[i]; k++)
            *at++ = partial(j, i) ? j->end[i]->at[k] : k;
    }
}

bool zni_ends_same(const zn_interaction *a, const zn_end end[2])
{
    const zni_join j = {
        .d1 = a->ds[0], .d2 = a->ds[1], .end = {end, end + 1}};
    const zn_index *was = zni_interaction_some(a), *at = was + 2;

    for (int i = 0; i < 2; i++) {
        if (count(&j, i) != was[i])
            return false;
        for (zn_index k = 0; k < was[i]; k++)
            if (*at++ != (end[i].at ? end[i].at[k] : k))
                return false;
    }
    return true;
}

static int ascending(const void *a, const void *b)
{
    const zn_index x = *(const zn_index *)a, y = *(const zn_index *)b;

    return (x > y) - (x < y);
}

static zn_status check_end(const zn_model *m, const zn_ds *ds,
                           const zn_end *end, const char *name)
{
    const zn_index most = ds->nq + ds->nx, n = end->n;
    zn_index few[32]; /* of faces that touch; what comes in a step allocates nothing */
    zn_index *at = few;
    zn_status st = ZN_OK;

    if (n < 1 || n > most)
        return zn_fail(m->ctx, ZN_EINVAL,
                       "interaction '%s': n = %td of the %td unknowns of '%s'",
                       name, n, most, ds->owner.name);
    if (n > (zn_index)(sizeof few / sizeof *few))
        at = zn_alloc(m->ctx, n, sizeof *at);
    if (!at)
        return ZN_ENOMEM;
    memcpy(at, end->at, (size_t)n * sizeof *at);
    qsort(at, (size_t)n, sizeof *at, ascending);
    for (zn_index k = 0; !st && k < n; k++)
        if (at[k] < 0 || at[k] >= most)
            st =
                zn_fail(m->ctx, ZN_EINVAL,
                        "interaction '%s': there is no unknown %td of '%s', it "
                        "has %td",
                        name, at[k], ds->owner.name, most);
        else if (k > 0 && at[k] == at[k - 1])
            st = zn_fail(m->ctx, ZN_EINVAL,
                         "interaction '%s': unknown %td of '%s' twice", name,
                         at[k], ds->owner.name);
    if (at != few)
        zn_free_array(m->ctx, at);
    return st;
}

zn_status zni_ends_check(const zn_model *m, const zni_join *j, const char *name)
{
    zn_status st = ZN_OK;

    if (!j->d2 && partial(j, 1))
        return zn_fail(m->ctx, ZN_EINVAL,
                       "interaction '%s': unknowns of a second system, but "
                       "there is none",
                       name);
    for (int i = 0; !st && i < 2; i++)
        if (partial(j, i))
            st = check_end(m, i ? j->d2 : j->d1, j->end[i], name);
    return st;
}

zn_status zni_interaction_new(zn_model *m, const zni_join *j,
                              zn_interaction **out)
{
    const zn_relation *r = j->relation;
    const size_t some = (size_t)zni_ends_size(j) * sizeof(zn_index),
                 key = j->turn.source ? 2 * sizeof(uint64_t) : 0,
                 data = r->type->data_size,
                 own = sizeof(zn_interaction) + key + some,
                 head = data ? aligned(own) : own,
                 text =
                     j->name ? strlen(j->name) + 1 : label_size(m->serial + 1);
    zn_interaction *a = zni_heap_take(&m->heap, head + data + text);
    char *name = (char *)a + head + data;

    *out = a;
    if (!a)
        return ZN_ENOMEM;
    a->data = data ? (int32_t)head : 0;
    a->source = (int32_t)j->turn.source;
    if (key)
        memcpy(a + 1, (const uint64_t[]){j->turn.hi, j->turn.lo}, key);
    a->partial = some > 0;
    if (some)
        zni_ends_write(j, zni_interaction_some(a));
    a->serial = m->serial + 1;
    a->anonymous = !j->name;
    a->name =
        j->name ? memcpy(name, j->name, text) : label(a->serial, name, text);
    a->law = j->law;
    a->relation = j->relation;
    a->nds = j->d2 ? 2 : 1;
    a->ds[0] = j->d1;
    a->ds[1] = j->d2;
    a->size = (int32_t)r->ny;
    a->copies = 1;
    a->place = a->off = a->pending = -1;
    return ZN_OK;
}

void zni_interaction_free(zn_model *m, zn_interaction *a)
{
    if (a)
        zni_heap_give(&m->heap, a, (size_t)(a->name + strlen(a->name) + 1 - (const char *)a));
}

zn_status zni_interaction_reserve(const zn_interaction *a)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < a->nds; i++) {
        zn_ds *ds = a->ds[i];
        zn_interaction **list = ds->cint ? ds->ints.list : NULL;
        zn_index cint = ds->cint;

        if (ds->nint == 0 && !list)
            continue;
        st = zn_grow(ds->owner.ctx, &list, &cint, (zn_index)ds->nint + 1,
                     sizeof *list);
        if (st)
            break;
        if (!ds->cint)
            list[0] = ds->ints.one;
        ds->ints.list = list;
        ds->cint = (int32_t)(cint < INT32_MAX ? cint : INT32_MAX);
    }
    return st;
}

void zni_interaction_link(zn_interaction *a)
{
    for (zn_index i = 0; i < a->nds; i++) {
        zn_ds *ds = a->ds[i];
        a->in_ds[i] = ds->nint;
        zni_ds_ints(ds)[ds->nint++] = a;
    }
}

/* The last one takes its position. */
void zni_interaction_unlink(zn_interaction *a)
{
    for (zn_index i = 0; i < a->nds; i++) {
        zn_ds *ds = a->ds[i];
        zn_interaction **ints = zni_ds_ints(ds), *last = ints[--ds->nint];
        ints[a->in_ds[i]] = last;
        last->in_ds[last->ds[0] == ds ? 0 : 1] = a->in_ds[i];
    }
}

void zni_interactions_ask(zn_index n, zn_interaction *const a[])
{
    for (zn_index k = 0; k < n; k++)
        zni_ask(a[k], sizeof *a[k]);
    for (zn_index k = 0; k < n; k++)
        for (zn_index i = 0; a[k] && i < a[k]->nds; i++)
            zni_ask(a[k]->ds[i], sizeof *a[k]->ds[i]);
    for (zn_index k = 0; k < n; k++)
        for (zn_index i = 0; a[k] && i < a[k]->nds; i++)
            zni_ask(zni_ds_ints(a[k]->ds[i]) + a[k]->in_ds[i], sizeof a[k]);
    for (zn_index k = 0; k < n; k++)
        if (a[k] && a[k]->place >= 0) {
            zni_ask(&zni_interaction_model(a[k])->ints[a[k]->place], sizeof a[k]);
            zni_ask(&zni_interaction_model(a[k])->int_places.next[a[k]->place],
                    sizeof(int32_t));
        }
}

/* ---- checks --------------------------------------------------------------- */

static const char *order(unsigned family)
{
    return family == ZN_FIRST_ORDER ? "first" : "second";
}

static void check_families(const zn_interaction *a, zn_findings *f)
{
    const unsigned family = a->ds[0]->type->family;

    for (zn_index i = 1; i < a->nds; i++)
        if (a->ds[i]->type->family != family)
            zn_findings_add(f,
                            "interaction '%s': system '%s' is of %s order, but "
                            "'%s' of %s",
                            a->name, a->ds[0]->owner.name, order(family),
                            a->ds[i]->owner.name,
                            order(a->ds[i]->type->family));
    if (!(a->relation->type->families & 1u << family))
        zn_findings_add(f,
                        "interaction '%s': relation '%s' (%s) does not take "
                        "systems of %s order such as '%s'",
                        a->name, a->relation->name,
                        a->relation->type->type.name, order(family),
                        a->ds[0]->owner.name);
    if (!(a->law->type->families & 1u << family))
        zn_findings_add(f,
                        "interaction '%s': law '%s' does not take systems of "
                        "%s order such as '%s'",
                        a->name, a->law->type->type.name, order(family),
                        a->ds[0]->owner.name);
}

/* g of a relation has as many components as q; K is not taken along T(q). */
static void check_input(const zn_interaction *a, zn_findings *f)
{
    for (zn_index i = 0; i < a->nds; i++)
        if (zn_ds_curved(a->ds[i]) && a->relation->type->input)
            zn_findings_add(f,
                            "interaction '%s': relation '%s' (%s) gives its "
                            "input as g, which is for systems with q' = v, not "
                            "for '%s' (%s)",
                            a->name, a->relation->name,
                            a->relation->type->type.name, a->ds[i]->owner.name,
                            a->ds[i]->type->type.name);
}

/* Numbers of a position on a manifold mean nothing one by one, and where unknowns are
 * picked from one system those of the other are as many in q as in v, too. */
static void check_some(const zn_interaction *a, zn_findings *f)
{
    for (zn_index i = 0; (a->partial || a->relation->seen) && i < a->nds; i++)
        if (zn_ds_curved(a->ds[i]) || a->ds[i]->type->tangent ||
            a->ds[i]->nq != a->ds[i]->nv)
            zn_findings_add(f,
                            "interaction '%s': it is with some unknowns of its "
                            "systems, so each has to be a system with q' = v, "
                            "which '%s' (%s) is not",
                            a->name, a->ds[i]->owner.name,
                            a->ds[i]->type->type.name);
}

static void check_sizes(zn_interaction *a, zn_findings *f)
{
    const zn_relation *r = a->relation;
    const zn_index nq = zni_interaction_nq(a), law = zn_law_size(a->law);

    if (r->nq != nq)
        zn_findings_add(f,
                        "interaction '%s': relation '%s' is for a state of "
                        "%td, %s %td",
                        a->name, r->name, r->nq,
                        a->partial   ? "the unknowns it names are"
                        : a->nds > 1 ? "its systems have"
                                     : "its system has",
                        nq);
    if (law > 0 && r->ny % law != 0)
        zn_findings_add(f,
                        "interaction '%s': relation '%s' has %td rows, must be "
                        "a multiple of the %td of law '%s'",
                        a->name, r->name, r->ny, law, a->law->type->type.name);
    a->copies = (int32_t)(law > 0 ? r->ny / law : r->ny);
}

static void check_level(const zn_interaction *a, zn_findings *f)
{
    const zn_relation *r = a->relation;

    if (!r->complete)
        return; /* its own findings are there already */
    if (r->varies.D && !(a->law->type->levels & ZN_LAW_POSITION))
        zn_findings_add(f,
                        "interaction '%s': the output of relation '%s' (%s) "
                        "depends on lambda, so it needs a law on positions; "
                        "law '%s' is on velocities",
                        a->name, r->name, r->type->type.name,
                        a->law->type->type.name);
}

/* Are the cones of a copy as their sets want them, and do they fill it? */
static zn_status check_cones(const zn_law *law)
{
    const zn_index size = zn_law_size(law) > 0 ? zn_law_size(law) : 1;
    zn_index rows = 0;
    zn_status st = ZN_OK;
    zn_cone c;

    for (zn_index k = 0; !st && law->type->cone(law->state, k, &c); k++) {
        const bool varies = law->type->vary && !c.param;
        if (c.size < 1)
            return zn_fail(law->ctx, ZN_EINVAL,
                           "its cone %td has %td rows, must be >= 1", k,
                           c.size);
        if (c.size > size - rows)
            return zn_fail(law->ctx, ZN_EINVAL,
                           "its cones have more than the %td rows of a copy "
                           "of it",
                           size);
        rows += c.size;
        st = varies && c.set ? ZN_OK : zn_cone_check(law->ctx, &c);
    }
    return st || rows == size
               ? st
               : zn_fail(law->ctx, ZN_EINVAL,
                         "its cones have %td rows, a copy of it %td", rows,
                         size);
}

static void check_law(const zn_interaction *a, zn_findings *f)
{
    const zn_law *law = a->law;

    zn_status st =
        law->type->check ? law->type->check(law->state, law->ctx) : ZN_OK;

    if (!st)
        st = check_cones(law);
    if (st)
        zn_findings_add(f, "interaction '%s': law '%s': %s", a->name,
                        law->type->type.name, zn_errmsg(law->ctx));
}

/* ZN_OK, or why these may not be its data. */
static zn_status data_fit(const zn_interaction *a, const void *data)
{
    const zn_relation *r = a->relation;

    return r->type->check_data ? r->type->check_data(r, data) : ZN_OK;
}

static void check_data(const zn_interaction *a, zn_findings *f)
{
    if (a->relation->complete && data_fit(a, zni_interaction_data(a)))
        zn_findings_add(f, "interaction '%s': its data: %s", a->name,
                        zn_errmsg(zni_interaction_model(a)->ctx));
}

void zni_interaction_check(zn_interaction *a, const zn_law *law, zn_findings *f)
{
    check_families(a, f);
    if (a->law != law)
        check_law(a, f);
    check_sizes(a, f);
    check_some(a, f);
    check_input(a, f);
    check_level(a, f);
    check_data(a, f);
}

/* ---- data ----------------------------------------------------------------- */

/* Has the relation blocks that are made once, from the data? */
static bool kept(const zn_relation *r)
{
    const zn_relation_variability *v = &r->varies;

    return zn_vary_constant(v->C) || (v->D && zn_vary_constant(v->D)) ||
           (v->input && zn_vary_constant(v->B)) || zn_vary_constant(v->e);
}

zn_status zni_interaction_renew_data(zn_interaction *a, const void *data, size_t n)
{
    zn_model *m = zni_interaction_model(a);
    zn_status st = ZN_OK;

    if (!m->sealed)
        st = zni_pending_put(m->ctx, &m->int_pending, a, &a->pending);
    else if (data_fit(a, data))
        st = ZN_EINVAL;
    else if (kept(a->relation))
        st = zni_log_reserve(m, 1);
    if (st)
        return zn_note(m->ctx, st, "interaction '%s': its data", a->name);
    memcpy(zni_interaction_data(a), data, n);
    if (m->sealed && kept(a->relation))
        zni_log(m, ZNI_INTERACTION_CHANGED, a->place);
    return ZN_OK;
}

zn_status zn_interaction_set_data(zn_interaction *a, const void *data)
{
    const zn_relation_type *t = a->relation->type;
    const size_t n = t->data_given ? t->data_given : t->data_size;

    if (!n || !data)
        return zn_fail(zni_interaction_model(a)->ctx, ZN_EINVAL,
                       "interaction '%s': %s", a->name,
                       data ? "relations of its class keep no data"
                            : "the data are NULL");
    return memcmp(zni_interaction_data(a), data, n) == 0 ? ZN_OK : zni_interaction_renew_data(a, data, n);
}

const void *zn_interaction_data(const zn_interaction *a)
{
    return zni_interaction_data(a);
}

/* ---- a look inside ---------------------------------------------------------- */

zn_index zni_interaction_q_of(const zn_interaction *a, zn_index i)
{
    return a->partial ? zni_interaction_some(a)[i]
                      : a->ds[i]->nq + a->ds[i]->nx; /* one of them is 0 */
}

zn_index zni_interaction_v_of(const zn_interaction *a, zn_index i)
{
    return a->partial ? zni_interaction_some(a)[i] : a->ds[i]->nv + a->ds[i]->nx;
}

zn_index zni_interaction_nq(const zn_interaction *a)
{
    zn_index n = 0;

    for (zn_index i = 0; i < a->nds; i++)
        n += zni_interaction_q_of(a, i);
    return n;
}

zn_index zni_interaction_nv(const zn_interaction *a)
{
    zn_index n = 0;

    for (zn_index i = 0; i < a->nds; i++)
        n += zni_interaction_v_of(a, i);
    return n;
}

const char *zn_interaction_name(const zn_interaction *a)
{
    return a->name;
}

const char *zni_interaction_words(const zn_interaction *a, size_t size, char text[])
{
    if (!a->anonymous)
        snprintf(text, size, "'%s'", a->name);
    else if (a->nds < 2)
        snprintf(text, size, "'%s' of '%s'", a->name, a->ds[0]->owner.name);
    else
        snprintf(text, size, "'%s' of '%s' and '%s'", a->name,
                 a->ds[0]->owner.name, a->ds[1]->owner.name);
    return text;
}

zn_law *(zn_interaction_law)(zn_interaction *a)
{
    return a->law;
}

zn_relation *(zn_interaction_relation)(zn_interaction *a)
{
    return a->relation;
}

zn_index zn_interaction_ds_count(const zn_interaction *a)
{
    return a->nds;
}

zn_ds *(zn_interaction_ds)(zn_interaction *a, zn_index i)
{
    return i >= 0 && i < a->nds ? a->ds[i] : NULL;
}

const zn_index *zn_interaction_unknowns(const zn_interaction *a, zn_index i,
                                        zn_index *n)
{
    const zn_index *some = zni_interaction_some(a);

    *n = i >= 0 && i < a->nds ? zni_interaction_v_of(a, i) : 0;
    return *n && some ? some + 2 + (i ? some[0] : 0) : NULL;
}

zn_index zn_interaction_size(const zn_interaction *a)
{
    return a->size;
}

zn_index zn_interaction_offset(const zn_interaction *a)
{
    return a->off;
}
