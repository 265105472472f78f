/* over.h - how a step gets over a jump of f: lengths that rounding of t leaves. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_OVER_H
#define ZENO_KERNEL_ODE_OVER_H

#include <zeno/ode.h>

typedef struct zni_ode_over {
    double least; /* the length that rounding of t leaves */
    bool done;    /* the last step went over a jump */
} zni_ode_over;

/* A step from t, which ends at the limit at the latest. */
void zni_ode_over_start(zni_ode_over *o, bool fresh, double t, double limit);

/* Length of the next attempt of a step that is to be `want` long and has `left` up to its
 * limit: `left`, where it ends there. again: an attempt has been rejected. */
double zni_ode_over_length(const zni_ode_over *o, bool again, double want,
                           double left);

/* The attempt with length `use` had the error e > 1 (INFINITY: it has no end). ZN_OK: it is
 * taken as it is, f jumps in it; *h is the length of the next step. ZN_RETRY: shorter.
 * ZN_UNSOLVED: there is nothing shorter. */
zn_status zni_ode_over_try(zni_ode_over *o, bool again, double use, double e,
                           double *h);

#endif
