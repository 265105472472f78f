/* gather.c - factors of the free rows alone, where those of the whole pattern are costly
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

/* An active set of a sparse problem is mostly factored in the pattern of the whole M, with zeros for rows at their
 * bounds: then one analysis serves all sets, and pivots may be kept. But KLU treats these zeros as numbers, and its
 * work grows with the third power of the number of rows if the pattern fills: if half of the rows are free,
 * gathering them takes an eighth of it. */

/* COSTLY: operations per stored number of M from which on one more analysis, of some hundred operations for each, is
 * a small part. MOST: the free rows, in tenths of all, up to which there is something to gain. */
enum { COSTLY = 1000, MOST = 9 };

/* number the free rows in order; -1: not free */
static zn_index number(zni_box_work *k, zn_index n)
{
    zn_index m = 0;

    for (zn_index i = 0; i < n; i++)
        k->map[i] = k->side[i] == ZNI_FREE ? m++ : -1;
    return m;
}

zn_status zni_gather_pays(zn_ctx *ctx, zni_box_work *k, zn_index n, bool *out)
{
    zni_cost cost;
    zn_status st;

    *out = false;
    if (!k->slu.wide || k->symmetric || 10 * number(k, n) > MOST * n)
        return ZN_OK;
    st = zni_slu_foreseen(ctx, &k->slu, &k->csc, &cost);
    *out = !st && cost.operations > COSTLY * (double)k->csc.nnz;
    return st == ZN_ESINGULAR ? ZN_OK : st;
}

/* Store the block by columns; M stores its whole diagonal. */
static void fill(zni_box_work *k, double delta)
{
    const zni_csc *c = &k->csc;
    zni_csc *to = &k->block.csc;
    zn_index at = 0;

    to->lower = to->upper = 0;
    for (zn_index j = 0; j < c->n; j++) {
        const zn_index col = k->map[j];

        if (col < 0)
            continue;
        to->p[col] = at;
        for (zn_index e = c->p[j]; e < c->p[j + 1]; e++) {
            const zn_index row = k->map[c->i[e]];

            if (row < 0)
                continue;
            if (row == col)
                to->diag[col] = at;
            to->lower = row - col > to->lower ? row - col : to->lower;
            to->upper = col - row > to->upper ? col - row : to->upper;
            to->i[at] = row;
            to->x[at++] = c->x[e] + (row == col ? delta : 0);
        }
    }
    to->p[to->n] = to->nnz = at;
}

zn_status zni_gather_factor(zn_ctx *ctx, zni_box_work *k, double delta)
{
    zni_csc *c = &k->block.csc;
    const zn_index n = k->csc.n;
    zn_status st = zni_csc_reserve(ctx, c, n, k->csc.nnz);

    if (st)
        return st;
    c->n = number(k, n);
    fill(k, delta);
    if (c->n == 0)
        return ZN_OK;
    st = zni_slu_pattern(ctx, &k->block.lu, c);
    return st ? st : zni_slu_factor(ctx, &k->block.lu, c, c->x, false);
}

void zni_gather_solve(zni_box_work *k, double r[])
{
    const zn_index n = k->csc.n;

    for (zn_index i = 0; i < n; i++)
        if (k->map[i] >= 0)
            r[k->map[i]] = r[i];
    if (k->block.csc.n > 0)
        zni_slu_solve(&k->block.lu, r);
    /* from the last row on, so that no number is overwritten before it is moved */
    for (zn_index i = n - 1; i >= 0; i--)
        r[i] = k->map[i] >= 0 ? r[k->map[i]] : 0;
}
