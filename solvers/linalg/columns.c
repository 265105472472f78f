/* columns.c - a copy of a matrix in any storage by columns, without zeros
 * SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"

#include "../core/room.h"
#include "pieces.h"
#include "starts.h"

#include <string.h>

/* Counts an entry of column j, or, with `fill`, stores it. */
static void enter(zni_columns *s, bool fill, zn_index i, zn_index j, double x)
{
    zn_index at;

    if (x == 0)
        return;
    if (!fill) {
        s->p[j + 1]++;
        return;
    }
    at = s->p[j]++;
    s->i[at] = i;
    s->x[at] = x;
}

/* All entries; those of a column come in ascending rows. */
static void walk(zni_columns *s, bool fill, const zn_matrix *H)
{
    for (zni_piece b = {0}; zni_next_piece(H, &b);)
        for (zn_index j = b.c; j < b.c + b.n; j++, b.at += b.m)
            for (zn_index e = 0; e < b.m; e++)
                enter(s, fill, zni_piece_row(&b, e), j, H->x[b.at + e]);
}

/* Two passes: the first counts, the second stores. There is room for all stored entries, so that nothing is allocated
 * later if other entries are zero. */
zn_status zni_columns_set(zn_ctx *ctx, zni_columns *s, const zn_matrix *H)
{
    zn_index m = H->cols, most = zn_matrix_nnz(H);
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, p, m + 1), ZNI_ARRAY(s, i, most),
                            ZNI_ARRAY(s, x, most));
    if (st)
        return st;
    memset(s->p, 0, (size_t)(m + 1) * sizeof *s->p);
    walk(s, false, H);
    zni_starts(m, s->p);
    walk(s, true, H);
    zni_starts_back(m, s->p);
    return ZN_OK;
}

void zni_columns_fini(zn_ctx *ctx, zni_columns *s)
{
    ZNI_FREE(ctx, s->p, s->i, s->x);
}
