/* bounded.h - an allocator whose memory ends at 32 MB
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_BOUNDED_H
#define ZENO_TESTS_BOUNDED_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static size_t bounded_held;

/* Counts what is held; the size is kept in front of each block. */
static inline void *bounded_resize(void *user, void *p, size_t bytes)
{
    max_align_t *block = p ? (max_align_t *)p - 1 : NULL;
    size_t before = 0;

    (void)user;
    if (block)
        memcpy(&before, block, sizeof before);
    if (bytes == 0) {
        bounded_held -= before;
        free(block);
        return NULL;
    }
    if (bounded_held - before + bytes > ((size_t)32 << 20))
        return NULL;
    block = realloc(block, bytes + sizeof *block);
    if (!block)
        return NULL;
    bounded_held += bytes - before;
    memcpy(block, &bytes, sizeof bytes);
    return block + 1;
}

#endif
