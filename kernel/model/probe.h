/* probe.h - one Jacobian against differences of its function at one point
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PROBE_H
#define ZENO_KERNEL_PROBE_H

#include <zeno/check.h>

#include "kernel/model/model.h"

/* Where functions are evaluated. */
typedef struct zni_point {
    double   t;
    zn_index nq, nv, nl;
    double  *q, *v, *lambda; /* q: x, if of first order */
} zni_point;

/* A point, and room for what is evaluated there. */
typedef struct zni_probe {
    zni_point p;
    double   *keep;  /* nq */
    double   *given; /* values of the Jacobian */
    double   *f[4];  /* values of the function */
} zni_probe;

/* Compare `jac` with the derivative of `of` by q or x, v or d (x'), l(ambda), t, or the Motion
 * q' = v, and keep the worst entry in *found. Where a function has no value the
 * point is left out and ZN_OK returned; but `initial` makes it a failure if that
 * is at the point itself, not beside it. */
zn_status zni_probe_compare(zni_probe *b, const zn_operator *jac,
                            const zn_operator *of, char by, bool initial,
                            zn_jacobian_check *found);

#endif
