/* store.c - the arrays a problem from a file owns
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

void *zni_store_alloc(zni_store *s, zn_index n, size_t elem)
{
    void *p;

    if (zn_grow(s->ctx, &s->block, &s->cap, s->n + 1, sizeof *s->block))
        return NULL;
    p = zn_alloc(s->ctx, n, elem);
    if (p)
        s->block[s->n++] = p;
    return p;
}

void zni_store_free(zni_store *s)
{
    for (zn_index k = 0; k < s->n; k++)
        zn_free_array(s->ctx, s->block[k]);
    zn_free_array(s->ctx, s->block);
    *s = (zni_store){.ctx = s->ctx};
}
