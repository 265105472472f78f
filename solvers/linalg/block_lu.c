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

/* The factors are refused if the entries of a row grow by more than GROWN, since as many digits are lost, or if a pivot
 * is less than LOST times the largest entry that its column of the block had before elimination, since then half of the
 * digits are lost. (If contacts are redundant the pivots are as small as the regularisation of the system, 1e-12 and
 * less. With LOST = 1e-11 the steps of interior points for a stack of boxes led nowhere, from 1e-9 on they were those
 * of factors with a pivot search.) */
static const double GROWN = 1e6, LOST = 1e-8;

/* ---- analysis ------------------------------------------------------------------- */

bool zni_blu_knows(const zni_blu *s, zn_index d, zn_index n, const zn_index p[],
                   const zn_index i[])
{
    return s->n > 0 && s->d == d && s->n == n && s->p[n] == p[n] &&
           memcmp(s->p, p, (size_t)(n + 1) * sizeof *p) == 0 &&
           memcmp(s->i, i, (size_t)p[n] * sizeof *i) == 0;
}

/* For each position the earlier ones that it shares a block with, in its row or in its column. */
static void look_back(zni_blu *s, zn_index n)
{
    memset(s->first, 0, (size_t)(n + 1) * sizeof *s->first);
    for (int fill = 0; fill < 2; fill++) {
        for (zn_index a = 0; a < n; a++)
            for (zn_index k = s->p[a]; k < s->p[a + 1]; k++) {
                const zn_index b = s->place[a], c = s->place[s->i[k]];

                if (b == c)
                    continue;
                if (fill)
                    s->lower[s->first[b > c ? b : c]++] = b > c ? c : b;
                else
                    s->first[(b > c ? b : c) + 1]++;
            }
        if (!fill)
            zni_starts(n, s->first);
    }
    zni_starts_back(n, s->first);
}

/* The columns of L in a row are those on the paths from `lower` up the elimination tree (Liu, SIAM J. Matrix Anal.
 * Appl. 11, 1990). Counts them by column, or, with `fill`, lists them by column, which are the rows of U. */
static void climb(zni_blu *s, zn_index n, bool fill)
{
    zn_index *parent = s->work, *mark = parent + n;

    for (zn_index a = 0; a < n; a++) {
        mark[a] = a;
        if (!fill)
            parent[a] = -1;
        for (zn_index k = s->first[a]; k < s->first[a + 1]; k++)
            for (zn_index c = s->lower[k]; mark[c] != a; c = parent[c]) {
                if (parent[c] < 0)
                    parent[c] = a;
                mark[c] = a;
                if (fill)
                    s->ui[s->up[c]++] = a;
                else
                    s->up[c + 1]++;
            }
    }
}

zn_status zni_blu_pattern(zn_ctx *ctx, zni_blu *s, zn_index d, zn_index n,
                          const zn_index p[], const zn_index i[],
                          const zn_index order[])
{
    const zn_index ld = d == 2 ? 2 : d < 5 ? 4 : 8, nb = p[n];
    zn_index nl;
    zn_status st;

    if (zni_blu_knows(s, d, n, p, i))
        return ZN_OK;
    s->n = 0;
    s->d = d;
    s->ld = ld;
    st = ZNI_GROW(ctx, ZNI_BARE(s, p, n + 1), ZNI_BARE(s, i, nb), ZNI_BARE(s, at, n), ZNI_BARE(s, place, n),
                  ZNI_BARE(s, lp, n + 1), ZNI_BARE(s, up, n + 1), ZNI_BARE(s, first, n + 1), ZNI_BARE(s, lower, nb),
                  ZNI_BARE(s, work, 2 * n), ZNI_BARE(s, inverse, ld * d * n), ZNI_BARE(s, row, ld * d * n),
                  ZNI_BARE(s, y, ld * n));
    if (st)
        return st;
    memcpy(s->p, p, (size_t)(n + 1) * sizeof *p);
    memcpy(s->i, i, (size_t)nb * sizeof *i);
    memcpy(s->at, order, (size_t)n * sizeof *order);
    for (zn_index a = 0; a < n; a++)
        s->place[s->at[a]] = a;
    look_back(s, n);
    memset(s->up, 0, (size_t)(n + 1) * sizeof *s->up);
    climb(s, n, false);
    zni_starts(n, s->up);
    nl = s->up[n];
    st = ZNI_GROW(ctx, ZNI_BARE(s, li, nl), ZNI_BARE(s, ui, nl), ZNI_BARE(s, l, ld * d * nl),
                  ZNI_BARE(s, u, ld * d * nl));
    if (st)
        return st;
    climb(s, n, true);
    zni_starts_back(n, s->up);
    zni_lists_turn(n, s->up, s->ui, n, s->lp, s->li); /* rows of U are columns of L */
    /* the rows below d of a stored block stay zero */
    memset(s->inverse, 0, (size_t)(ld * d * n) * sizeof *s->inverse);
    memset(s->row, 0, (size_t)(ld * d * n) * sizeof *s->row);
    memset(s->y, 0, (size_t)(ld * n) * sizeof *s->y);
    s->n = n;
    return ZN_OK;
}

void zni_blu_fini(zn_ctx *ctx, zni_blu *s)
{
    ZNI_FREE(ctx, s->p, s->i, s->at, s->place, s->lp, s->li, s->up, s->ui, s->first, s->lower, s->work, s->l, s->u,
             s->inverse, s->row, s->y);
}

/* ---- one block ------------------------------------------------------------------ */

/* y = x row, or, with `off`, y = y - x row */
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

/* t = [A | I], by rows of `wide` numbers; I begins in the middle of a row */
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

/* The inverse of A by Gauss-Jordan elimination with row exchanges. Returns the sign of the determinant, or 0 if A is
 * singular. was: the magnitudes that pivots are compared with */
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

/* Raises *most to the magnitudes of the block x. NaN is ignored here; it reaches a pivot, which is then refused. */
static ZNI_INTO_WIDE void raise_block(const zn_index d, const zn_index ld, const double x[],
                                      zni_lanes *most)
{
    for (zn_index i = 0; i < ld * d; i += 4) {
        zni_lanes a;

        zni_take4(x + i, &a);
        zni_raise4(&a, most);
    }
}

/* Collects the bits, without signs, of all numbers of a block in *any: they are zero only if the block is. */
static ZNI_INTO_WIDE void gather_bits(const zn_index d, const zn_index ld, const double x[],
                                      zni_bits *any)
{
    for (zn_index i = 0; i < ld * d; i += 4) {
        zni_lanes a;

        zni_take4(x + i, &a);
        *any |= (zni_bits)a & 0x7fffffffffffffff;
    }
}

/* Has one of the four a bit? */
static ZNI_INTO_WIDE bool some(const zni_bits *any)
{
    return ((*any)[0] | (*any)[1] | (*any)[2] | (*any)[3]) != 0;
}

/* ---- factors -------------------------------------------------------------------- */

/* Copies the row at position a of the matrix into s->row; returns its largest magnitude. */
static ZNI_INTO_WIDE double spread(const zn_index d, const zn_index ld, const zni_blu *s, zn_index a, const double x[])
{
    const zn_index r = s->at[a];
    zni_lanes most = {0};

    for (zn_index k = s->p[r]; k < s->p[r + 1]; k++) {
        double *to = s->row + ld * d * s->place[s->i[k]];

        for (zn_index j = 0; j < d; j++)
            for (zn_index i = 0; i < d; i++)
                to[i + ld * j] = x[d * d * k + i + d * j];
        raise_block(d, ld, to, &most);
    }
    return zni_across4(&most);
}

/* Eliminates the block at position c of s->row; l is the block of L. Where the block is zero already nothing is done,
 * and where the row of U at c is zero there is nothing to subtract. */
static ZNI_INTO_WIDE void eliminate_block(const zn_index d, const zn_index ld, const zni_blu *s, zn_index c,
                                          double l[])
{
    const zn_index block = ld * d;
    double *from = s->row + block * c;
    zni_bits any = {0};

    gather_bits(d, ld, from, &any);
    if (!some(&any)) {
        memset(l, 0, (size_t)block * sizeof *l);
        return;
    }
    zni_multiply(ld, d, d, false, ld, from, s->inverse + block * c, l);
    memset(from, 0, (size_t)block * sizeof *from);
    for (zn_index e = s->work[c] ? s->up[c] : s->up[c + 1]; e < s->up[c + 1]; e++)
        zni_multiply(ld, d, d, true, ld, l, s->u + block * e, s->row + block * s->ui[e]);
}

/* Moves what s->row has behind the diagonal into the row of U at position a; raises *most to its largest magnitude. */
static ZNI_INTO_WIDE void store_row(const zn_index d, const zn_index ld, const zni_blu *s, zn_index a, zni_lanes *most)
{
    const zn_index block = ld * d;
    zni_bits any = {0};

    for (zn_index e = s->up[a]; e < s->up[a + 1]; e++) {
        double *from = s->row + block * s->ui[e], *u = s->u + block * e;

        memcpy(u, from, (size_t)block * sizeof *u);
        memset(from, 0, (size_t)block * sizeof *from);
        raise_block(d, ld, u, most);
        gather_bits(d, ld, u, &any);
    }
    s->work[a] = some(&any);
}

/* Makes the rows of L and U at position a and leaves s->row zero again. Returns the sign of the determinant of the
 * pivot block, or 0 where the factors are of no use. (The row of an open contact in Newton's matrix has nothing but its
 * diagonal block: it changes no other row, and no row changes it.) */
static ZNI_INTO_WIDE int eliminate(const zn_index d, const zn_index ld, const zni_blu *s, zn_index a, const double x[])
{
    const zn_index block = ld * d;
    const double most = spread(d, ld, s, a, x);
    double *pivot = s->row + block * a, was[8] = {0};
    zni_lanes grown = {0};
    int sign;

    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            was[j] = zni_greater(was[j], fabs(pivot[i + ld * j]));
    for (zn_index k = s->lp[a]; k < s->lp[a + 1]; k++)
        eliminate_block(d, ld, s, s->li[k], s->l + block * k);
    store_row(d, ld, s, a, &grown);
    raise_block(d, ld, pivot, &grown);
    sign = invert(d, ld, was, pivot, s->inverse + block * a);
    memset(pivot, 0, (size_t)block * sizeof *pivot);
    return zni_across4(&grown) <= GROWN * most ? sign : 0;
}

static ZNI_INTO_WIDE bool factor(const zn_index d, const zn_index ld, zni_blu *of, const double x[])
{
    const zni_blu s = *of; /* its pointers stay in registers */

    of->sign = 1;
    for (zn_index a = 0; a < s.n && of->sign; a++)
        of->sign *= eliminate(d, ld, &s, a, x);
    if (!of->sign)
        memset(s.row, 0, (size_t)(ld * d * s.n) * sizeof *s.row);
    return of->sign != 0;
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

static ZNI_INTO_WIDE void solve(const zn_index d, const zn_index ld, const zni_blu *of, double b[])
{
    const zn_index block = ld * d;
    const zni_blu s = *of;

    for (zn_index a = 0; a < s.n; a++) {
        double *y = s.y + ld * a;

        for (zn_index i = 0; i < d; i++)
            y[i] = b[d * s.at[a] + i];
        for (zn_index k = s.lp[a]; k < s.lp[a + 1]; k++)
            zni_multiply(ld, d, 1, true, ld, s.l + block * k, s.y + ld * s.li[k], y);
    }
    for (zn_index a = s.n - 1; a >= 0; a--) {
        double x[8], *y = s.y + ld * a;

        for (zn_index e = s.up[a]; e < s.up[a + 1]; e++)
            zni_multiply(ld, d, 1, true, ld, s.u + block * e, s.y + ld * s.ui[e], y);
        zni_multiply(ld, d, 1, false, ld, s.inverse + block * a, y, x);
        for (zn_index i = 0; i < d; i++)
            y[i] = b[d * s.at[a] + i] = x[i];
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
