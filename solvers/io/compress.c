/* compress.c - compressed columns from entries in any order
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

zn_status zni_entries_new(zni_store *s, zn_index room, zni_entries *e)
{
    *e = (zni_entries){.room = room,
                       .i = zni_store_alloc(s, room, sizeof *e->i),
                       .j = zni_store_alloc(s, room, sizeof *e->j),
                       .x = zni_store_alloc(s, room, sizeof *e->x)};
    return e->i && e->j && e->x ? ZN_OK : ZN_ENOMEM;
}

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
static void fill(zn_index cols, const zni_entries *e, const zn_index order[],
                 zn_index p[], zn_index ri[], double rx[])
{
    zn_index n = 0, before = -1;

    for (zn_index k = 0; k < e->n; k++) {
        const zn_index at = order[k];

        if (before >= 0 && e->i[before] == e->i[at] && e->j[before] == e->j[at]) {
            rx[n - 1] += e->x[at];
        } else {
            ri[n] = e->i[at];
            rx[n] = e->x[at];
            p[e->j[at] + 1]++;
            n++;
        }
        before = at;
    }
    starts(cols, p);
}

zn_status zni_compress(zni_store *s, zn_index rows, zn_index cols, const zni_entries *e,
                       zn_matrix *out)
{
    zni_store work = {.ctx = s->ctx};
    zn_index *p = zni_store_alloc(s, cols + 1, sizeof *p);
    zn_index *ri = zni_store_alloc(s, e->n, sizeof *ri);
    double *rx = zni_store_alloc(s, e->n, sizeof *rx);
    zn_index *by_row = zni_store_alloc(&work, e->n, sizeof *by_row);
    zn_index *by_col = zni_store_alloc(&work, e->n, sizeof *by_col);
    zn_index *row = zni_store_alloc(&work, rows + 1, sizeof *row);
    zn_index *col = zni_store_alloc(&work, cols + 1, sizeof *col);
    zn_status st = p && ri && rx && by_row && by_col && row && col ? ZN_OK : ZN_ENOMEM;

    if (!st) {
        bucket(rows, e->n, e->i, NULL, row, by_row);
        bucket(cols, e->n, e->j, by_row, col, by_col);
        fill(cols, e, by_col, p, ri, rx);
        *out = (zn_matrix){
            .storage = ZN_CSC, .rows = rows, .cols = cols, .x = rx, .p = p, .i = ri};
    }
    zni_store_free(&work);
    return st;
}
