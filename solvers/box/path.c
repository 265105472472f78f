/* path.c - pivots along the path of a linear problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <string.h>

#include "../linalg/units.h"

/* From a vertex of the box this is the method of Cao & Ferris (Math. Oper. Res.
 * 21, 1996) with bounds kept as bounds, and for an orthant Lemke's; from a point
 * it makes the Newton path of Ralph (Math. Oper. Res. 19, 1994) and Dirkse &
 * Ferris (Optim. Methods Softw. 5, 1995).
 *
 * The dictionary is that of dictionary.c with t in place of z0. Of each
 * pair one of z_i, w_i is basic or both have just changed places; nonbasic z_i
 * are at a bound, nonbasic w_i are zero. A variable that leaves lets the other
 * of its pair enter, away from where the first has stopped. */

/* ---- scaled values -------------------------------------------------------- */

/* z = s z' / beta, w = w' / (s beta), of the dictionary's scales */
static double low(const zni_path *k, const zni_box *b, zn_index i)
{
    return k->d.beta * zni_box_lo(b, i) / k->d.s[i];
}

static double high(const zni_path *k, const zni_box *b, zn_index i)
{
    return k->d.beta * zni_box_hi(b, i) / k->d.s[i];
}

/* value of a variable that is not basic */
static double resting(const zni_path *k, const zni_box *b, zn_index var)
{
    zn_index n = b->n, i = var - n;

    if (var < n || var == 2 * n)
        return 0;
    return k->side[i] == ZNI_AT_HI ? high(k, b, i) : low(k, b, i);
}

/* Row i, at a bound, is inside from now on. On the bound it would stop the path at once,
 * and where there are many they would be tied: in large problems, where ties are dear, it
 * moves away from there by about what is 1 when scaled. */
static void join(zni_path *k, const zni_box *b, zn_index i)
{
    const zni_dictionary *d = &k->d;
    const zni_csc *c = &d->M;
    const double width = zni_box_hi(b, i) - zni_box_lo(b, i);
    double by = fmin(zni_golden(i) * d->s[i] / d->beta, width / 2);

    k->r[i] += k->w0[i];
    k->w0[i] = 0;
    k->inside[i] = 1;
    k->side[i] = ZNI_FREE;
    if (!d->sparse)
        return;
    by = k->down[i] ? -by : by;
    k->z0[i] += by;
    for (zn_index e = c->p[i]; e < c->p[i + 1]; e++)
        k->r[c->i[e]] += c->x[e] / (d->s[c->i[e]] * d->s[i]) * by;
}

/* Bring z_c into the basis for the w of a row that is inside; if none has a pivot, for
 * the w of a row at its bound, which is made one of them. */
static zn_status enter(zni_path *k, const zni_box *b, zn_index c, bool *joined)
{
    zni_dictionary *d = &k->d;
    const double *te = zni_dictionary_column(d, c, d->enter);
    const double big = zni_largest(te, b->n);
    double best = 0, other = 0;
    zn_index r = -1, at = -1, partner;

    for (zn_index i = 0; i < b->n; i++) {
        zn_index v = d->basic[i];
        double size = fabs(te[i]);

        if (v < b->n && k->side[v] == ZNI_FREE && size > best) {
            best = size;
            r = i;
        } else if (v < b->n && k->side[v] != ZNI_FREE && size > other &&
                   zni_box_lo(b, v) < zni_box_hi(b, v)) {
            other = size;
            at = i;
        }
    }
    if (best > ZNI_TINY_PIVOT * big)
        return zni_dictionary_pivot(d, r, c);
    if (!(other > ZNI_TINY_PIVOT * big))
        return ZN_ESINGULAR;
    partner = d->basic[at];
    join(k, b, partner);
    *joined = true;
    return zni_dictionary_pivot(d, at, c);
}

/* Exchange the z of all rows that are inside for their w. ZN_RETRY: others have joined
 * them, which has changed r; ZN_UNSOLVED: no time */
static zn_status crash(zni_path *k, const zni_box *b, zn_monitor *mon,
                       zn_solve_info *info)
{
    zni_dictionary *d = &k->d;
    bool joined = false, more = true;
    zn_status st = ZN_OK;

    while (more && !st) {
        more = false;
        for (zn_index c = 0; c < b->n && !st; c++) {
            if (k->side[c] != ZNI_FREE || d->where[b->n + c] >= 0)
                continue;
            if (mon && zni_last(mon, info->iterations, -1, info))
                return ZN_UNSOLVED;
            st = enter(k, b, c, &joined);
            if (st)
                info->outcome = zni_dictionary_stopped(st);
            more = true;
        }
    }
    return st ? st : joined ? ZN_RETRY : ZN_OK;
}

/* Load the dictionary of the start: t nonbasic with column r. */
static zn_status load(zn_ctx *ctx, zni_path *k, const zni_box *b,
                      zn_monitor *mon, zn_solve_info *info)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n;
    zn_lcp lcp = {.n = n, .M = b->M, .q = k->r};
    zn_status st = zni_dictionary_load(ctx, d, &lcp, n + 1, mon, info);

    if (st)
        return st;
    /* b holds the scaled q, which is r here */
    memcpy(d->cover, d->b, (size_t)n * sizeof *d->b);
    for (zn_index i = 0; i < n; i++) {
        bool at_lo = k->z0[i] == zni_box_lo(b, i);
        bool at_hi = k->z0[i] == zni_box_hi(b, i);

        /* a row fixed by its bounds stays where it is */
        k->side[i] = at_hi && (!at_lo || k->w0[i] < 0) ? ZNI_AT_HI
                     : at_lo                           ? ZNI_AT_LO
                                                       : ZNI_FREE;
        k->down[i] = k->side[i] == ZNI_AT_HI;
        if (k->inside[i])
            k->side[i] = ZNI_FREE;
    }
    /* all at once, where that can be done; one by one for the one that is singular */
    if (d->sparse) {
        st = zni_dictionary_start(d, k->side);
        if (st == ZN_UNSOLVED)
            info->outcome = ZN_TIME_LIMIT;
        if (st != ZN_ESINGULAR)
            return st;
    }
    return crash(k, b, mon, info);
}

/* The start, values in b. */
static zn_status begin(zn_ctx *ctx, zni_path *k, const zni_box *b,
                       zn_monitor *mon, zn_solve_info *info)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n;
    zn_status st;

    memset(k->inside, 0, (size_t)n);
    do
        st = load(ctx, k, b, mon, info);
    while (st == ZN_RETRY);
    k->most = zni_largest(k->r, n);
    for (zn_index r = 0; r < n && !st; r++) {
        zn_index v = d->basic[r], i = v < n ? v : v - n;

        d->b[r] =
            v < n ? d->beta * d->s[i] * k->w0[i] : d->beta * k->z0[i] / d->s[i];
    }
    return st;
}

/* b anew, by new factors: w - M z - t r = q - r holds along the path */
static void refresh(zni_path *k, const zni_box *b)
{
    zni_dictionary *d = &k->d;

    for (zn_index i = 0; i < b->n; i++)
        d->work[i] = b->q[i] - k->r[i];
    for (zn_index e = 0; e <= b->n; e++)
        d->row[e] = resting(k, b, d->column[e]);
    zni_dictionary_values(d, d->work, d->row);
}

/* ---- along it ------------------------------------------------------------- */

/* how far basic variable v of value x may go at the given rate */
static double room(const zni_path *k, const zni_box *b, double end, zn_index v,
                   double x, double rate)
{
    zn_index n = b->n, i = v < n ? v : v - n;
    double bound;

    if (v == 2 * n)
        bound = rate > 0 ? end : -INFINITY;
    else if (v >= n)
        bound = rate > 0 ? high(k, b, i) : low(k, b, i);
    else if (zni_box_lo(b, i) == zni_box_hi(b, i))
        bound = INFINITY; /* w of a fixed row has any sign */
    else
        bound = (rate > 0) == (k->side[i] == ZNI_AT_HI) ? 0 : INFINITY;
    if (isinf(bound))
        return INFINITY;
    bound = (bound - x) / rate;
    return bound > 0 ? bound : 0;
}

/* what is left of r, as an error; -1 where the caller has not said of what */
static double left(const zni_path *k, zn_index n)
{
    zn_index at = k->d.where[2 * n];

    return k->scale > 0
               ? fabs(1 - (at < 0 ? 0 : k->d.b[at])) * k->most / k->scale
               : -1;
}

/* The row that stops variable `var`, whose column is te, when it moves in direction dir;
 * -1: itself (or nothing, when *step is infinite). */
static zn_index blocking(zni_path *k, const zni_box *b, double end, zn_index var,
                         const double te[], double dir, double *step)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n, ties = 0;
    const double big = zni_largest(te, n);
    double own = INFINITY, least;

    if (var == 2 * n)
        own = end;
    else if (var >= n)
        own = high(k, b, var - n) - low(k, b, var - n);
    least = own;
    for (zn_index i = 0; i < n; i++) {
        bool counts = fabs(te[i]) > ZNI_TINY_PIVOT * big;

        d->work[i] = counts ? room(k, b, end, d->basic[i], d->b[i], dir * te[i])
                            : INFINITY;
        least = d->work[i] < least ? d->work[i] : least;
    }
    *step = least;
    if (isinf(least) || (var == 2 * n && own <= least))
        return -1;
    if (zni_tied(own, least))
        d->list[ties++] = -1;
    for (zn_index i = 0; i < n; i++) {
        if (!zni_tied(d->work[i], least))
            continue;
        /* t may always stop in a tie: then the solution is there */
        if (d->basic[i] == 2 * n)
            return i;
        d->list[ties++] = i;
    }
    return zni_dictionary_first(d, ties, te, dir, k->down);
}

/* z and the sides of the corner, unscaled; ends the path */
static void corner(zni_path *k, const zni_box *b)
{
    const zni_dictionary *d = &k->d;

    if (d->where[2 * b->n] >= 0)
        k->t = d->b[d->where[2 * b->n]];

    for (zn_index i = 0; i < b->n; i++) {
        zn_index rz = d->where[b->n + i];
        double z = rz >= 0                   ? d->b[rz] * d->s[i] / d->beta
                   : k->side[i] == ZNI_AT_HI ? zni_box_hi(b, i)
                                             : zni_box_lo(b, i);

        k->zt[i] = zni_box_clip(b, i, z);
        if (rz >= 0)
            k->side[i] = ZNI_FREE;
    }
}

/* Pair i: its variable has stopped at side `side` (z) or at zero (w); the other
 * one is next. */
static void turn(const zni_path *k, zn_index n, zn_index stopped,
                 zn_index *enters, double *dir)
{
    zn_index i = stopped < n ? stopped : stopped - n;
    bool hi = k->side[i] == ZNI_AT_HI;

    *enters = stopped < n ? stopped + n : stopped - n;
    *dir = hi ? -1 : 1;
}

/* at the start, which is the point reached where there is no way on */
static zn_status set_out(zn_ctx *ctx, zni_path *k, const zni_box *b,
                         zn_monitor *mon, zn_solve_info *info)
{
    const size_t bytes = (size_t)b->n * sizeof *k->zt;
    const zn_status st = begin(ctx, k, b, mon, info);

    k->t = 0;
    k->pivots = 0;
    if (st == ZN_UNSOLVED)
        memcpy(k->zt, k->z0, bytes);
    if (!st)
        info->outcome = ZN_ITERATION_LIMIT;
    return st;
}

/* the variable of column e enters with that value, that of row r leaves; the value is that
 * of the corner, also if it is the last one */
static zn_status exchange(zni_dictionary *d, zn_index r, zn_index e,
                          double value)
{
    zn_status st;

    d->b[r] = 0;
    st = zni_dictionary_pivot(d, r, e);
    d->b[r] = value;
    return st;
}

zn_status zni_path_follow(zn_ctx *ctx, zni_path *k, const zni_box *b, double end,
                          zn_index max_pivots, zn_monitor *mon,
                          zn_solve_info *info)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n, enters = 2 * n;
    double dir = 1;
    zn_status st = set_out(ctx, k, b, mon, info);

    if (st)
        return st;
    for (; k->pivots < max_pivots; k->pivots++) {
        const zn_index e = -1 - d->where[enters];
        const double *te = zni_dictionary_column(d, e, d->enter);
        zn_index r, leaves;
        double step, value;

        if (mon && zni_last(mon, info->iterations, left(k, n), info))
            break;
        info->iterations++;
        r = blocking(k, b, end, enters, te, dir, &step);
        if (isinf(step)) {
            info->outcome = ZN_RAY;
            break;
        }
        value = resting(k, b, enters) + dir * step;
        for (zn_index i = 0; i < n; i++) /* the basic variables move with it */
            d->b[i] += dir * step * te[i];
        if (r < 0 && enters != 2 * n) {
            /* from one bound to the other, without an exchange */
            k->side[enters - n] = dir > 0 ? ZNI_AT_HI : ZNI_AT_LO;
            turn(k, n, enters, &enters, &dir);
            continue;
        }
        leaves = r < 0 ? 2 * n : d->basic[r];
        if (leaves >= n && leaves < 2 * n)
            k->side[leaves - n] = dir * te[r] > 0 ? ZNI_AT_HI : ZNI_AT_LO;
        st = r < 0 ? ZN_OK : exchange(d, r, e, value);
        if (leaves == 2 * n && (st >= 0 || st == ZN_ESINGULAR)) {
            /* the last one sets the values, needs no factors any more, and t stays at
             * the end */
            k->pivots++;
            corner(k, b);
            k->t = end;
            return ZN_OK;
        }
        if (st == ZN_ESINGULAR || st == ZN_UNSOLVED) {
            info->outcome = zni_dictionary_stopped(st);
            break;
        }
        if (st)
            return st;
        if (zni_dictionary_fresh(d))
            refresh(k, b);
        turn(k, n, leaves, &enters, &dir);
    }
    corner(k, b);
    return ZN_UNSOLVED;
}
