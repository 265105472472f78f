/* mehrotra.c - a step of interior points on pairs of positive numbers
 * SPDX-License-Identifier: Apache-2.0 */
#include "mehrotra.h"

#include <math.h>

/* Part of the distance to the boundary that a step takes; shorter steps count as none. */
static const double FRACTION = 0.995, SHORT = 1e-8;

/* The longest step that keeps t and y nonnegative. */
static double longest(const zni_pairs *p)
{
    double step = INFINITY;

    for (zn_index j = 0; j < p->n; j++) {
        if (p->dt[j] < 0)
            step = fmin(step, -p->t[j] / p->dt[j]);
        if (p->dy[j] < 0)
            step = fmin(step, -p->y[j] / p->dy[j]);
    }
    return step;
}

double zni_pairs_mean(const zni_pairs *p, double step)
{
    double sum = 0;

    /* before the first step dt and dy are not set and may be no numbers */
    for (zn_index j = 0; j < p->n && step == 0; j++)
        sum += p->t[j] * p->y[j];
    for (zn_index j = 0; j < p->n && step != 0; j++)
        sum += (p->t[j] + step * p->dt[j]) * (p->y[j] + step * p->dy[j]);
    return p->count > 0 ? sum / (double)p->count : 0;
}

zn_status zni_pairs_step(zn_ctx *ctx, zni_pairs *p, double *step)
{
    const double mu = zni_pairs_mean(p, 0);
    zn_status st = p->factor(p->of, ctx);

    if (st)
        return st;
    for (zn_index j = 0; j < p->n; j++)
        p->target[j] = -p->t[j] * p->y[j];
    p->direction(p->of);
    if (p->count > 0) {
        double sigma = zni_pairs_mean(p, fmin(1, longest(p))) / mu;

        sigma = fmin(1, sigma * sigma * sigma);
        for (zn_index j = 0; j < p->n; j++)
            p->target[j] =
                sigma * mu - p->t[j] * p->y[j] - p->dt[j] * p->dy[j];
        p->direction(p->of);
    }
    *step = fmin(1, FRACTION * longest(p));
    for (zn_index j = 0; j < p->n; j++) {
        p->t[j] += *step * p->dt[j];
        p->y[j] += *step * p->dy[j];
    }
    return *step > SHORT ? ZN_OK : ZN_ESINGULAR;
}
