/* acceleration.h - acceleration of fixed-point iterations: Anderson's method, and momentum
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_METHODS_ACCELERATION_H
#define ZN_METHODS_ACCELERATION_H

#include "../core/room.h"

enum { ZNI_ANDERSON = 6 }; /* most steps that are remembered */

/* Anderson's acceleration (D. G. Anderson, J. ACM 12, 1965), safeguarded in the manner of Zhang, O'Donoghue & Boyd,
 * SIAM J. Optim. 30 (2020). For the iteration x <- G(x) the last differences of f = G(x) - x and of g = G(x) are kept.
 * The next point is g - dG c, where c is the least-squares solution of f = dF c. If |f| has grown at that point, the
 * point is rejected: the iteration restarts from the last g with no memory. If |f| grows after a plain step, G is no
 * contraction there: the memory is dropped, and the iteration goes on from the present g. */
typedef struct zni_anderson {
    zn_index n, depth, count, next;
    double *v; /* (2 depth + 1) n: x, dF and dG; the place of the next differences holds f and g of the last step */
    double gram[ZNI_ANDERSON * ZNI_ANDERSON];
    double norm; /* |f| of the last step */
    bool moved;  /* the last point was an accelerated one */
    zn_index cap_v;
} zni_anderson;

/* depth: steps that are remembered */
zn_status zni_anderson_reserve(zn_ctx *ctx, zni_anderson *k, zn_index n,
                               zn_index depth);
zn_status zni_anderson_begin(zn_ctx *ctx, zni_anderson *k, zn_index n,
                             zn_index depth);
void zni_anderson_fini(zn_ctx *ctx, zni_anderson *k);

/* Tells the point at which G is applied next. */
void zni_anderson_from(zni_anderson *k, const double x[]);
/* g is G of that point; it becomes the next point, which may have to be projected on a set. */
void zni_anderson_next(zni_anderson *k, double g[]);

/* ---- momentum -------------------------------------------------------------------- */

/* Nonsmooth conjugate gradients (Silcowitz-Hansen, Niebe & Erleben, Vis. Comput. 26, 2010): for x <- G(x), with f =
 * G(x) - x in place of the gradient and the beta of Fletcher & Reeves,
 *     beta = |f|^2 / |f of the last step|^2,  next x = G(x) + beta p,  p <- f + beta p.
 * p restarts from zero when |f| has grown by more than a little (in the paper, at any growth). Along a direction in
 * which f hardly changes p grows with every step, so that the distance of k plain steps takes some root(k): Anderson's
 * least-squares problem is nearly singular there.
 *
 * Nesterov's momentum (Soviet Math. Dokl. 27, 1983), for x_k+1 = G(y_k):
 *     y_k+1 = x_k+1 + b (x_k+1 - x_k),   b = (t_k - 1) / t_k+1,
 *     t_k+1 = (1 + root(1 + 4 t_k^2)) / 2,   t_0 = 1.
 * f = G(y) - y takes the place of a gradient step. t restarts where f opposes the last step, f'(x_k+1 - x_k) < 0
 * (O'Donoghue & Candes, Found. Comput. Math. 15, 2015), or where |f| has grown much. A symmetric sweep of Gauss-Seidel
 * is such a step: for convex quadratics it is a proximal step in the metric of both sweeps (Li, Sun & Toh, Math.
 * Program. 175, 2019). Directions need not stay conjugate, which changes of the active set would destroy. */
typedef enum zni_momentum_rule { ZNI_CONJUGATE, ZNI_ACCELERATED } zni_momentum_rule;

typedef struct zni_momentum {
    zni_momentum_rule rule;
    zn_index n, d;
    const double *weight; /* n / d: weights of the blocks in inner products  */
    double *v;            /* 2 n: x or y; p or the last step x_k+1 - x_k     */
    double last;          /* |f|^2 of the last step                          */
    double t, b;          /* Nesterov's, b of the last step                  */
    zn_index cap_v;
} zni_momentum;

zn_status zni_momentum_reserve(zn_ctx *ctx, zni_momentum *k, zn_index n);
/* n rows in blocks of d. weight is borrowed. */
zn_status zni_momentum_begin(zn_ctx *ctx, zni_momentum *k,
                             zni_momentum_rule rule, zn_index n, zn_index d,
                             const double weight[]);
void zni_momentum_fini(zn_ctx *ctx, zni_momentum *k);

/* Tells the point at which G is applied next. */
void zni_momentum_from(zni_momentum *k, const double x[]);
/* g is G of that point; it becomes the next point, which may have to be projected on a set. */
void zni_momentum_next(zni_momentum *k, double g[]);

#endif
