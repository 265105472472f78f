/* plane.h - contacts in the plane by many paths of pivots, and by a tree
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PLANE_H
#define ZN_FRICTION_PLANE_H

#include "../../box/branch.h"
#include "friction.h"

typedef struct zni_flat_work {
    zni_lemke pivots;
    zni_branch branch;
    zni_box_work box;
    double *v; /* m m + 4 m + n, m = (2 d - 1) nc */
    zn_index cap_v;
} zni_flat_work;

void zni_flat_fini(zn_ctx *ctx, zni_flat_work *k);

/* Friction with d = 2, rolling friction with d = 3: exact. By as many paths, and where there are no more than
 * ZNI_BRANCH_MAX rows by a tree. Unsolved: z is none to go on from; that a path ends on a ray, or a tree without leaves, proves
 * nothing. */
zn_status zni_flat_solve(zn_ctx *ctx, zni_flat_work *k, double tol, int paths,
                         const zni_fc *c, double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info);

#endif
