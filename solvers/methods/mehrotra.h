/* mehrotra.h - a step of interior points on pairs of positive numbers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MEHROTRA_H
#define ZENO_SOLVERS_MEHROTRA_H

#include <zeno/solver.h>

/* t > 0, y > 0, on the way to t o y = 0. The owner knows the linear equations between
 * the steps. Predictor-corrector (Mehrotra, SIAM J. Optim. 2, 1992): two directions with
 * one factorisation, the first to products of 0, which predicts, the second to
 *     t o y + (what the first leaves of it) = sigma mu,  sigma = (mu predicted / mu)^3. */
typedef struct zni_pairs {
    zn_index n;
    zn_index count;        /* pairs; the rest has t = 1, y = 0 and stays      */
    double *t, *y;         /* n each */
    double *dt, *dy;       /* n each: the step                                */
    double *target;        /* n: of t dy + y dt                               */
    void *of;
    zn_status (*factor)(void *of, zn_ctx *ctx);
    void (*direction)(void *of); /* dt, dy of the targets                     */
} zni_pairs;

/* mean of the products at `step` along dt, dy */
double zni_pairs_mean(const zni_pairs *p, double step);

/* One step, made with t and y; *step is how far. ZN_ESINGULAR: no factors, or no way */
zn_status zni_pairs_step(zn_ctx *ctx, zni_pairs *p, double *step);

#endif
