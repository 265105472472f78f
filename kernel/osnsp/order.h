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
 * does not depend on places, which the past decides. */
typedef struct zni_order {
    zni_entry     *at;    /* n, sorted */
    zni_entry     *fresh; /* to come in, and room to sort them */
    unsigned char *is;    /* by place: where its entry is, and whether it is to go */
    zn_index       n, nfresh, ngone;
    zn_index       cat, cfresh, cis;
} zni_order;

/* Room for the interactions of so many places. */
zn_status zni_order_reserve(zn_ctx *ctx, zni_order *o, zn_index places);
/* An interaction comes to a place, or leaves it; valid after settling. Where it is the
 * last in turn there is room for it, otherwise that may fail. */
zn_status zni_order_put(zn_ctx *ctx, zni_order *o, const zn_interaction *a);
void zni_order_drop(zni_order *o, zn_index place);
void zni_order_settle(zni_order *o);
void zni_order_fini(zn_ctx *ctx, zni_order *o);

#endif
