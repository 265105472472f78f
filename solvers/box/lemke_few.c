/* lemke_few.c - Lemke's method on a few full rows, from z = 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "lemke.h"

#include <string.h>

#include "../linalg/few_rows.h"
#include "../linalg/units.h"

/* The pivots of lemke.c with their bits: the same dictionary, scaled likewise, by powers of
 * two. Everything is on the stack and in the nearest cache, as a problem of three rows is over in fewer instructions
 * than its way through copies, lists of methods and measures takes. Whatever is not
 * plain - a ray, a pivot of rounding, a unit at the end of the range - is left to them. */

/* length of columns at most */
enum { LANES = ZNI_FOUR, MOST = (ZNI_LEMKE_FEW + LANES - 1) / LANES * LANES };

/* m is n or up to three more: rows of zeros, which no pivot changes, so that rows go four at a
 * time, `lanes` times: a constant wherever a function has it, so that a column stays in registers.
 * What is written one by one and read four at a time waits for memory. */
typedef struct few {
    zn_index n, m;
    double T[MOST * (MOST + 1)]; /* m x (n + 1)        */
    double b[MOST];
    double s[MOST];
    double beta;
    zn_index basic[MOST]; /* variable of each row           */
    zn_index column[MOST + 1], where[2 * MOST + 1], list[MOST + 1];
} few;

/* x in row r of four from i on */
static ZNI_INTO_WIDE void put_in(zn_index i, zn_index r, double x, zni_lanes *a)
{
    const zni_bits at = (zni_bits){i, i + 1, i + 2, i + 3} == (zni_bits){r, r, r, r};
    const zni_lanes all = {x, x, x, x};

    *a = (zni_lanes)(((zni_bits)*a & ~at) | ((zni_bits)all & at));
}

static ZNI_INTO_WIDE void put_row(const zn_index lanes, zn_index r, double x, zni_column *v)
{
    put_in(0, r, x, &v->a);
    if (lanes > 1)
        put_in(LANES, r, x, &v->b);
    if (lanes > 2)
        put_in(2 * LANES, r, x, &v->c);
}

/* x_0 to x_n-1, then zeros */
static ZNI_INTO_WIDE void take_rows(const zn_index lanes, zn_index n, const double x[], zni_column *v)
{
    zni_lanes *tail = lanes == 1 ? &v->a : lanes == 2 ? &v->b : &v->c;

    if (lanes > 1)
        zni_take4(x, &v->a);
    if (lanes > 2)
        zni_take4(x + LANES, &v->b);
    zni_take_few(n - (lanes - 1) * LANES, x + (lanes - 1) * LANES, tail);
    zni_only(n - (lanes - 1) * LANES, tail);
}

static ZNI_INTO_WIDE void each_times(const zn_index lanes, const zni_column *s, zni_column *v)
{
    v->a *= s->a;
    if (lanes > 1)
        v->b *= s->b;
    if (lanes > 2)
        v->c *= s->c;
}

static ZNI_INTO_WIDE void raise(const zn_index lanes, const zni_column *v, zni_column *most)
{
    zni_raise4(&v->a, &most->a);
    if (lanes > 1)
        zni_raise4(&v->b, &most->b);
    if (lanes > 2)
        zni_raise4(&v->c, &most->c);
}

static ZNI_INTO_WIDE double largest(const zn_index lanes, const zni_column *v)
{
    zni_lanes most = {0};

    zni_raise4(&v->a, &most);
    if (lanes > 1)
        zni_raise4(&v->b, &most);
    if (lanes > 2)
        zni_raise4(&v->c, &most);
    return zni_across4(&most);
}

/* zni_dictionary_unit of four: with k the half of -e, rounded to 0, 2^k; 2048 is added for shifts
 * that know no signs. */
static ZNI_INTO_WIDE void units(zni_lanes *x)
{
    typedef unsigned long long counts __attribute__((vector_size(32)));
    const zni_bits some = *x > 0, up = 1022 - (zni_bits)((counts)*x >> 52),
                   half = (zni_bits)((counts)(up - (up < 0) + 2048) >> 1);
    const zni_lanes one = {1, 1, 1, 1};

    *x = (zni_lanes)((((half - 1024 + 1023) << 52) & some) | ((zni_bits)one & ~some));
}

/* T = S (M / rho) S, entries near 1, S by the largest of each row and column, and the column of z0;
 * b = beta S (q / unit), the largest near 1 */
static ZNI_INTO_WIDE void load(few *t, zn_index n, const zn_index lanes, const zni_box *p, double rho,
                               double unit)
{
    static const double one[MOST] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const zn_index m = lanes * LANES;
    const double *M = p->M->x;
    zni_column a = {.a = {0}}, s = a, columns = a;

    for (zn_index j = 0; j < n; j++) {
        take_rows(lanes, n, M + j * n, &a);
        zni_times_column(lanes, 1 / rho, &a);
        zni_put_column(lanes, &a, t->T + j * m);
        raise(lanes, &a, &s);
        put_row(lanes, j, largest(lanes, &a), &columns);
    }
    raise(lanes, &columns, &s);
    units(&s.a);
    if (lanes > 1)
        units(&s.b);
    if (lanes > 2)
        units(&s.c);
    zni_put_column(lanes, &s, t->s);
    for (zn_index j = 0; j < n; j++) {
        zni_column of = s;

        zni_take_column(lanes, t->T + j * m, &a);
        zni_times_column(lanes, t->s[j], &of);
        each_times(lanes, &of, &a);
        zni_put_column(lanes, &a, t->T + j * m);
    }
    take_rows(lanes, n, one, &a);
    zni_put_column(lanes, &a, t->T + n * m);
    take_rows(lanes, n, p->q, &a);
    zni_times_column(lanes, 1 / unit, &a);
    each_times(lanes, &s, &a);
    t->beta = zni_dictionary_inverse(largest(lanes, &a));
    zni_times_column(lanes, t->beta, &a);
    zni_put_column(lanes, &a, t->b);
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

/* Exchange the variables of row r and column e; last: what columns are then nobody asks. Row r of the others
 * is 0 and that of the entering one 1 where f times this is added to each, so that f is what comes there. */
static ZNI_INTO_WIDE void pivot(few *t, zn_index n, const zn_index lanes, zn_index r, zn_index e,
                                bool last)
{
    const zn_index out = t->basic[r], in = t->column[e], m = lanes * LANES;
    double *te = t->T + e * m;
    const double p = te[r], step = -t->b[r] / p;
    zni_column v, c;

    t->basic[r] = in;
    t->where[in] = r;
    t->column[e] = out;
    t->where[out] = -1 - e;
    zni_take_column(lanes, te, &v);
    put_row(lanes, r, 1, &v);
    zni_take_column(lanes, t->b, &c);
    put_row(lanes, r, 0, &c);
    zni_add_column(lanes, step, &v, &c);
    zni_floor4(&c.a); /* feasible up to rounding: the ratio test has seen to it */
    if (lanes > 1)
        zni_floor4(&c.b);
    if (lanes > 2)
        zni_floor4(&c.c);
    zni_put_column(lanes, &c, t->b);
    if (last)
        return;
    for (double *tj = t->T, *end = tj + (n + 1) * m; tj < end; tj += m) {
        if (tj == te || tj[r] == 0)
            continue;
        const double f = -tj[r] / p;

        zni_take_column(lanes, tj, &c);
        put_row(lanes, r, 0, &c);
        zni_add_column(lanes, f, &v, &c);
        zni_put_column(lanes, &c, tj);
    }
    v.a /= p;
    if (lanes > 1)
        v.b /= p;
    if (lanes > 2)
        v.c /= p;
    zni_put_column(lanes, &v, te);
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
static ZNI_INTO_WIDE zn_index follow(few *t, zn_index n, const zn_index lanes, zn_index r, zn_index e,
                                     zn_index last, zn_index most)
{
    for (zn_index k = 1; k <= most && r >= 0; k++) {
        const zn_index out = t->basic[r];
        const bool end = out == last || out == last + n;

        pivot(t, n, lanes, r, e, end);
        if (end)
            return k;
        e = partner(t, n, out);
        r = blocking(t, n, lanes * LANES, e);
    }
    return 0;
}

/* Lemke's: until z0, which enters, has left */
static ZNI_INTO_WIDE zn_index pivots_of(few *t, zn_index n, const zn_index lanes, zn_index most)
{
    zn_index r = 0;

    /* in a tie the last row is the lexicographically smallest, as B is the identity */
    for (zn_index i = 1; i < n; i++)
        r = t->b[i] <= t->b[r] ? i : r;
    return follow(t, n, lanes, r, n, 2 * n, most);
}

/* z at the end of the pivots, as many as are returned; n, lanes: numbers that the compiler knows where
 * they are small */
static ZNI_INTO_WIDE zn_index run(few *t, zn_index n, const zn_index lanes, const zni_box *b, double rho,
                                  double unit, zn_index most, bool game, double z[])
{
    t->n = n;
    t->m = lanes * LANES;
    load(t, n, lanes, b, rho, unit);
    begin(t, n);
    /* the path of Lemke and Howson lets z_0 grow until it or w_0 has left; nothing pivots z0, whose column is there */
    const zn_index pivots =
        game ? follow(t, n, lanes, blocking(t, n, t->m, 0), 0, 0, most) : pivots_of(t, n, lanes, most);

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
    rho = own ? zni_unit(zni_largest_few(b->n * b->n, b->M->x)) : 1;
    unit = own ? zni_unit(zni_largest_few(b->n, b->q)) : 1;
    switch (b->n) {
    case 2:
        *pivots = run(&t, 2, 1, b, rho, unit, most, false, z);
        break;
    case 3:
        *pivots = run(&t, 3, 1, b, rho, unit, most, false, z);
        break;
    case 4:
        *pivots = run(&t, 4, 1, b, rho, unit, most, false, z);
        break;
    case 8: /* two contacts in the plane */
        *pivots = run(&t, 8, 2, b, rho, unit, most, false, z);
        break;
    default:
        *pivots = b->n <= 2 * LANES ? run(&t, b->n, 2, b, rho, unit, most, false, z)
                                    : run(&t, b->n, 3, b, rho, unit, most, false, z);
    }
    if (!*pivots)
        return false;
    dual(b, z, w);
    return true;
}

ZNI_WIDE zn_index zni_howson_few(const zni_box *b, zn_index most, double z[])
{
    few t;

    return b->n <= LANES       ? run(&t, b->n, 1, b, 1, 1, most, true, z)
           : b->n <= 2 * LANES ? run(&t, b->n, 2, b, 1, 1, most, true, z)
                               : run(&t, b->n, 3, b, 1, 1, most, true, z);
}
