/* ipm.h - what the interior point methods of friction share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_IPM_H
#define ZN_FRICTION_IPM_H

#include "../cone/ipm.h"
#include "friction.h"

/* Normals d >= 0 that do not move anything, relative to the scale of W, and that
 * the free motion brings together, relative to its size: no solution. The first
 * is what rounding leaves of zero; the second is so large beside it that reactions
 * that could yet be a solution would be a million times the others. */
#define ZNI_BALANCE 1e-12
#define ZNI_APART 1e-6

/* max |x_i|, or 1 */
static inline double zni_ipm_size(zn_index n, const double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most > 0 ? most : 1;
}

#endif
