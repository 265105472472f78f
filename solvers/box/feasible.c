/* feasible.c - values within bounds that satisfy w = M z + q, by the simplex method
 * SPDX-License-Identifier: Apache-2.0 */
#include "branch.h"

#include <string.h>

/* Each pivot reduces the sum of the bound violations of basic variables (phase one with bounds: Chvatal, Linear
 * Programming, 1983, chapter 8). The row that leaves is the one with the largest pivot among those that block within
 * OUTSIDE (Harris, Math. Programming 5, 1973). The data are in units in which rows and columns of M have entries up
 * to 1. */

/* OUTSIDE: violations of bounds that do not count. PIVOT: smaller entries are no pivots. FLAT: slopes that are
 * rounding. */
static const double OUTSIDE = 1e-10, PIVOT = 1e-9, FLAT = 1e-11;

/* EACH: pivots for each row before giving up. WARY: after so many for each row, the first variable that helps
 * enters, which does not cycle (Bland 1977). RENEW: pivots after which T is computed anew. */
enum { EACH = 40, WARY = 20, RENEW = 100 };

/* TURNS: sweeps over rows and columns to determine units; so many converge over the whole range of numbers. LEAST:
 * 2^-LEAST is the smallest unit whose inverse is a number, too. */
enum { TURNS = 20, LEAST = 1000 };

/* 2^-k with 2^-k x in [1/2, 1), or as close to it as the range of numbers allows; 1 for 0 */
static double unit_of(double x)
{
    int e;

    if (!(x > 0))
        return 1;
    frexp(x, &e);
    return ldexp(1, e < -LEAST ? LEAST : -e);
}

/* minus the mean of the exponents of the nonzero ones of `count` numbers, `step` apart, in units of 2^other */
static double mean_unit(zn_index count, const double x[], zn_index step, const double other[])
{
    double sum = 0;
    zn_index any = 0;

    for (zn_index i = 0; i < count; i++, x += step) {
        int e;

        if (*x == 0)
            continue;
        frexp(*x, &e);
        sum += e + other[i];
        any++;
    }
    return any > 0 ? -sum / (double)any : 0;
}

/* Offset for rounding means of integers down: no such mean is near 1 - APART, where rounding errors would decide. */
static const double APART = 0.41421356237309503; /* 2^(1/2) - 1 */

/* Units of columns, into c, together with those of rows such that the geometric means of rows and of columns are 1
 * (Curtis & Reid, J. IMA 10, 1972, by alternating sweeps). Then the result does not depend on the units of the data. */
static void means(zn_index n, const double M[], double c[], double r[])
{
    memset(c, 0, (size_t)n * sizeof *c);
    for (int turn = 0; turn < TURNS; turn++) {
        for (zn_index i = 0; i < n; i++)
            r[i] = mean_unit(n, M + i, n, c);
        for (zn_index j = 0; j < n; j++)
            c[j] = mean_unit(n, M + j * n, 1, r);
    }
    for (zn_index j = 0; j < n; j++)
        c[j] = ldexp(1, (int)fmin(fmax(floor(c[j] + APART), -LEAST), LEAST));
}

static double largest_bound(const zni_box *b, zn_index j)
{
    const double lo = fabs(zni_box_lo(b, j)), hi = fabs(zni_box_hi(b, j));

    return fmax(isfinite(lo) ? lo : 0, isfinite(hi) ? hi : 0);
}

/* Units of columns by these means, then of rows and columns by their largest numbers; q and bounds get one more
 * common scale. A row or column of zeros has a unit of its own: a row is what its q_i is, however small, and z_j of
 * a column is in no row. */
static void units(zni_branch *k, const zni_box *b)
{
    const zn_index n = k->n;
    const double *M = k->M;
    double *c = k->unit, *r = k->unit + n, big = 0;

    means(n, M, c, r);
    for (zn_index i = 0; i < n; i++) {
        double most = 0;

        for (zn_index j = 0; j < n; j++)
            most = fmax(most, fabs(M[i + j * n] * c[j]));
        r[i] = most > 0 ? unit_of(most) : 0;
        big = fmax(big, fabs(r[i] * b->q[i]));
    }
    for (zn_index j = 0; j < n; j++) {
        double most = 0;

        for (zn_index i = 0; i < n; i++)
            most = fmax(most, fabs(r[i] * M[i + j * n]));
        c[j] = most > 0 ? unit_of(most) : 0;
        if (most > 0)
            big = fmax(big, largest_bound(b, j) / c[j]);
    }
    k->scale = unit_of(big);
    for (zn_index i = 0; i < n; i++) {
        if (r[i] == 0)
            r[i] = unit_of(fabs(b->q[i])) / k->scale;
        if (c[i] == 0)
            c[i] = k->scale / unit_of(largest_bound(b, i));
    }
}

static void from_data(zni_branch *k, const zni_box *b)
{
    const zn_index n = k->n;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            k->T[i + j * n] =
                k->unit[n + i] * k->M[i + j * n] * k->unit[j];
    for (zn_index i = 0; i < n; i++) {
        k->beta[i] = k->scale * k->unit[n + i] * b->q[i];
        k->basic[i] = n + i;
        k->nonbasic[i] = i;
    }
    k->pivots = 0;
}

void zni_branch_begin(zni_branch *k, const zni_box *b)
{
    units(k, b);
    from_data(k, b);
    memset(k->x, 0, (size_t)(2 * k->n) * sizeof *k->x);
}

/* exchange the variables of row r and column e */
static void pivot(zni_branch *k, zn_index r, zn_index e)
{
    const zn_index n = k->n, in = k->nonbasic[e];
    const double p = 1 / k->T[r + e * n];
    double *column = k->T + e * n;

    for (zn_index j = 0; j < n; j++) {
        double *t = k->T + j * n, of;

        if (j == e || t[r] == 0)
            continue;
        of = t[r] *= -p;
        for (zn_index i = 0; i < n; i++)
            if (i != r)
                t[i] += column[i] * of;
    }
    k->beta[r] *= -p;
    for (zn_index i = 0; i < n; i++) {
        if (i == r)
            continue;
        k->beta[i] += column[i] * k->beta[r];
        column[i] *= p;
    }
    column[r] = p;
    k->nonbasic[e] = k->basic[r];
    k->basic[r] = in;
    k->pivots++;
}

/* Compute the same basis from M, which restores the accuracy lost by pivots. Column by column, the largest pivot is
 * taken. */
static void renew(zni_branch *k, const zni_box *b)
{
    const zn_index n = k->n;
    bool wanted[2 * ZNI_BRANCH_MAX] = {false};

    for (zn_index i = 0; i < n; i++)
        wanted[k->basic[i]] = true;
    from_data(k, b);
    for (zn_index e = 0; e < n; e++) {
        zn_index r = -1;
        double most = PIVOT;

        if (!wanted[k->nonbasic[e]])
            continue;
        for (zn_index i = 0; i < n; i++) {
            const double size = fabs(k->T[i + e * n]);

            if (!wanted[k->basic[i]] && size > most) {
                most = size;
                r = i;
            }
        }
        if (r >= 0)
            pivot(k, r, e);
    }
    k->pivots = 0;
}

/* put nonbasic variables within their bounds, and compute the basic ones */
static void values(zni_branch *k)
{
    const zn_index n = k->n;
    double y[ZNI_BRANCH_MAX];

    memcpy(y, k->beta, (size_t)n * sizeof *y);
    for (zn_index j = 0; j < n; j++) {
        const zn_index v = k->nonbasic[j];
        const double *t = k->T + j * n;

        k->x[v] = fmin(fmax(k->x[v], k->lo[v]), k->hi[v]);
        for (zn_index i = 0; i < n && k->x[v] != 0; i++)
            y[i] += t[i] * k->x[v];
    }
    for (zn_index i = 0; i < n; i++)
        k->x[k->basic[i]] = y[i];
}

/* Derivatives of the sum of violations with respect to basic and nonbasic variables; false: nothing is violated */
static bool slopes(zni_branch *k)
{
    const zn_index n = k->n;
    bool any = false;

    for (zn_index i = 0; i < n; i++) {
        const zn_index v = k->basic[i];

        k->g[i] = k->x[v] < k->lo[v] - OUTSIDE ? -1 : k->x[v] > k->hi[v] + OUTSIDE;
        any |= k->g[i] != 0;
    }
    for (zn_index j = 0; j < n && any; j++) {
        double sum = 0;

        for (zn_index i = 0; i < n; i++)
            sum += k->g[i] * k->T[i + j * n];
        k->d[j] = sum;
    }
    return any;
}

/* The column whose variable enters, and in which direction it moves; -1: none reduces the sum. */
static zn_index entering(const zni_branch *k, bool wary, double *way)
{
    zn_index e = -1;
    double most = FLAT;

    for (zn_index j = 0; j < k->n; j++) {
        const zn_index v = k->nonbasic[j];
        const double d = k->d[j];
        const bool moves = d < 0 ? k->x[v] < k->hi[v] : k->x[v] > k->lo[v];

        if (!moves || !(fabs(d) > most))
            continue;
        if (wary && e >= 0 && v > k->nonbasic[e])
            continue;
        if (!wary)
            most = fabs(d);
        e = j;
        *way = d < 0 ? 1 : -1;
    }
    return e;
}

/* How far the basic variable of row i allows the step, in units of its own, if it changes with this rate: to the
 * bound that it violates, or else to the bound ahead; infinite if there is none. */
static double reach(const zni_branch *k, zn_index i, double rate)
{
    const zn_index v = k->basic[i];
    const double x = k->x[v], lo = k->lo[v], hi = k->hi[v];
    const bool below = x < lo - OUTSIDE, above = x > hi + OUTSIDE;

    if (rate > 0)
        return above ? INFINITY : (below ? lo : hi) - x;
    return below ? INFINITY : x - (above ? hi : lo);
}

/* The row that leaves when column e enters, and the length of the step; -1: the variable goes to its other bound;
 * -2: nothing blocks it. */
static zn_index leaving(const zni_branch *k, zn_index e, double way, double *far)
{
    const zn_index n = k->n, v = k->nonbasic[e];
    const double *t = k->T + e * n, own = k->hi[v] - k->lo[v];
    double least = INFINITY, size = PIVOT;
    zn_index r = -2;

    for (zn_index i = 0; i < n; i++) {
        const double rate = way * t[i];

        if (fabs(rate) > PIVOT)
            least = fmin(least, (fmax(reach(k, i, rate), 0) + OUTSIDE) / fabs(rate));
    }
    *far = own;
    if (own <= least)
        return isinf(own) ? -2 : -1;
    for (zn_index i = 0; i < n; i++) {
        const double rate = way * t[i];
        double stop;

        if (!(fabs(rate) > size))
            continue;
        stop = fmax(reach(k, i, rate), 0) / fabs(rate);
        if (stop > least)
            continue;
        size = fabs(rate);
        r = i;
        *far = stop;
    }
    return r;
}

static void move(zni_branch *k, zn_index e, zn_index r, double step)
{
    const zn_index n = k->n, v = k->nonbasic[e];
    const double *t = k->T + e * n;

    for (zn_index i = 0; i < n; i++)
        k->x[k->basic[i]] += t[i] * step;
    k->x[v] += step;
    if (r < 0) { /* exactly on its other bound  */
        k->x[v] = step > 0 ? k->hi[v] : k->lo[v];
        return;
    }
    /* the variable that leaves is exactly on the bound that it has reached */
    const zn_index out = k->basic[r];

    k->x[out] = fabs(k->x[out] - k->lo[out]) <= fabs(k->x[out] - k->hi[out])
                    ? k->lo[out]
                    : k->hi[out];
    pivot(k, r, e);
}

zni_feasible zni_branch_feasible(zni_branch *k, const zni_box *b)
{
    const zn_index n = k->n;

    if (k->pivots > RENEW)
        renew(k, b);
    values(k);
    for (zn_index it = 0; it < EACH * n; it++) {
        double way = 0, far;
        zn_index e, r;

        if (!slopes(k)) {
            if (k->pivots == 0)
                return ZNI_FEASIBLE;
            renew(k, b); /* decided once more, without the rounding of pivots */
            values(k);
            if (!slopes(k))
                return ZNI_FEASIBLE;
            continue;
        }
        e = entering(k, it > WARY * n, &way);
        if (e < 0)
            return ZNI_REFUTED;
        r = leaving(k, e, way, &far);
        if (r == -2)
            return ZNI_LOST;
        move(k, e, r, way * far);
    }
    return ZNI_LOST;
}

/* sum g_i basic_i - sum d_j nonbasic_j = g'beta is a sum of rows of w - M z = q with weights y: y_i is the
 * coefficient of w_i. A coefficient that may be rounding is set to 0 where its sign would matter. */
void zni_branch_multipliers(const zni_branch *k, double y[])
{
    const zn_index n = k->n;

    for (zn_index i = 0; i < n; i++) {
        const zn_index v = k->nonbasic[i];

        if (k->basic[i] >= n)
            y[k->basic[i] - n] = k->g[i];
        if (v >= n)
            y[v - n] = fabs(k->d[i]) > FLAT || k->lo[v] == k->hi[v] ? -k->d[i] : 0;
    }
    for (zn_index i = 0; i < n; i++)
        y[i] *= k->unit[n + i];
}
