/* version.h - when something was last changed, and what was made of what
 * SPDX-License-Identifier: Apache-2.0
 *
 * One counter per simulation. Whatever changes takes the next number; whatever is
 * computed takes one, too, when it is. It holds as long as nothing that it was made
 * of has a later number: there is no flag to forget. doc/kept-blocks.md */
#ifndef ZENO_KERNEL_VERSION_H
#define ZENO_KERNEL_VERSION_H

#include <zeno/base.h>

/* 0: never */
typedef int64_t zni_version;

typedef struct zni_counter {
    zni_version now;
} zni_counter;

static inline zni_version zni_tick(zni_counter *c)
{
    return ++c->now;
}

static inline zni_version zni_later(zni_version a, zni_version b)
{
    return a > b ? a : b;
}

/* Does what was made then hold, if what it was made of is of `source`? */
static inline bool zni_holds(zni_version made, zni_version source)
{
    return made > 0 && made >= source;
}

#endif
