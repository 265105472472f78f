/* finite.h - are all numbers of an array finite?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_FINITE_H
#define ZENO_SOLVERS_FINITE_H

#include <math.h>
#include <stdbool.h>

#include <zeno/base.h>

/* The place of the first that is not; n: all are. */
static inline zn_index zni_not_finite(zn_index n, const double x[])
{
    zn_index i = 0;

    while (i < n && isfinite(x[i]))
        i++;
    return i;
}

/* One that is not makes a sum that is not. So may finite ones that are large: then each is looked
 * at. */
static inline bool zni_finite(zn_index n, const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i];
    return isfinite(sum) || zni_not_finite(n, x) == n;
}

#endif
