/* gather.c - factors of the free rows alone, where those of the whole pattern are costly
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

/* A set of a sparse problem is mostly factored in the pattern of all of M, with zeros where rows
 * are on their bounds: one analysis is enough then for all sets, and pivots may be kept. But KLU
 * takes these zeros for numbers, and its work grows as the third power of the rows of a
 * pattern that fills: half of them free are an eighth of it. */

/* Operations for a stored number of M from which one more analysis, of some hundred for each, is a
 * small part; and the free rows, in tenths of all, up to which there is something to be won. */
enum { COSTLY = 1000, MOST = 9 };

/* numbers of the free rows, in their order; -1: it is none */
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

/* The block as columns; M stores its diagonal. */
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
    /* from the end: no number is moved onto one that is still to go */
    for (zn_index i = n - 1; i >= 0; i--)
        r[i] = k->map[i] >= 0 ? r[k->map[i]] : 0;
}
