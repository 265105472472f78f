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
    zn_status st = zn_grow(ctx, &o->at, &o->cat, places, sizeof *o->at);

    if (!st)
        st = zn_grow(ctx, &o->is, &o->cis, places, 1);
    return st;
}

void zni_order_fini(zn_ctx *ctx, zni_order *o)
{
    zn_free_array(ctx, o->at);
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

/* Does it come behind all others, with nothing else to be done? */
static bool last(const zni_order *o, const zni_entry *e)
{
    return !o->nfresh && !o->ngone && !(o->is[e->place] & IN) &&
           (!o->n || compare(&o->at[o->n - 1], e) < 0);
}

zn_status zni_order_put(zn_ctx *ctx, zni_order *o, const zn_interaction *a)
{
    const zni_entry entry = entry_of(a);
    const bool again = o->is[a->place] & FRESH;
    zn_status st = ZN_OK;

    if (last(o, &entry)) {
        o->at[o->n++] = entry;
        o->is[a->place] = IN;
        return ZN_OK;
    }
    if (!again) /* as many again, to sort them */
        st = zn_grow(ctx, &o->fresh, &o->cfresh, 2 * (o->nfresh + 1),
                     sizeof *o->fresh);
    if (st)
        return st;
    o->fresh[again ? find_fresh(o, a->place) : o->nfresh++] = entry;
    o->is[a->place] |= FRESH;
    return ZN_OK;
}

void zni_order_drop(zni_order *o, zn_index place)
{
    unsigned char *is = &o->is[place];

    if (*is & FRESH) {
        const zn_index k = find_fresh(o, place); /* it may be the last one */

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

/* Entries whose places were left go out. */
static void close_up(zni_order *o)
{
    zn_index to = 0;

    while (!(o->is[o->at[to].place] & GOES))
        to++;
    for (zn_index k = to; k < o->n; k++) {
        unsigned char *is = &o->is[o->at[k].place];
        if (*is & GOES)
            *is &= (unsigned char)~(IN | GOES);
        else
            o->at[to++] = o->at[k];
    }
    o->n = to;
    o->ngone = 0;
}

void zni_order_settle(zni_order *o)
{
    zn_index k = o->nfresh - 1, i, to;
    const zni_entry *fresh;

    if (o->ngone)
        close_up(o);
    if (!o->nfresh)
        return; /* and perhaps no memory yet */
    fresh = sort(o->nfresh, o->fresh, o->fresh + o->cfresh / 2);
    i = o->n - 1;
    for (to = o->n + o->nfresh - 1; k >= 0; to--) {
        const bool from_fresh = i < 0 || compare(&fresh[k], &o->at[i]) > 0;
        if (from_fresh)
            o->is[fresh[k].place] = IN;
        o->at[to] = from_fresh ? fresh[k--] : o->at[i--];
    }
    o->n += o->nfresh;
    o->nfresh = 0;
}
