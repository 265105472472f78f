/* gauto.h - what `auto` of global friction is made of: its state, its list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_GAUTO_H
#define ZN_FRICTION_GAUTO_H

#include "../../strategy/portfolio.h"
#include "motion.h"
#include "uncondensed.h"

/* Twice the steps that interior points take where they arrive; convex problems. */
enum { ZNI_POINTS = 50, ZNI_TURNS = 40 };

typedef struct zni_gfauto {
    double tol;
    zn_index patience;
    zn_index max_sweeps;
    zn_index max_steps;
    double most_values;
    zni_motion g;
    zni_gnsgs_work sweeps;
    zni_reduced reduced;
    zn_solver *by[ZNI_BODIES_WAYS];
    int path; /* that of interior points is followed */
    zn_monitor *outer, inner; /* of who asked; of what counts steps */
    zn_index steps;           /* counted                            */
    zni_vsystem plan; /* what its factors cost */
    bool looked, thin; /* at W: it is, or bodies are apart      */
    bool stands;       /* their contacts hardly push along    */
    bool turned;       /* turns were made                     */
    bool patched;      /* patches were swept                  */
    bool uneven;       /* sizes of contacts range over decades, of many bodies */
    bool condenses;    /* M^-1 H has no more than most_values */
    bool swept;        /* W takes no more than factors may: sweeps of it are counted */
    zni_store store;
} zni_gfauto;

/* ---- gattempt.c ---- */
extern const zni_method zni_global_methods[];

/* Is what the problem condenses to thin? The fill of its factors by bodies. Once for each problem. */
zn_status zni_gfauto_look(zni_gfauto *s, zn_ctx *ctx, zn_monitor *mon);

#endif
