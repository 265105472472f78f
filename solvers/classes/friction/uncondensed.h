/* uncondensed.h - friction by the bodies that are found in W
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_UNCONDENSED_H
#define ZN_FRICTION_UNCONDENSED_H

#include "../../system/uncondense.h"
#include "friction.h"

typedef struct zni_by_bodies {
    zni_uncondensed bodies;
    bool found;
    zn_solver *points, *turns; /* of global friction                       */
    double *z;                 /* 2 n + m: velocities, reactions, zeros     */
    zn_index cap_z;
} zni_by_bodies;

typedef struct zni_by_bodies_how {
    double tol;
    zn_index max_iter; /* steps of each method                              */
} zni_by_bodies_how;

/* k->found: bodies were found in c, whose W is symmetric. */
zn_status zni_by_bodies_set(zn_ctx *ctx, zni_by_bodies *k, const zni_fc *c);
/* After that, from r; (r, u) is the best point. */
zn_status zni_by_bodies_run(zn_ctx *ctx, zni_by_bodies *k, const zni_by_bodies_how *opt,
                            const zni_fc *c, double r[], double u[], zn_monitor *mon,
                            zn_solve_info *info);
void zni_by_bodies_fini(zn_ctx *ctx, zni_by_bodies *k);

#endif
