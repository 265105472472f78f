/* tally.h - an allocator that counts, for what measures memory
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_BENCH_TALLY_H
#define ZENO_BENCH_TALLY_H

#include <stdlib.h>

typedef struct tally {
    long calls;      /* that asked for memory                               */
    size_t now, top; /* bytes, at most                                      */
} tally;

/* zn_allocator.resize, user: a tally. The size of a block stands in front of it. */
static inline void *tally_resize(void *user, void *p, size_t bytes)
{
    tally *t = user;
    size_t *block = p ? (size_t *)p - 2 : NULL;

    t->now -= block ? *block : 0;
    if (!bytes) {
        free(block);
        return NULL;
    }
    t->calls++;
    block = realloc(block, bytes + 2 * sizeof *block);
    if (!block)
        return NULL;
    *block = bytes;
    t->now += bytes;
    t->top = t->now > t->top ? t->now : t->top;
    return block + 2;
}

#endif
