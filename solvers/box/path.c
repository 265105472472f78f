/* path.c - pivots along the path of a linear problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <string.h>

/* From a vertex of the box this is the method of Cao & Ferris (Math. Oper. Res.
 * 21, 1996) with bounds kept as bounds, and for an orthant Lemke's; from a point
 * it makes the Newton path of Ralph (Math. Oper. Res. 19, 1994) and Dirkse &
 * Ferris (Optim. Methods Softw. 5, 1995).
 *
 * The dictionary is that of ../lcp/dictionary.c with t in place of z0. Of each
 * pair one of z_i, w_i is basic or both have just changed places; nonbasic z_i
 * are at a bound, nonbasic w_i are zero. A variable that leaves lets the other
 * of its pair enter, away from where the first has stopped. */

/* Ratios this close are a tie, data being scaled to 1; entries below PIVOT times
 * the largest of a column are rounding. */
static const double TIE = 1e-12, PIVOT = 1e-11;

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

/* Exchange z_c and w_r, rows to be found, for all rows c that are inside. A
 * column without a pivot among them asks for a partner, a row at its bound that
 * is made one of them. ZN_RETRY: begin again, with the partner */
static zn_status crash(zni_path *k, const zni_box *b)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n;

    for (zn_index c = 0; c < n; c++) {
        const double *te;
        double best = 0, other = 0, big = 0;
        zn_index r = -1, partner = -1;

        if (k->side[c] != ZNI_FREE)
            continue;
        te = zni_dictionary_column(d, c, d->enter);
        for (zn_index i = 0; i < n; i++) {
            zn_index v = d->basic[i];
            double size = fabs(te[i]);

            big = fmax(big, size);
            if (v < n && k->side[v] == ZNI_FREE && size > best) {
                best = size;
                r = i;
            } else if (v < n && k->side[v] != ZNI_FREE && size > other &&
                       zni_box_lo(b, v) < zni_box_hi(b, v)) {
                other = size;
                partner = v;
            }
        }
        if (best > PIVOT * big) {
            zni_dictionary_pivot(d, r, c);
            continue;
        }
        if (!(other > PIVOT * big))
            return ZN_ESINGULAR;
        k->r[partner] += k->w0[partner];
        k->w0[partner] = 0;
        k->inside[partner] = 1;
        return ZN_RETRY;
    }
    return ZN_OK;
}

/* Load the dictionary of the start: t nonbasic with column r. */
static zn_status load(zni_path *k, const zni_box *b)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n;
    zn_lcp lcp = {.n = n, .M = b->M, .q = k->r};

    zni_dictionary_load(d, &lcp, n + 1);
    /* b holds the scaled q, which is r here */
    memcpy(d->T + n * n, d->b, (size_t)n * sizeof *d->b);
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
    return crash(k, b);
}

/* The start, values in b. */
static zn_status begin(zni_path *k, const zni_box *b)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n;
    zn_status st;

    memset(k->inside, 0, (size_t)n);
    do
        st = load(k, b);
    while (st == ZN_RETRY);
    for (zn_index r = 0; r < n && !st; r++) {
        zn_index v = d->basic[r], i = v < n ? v : v - n;

        d->b[r] =
            v < n ? d->beta * d->s[i] * k->w0[i] : d->beta * k->z0[i] / d->s[i];
    }
    return st;
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
    return fmax((bound - x) / rate, 0);
}

/* Among tied rows (-1: the entering variable itself) the one that would stop it
 * first if each w_k had started with a little more to go, eps^(k + 1) (Cottle,
 * Pang & Stone 1992, section 4.9). What basic variables would gain by it stands
 * in the columns of the nonbasic w, with changed sign. */
static zn_index lexicographic(const zni_path *k, zn_index n, zn_index ties,
                              const double te[], double dir)
{
    const zni_dictionary *d = &k->d;
    zn_index *tied = d->list;

    for (zn_index c = 0; c < n && ties > 1; c++) {
        zn_index at = d->where[c], left = 0;
        const double *tc =
            at < 0 ? zni_dictionary_column(d, -1 - at, d->compare) : NULL;
        double sign = k->down[c] ? -1 : 1, least = INFINITY;

        for (zn_index a = 0; a < ties; a++) {
            zn_index i = tied[a];
            double gain = i < 0 ? 0 : tc ? -tc[i] : (at == i);

            d->row[a] = i < 0 ? 0 : sign * gain / (-dir * te[i]);
            least = fmin(least, d->row[a]);
        }
        for (zn_index a = 0; a < ties; a++)
            if (d->row[a] <= least + TIE * (1 + fabs(least)))
                tied[left++] = tied[a];
        ties = left;
    }
    return tied[0];
}

/* what is left of r, as an error; -1 where the caller has not said of what */
static double left(const zni_path *k, zn_index n)
{
    zn_index at = k->d.where[2 * n];
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(k->r[i]));
    return k->scale > 0 ? fabs(1 - (at < 0 ? 0 : k->d.b[at])) * most / k->scale
                        : -1;
}

/* The row that stops the variable of column e when it moves in direction dir,
 * -1: itself (or nothing, when *step is infinite). */
static zn_index blocking(const zni_path *k, const zni_box *b, double end,
                         zn_index e, double dir, double *step)
{
    const zni_dictionary *d = &k->d;
    zn_index n = b->n, var = d->column[e], ties = 0;
    const double *te = zni_dictionary_column(d, e, d->enter);
    double big = 0, own = INFINITY, least;

    if (var == 2 * n)
        own = end;
    else if (var >= n)
        own = high(k, b, var - n) - low(k, b, var - n);
    least = own;
    for (zn_index i = 0; i < n; i++)
        big = fmax(big, fabs(te[i]));
    for (zn_index i = 0; i < n; i++) {
        bool counts = fabs(te[i]) > PIVOT * big;

        d->work[i] = counts ? room(k, b, end, d->basic[i], d->b[i], dir * te[i])
                            : INFINITY;
        least = fmin(least, d->work[i]);
    }
    *step = least;
    if (isinf(least) || (var == 2 * n && own <= least))
        return -1;
    if (own <= least + TIE * (1 + least))
        d->list[ties++] = -1;
    for (zn_index i = 0; i < n; i++) {
        if (d->work[i] > least + TIE * (1 + least))
            continue;
        /* t may always stop in a tie: then the solution is there */
        if (d->basic[i] == 2 * n)
            return i;
        d->list[ties++] = i;
    }
    return lexicographic(k, n, ties, te, dir);
}

/* z, w and the sides of the corner, unscaled; ends the path */
static void corner(zni_path *k, const zni_box *b)
{
    const zni_dictionary *d = &k->d;

    if (d->where[2 * b->n] >= 0)
        k->t = d->b[d->where[2 * b->n]];

    for (zn_index i = 0; i < b->n; i++) {
        zn_index rz = d->where[b->n + i], rw = d->where[i];
        double z = rz >= 0                   ? d->b[rz] * d->s[i] / d->beta
                   : k->side[i] == ZNI_AT_HI ? zni_box_hi(b, i)
                                             : zni_box_lo(b, i);

        k->zt[i] = zni_box_clip(b, i, z);
        k->wt[i] = rw >= 0 ? d->b[rw] / (d->s[i] * d->beta) : 0;
        if (rz >= 0)
            k->side[i] = ZNI_FREE;
    }
}

/* Move the variable of column e by step, basic ones with it. */
static void move(zni_path *k, zn_index e, double by)
{
    zni_dictionary *d = &k->d;
    const double *te = zni_dictionary_column(d, e, d->enter);

    for (zn_index i = 0; i < d->n; i++)
        d->b[i] += by * te[i];
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

zn_status zni_path_follow(zni_path *k, const zni_box *b, double end,
                          zn_index max_pivots, zn_monitor *mon,
                          zn_solve_info *info)
{
    zni_dictionary *d = &k->d;
    zn_index n = b->n, enters = 2 * n;
    double dir = 1;
    zn_status st = begin(k, b);

    k->t = 0;
    k->pivots = 0;
    if (st)
        return st;
    info->outcome = ZN_ITERATION_LIMIT;
    for (; k->pivots < max_pivots; k->pivots++) {
        zn_index e = -1 - d->where[enters], r, leaves;
        double step, value;

        if (mon && zn_monitor_tick(mon, info->iterations, left(k, n))) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        info->iterations++;
        r = blocking(k, b, end, e, dir, &step);
        if (isinf(step)) {
            info->outcome = ZN_RAY;
            break;
        }
        value = resting(k, b, enters) + dir * step;
        move(k, e, dir * step);
        if (r < 0 && enters != 2 * n) {
            /* from one bound to the other, without an exchange */
            k->side[enters - n] = dir > 0 ? ZNI_AT_HI : ZNI_AT_LO;
            turn(k, n, enters, &enters, &dir);
            continue;
        }
        leaves = r < 0 ? 2 * n : d->basic[r];
        if (leaves == 2 * n) {
            /* the last exchange sets the values, t stays at the end */
            if (r >= 0) {
                d->b[r] = 0;
                zni_dictionary_pivot(d, r, e);
                d->b[r] = value;
            }
            k->pivots++;
            corner(k, b);
            k->t = end;
            return ZN_OK;
        }
        if (leaves >= n)
            k->side[leaves - n] =
                dir * zni_dictionary_get(d, r, e) > 0 ? ZNI_AT_HI : ZNI_AT_LO;
        d->b[r] = 0;
        zni_dictionary_pivot(d, r, e);
        d->b[r] = value;
        turn(k, n, leaves, &enters, &dir);
    }
    corner(k, b);
    return ZN_UNSOLVED;
}
