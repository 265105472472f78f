/* rank.c - symmetric positive semidefinite systems of closed contacts: rows that depend
 * on others are left out
 *
 * A = L D L' with pivots on the diagonal, judged by what is left of it, so that
 * units do not decide, nor change a bit. Rows that bore a force in the last problem come first: then a
 * force of a table's fourth leg is zero for as long as three others can bear it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/rank.h"

#include <math.h>

/* The share of the diagonal that is left after the rows before it: less is rounding. */
static const double LEFT = 1e-10;

zn_status zni_rank_reserve(zn_ctx *ctx, zni_rank *r, zn_index n)
{
    zn_status st;

    if (n * n < r->cL && 3 * n < r->cscale && n < r->corder && n < r->crow)
        return ZN_OK;
    st = zn_grow(ctx, &r->L, &r->cL, n * n + 1, sizeof *r->L);
    if (!st)
        st = zn_grow(ctx, &r->scale, &r->cscale, 3 * n + 1, sizeof *r->scale);
    if (!st)
        st = zn_grow(ctx, &r->order, &r->corder, n + 1, sizeof *r->order);
    if (!st)
        st = zn_grow(ctx, &r->row, &r->crow, n + 1, sizeof *r->row);
    return st;
}

/* The next pivot from k on, or -1: nothing is left. left[i]: of row order[i]. */
static zn_index pivot(const zni_rank *r, zn_index k, const double left[],
                      const unsigned char first[])
{
    zn_index best = -1;
    double most = LEFT;

    for (int want = first ? 1 : 0; best < 0 && want >= 0; want--)
        for (zn_index i = k; i < r->n; i++) {
            const zn_index o = r->order[i];
            const double share = r->scale[o] > 0 ? left[o] / r->scale[o] : 0;
            if ((first && first[o] != want) || !(share > most))
                continue;
            most = share;
            best = i;
        }
    return best;
}

/* Column k of L, of pivot order[k], which takes the place of its 1. Rows of bodies apart have nothing in common: of
 * the columns before, most have a zero in that row, and nothing to take away. */
static void eliminate(zni_rank *r, zn_index k, const double A[], double left[])
{
    const zn_index n = r->n, row = r->order[k];
    double *column = r->L + k * n, d = left[row];

    column[row] = d;
    for (zn_index i = k + 1; i < n; i++) {
        const zn_index o = r->order[i];
        column[o] = A[o + row * n];
    }
    for (zn_index j = 0; j < k; j++) {
        const double *before = r->L + j * n;
        const double f = before[row] * before[r->order[j]];
        if (f == 0)
            continue;
        for (zn_index i = k + 1; i < n; i++)
            column[r->order[i]] -= before[r->order[i]] * f;
    }
    for (zn_index i = k + 1; i < n; i++) {
        const zn_index o = r->order[i];
        const double rest = column[o];
        column[o] = rest / d;
        left[o] -= column[o] * rest;
    }
}

void zni_rank_factor(zni_rank *r, zn_index n, const double A[],
                     const unsigned char first[])
{
    double *left = r->scale + n;

    r->n = n;
    r->rank = 0;
    r->general = false;
    for (zn_index i = 0; i < n; i++) {
        r->order[i] = i;
        r->scale[i] = left[i] = fmax(0, A[i + i * n]);
    }
    /* L has rows in the order of the pivots, and columns of length n */
    for (zn_index k = 0; k < n; k++) {
        const zn_index p = pivot(r, k, left, first),
                       row = p < 0 ? 0 : r->order[p];
        if (p < 0)
            return;
        r->order[p] = r->order[k];
        r->order[k] = row;
        eliminate(r, k, A, left);
        r->rank = k + 1;
    }
}

/* ---- not symmetric ------------------------------------------------------------------ */

static void swap(zn_index *a, zn_index *b)
{
    const zn_index c = *a;

    *a = *b;
    *b = c;
}

/* A power of two by which the largest of n values, weighed, comes to between 1/2 and 1. */
static double below(zn_index n, const double a[], zn_index step,
                    const double weight[])
{
    double most = 0;
    int k;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(a[i * step]) * (weight ? weight[i] : 1));
    frexp(most, &k);
    return ldexp(1, -k);
}

/* L has the values in place, row[k] and order[k] are the row and the unknown of pivot k. */
void zni_rank_factor_general(zni_rank *r, zn_index n, const double A[])
{
    double *L = r->L, *column = r->scale + n;

    r->n = n;
    r->rank = 0;
    r->general = true;
    for (zn_index i = 0; i < n; i++) {
        r->order[i] = r->row[i] = i;
        r->scale[i] = below(n, A + i, n, NULL);
    }
    for (zn_index j = 0; j < n; j++) {
        column[j] = below(n, A + j * n, 1, r->scale);
        for (zn_index i = 0; i < n; i++)
            L[i + j * n] = A[i + j * n] * r->scale[i] * column[j];
    }
    for (zn_index k = 0; k < n; k++) {
        zn_index pi = k, pj = k;
        double best = -1;
        for (zn_index j = k; j < n; j++)
            for (zn_index i = k; i < n; i++)
                if (fabs(L[r->row[i] + r->order[j] * n]) > best) {
                    best = fabs(L[r->row[i] + r->order[j] * n]);
                    pi = i;
                    pj = j;
                }
        if (!(best > LEFT))
            return;
        swap(&r->row[k], &r->row[pi]);
        swap(&r->order[k], &r->order[pj]);
        for (zn_index i = k + 1; i < n; i++) {
            double *at = L + r->row[i];
            const zn_index o = r->order[k];
            at[o * n] /= L[r->row[k] + o * n];
            for (zn_index j = k + 1; j < n; j++)
                at[r->order[j] * n] -=
                    at[o * n] * L[r->row[k] + r->order[j] * n];
        }
        r->rank = k + 1;
    }
}

/* The first n of the rows, in the order of the pivots, less those before them. */
static void forward(const zni_rank *r, zn_index n, const double b[], double z[])
{
    const double *L = r->L;

    for (zn_index k = 0; k < n; k++) {
        z[k] = b[r->row[k]] * r->scale[r->row[k]];
        for (zn_index j = 0; j < k && j < r->rank; j++)
            z[k] -= L[r->row[k] + r->order[j] * r->n] * z[j];
    }
}

static void solve_general(const zni_rank *r, const double b[], double x[])
{
    const zn_index n = r->n;
    const double *L = r->L, *column = r->scale + n;
    double *z = r->scale + 2 * n;

    for (zn_index i = 0; i < n; i++)
        x[i] = 0;
    forward(r, r->rank, b, z);
    for (zn_index k = r->rank - 1; k >= 0; k--) {
        const zn_index o = r->order[k];
        for (zn_index j = k + 1; j < r->rank; j++)
            z[k] -= L[r->row[k] + r->order[j] * n] * z[j];
        z[k] /= L[r->row[k] + o * n];
        x[o] = z[k] * column[o];
    }
}

void zni_rank_rest(const zni_rank *r, const double b[], double out[])
{
    double *z = r->scale + 2 * r->n;

    forward(r, r->n, b, z);
    for (zn_index k = r->rank; k < r->n; k++)
        out[r->row[k]] = z[k] / r->scale[r->row[k]];
}

void zni_rank_solve(const zni_rank *r, const double b[], double x[])
{
    const zn_index n = r->n;
    const double *L = r->L;
    double *z = r->scale + 2 * n;

    if (r->general) {
        solve_general(r, b, x);
        return;
    }
    for (zn_index i = 0; i < n; i++)
        x[i] = 0;
    for (zn_index k = 0; k < r->rank; k++) {
        const zn_index o = r->order[k];
        z[k] = b[o];
        for (zn_index j = 0; j < k; j++)
            z[k] -= L[o + j * n] * z[j];
    }
    for (zn_index k = r->rank - 1; k >= 0; k--) {
        const zn_index o = r->order[k];
        z[k] /= L[o + k * n];
        for (zn_index j = k + 1; j < r->rank; j++)
            z[k] -= L[r->order[j] + k * n] * z[j];
        x[o] = z[k];
    }
}

zn_index zni_rank_directions(zni_rank *r, zn_index n, double A[], const unsigned char out[], double N[],
                             zn_index of[])
{
    zn_index k = 0;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            if (out[i] || out[j])
                A[i + j * n] = 0;
    zni_rank_factor(r, n, A, NULL);
    for (zn_index j = r->rank; j < n; j++) {
        const zn_index row = r->order[j];
        double *column = N + k * n;

        if (out[row])
            continue;
        zni_rank_solve(r, A + row * n, column);
        for (zn_index i = 0; i < n; i++)
            column[i] = (i == row) - column[i];
        if (of)
            of[k] = row;
        k++;
    }
    return k;
}
