/* places.c - where things sit in a model and in its state vectors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/ahead.h"
#include "kernel/model/model.h"

#include <string.h>

void zni_places_fini(zn_ctx *ctx, zni_places *p)
{
    zn_free_array(ctx, p->next);
    zn_free_array(ctx, p->run);
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

/* The run of a place: the last one that does not begin behind it. */
static const zni_place_run *run_of(const zni_places *p, zn_index place)
{
    zn_index low = 0, high = p->nrun;

    while (high - low > 1) {
        const zn_index mid = (low + high) / 2;

        if (p->run[mid].first <= place)
            low = mid;
        else
            high = mid;
    }
    return &p->run[low];
}

/* One that was left; -1: there is none. */
static zn_index take_empty(zni_places *p, zni_place_class *c)
{
    const zn_index place = c->empty;

    if (place >= 0) {
        c->empty = p->next[place];
        if (c->empty >= 0)
            zni_ask(&p->next[c->empty], sizeof *p->next); /* the next one */
    }
    return place;
}

/* Is there room for one more, in places and in numbers? */
static zn_status check_room(zn_ctx *ctx, const zni_places *p,
                            const zn_index size[3], zn_index *const len[3])
{
    if (p->n == INT32_MAX)
        return zn_fail(ctx, ZN_ENOTSUP,
                       "there are %td already, all a model holds", p->n);
    for (zn_index k = 0; k < p->vectors; k++)
        if (size[k] > ZNI_MAX_SIZE - *len[k])
            return zn_fail(ctx, ZN_ENOTSUP,
                           "%td numbers are there already, and with %td more they would "
                           "be over %td, all that a model holds of a kind",
                           *len[k], size[k], ZNI_MAX_SIZE);
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
    *place = take_empty(p, &p->cls[c]);
    if (*place >= 0)
        return ZN_OK;

    const bool goes_on = p->nrun && p->run[p->nrun - 1].cls == c;
    st = check_room(ctx, p, size, len);
    if (!st)
        st = zn_grow(ctx, &p->next, &p->cap, p->n + 1, sizeof *p->next);
    if (!st && !goes_on)
        st = zn_grow(ctx, &p->run, &p->crun, p->nrun + 1, sizeof *p->run);
    if (st)
        return st;
    *place = p->n++;
    if (!goes_on)
        p->run[p->nrun++] =
            (zni_place_run){.first = (int32_t)*place, .cls = (int32_t)c};
    for (zn_index k = 0; k < p->vectors; k++) {
        if (!goes_on)
            p->run[p->nrun - 1].off[k] = (int32_t)*len[k];
        *len[k] += size[k];
    }
    return ZN_OK;
}

void zni_places_off(const zni_places *p, zn_index place, int32_t off[])
{
    const zni_place_run *run = run_of(p, place);
    const zn_index *size = p->cls[run->cls].size;

    for (zn_index k = 0; k < p->vectors; k++)
        off[k] = (int32_t)(run->off[k] + (place - run->first) * size[k]);
}

const zn_index *zni_places_sizes(const zni_places *p, zn_index place)
{
    return p->cls[run_of(p, place)->cls].size;
}

void zni_places_leave(zni_places *p, zn_index place)
{
    zni_place_class *c = &p->cls[run_of(p, place)->cls];

    p->next[place] = c->empty;
    c->empty = (int32_t)place;
}
