/* acceleration.c - acceleration of fixed-point iterations: Anderson's method, and momentum
 * SPDX-License-Identifier: Apache-2.0 */
#include "acceleration.h"

#include <math.h>
#include <string.h>

#include "../linalg/wide.h"

enum { M = ZNI_ANDERSON };

/* Growth of |f| that is accepted: it happens on the way to fixed points of projections. */
static const double GROWTH = 2;

/* Part of the diagonal of dF'dF that is added to it, so that nearly dependent differences do not make c large. */
static const double DAMP = 1e-12;

/* Drops the memory. */
static void restart(zni_anderson *k)
{
    k->count = k->next = 0;
    k->norm = INFINITY;
    k->moved = false;
}

zn_status zni_anderson_reserve(zn_ctx *ctx, zni_anderson *k, zn_index n,
                               zn_index depth)
{
    return zni_room(ctx, &k->v, &k->cap_v, (2 * depth + 1) * n, sizeof *k->v);
}

zn_status zni_anderson_begin(zn_ctx *ctx, zni_anderson *k, zn_index n,
                             zn_index depth)
{
    k->n = n;
    k->depth = depth;
    restart(k);
    return zni_anderson_reserve(ctx, k, n, depth);
}

void zni_anderson_fini(zn_ctx *ctx, zni_anderson *k)
{
    zn_free_array(ctx, k->v);
}

/* x, and behind it dF and dG. Within a step -f = x - g takes the place of x. The place of the oldest differences holds
 * -f and g of the last step. dF and dG are stored as the last values minus the present ones: the signs of both differ
 * from those of the formula, which leaves the next point the same. */
static double *point(const zni_anderson *k)
{
    return k->v;
}

static double *dF(const zni_anderson *k, zn_index j)
{
    return k->v + (1 + j) * k->n;
}

static double *dG(const zni_anderson *k, zn_index j)
{
    return k->v + (1 + k->depth + j) * k->n;
}

void zni_anderson_from(zni_anderson *k, const double x[])
{
    memcpy(point(k), x, (size_t)k->n * sizeof *x);
}

/* The differences to the last step join the memory; the oldest ones are overwritten next. */
static ZNI_INTO_WIDE void remember(zni_anderson *k)
{
    if (k->count < k->depth)
        k->count++;
    for (zn_index j = 0; j < k->count; j++)
        k->gram[j + M * k->next] = k->gram[k->next + M * j] =
            zni_product(k->n, dF(k, j), dF(k, k->next));
    k->next = k->next + 1 < k->depth ? k->next + 1 : 0;
}

/* c of the least-squares problem, by Cholesky's factorisation; false: the matrix is not positive definite. */
static ZNI_INTO_WIDE bool weights(const zni_anderson *k, double c[])
{
    double L[M * M], inverse[M];
    const zn_index m = k->count;

    for (zn_index j = 0; j < m; j++) {
        double d = k->gram[j + M * j] * (1 + DAMP);

        for (zn_index l = 0; l < j; l++)
            d -= L[j + M * l] * L[j + M * l];
        if (!(d > DAMP / 2 * k->gram[j + M * j]))
            return false;
        inverse[j] = 1 / sqrt(d);
        for (zn_index i = j + 1; i < m; i++) {
            double s = k->gram[i + M * j];

            for (zn_index l = 0; l < j; l++)
                s -= L[i + M * l] * L[j + M * l];
            L[i + M * j] = s * inverse[j];
        }
        c[j] = zni_product(k->n, dF(k, j), point(k));
        for (zn_index l = 0; l < j; l++)
            c[j] -= L[j + M * l] * c[l];
        c[j] *= inverse[j];
    }
    for (zn_index j = m - 1; j >= 0; j--) {
        for (zn_index i = j + 1; i < m; i++)
            c[j] -= L[i + M * j] * c[i];
        c[j] *= inverse[j];
    }
    return true;
}

/* g -= dG c, part by part, so that all of it is read from memory once. The present g becomes that of the last step, in
 * the place of the oldest differences. */
static ZNI_INTO_WIDE void combine(const zni_anderson *k, const double c[], double g[])
{
    enum { PART = 256 };
    double *last = dG(k, k->next), was[PART];

    for (zn_index at = 0; at < k->n; at += PART) {
        const zn_index n = k->n - at < PART ? k->n - at : PART;
        const size_t bytes = (size_t)n * sizeof *g;

        memcpy(was, g + at, bytes);
        for (zn_index j = 0; j < k->count; j++)
            zni_add_wide(n, -c[j], dG(k, j) + at, g + at);
        memcpy(last + at, was, bytes);
    }
}

ZNI_WIDE void zni_anderson_next(zni_anderson *k, double g[])
{
    const size_t bytes = (size_t)k->n * sizeof *g;
    double c[M], *f = point(k), norm;

    zni_add_wide(k->n, -1, g, f);
    norm = sqrt(zni_product(k->n, f, f));
    if (k->moved && !(norm <= GROWTH * k->norm)) {
        memcpy(g, dG(k, k->next), bytes);
        restart(k);
        return;
    }
    /* plain steps leave that fixed point: it is not extrapolated */
    if (norm > GROWTH * k->norm)
        restart(k);
    if (!isinf(k->norm)) {
        zni_add_wide(k->n, -1, f, dF(k, k->next));
        zni_add_wide(k->n, -1, g, dG(k, k->next));
        remember(k);
    }
    k->norm = norm;
    k->moved = k->count > 0 && weights(k, c);
    memcpy(dF(k, k->next), f, bytes);
    if (k->moved)
        combine(k, c, g);
    else
        memcpy(dG(k, k->next), g, bytes);
}

/* ---- momentum ------------------------------------------------------------------ */

/* Growth of |f|^2 at which the momentum is kept, with beta = 1: on a flat path |f| grows by rounding, and by components
 * that still settle. Measured on piles of spheres, sweeps to 1e-4: with 1 some take two to three times as many, between
 * 1.01 and 1.1 there is no difference, with 1.5 most do not converge. */
static const double STILL = 1.1;

/* The same for Nesterov's momentum: |f| twice as long is no descent, even where the active set changes. With 1 and 1.2
 * piles, walls and arches take as many sweeps, or up to three times as many. */
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

/* now = |f|^2 of the present step. */
static void conjugate(zni_momentum *k, double now, double g[])
{
    const double *x = k->v;
    double *p = k->v + k->n, beta = k->last > 0 ? now / k->last : 0;

    if (!(beta <= STILL)) {
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

/* along = f'(last step); the present step is f + b (last step). */
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
