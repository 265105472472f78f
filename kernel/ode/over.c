/* over.c - how a step gets over a jump of f: by the least length that rounding of t
 * leaves, whatever its error, which is that of the instant of the jump. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/over.h"

#include <float.h>
#include <math.h>

void zni_ode_over_start(zni_ode_over *o, bool fresh, double t, double limit)
{
    o->least = 4 * DBL_EPSILON * fmax(fabs(t), fabs(limit));
    o->done = o->done && !fresh;
}

double zni_ode_over_length(const zni_ode_over *o, bool again, double want,
                           double left)
{
    const double use = again ? fmax(want, o->least) : want;

    return use * 1.01 >= left ? left : use;
}

/* Two of them in succession are no jump. */
zn_status zni_ode_over_try(zni_ode_over *o, bool again, double use, double e,
                           double *h)
{
    if (!again || use > o->least)
        return ZN_RETRY;
    if (!isfinite(e) || o->done)
        return ZN_UNSOLVED;
    o->done = true;
    *h = 5 * o->least;
    return ZN_OK;
}
