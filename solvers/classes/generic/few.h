/* few.h - a mechanism of few rows, at once
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_GENERIC_FEW_H
#define ZN_GENERIC_FEW_H

#include <zeno/generic_mechanical.h>

#include "../../box/lemke.h"
#include "../../linalg/parts.h"

/* Rows at most, and of these unilateral ones: what pivots on the stack take. */
enum { ZNI_GFEW = ZNI_PARTS_ROWS, ZNI_GFEW_STOPS = ZNI_LEMKE_FEW };

typedef struct zni_gfew_with {
    double tol;     /* of the error      */
    zni_warm *warm; /* for the stops     */
} zni_gfew_with;

/* Joints and stops alone, of few rows: the joints eliminated, the stops from z by the set that they had,
 * or by pivots. On the stack. False: it is not such a problem, joints are redundant, or accuracy was lost; z is
 * anything then. w = M z + q. */
bool zni_gfew(const zn_generic *p, const zni_gfew_with *with, double z[], double w[],
              zn_solve_info *info);

#endif
