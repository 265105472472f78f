/* heap.c - blocks of few sizes that come and go by the thousand
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/heap.h"

#include "kernel/model/ahead.h"

#include <stdalign.h>
#include <string.h>

enum {
    STEP = 16, /* what malloc aligns to */
    SMALL = 64 * STEP,
    SLAB = 32 * 1024, /* bytes of a slab of small blocks */
    HEAD = sizeof(max_align_t)
};

/* The list of a size, and the size of its blocks. */
static int list_of(size_t bytes, size_t *block)
{
    int k = 64;

    if (bytes <= SMALL) {
        k = bytes ? (int)((bytes - 1) / STEP) : 0;
        *block = (size_t)(k + 1) * STEP;
        return k;
    }
    for (*block = 2 * SMALL; *block < bytes && k < ZNI_HEAP_SIZES - 1; k++)
        *block *= 2;
    return k;
}

/* As many blocks again as there are, within reason. */
static zn_status new_slab(zni_heap *h, int k, size_t block)
{
    const size_t most = block > SLAB ? 1 : SLAB / block;
    size_t n = h->made[k] > 4 ? h->made[k] : 4;
    char *slab;

    n = n < most ? n : most;
    slab = zn_alloc(h->ctx, (zn_index)(HEAD + n * block), 1);

    if (!slab)
        return ZN_ENOMEM;
    memcpy(slab, &h->slab, sizeof h->slab);
    h->slab = slab;
    h->at[k] = slab + HEAD;
    h->end[k] = h->at[k] + n * block;
    h->made[k] += n;
    return ZN_OK;
}

void *zni_heap_take(zni_heap *h, size_t bytes)
{
    size_t block;
    const int k = list_of(bytes, &block);
    void *p = h->empty[k];

    if (p) {
        memcpy(&h->empty[k], p, sizeof p);
        zni_ask(h->empty[k], bytes <= SMALL ? block : 1); /* the next one */
        return memset(p, 0, block);
    }
    if (h->at[k] == h->end[k] && new_slab(h, k, block))
        return NULL;
    p = h->at[k];
    h->at[k] += block;
    return p; /* zero, as slabs are at first */
}

void zni_heap_give(zni_heap *h, void *p, size_t bytes)
{
    size_t block;

    if (!p)
        return;
    const int k = list_of(bytes, &block);
    memcpy(p, &h->empty[k], sizeof p);
    h->empty[k] = p;
}

void zni_heap_fini(zni_heap *h)
{
    while (h->slab) {
        void *slab = h->slab;
        memcpy(&h->slab, slab, sizeof slab);
        zn_free_array(h->ctx, slab);
    }
    *h = (zni_heap){.ctx = h->ctx};
}
