/* vectors.h - short vectors, which most systems and relations have
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_VECTORS_H
#define ZENO_KERNEL_VECTORS_H

#include <string.h>

#include <zeno/base.h>

/* Up to this length a loop is quicker than a call of the C library. */
enum { ZNI_SHORT = 8 };

/* to = from, which are apart */
static inline void zni_copy(zn_index n, const double from[], double to[])
{
    if (n > ZNI_SHORT) {
        memcpy(to, from, (size_t)n * sizeof *to);
        return;
    }
    for (zn_index i = 0; i < n; i++)
        to[i] = from[i];
}

/* x = 0 */
static inline void zni_clear(zn_index n, double x[])
{
    if (n > ZNI_SHORT) {
        memset(x, 0, (size_t)n * sizeof *x);
        return;
    }
    for (zn_index i = 0; i < n; i++)
        x[i] = 0;
}

#endif
