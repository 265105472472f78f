/* straight.h - the second derivative of an output along a straight motion
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_STRAIGHT_H
#define ZENO_KERNEL_STRAIGHT_H

#include "kernel/model/model.h"

/* y'' beside H v' of y = h(t,q): that along the motion (t + s, q + s v),
 *     v' (d2h/dq2) v + 2 (d2h/dqdt) v + d2h/dt2,
 * by differences of H v + dh/dt where these are `given`, else of h. Time stands still where r has
 * no dh/dt.
 * work: ny x nq + nq + 4 ny, nq as the relation sees it */
zn_status zni_straight(const zn_relation *r, double t, const double q[], const double v[],
                       bool given, double work[], double out[]);

#endif
