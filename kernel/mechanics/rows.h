/* rows.h - what rows for velocities of bodies have in common
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ROWS_H
#define ZENO_KERNEL_ROWS_H

#include "kernel/model/model.h"

/* dH/dt v along the motion q' (stacked), of a relation with jac_v and at most six
 * rows on one or two bodies with nq = 7 (v: 6 each) or 3 numbers each. most: in which directions that
 * depend on places turn by a radian, or less; INFINITY: there are none */
zn_status zni_rows_acceleration(const zn_relation *r, const void *data,
                                double t, const double q[],
                                const double qdot[], zn_index nq, double most,
                                double out[]);

#endif
