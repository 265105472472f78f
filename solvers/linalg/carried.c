/* carried.c - a product that is updated while single entries of z change
 * SPDX-License-Identifier: Apache-2.0 */
#include "carried.h"

#include <string.h>

zn_status zni_carried_reserve(zn_ctx *ctx, zni_carried *k, zn_index n, zn_index nnz)
{
    return nnz < n * n ? zni_csc_reserve(ctx, &k->csc, n, nnz) : ZN_OK;
}

zn_status zni_carried_set(zn_ctx *ctx, zni_carried *k, const zn_matrix *M)
{
    bool fresh;

    k->M = M;
    return M->storage == ZN_DENSE ? ZN_OK : zni_csc_set(ctx, &k->csc, M, &fresh);
}

void zni_carried_fini(zn_ctx *ctx, zni_carried *k)
{
    zni_csc_fini(ctx, &k->csc);
}

void zni_carried_anew(const zni_carried *k, const double q[], const double z[], double w[])
{
    const zn_index n = k->M->rows;

    memcpy(w, q, (size_t)n * sizeof *w);
    for (zn_index j = 0; j < n; j++)
        if (z[j] != 0)
            zni_carried_add(k, j, z[j], w);
}

void zni_carried_block(const zni_carried *k, zn_index first, zn_index m, double D[])
{
    const zni_csc *c = &k->csc;
    const zn_index n = k->M->rows;

    memset(D, 0, (size_t)(m * m) * sizeof *D);
    for (zn_index j = 0; j < m; j++) {
        if (k->M->storage == ZN_DENSE) {
            memcpy(D + j * m, k->M->x + first + (first + j) * n, (size_t)m * sizeof *D);
            continue;
        }
        for (zn_index e = c->p[first + j]; e < c->p[first + j + 1]; e++)
            if (c->i[e] >= first && c->i[e] < first + m)
                D[c->i[e] - first + j * m] = c->x[e];
    }
}
