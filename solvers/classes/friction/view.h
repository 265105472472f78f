/* view.h - contacts whose velocities are affine in their reactions, whoever knows the matrix
 *
 *     u = A r + c:   A = W, c = q of a condensed problem; with the motion kept A = H'M^-1 H.
 *
 * What a method asks of a problem with contacts beside its factors, so that it is written once.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_VIEW_H
#define ZN_FRICTION_VIEW_H

#include "../../contact/law.h"
#include "../../system/motion.h"

/* `of` is the first argument of both. */
typedef struct zni_view {
    const zni_fc *c; /* law, d, nc, mu, mur                                  */
    zn_index n;      /* d nc                                                 */
    double scale;    /* a size of the diagonal of A                          */
    const void *of;
    void (*velocities)(const void *of, const double r[], double u[]); /* u of r */
    /* the error measure of the class, of the point that was asked for last   */
    double (*error)(const void *of, const double r[], const double u[]);
} zni_view;

/* of a condensed problem */
zni_view zni_view_condensed(const zni_fc *c);

/* With the motion kept: z (n + m) is the point (v, r) that was asked for last. */
typedef struct zni_kept {
    zni_motion *g;
    double *z;
} zni_kept;

zni_view zni_view_kept(const zni_kept *k);

#endif
