/* certificate.c - proofs that a quadratic program has no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/sizes.h"
#include "interior.h"

#include <string.h>

/* Along what the iterates run away where there is no solution: multipliers of rows that contradict
 * each other, or a direction in which the objective falls. Either is a multiplier y of the rows of
 *     (nu, s) = [M -A'; A 0] (z, l) + (q, b)
 * that refutes them (../../box/refute.h) with z in its bounds and s >= 0, or with l >= 0 and nu of the signs that
 * the bounds allow. An iterate is one up to what is left of the way; so it is looked at by products first, and the
 * nearest point that is one is looked for where that is worth it. */

/* What a contradiction has to be, relative to the terms of its sum: a point that violates rows by less
 * counts as a solution. */
static const double ZERO = 1e-8;

/* Is a point looked for, where so much is left of the way? Where it is a tenth of what it was when one was last
 * looked for, or where iterates have digits to lose only. */
static const double NEAR = 1e-6;

static bool worth(double *last, double left)
{
    if (!(left <= NEAR || left <= 0.5 * *last))
        return false;
    *last = left;
    return true;
}

/* c = [M -A'; A 0]'y, of its terms the size: y is rows' alone, or z's */
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

/* How far y'q is below what the ranges allow where what is open to infinity there was 0, of which the most is left,
 * beside the terms; 0: not by more than rounding. */
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

/* y, of which what has the wrong sign is 0. false: it is not finite, or along it the objective does not fall */
static bool take(const zni_interior *a, bool falls, const double from[], double y[])
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

/* What d may change by: by what of each unknown has the energy of all; nothing of one that bounds hold. */
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

    if (!take(a, falls, from, y))
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
