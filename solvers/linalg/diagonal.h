/* diagonal.h - a diagonal matrix is its own factor
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_DIAGONAL_H
#define ZN_LINALG_DIAGONAL_H

#include <float.h>
#include <math.h>

#include <zeno/ctx.h>

/* Are all pivots finite and not zero? */
static inline zn_status zni_diagonal_check(zn_ctx *c, zn_index n,
                                           const double d[])
{
    for (zn_index i = 0; i < n; i++) {
        if (!isfinite(d[i]))
            return zn_fail(c, ZN_EDOM, "matrix (%td,%td) = %g", i, i, d[i]);
        if (fabs(d[i]) < DBL_MIN)
            return zn_fail(c, ZN_ESINGULAR,
                           "matrix (%td x %td) is singular: pivot %td is %g", n,
                           n, i, d[i]);
    }
    return ZN_OK;
}

/* B = B / d, nrhs columns of n */
static inline void zni_diagonal_divide(zn_index n, const double d[],
                                       zn_index nrhs, double B[])
{
    for (zn_index k = 0; k < nrhs; k++, B += n)
        for (zn_index i = 0; i < n; i++)
            B[i] /= d[i];
}

#endif
