/* acceleration.h - fixed points that gather speed: Anderson's acceleration, and momentum
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

/* ---- momentum -------------------------------------------------------------------- */

/* Nonsmooth conjugate gradients (Silcowitz-Hansen, Niebe & Erleben, Vis. Comput. 26, 2010):
 * for x <- G(x), with f = G(x) - x in the place of the gradient and Fletcher & Reeves' beta,
 *     beta = |f|^2 / |f of the last step|^2,  p <- f + beta p,  next x = G(x) + beta p before.
 * When f has grown p begins anew; theirs does at any growth. Along a direction in which f hardly
 * changes p grows with every step, so that a way of k plain steps takes some root(k): that is
 * where Anderson's least squares see nothing.
 *
 * Nesterov's momentum (Soviet Math. Dokl. 27, 1983), for x_k+1 = G(y_k):
 *     y_k+1 = x_k+1 + b (x_k+1 - x_k),   b = (t_k - 1) / t_k+1,
 *     t_k+1 = (1 + root(1 + 4 t_k^2)) / 2,   t_0 = 1.
 * f = G(y) - y stands for a step against the gradient, and t begins anew where that is against
 * the way, f'(x_k+1 - x_k) < 0 (O'Donoghue & Candes, Found. Comput. Math. 15, 2015), or where
 * f has grown much. A sweep of Gauss-Seidel to and fro is such a step: of convex quadratics one
 * with a proximal term, in the metric of both sweeps (Li, Sun & Toh, Math. Program. 175, 2019).
 * It does not ask for directions that stay conjugate, which borders that come and go destroy. */
typedef enum zni_momentum_rule { ZNI_CONJUGATE, ZNI_ACCELERATED } zni_momentum_rule;

typedef struct zni_momentum {
    zni_momentum_rule rule;
    zn_index n, d;
    const double *weight; /* n / d: of the blocks in inner products          */
    double *v;            /* 2 n: x or y, p or the way x_k+1 - x_k           */
    double last;          /* |f|^2 of the last step                          */
    double t, b;          /* Nesterov's, b of the last step                  */
    zn_index cap_v;
} zni_momentum;

zn_status zni_momentum_reserve(zn_ctx *ctx, zni_momentum *k, zn_index n);
/* n in blocks of d; weight stays where it is. */
zn_status zni_momentum_begin(zn_ctx *ctx, zni_momentum *k,
                             zni_momentum_rule rule, zn_index n, zn_index d,
                             const double weight[]);
void zni_momentum_fini(zn_ctx *ctx, zni_momentum *k);

/* Where G is about to be applied. */
void zni_momentum_from(zni_momentum *k, const double x[]);
/* g = G of that: made the next point, by which a set's projection may be due. */
void zni_momentum_next(zni_momentum *k, double g[]);

#endif
