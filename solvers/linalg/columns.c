/* columns.c - a matrix by its columns, of any storage
 * SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"

#include "../core/room.h"

#include <string.h>

/* Count an entry of column j, or put it there. */
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

/* All entries, those of a column in ascending rows. */
static void walk(zni_columns *s, bool fill, const zn_matrix *H)
{
    if (H->storage == ZN_DENSE) {
        for (zn_index j = 0; j < H->cols; j++)
            for (zn_index i = 0; i < H->rows; i++)
                enter(s, fill, i, j, H->x[i + j * H->rows]);
    } else if (H->storage == ZN_CSC) {
        for (zn_index j = 0; j < H->cols; j++)
            for (zn_index k = H->p[j]; k < H->p[j + 1]; k++)
                enter(s, fill, H->i[k], j, H->x[k]);
    } else {
        for (zn_index a = 0; a < H->nbr; a++)
            for (zn_index k = H->p[a]; k < H->p[a + 1]; k++) {
                const double *x = H->x + H->bp[k];

                for (zn_index j = H->co[H->i[k]]; j < H->co[H->i[k] + 1]; j++)
                    for (zn_index i = H->ro[a]; i < H->ro[a + 1]; i++)
                        enter(s, fill, i, j, *x++);
            }
    }
}

/* Two passes: lengths, which become starts, then the entries, which move the
 * starts one column on. There is room for all that is stored, so that it is
 * enough when other entries vanish. */
zn_status zni_columns_set(zn_ctx *ctx, zni_columns *s, const zn_matrix *H)
{
    zn_index m = H->cols, most = zn_matrix_nnz(H);
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, p, m + 1), ZNI_ARRAY(s, i, most),
                            ZNI_ARRAY(s, x, most));
    if (st)
        return st;
    memset(s->p, 0, (size_t)(m + 1) * sizeof *s->p);
    walk(s, false, H);
    for (zn_index j = 0; j < m; j++)
        s->p[j + 1] += s->p[j];
    walk(s, true, H);
    memmove(s->p + 1, s->p, (size_t)m * sizeof *s->p);
    s->p[0] = 0;
    return ZN_OK;
}

void zni_columns_fini(zn_ctx *ctx, zni_columns *s)
{
    ZNI_FREE(ctx, s->p, s->i, s->x);
}
