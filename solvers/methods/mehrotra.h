/* mehrotra.h - a step of interior points on pairs of positive numbers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MEHROTRA_H
#define ZENO_SOLVERS_MEHROTRA_H

#include <zeno/solver.h>

/* t > 0 and y > 0 on the way to t o y = 0. The owner knows the linear equations between the steps of t and y.
 * Predictor-corrector (Mehrotra, SIAM J. Optim. 2, 1992): two directions with one factorisation. The predictor aims at
 * products of 0, the corrector at
 *     t o y + (second-order term of the predictor) = sigma mu,  sigma = (mu predicted / mu)^3. */
typedef struct zni_pairs {
    zn_index n;
    zn_index count;        /* number of pairs; the other rows have t = 1, y = 0 and do not move */
    double *t, *y;         /* n each */
    double *dt, *dy;       /* n each: the step                                */
    double *target;        /* n: target of t dy + y dt                        */
    void *of;
    zn_status (*factor)(void *of, zn_ctx *ctx);
    void (*direction)(void *of); /* dt, dy for the target                     */
} zni_pairs;

/* Mean of the products t_j y_j after a step of this length along dt, dy. */
double zni_pairs_mean(const zni_pairs *p, double step);

/* One step of t and y; *step is its length. ZN_ESINGULAR: no factors, or no step. */
zn_status zni_pairs_step(zn_ctx *ctx, zni_pairs *p, double *step);

#endif
