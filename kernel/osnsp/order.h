/* order.h - interactions in the order of their turns
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ORDER_H
#define ZENO_KERNEL_ORDER_H

#include "kernel/model/model.h"

/* The turn is here as well, so that a walk along it stays in one array. */
typedef struct zni_entry {
    uint64_t hi, lo;
    int32_t  source;
    int32_t  place;
} zni_entry;

static inline zni_turn zni_entry_turn(const zni_entry *e)
{
    return (zni_turn){.hi = e->hi, .lo = e->lo, .source = e->source};
}

/* Rows of one-step problems come in the order of the turns of their interactions: it
 * does not depend on places, which the past decides. Those of the user come first; they are
 * numbered as they came and mostly stay, so that their places alone are kept. */
typedef struct zni_order {
    int32_t       *own;   /* places of those of the user, sorted */
    zni_entry     *found; /* those of sources, sorted */
    zni_entry     *fresh; /* to come in, and room to sort them */
    unsigned char *is;    /* by place: where its entry is, and whether it is to go */
    zn_index       n;     /* all that are sorted, */
    zn_index       nown;  /* and of these those of the user */
    zn_index       nfresh, fresh_own, ngone;
    uint64_t       last;  /* number of the last one of the user */
    zn_index       places, cown, cfound, cfresh, cis;
} zni_order;

/* The place of number i of all. */
static inline zn_index zni_order_place(const zni_order *o, zn_index i)
{
    return i < o->nown ? o->own[i] : o->found[i - o->nown].place;
}

/* There are so many places. */
zn_status zni_order_reserve(zn_ctx *ctx, zni_order *o, zn_index places);
/* An interaction comes to a place, or leaves it; valid after settling, for which the
 * interactions of all places are asked, if those of the user came out of turn or went. */
zn_status zni_order_put(zn_ctx *ctx, zni_order *o, const zn_interaction *a);
void zni_order_drop(zni_order *o, zn_index place);
void zni_order_settle(zni_order *o, zn_interaction *const at[]);
void zni_order_fini(zn_ctx *ctx, zni_order *o);

#endif
