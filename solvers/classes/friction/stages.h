/* stages.h - how long and in what way `auto` sweeps
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_STAGES_H
#define ZN_FRICTION_STAGES_H

#include "../../strategy/cost.h"
#include "friction.h"

/* Order up to which a problem is small; iterations of the ADMM that comes between sweeps;
 * sweeps that are combined: six take hardly fewer sweeps and a quarter more memory and time. */
enum { ZNI_SMALL = 100, ZNI_DIRECTIONS = 30, ZNI_DEPTH = 4 };

/* in the order in which they come */
typedef enum zni_stage {
    ZNI_STAGE_FIRST,
    ZNI_STAGE_COSTLY, /* before the first method that factorises            */
    ZNI_STAGE_EVEN,   /* to and fro                                         */
    ZNI_STAGE_LONGER,
    ZNI_STAGE_AGAIN,  /* interior points have failed                        */
    ZNI_STAGE_LAST    /* when all else has failed                           */
} zni_stage;

/* What is asked of: the problem, what its factors cost, and options of `auto`. */
typedef struct zni_stages {
    const zni_fc *c;
    const zni_flin *lin;
    double tol;
    zn_index patience, max_sweeps;
    double most_values;
    double last;        /* operations that the method before took             */
} zni_stages;

zni_nsgs zni_stage_sweeps(const zni_stages *s, zni_stage which);

/* Sweeps that cost what the steps of a method with factors do, of a problem that is not small. */
zn_index zni_stage_worth(const zni_stages *s);

/* Operations of a sweep, and of a step of a method with factors. */
double zni_stage_sweep(const zni_stages *s);

/* The same of one that was made: thin factors by blocks take less than those that sweeps are
 * measured by before anything is known of the problem. */
double zni_stage_made(const zni_stages *s);

/* Sets of loads, those that are pressed, that may be tried before all else: 0, where one takes too long. */
zn_index zni_stage_sets(const zni_stages *s);

/* Sweeps that cost what Newton's method takes from a start given, of a problem that is not small. */
zn_index zni_stage_newton(const zni_stages *s);

/* and what so many steps of interior points cost, with all that their factors take besides
 * operations */
zn_index zni_stage_interior(const zni_stages *s, zn_index steps);

/* Patches of so many contacts that other methods solve for as much as `sweeps`. */
zn_index zni_stage_rescues(const zni_stages *s, zn_index sweeps, zn_index contacts);

#endif
