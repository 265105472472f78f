/* ray.c - proofs that there is no solution, from iterates that grow without bound
 * SPDX-License-Identifier: Apache-2.0 */
#include "ray.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../linalg/sizes.h"
#include "../linalg/small.h"
#include "../linalg/units.h"

/* Relative rounding of a sum of many terms, with a margin. */
static const double ROUNDING = 64 * DBL_EPSILON;

bool zni_ray_vanishes(zn_index n, const double x[], const double size[])
{
    const double most = zni_largest(size, n);

    for (zn_index i = 0; i < n; i++)
        if (!(fabs(x[i]) <= ROUNDING * fmax(size[i], 1e-3 * most)))
            return false;
    return true;
}

bool zni_ray_is_null(const zn_matrix *M, const double d[], double v[])
{
    const zn_index n = M->rows;
    double *size = v + n, *row = v + 2 * n, *one = v + 3 * n, most;

    for (zn_index i = 0; i < n; i++) {
        size[i] = row[i] = 0;
        one[i] = 1;
    }
    zn_matrix_mul_t(M, 1, d, 0, v);
    zni_add_sizes(M, true, d, size);
    if (!zni_ray_vanishes(n, v, size))
        return false;
    zni_add_sizes(M, true, one, row);
    zni_add_sizes(M, false, one, row);
    most = zni_largest(row, n);
    for (zn_index i = 0; i < n; i++)
        if (fabs(v[i]) > ROUNDING * fmax(size[i], sqrt(row[i] * most) * zni_largest(d, n)))
            return false;
    return true;
}

/* y = A x in the rows where start is not zero, 0 elsewhere. */
static void product(zn_index n, zni_ray_product *A, void *user,
                    const double start[], const double x[], double y[])
{
    A(user, x, y);
    for (zn_index i = 0; i < n; i++)
        if (start[i] == 0)
            y[i] = 0;
}

/* Part of |d|^2 that must remain in the null space. */
static const double LEFT = 0.1;

bool zni_ray_settle(zn_index n, zni_ray_product *A, void *user, double d[],
                    double v[])
{
    enum { STEPS = 500 };
    double *g = v, *p = v + n, *Ap = v + 2 * n, *start = v + 3 * n;
    const double most = zni_largest(d, n);
    double gg, before = INFINITY, whole;

    if (!(most > 0) || !isfinite(most))
        return false;
    /* entries that are zero to the accuracy of a solver stay zero */
    for (zn_index i = 0; i < n; i++)
        d[i] = fabs(d[i]) > 1e-6 * most ? d[i] / most : 0;
    memcpy(start, d, (size_t)n * sizeof *d);
    /* Conjugate gradients for min d'A d. Their steps lie in the range of A, so the part of d in the null space of A
     * remains. */
    product(n, A, user, start, d, g);
    memcpy(p, g, (size_t)n * sizeof *p);
    gg = zni_dot(n, g, g);
    whole = zni_dot(n, start, start);
    for (int it = 0; it < STEPS && gg > 0 && gg < 1e6 * before; it++) {
        double pAp, t, next;

        /* the part in the null space is never larger than d itself */
        if (it % 10 == 9 && !(zni_dot(n, d, d) > LEFT * whole))
            return false;
        product(n, A, user, start, p, Ap);
        pAp = zni_dot(n, p, Ap);
        if (!(pAp > 0))
            break;
        before = fmin(before, gg);
        t = gg / pAp;
        for (zn_index i = 0; i < n; i++) {
            d[i] -= t * p[i];
            g[i] -= t * Ap[i];
        }
        next = zni_dot(n, g, g);
        for (zn_index i = 0; i < n; i++)
            p[i] = g[i] + next / gg * p[i];
        gg = next;
    }
    return zni_dot(n, d, start) > LEFT * whole;
}
