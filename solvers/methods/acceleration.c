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

void zni_anderson_restart(zni_anderson *k)
{
    k->count = k->next = 0;
    k->norm = INFINITY;
    k->moved = false;
}

zn_status zni_anderson_reserve(zn_ctx *ctx, zni_anderson *k, zn_index n,
                               zn_index depth)
{
    return zni_room(ctx, &k->v, &k->cap_v, (2 * depth + 3) * n, sizeof *k->v);
}

zn_status zni_anderson_begin(zn_ctx *ctx, zni_anderson *k, zn_index n,
                             zn_index depth)
{
    k->n = n;
    k->depth = depth;
    zni_anderson_restart(k);
    return zni_anderson_reserve(ctx, k, n, depth);
}

void zni_anderson_fini(zn_ctx *ctx, zni_anderson *k)
{
    zn_free_array(ctx, k->v);
}

/* after these dF and dG */
enum { X, F, G, LAST };

static double *part(const zni_anderson *k, zn_index i)
{
    return k->v + i * k->n;
}

static double *dF(const zni_anderson *k, zn_index j)
{
    return part(k, LAST + j);
}

static double *dG(const zni_anderson *k, zn_index j)
{
    return part(k, LAST + k->depth + j);
}

void zni_anderson_from(zni_anderson *k, const double x[])
{
    memcpy(part(k, X), x, (size_t)k->n * sizeof *x);
}

/* the differences to the last step take the place of the oldest; then f and g are
 * the last */
static ZNI_INTO_WIDE void remember(zni_anderson *k, const double g[], bool first)
{
    const zn_index n = k->n;
    double *f = part(k, F), *last = part(k, G), *x = part(k, X);
    double *df = dF(k, k->next), *dg = dG(k, k->next);
    zn_index i = 0;

    for (; i + 4 <= n; i += 4) {
        zni_lanes now, was, point, d;

        zni_take4(g + i, &now);
        zni_take4(last + i, &was);
        d = now - was;
        zni_put4(&d, dg + i);
        zni_put4(&now, last + i);
        zni_take4(x + i, &point);
        now -= point;
        zni_take4(f + i, &was);
        d = now - was;
        zni_put4(&d, df + i);
        zni_put4(&now, f + i);
    }
    for (; i < n; i++) {
        const double now = g[i] - x[i];

        df[i] = now - f[i];
        dg[i] = g[i] - last[i];
        f[i] = now;
        last[i] = g[i];
    }
    if (first)
        return;
    if (k->count < k->depth)
        k->count++;
    for (zn_index j = 0; j < k->count; j++)
        k->gram[j + M * k->next] = k->gram[k->next + M * j] = zni_product(n, dF(k, j), df);
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
        c[j] = zni_product(k->n, dF(k, j), part(k, F));
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

/* g -= dG c */
static ZNI_INTO_WIDE void combine(const zni_anderson *k, const double c[], double g[])
{
    for (zn_index j = 0; j < k->count; j++) {
        const double *dg = dG(k, j);
        zn_index i = 0;

        for (; i + 4 <= k->n; i += 4) {
            zni_lanes a, b;

            zni_take4(dg + i, &a);
            zni_take4(g + i, &b);
            b -= c[j] * a;
            zni_put4(&b, g + i);
        }
        for (; i < k->n; i++)
            g[i] -= c[j] * dg[i];
    }
}

ZNI_WIDE void zni_anderson_next(zni_anderson *k, double g[])
{
    const size_t bytes = (size_t)k->n * sizeof *g;
    double c[M];
    const double norm = apart(k->n, g, part(k, X));

    if (k->moved && !(norm <= GROWTH * k->norm)) {
        memcpy(g, part(k, G), bytes);
        zni_anderson_restart(k);
        return;
    }
    /* a fixed point that plain steps leave is not extrapolated back to */
    if (norm > GROWTH * k->norm)
        zni_anderson_restart(k);
    remember(k, g, isinf(k->norm));
    k->norm = norm;
    k->moved = k->count > 0 && weights(k, c);
    if (k->moved)
        combine(k, c, g);
}
