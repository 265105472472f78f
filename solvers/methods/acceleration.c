/* acceleration.c - Anderson's acceleration of fixed points
 * SPDX-License-Identifier: Apache-2.0 */
#include "acceleration.h"

#include <math.h>
#include <string.h>

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
    return zni_room(ctx, &k->v, &k->cap_v, (2 * depth + 4) * n, sizeof *k->v);
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
enum { X, F, G, GOOD };

static double *part(const zni_anderson *k, zn_index i)
{
    return k->v + i * k->n;
}

static double *dF(const zni_anderson *k, zn_index j)
{
    return part(k, GOOD + 1 + j);
}

static double *dG(const zni_anderson *k, zn_index j)
{
    return part(k, GOOD + 1 + k->depth + j);
}

static double dot(zn_index n, const double x[], const double y[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void zni_anderson_from(zni_anderson *k, const double x[])
{
    memcpy(part(k, X), x, (size_t)k->n * sizeof *x);
}

/* the differences to the last step take the place of the oldest; then f and g are
 * the last */
static void remember(zni_anderson *k, const double g[], bool first)
{
    double *f = part(k, F), *last = part(k, G), *x = part(k, X);
    double *df = dF(k, k->next), *dg = dG(k, k->next);

    for (zn_index i = 0; i < k->n; i++) {
        double now = g[i] - x[i];

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
        k->gram[j + M * k->next] = k->gram[k->next + M * j] =
            dot(k->n, dF(k, j), df);
    k->next = (k->next + 1) % k->depth;
}

/* c of the least squares, by Cholesky; false: not positive definite */
static bool weights(const zni_anderson *k, double c[])
{
    double L[M * M];
    zn_index m = k->count;

    for (zn_index j = 0; j < m; j++) {
        double d = k->gram[j + M * j] * (1 + DAMP);

        for (zn_index l = 0; l < j; l++)
            d -= L[j + M * l] * L[j + M * l];
        if (!(d > DAMP / 2 * k->gram[j + M * j]))
            return false;
        L[j + M * j] = sqrt(d);
        for (zn_index i = j + 1; i < m; i++) {
            double s = k->gram[i + M * j];

            for (zn_index l = 0; l < j; l++)
                s -= L[i + M * l] * L[j + M * l];
            L[i + M * j] = s / L[j + M * j];
        }
        c[j] = dot(k->n, dF(k, j), part(k, F));
        for (zn_index l = 0; l < j; l++)
            c[j] -= L[j + M * l] * c[l];
        c[j] /= L[j + M * j];
    }
    for (zn_index j = m - 1; j >= 0; j--) {
        for (zn_index i = j + 1; i < m; i++)
            c[j] -= L[i + M * j] * c[i];
        c[j] /= L[j + M * j];
    }
    return true;
}

void zni_anderson_next(zni_anderson *k, double g[])
{
    size_t bytes = (size_t)k->n * sizeof *g;
    double c[M], *good = part(k, GOOD), norm = 0;
    const double *x = part(k, X);

    for (zn_index i = 0; i < k->n; i++)
        norm += (g[i] - x[i]) * (g[i] - x[i]);
    norm = sqrt(norm);
    if (k->moved && !(norm <= GROWTH * k->norm)) {
        memcpy(g, good, bytes);
        zni_anderson_restart(k);
        return;
    }
    /* a fixed point that plain steps leave is not extrapolated back to */
    if (norm > GROWTH * k->norm)
        zni_anderson_restart(k);
    remember(k, g, isinf(k->norm));
    k->norm = norm;
    memcpy(good, g, bytes);
    k->moved = k->count > 0 && weights(k, c);
    for (zn_index j = 0; k->moved && j < k->count; j++) {
        const double *dg = dG(k, j);

        for (zn_index i = 0; i < k->n; i++)
            g[i] -= c[j] * dg[i];
    }
}
