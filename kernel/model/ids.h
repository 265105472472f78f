/* ids.h - a set of objects, by the numbers that no later object has
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_IDS_H
#define ZENO_KERNEL_IDS_H

#include <zeno/ctx.h>

/* Open addressing, at most half full. */
typedef struct zni_ids {
    zn_index  n, room; /* room: 0 or a power of two */
    uint64_t *slot;    /* 0: free */
} zni_ids;

bool zni_ids_has(const zni_ids *t, uint64_t id);
zn_status zni_ids_put(zn_ctx *ctx, zni_ids *t, uint64_t id);
void zni_ids_drop(zni_ids *t, uint64_t id);
void zni_ids_fini(zn_ctx *ctx, zni_ids *t);

#endif
