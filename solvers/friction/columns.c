/* columns.c - a matrix of directions by columns, of any storage
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

void zni_column(const zn_matrix *H, zn_index j, double unit[], double x[])
{
    if (H->storage == ZN_DENSE) {
        memcpy(x, H->x + j * H->rows, (size_t)H->rows * sizeof *x);
    } else if (H->storage == ZN_CSC) {
        memset(x, 0, (size_t)H->rows * sizeof *x);
        for (zn_index k = H->p[j]; k < H->p[j + 1]; k++)
            x[H->i[k]] = H->x[k];
    } else {
        memset(unit, 0, (size_t)H->cols * sizeof *unit);
        unit[j] = 1;
        zn_matrix_mul(H, 1, unit, 0, x);
    }
}

zn_status zni_columns_set(zn_ctx *ctx, zni_columns *s, const zn_matrix *H)
{
    zn_index n = H->rows, m = H->cols, nnz = 0;
    zn_status st = zn_grow(ctx, &s->p, &s->cap_p, m + 1, sizeof *s->p);

    if (!st)
        st = zn_grow(ctx, &s->work, &s->cap_work, n + m, sizeof *s->work);
    for (zn_index j = 0; j < m && !st; j++) {
        double *x = s->work;

        s->p[j] = nnz;
        st = zn_grow(ctx, &s->i, &s->cap_i, nnz + n, sizeof *s->i);
        if (!st)
            st = zn_grow(ctx, &s->x, &s->cap_x, nnz + n, sizeof *s->x);
        if (st)
            break;
        zni_column(H, j, x + n, x);
        for (zn_index i = 0; i < n; i++) {
            if (x[i] == 0)
                continue;
            s->i[nnz] = i;
            s->x[nnz++] = x[i];
        }
    }
    if (!st)
        s->p[m] = nnz;
    return st;
}

void zni_columns_fini(zn_ctx *ctx, zni_columns *s)
{
    zn_free_array(ctx, s->p);
    zn_free_array(ctx, s->i);
    zn_free_array(ctx, s->x);
    zn_free_array(ctx, s->work);
}
