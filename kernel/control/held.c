/* held.c - a linear system between two samplings, and small products
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/control/control.h"

#include <string.h>

zn_status zni_held_init(zn_ctx *ctx, zni_held *d, zn_index n, zn_index m)
{
    d->Ad = zn_alloc(ctx, n * (n + m), sizeof *d->Ad);
    if (!d->Ad)
        return ZN_ENOMEM;
    d->Bd = d->Ad + n * n;
    return zn_expm_new(ctx, n, m, &d->expm);
}

void zni_held_fini(zn_ctx *ctx, zni_held *d)
{
    zn_expm_free(d->expm);
    zn_free_array(ctx, d->Ad);
    memset(d, 0, sizeof *d);
}

zn_status zni_held_at(zni_held *d, double h, const double A[], const double B[],
                      bool *fresh)
{
    zn_status st;

    *fresh = d->h != h;
    if (!*fresh)
        return ZN_OK;
    d->h = 0;
    st = zn_expm_held(d->expm, h, A, B, d->Ad, d->Bd);
    if (!st)
        d->h = h;
    return st;
}

void zni_add_product(zn_index m, zn_index n, double f, const double A[],
                     const double x[], double y[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < m; i++)
            y[i] += A[i + j * m] * (f * x[j]);
}

void zni_product(zn_index m, zn_index k, zn_index n, const double A[],
                 const double B[], double C[])
{
    memset(C, 0, (size_t)(m * n) * sizeof *C);
    for (zn_index j = 0; j < n; j++)
        zni_add_product(m, k, 1, A, B + j * k, C + j * m);
}
