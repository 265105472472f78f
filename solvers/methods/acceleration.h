/* acceleration.h - Anderson's acceleration of fixed points
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_METHODS_ACCELERATION_H
#define ZN_METHODS_ACCELERATION_H

#include "../core/room.h"

enum { ZNI_ANDERSON = 6 }; /* steps that are remembered, at most */

/* D. G. Anderson, J. ACM 12 (1965); safeguarded in the manner of Zhang, O'Donoghue &
 * Boyd, SIAM J. Optim. 30 (2020). Of x <- G(x) the last differences of f = G(x) - x and
 * of g = G(x) are kept; the next point is g - dG c, c least squares for f = dF c. When f
 * has grown since, the point was no good: go on from the g before, with nothing kept; and
 * when it has after a plain step, no step of a contraction, from this g. */
typedef struct zni_anderson {
    zn_index n, depth, count, next;
    double *v; /* (2 depth + 1) n: x; dF, dG, the next of which are f, g of the last step */
    double gram[ZNI_ANDERSON * ZNI_ANDERSON];
    double norm; /* of the last f */
    bool moved;  /* the last point was not g */
    zn_index cap_v;
} zni_anderson;

/* depth: steps that are remembered */
zn_status zni_anderson_reserve(zn_ctx *ctx, zni_anderson *k, zn_index n,
                               zn_index depth);
zn_status zni_anderson_begin(zn_ctx *ctx, zni_anderson *k, zn_index n,
                             zn_index depth);
void zni_anderson_fini(zn_ctx *ctx, zni_anderson *k);

/* Where G is about to be applied. */
void zni_anderson_from(zni_anderson *k, const double x[]);
/* g = G of that: made the next point, by which a set's projection may be due. */
void zni_anderson_next(zni_anderson *k, double g[]);

#endif
