/* collision_names.c - from names to the 40 bits that a shape has in keys
 *
 * A number at the end of the name stays what it is, in the lower 22 bits, so that bodies
 * that are counted come in the order of counting; what is before it, and the count of the
 * shape in its body, make the upper 18 bits by a hash (solvers/core/hash.h). Two names that give the same take the next
 * free one, in the order of the names. So ids do not depend on when, or in which process, a body was made, but for such
 * ties between names of different times.
 *
 * A shape without a name has that of its body and a number: one more than the last of those that are
 * attached to it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/collision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/core/hash.h"

enum { NUMBER = 22, TEXT = 18 };

/* The trailing digits before end. */
static size_t digits(const char *text, size_t end)
{
    size_t n = 0;

    while (n < end && n < 7 && text[end - 1 - n] >= '0' &&
           text[end - 1 - n] <= '9')
        n++;
    return n;
}

/* "wall 12#0": text "wall " and "#0", number 12. */
static uint64_t first_choice(const char *name)
{
    const char *mark = strrchr(name, '#');
    const size_t all = strlen(name), end = mark ? (size_t)(mark - name) : all;
    const size_t n = digits(name, end);
    const uint64_t number = (uint64_t)strtoul(name + end - n, NULL, 10);
    uint64_t h = zni_hash_bytes(ZNI_HASH, name, end - n);

    h = zni_hash_bytes(h, name + end, all - end);
    h ^= h >> 36 ^ h >> 18;
    return (h & ((1u << TEXT) - 1)) << NUMBER |
           (n ? number & ((1u << NUMBER) - 1) : 0);
}

/* ids that are given come first, then names in order */
static int by_id(const void *a, const void *b)
{
    const zni_named *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (x->given != y->given)
        return x->given ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Entry k takes the next id, and its place among those after it. */
static void next_id(zni_named *e, zn_index n, zn_index k)
{
    const zni_named moved = {
        .id = e[k].id + 1, .at = e[k].at, .name = e[k].name};

    for (; k + 1 < n && by_id(&e[k + 1], &moved) < 0; k++)
        e[k] = e[k + 1];
    e[k] = moved;
}

static zn_status settle(zni_collision *c)
{
    zni_named *e = c->sorted;
    zn_index k = 1;

    while (k < c->nsorted) {
        if (e[k].id != e[k - 1].id) {
            k++;
            continue;
        }
        if (!strcmp(e[k].name, e[k - 1].name))
            return zn_fail(c->ctx, ZN_EEXIST,
                           "two attached shapes have the name '%s'", e[k].name);
        next_id(e, c->nsorted, k);
    }
    return ZN_OK;
}

/* ---- names that are made ---------------------------------------------------------------- */

/* Until they have an id, shapes have their body there: those of one body follow one another, in the
 * order in which they were attached. In which order bodies do matters to nobody. */
static uint64_t body_of(const zni_attached *m)
{
    return (uint64_t)(uintptr_t)m->ds;
}

static int by_body(const void *a, const void *b)
{
    const zni_named *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->turn < y->turn ? -1 : x->turn > y->turn;
}

/* The first of n entries with that body; n: there is none. */
static zn_index first_of(const zni_named *e, zn_index n, uint64_t body)
{
    zn_index lo = 0, hi = n;

    while (lo < hi) {
        const zn_index k = lo + (hi - lo) / 2;
        if (e[k].id < body)
            lo = k + 1;
        else
            hi = k;
    }
    return lo < n && e[lo].id == body ? lo : n;
}

/* Numbers of n that came, after those that their bodies have. */
static void count(zni_collision *c, zni_named *e, zn_index n)
{
    for (zn_index k = 0; k < n; k++) {
        e[k].id = body_of(&c->member[e[k].at]);
        c->member[e[k].at].number = 0;
    }
    qsort(e, (size_t)n, sizeof *e, by_body);
    for (zn_index i = 0; i < c->n; i++) {
        const zni_attached *m = &c->member[i];
        const zn_index k = m->named ? first_of(e, n, body_of(m)) : n;
        if (k < n && c->member[e[k].at].number <= m->number)
            c->member[e[k].at].number = m->number + 1;
    }
    for (zn_index k = 1; k < n; k++)
        if (e[k].id == e[k - 1].id)
            c->member[e[k].at].number = c->member[e[k - 1].at].number + 1;
}

/* "ball#1" */
static zn_status make_name(zni_collision *c, zni_attached *m)
{
    const char *base = m->ds ? zn_ds_name(m->ds) : "";
    char number[32];

    if (m->name)
        return ZN_OK;
    snprintf(number, sizeof number, "#%td", m->number);
    m->name =
        zn_alloc(c->ctx, (zn_index)(strlen(base) + strlen(number) + 1), 1);
    if (!m->name)
        return ZN_ENOMEM;
    strcpy(m->name, base);
    strcat(m->name, number);
    return ZN_OK;
}

/* Those that came have no names of ours, and no entry, after a failure. */
static void take_back(zni_collision *c)
{
    zn_index kept = 0;

    for (zn_index k = 0; k < c->nsorted; k++)
        if (c->sorted[k].given)
            c->sorted[kept++] = c->sorted[k];
    c->nsorted = kept;
    for (zn_index i = 0; i < c->n; i++)
        if (c->member[i].made && !c->member[i].named) {
            zn_free_array(c->ctx, c->member[i].name);
            c->member[i].name = NULL;
        }
}

/* ---- ids ---------------------------------------------------------------------------------- */

/* Entries for those that came. */
static zn_status enter(zni_collision *c)
{
    zni_named *e;
    zn_index n = 0;
    zn_status st = zn_grow(c->ctx, &c->sorted, &c->csorted,
                           c->nsorted + c->nameless, sizeof *c->sorted);

    if (st)
        return st;
    e = c->sorted + c->nsorted;
    for (zn_index i = 0; i < c->n; i++)
        if (c->member[i].shape && !c->member[i].named)
            e[n++] = (zni_named){.at = i, .turn = c->member[i].turn};
    count(c, e, n);
    c->nsorted += n;
    for (zn_index k = 0; !st && k < n; k++) {
        zni_attached *m = &c->member[e[k].at];
        st = make_name(c, m);
        if (!st)
            e[k] = (zni_named){
                .id = first_choice(m->name), .at = e[k].at, .name = m->name};
    }
    return st;
}

zn_status zni_collision_name(zni_collision *c)
{
    zn_status st;

    if (!c->nameless)
        return ZN_OK;
    st = enter(c);
    if (!st) {
        qsort(c->sorted, (size_t)c->nsorted, sizeof *c->sorted, by_id);
        st = settle(c);
    }
    if (st) {
        take_back(c);
        return st;
    }
    c->nameless = 0;
    for (zn_index k = 0; k < c->nsorted; k++) {
        c->sorted[k].given = true;
        c->member[c->sorted[k].at].id = c->sorted[k].id;
        c->member[c->sorted[k].at].named = true;
    }
    return ZN_OK;
}
