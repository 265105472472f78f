/* uncondensed.h - friction by the bodies that are found in W
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_UNCONDENSED_H
#define ZN_FRICTION_UNCONDENSED_H

#include "../../system/uncondense.h"
#include "../../system/vsystem.h"
#include "friction.h"

/* Operations for each contact of looking for bodies and setting up their equations of motion: 10 us in walls. */
enum { ZNI_LOOKING = 20000 };

/* Methods by bodies: interior points on the whole problem, the fixed-point iteration on convex problems, interior
 * points along their path. */
enum { ZNI_BODIES_POINTS, ZNI_BODIES_TURNS, ZNI_BODIES_PATH, ZNI_BODIES_WAYS };

typedef struct zni_by_bodies {
    zni_uncondensed bodies;
    bool found;
    zni_motion motion;         /* their equations of motion                 */
    zni_vsystem plan;          /* the cost of factors of their order        */
    zn_solver *of[ZNI_BODIES_WAYS]; /* of global friction                   */
    double *z;                 /* 2 (n + m): velocities, reactions, zeros, right-hand side */
    zn_index cap_z;
} zni_by_bodies;

typedef struct zni_by_bodies_how {
    double tol;
    zn_index most[ZNI_BODIES_WAYS]; /* limits: steps, convex problems, factorisations; 0: it is left out */
    int first;                      /* the method that comes first; the others follow in their order */
} zni_by_bodies_how;

/* The solver of global friction for one of these methods, made if *of is NULL. */
zn_status zni_by_bodies_solver(zn_ctx *ctx, int way, zn_solver **of);
/* Solve by it, with a limit of iterations. */
zn_status zni_by_bodies_within(zni_call call, zn_solver *of, double tol, zn_index most, const void *problem);

/* Look for bodies in c; if they are found, k->found, k->plan is set. ZN_UNSOLVED: the time limit has passed. The caller
 * has asked zni_due or zni_affords before, for ZNI_LOOKING operations for each contact. */
zn_status zni_by_bodies_set(zn_ctx *ctx, zni_by_bodies *k, const zni_fc *c, zn_monitor *mon);
/* After that, from z; (z, w) is the best point. */
zn_status zni_by_bodies_run(zni_call call, zni_by_bodies *k, const zni_by_bodies_how *opt, const zni_fc *c);
void zni_by_bodies_fini(zn_ctx *ctx, zni_by_bodies *k);

#endif
