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
    const double *q0;        /* the initial position */
    /* the systems whose positions q holds, of which one is on a manifold: q moves
     * along their velocities. 0: q is a vector */
    zn_index nds;
    zn_ds *const *ds;
} zni_point;

/* A point, and room for what is evaluated there. */
typedef struct zni_probe {
    zni_point p;
    double   *keep;  /* nq */
    double   *dir;   /* nv, a direction of q */
    double   *given; /* values of the Jacobian */
    double   *along; /* the same along the velocities, on a manifold */
    double   *f[4];  /* values of the function */
} zni_probe;

/* q moved by d times a velocity dir (nv), on the manifolds if there are any. */
void zni_point_move(zni_point *p, double d, const double dir[], double work[]);

/* Compare `jac` with the derivative of `of` by q or x, v or d (x'), l(ambda), t, or the Motion
 * q' = v, and keep the worst entry in *found. Where a function has no value the
 * point is left out and ZN_OK returned; but `initial` makes it a failure if that
 * is at the point itself, not beside it. */
zn_status zni_probe_compare(zni_probe *b, const zn_operator *jac,
                            const zn_operator *of, char by, bool initial,
                            zn_jacobian_check *found);

/* Call the function of `op` at the point, for what its call says; where it has no value
 * there (NaN, zn_raise_retry), or a list that is not known here, that is no failure. */
zn_status zni_probe_call(zni_probe *b, const zn_operator *op);

#endif
