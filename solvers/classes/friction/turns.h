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
void zni_turns_fini(zn_ctx *ctx, zni_turns *t);

/* Turns until the problem with friction is solved; `of` is the first argument of all. */
typedef struct zni_turning {
    void *of;
    zn_index n, d;    /* length of z; rows of a contact                        */
    const double *mu;
    double tol;
    zn_index max_iter;
    /* Is each problem solved as exactly as the last will be, and does not begin at z? Then
     * turns that gain nothing, near the solution, or that do not move s, are the end. */
    bool exact;
    /* The convex problem with shift s; err is the error with friction so far. */
    zn_status (*convex)(void *of, double err, const double s[], double z[],
                        double w[], zn_monitor *mon, zn_solve_info *info);
    double (*error)(void *of, const double z[], const double w[]);
    /* Optional: the whole problem from z, tried after a few turns, then each time that
     * they have doubled, so that it costs no more than a part of what they do. */
    zn_status (*polish)(void *of, double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info);
} zni_turning;

/* From z and its w; z and best are the best point on return, w is any. */
zn_status zni_turns_run(zni_turns *t, const zni_turning *f, double best[],
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info);

#endif
