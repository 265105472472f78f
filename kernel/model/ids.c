/* ids.c - a set of objects, by the numbers that no later object has
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/ids.h"

/* Fibonacci hashing (Knuth, TAOCP 3, 6.4), high bits brought down. */
static zn_index home(const zni_ids *t, uint64_t id)
{
    const uint64_t h = id * UINT64_C(11400714819323198485);

    return (zn_index)((h >> 32) & (uint64_t)(t->room - 1));
}

/* Slot of the id, or the free one where it would go. */
static zn_index find(const zni_ids *t, uint64_t id)
{
    zn_index i = home(t, id);

    while (t->slot[i] && t->slot[i] != id)
        i = (i + 1) & (t->room - 1);
    return i;
}

bool zni_ids_has(const zni_ids *t, uint64_t id)
{
    return t->room && t->slot[find(t, id)] == id;
}

zn_status zni_ids_put(zn_ctx *ctx, zni_ids *t, uint64_t id)
{
    zni_ids larger = {t->n, t->room ? 2 * t->room : 16, NULL};

    if (zni_ids_has(t, id))
        return ZN_OK;
    if (2 * (t->n + 1) > t->room) {
        larger.slot = zn_alloc(ctx, larger.room, sizeof *larger.slot);
        if (!larger.slot)
            return ZN_ENOMEM;
        for (zn_index i = 0; i < t->room; i++)
            if (t->slot[i])
                larger.slot[find(&larger, t->slot[i])] = t->slot[i];
        zn_free_array(ctx, t->slot);
        *t = larger;
    }
    t->slot[find(t, id)] = id;
    t->n++;
    return ZN_OK;
}

/* Later entries of the run move up (Knuth, TAOCP 3, algorithm R). */
void zni_ids_drop(zni_ids *t, uint64_t id)
{
    const zn_index mask = t->room - 1;
    zn_index hole;

    if (!zni_ids_has(t, id))
        return;
    hole = find(t, id);
    for (zn_index i = (hole + 1) & mask; t->slot[i]; i = (i + 1) & mask) {
        const zn_index from = home(t, t->slot[i]);
        if (((i - from) & mask) >= ((i - hole) & mask)) {
            t->slot[hole] = t->slot[i];
            hole = i;
        }
    }
    t->slot[hole] = 0;
    t->n--;
}

void zni_ids_fini(zn_ctx *ctx, zni_ids *t)
{
    zn_free_array(ctx, t->slot);
    *t = (zni_ids){0, 0, NULL};
}
