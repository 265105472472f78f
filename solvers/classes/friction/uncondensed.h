/* uncondensed.h - friction by the bodies that are found in W
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_UNCONDENSED_H
#define ZN_FRICTION_UNCONDENSED_H

#include "../../system/uncondense.h"
#include "../../system/vsystem.h"
#include "friction.h"

/* What looking for bodies and setting up their motion takes for a contact, as operations: 10 us each in walls. */
enum { ZNI_LOOKING = 20000 };

/* By them: interior points on the whole problem, convex problems in turns, interior points along their path. */
enum { ZNI_BODIES_POINTS, ZNI_BODIES_TURNS, ZNI_BODIES_PATH, ZNI_BODIES_WAYS };

typedef struct zni_by_bodies {
    zni_uncondensed bodies;
    bool found;
    zni_motion motion;         /* of them                                   */
    zni_vsystem plan;          /* what factors of their order cost          */
    zn_solver *of[ZNI_BODIES_WAYS]; /* of global friction                   */
    double *z;                 /* 2 (n + m): velocities, reactions, zeros, right-hand side */
    zn_index cap_z;
} zni_by_bodies;

typedef struct zni_by_bodies_how {
    double tol;
    zn_index most[ZNI_BODIES_WAYS]; /* steps, turns, factorisations; 0: it is not asked  */
    int first;                      /* which way is; the others follow in their order */
} zni_by_bodies_how;

/* The solver of global friction of a way, made if *of is NULL. */
zn_status zni_by_bodies_solver(zn_ctx *ctx, int way, zn_solver **of);
/* By one, within so many iterations. */
zn_status zni_by_bodies_within(zni_call call, zn_solver *of, double tol, zn_index most, const void *problem);

/* k->found: bodies were found in c; and k->plan of them. ZN_UNSOLVED: the time is over. Who calls
 * has asked before, by zni_due or zni_affords, for ZNI_LOOKING for each contact. */
zn_status zni_by_bodies_set(zn_ctx *ctx, zni_by_bodies *k, const zni_fc *c, zn_monitor *mon);
/* After that, from r; (r, u) is the best point. */
zn_status zni_by_bodies_run(zni_call call, zni_by_bodies *k, const zni_by_bodies_how *opt, const zni_fc *c);
void zni_by_bodies_fini(zn_ctx *ctx, zni_by_bodies *k);

#endif
