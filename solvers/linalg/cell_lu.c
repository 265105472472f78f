/* cell_lu.c - factors of matrices with the pattern of a matrix in cells
 * SPDX-License-Identifier: Apache-2.0 */
#include "cells.h"

#include <string.h>

#include "wide.h"

zn_status zni_cell_lu_reserve(zn_ctx *ctx, zni_cell_lu *k, zn_index n, zn_index nnz)
{
    zn_index most = nnz + 3 * n;
    zn_status st;

    if (n > 0 && most / n >= n)
        most = n * n;
    st = zni_room(ctx, &k->j, &k->cap_j, most, sizeof *k->j);
    return st || n < 1 ? st : zni_square_reserve(ctx, &k->square, n, nnz, most);
}

static void put(zni_csc *s, zn_index *at, zn_index i, zn_index from, bool *fresh)
{
    if (s) {
        *fresh = *fresh || s->i[*at] != i;
        s->i[*at] = i;
        s->from[*at] = from;
    }
    (*at)++;
}

/* The pattern of M + D, the entries of M and the cells on the diagonal, by columns; s NULL: only counts the entries. */
static zn_index sparse_sum(const zni_cells *c, zni_csc *s, bool *fresh)
{
    const zni_csc *M = &c->csc;
    zn_index at = 0;

    for (zn_index j = 0; j < c->n; j++) {
        const zn_index b = c->part[j], lo = c->ro[b], hi = c->ro[b + 1], end = M->p[j + 1];
        const zn_index own = c->bp[c->diag[b]] + (j - lo) * (hi - lo);
        zn_index k = M->p[j];

        if (s) {
            *fresh = *fresh || s->p[j] != at;
            s->p[j] = at;
        }
        for (; k < end && M->i[k] < lo; k++)
            put(s, &at, M->i[k], c->to[k], fresh);
        for (zn_index i = lo; i < hi; i++)
            put(s, &at, i, own + i - lo, fresh);
        while (k < end && M->i[k] < hi)
            k++;
        for (; k < end; k++)
            put(s, &at, M->i[k], c->to[k], fresh);
    }
    if (s)
        s->p[c->n] = at;
    return at;
}

/* As zni_csc_set, for the pattern of M + D, which has so many values. */
static zn_status set_sum(zn_ctx *ctx, zni_csc *s, const zni_cells *c, zn_index values, bool *fresh)
{
    const zn_status st = zni_csc_reserve(ctx, s, c->n, values);

    *fresh = s->n != c->n || s->nnz != values;
    if (st)
        return st;
    s->nkey = 0; /* not the pattern of a view */
    sparse_sum(c, s, fresh);
    zni_csc_made(s, c->n);
    for (zn_index e = 0; e < s->nnz; e++)
        s->x[e] = c->x[s->from[e]];
    return ZN_OK;
}

zn_status zni_cell_lu_set(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c, bool whole)
{
    const zn_matrix A = zni_cells_matrix(c, c->x);
    const zn_index all = c->bp[c->nblocks];
    /* without a sparse pattern all entries of the cells are there */
    const zn_index values = whole || !c->known ? all : sparse_sum(c, NULL, NULL);
    zni_square *of = &k->square;
    bool fresh;
    zn_status st = zni_cell_lu_reserve(ctx, k, c->n, all);

    if (st)
        return st;
    of->dense = zni_square_full(c->n, c->n, values);
    if (of->dense)
        return zni_lu_size(ctx, &of->lu, c->n);
    /* the bits must not depend on the pivots of an earlier problem */
    zni_slu_restart(&of->slu);
    if (values == all)
        return zni_square_take(ctx, of, &A);
    st = set_sum(ctx, &of->csc, c, values, &fresh);
    return st ? st : zni_slu_learn(ctx, &of->slu, &of->csc, fresh);
}

zn_status zni_cell_lu_affords(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c,
                              const zn_monitor *mon)
{
    const zn_status st = zni_square_affords(ctx, &k->square, c->n, mon);

    /* M itself may be singular; the matrices of steps are others */
    return st == ZN_ESINGULAR ? ZN_OK : st;
}

void zni_cell_lu_linear(zni_cell_lu *k, const zni_cells *c, const double ab[])
{
    for (zn_index a = 0; a < c->nu; a++) {
        const zn_index d = c->ro[a + 1] - c->ro[a];
        const double *A = ab, *B = ab + d * d;

        for (zn_index b = c->row[a]; b < c->row[a + 1]; b++)
            zni_multiply(d, d, c->ro[c->col[b] + 1] - c->ro[c->col[b]], false, d, A,
                         c->x + c->bp[b], k->j + c->bp[b]);
        for (zn_index i = 0; i < d * d; i++)
            k->j[c->bp[c->diag[a]] + i] += B[i];
        ab += 2 * d * d;
    }
}

void zni_cell_lu_sum(zni_cell_lu *k, const zni_cells *c, const double D[], double add)
{
    memcpy(k->j, c->x, (size_t)c->bp[c->nblocks] * sizeof *k->j);
    for (zn_index a = 0; a < c->nu; a++) {
        const zn_index d = c->ro[a + 1] - c->ro[a];
        double *J = k->j + c->bp[c->diag[a]];

        for (zn_index i = 0; i < d * d; i++)
            J[i] += D[i];
        for (zn_index i = 0; i < d; i++)
            J[i * (d + 1)] += add;
        D += d * d;
    }
}

/* Copies a cell, d x cols, into a matrix of n rows. */
static inline void spread(zn_index d, zn_index cols, const double J[], zn_index n, double a[])
{
    if (d == 3) {
        for (zn_index j = 0; j < cols; j++, J += 3, a += n) {
            a[0] = J[0];
            a[1] = J[1];
            a[2] = J[2];
        }
        return;
    }
    for (zn_index j = 0; j < cols; j++, J += d, a += n)
        for (zn_index i = 0; i < d; i++)
            a[i] = J[i];
}

/* The dense matrix. If all cells are stored those of a row are contiguous and can be copied as one. */
static void spread_all(const zni_cell_lu *k, const zni_cells *c, double full[])
{
    const zn_index n = c->n;
    const bool whole = c->nblocks == c->nu * c->nu;

    if (!whole)
        memset(full, 0, (size_t)(n * n) * sizeof *full);
    for (zn_index a = 0; a < c->nu; a++) {
        const zn_index lo = c->ro[a], d = c->ro[a + 1] - lo;

        if (whole)
            spread(d, n, k->j + c->bp[c->row[a]], n, full + lo);
        for (zn_index b = c->row[a]; !whole && b < c->row[a + 1]; b++)
            spread(d, c->ro[c->col[b] + 1] - c->ro[c->col[b]], k->j + c->bp[b], n,
                   full + lo + c->ro[c->col[b]] * n);
    }
}

zn_status zni_cell_lu_factor(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c, bool symmetric)
{
    if (k->square.dense)
        spread_all(k, c, k->square.lu.a);
    else
        zni_csc_values(&k->square.csc, k->j);
    return zni_square_factor(ctx, &k->square, symmetric);
}

void zni_cell_lu_solve(zni_cell_lu *k, double b[])
{
    zni_square_solve(&k->square, b);
}

void zni_cell_lu_fini(zn_ctx *ctx, zni_cell_lu *k)
{
    zni_square_fini(ctx, &k->square);
    zn_free_array(ctx, k->j);
}
