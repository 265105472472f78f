/* path.c - pivots along the path of a linear problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <string.h>

#include "../linalg/units.h"

/* From a vertex of the box this is the method of Cao & Ferris (Math. Oper. Res. 21, 1996) with bounds kept as
 * bounds; for an orthant it is Lemke's method. From a point it builds the Newton path of Ralph (Math. Oper. Res. 19,
 * 1994) and Dirkse & Ferris (Optim. Methods Softw. 5, 1995).
 *
 * The dictionary is that of dictionary.c with t in place of z0. Of each pair, one of z_i and w_i is basic, or both
 * have just been exchanged. A nonbasic z_i is at a bound, a nonbasic w_i is zero. When one variable of a pair leaves
 * the basis, the other one enters, and moves away from the value at which the first stopped. */

/* ---- scaled values -------------------------------------------------------- */

/* z = s z' / beta and w = w' / (s beta), where z' and w' are the scaled variables of the dictionary */
static double low(const zni_path *k, const zni_box *b, zn_index i)
{
    return k->d.beta * zni_box_lo(b, i) / k->d.s[i];
}

static double high(const zni_path *k, const zni_box *b, zn_index i)
{
    return k->d.beta * zni_box_hi(b, i) / k->d.s[i];
}

/* value of a nonbasic variable */
static double resting(const zni_path *k, const zni_box *b, zn_index var)
{
    zn_index n = b->n, i = var - n;

    if (var < n || var == 2 * n)
        return 0;
    return k->side[i] == ZNI_AT_HI ? high(k, b, i) : low(k, b, i);
}

/* Row i, which is at a bound, becomes free from now on. If its z stayed at the bound, it would block the path at
 * once, and many such rows would be tied. Ties are expensive in large (sparse) problems, so there z moves away from
 * the bound by about 1 in scaled units. */
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

/* Exchange z_c for the w of a free row. If no free row has an acceptable pivot, exchange it for the w of a row at
 * its bound, which becomes free, too. */
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

/* Exchange the z of all free rows for their w. ZN_RETRY: further rows became free, which has changed r, so that the
 * dictionary has to be loaded again; ZN_UNSOLVED: no time is left */
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

/* Load the dictionary of the start: t is nonbasic, and its column is r. */
static zn_status load(zn_ctx *ctx, zni_path *k, const zni_box *b,
                      zn_monitor *mon, zn_solve_info *info)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n;
    zn_lcp lcp = {.n = n, .M = b->M, .q = k->r};
    zn_status st = zni_dictionary_load(ctx, d, &lcp, n + 1, mon, info);

    if (st)
        return st;
    /* the right-hand side given to the dictionary is r, so b holds r, scaled */
    memcpy(d->cover, d->b, (size_t)n * sizeof *d->b);
    for (zn_index i = 0; i < n; i++) {
        bool at_lo = k->z0[i] == zni_box_lo(b, i);
        bool at_hi = k->z0[i] == zni_box_hi(b, i);

        /* a row with lo = hi stays at its bound */
        k->side[i] = at_hi && (!at_lo || k->w0[i] < 0) ? ZNI_AT_HI
                     : at_lo                           ? ZNI_AT_LO
                                                       : ZNI_FREE;
        k->down[i] = k->side[i] == ZNI_AT_HI;
        if (k->inside[i])
            k->side[i] = ZNI_FREE;
    }
    /* a sparse basis is factored at once; if it is singular, the exchanges are made one by one */
    if (d->sparse) {
        st = zni_dictionary_start(d, k->side);
        if (st == ZN_UNSOLVED)
            info->outcome = ZN_TIME_LIMIT;
        if (st != ZN_ESINGULAR)
            return st;
    }
    return crash(k, b, mon, info);
}

/* Load the start; b becomes the values of the basic variables. */
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

/* Compute b again from new factors of the basis: w - M z - t r = q - r holds along the whole path. */
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

/* the change of the path parameter after which basic variable v, of value x, reaches its bound at the given rate */
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

/* the part of r that is left, as an error; -1 if the caller has not said relative to what */
static double remaining(const zni_path *k, zn_index n)
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
        /* in a tie, t always leaves: the solution is reached then */
        if (d->basic[i] == 2 * n)
            return i;
        d->list[ties++] = i;
    }
    return zni_dictionary_first(d, ties, te, dir, k->down);
}

/* z, unscaled, and the sides of the corner that was reached; the dictionary is not needed after it */
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

/* Variable `stopped` has left the basis: the other variable of its pair enters, and moves away from the bound. */
static void turn(const zni_path *k, zn_index n, zn_index stopped,
                 zn_index *enters, double *dir)
{
    zn_index i = stopped < n ? stopped : stopped - n;
    bool hi = k->side[i] == ZNI_AT_HI;

    *enters = stopped < n ? stopped + n : stopped - n;
    *dir = hi ? -1 : 1;
}

/* Prepare the start. It is the point reached if the path cannot begin. */
static zn_status set_out(zn_ctx *ctx, zni_path *k, const zni_box *b,
                         zn_monitor *mon, zn_solve_info *info)
{
    const size_t bytes = (size_t)b->n * sizeof *k->zt;
    const zn_status st = begin(ctx, k, b, mon, info);

    k->t = 0;
    if (st == ZN_UNSOLVED)
        memcpy(k->zt, k->z0, bytes);
    if (!st)
        info->outcome = ZN_ITERATION_LIMIT;
    return st;
}

/* The variable of column e enters with this value, that of row r leaves. b is set to the value of the corner, also
 * after the last exchange. */
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
    for (zn_index pivots = 0; pivots < max_pivots; pivots++) {
        const zn_index e = -1 - d->where[enters];
        const double *te = zni_dictionary_column(d, e, d->enter);
        zn_index r, leaves;
        double step, value;

        if (mon && zni_last(mon, info->iterations, remaining(k, n), info))
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
            /* the variable reaches its other bound before any basic one blocks it: no exchange */
            k->side[enters - n] = dir > 0 ? ZNI_AT_HI : ZNI_AT_LO;
            turn(k, n, enters, &enters, &dir);
            continue;
        }
        leaves = r < 0 ? 2 * n : d->basic[r];
        if (leaves >= n && leaves < 2 * n)
            k->side[leaves - n] = dir * te[r] > 0 ? ZNI_AT_HI : ZNI_AT_LO;
        st = r < 0 ? ZN_OK : exchange(d, r, e, value);
        if (leaves == 2 * n && (st >= 0 || st == ZN_ESINGULAR)) {
            /* t has left: the values are final, the factors are not needed any more, and t stays at its end */
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
