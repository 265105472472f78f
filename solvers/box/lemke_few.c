/* lemke_few.c - Lemke's method on a few full rows, from z = 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "lemke.h"

#include <string.h>

/* The pivots of lemke.c with their bits: the same dictionary, scaled likewise, by powers of
 * two. Everything is on the stack
 * and in the nearest cache, as a problem of three rows is over in fewer instructions
 * than its way through copies, lists of methods and measures takes. Whatever is not
 * plain - a ray, a pivot of rounding, a unit at the end of the range - is left to them. */

/* length of columns at most, which is even */
enum { MOST = (ZNI_LEMKE_FEW + 1) / 2 * 2 };

/* m is n or one more: a last row of zeros, which no pivot changes, so that rows go in
 * pairs. */
typedef double pair __attribute__((vector_size(16)));

typedef struct few {
    zn_index n, m;
    _Alignas(pair) double T[MOST * (MOST + 1)]; /* m x (n + 1)        */
    _Alignas(pair) double b[MOST];
    _Alignas(pair) double s[MOST];
    double beta;
    zn_index basic[MOST]; /* variable of each row           */
    zn_index column[MOST + 1], where[2 * MOST + 1], list[MOST + 1];
} few;

static inline pair get(const double x[])
{
    pair p;

    memcpy(&p, __builtin_assume_aligned(x, sizeof p), sizeof p);
    return p;
}

static inline void put(double x[], pair p)
{
    memcpy(__builtin_assume_aligned(x, sizeof p), &p, sizeof p);
}

/* y += f x */
static inline void add(zn_index m, double f, const double x[], double y[])
{
    for (zn_index i = 0; i < m; i += 2)
        put(y + i, get(y + i) + f * get(x + i));
}

/* T = S (M / rho) S, entries near 1, and the column of z0; b = beta S (q / unit), the
 * largest near 1 */
static void load(few *t, const zni_box *p, double rho, double unit)
{
    const zn_index n = t->n, m = t->m;
    const double *M = p->M->x, f = 1 / rho, g = 1 / unit;
    double big = 0;

    for (zn_index i = 0; i < m; i++)
        t->s[i] = 0;
    for (zn_index j = 0; j < n; j++, M += n) {
        double *s = t->s, *to = t->T + j * m, column = 0;

        to[m - 1] = 0;
        for (zn_index i = 0; i < n; i++) {
            const double a = fabs(f * M[i]);

            to[i] = f * M[i];
            s[i] = a > s[i] ? a : s[i];
            column = a > column ? a : column;
        }
        s[j] = column > s[j] ? column : s[j];
    }
    /* the row of zeros; of an even n the last one, which is set below */
    t->T[n * m + m - 1] = t->b[m - 1] = 0;
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
        const double *s = t->s, sj = s[j];

        for (zn_index i = 0; i < m; i += 2)
            put(to + i, get(to + i) * (get(s + i) * sj));
    }
}

/* w is basic, z and z0 are not */
static void begin(few *t)
{
    const zn_index n = t->n;

    for (zn_index i = 0; i < n; i++) {
        t->basic[i] = t->where[i] = i;
        t->column[i] = n + i;
        t->where[n + i] = -1 - i;
    }
    t->column[n] = 2 * n;
    t->where[2 * n] = -1 - n;
}

/* Exchange the variables of row r and column e. */
static void pivot(few *t, zn_index r, zn_index e)
{
    const zn_index n = t->n, m = t->m, out = t->basic[r], in = t->column[e];
    double *te = t->T + e * m;
    const double p = te[r], step = -t->b[r] / p;

    add(m, step, te, t->b);
    t->b[r] = step;
    for (double *tj = t->T, *end = tj + (n + 1) * m; tj < end; tj += m) {
        double f;

        if (tj == te || tj[r] == 0)
            continue;
        f = -tj[r] / p;
        add(m, f, te, tj);
        tj[r] = f;
    }
    for (zn_index i = 0; i < m; i += 2)
        put(te + i, get(te + i) / p);
    te[r] = 1 / p;
    /* feasible up to rounding: the ratio test has seen to it */
    for (zn_index i = 0; i < n; i++)
        t->b[i] = t->b[i] < 0 ? 0 : t->b[i];
    t->basic[r] = in;
    t->where[in] = r;
    t->column[e] = out;
    t->where[out] = -1 - e;
}

/* of tied rows: their order is that of the dictionary */
static zn_index first(few *t, zn_index ties, zn_index e)
{
    double T[MOST * (MOST + 1)], row[MOST + 1];
    zni_dictionary d = {.n = t->n,
                        .columns = t->n + 1,
                        .T = T,
                        .row = row,
                        .where = t->where,
                        .list = t->list};

    for (zn_index j = 0; j <= t->n; j++)
        memcpy(T + j * t->n, t->T + j * t->m, (size_t)t->n * sizeof *T);
    return zni_dictionary_first(&d, ties, T + e * t->n, 1, NULL);
}

/* The row that blocks the variable of column e; -1: none. */
static zn_index blocking(few *t, zn_index e)
{
    const zn_index n = t->n;
    const double *te = t->T + e * t->m;
    double ratio[MOST], least = INFINITY, big = 0;
    zn_index ties = 0;

    for (zn_index i = 0; i < n; i++)
        big = fabs(te[i]) > big ? fabs(te[i]) : big;
    for (zn_index i = 0; i < n; i++) {
        ratio[i] = te[i] < -ZNI_TINY_PIVOT * big ? t->b[i] / -te[i] : INFINITY;
        least = ratio[i] < least ? ratio[i] : least;
    }
    if (isinf(least))
        return -1;
    for (zn_index i = 0; i < n; i++) {
        if (!zni_tied(ratio[i], least))
            continue;
        if (t->basic[i] == 2 * n)
            return i;
        t->list[ties++] = i;
    }
    return ties == 1 ? t->list[0] : first(t, ties, e);
}

/* Pivots until z0 has left; 0: it does not. */
static zn_index run(few *t, zn_index most)
{
    const zn_index n = t->n;
    zn_index r = 0, e = n, out;

    /* in a tie the last row is the lexicographically smallest, as B is the identity */
    for (zn_index i = 1; i < n; i++)
        r = t->b[i] <= t->b[r] ? i : r;
    for (zn_index k = 1; k <= most; k++) {
        out = t->basic[r];
        pivot(t, r, e);
        if (out == 2 * n)
            return k;
        e = -1 - t->where[out < n ? out + n : out - n];
        r = blocking(t, e);
        if (r < 0)
            return 0;
    }
    return 0;
}

bool zni_lemke_few(const zni_box *b, double rho, double unit, zn_index most,
                   double z[], double w[], zn_index *pivots)
{
    bool some = false;
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
    t.m = (b->n + 1) / 2 * 2;
    load(&t, b, rho, unit);
    begin(&t);
    *pivots = run(&t, most);
    if (!*pivots)
        return false;
    for (zn_index i = 0; i < t.n; i++) {
        const zn_index r = t.where[t.n + i];

        z[i] = r >= 0 ? unit / rho * (t.s[i] * t.b[r] / t.beta) : 0;
    }
    zni_box_dual(b, z, w);
    return true;
}
