/* sign.c - the sign of the determinant of a matrix, from its factors
 * SPDX-License-Identifier: Apache-2.0 */
#include "lu.h"

/* The sign of the permutation that exchanges row i with row piv[i] - 1, for each i in turn */
static int exchanges_sign(zn_index n, const int piv[])
{
    int sign = 1;

    for (zn_index i = 0; i < n; i++)
        sign = piv[i] == i + 1 ? sign : -sign;
    return sign;
}

int zni_diagonal_sign(zn_index n, const double d[], zn_index step)
{
    int sign = 1;

    for (zn_index i = 0; i < n; i++)
        sign = d[i * step] < 0 ? -sign : sign;
    return sign;
}

/* Counts the exchanges that sort the permutation. */
int zni_permutation_sign(zn_index n, const zn_index p[], zn_index work[])
{
    int sign = 1;

    for (zn_index i = 0; i < n; i++)
        work[i] = p[i];
    for (zn_index i = 0; i < n; i++)
        while (work[i] != i) {
            const zn_index j = work[i];

            work[i] = work[j];
            work[j] = j;
            sign = -sign;
        }
    return sign;
}

int zni_lu_sign(const zni_lu *lu)
{
    return exchanges_sign(lu->n, lu->piv) *
           zni_diagonal_sign(lu->n, lu->a, lu->n + 1);
}

zn_status zni_slu_sign(zn_ctx *ctx, zni_slu *lu, int *sign)
{
    const zn_index n = lu->n;

    *sign = 1;
    switch (lu->kind) {
    case ZNI_SLU_TRI:
        *sign = exchanges_sign(n, lu->piv) *
                zni_diagonal_sign(n, lu->band + n, 1);
        break;
    case ZNI_SLU_BAND:
        *sign = exchanges_sign(n, lu->piv) *
                zni_diagonal_sign(n, lu->band + lu->kl + lu->ku,
                                  2 * lu->kl + lu->ku + 1);
        break;
    case ZNI_SLU_KLU:
        return zni_klu_sign(ctx, lu->klu, n, sign);
    case ZNI_SLU_UMF:
        return zni_umf_sign(ctx, lu->umf, sign);
    case ZNI_SLU_FULL:
        *sign = zni_lu_sign(&lu->full);
        break;
    case ZNI_SLU_CHOL:
        break; /* positive definite */
    }
    return ZN_OK;
}
