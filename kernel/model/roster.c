/* roster.c - the things of a model in an order that their places do not decide
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/roster.h"

#include <stdlib.h>
#include <string.h>

static int compare(const char *a, zn_index first, const char *b,
                   zn_index second)
{
    const int names = strcmp(a, b);

    return names ? names : (first > second) - (first < second);
}

static int by_ds(const void *a, const void *b)
{
    const zn_ds *x = *(zn_ds *const *)a, *y = *(zn_ds *const *)b;

    return compare(x->name, x->serial, y->name, y->serial);
}

static int by_interaction(const void *a, const void *b)
{
    const zn_interaction *x = *(zn_interaction *const *)a,
                         *y = *(zn_interaction *const *)b;

    return compare(x->anonymous ? "" : x->name, x->serial,
                   y->anonymous ? "" : y->name, y->serial);
}

zn_status zni_roster_reserve(const zn_model *m, zni_roster_room *room)
{
    const zn_status st =
        zn_grow(m->ctx, &room->ds, &room->cds, m->nds + 1, sizeof(zn_ds *));

    return st ? st
              : zn_grow(m->ctx, &room->ints, &room->cint, m->nint + 1,
                        sizeof(zn_interaction *));
}

void zni_roster_fini(zn_ctx *ctx, zni_roster_room *room)
{
    zn_free_array(ctx, room->ds);
    zn_free_array(ctx, room->ints);
    *room = (zni_roster_room){0};
}

zni_roster zni_roster_fill(const zn_model *m, const zni_roster_room *room)
{
    zni_roster r = {.ds = room->ds, .ints = room->ints};

    for (zn_index k = 0; k < m->nds; k++)
        if (m->ds[k])
            r.ds[r.nds++] = m->ds[k];
    for (zn_index k = 0; k < m->nint; k++)
        if (m->ints[k] && !m->ints[k]->turn.source)
            r.ints[r.nint++] = m->ints[k];
    qsort(r.ds, (size_t)r.nds, sizeof(zn_ds *), by_ds);
    qsort(r.ints, (size_t)r.nint, sizeof(zn_interaction *), by_interaction);
    return r;
}
