/* lemke_few.c - Lemke's method on a few full rows, from z = 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "lemke.h"

#include <string.h>

#include "../linalg/units.h"
#include "../linalg/wide.h"

/* The pivots of lemke.c with their bits: the same dictionary, scaled likewise, by powers of
 * two. Everything is on the stack
 * and in the nearest cache, as a problem of three rows is over in fewer instructions
 * than its way through copies, lists of methods and measures takes. Whatever is not
 * plain - a ray, a pivot of rounding, a unit at the end of the range - is left to them. */

/* length of columns at most */
enum {
    LANES = sizeof(zni_lanes) / sizeof(double),
    MOST = (ZNI_LEMKE_FEW + LANES - 1) / LANES * LANES,
    WHOLE = 2 * LANES
};

/* m is n or up to three more: rows of zeros, which no pivot changes, so that rows go four at a
 * time. */
typedef struct few {
    zn_index n, m;
    double T[MOST * (MOST + 1)]; /* m x (n + 1)        */
    double b[MOST];
    double s[MOST];
    double beta;
    zn_index basic[MOST]; /* variable of each row           */
    zn_index column[MOST + 1], where[2 * MOST + 1], list[MOST + 1];
} few;

/* Numbers that are written one by one and read four at a time wait for memory: of up to WHOLE rows
 * four are written at once, which takes a fifth less of the time; of more that is more work than it
 * saves. */
static ZNI_INTO_WIDE void exchange_at(zni_lanes *a, zn_index i, zn_index r, double x)
{
    const zni_bits at = (zni_bits){i, i + 1, i + 2, i + 3} == (zni_bits){r, r, r, r};
    const zni_lanes all = {x, x, x, x};

    *a = (zni_lanes)(((zni_bits)*a & ~at) | ((zni_bits)all & at));
}

/* to = f x, zeros from n on */
static ZNI_INTO_WIDE void scaled(zn_index n, zn_index m, double f, const double x[], double to[])
{
    zni_lanes a = {0};

    if (n > LANES - 1) {
        zni_put4(&a, to + m - LANES);
        for (zn_index i = 0; i + LANES <= n; i += LANES) {
            zni_take4(x + i, &a);
            a *= f;
            zni_put4(&a, to + i);
        }
        for (zn_index i = n / LANES * LANES; i < n; i++)
            to[i] = f * x[i];
        return;
    }
    a[0] = f * x[0];
    a[1] = f * x[1];
    if (n > 2)
        a[2] = f * x[2];
    zni_put4(&a, to);
}

/* T = M / rho, and the largest of each row and column */
static ZNI_INTO_WIDE void copy(few *t, zn_index n, zn_index m, const double M[], double f)
{
    double columns[MOST];
    zni_lanes a, s;

    for (zn_index i = 0; i < m; i += LANES) {
        zni_put4(&(zni_lanes){0}, t->s + i);
        zni_put4(&(zni_lanes){0}, columns + i);
    }
    for (zn_index j = 0; j < n; j++, M += n) {
        double *to = t->T + j * m;
        zni_lanes most = {0};

        scaled(n, m, f, M, to);
        for (zn_index i = 0; i < m; i += LANES) {
            zni_take4(to + i, &a);
            zni_take4(t->s + i, &s);
            zni_raise4(&a, &s);
            zni_raise4(&a, &most);
            zni_put4(&s, t->s + i);
        }
        columns[j] = zni_across4(&most);
    }
    for (zn_index i = 0; i < m; i += LANES) {
        zni_take4(columns + i, &a);
        zni_take4(t->s + i, &s);
        zni_raise4(&a, &s);
        zni_put4(&s, t->s + i);
    }
}

/* T = S (M / rho) S, entries near 1, and the column of z0; b = beta S (q / unit), the
 * largest near 1 */
static ZNI_INTO_WIDE void load(few *t, zn_index n, zn_index m, const zni_box *p,
                               double rho, double unit)
{
    const double g = 1 / unit;
    double big = 0;

    copy(t, n, m, p->M->x, 1 / rho);
    zni_put4(&(zni_lanes){0}, t->T + n * m + m - LANES);
    zni_put4(&(zni_lanes){0}, t->b + m - LANES);
    for (zn_index i = 0; i < n; i++) {
        t->s[i] = zni_dictionary_unit(t->s[i]);
        t->T[i + n * m] = 1;
        t->b[i] = t->s[i] * (g * p->q[i]);
        big = fabs(t->b[i]) > big ? fabs(t->b[i]) : big;
    }
    t->beta = zni_dictionary_inverse(big);
    for (zn_index i = 0; i < n; i++)
        t->b[i] *= t->beta;
    for (zn_index j = 0; j < n; j++) {
        double *to = t->T + j * m;
        const double sj = t->s[j];

        for (zn_index i = 0; i < m; i += LANES) {
            zni_lanes a, s;

            zni_take4(to + i, &a);
            zni_take4(t->s + i, &s);
            a *= s * sj;
            zni_put4(&a, to + i);
        }
    }
}

/* w is basic, z and z0 are not */
static ZNI_INTO_WIDE void begin(few *t, zn_index n)
{
    for (zn_index i = 0; i < n; i++) {
        t->basic[i] = t->where[i] = i;
        t->column[i] = n + i;
        t->where[n + i] = -1 - i;
    }
    t->column[n] = 2 * n;
    t->where[2 * n] = -1 - n;
}

/* Exchange the variables of row r and column e; last: what columns are then nobody asks. */
static ZNI_INTO_WIDE void pivot(few *t, zn_index n, zn_index m, zn_index r, zn_index e,
                                bool last)
{
    const zn_index out = t->basic[r], in = t->column[e];
    double *te = t->T + e * m;
    const double p = te[r], step = -t->b[r] / p;

    t->basic[r] = in;
    t->where[in] = r;
    t->column[e] = out;
    t->where[out] = -1 - e;
    for (zn_index i = 0; i < m; i += LANES) {
        zni_lanes a, b;

        zni_take4(te + i, &a);
        zni_take4(t->b + i, &b);
        b += step * a;
        if (m <= WHOLE)
            exchange_at(&b, i, r, step);
        zni_floor4(&b); /* feasible up to rounding: the ratio test has seen to it */
        zni_put4(&b, t->b + i);
    }
    if (m > WHOLE)
        t->b[r] = step < 0 ? 0 : step;
    if (last)
        return;
    for (double *tj = t->T, *end = tj + (n + 1) * m; tj < end; tj += m) {
        if (tj == te || tj[r] == 0)
            continue;
        const double f = -tj[r] / p;

        for (zn_index i = 0; i < m; i += LANES) {
            zni_lanes a, b;

            zni_take4(te + i, &a);
            zni_take4(tj + i, &b);
            b += f * a;
            if (m <= WHOLE)
                exchange_at(&b, i, r, f);
            zni_put4(&b, tj + i);
        }
        if (m > WHOLE)
            tj[r] = f;
    }
    for (zn_index i = 0; i < m; i += LANES) {
        zni_lanes a;

        zni_take4(te + i, &a);
        a /= p;
        if (m <= WHOLE)
            exchange_at(&a, i, r, 1 / p);
        zni_put4(&a, te + i);
    }
    if (m > WHOLE)
        te[r] = 1 / p;
}

/* of tied rows: their order is that of the dictionary */
static zn_index first(few *t, zn_index ties, zn_index e)
{
    double T[MOST * (MOST + 1)], row[MOST + 1];
    zni_dictionary d;

    d.n = t->n;
    d.columns = t->n + 1;
    d.delayed = 0;
    d.sparse = false;
    d.T = t->n == t->m ? t->T : T;
    d.row = row;
    d.where = t->where;
    d.list = t->list;
    for (zn_index j = 0; t->n < t->m && j <= t->n; j++)
        memcpy(T + j * t->n, t->T + j * t->m, (size_t)t->n * sizeof *T);
    return zni_dictionary_first(&d, ties, d.T + e * t->n, 1, NULL);
}

/* The row that blocks the variable of column e; -1: none. One ratio after another, by branches: the
 * processor guesses the row and goes on with the pivot, which of four at once it would wait for. */
static ZNI_INTO_WIDE zn_index blocking(few *t, zn_index n, zn_index m, zn_index e)
{
    const double *te = t->T + e * m,
                 least_pivot = -ZNI_TINY_PIVOT * zni_largest_few(m, te);
    double ratio[MOST], least = INFINITY;
    zn_index ties = 0, rows = 0;

    for (zn_index i = 0; i < n; i++) {
        if (!(te[i] < least_pivot))
            continue;
        ratio[rows] = t->b[i] / -te[i];
        least = ratio[rows] < least ? ratio[rows] : least;
        t->list[rows++] = i;
    }
    if (isinf(least))
        return -1;
    for (zn_index k = 0; k < rows; k++) {
        const zn_index i = t->list[k];

        if (!zni_tied(ratio[k], least))
            continue;
        if (t->basic[i] == 2 * n)
            return i;
        t->list[ties++] = i;
    }
    return ties == 1 ? t->list[0] : first(t, ties, e);
}

/* The column of the partner of the variable that has left. */
static ZNI_INTO_WIDE zn_index partner(const few *t, zn_index n, zn_index out)
{
    return -1 - t->where[out < n ? out + n : out - n];
}

/* Pivots from row r and column e until the variable `last`, or its partner, has left; 0: it does not. */
static ZNI_INTO_WIDE zn_index follow(few *t, zn_index n, zn_index m, zn_index r, zn_index e, zn_index last,
                                     zn_index most)
{
    for (zn_index k = 1; k <= most && r >= 0; k++) {
        const zn_index out = t->basic[r];
        const bool end = out == last || out == last + n;

        pivot(t, n, m, r, e, end);
        if (end)
            return k;
        e = partner(t, n, out);
        r = blocking(t, n, m, e);
    }
    return 0;
}

/* Lemke's: until z0, which enters, has left */
static ZNI_INTO_WIDE zn_index pivots_of(few *t, zn_index n, zn_index m, zn_index most)
{
    zn_index r = 0;

    /* in a tie the last row is the lexicographically smallest, as B is the identity */
    for (zn_index i = 1; i < n; i++)
        r = t->b[i] <= t->b[r] ? i : r;
    return follow(t, n, m, r, n, 2 * n, most);
}

/* z at the end of the pivots, as many as are returned; n, m: numbers that the compiler knows where
 * they are small */
static ZNI_INTO_WIDE zn_index run(few *t, zn_index n, zn_index m, const zni_box *b, double rho,
                                  double unit, zn_index most, bool game, double z[])
{
    load(t, n, m, b, rho, unit);
    begin(t, n);
    /* the path of Lemke and Howson lets z_0 grow until it or w_0 has left; nothing pivots z0, whose column is there */
    const zn_index pivots =
        game ? follow(t, n, m, blocking(t, n, m, 0), 0, 0, most) : pivots_of(t, n, m, most);

    const double back = unit / rho, whole = 1 / t->beta; /* powers of two */

    for (zn_index i = 0; pivots && i < n; i++) {
        const zn_index r = t->where[n + i];

        z[i] = r >= 0 ? back * (t->s[i] * t->b[r] * whole) : 0;
    }
    return pivots;
}

/* w = M z + q by the columns of what is not 0, with the bits of zni_box_dual */
static ZNI_INTO_WIDE void dual(const zni_box *p, const double z[], double w[])
{
    const zn_index n = p->n;
    const double *M = p->M->x;

    for (zn_index i = 0; i < n; i++)
        w[i] = p->q[i];
    for (zn_index j = 0; j < n; j++, M += n)
        if (z[j] != 0)
            zni_add_wide(n, z[j], M, w);
}

ZNI_WIDE bool zni_lemke_few(const zni_box *b, bool own, zn_index most, double z[], double w[],
                            zn_index *pivots)
{
    bool some = false;
    double rho, unit;
    few t;

    *pivots = 0;
    for (zn_index i = 0; i < b->n; i++)
        some |= b->q[i] < 0;
    if (!some) {
        memset(z, 0, (size_t)b->n * sizeof *z);
        memcpy(w, b->q, (size_t)b->n * sizeof *w);
        return true;
    }
    t.n = b->n;
    t.m = (b->n + LANES - 1) / LANES * LANES;
    rho = own ? zni_unit(zni_largest_few(b->n * b->n, b->M->x)) : 1;
    unit = own ? zni_unit(zni_largest_few(b->n, b->q)) : 1;
    /* eight: two contacts in the plane */
    *pivots = t.n == WHOLE  ? run(&t, WHOLE, WHOLE, b, rho, unit, most, false, z)
              : t.n > WHOLE ? run(&t, t.n, MOST, b, rho, unit, most, false, z)
              : t.n > LANES ? run(&t, t.n, WHOLE, b, rho, unit, most, false, z)
                            : run(&t, t.n, LANES, b, rho, unit, most, false, z);
    if (!*pivots)
        return false;
    dual(b, z, w);
    return true;
}

ZNI_WIDE zn_index zni_howson_few(const zni_box *b, zn_index most, double z[])
{
    few t;

    t.n = b->n;
    t.m = (b->n + LANES - 1) / LANES * LANES;
    return t.n == LANES ? run(&t, LANES, LANES, b, 1, 1, most, true, z)
                        : run(&t, t.n, t.m, b, 1, 1, most, true, z);
}
