/* sweep.h - Gauss-Seidel: what surrounds a sweep, for all kinds of sweeps
 *
 * The owner of the rows or blocks makes one sweep over them. How often the error is evaluated, when sweeps are given up
 * and which point is returned is here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SWEEP_H
#define ZENO_SOLVERS_SWEEP_H

#include "../core/call.h"

/* The sweeps; `of` is the first argument of all functions. */
typedef struct zni_swept {
    void    *of;
    zn_index n;
    /* One more sweep over z in place; w is as the last sweep or look left it. *change: relative change of z, where it
     * tells of progress; it is infinity on entry. */
    zn_status (*sweep)(void *of, double z[], double w[], double *change);
    /* w = M z + q, and the error */
    double (*look)(void *of, const double z[], double w[]);
    /* Optional: the change was small enough but the error is not: blocks that are left alone take part again. */
    void (*wake)(void *of);
} zni_swept;

typedef struct zni_sweeping {
    double   tol;
    zn_index max_iter;
    zn_index every;    /* sweeps between two evaluations of the error, each of which costs a product */
    zn_index more;     /* sweeps after the first one within tol, unless that is far within it; the error of these,
                        * and of those just before, is evaluated; 0: none */
    bool     first;    /* evaluate the error after the first sweep too: it may be the last */
    bool     restless; /* a sweep without change is not the end: the next one has another order, or wakes blocks that
                        * were left alone */
    zn_index patience; /* give up when the sweeps still needed, extrapolated from the last ones, exceed this; 0:
                        * never */
    zn_index granted;  /* sweeps before which it does not give up               */
    zn_index early;    /* sweeps after which that is extrapolated first, by their second half; 0: thirty, by the last
                        * twenty */
    /* Optional: sets patience by the cost of other methods, which takes some work to find out. Called once, when the
     * sweeps still needed exceed those made or, with `early`, exceed patience */
    zn_status (*price)(void *payer, zn_index *patience);
    void    *payer;
} zni_sweeping;

/* From an admissible z; best: n. On return z is the best point. */
zn_status zni_sweeps(zni_call call, const zni_swept *s, const zni_sweeping *opt,
                     double best[]);

#endif
