/* contacts.c - the contacts of a source by their keys: which are new, which are
 * known, which are gone
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/contact/contacts.h"

#include <string.h>

#include "kernel/model/ahead.h"
#include "solvers/core/core.h"
#include "solvers/core/hash.h"

static bool same_key(const zn_key *a, const zn_key *b)
{
    return a->hi == b->hi && a->lo == b->lo;
}

/* both words mixed */
static zn_index home(const zn_contacts *c, const zn_key *key)
{
    return (zn_index)(zni_hash_mix(key->hi * ZNI_GOLDEN ^ key->lo) & (uint64_t)(c->room - 1));
}

/* Slot of the key, or the free one where it would go. */
static zn_index find(const zn_contacts *c, const zn_key *key)
{
    zn_index i = home(c, key);

    while (c->slot[i] && !same_key(&c->known[c->slot[i] - 1].key, key))
        i = (i + 1) & (c->room - 1);
    return i;
}

zn_index zni_contacts_find(const zn_contacts *c, zn_key key)
{
    return c->room ? c->slot[find(c, &key)] - 1 : -1;
}

/* Room for one more contact, and for all of them to have other data: how many do is for rounding to say. */
static zn_status reserve(zn_contacts *c)
{
    zn_status st =
        c->n < INT32_MAX - 1
            ? zn_grow(c->ctx, &c->known, &c->cap, c->n + 1, sizeof *c->known)
            : zn_fail(c->ctx, ZN_EINVAL, "too many contacts: %td", c->n);

    if (!st)
        st = zn_grow(c->ctx, &c->renewed, &c->crenewed, c->cap, sizeof *c->renewed);
    if (st || 2 * (c->n + 1) <= c->room)
        return st;
    int32_t *old = c->slot;
    const zn_index room = c->room ? 2 * c->room : 64;
    int32_t *larger = zn_alloc(c->ctx, room, sizeof *larger);
    if (!larger)
        return ZN_ENOMEM;
    c->slot = larger;
    c->room = room;
    for (zn_index k = 0; k < c->n; k++)
        c->slot[find(c, &c->known[k].key)] = (int32_t)(k + 1);
    zn_free_array(c->ctx, old);
    return ZN_OK;
}

/* The slot becomes free; later ones of its run move up (Knuth, TAOCP 3, algorithm
 * R). */
static void free_slot(zn_contacts *c, zn_index hole)
{
    const zn_index mask = c->room - 1;

    for (zn_index i = (hole + 1) & mask; c->slot[i]; i = (i + 1) & mask) {
        const zn_index from = home(c, &c->known[c->slot[i] - 1].key);
        if (((i - from) & mask) >= ((i - hole) & mask)) {
            c->slot[hole] = c->slot[i];
            hole = i;
        }
    }
    c->slot[hole] = 0;
}

/* Contact k leaves the table; the last one takes its number. */
static void forget(zn_contacts *c, zn_index k)
{
    const zn_index end = c->n - 1;

    free_slot(c, find(c, &c->known[k].key));
    if (k < end) {
        c->slot[find(c, &c->known[end].key)] = (int32_t)(k + 1);
        c->known[k] = c->known[end];
    }
    c->n--;
}

/* One that is new does not come after all. */
static void turn_back(zn_contacts *c, const zni_known *k)
{
    zn_index i = c->ncome - 1;

    while (!same_key(&c->come[i].key, &k->key))
        i--;
    c->come[i] = c->come[--c->ncome];
}

/* Contact k goes, from the model too if it is there. */
static zn_status drop(zn_contacts *c, zn_index k)
{
    zn_status st = ZN_OK;

    zn_model_reopen(c->model);
    if (c->known[k].a)
        st = zni_model_take_out(c->model, c->known[k].a);
    else
        turn_back(c, &c->known[k]);
    if (st)
        return st;
    c->changed = true;
    forget(c, k);
    return ZN_OK;
}

/* ---- announcements -------------------------------------------------------- */

static bool partial(const zn_contact *c)
{
    return c->at1 || c->at2;
}

static bool same_unknowns(const zni_known *k, const zn_contact *c)
{
    const zn_end end[2] = {{c->d1, c->n1, c->at1}, {c->d2, c->n2, c->at2}};

    return zni_ends_same(k->a, end);
}

static bool same_ends(const zni_known *k, const zn_contact *c)
{
    return k->law == c->law && k->relation == c->relation && k->d1 == c->d1 &&
           k->d2 == c->d2 && k->partial == partial(c) &&
           (!k->partial || same_unknowns(k, c));
}

/* Contact k was announced after the last one. */
static void follows(zn_contacts *c, zn_index k)
{
    if (c->last >= 0)
        c->known[c->last].next = (uint32_t)k & INT32_MAX;
}

/* A contact is often announced after the one that it came after the last time, or
 * stands behind it, if it came since then. */
static zn_index look_up(zn_contacts *c, zn_key key)
{
    const zn_index guess = c->last < 0 ? 0 : c->known[c->last].next;
    zn_index k = c->last + 1;

    if (guess < c->n && same_key(&c->known[guess].key, &key))
        return guess;
    if (k >= c->n || !same_key(&c->known[k].key, &key))
        k = zni_contacts_find(c, key);
    if (k >= 0)
        follows(c, k);
    return k;
}

static void announced(zn_contacts *c, zn_index k)
{
    c->known[k].stamp = c->stamp;
    c->last = k;
    c->seen++;
}

/* end: of each system, in use until the join is done; NULL: all of both */
static zni_join join_of(const zn_contacts *c, const zni_known *k,
                        const zn_end end[])
{
    return (zni_join){
        .turn = {k->key.hi, k->key.lo, c->source},
        .law = k->law,
        .relation = k->relation,
        .d1 = k->d1,
        .d2 = k->d2,
        .end = {end, end ? end + 1 : NULL},
    };
}

/* Bytes that an announcement gives. */
static zn_index given_size(const zn_relation *r)
{
    const zn_relation_type *t = r->type;

    return (zn_index)(t->data_given ? t->data_given : t->data_size);
}

/* Its data, kept until the search has ended. */
static zn_status keep_data(zn_contacts *c, const zn_contact *what, zn_index *at)
{
    const zn_index n = given_size(what->relation);
    const zn_status st =
        n ? zn_grow(c->ctx, &c->given, &c->cgiven, c->ngiven + n, 1)
          : zn_fail(c->ctx, ZN_EINVAL,
                    "relations of class '%s' keep no data",
                    what->relation->type->type.name);

    if (st)
        return st;
    *at = c->ngiven;
    memcpy(c->given + c->ngiven, what->data, (size_t)n);
    c->ngiven += n;
    return ZN_OK;
}

/* Its unknowns, kept as long; they were checked. */
static zn_status keep_unknowns(zn_contacts *c, const zni_join *j, zn_index *at)
{
    const zn_index n = zni_ends_size(j);
    const zn_status st =
        zn_grow(c->ctx, &c->some, &c->csome, c->nsome + n, sizeof *c->some);

    if (st)
        return st;
    *at = c->nsome;
    zni_ends_write(j, c->some + c->nsome);
    c->nsome += n;
    return ZN_OK;
}

static zn_status add(zn_contacts *c, const zn_contact *what)
{
    const zni_known new = {.key = what->key,
                           .law = what->law,
                           .relation = what->relation,
                           .d1 = what->d1,
                           .d2 = what->d2,
                           .partial = partial(what)};
    const zn_end end[2] = {{what->d1, what->n1, what->at1},
                           {what->d2, what->n2, what->at2}};
    const zni_join join = join_of(c, &new, end);
    const zn_index instead = c->last < 0 ? 0 : c->known[c->last].next;
    zni_arrival arrival = {what->key, -1, -1};
    zn_status st = reserve(c);

    if (!st)
        st =
            zn_grow(c->ctx, &c->come, &c->ccome, c->ncome + 1, sizeof *c->come);
    if (st)
        return st;
    zn_model_reopen(c->model);
    st = zni_model_take_ends(c->model, &join);
    if (!st && what->data)
        st = keep_data(c, what, &arrival.data);
    if (!st && new.partial)
        st = keep_unknowns(c, &join, &arrival.some);
    if (st)
        return st;
    c->changed = true;
    c->come[c->ncome++] = arrival;
    c->slot[find(c, &what->key)] = (int32_t)(c->n + 1);
    c->known[c->n] = new;
    if (instead < c->n) /* what came after that comes after this one, if it took its turn */
        c->known[c->n].next = c->known[instead].next;
    follows(c, c->n);
    announced(c, c->n++);
    return ZN_OK;
}

static zn_status where(const zn_contacts *c, zn_key key, zn_status st)
{
    return st ? zn_note(c->ctx, st, "contact %llu:%llu",
                        (unsigned long long)key.hi, (unsigned long long)key.lo)
              : ZN_OK;
}

/* Other data: what follows from them has to be found again. */
static zn_status renew(zn_contacts *c, zn_interaction *a, const void *data)
{
    const size_t n = (size_t)given_size(a->relation);
    zn_status st;

    if (!n)
        return zn_interaction_set_data(a, data); /* words */
    if (memcmp(zni_interaction_data(a), data, n) == 0)
        return ZN_OK;
    st = zni_interaction_renew_data(a, data, n);
    if (!st)
        c->renewed[c->nrenewed++] = a;
    return st;
}

static zn_status announce(zn_contacts *c, const zn_contact *what)
{
    const zn_index k = look_up(c, what->key);
    zn_status st = ZN_OK;

    if (k >= 0 && c->known[k].stamp == c->stamp)
        return where(
            c, what->key,
            zn_fail(c->ctx, ZN_EEXIST, "announced twice; keys must be unique"));
    if (k >= 0 && !same_ends(&c->known[k], what)) {
        st = drop(c, k);
        c->last = -1; /* numbers have changed */
        return where(c, what->key, st ? st : add(c, what));
    }
    if (k < 0)
        return where(c, what->key, add(c, what));
    announced(c, k);
    return what->data ? where(c, what->key, renew(c, c->known[k].a, what->data))
                      : ZN_OK;
}

static zn_status announce_copy(zn_contacts *c, const zn_contact *what, size_t size)
{
    zn_contact whole = {0};

    zni_copy_sized(what, size, &whole, sizeof whole);
    return announce(c, &whole);
}

zn_status zn_contacts_announce_sized(zn_contacts *c, const zn_contact *what,
                                     size_t size)
{
    return size == sizeof *what ? announce(c, what) : announce_copy(c, what, size);
}

zn_status zn_contacts_stay(zn_contacts *c)
{
    if (c->seen)
        return zn_fail(c->ctx, ZN_ESTATE,
                       "%td contacts were announced already: say first that "
                       "the others stay",
                       c->seen);
    c->stay = true;
    return ZN_OK;
}

zn_status zn_contacts_gone(zn_contacts *c, zn_key key)
{
    const zn_index k = zni_contacts_find(c, key);

    if (!c->stay)
        return zn_fail(c->ctx, ZN_ESTATE,
                       "contacts are gone that are not announced, unless "
                       "zn_contacts_stay was called first");
    if (k < 0)
        return where(c, key, zn_fail(c->ctx, ZN_ENOENT, "there is none"));
    c->last = -1;
    return where(c, key, drop(c, k));
}

/* ---- a search --------------------------------------------------------------- */

/* Of a contact that a source found. */
static zn_key key_of(const zn_interaction *a)
{
    const zni_turn turn = zni_interaction_turn(a);

    return (zn_key){turn.hi, turn.lo};
}

/* Contacts that went with a system, say. Only those in the model may be looked at. */
static void forget_lost(zn_contacts *c)
{
    const zn_model *m = c->model;

    for (zn_index k = 0; k < c->n; k++)
        c->known[k].stamp = -1;
    for (zn_index i = 0; i < m->nint; i++) {
        const zn_interaction *a = m->ints[i];
        if (a && a->source == c->source)
            c->known[zni_contacts_find(c, key_of(a))].stamp = 0;
    }
    for (zn_index k = c->n - 1; k >= 0; k--)
        if (c->known[k].stamp < 0)
            forget(c, k);
    c->lost = m->lost;
}

void zni_contacts_settle(zn_contacts *c)
{
    if (c->model && c->lost != c->model->lost)
        forget_lost(c);
}

void zni_contacts_begin(zn_contacts *c)
{
    zni_contacts_settle(c);
    if (c->stamp == INT32_MAX) /* begin to count again: those known have the last ones */
        c->stamp = 0;
    c->stamp++;
    c->last = -1;
    c->seen = c->ncome = c->ngiven = c->nsome = c->nrenewed = 0;
    c->stay = c->changed = false;
}

/* ---- the end of it ---------------------------------------------------------- */

/* Some of them go next. */
static void ask_for_known(const zn_contacts *c, zn_index n, const zn_index k[])
{
    zn_interaction *a[ZNI_AHEAD];

    for (zn_index i = 0; i < n; i++) {
        a[i] = c->known[k[i]].a;
        zni_ask(&c->slot[home(c, &c->known[k[i]].key)], sizeof *c->slot);
    }
    zni_interactions_ask(n, a);
}

/* Those that were not announced. */
static zn_status drop_stale(zn_contacts *c)
{
    zn_index stale[ZNI_AHEAD], k = c->n - 1;
    zn_status st = ZN_OK;

    while (!st && c->seen < c->n && k >= 0) {
        zn_index n = 0;
        for (; k >= 0 && n < ZNI_AHEAD; k--)
            if (c->known[k].stamp != c->stamp)
                stale[n++] = k;
        ask_for_known(c, n, stale);
        for (zn_index i = 0; !st && i < n; i++)
            st = drop(c, stale[i]);
    }
    return st;
}

/* Some of those that come. */
static void ask_for_coming(const zn_contacts *c, zn_index n,
                           const zni_arrival new[])
{
    const zni_known *k[ZNI_AHEAD];

    for (zn_index i = 0; i < n; i++)
        zni_ask(&c->slot[home(c, &new[i].key)], sizeof *c->slot);
    for (zn_index i = 0; i < n; i++) {
        const int32_t slot = c->slot[home(c, &new[i].key)];
        k[i] = &c->known[slot ? slot - 1 : 0];
        zni_ask(k[i], sizeof *k[i]);
    }
    for (zn_index i = 0; i < n; i++) {
        zni_ask(k[i]->d1, sizeof *k[i]->d1);
        zni_ask(k[i]->d2, sizeof *k[i]->d2);
    }
    for (zn_index i = 0; i < n; i++)
        if (k[i]->d1->cint)
            zni_ask(k[i]->d1->ints.list + k[i]->d1->nint, 1);
}

static zn_status join(zn_contacts *c, const zni_arrival *new)
{
    zni_known *k = &c->known[zni_contacts_find(c, new->key)];
    const zn_index *some = new->some < 0 ? NULL : c->some + new->some;
    const zn_end end[2] = {
        {k->d1, some ? some[0] : 0, some ? some + 2 : NULL},
        {k->d2, some ? some[1] : 0, some ? some + 2 + some[0] : NULL}};
    const zni_join j = join_of(c, k, some ? end : NULL);
    zn_status st = zni_model_join_taken(c->model, &j, &k->a);

    if (!st && new->data >= 0)
        st = zn_interaction_set_data(k->a, c->given + new->data);
    return where(c, new->key, st);
}

zn_status zni_contacts_end(zn_contacts *c)
{
    zn_status st = c->stay ? ZN_OK : drop_stale(c);

    for (zn_index i = 0; !st && i < c->ncome; i++) {
        const zn_index left = c->ncome - i;
        if (i % ZNI_AHEAD == 0)
            ask_for_coming(c, left < ZNI_AHEAD ? left : ZNI_AHEAD, &c->come[i]);
        st = join(c, &c->come[i]);
    }
    return st;
}

void zni_contacts_undo(zn_contacts *c, zn_index serial)
{
    for (zn_index k = c->n - 1; k >= 0; k--)
        if (!c->known[k].a || c->known[k].a->serial > serial)
            (void)drop(c, k);
}

zn_status zni_contacts_clear(zn_contacts *c)
{
    zn_status st = ZN_OK;

    if (c->n && c->lost != c->model->lost)
        forget_lost(c);
    while (!st && c->n > 0)
        st = drop(c, c->n - 1);
    return st;
}

void zni_contacts_sweep(zn_contacts *c)
{
    if (c->n && c->lost != c->model->lost)
        forget_lost(c);
    for (; c->n > 0; c->n--)
        zni_model_sweep_out(c->model, c->known[c->n - 1].a);
}

void zni_contacts_fini(zn_contacts *c)
{
    zn_free_array(c->ctx, c->known);
    zn_free_array(c->ctx, c->slot);
    zn_free_array(c->ctx, c->come);
    zn_free_array(c->ctx, c->given);
    zn_free_array(c->ctx, c->some);
    zn_free_array(c->ctx, c->renewed);
}

bool zn_interaction_key(const zn_interaction *a, zn_key *out)
{
    if (!a->source)
        return false;
    *out = key_of(a);
    return true;
}
