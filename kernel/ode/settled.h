/* settled.h - when Newton's method for a step has come to an end, by sizes of its corrections in
 * tolerances of the integration
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_SETTLED_H
#define ZENO_KERNEL_ODE_SETTLED_H

#include <float.h>

#include "kernel/ode/norm.h"

typedef struct zni_ode_settled {
    double before; /* size of the last correction */
    double slow;   /* the largest ratio of one to that before it */
    int    k;      /* how many there were */
} zni_ode_settled;

/* What rounding makes of y; room: n. */
static inline double zni_ode_rounding(const zn_ode_problem *p, const double y[],
                                      double room[])
{
    for (zn_index i = 0; i < p->n; i++)
        room[i] = 4 * DBL_EPSILON * fabs(y[i]);
    return zni_ode_size(p, y, room);
}

/* After a correction of size `now`: ZN_OK, what is left is a hundredth of the tolerance, or
 * rounding; ZN_RETRY: one more; ZN_UNSOLVED: it does not converge. */
static inline zn_status zni_ode_settle(zni_ode_settled *s, double now,
                                       double rounding)
{
    const double rate = s->k > 0 ? now / s->before : 1;

    if (!isfinite(now))
        return ZN_UNSOLVED;
    if (s->k > 0)
        s->slow = fmax(s->slow, rate);
    if (now <= rounding || (s->k == 0 && now <= 1e-4) ||
        (s->k > 0 && rate < 1 && now * rate / (1 - rate) <= 0.01))
        return ZN_OK;
    if (s->k > 0 && rate >= 1)
        return ZN_UNSOLVED;
    s->before = now;
    s->k++;
    return ZN_RETRY;
}

#endif
