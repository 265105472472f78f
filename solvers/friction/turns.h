/* turns.h - the fixed point on De Saxce's shift
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_TURNS_H
#define ZN_FRICTION_TURNS_H

#include "friction.h"

/* s <- mu ||u_T|| at the solution of the convex problem whose u_N is shifted by s (Acary,
 * Cadoux, Lemarechal & Malick, ZAMM 91, 2011), from s = 0; accelerated by Anderson's. */
typedef struct zni_turns {
    zn_index nc;
    bool accelerate;
    double *s;     /* 2 nc: s; mu ||u_T||                                   */
    zni_anderson acceleration;
    zn_index cap_s;
} zni_turns;

/* Room for nc contacts, s = 0. */
zn_status zni_turns_begin(zn_ctx *ctx, zni_turns *t, zn_index nc,
                          bool accelerate);
/* From another point. */
void zni_turns_from(zni_turns *t, zn_index d, const double mu[],
                    const double u[]);
/* A turn from the u of the last problem; returns what the plain step changes. */
double zni_turns_next(zni_turns *t, zn_index d, const double mu[],
                      const double u[]);
void zni_turns_fini(zn_ctx *ctx, zni_turns *t);

#endif
