/* cells.c - a square matrix in blocks of various sizes
 * SPDX-License-Identifier: Apache-2.0 */
#include "cells.h"

#include <string.h>

#include "pieces.h"

static zn_status grow_rows(zn_ctx *ctx, zni_cells *c, zn_index n)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(c, part, n), ZNI_ARRAY(c, row, n + 1), ZNI_ARRAY(c, diag, n),
                    ZNI_ARRAY(c, mark, n), ZNI_ARRAY(c, next, n));
}

static zn_status grow_cells(zn_ctx *ctx, zni_cells *c, zn_index cells)
{
    return ZNI_GROW(ctx, ZNI_BARE(c, col, cells), ZNI_BARE(c, bp, cells + 1));
}

zn_status zni_cells_reserve(zn_ctx *ctx, zni_cells *c, zn_index n, zn_index nnz)
{
    zn_index most = nnz + 3 * n;
    zn_status st = grow_rows(ctx, c, n);

    if (n > 0 && most / n >= n)
        most = n * n;
    if (!st)
        st = grow_cells(ctx, c, most);
    if (!st)
        st = ZNI_GROW(ctx, ZNI_BARE(c, x, most), ZNI_BARE(c, to, nnz + n));
    return st ? st : zni_csc_reserve(ctx, &c->csc, n, nnz);
}

zn_status zni_cells_cut(zn_ctx *ctx, zni_cells *c, zn_index n, zn_index nu, const zn_index ro[])
{
    const bool same = c->n == n && c->nu == nu;
    zn_status st = grow_rows(ctx, c, n);

    if (st)
        return st;
    c->known = c->known && same;
    for (zn_index a = 0; a < nu; a++)
        for (zn_index i = ro[a]; i < ro[a + 1]; i++) {
            c->known = c->known && c->part[i] == a;
            c->part[i] = a;
        }
    c->ro = ro;
    c->n = n;
    c->nu = nu;
    return ZN_OK;
}

static zn_index places(zni_cells *c)
{
    zn_index at = 0;

    for (zn_index a = 0; a < c->nu; a++) {
        for (zn_index k = c->row[a]; k < c->row[a + 1]; k++) {
            c->bp[k] = at;
            at += (c->ro[a + 1] - c->ro[a]) * (c->ro[c->col[k] + 1] - c->ro[c->col[k]]);
            if (c->col[k] == a)
                c->diag[a] = k;
        }
    }
    c->bp[c->row[c->nu]] = at;
    return at;
}

/* ---- dense: every cell is stored ------------------------------------------------- */

static zn_status set_dense(zn_ctx *ctx, zni_cells *c, const zn_matrix *A)
{
    zn_index nu = c->nu, n = c->n;
    zn_status st = grow_cells(ctx, c, nu * nu);

    if (!st)
        st = zni_room(ctx, &c->x, &c->cap_x, n * n, sizeof *c->x);
    if (st)
        return st;
    c->known = false;
    for (zn_index a = 0; a < nu; a++) {
        c->row[a] = nu * a;
        for (zn_index b = 0; b < nu; b++)
            c->col[nu * a + b] = b;
    }
    c->nblocks = c->row[nu] = nu * nu;
    places(c);
    for (zn_index a = 0; a < nu; a++) {
        zn_index rows = c->ro[a + 1] - c->ro[a];
        double *x = c->x + c->bp[c->row[a]];

        for (zn_index j = 0; j < n; j++, x += rows)
            memcpy(x, A->x + c->ro[a] + j * n, (size_t)rows * sizeof *x);
    }
    return ZN_OK;
}

/* ---- sparse: the pattern is built once ----------------------------------------------- */

enum { COUNT, PLACE, LOCATE };

/* Walks the entries column by column, so that the cells of a row come in ascending order. mark[a] is the last column of
 * cells seen in row a. Since zni_csc stores all diagonal entries, all cells on the diagonal are found. */
static void walk(zni_cells *c, int what)
{
    const zni_csc *s = &c->csc;

    for (zn_index a = 0; a < c->nu; a++) {
        c->mark[a] = -1;
        c->next[a] = what == COUNT ? 0 : c->row[a];
    }
    for (zn_index j = 0; j < c->n; j++) {
        zn_index b = c->part[j];

        for (zn_index k = s->p[j]; k < s->p[j + 1]; k++) {
            zn_index i = s->i[k], a = c->part[i];

            if (c->mark[a] != b) {
                c->mark[a] = b;
                if (what == PLACE)
                    c->col[c->next[a]] = b;
                c->next[a]++;
            }
            if (what == LOCATE)
                c->to[k] = c->bp[c->next[a] - 1] + i - c->ro[a] +
                           (j - c->ro[b]) * (c->ro[a + 1] - c->ro[a]);
        }
    }
}

static zn_status pattern(zn_ctx *ctx, zni_cells *c)
{
    zn_status st;

    walk(c, COUNT);
    c->row[0] = 0;
    for (zn_index a = 0; a < c->nu; a++)
        c->row[a + 1] = c->row[a] + c->next[a];
    c->nblocks = c->row[c->nu];
    st = grow_cells(ctx, c, c->nblocks);
    if (!st)
        st = zni_room(ctx, &c->to, &c->cap_to, c->csc.nnz, sizeof *c->to);
    if (st)
        return st;
    walk(c, PLACE);
    st = zni_room(ctx, &c->x, &c->cap_x, places(c), sizeof *c->x);
    if (!st)
        walk(c, LOCATE);
    return st;
}

static zn_status set_sparse(zn_ctx *ctx, zni_cells *c, const zn_matrix *A)
{
    bool fresh;
    zn_status st = zni_csc_set(ctx, &c->csc, A, &fresh);

    if (!st && (fresh || !c->known)) {
        c->known = false;
        st = pattern(ctx, c);
        c->known = !st;
    }
    if (st)
        return st;
    memset(c->x, 0, (size_t)c->bp[c->nblocks] * sizeof *c->x);
    for (zn_index k = 0; k < c->csc.nnz; k++)
        c->x[c->to[k]] = c->csc.x[k];
    return ZN_OK;
}

zn_status zni_cells_set(zn_ctx *ctx, zni_cells *c, const zn_matrix *A)
{
    return A->storage == ZN_DENSE ? set_dense(ctx, c, A) : set_sparse(ctx, c, A);
}

void zni_cells_fini(zn_ctx *ctx, zni_cells *c)
{
    ZNI_FREE(ctx, c->part, c->row, c->col, c->bp, c->diag, c->x, c->to, c->mark, c->next);
    zni_csc_fini(ctx, &c->csc);
}

zn_matrix zni_cells_matrix(const zni_cells *c, const double x[])
{
    return zni_view_blocks(c->nu, c->ro, c->row, c->col, c->bp, x);
}
