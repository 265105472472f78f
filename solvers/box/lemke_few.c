/* lemke_few.c - Lemke's method on a few full rows, from z = 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "lemke.h"

#include <string.h>

#include "../linalg/few_rows.h"
#include "../linalg/units.h"

/* The pivots of lemke.c with the same bits: the same dictionary, scaled in the same way by powers of two. All data
 * are on the stack. A problem of three rows is solved in fewer instructions than it takes to pass it through copies,
 * lists of methods and error measures. Anything unusual (a ray, a pivot of the size of rounding, a unit at the end
 * of the range) is left to the general method. */

/* largest length of a column */
enum { LANES = ZNI_FOUR, MOST = (ZNI_LEMKE_FEW + LANES - 1) / LANES * LANES };

/* m is n, rounded up to a multiple of four: the additional rows are zeros, which no pivot changes, so that four rows
 * can be processed at a time. The number of such groups, `lanes`, is a constant wherever a function is called, so
 * that a column stays in registers. (Numbers stored one by one and loaded four at a time would stall the processor.) */
typedef struct few {
    zn_index n, m;
    double T[MOST * (MOST + 1)]; /* m x (n + 1)        */
    double b[MOST];
    double s[MOST];
    double beta;
    zn_index basic[MOST]; /* variable of each row           */
    zn_index column[MOST + 1], where[2 * MOST + 1], list[MOST + 1];
} few;

/* put x in row r */
static ZNI_INTO_WIDE void put_row(const zn_index lanes, zn_index r, double x, zni_column *v)
{
    const zni_lanes all = {x, x, x, x};

    ZNI_EACH(k, lanes) {
        const zn_index i = LANES * k;
        const zni_bits at = (zni_bits){i, i + 1, i + 2, i + 3} == (zni_bits){r, r, r, r};

        v->x[k] = (zni_lanes)(((zni_bits)v->x[k] & ~at) | ((zni_bits)all & at));
    }
}

/* load x_0 to x_n-1, and zeros behind them */
static ZNI_INTO_WIDE void take_rows(const zn_index lanes, zn_index n, const double x[], zni_column *v)
{
    const zn_index whole = lanes - 1, rest = n - whole * LANES;

    zni_take_column(whole, x, v);
    zni_take_few(rest, x + whole * LANES, v->x + whole);
    zni_only(rest, v->x + whole);
}

static ZNI_INTO_WIDE void each_times(const zn_index lanes, const zni_column *s, zni_column *v)
{
    ZNI_EACH(k, lanes)
        v->x[k] *= s->x[k];
}

static ZNI_INTO_WIDE void raise(const zn_index lanes, const zni_column *v, zni_column *most)
{
    ZNI_EACH(k, lanes)
        zni_raise4(v->x + k, most->x + k);
}

static ZNI_INTO_WIDE double largest(const zn_index lanes, const zni_column *v)
{
    zni_lanes most = {0};

    ZNI_EACH(k, lanes)
        zni_raise4(v->x + k, &most);
    return zni_across4(&most);
}

/* zni_dictionary_unit of four numbers: 2^k, where k is half the negative exponent, rounded towards 0. 2048 is added
 * because the shift is unsigned. */
static ZNI_INTO_WIDE void units(zni_lanes *x)
{
    typedef unsigned long long counts __attribute__((vector_size(32)));
    const zni_bits some = *x > 0, up = 1022 - (zni_bits)((counts)*x >> 52),
                   half = (zni_bits)((counts)(up - (up < 0) + 2048) >> 1);
    const zni_lanes one = {1, 1, 1, 1};

    *x = (zni_lanes)((((half - 1024 + 1023) << 52) & some) | ((zni_bits)one & ~some));
}

/* T = S (M / rho) S with entries near 1, S from the largest entry of each row and column, and the column of z0; b =
 * beta S (q / unit), with its largest entry near 1 */
static ZNI_INTO_WIDE void load(few *t, zn_index n, const zn_index lanes, const zni_box *p, double rho,
                               double unit)
{
    static const double one[MOST] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const zn_index m = lanes * LANES;
    const double *M = p->M->x;
    zni_column a = {0}, s = a, columns = a;

    for (zn_index j = 0; j < n; j++) {
        take_rows(lanes, n, M + j * n, &a);
        zni_times_column(lanes, 1 / rho, &a);
        zni_put_column(lanes, &a, t->T + j * m);
        raise(lanes, &a, &s);
        put_row(lanes, j, largest(lanes, &a), &columns);
    }
    raise(lanes, &columns, &s);
    ZNI_EACH(k, lanes)
        units(s.x + k);
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

/* w is basic, z and z0 are nonbasic */
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

/* Exchange the variables of row r and column e. last: no column is needed afterwards. In the column of the entering
 * variable, row r is set to 1, and in each other column to 0. Then adding f times the former to the latter puts f in
 * row r. */
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
    ZNI_EACH(k, lanes)
        zni_floor4(c.x + k); /* the ratio test keeps b >= 0 but for rounding */
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
    ZNI_EACH(k, lanes)
        v.x[k] /= p;
    zni_put_column(lanes, &v, te);
}

/* decide between tied rows as the dictionary does */
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

/* The row that blocks the variable of column e; -1: none. The ratios are compared one by one, with branches: the
 * processor predicts the row and goes on with the pivot, while it would have to wait for four at once. */
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

/* The column of the other variable of the pair whose variable has left. */
static ZNI_INTO_WIDE zn_index partner(const few *t, zn_index n, zn_index out)
{
    return -1 - t->where[out < n ? out + n : out - n];
}

/* Pivots from row r and column e until the variable `last`, or its partner, has left. Returns their number; 0: it
 * does not leave. */
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

/* Lemke's path: z0 enters, until it has left */
static ZNI_INTO_WIDE zn_index pivots_of(few *t, zn_index n, const zn_index lanes, zn_index most)
{
    zn_index r = 0;

    /* in a tie, the last row is the lexicographically smallest, as B is the identity */
    for (zn_index i = 1; i < n; i++)
        r = t->b[i] <= t->b[r] ? i : r;
    return follow(t, n, lanes, r, n, 2 * n, most);
}

/* z at the end of the pivots; returns their number. n and lanes are constants for the compiler if they are small */
static ZNI_INTO_WIDE zn_index run(few *t, zn_index n, const zn_index lanes, const zni_box *b, double rho,
                                  double unit, zn_index most, bool game, double z[])
{
    t->n = n;
    t->m = lanes * LANES;
    load(t, n, lanes, b, rho, unit);
    begin(t, n);
    /* on the path of Lemke & Howson, z_0 grows until it or w_0 has left; z0, whose column is there, never enters */
    const zn_index pivots =
        game ? follow(t, n, lanes, blocking(t, n, t->m, 0), 0, 0, most) : pivots_of(t, n, lanes, most);

    const double back = unit / rho, whole = 1 / t->beta; /* powers of two */

    for (zn_index i = 0; pivots && i < n; i++) {
        const zn_index r = t->where[n + i];

        z[i] = r >= 0 ? back * (t->s[i] * t->b[r] * whole) : 0;
    }
    return pivots;
}

/* w = M z + q over the columns with z_j != 0, with the bits of zni_box_dual */
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
