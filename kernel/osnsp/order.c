/* order.c - interactions in the order of their turns
 *
 * k that come are sorted among themselves and merged from the end; what goes is
 * closed up: O(k log k), and one pass over the entries behind the first change.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/order.h"

/* Of a place. */
enum { IN = 1, GOES = 2, FRESH = 4 };

zn_status zni_order_reserve(zn_ctx *ctx, zni_order *o, zn_index places)
{
    o->places = places;
    return zn_grow(ctx, &o->is, &o->cis, places, 1);
}

void zni_order_fini(zn_ctx *ctx, zni_order *o)
{
    zn_free_array(ctx, o->own);
    zn_free_array(ctx, o->found);
    zn_free_array(ctx, o->fresh);
    zn_free_array(ctx, o->is);
}

static int compare(const zni_entry *a, const zni_entry *b)
{
    const zni_turn x = zni_entry_turn(a), y = zni_entry_turn(b);

    return zni_turn_compare(&x, &y);
}

static zni_entry entry_of(const zn_interaction *a)
{
    const zni_turn turn = zni_interaction_turn(a);

    return (zni_entry){.hi = turn.hi,
                       .lo = turn.lo,
                       .source = a->source,
                       .place = a->place};
}

/* The fresh entry of a place; there are few when it is asked for. */
static zn_index find_fresh(const zni_order *o, zn_index place)
{
    zn_index k = o->nfresh - 1;

    while (o->fresh[k].place != place)
        k--;
    return k;
}

/* Does it come behind all others of the user, or of sources, with nothing else to be done? */
static bool last(const zni_order *o, const zni_entry *e)
{
    const zn_index found = o->n - o->nown;

    if (o->nfresh || o->ngone || (o->is[e->place] & IN))
        return false;
    return e->source ? !found || compare(&o->found[found - 1], e) < 0
                     : !o->nown || o->last < e->lo;
}

/* Room for one more of the user, or of sources: there are never more than places. */
static zn_status room(zn_ctx *ctx, zni_order *o, bool own)
{
    const zn_index fresh = own ? o->fresh_own : o->nfresh - o->fresh_own;
    const zn_index n = (own ? o->nown : o->n - o->nown) + fresh + 1;
    const zn_index most = n < o->places ? n : o->places;

    return own ? zn_grow(ctx, &o->own, &o->cown, most, sizeof *o->own)
               : zn_grow(ctx, &o->found, &o->cfound, most, sizeof *o->found);
}

static void append(zni_order *o, const zni_entry *e)
{
    if (e->source) {
        o->found[o->n++ - o->nown] = *e;
    } else {
        o->own[o->nown++] = e->place;
        o->last = e->lo;
        o->n++;
    }
    o->is[e->place] = IN;
}

zn_status zni_order_put(zn_ctx *ctx, zni_order *o, const zn_interaction *a)
{
    const zni_entry entry = entry_of(a);
    const bool again = o->is[a->place] & FRESH;
    zn_index k = o->nfresh;
    zn_status st = room(ctx, o, !entry.source);

    if (!st && last(o, &entry)) {
        append(o, &entry);
        return ZN_OK;
    }
    if (!st && !again) /* as many again, to sort them */
        st = zn_grow(ctx, &o->fresh, &o->cfresh, 2 * (o->nfresh + 1),
                     sizeof *o->fresh);
    if (st)
        return st;
    if (again) {
        k = find_fresh(o, a->place);
        o->fresh_own -= !o->fresh[k].source;
    }
    o->fresh[k] = entry;
    o->nfresh += !again;
    o->fresh_own += !entry.source;
    o->is[a->place] |= FRESH;
    return ZN_OK;
}

void zni_order_drop(zni_order *o, zn_index place)
{
    unsigned char *is = &o->is[place];

    if (*is & FRESH) {
        const zn_index k = find_fresh(o, place); /* it may be the last one */

        o->fresh_own -= !o->fresh[k].source;
        o->fresh[k] = o->fresh[--o->nfresh];
    }
    o->ngone += (*is & (IN | GOES)) == IN;
    *is = *is & IN ? IN | GOES : 0;
}

/* Merge sort by rising widths; x and work have n entries each.
 * @return where the sorted ones are */
static zni_entry *sort(zn_index n, zni_entry x[], zni_entry work[])
{
    for (zn_index width = 1; width < n; width *= 2) {
        zni_entry *from = x;

        for (zn_index at = 0; at < n; at += 2 * width) {
            const zn_index mid = at + width < n ? at + width : n;
            const zn_index end = mid + width < n ? mid + width : n;
            zn_index i = at, j = mid;
            for (zn_index k = at; k < end; k++) {
                const bool left =
                    i < mid && (j >= end || compare(&x[i], &x[j]) <= 0);
                work[k] = x[left ? i++ : j++];
            }
        }
        x = work;
        work = from;
    }
    return x;
}

/* Does the entry of a place go out? */
static bool goes(zni_order *o, zn_index place)
{
    const bool so = o->is[place] & GOES;

    if (so)
        o->is[place] &= (unsigned char)~(IN | GOES);
    return so;
}

/* Entries whose places were left go out. */
static void close_up(zni_order *o)
{
    const zn_index found = o->n - o->nown, nown = o->nown;
    zn_index to = 0;

    o->nown = 0;
    for (zn_index k = 0; k < nown; k++)
        if (!goes(o, o->own[k]))
            o->own[o->nown++] = o->own[k];
    while (to < found && !(o->is[o->found[to].place] & GOES))
        to++;
    for (zn_index k = to; k < found; k++)
        if (!goes(o, o->found[k].place))
            o->found[to++] = o->found[k];
    o->n = o->nown + to;
    o->ngone = 0;
}

/* Fresh ones of the user, sorted, among the others, from the end. */
static void merge_own(zni_order *o, const zni_entry fresh[], zn_index n,
                      zn_interaction *const at[])
{
    zn_index k = n - 1, i = o->nown - 1;

    for (zn_index to = o->nown + n - 1; k >= 0; to--) {
        const bool old =
            i >= 0 && (uint64_t)at[o->own[i]]->serial > fresh[k].lo;

        o->own[to] = old ? o->own[i--] : fresh[k--].place;
    }
    o->nown += n;
}

static void merge_found(zni_order *o, const zni_entry fresh[], zn_index n,
                        zn_index found)
{
    zn_index k = n - 1, i = found - 1;

    for (zn_index to = found + n - 1; k >= 0; to--) {
        const bool old = i >= 0 && compare(&o->found[i], &fresh[k]) > 0;

        o->found[to] = old ? o->found[i--] : fresh[k--];
    }
}

void zni_order_settle(zni_order *o, zn_interaction *const at[])
{
    const bool own = o->ngone || o->fresh_own; /* others may be the last */
    const zn_index n = o->fresh_own;
    const zni_entry *fresh;
    zn_index found;

    if (o->ngone)
        close_up(o);
    found = o->n - o->nown;
    if (o->nfresh) { /* else there is perhaps no memory yet */
        fresh = sort(o->nfresh, o->fresh, o->fresh + o->cfresh / 2);
        merge_own(o, fresh, n, at);
        merge_found(o, fresh + n, o->nfresh - n, found);
        for (zn_index k = 0; k < o->nfresh; k++)
            o->is[fresh[k].place] = IN;
    }
    o->n += o->nfresh;
    o->nfresh = o->fresh_own = 0;
    if (own && o->nown)
        o->last = (uint64_t)at[o->own[o->nown - 1]]->serial;
}
