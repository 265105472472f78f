/* finite.h - are all numbers of an array finite?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_FINITE_H
#define ZENO_SOLVERS_FINITE_H

#include <math.h>
#include <stdbool.h>

#include <zeno/base.h>

/* The index of the first number that is not finite, or n. */
static inline zn_index zni_not_finite(zn_index n, const double x[])
{
    zn_index i = 0;

    while (i < n && isfinite(x[i]))
        i++;
    return i;
}

/* Are all finite? A number that is not makes a sum that is not. Large finite numbers may do so, too: then each number
 * is examined. */
static inline bool zni_finite(zn_index n, const double x[])
{
    double sum = 0, other = 0;
    zn_index i = 0;

    for (; i + 2 <= n; i += 2) { /* additions of the two sums do not wait for each other */
        sum += x[i];
        other += x[i + 1];
    }
    if (i < n)
        sum += x[i];
    sum += other;
    return isfinite(sum) || zni_not_finite(n, x) == n;
}

#endif
