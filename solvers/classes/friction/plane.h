/* plane.h - contacts in the plane by many paths of pivots, and by a tree
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PLANE_H
#define ZN_FRICTION_PLANE_H

#include "friction.h"

/* Friction with d = 2, rolling friction with d = 3: exact. By as many paths, and where there are no more than
 * ZNI_BRANCH_MAX rows by a tree. Unsolved: z is none to go on from; that a path ends on a ray, or a tree without leaves, proves
 * nothing. */
zn_status zni_flat_solve(zn_ctx *ctx, zni_plane_work *k, double tol, int paths,
                         const zni_fc *c, double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info);

#endif
