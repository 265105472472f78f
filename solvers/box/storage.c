/* storage.c - store a matrix by its density
 *
 * Factors and products should cost what the nonzeros cost, whatever storage the caller has chosen: a full matrix in
 * compressed columns takes KLU a hundred times as long as LAPACK, and the full matrix of a network is mostly zeros.
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"

#include "../linalg/wide.h"

/* If a quarter of the entries are nonzero, the factors are full anyway, and the smallest problems have methods of
 * their own for dense matrices. With less than a tenth, sparse factors win from the order on where full ones take
 * more than microseconds. */
enum { FULL = 4, THIN = 10, LARGE = 300 };

static zn_status to_dense(zni_front *f, zn_ctx *ctx, zni_box *b)
{
    zn_status st = zni_room(ctx, &f->x, &f->cap_x, b->n * b->n, sizeof *f->x);

    if (st)
        return st;
    zn_matrix_to_dense(b->M, f->x);
    f->M = zn_matrix_dense(b->n, b->n, f->x);
    b->M = &f->M;
    return ZN_OK;
}

ZNI_WIDE static zn_index nonzeros(zn_index n, const double x[])
{
    zni_bits four = {0};
    zn_index e = 0, count;

    for (; e + 4 <= n * n; e += 4) {
        zni_lanes a;

        zni_take4(x + e, &a);
        four -= a != 0; /* a comparison that holds gives -1 */
    }
    count = four[0] + four[1] + four[2] + four[3];
    for (; e < n * n; e++)
        count += x[e] != 0;
    return count;
}

static zn_status to_columns(zni_front *f, zn_ctx *ctx, zni_box *b, zn_index nnz)
{
    const double *M = b->M->x;
    zn_index n = b->n, at = 0;
    zn_status st = ZNI_GROW(ctx, ZNI_BARE(f, x, nnz), ZNI_ARRAY(f, i, nnz + n + 1));
    if (st)
        return st;
    zn_index *p = f->i + nnz;

    for (zn_index j = 0; j < n; j++) {
        p[j] = at;
        for (zn_index i = 0; i < n; i++)
            if (M[i + j * n] != 0) {
                f->i[at] = i;
                f->x[at++] = M[i + j * n];
            }
    }
    p[n] = at;
    f->M = (zn_matrix){.storage = ZN_CSC,
                       .rows = n,
                       .cols = n,
                       .x = f->x,
                       .p = p,
                       .i = f->i};
    b->M = &f->M;
    return ZN_OK;
}

static bool full(zn_index n, zn_index nnz)
{
    return n <= ZNI_WARM_MAX || FULL * nnz >= n * n;
}

zn_status zni_front_store_reserve(zni_front *f, zn_ctx *ctx, zn_index n,
                                  zn_index *nnz)
{
    if (*nnz >= n * n || !full(n, *nnz))
        return ZN_OK;
    *nnz = n * n;
    return zni_room(ctx, &f->x, &f->cap_x, n * n, sizeof *f->x);
}

zn_status zni_front_store(zni_front *f, zn_ctx *ctx, zni_box *b)
{
    zn_index n = b->n, nnz;

    if (b->M->storage != ZN_DENSE)
        return full(n, zn_matrix_nnz(b->M)) ? to_dense(f, ctx, b) : ZN_OK;
    if (n < LARGE)
        return ZN_OK;
    nnz = nonzeros(n, b->M->x);
    return THIN * nnz <= n * n ? to_columns(f, ctx, b, nnz) : ZN_OK;
}

bool zni_few_rows_full(zni_few_rows *f, zni_box *b)
{
    if (b->n > ZNI_WARM_MAX)
        return false;
    if (b->M->storage == ZN_DENSE)
        return true;
    zn_matrix_to_dense(b->M, f->x);
    f->M = zn_matrix_dense(b->n, b->n, f->x);
    b->M = &f->M;
    return true;
}
