/* momentum.h - fixed points that gather momentum
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_METHODS_MOMENTUM_H
#define ZN_METHODS_MOMENTUM_H

#include "../core/room.h"

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
