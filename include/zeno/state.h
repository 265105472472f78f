/** @file
 * The state: everything that moves, in contiguous vectors; objects hold
 * offsets into them (zn_ds_q_offset, zn_interaction_offset, ...).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_STATE_H
#define ZENO_STATE_H

#include <zeno/base.h>

ZN_BEGIN_DECLS

/** Levels of y and lambda: position, velocity, acceleration. */
#define ZN_LEVELS 3

/** Owned by a simulation; read it freely, write q, v, x between steps only,
 * then call zn_simulation_touched. */
typedef struct zn_state {
    double   t;    /**< time (s)                                              */
    zn_index step; /**< steps made                                            */
    zn_index nq;   /**< length of q                                           */
    zn_index nv;   /**< length of v and p                                     */
    zn_index nx;   /**< length of x and r                                     */
    zn_index ny;   /**< length of each y and lambda                           */
    zn_index nm;   /**< length of m                                           */
    double  *q;    /**< positions (m, rad)                                    */
    double  *v;    /**< velocities (m/s, rad/s)                               */
    double  *p;    /**< nonsmooth generalized impulse of the last step (N s)  */
    double  *bc;   /**< nv, impulse of prescribed velocities, last step (N s) */
    double  *x;    /**< first-order states                                    */
    double  *r;    /**< first-order nonsmooth input                           */
    double  *y[ZN_LEVELS];      /**< outputs by level                         */
    double  *lambda[ZN_LEVELS]; /**< multipliers by level: 0 force or first
                                     order, 1 impulse (N s), 2 force (N). Of levels that
                                     no law is on, zeros; what is written there is forgotten,
                                     so in bc where no velocity is prescribed */
    double  *m;    /**< memory of integrators (earlier steps)                 */
    unsigned char *active; /**< ny, not 0: the row was in the last one-step
                                problem; 2: an adhesive contact, torn off in it */
} zn_state;

ZN_END_DECLS
#endif
