/* mixing.h - iterates of Newton's method that converge slowly, taken together
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SIMULATION_MIXING_H
#define ZENO_KERNEL_SIMULATION_MIXING_H

#include "kernel/model/model.h"

/* Of a step with slow convergence; room comes with the first one. */
typedef struct zni_mixing {
    double  *at;    /* weights, du, and of each of the last iterations f and g */
    zn_index cap_at;
    int      known; /* iterations that are there                                */
    double   size;  /* |f|^2 of the last one                                    */
} zni_mixing;

struct zn_simulation;

/* After an iteration that moved too far: where Newton's method converges slowly the iterate becomes
 * a mixture of the last ones. Status: no room, or what an integrator says. */
zn_status zni_sim_mix(struct zn_simulation *s);
void zni_mixing_fini(zn_ctx *ctx, zni_mixing *m);

#endif
