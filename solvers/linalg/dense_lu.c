/* dense_lu.c - LU of dense matrices, from ZNI_FEW_LU rows on by LAPACK
 * SPDX-License-Identifier: Apache-2.0 */
#include "lu.h"

#include <limits.h>
#include <math.h>

#include <lapacke.h>

#include "few_lu.h"

zn_status zni_lu_size(zn_ctx *ctx, zni_lu *lu, zn_index n)
{
    zn_status st;

    if (n > INT_MAX)
        return zn_fail(ctx, ZN_EINVAL,
                       "dense matrix of order %td, LAPACK takes "
                       "at most %d",
                       n, INT_MAX);
    lu->n = 0;
    st = ZNI_GROW(ctx, ZNI_BARE(lu, a, n * n), ZNI_BARE(lu, scale, 2 * n), ZNI_BARE(lu, piv, n));
    if (!st)
        lu->n = n;
    return st;
}

zn_status zni_lu_factor(zni_lu *lu)
{
    int n = (int)lu->n, info = 0;
    const double *col = lu->scale + lu->n;

    if (n == 0)
        return ZN_OK;
    zni_lu_equilibrate(lu->n, lu->a, lu->scale, lu->scale + lu->n);
    if (n <= ZNI_FEW_LU)
        zni_few_lu(n, lu->a, lu->piv);
    else
        LAPACK_dgetrf(&n, &n, lu->a, &n, lu->piv, &info);
    if (info)
        return ZN_ESINGULAR;

    /* a pivot at the level of rounding counts as zero; NaN fails, too */
    for (zn_index j = 0; j < lu->n; j++)
        if (!(fabs(lu->a[j + j * lu->n]) > 2e-15 * col[j]))
            return ZN_ESINGULAR;
    return ZN_OK;
}

void zni_lu_solve(const zni_lu *lu, double b[])
{
    int n = (int)lu->n, one = 1, info = 0;
    char no = 'N';

    if (n == 0)
        return;
    for (zn_index i = 0; i < lu->n; i++)
        b[i] *= lu->scale[i];
    if (n <= ZNI_FEW_LU)
        zni_few_lu_solve(n, lu->a, lu->piv, b);
    else
        LAPACK_dgetrs(&no, &n, &one, lu->a, &n, lu->piv, b, &n, &info);
}

void zni_lu_fini(zn_ctx *ctx, zni_lu *lu)
{
    ZNI_FREE(ctx, lu->a, lu->scale, lu->piv);
    *lu = (zni_lu){0};
}
