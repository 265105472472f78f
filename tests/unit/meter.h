/* meter.h - an allocator that counts what is held
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef METER_H
#define METER_H

#include <check.h>
#include <stdlib.h>

/* bytes held at most, with the size in front of each block */
typedef struct meter {
    size_t now, most;
} meter;

static inline void *metered(void *user, void *old, size_t bytes)
{
    meter *m = (meter *)user;
    size_t *block = old ? (size_t *)old - 2 : NULL;

    m->now -= block ? block[0] : 0;
    if (bytes == 0) {
        free(block);
        return NULL;
    }
    block = (size_t *)realloc(block, bytes + 2 * sizeof *block);
    ck_assert_ptr_nonnull(block);
    block[0] = bytes;
    m->now += bytes;
    m->most = m->now > m->most ? m->now : m->most;
    return block + 2;
}

#endif
