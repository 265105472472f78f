/* ahead.h - memory that is asked for before it is looked at
 *
 * What comes and goes lies anywhere in memory, and a walk over it waits for one line after the other.
 * Lines of some of them, asked for stage by stage (first what others are found by), come together.
 * No result depends on it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_AHEAD_H
#define ZENO_KERNEL_AHEAD_H

#include <stddef.h>

/* So many are looked ahead at: each takes ten to twenty lines, and more than some hundred would push
 * the first ones out of a first cache again. */
enum { ZNI_AHEAD = 16 };

/* The lines of something, written to soon; of NULL none. */
static inline void zni_ask(const void *p, size_t bytes)
{
    enum { LINE = 64 };
    const char *at = p;

    for (size_t i = 0; at && i < bytes; i += LINE)
        __builtin_prefetch(at + i, 1);
}

#endif
