/* few.h - sums of vectors, of which most have two to six elements
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_FEW_H
#define ZN_LINALG_FEW_H

#include <zeno/base.h>

/* y = y + f x, of vectors that are apart; two elements at a time */
static inline void zni_add_scaled(zn_index n, double f, const double *restrict x,
                                  double *restrict y)
{
    zn_index i = 0;

    if (n == 3) { /* contacts and joints in space */
        y[0] += f * x[0];
        y[1] += f * x[1];
        y[2] += f * x[2];
        return;
    }
    if (n == 1) {
        y[0] += f * x[0];
        return;
    }
    for (; i + 2 <= n; i += 2) {
        const double a = f * x[i], b = f * x[i + 1];

        y[i] += a;
        y[i + 1] += b;
    }
    if (i < n)
        y[i] += f * x[i];
}

/* y = y + A x, A is m x n by columns; columns with x_j = 0 are gone over */
static inline void zni_add_mul(zn_index m, zn_index n, const double *restrict A,
                                   const double *restrict x, double *restrict y)
{
    for (zn_index j = 0; j < n; j++, A += m)
        if (x[j] != 0)
            zni_add_scaled(m, x[j], A, y);
}

#endif
