/* places.c - where things sit in a model and in its state vectors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/ahead.h"
#include "kernel/model/model.h"

#include <string.h>

void zni_places_fini(zn_ctx *ctx, zni_places *p)
{
    zn_free_array(ctx, p->at);
    zn_free_array(ctx, p->off);
    zn_free_array(ctx, p->cls);
    *p = (zni_places){0};
}

/* The class of these sizes. A model has few different sizes, so a walk over
 * the classes is quick. */
static zn_status class_of(zn_ctx *ctx, zni_places *p, const zn_index size[3],
                          zn_index *out)
{
    zn_index c = 0;

    while (c < p->ncls && memcmp(p->cls[c].size, size, 3 * sizeof *size))
        c++;
    *out = c;
    if (c < p->ncls)
        return ZN_OK;
    const zn_status st =
        zn_grow(ctx, &p->cls, &p->ccls, p->ncls + 1, sizeof *p->cls);
    if (st)
        return st;
    memcpy(p->cls[c].size, size, 3 * sizeof *size);
    p->cls[c].empty = -1;
    p->ncls++;
    return ZN_OK;
}

zn_status zni_places_take(zn_ctx *ctx, zni_places *p, const zn_index size[3],
                          zn_index *const len[3], zn_index *place)
{
    zn_index c;
    zn_status st = class_of(ctx, p, size, &c);

    if (st)
        return st;
    while (p->vectors < 3 && p->n == 0 && len[p->vectors])
        p->vectors++;
    *place = p->cls[c].empty;
    if (*place >= 0) {
        p->cls[c].empty = p->at[*place].next;
        if (p->cls[c].empty >= 0)
            zni_ask(&p->at[p->cls[c].empty], sizeof *p->at); /* the next one */
        return ZN_OK;
    }

    if (p->n == INT32_MAX)
        return zn_fail(ctx, ZN_ENOTSUP,
                       "there are %td already, all a model holds", p->n);
    for (zn_index k = 0; k < p->vectors; k++)
        if (size[k] > ZNI_MAX_SIZE - *len[k])
            return zn_fail(ctx, ZN_ENOTSUP,
                           "%td numbers are there already, and with %td more they would "
                           "be over %td, all that a model holds of a kind",
                           *len[k], size[k], ZNI_MAX_SIZE);
    st = zn_grow(ctx, &p->at, &p->cap, p->n + 1, sizeof *p->at);
    if (!st)
        st = zn_grow(ctx, &p->off, &p->coff, p->vectors * (p->n + 1),
                     sizeof *p->off);
    if (st)
        return st;
    *place = p->n++;
    p->at[*place].cls = (int32_t)c;
    for (zn_index k = 0; k < p->vectors; k++) {
        p->off[p->vectors * *place + k] = (int32_t)*len[k];
        *len[k] += size[k];
    }
    return ZN_OK;
}

void zni_places_leave(zni_places *p, zn_index place)
{
    zni_place_class *c = &p->cls[p->at[place].cls];

    p->at[place].next = c->empty;
    c->empty = (int32_t)place;
}
