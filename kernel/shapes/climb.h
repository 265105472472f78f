/* climb.h - a lower bound of the signed distance of two solids, and where more may be
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CLIMB_H
#define ZENO_KERNEL_CLIMB_H

#include "kernel/shapes/ways.h"

typedef struct zni_climbed {
    double   s;    /* a little below a gap that some normal leaves; > limit: that is enough */
    double   n[3]; /* such a normal */
    double   most; /* a gap that is as large is the largest, but for rounding */
    zni_ways ways; /* where it may be above s */
} zni_climbed;

/* Climb to a normal whose gap is next to the largest.
 * @param[in] a, na, b, nb  balls in the solids
 * @param[in] limit         if some normal leaves more, nothing is looked for further
 * @return found; else nothing is known */
bool zni_climb(const zni_solid *A, const zni_solid *B, const zni_ball a[],
               int na, const zni_ball b[], int nb, double limit,
               zni_climbed *out);

#endif
