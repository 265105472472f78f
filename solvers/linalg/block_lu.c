/* block_lu.c - factors of a sparse matrix of small square blocks, pivots on the diagonal
 * SPDX-License-Identifier: Apache-2.0 */
#include "block_lu.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../core/core.h"
#include "../core/room.h"
#include "starts.h"
#include "wide.h"

/* Numbers of a row that have grown by so much have lost as many of their digits; a pivot that is
 * less than LOST of what its column of the block was at first has half of its left. (Where contacts
 * are redundant pivots are as small as what keeps the system regular, 1e-12 and less; with 1e-11 the
 * steps of interior points for a stack of boxes led nowhere, from 1e-9 on they were those of factors
 * with a search.) */
static const double GROWN = 1e6, LOST = 1e-8;

/* ---- what is stored ------------------------------------------------------------- */

/* Of the index: the pattern, then by place in the order of elimination the rows of L and of U,
 * ascending, and the tree. */
typedef struct view {
    zn_index *p, *i;   /* n + 1, nb: of the matrix                             */
    zn_index *at;      /* n: the row at a place                                */
    zn_index *place;   /* n: of a row                                          */
    zn_index *lp, *up; /* n + 1 each: first blocks of rows                     */
    zn_index *work;    /* 2 n; of factors: has a row of U any number?          */
    zn_index *lower;   /* nb: columns before the diagonal, of A + A'           */
    zn_index *first;   /* n + 1: of `lower`                                    */
    zn_index *li, *ui; /* nl each                                              */
} view;

static zn_index index_size(zn_index n, zn_index nb, zn_index nl)
{
    return 8 * n + 4 + 2 * nb + 2 * nl;
}

static view see(const zni_blu *s)
{
    const zn_index n = s->n, nb = s->nb;
    view v;

    v.p = s->index;
    v.i = v.p + n + 1;
    v.at = v.i + nb;
    v.place = v.at + n;
    v.lp = v.place + n;
    v.up = v.lp + n + 1;
    v.work = v.up + n + 1;
    v.first = v.work + 2 * n;
    v.lower = v.first + n + 1;
    v.li = v.lower + nb;
    v.ui = v.li + s->nl;
    return v;
}

/* Numbers: blocks of L, of U, inverses of pivots, a row at work, a vector. Columns of two have two
 * places, others four or eight, the last of them 0. */
typedef struct numbers {
    double *l, *u, *inverse, *row, *y;
} numbers;

static numbers have(const zni_blu *s)
{
    const zn_index block = s->ld * s->d;
    numbers v;

    v.l = s->x;
    v.u = v.l + block * s->nl;
    v.inverse = v.u + block * s->nl;
    v.row = v.inverse + block * s->n;
    v.y = v.row + block * s->n;
    return v;
}

/* ---- analysis ------------------------------------------------------------------- */

bool zni_blu_knows(const zni_blu *s, zn_index d, zn_index n, const zn_index p[],
                   const zn_index i[])
{
    view v;

    if (!s->x || s->d != d || s->n != n || s->nb != p[n])
        return false;
    v = see(s);
    return memcmp(v.p, p, (size_t)(n + 1) * sizeof *p) == 0 &&
           memcmp(v.i, i, (size_t)s->nb * sizeof *i) == 0;
}

/* For each place those before it that it has a block with, in its row or its column. */
static void look_back(const zni_blu *s, const view *v)
{
    memset(v->first, 0, (size_t)(s->n + 1) * sizeof *v->first);
    for (int fill = 0; fill < 2; fill++) {
        for (zn_index a = 0; a < s->n; a++)
            for (zn_index k = v->p[a]; k < v->p[a + 1]; k++) {
                const zn_index b = v->place[a], c = v->place[v->i[k]];

                if (b == c)
                    continue;
                if (fill)
                    v->lower[v->first[b > c ? b : c]++] = b > c ? c : b;
                else
                    v->first[(b > c ? b : c) + 1]++;
            }
        if (!fill)
            zni_starts(s->n, v->first);
    }
    zni_starts_back(s->n, v->first);
}

/* The columns of L in each row are those that are met on the way from `lower` up the tree of
 * elimination (Liu, SIAM J. Matrix Anal. Appl. 11, 1990): how many, or (fill) which, by columns. */
static void climb(const zni_blu *s, const view *v, bool fill)
{
    zn_index *parent = v->work, *mark = parent + s->n;

    for (zn_index a = 0; a < s->n; a++) {
        mark[a] = a;
        if (!fill)
            parent[a] = -1;
        for (zn_index k = v->first[a]; k < v->first[a + 1]; k++)
            for (zn_index c = v->lower[k]; mark[c] != a; c = parent[c]) {
                if (parent[c] < 0)
                    parent[c] = a;
                mark[c] = a;
                if (fill)
                    v->ui[v->up[c]++] = a;
                else
                    v->up[c + 1]++;
            }
    }
}

static zn_status room(zn_ctx *ctx, zni_blu *s)
{
    const zn_index block = s->ld * s->d;

    return zn_grow(ctx, &s->x, &s->cap_x,
                   block * (2 * s->nl + 2 * s->n) + s->ld * s->n, sizeof *s->x);
}

zn_status zni_blu_pattern(zn_ctx *ctx, zni_blu *s, zn_index d, zn_index n,
                          const zn_index p[], const zn_index i[],
                          const zn_index order[])
{
    zn_status st;
    view v;

    if (zni_blu_knows(s, d, n, p, i))
        return ZN_OK;
    s->d = d;
    s->ld = d == 2 ? 2 : d < 5 ? 4 : 8;
    s->nb = p[n];
    s->nl = s->n = 0; /* nothing is known until it is done */
    st = zn_grow(ctx, &s->index, &s->cap_index, index_size(n, s->nb, 0),
                 sizeof *s->index);
    if (st)
        return st;
    s->n = n;
    v = see(s);
    memcpy(v.p, p, (size_t)(n + 1) * sizeof *p);
    memcpy(v.i, i, (size_t)s->nb * sizeof *i);
    memcpy(v.at, order, (size_t)n * sizeof *order);
    for (zn_index a = 0; a < n; a++)
        v.place[v.at[a]] = a;
    look_back(s, &v);
    memset(v.up, 0, (size_t)(n + 1) * sizeof *v.up);
    climb(s, &v, false);
    zni_starts(n, v.up);
    s->nl = v.up[n];
    st = zn_grow(ctx, &s->index, &s->cap_index, index_size(n, s->nb, s->nl),
                 sizeof *s->index);
    if (!st)
        st = room(ctx, s);
    if (st) {
        s->n = 0;
        return st;
    }
    v = see(s);
    climb(s, &v, true);
    zni_starts_back(n, v.up);
    zni_lists_turn(n, v.up, v.ui, n, v.lp, v.li); /* rows of U are columns of L */
    memset(s->x, 0, (size_t)(s->ld * d * (2 * s->nl + 2 * n) + s->ld * n) * sizeof *s->x);
    return ZN_OK;
}

void zni_blu_fini(zn_ctx *ctx, zni_blu *s)
{
    ZNI_FREE(ctx, s->index, s->x);
}

/* ---- one block ------------------------------------------------------------------ */

/* A row times x, or (y) y less that */
static ZNI_INTO_WIDE void row_times(const zn_index wide, double x, const double row[], bool off,
                                    double y[])
{
    for (zn_index e = 0; e < wide; e += 4) {
        zni_lanes a, b;

        zni_take4(row + e, &a);
        zni_take4(y + e, &b);
        a *= x;
        if (off)
            a = b - a;
        zni_put4(&a, y + e);
    }
}

/* [A | I] by rows of `wide` numbers, I in the second half */
static ZNI_INTO_WIDE void beside_one(const zn_index d, const zn_index ld, const zn_index wide,
                                     const double A[], double t[])
{
    memset(t, 0, (size_t)(d * wide) * sizeof *t);
    for (zn_index i = 0; i < d; i++) {
        for (zn_index j = 0; j < d; j++)
            t[wide * i + j] = A[i + ld * j];
        t[wide * i + wide / 2 + i] = 1;
    }
}

/* The inverse of A by Gauss & Jordan, rows exchanged, and the sign of its determinant; 0: it is
 * singular. was: what the pivots are measured by. */
static ZNI_INTO_WIDE int invert(const zn_index d, const zn_index ld, const double was[],
                                const double A[], double inverse[])
{
    const zn_index wide = d < 5 ? 8 : 16;
    double t[8 * 16], *row[8];
    int sign = 1;

    beside_one(d, ld, wide, A, t);
    for (zn_index i = 0; i < d; i++)
        row[i] = t + wide * i;
    for (zn_index k = 0; k < d; k++) {
        zn_index most = k;
        double *pivot;

        for (zn_index i = k + 1; i < d; i++)
            if (fabs(row[i][k]) > fabs(row[most][k]))
                most = i;
        pivot = row[most];
        if (!(fabs(pivot[k]) > LOST * was[k]))
            return 0;
        row[most] = row[k];
        row[k] = pivot;
        sign = (most != k) == (pivot[k] < 0) ? sign : -sign;
        row_times(wide, 1 / pivot[k], pivot, false, pivot);
        for (zn_index i = 0; i < d; i++)
            if (i != k)
                row_times(wide, row[i][k], pivot, true, row[i]);
    }
    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            inverse[i + ld * j] = row[i][wide / 2 + j];
    return sign;
}

/* most <- the larger of it and |x|, x a block; NaN is not seen, and comes to a pivot */
static ZNI_INTO_WIDE void raise_block(const zn_index d, const zn_index ld, const double x[],
                                      zni_lanes *most)
{
    for (zn_index i = 0; i < ld * d; i += 4) {
        zni_lanes a;

        zni_take4(x + i, &a);
        zni_raise4(&a, most);
    }
}

/* any <- it and the bits of the numbers of a block, but for signs; NaN has some */
static ZNI_INTO_WIDE void gather_bits(const zn_index d, const zn_index ld, const double x[],
                                      zni_bits *any)
{
    for (zn_index i = 0; i < ld * d; i += 4) {
        zni_lanes a;

        zni_take4(x + i, &a);
        *any |= (zni_bits)a & 0x7fffffffffffffff;
    }
}

/* is one of four not 0? */
static ZNI_INTO_WIDE bool some(const zni_bits *any)
{
    return ((*any)[0] | (*any)[1] | (*any)[2] | (*any)[3]) != 0;
}

/* ---- factors -------------------------------------------------------------------- */

/* The row at place a into the row at work; the largest number. */
static ZNI_INTO_WIDE double spread(const zn_index d, const zn_index ld,
                                   const view *v, zn_index a, const double x[],
                                   double row[])
{
    const zn_index r = v->at[a];
    zni_lanes most = {0};

    for (zn_index k = v->p[r]; k < v->p[r + 1]; k++) {
        double *to = row + ld * d * v->place[v->i[k]];

        for (zn_index j = 0; j < d; j++)
            for (zn_index i = 0; i < d; i++)
                to[i + ld * j] = x[d * d * k + i + d * j];
        raise_block(d, ld, to, &most);
    }
    return zni_across4(&most);
}

/* The block of the row at work at place c is eliminated, which leaves l of it: nothing where it is 0
 * already, and nothing but l where that row of U is. */
static ZNI_INTO_WIDE void take_row(const zn_index d, const zn_index ld, const view *v,
                                   const numbers *f, zn_index c, double l[])
{
    const zn_index block = ld * d;
    double *from = f->row + block * c;
    zni_bits any = {0};

    gather_bits(d, ld, from, &any);
    if (!some(&any)) {
        memset(l, 0, (size_t)block * sizeof *l);
        return;
    }
    zni_multiply(ld, d, d, false, ld, from, f->inverse + block * c, l);
    memset(from, 0, (size_t)block * sizeof *from);
    for (zn_index e = v->work[c] ? v->up[c] : v->up[c + 1]; e < v->up[c + 1]; e++)
        zni_multiply(ld, d, d, true, ld, l, f->u + block * e, f->row + block * v->ui[e]);
}

/* What is behind the diagonal of the row at work is the row of U at a; the largest number. */
static ZNI_INTO_WIDE void keep_row(const zn_index d, const zn_index ld, const view *v,
                                   const numbers *f, zn_index a, zni_lanes *most)
{
    const zn_index block = ld * d;
    zni_bits any = {0};

    for (zn_index e = v->up[a]; e < v->up[a + 1]; e++) {
        double *from = f->row + block * v->ui[e], *u = f->u + block * e;

        memcpy(u, from, (size_t)block * sizeof *u);
        memset(from, 0, (size_t)block * sizeof *from);
        raise_block(d, ld, u, most);
        gather_bits(d, ld, u, &any);
    }
    v->work[a] = some(&any);
}

/* Place a: what is before the diagonal is eliminated, what is behind it is of U, and the row at
 * work is zero again. A contact that is open is a row of Newton's matrix with nothing but its
 * diagonal: it changes no other row, and no row changes it. */
static ZNI_INTO_WIDE bool eliminate(const zn_index d, const zn_index ld,
                                    zni_blu *s, const view *v, const numbers *f,
                                    zn_index a, const double x[])
{
    const zn_index block = ld * d;
    const double most = spread(d, ld, v, a, x, f->row);
    double *pivot = f->row + block * a, was[8] = {0};
    zni_lanes grown = {0};
    int sign;

    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            was[j] = fabs(pivot[i + ld * j]) > was[j] ? fabs(pivot[i + ld * j]) : was[j];

    for (zn_index k = v->lp[a]; k < v->lp[a + 1]; k++)
        take_row(d, ld, v, f, v->li[k], f->l + block * k);
    keep_row(d, ld, v, f, a, &grown);
    raise_block(d, ld, pivot, &grown);
    sign = invert(d, ld, was, pivot, f->inverse + block * a);
    memset(pivot, 0, (size_t)block * sizeof *pivot);
    s->sign *= sign;
    return sign != 0 && zni_across4(&grown) <= GROWN * most;
}

static ZNI_INTO_WIDE bool factor(const zn_index d, const zn_index ld, zni_blu *s,
                                 const double x[])
{
    const view v = see(s);
    const numbers f = have(s);

    s->sign = 1;
    for (zn_index a = 0; a < s->n; a++)
        if (!eliminate(d, ld, s, &v, &f, a, x)) {
            memset(f.row, 0, (size_t)(ld * d * s->n) * sizeof *f.row);
            return false;
        }
    return true;
}

ZNI_WIDE static bool factor3(zni_blu *s, const double x[])
{
    return factor(3, 4, s, x);
}

ZNI_WIDE static bool factor_any(zni_blu *s, const double x[])
{
    return factor(s->d, s->ld, s, x);
}

bool zni_blu_factor(zni_blu *s, const double x[])
{
    return s->d == 3 ? factor3(s, x) : s->d == 2 ? factor(2, 2, s, x) : factor_any(s, x);
}

/* ---- solutions ------------------------------------------------------------------ */

static ZNI_INTO_WIDE void solve(const zn_index d, const zn_index ld, zni_blu *s,
                                double b[])
{
    const zn_index block = ld * d;
    const view v = see(s);
    const numbers f = have(s);

    for (zn_index a = 0; a < s->n; a++) {
        double *y = f.y + ld * a;

        for (zn_index i = 0; i < d; i++)
            y[i] = b[d * v.at[a] + i];
        for (zn_index k = v.lp[a]; k < v.lp[a + 1]; k++)
            zni_multiply(ld, d, 1, true, ld, f.l + block * k, f.y + ld * v.li[k], y);
    }
    for (zn_index a = s->n - 1; a >= 0; a--) {
        double x[8], *y = f.y + ld * a;

        for (zn_index e = v.up[a]; e < v.up[a + 1]; e++)
            zni_multiply(ld, d, 1, true, ld, f.u + block * e, f.y + ld * v.ui[e], y);
        zni_multiply(ld, d, 1, false, ld, f.inverse + block * a, y, x);
        for (zn_index i = 0; i < d; i++)
            y[i] = b[d * v.at[a] + i] = x[i];
    }
}

ZNI_WIDE static void solve3(zni_blu *s, double b[])
{
    solve(3, 4, s, b);
}

ZNI_WIDE static void solve_any(zni_blu *s, double b[])
{
    solve(s->d, s->ld, s, b);
}

void zni_blu_solve(zni_blu *s, double b[])
{
    if (s->d == 3)
        solve3(s, b);
    else if (s->d == 2)
        solve(2, 2, s, b);
    else
        solve_any(s, b);
}
