/* linear.c - linear systems with the pattern of the blocks
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Dense below this order, or when more than a third of the blocks are there:
 * LAPACK's speed then beats the fewer operations of a sparse factorisation. */
enum { SMALL = 60 };

static bool dense(zn_index d, zn_index nc, zn_index nb)
{
    return d * nc <= SMALL || nb / nc > nc / 3;
}

zn_status zni_flin_reserve(zn_ctx *ctx, zni_flin *l, zn_index n, zn_index nnz)
{
    zn_index most = nnz + ZNI_DMAX * n; /* as zni_fc_reserve */
    zn_status st;

    if (n > 0 && most / n > n)
        most = n * n;
    st = zn_grow(ctx, &l->j, &l->cap_j, most, sizeof *l->j);
    if (n < 1 || st)
        return st;
    if (n <= SMALL || nnz / n > n / 3)
        st = zni_lu_size(ctx, &l->lu, n);
    else
        st = zni_csc_reserve(ctx, &l->csc, n, most);
    if (!st && n > SMALL)
        st = zni_slu_reserve(ctx, &l->slu, n);
    return st;
}

zn_status zni_flin_size(zn_ctx *ctx, zni_flin *l, const zni_fc *c)
{
    zn_index values = c->d * c->d * c->nb;
    zn_status st = zn_grow(ctx, &l->j, &l->cap_j, values, sizeof *l->j);

    l->dense = dense(c->d, c->nc, c->nb);
    if (!st && l->dense)
        return zni_lu_size(ctx, &l->lu, c->n);
    if (!st)
        st = zni_csc_reserve(ctx, &l->csc, c->n, values);
    return st ? st : zni_slu_reserve(ctx, &l->slu, c->n);
}

zn_status zni_flin_set(zn_ctx *ctx, zni_flin *l, const zni_fc *c)
{
    zn_matrix A = zni_fc_matrix(c);
    zn_status st = zni_flin_size(ctx, l, c);
    bool fresh;

    if (st || l->dense)
        return st;
    st = zni_csc_set(ctx, &l->csc, &A, &fresh);
    /* the analysis is that of the last pattern unless it was not finished */
    if (!st && (fresh || !l->analysed)) {
        l->analysed = false;
        st = zni_slu_pattern(ctx, &l->slu, &l->csc);
        l->analysed = !st;
    }
    return st;
}

zn_status zni_flin_factor(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                          bool symmetric)
{
    zn_index d = c->d, n = c->n;

    if (!l->dense) {
        for (zn_index k = 0; k < l->csc.nnz; k++)
            l->csc.x[k] = l->csc.from[k] < 0 ? 0 : l->j[l->csc.from[k]];
        return zni_slu_factor(ctx, &l->slu, &l->csc, l->csc.x, symmetric);
    }
    memset(l->lu.a, 0, (size_t)(n * n) * sizeof *l->lu.a);
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++)
            for (zn_index j = 0; j < d; j++)
                memcpy(l->lu.a + d * a + (d * c->i[k] + j) * n,
                       l->j + d * (d * k + j), (size_t)d * sizeof *l->j);
    return zni_lu_factor(&l->lu);
}

void zni_flin_solve(zni_flin *l, double b[])
{
    if (l->dense)
        zni_lu_solve(&l->lu, b);
    else
        zni_slu_solve(&l->slu, b);
}

void zni_flin_fini(zn_ctx *ctx, zni_flin *l)
{
    zn_free_array(ctx, l->j);
    zni_csc_fini(ctx, &l->csc);
    zni_lu_fini(ctx, &l->lu);
    zni_slu_fini(ctx, &l->slu);
}
