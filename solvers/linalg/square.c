/* square.c - a square matrix with its factors: dense, or sparse with a pattern that is analysed once
 * SPDX-License-Identifier: Apache-2.0 */
#include "square.h"

#include "../core/monitor.h"

zn_status zni_square_reserve(zn_ctx *ctx, zni_square *k, zn_index n, zn_index nnz, zn_index most)
{
    const zn_status st = zni_square_full(n, n, nnz) ? zni_lu_size(ctx, &k->lu, n)
                                                       : zni_csc_reserve(ctx, &k->csc, n, most);

    return !st && n > ZNI_SQUARE_FEW ? zni_slu_reserve(ctx, &k->slu, n) : st;
}

zn_status zni_square_take(zn_ctx *ctx, zni_square *k, const zn_matrix *A)
{
    bool fresh;
    const zn_status st = zni_csc_set(ctx, &k->csc, A, &fresh);

    return st ? st : zni_slu_learn(ctx, &k->slu, &k->csc, fresh);
}

zn_status zni_square_affords(zn_ctx *ctx, zni_square *k, zn_index n, const zn_monitor *mon)
{
    if (k->dense)
        return zni_affords(mon, zni_lu_operations((double)n)) ? ZN_OK : ZN_UNSOLVED;
    return zni_slu_affords(ctx, &k->slu, &k->csc, k->csc.x, false, mon);
}

zn_status zni_square_factor(zn_ctx *ctx, zni_square *k, bool symmetric)
{
    return k->dense ? zni_lu_factor(&k->lu)
                    : zni_slu_factor(ctx, &k->slu, &k->csc, k->csc.x, symmetric);
}

void zni_square_solve(zni_square *k, double b[])
{
    if (k->dense)
        zni_lu_solve(&k->lu, b);
    else
        zni_slu_solve(&k->slu, b);
}

zn_status zni_square_sign(zn_ctx *ctx, zni_square *k, int *sign)
{
    if (!k->dense)
        return zni_slu_sign(ctx, &k->slu, sign);
    *sign = zni_lu_sign(&k->lu);
    return ZN_OK;
}

void zni_square_fini(zn_ctx *ctx, zni_square *k)
{
    zni_lu_fini(ctx, &k->lu);
    zni_csc_fini(ctx, &k->csc);
    zni_slu_fini(ctx, &k->slu);
}
