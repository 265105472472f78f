/* compress.c - compressed columns from entries in any order
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

/* counts in p[1..n] to starts in p[0..n] */
static void starts(zn_index n, zn_index p[])
{
    for (zn_index k = 0; k < n; k++)
        p[k + 1] += p[k];
}

/* Entries in the order of their keys, those of one key as they came. `first`
 * has n+1 zeros. */
static void bucket(zn_index n, zn_index count, const zn_index key[],
                   const zn_index in[], zn_index first[], zn_index out[])
{
    for (zn_index k = 0; k < count; k++)
        first[key[k] + 1]++;
    starts(n, first);
    for (zn_index k = 0; k < count; k++) {
        zn_index e = in ? in[k] : k;
        out[first[key[e]]++] = e;
    }
}

/* Columns from entries in order of column, then row; the same place adds up. */
static void fill(zn_index cols, zn_index count, const zn_index order[],
                 const zn_index i[], const zn_index j[], const double x[],
                 zn_index p[], zn_index ri[], double rx[])
{
    zn_index n = 0, before = -1;

    for (zn_index k = 0; k < count; k++) {
        zn_index e = order[k];

        if (before >= 0 && i[before] == i[e] && j[before] == j[e]) {
            rx[n - 1] += x[e];
        } else {
            ri[n] = i[e];
            rx[n] = x[e];
            p[j[e] + 1]++;
            n++;
        }
        before = e;
    }
    starts(cols, p);
}

zn_status zni_compress(zni_store *s, zn_index rows, zn_index cols,
                       zn_index count, const zn_index i[], const zn_index j[],
                       const double x[], zn_matrix *out)
{
    zn_index *p = zni_store_alloc(s, cols + 1, sizeof *p);
    zn_index *ri = zni_store_alloc(s, count, sizeof *ri);
    double *rx = zni_store_alloc(s, count, sizeof *rx);
    zn_index *by_row = zn_alloc(s->ctx, count, sizeof *by_row);
    zn_index *by_col = zn_alloc(s->ctx, count, sizeof *by_col);
    zn_index *row = zn_alloc(s->ctx, rows + 1, sizeof *row);
    zn_index *col = zn_alloc(s->ctx, cols + 1, sizeof *col);
    zn_status st = ZN_ENOMEM;

    if (p && ri && rx && by_row && by_col && row && col) {
        bucket(rows, count, i, NULL, row, by_row);
        bucket(cols, count, j, by_row, col, by_col);
        fill(cols, count, by_col, i, j, x, p, ri, rx);
        *out = (zn_matrix){.storage = ZN_CSC,
                           .rows = rows,
                           .cols = cols,
                           .x = rx,
                           .p = p,
                           .i = ri};
        st = ZN_OK;
    }
    zn_free_array(s->ctx, by_row);
    zn_free_array(s->ctx, by_col);
    zn_free_array(s->ctx, row);
    zn_free_array(s->ctx, col);
    return st;
}
