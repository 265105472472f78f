/* acceleration.c - Anderson's acceleration of fixed points
 * SPDX-License-Identifier: Apache-2.0 */
#include "acceleration.h"

#include <math.h>
#include <string.h>

#include "../linalg/wide.h"

enum { M = ZNI_ANDERSON };

/* f may grow by that much, which fixed points of projections do on their way */
static const double GROWTH = 2;

/* the part of the diagonal of dF'dF that is added to it: differences that are nearly
 * dependent do not make c large */
static const double DAMP = 1e-12;

/* Nothing is remembered any more. */
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

/* x, behind it dF and dG; then f is where x was, and f and g of the last step are where the oldest
 * differences were, whose turn it is to go */
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

/* f = g - x, and the differences to the last step, which was in their place */
static ZNI_INTO_WIDE void differ(zni_anderson *k, const double g[])
{
    double *x = point(k), *df = dF(k, k->next), *dg = dG(k, k->next);
    zn_index i = 0;

    for (; i + 4 <= k->n; i += 4) {
        zni_lanes now, was, from;

        zni_take4(g + i, &now);
        zni_take4(dg + i, &was);
        was = now - was;
        zni_put4(&was, dg + i);
        zni_take4(x + i, &from);
        now -= from;
        zni_put4(&now, x + i);
        zni_take4(df + i, &was);
        was = now - was;
        zni_put4(&was, df + i);
    }
    for (; i < k->n; i++) {
        x[i] = g[i] - x[i];
        df[i] = x[i] - df[i];
        dg[i] = g[i] - dg[i];
    }
}

/* the differences to the last step are the last, and the oldest ones may go */
static ZNI_INTO_WIDE void remember(zni_anderson *k)
{
    if (k->count < k->depth)
        k->count++;
    for (zn_index j = 0; j < k->count; j++)
        k->gram[j + M * k->next] = k->gram[k->next + M * j] =
            zni_product(k->n, dF(k, j), dF(k, k->next));
    k->next = k->next + 1 < k->depth ? k->next + 1 : 0;
}

/* c of the least squares, by Cholesky; false: not positive definite */
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

/* |g - x| */
static ZNI_INTO_WIDE double apart(zn_index n, const double g[], const double x[])
{
    zni_lanes sum = {0}, a, b;
    zn_index i = 0;
    double all;

    for (; i + 4 <= n; i += 4) {
        zni_take4(g + i, &a);
        zni_take4(x + i, &b);
        a -= b;
        sum += a * a;
    }
    all = (sum[0] + sum[2]) + (sum[1] + sum[3]);
    for (; i < n; i++)
        all += (g[i] - x[i]) * (g[i] - x[i]);
    return sqrt(all);
}

/* g -= dG c; the g of before is the last one */
static ZNI_INTO_WIDE void combine(const zni_anderson *k, const double c[], double g[])
{
    double *last = dG(k, k->next);
    zn_index i = 0;

    for (; i + 4 <= k->n; i += 4) {
        const double *dg = dG(k, 0) + i;
        zni_lanes a, b, was;

        zni_take4(g + i, &b);
        was = b;
        for (zn_index j = 0; j < k->count; j++, dg += k->n) {
            zni_take4(dg, &a);
            b -= c[j] * a;
        }
        zni_put4(&was, last + i);
        zni_put4(&b, g + i);
    }
    for (; i < k->n; i++) {
        const double was = g[i];

        for (zn_index j = 0; j < k->count; j++)
            g[i] -= c[j] * dG(k, j)[i];
        last[i] = was;
    }
}

ZNI_WIDE void zni_anderson_next(zni_anderson *k, double g[])
{
    const size_t bytes = (size_t)k->n * sizeof *g;
    double c[M];
    const double norm = apart(k->n, g, point(k));

    if (k->moved && !(norm <= GROWTH * k->norm)) {
        memcpy(g, dG(k, k->next), bytes);
        restart(k);
        return;
    }
    /* a fixed point that plain steps leave is not extrapolated back to */
    if (norm > GROWTH * k->norm)
        restart(k);
    differ(k, g);
    if (!isinf(k->norm))
        remember(k);
    k->norm = norm;
    k->moved = k->count > 0 && weights(k, c);
    memcpy(dF(k, k->next), point(k), bytes);
    if (k->moved)
        combine(k, c, g);
    else
        memcpy(dG(k, k->next), g, bytes);
}
