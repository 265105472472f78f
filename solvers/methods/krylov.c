/* krylov.c - GMRES with a factorised nearby matrix as preconditioner
 * SPDX-License-Identifier: Apache-2.0 */
#include "krylov.h"

#include <math.h>
#include <string.h>

#include "../linalg/small.h"

enum { M = ZNI_KRYLOV };

/* the least-squares problem ||s e_1 - H y||: columns of H in triangular form, Givens rotations, and the right-hand
 * side */
typedef struct small {
    double H[M * (M + 1)], c[M], s[M], g[M + 1];
} small;

/* Orthogonalises w against the first k + 1 vectors; the coefficients go into column k of H. Twice, as rounding leaves
 * components after the first pass. Returns the length of w. */
static double orthogonalise(zn_index n, zn_index k, const double V[],
                            double w[], double h[])
{
    double size;

    memset(h, 0, (size_t)(k + 1) * sizeof *h);
    for (int pass = 0; pass < 2; pass++)
        for (zn_index j = 0; j <= k; j++) {
            const double *v = V + 2 * n * j;
            const double along = zni_dot(n, v, w + n);

            h[j] += along;
            for (zn_index i = 0; i < 2 * n; i++)
                w[i] -= along * v[i];
        }
    size = zni_dot(n, w, w + n);
    return size > 0 ? sqrt(size) : 0;
}

/* Applies the rotations to the new column of H, whose last entry is `length`; returns the residual that is left. */
static double turn(small *a, zn_index k, double length)
{
    double *h = a->H + (M + 1) * k, size;

    for (zn_index j = 0; j < k; j++) {
        const double x = h[j], y = h[j + 1];

        h[j] = a->c[j] * x + a->s[j] * y;
        h[j + 1] = a->c[j] * y - a->s[j] * x;
    }
    size = hypot(h[k], length);
    a->c[k] = size > 0 ? h[k] / size : 1;
    a->s[k] = size > 0 ? length / size : 0;
    h[k] = size;
    a->g[k + 1] = -a->s[k] * a->g[k];
    a->g[k] *= a->c[k];
    return fabs(a->g[k + 1]);
}

/* x = V y, R y = g */
static void combine(const small *a, zn_index n, zn_index count,
                    const double V[], double x[])
{
    double y[M];

    memset(x, 0, (size_t)n * sizeof *x);
    for (zn_index j = count - 1; j >= 0; j--) {
        const double *v = V + 2 * n * j;

        y[j] = a->g[j];
        for (zn_index l = j + 1; l < count; l++)
            y[j] -= a->H[j + (M + 1) * l] * y[l];
        y[j] = a->H[j + (M + 1) * j] > 0 ? y[j] / a->H[j + (M + 1) * j] : 0;
        for (zn_index i = 0; i < n; i++)
            x[i] += y[j] * v[i];
    }
}

/* v and behind it P v, given P v in the second half. */
static void pull(const zni_krylov *f, double v[])
{
    memcpy(v, v + f->n, (size_t)f->n * sizeof *v);
    f->precondition(f->of, v);
}

static void shorten(zn_index n, double length, double v[])
{
    for (zn_index i = 0; i < 2 * n; i++)
        v[i] /= length;
}

zn_index zni_gmres(const zni_krylov *f, double tol, double v[], double b[])
{
    const zn_index n = f->n;
    double left, enough;
    zn_index k = 0;
    small a;

    memcpy(v + n, b, (size_t)n * sizeof *b);
    pull(f, v);
    left = zni_dot(n, v, v + n);
    if (!(left > 0)) {
        memcpy(b, v, (size_t)n * sizeof *b);
        return 0;
    }
    a.g[0] = left = sqrt(left);
    enough = tol * left;
    shorten(n, left, v);
    while (k < M && left > enough) {
        double *next = v + 2 * n * (k + 1), length;

        f->mul(f->of, v + 2 * n * k, next + n);
        pull(f, next);
        length = orthogonalise(n, k, v, next, a.H + (M + 1) * k);
        left = turn(&a, k, length);
        k++;
        if (!(length > 0))
            break;
        shorten(n, length, next);
    }
    combine(&a, n, k, v, b);
    return k;
}
