/* momentum.c - fixed points that gather momentum
 * SPDX-License-Identifier: Apache-2.0 */
#include "momentum.h"

#include <math.h>
#include <string.h>

/* |f|^2 may grow by that much and the momentum is kept, with beta = 1: on an even way it
 * does by rounding and by what else still settles. Measured on piles of spheres, sweeps to
 * 1e-4: with 1 two to three times as many on some, between 1.01 and 1.1 no matter; with 1.5
 * most do not come to rest. */
static const double GROWTH = 1.1;

zn_status zni_momentum_reserve(zn_ctx *ctx, zni_momentum *k, zn_index n)
{
    return zn_grow(ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);
}

zn_status zni_momentum_begin(zn_ctx *ctx, zni_momentum *k, zn_index n,
                             zn_index d, const double weight[])
{
    zn_status st = zni_momentum_reserve(ctx, k, n);

    if (st)
        return st;
    k->n = n;
    k->d = d;
    k->weight = weight;
    k->last = INFINITY;
    memset(k->v + n, 0, (size_t)n * sizeof *k->v);
    return ZN_OK;
}

void zni_momentum_fini(zn_ctx *ctx, zni_momentum *k)
{
    zn_free_array(ctx, k->v);
}

void zni_momentum_from(zni_momentum *k, const double x[])
{
    memcpy(k->v, x, (size_t)k->n * sizeof *x);
}

void zni_momentum_next(zni_momentum *k, double g[])
{
    const double *x = k->v;
    double *p = k->v + k->n, now = 0, beta;

    for (zn_index a = 0; a < k->n / k->d; a++) {
        double sum = 0;

        for (zn_index i = k->d * a; i < k->d * (a + 1); i++)
            sum += (g[i] - x[i]) * (g[i] - x[i]);
        now += k->weight[a] * sum;
    }
    beta = k->last > 0 ? now / k->last : 0;
    k->last = now;
    if (!(beta <= GROWTH)) {
        memset(p, 0, (size_t)k->n * sizeof *p);
        return;
    }
    beta = fmin(beta, 1);
    for (zn_index i = 0; i < k->n; i++) {
        const double f = g[i] - x[i];

        g[i] += beta * p[i];
        p[i] = beta * p[i] + f;
    }
}
