/* names.c - objects by name, quick for 1e5 of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <string.h>

#include "solvers/core/hash.h"

/* The folding brings the high bits, which are the well mixed ones, down to where
 * the table looks. */
static zn_index home(zn_index room, const char *name)
{
    const uint64_t h = zni_hash_bytes(ZNI_HASH, name, strlen(name));

    return (zn_index)((h ^ (h >> 32)) & (uint64_t)(room - 1));
}

static const char *name_of(const zni_names *t, const void *object)
{
    return t->name(t, object);
}

/* Slot of the name, or the free one where it would go. */
static zn_index find(const zni_names *t, const char *name)
{
    zn_index i = home(t->room, name);

    while (t->slot[i] && strcmp(name_of(t, t->slot[i]), name))
        i = (i + 1) & (t->room - 1);
    return i;
}

void *zni_names_get(const zni_names *t, const char *name)
{
    return t->room && name ? t->slot[find(t, name)] : NULL;
}

zn_status zni_names_reserve(zn_ctx *ctx, zni_names *t)
{
    const zn_index room = t->room ? 2 * t->room : 16;
    void **slot;

    if (4 * (t->n + 1) <= 3 * t->room)
        return ZN_OK;
    slot = zn_alloc(ctx, room, sizeof *slot);
    if (!slot)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < t->room; i++) {
        zn_index to = t->slot[i] ? home(room, name_of(t, t->slot[i])) : -1;

        while (to >= 0 && slot[to]) /* all names differ */
            to = (to + 1) & (room - 1);
        if (to >= 0)
            slot[to] = t->slot[i];
    }
    zn_free_array(ctx, t->slot);
    t->slot = slot;
    t->room = room;
    return ZN_OK;
}

void zni_names_put(zni_names *t, void *object)
{
    t->slot[find(t, name_of(t, object))] = object;
    t->n++;
}

/* Removal moves later entries of the run up (Knuth, TAOCP 3, algorithm R), so
 * there are no marks of removed names to collect. */
void zni_names_drop(zni_names *t, const char *name)
{
    const zn_index mask = t->room - 1;
    zn_index hole = find(t, name);

    for (zn_index i = (hole + 1) & mask; t->slot[i]; i = (i + 1) & mask) {
        const zn_index from = home(t->room, name_of(t, t->slot[i]));
        /* entry i may move up to the hole unless its home lies in (hole, i] */
        if (((i - from) & mask) >= ((i - hole) & mask)) {
            t->slot[hole] = t->slot[i];
            hole = i;
        }
    }
    t->slot[hole] = NULL;
    t->n--;
}

void zni_names_fini(zn_ctx *ctx, zni_names *t)
{
    zn_free_array(ctx, t->slot);
    *t = (zni_names){.name = t->name};
}
