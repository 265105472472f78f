/* by_sets.c - the semismooth equation of a product of sets
 * SPDX-License-Identifier: Apache-2.0 */
#include "by_sets.h"

#include <math.h>

#include "../core/finite.h"

/* Smallest value of a term that shrinks: enough where sets are redundant up to rounding. */
static const double FADED = 1e-6;

/* Factors by which the term grows from the first direction to the second, and shrinks after a step. It is at most as
 * large as M. */
static const double STRONGER = 100, WEAKER = 10;

/* Terms that are tried where the matrix is singular: the first beside a term of zero, and the factor by which they
 * grow. */
enum { TRIES = 3 };
static const double LEAST = 1e-10, MORE = 1e3;

static zn_index first_row(const zni_by_sets *s, zn_index a)
{
    return s->d > 0 ? s->d * a : s->ro[a];
}

/* B of the set whose A is at this place */
static double *beside(const zni_by_sets *s, double *A, zn_index dd)
{
    return s->B ? s->B + (A - s->A) : A + dd;
}

double zni_by_sets_value(zni_by_sets *s, const double z[], const double w[], bool derive)
{
    double sum = 0, *A = s->A;

    for (zn_index a = 0; a < s->nb; a++) {
        const zn_index i = first_row(s, a), d = first_row(s, a + 1) - i, dd = d * d;
        double *phi = s->phi + i;

        s->map(s, a, w + i, z + i, phi, derive ? A : NULL, beside(s, A, dd));
        A += s->B ? dd : 2 * dd;
        for (zn_index k = 0; k < d; k++)
            sum += s->energy ? phi[k] * phi[k] / s->rho[a] : phi[k] * phi[k];
    }
    if (derive)
        s->added = 0;
    return sum / 2;
}

/* `size` times E at row i of set a */
static double term(const zni_by_sets *s, zn_index a, zn_index i, double size)
{
    const double own = s->rho ? size / s->rho[a] : size;

    return s->turn ? own * s->turn[i] : own;
}

void zni_by_sets_pull(const zni_by_sets *s, const double z[], const double ref[], double w[])
{
    for (zn_index a = 0; a < s->nb && s->alpha > 0; a++)
        for (zn_index i = first_row(s, a); i < first_row(s, a + 1); i++)
            w[i] += term(s, a, i, s->alpha) * (z[i] - (ref ? ref[i] : 0));
}

/* Makes the multiple of E A in B `size`. */
static void damp(zni_by_sets *s, double size)
{
    const double more = size - s->added;
    double *A = s->A;

    s->added = size;
    for (zn_index a = 0; a < s->nb && more != 0; a++) {
        const zn_index i = first_row(s, a), d = first_row(s, a + 1) - i, dd = d * d;
        double *B = beside(s, A, dd);

        for (zn_index j = 0; j < d; j++) {
            const double by = term(s, a, i + j, more);

            for (zn_index k = j * d; k < (j + 1) * d; k++)
                B[k] += by * A[k];
        }
        A += s->B ? dd : 2 * dd;
    }
}

void zni_by_sets_stronger(zni_by_sets *s)
{
    s->now = fmin(STRONGER * s->now, 1);
}

/* The smallest term of the present step. */
static double least(const zni_by_sets *s)
{
    if (!s->fade || !(s->m < s->first))
        return s->reg;
    return fmax(s->reg * sqrt(s->m / s->first), fmin(s->reg, FADED));
}

zn_status zni_by_sets_linearise(void *of, const double z[], const double w[], double *m)
{
    zni_by_sets *s = of;

    *m = s->m = zni_by_sets_value(s, z, w, true);
    if (!s->begun)
        s->first = s->m;
    s->begun = true;
    s->now = fmax(s->now / WEAKER, least(s));
    return ZN_OK;
}

double zni_by_sets_merit(void *of, const double z[], const double w[])
{
    return zni_by_sets_value(of, z, w, false);
}

zn_status zni_by_sets_direction(void *of, int kth, const double z[], const double w[],
                                double d[], double *slope)
{
    zni_by_sets *s = of;
    double reg;

    *slope = -2 * s->m;
    if (kth > 0) {
        zni_by_sets_stronger(s);
        zni_by_sets_value(s, z, w, true); /* phi is that of the last trial, and B has the first term */
    }
    reg = s->now;
    for (int tries = 0; tries < TRIES; tries++) {
        zn_status st;

        damp(s, s->alpha + (s->rho ? reg : reg * s->unit));
        st = s->factor(s);
        if (st && st != ZN_ESINGULAR)
            return st;
        for (zn_index i = 0; i < s->n; i++)
            d[i] = -s->phi[i];
        if (!st)
            s->solve(s, d);
        if (!st && zni_finite(s->n, d))
            return ZN_OK;
        reg = reg > 0 ? MORE * reg : LEAST;
    }
    return ZN_ESINGULAR;
}

zn_status zni_by_cells_factor(void *of)
{
    const zni_by_cells *s = of;

    zni_cell_lu_linear(s->lu, s->M, s->sets.A);
    return zni_cell_lu_factor(s->ctx, s->lu, s->M, false);
}

void zni_by_cells_solve(void *of, double b[])
{
    zni_cell_lu_solve(((const zni_by_cells *)of)->lu, b);
}

zn_status zni_by_cells_affords(void *of, const zn_monitor *mon)
{
    const zni_by_cells *s = of;

    return zni_cell_lu_affords(s->ctx, s->lu, s->M, mon);
}
