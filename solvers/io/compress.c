/* compress.c - the arrays that a problem read from a file owns; compressed columns from entries in any order
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include "../linalg/pieces.h"
#include "../linalg/starts.h"

void *zni_store_alloc(zni_store *s, zn_index n, size_t elem)
{
    void *p;

    if (zn_grow(s->ctx, &s->block, &s->cap, s->n + 1, sizeof *s->block))
        return NULL;
    p = zn_alloc(s->ctx, n, elem);
    if (p)
        s->block[s->n++] = p;
    return p;
}

void zni_store_free(zni_store *s)
{
    for (zn_index k = 0; k < s->n; k++)
        zn_free_array(s->ctx, s->block[k]);
    zn_free_array(s->ctx, s->block);
    *s = (zni_store){.ctx = s->ctx};
}

zn_status zni_entries_new(zni_store *s, zn_index room, zni_entries *e)
{
    *e = (zni_entries){.room = room,
                       .i = zni_store_alloc(s, room, sizeof *e->i),
                       .j = zni_store_alloc(s, room, sizeof *e->j),
                       .x = zni_store_alloc(s, room, sizeof *e->x)};
    return e->i && e->j && e->x ? ZN_OK : ZN_ENOMEM;
}

/* Compressed columns from the entries by[order[k]], k = 0, 1, ..., which are sorted by column, then row. Entries in
 * the same place are added. */
static void fill(zn_index cols, const zni_entries *e, const zn_index order[], const zn_index by[],
                 zn_index p[], zn_index ri[], double rx[])
{
    zn_index n = 0, before = -1;

    for (zn_index k = 0; k < e->n; k++) {
        const zn_index at = by[order[k]];

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
    zni_starts(cols, p);
}

zn_status zni_compress(zni_store *s, zn_index rows, zn_index cols, const zni_entries *e,
                       zn_matrix *out)
{
    zni_store work = {.ctx = s->ctx};
    zn_index *p = zni_store_alloc(s, cols + 1, sizeof *p);
    zn_index *ri = zni_store_alloc(s, e->n, sizeof *ri);
    double *rx = zni_store_alloc(s, e->n, sizeof *rx);
    zn_index *by_row = zni_store_alloc(&work, e->n, sizeof *by_row);
    zn_index *column = zni_store_alloc(&work, e->n, sizeof *column);
    zn_index *order = zni_store_alloc(&work, e->n, sizeof *order);
    zn_index *start = zni_store_alloc(&work, (rows > cols ? rows : cols) + 1, sizeof *start);
    zn_status st = p && ri && rx && by_row && column && order && start ? ZN_OK : ZN_ENOMEM;

    if (!st) {
        zni_lists_turn(e->n, NULL, e->i, rows, start, by_row);
        for (zn_index k = 0; k < e->n; k++)
            column[k] = e->j[by_row[k]];
        zni_lists_turn(e->n, NULL, column, cols, start, order);
        fill(cols, e, order, by_row, p, ri, rx);
        *out = zni_view_columns(rows, cols, p, ri, rx);
    }
    zni_store_free(&work);
    return st;
}
