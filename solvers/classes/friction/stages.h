/* stages.h - how many sweeps `auto` makes, and of which kind
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_STAGES_H
#define ZN_FRICTION_STAGES_H

#include "../../strategy/cost.h"
#include "friction.h"

/* Rows up to which a problem is small; iterations of the ADMM between sweeps; iterates that Anderson's acceleration of
 * sweeps combines: six save hardly any sweeps and cost a quarter more memory and time. */
enum { ZNI_SMALL = 100, ZNI_DIRECTIONS = 30, ZNI_DEPTH = 4 };

/* in the order in which they come */
typedef enum zni_stage {
    ZNI_STAGE_FIRST,
    ZNI_STAGE_COSTLY, /* before the first method that factorises            */
    ZNI_STAGE_EVEN,   /* forwards and backwards                             */
    ZNI_STAGE_LONGER,
    ZNI_STAGE_AGAIN,  /* interior points have failed                        */
    ZNI_STAGE_LAST    /* when all else has failed                           */
} zni_stage;

/* What the answers depend on: the problem, the predicted cost of its factors, and options of `auto`. */
typedef struct zni_stages {
    const zni_fc *c;
    const zni_flin *lin;
    double tol;
    zn_index patience, max_sweeps;
    double most_values;
    double last;        /* operations of the method before                    */
} zni_stages;

zni_nsgs zni_stage_sweeps(const zni_stages *s, zni_stage which);

/* The number of sweeps that cost as much as a method with factors, for a problem that is not small. */
zn_index zni_stage_worth(const zni_stages *s);

/* Operations of a sweep. */
double zni_stage_sweep(const zni_stages *s);

/* Operations of a step of a method with factors, once factors have been made: sparse factors by blocks are cheaper than
 * those that sweeps are compared with before anything is known of the problem. */
double zni_stage_made(const zni_stages *s);

/* How many active sets of loads may be tried before all else; 0: one would take too long. */
zn_index zni_stage_sets(const zni_stages *s);

/* The number of sweeps that cost as much as Newton's method from a given start, for a problem that is not small. */
zn_index zni_stage_newton(const zni_stages *s);

/* The number of sweeps that cost as much as so many steps of interior points, with all that these take besides the
 * operations of their factors. */
zn_index zni_stage_interior(const zni_stages *s, zn_index steps);

/* How many patches of so many contacts other methods solve at the cost of `sweeps` sweeps. */
zn_index zni_stage_rescues(const zni_stages *s, zn_index sweeps, zn_index contacts);

#endif
