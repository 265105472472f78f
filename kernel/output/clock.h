/* clock.h - wall time
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CLOCK_H
#define ZENO_KERNEL_CLOCK_H

#include <time.h>

/* Seconds since some moment; never runs backwards. */
static inline double zni_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
