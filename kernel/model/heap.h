/* heap.h - blocks of few sizes that come and go by the thousand
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_HEAP_H
#define ZENO_KERNEL_HEAP_H

#include <zeno/ctx.h>

/* Sizes: multiples of 16 bytes up to 1 kB, then powers of two. */
enum { ZNI_HEAP_SIZES = 64 + 40 };

/* Blocks are cut from slabs. One that is given back is the next one taken of its
 * size, so that exchanging allocates nothing; slabs are freed with the heap. */
typedef struct zni_heap {
    zn_ctx *ctx;
    void   *empty[ZNI_HEAP_SIZES]; /* lists of blocks, linked by their first word */
    char   *at[ZNI_HEAP_SIZES];    /* what is left of the last slab */
    char   *end[ZNI_HEAP_SIZES];
    size_t  made[ZNI_HEAP_SIZES];  /* blocks of the slabs so far */
    void   *slab;                  /* all of them, linked likewise */
} zni_heap;

/* Zero-filled, aligned for anything; NULL: no memory. */
void *zni_heap_take(zni_heap *h, size_t bytes);
/* Back, with the size that was asked for; NULL is fine. */
void zni_heap_give(zni_heap *h, void *p, size_t bytes);
void zni_heap_fini(zni_heap *h);

#endif
