/* vectors.h - short vectors, which most systems and relations have
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_VECTORS_H
#define ZENO_KERNEL_VECTORS_H

#include "solvers/core/short.h"
#include "solvers/linalg/few.h"

/* The larger; a that is not a number is gone over. */
static inline double zni_larger(double a, double b)
{
    return a > b ? a : b;
}

#endif
