/* certificate.c - certificates that a quadratic program has no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/sizes.h"
#include "interior.h"

#include <string.h>

/* Where there is no solution the iterates diverge along multipliers of rows that contradict each other (primal
 * infeasible), or along a direction in which the objective decreases for ever (dual infeasible). Either is a
 * combination y of the rows of
 *     (nu, s) = [M -A'; A 0] (z, l) + (q, b)
 * that has no solution (../../box/refute.h) with z in its bounds and s >= 0, or with l >= 0 and nu of the signs that
 * the bounds allow. An iterate satisfies the conditions of such a y only approximately: `left` is what is missing. So
 * it is first checked by products, and the nearest y that satisfies them is computed only where that is promising. */

/* The least contradiction that counts, relative to the terms of its sum: a point that violates rows by less counts as
 * a solution. */
static const double ZERO = 1e-8;

/* what may be missing for the nearest y to be computed whatever was missing before */
static const double NEAR = 1e-6;

/* Is the nearest y worth computing? If little is missing, or half of what was missing when it was last computed. */
static bool worth(double *last, double left)
{
    if (!(left <= NEAR || left <= 0.5 * *last))
        return false;
    *last = left;
    return true;
}

/* c = [M -A'; A 0]'y and the sum of the magnitudes of its terms, where y has entries for A's rows only or, if falls,
 * for z only. */
static void combine(const zni_interior *a, bool falls, const double y[], double c[], double size[])
{
    const zn_index n = a->n, N = n + a->m;

    memset(c, 0, (size_t)N * sizeof *c);
    memset(size, 0, (size_t)N * sizeof *size);
    if (!falls) {
        zni_qp_mul(a->p, true, 1, y + n, 0, c);
        zni_qp_add_sizes(a->p, true, y + n, size);
        return;
    }
    zn_matrix_mul(a->p->M, 1, y, 0, c);
    zni_add_sizes(a->p->M, false, y, size);
    zni_qp_mul(a->p, false, -1, y, 0, c + n);
    zni_qp_add_sizes(a->p, false, y, size + n);
}

/* By how much y'q is below all that the ranges r allow, if the entries of c whose range is unbounded are taken as 0;
 * 0: by no more than rounding. *left: the largest of these entries, relative to the sizes. */
static double below(const zni_interior *a, const zni_ranges *r, const double y[], const double c[],
                    const double size[], double *left)
{
    double sum[2] = {0, 0}, right = 0, terms = 0, open[2] = {0, 0}, all[2] = {0, 0};

    for (zn_index j = 0; j < a->n + a->m; j++) {
        const int part = j >= a->n;

        all[part] = fmax(all[part], size[j]);
        if (isinf(c[j] > 0 ? r->z_hi[j] : r->z_lo[j]))
            open[part] = fmax(open[part], fabs(c[j]));
        else if (zni_beyond(c[j], size[j]) > 0)
            zni_add_range(-c[j], r->z_lo[j], r->z_hi[j], sum, &terms);
        right += y[j] * a->box->q[j];
        terms += fabs(y[j] * a->box->q[j]);
    }
    *left = fmax(all[0] > 0 ? open[0] / all[0] : 0, all[1] > 0 ? open[1] / all[1] : 0);
    return sum[0] - right > ZERO * terms && isfinite(terms) ? sum[0] - right : 0;
}

void zni_interior_ranges(zni_interior *a)
{
    const zn_index N = a->n + a->m;
    double *z_lo = a->ranges, *z_hi = z_lo + N, *w_lo = z_hi + N, *w_hi = w_lo + N;

    for (zn_index j = 0; j < N; j++) {
        const bool row = j >= a->n;

        z_lo[j] = row ? 0 : -INFINITY;
        z_hi[j] = INFINITY;
        w_lo[j] = row || isinf(a->box->hi[j]) ? 0 : -INFINITY;
        w_hi[j] = row || isfinite(a->box->lo[j]) ? INFINITY : 0;
    }
}

/* y = the multipliers or direction `from`, with entries of the wrong sign set to 0. false: it is not finite, or the
 * objective does not decrease along it */
static bool load(const zni_interior *a, bool falls, const double from[], double y[])
{
    const zn_index n = a->n, m = a->m;
    double slope = 0;

    memset(y, 0, (size_t)(n + m) * sizeof *y);
    for (zn_index j = 0; j < (falls ? n : m); j++) {
        if (!isfinite(from[j]))
            return false;
        if (!falls)
            y[n + j] = fmax(from[j], 0);
        else if (isinf(from[j] < 0 ? a->box->lo[j] : a->box->hi[j]))
            slope += a->box->q[j] * (y[j] = from[j]);
    }
    return !falls || slope < 0;
}

/* The units in which a direction may change in each unknown: a change of one unit has the energy of all of y. An
 * unknown that a bound holds does not change. */
static void units(const zni_interior *a, bool falls, const double y[], double unit[])
{
    double sum = 0;

    memset(unit, 0, (size_t)(a->n + a->m) * sizeof *unit);
    if (!falls)
        return;
    zn_matrix_diag(a->p->M, unit);
    for (zn_index i = 0; i < a->n; i++)
        sum += sqrt(fmax(unit[i], 0)) * fabs(y[i]);
    for (zn_index i = 0; i < a->n; i++) {
        const bool stays = y[i] == 0 && (isfinite(a->box->lo[i]) || isfinite(a->box->hi[i]));

        unit[i] = !stays && unit[i] > 0 ? sum / sqrt(unit[i]) : 0;
    }
}

bool zni_interior_proves(zni_interior *a, bool falls, const double from[], bool last, double w[])
{
    const zn_index n = a->n, N = n + a->m;
    double *y = a->ranges + 4 * N, *c = y + N, *size = c + N, left, apart;

    if (!load(a, falls, from, y))
        return false;
    const zni_ranges r = {falls ? a->ranges : a->box->lo, falls ? a->ranges + N : a->box->hi,
                          a->ranges + 2 * N, a->ranges + 3 * N};

    combine(a, falls, y, c, size);
    if (!(below(a, &r, y, c, size, &left) > 0) ||
        (!last && !worth(falls ? &a->endless : &a->empty, left)))
        return false;
    units(a, falls, y, size);
    if (!zni_refutes(a->refute, a->box, &r, size, y))
        return false;
    combine(a, falls, y, c, size);
    apart = below(a, &r, y, c, size, &left);
    for (zn_index j = 0; j < N; j++)
        w[j] = ((j < n) == falls ? y[j] : -c[j]) / apart;
    return apart > 0;
}
