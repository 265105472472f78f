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

/* And with Nesterov's: f twice as long is no step of a descent, even where the set of what is
 * on a border changes. With 1 and 1.2 as many sweeps or up to three times as many on piles,
 * walls and arches. */
static const double TWICE = 4;

zn_status zni_momentum_reserve(zn_ctx *ctx, zni_momentum *k, zn_index n)
{
    return zni_room(ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);
}

zn_status zni_momentum_begin(zn_ctx *ctx, zni_momentum *k,
                             zni_momentum_rule rule, zn_index n, zn_index d,
                             const double weight[])
{
    zn_status st = zni_momentum_reserve(ctx, k, n);

    if (st)
        return st;
    k->rule = rule;
    k->n = n;
    k->d = d;
    k->weight = weight;
    k->last = INFINITY;
    k->t = 1;
    k->b = 0;
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

/* f is that of now, |f|^2 = now */
static void conjugate(zni_momentum *k, double now, double g[])
{
    const double *x = k->v;
    double *p = k->v + k->n, beta = k->last > 0 ? now / k->last : 0;

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

/* along = f'(the way before); that of now is f + b (the way before) */
static void accelerated(zni_momentum *k, double now, double along, double g[])
{
    const double *y = k->v;
    double *way = k->v + k->n, next, b;

    if (now + k->b * along < 0 || !(now <= TWICE * k->last)) {
        k->t = 1;
        k->b = 0;
    }
    next = (1 + sqrt(1 + 4 * k->t * k->t)) / 2;
    b = (k->t - 1) / next;
    for (zn_index i = 0; i < k->n; i++) {
        way[i] = g[i] - y[i] + k->b * way[i];
        g[i] += b * way[i];
    }
    k->t = next;
    k->b = b;
}

void zni_momentum_next(zni_momentum *k, double g[])
{
    const double *x = k->v, *p = k->v + k->n;
    double now = 0, along = 0;

    for (zn_index a = 0; a < k->n / k->d; a++) {
        double ff = 0, fp = 0;

        for (zn_index i = k->d * a; i < k->d * (a + 1); i++) {
            ff += (g[i] - x[i]) * (g[i] - x[i]);
            fp += (g[i] - x[i]) * p[i];
        }
        now += k->weight[a] * ff;
        along += k->weight[a] * fp;
    }
    if (k->rule == ZNI_CONJUGATE)
        conjugate(k, now, g);
    else
        accelerated(k, now, along, g);
    k->last = now;
}
