/* small.h - what is small is so beside what there is
 *
 * in any units; and where no more is to be had than that, beside one unit more. doc/time-stepping.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MODEL_SMALL_H
#define ZENO_KERNEL_MODEL_SMALL_H

#include <stdbool.h>

/* What it is compared with. */
static inline double zni_beside(double size, bool one)
{
    return one ? 1 + size : size;
}

/* Its share of that; nothing is no share of anything. */
static inline double zni_share(double off, double size, bool one)
{
    return off > 0 ? off / zni_beside(size, one) : 0;
}

#endif
