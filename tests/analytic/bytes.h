/* bytes.h - how much memory a model takes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_BYTES_H
#define ZENO_TEST_BYTES_H

#include <stdlib.h>

/* An allocator that counts bytes. */
typedef struct byte_count {
    size_t now, top;
} byte_count;

static inline void *resize(void *user, void *p, size_t size)
{
    byte_count *b = user;
    size_t *old = p ? (size_t *)p - 2 : NULL, *fresh;

    if (old)
        b->now -= *old;
    if (size == 0) {
        free(old);
        return NULL;
    }
    fresh = realloc(old, size + 2 * sizeof *fresh);
    if (!fresh)
        return NULL;
    *fresh = size;
    b->now += size;
    b->top = b->now > b->top ? b->now : b->top;
    return fresh + 2;
}

#endif
