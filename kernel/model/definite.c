/* definite.c - checks of matrices at seal: a mass is symmetric positive
 * definite, the D of a compliant relation is regular
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/structure.h"

#include <zeno/factor.h>

#include <lapacke.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Entries computed in two ways, or printed with ten digits and read back, may
 * differ by this much of the largest and still be meant to be equal. */
static const double symmetry = 1e-10;

static double largest(zn_index n, const double A[])
{
    double top = 0;

    for (zn_index k = 0; k < n; k++)
        top = fmax(top, fabs(A[k]));
    return top;
}

/* Smallest diagonal entry of the Cholesky factor, squared: what is left of the
 * mass of that direction once the others are known. */
static double smallest_pivot(zn_index n, const double L[], zn_index *where)
{
    double low = INFINITY;

    for (zn_index i = 0; i < n; i++) {
        const double p = L[i * (n + 1)] * L[i * (n + 1)];
        if (p < low) {
            low = p;
            *where = i;
        }
    }
    return low;
}

/* Is there an entry on the diagonal that no mass has? */
static bool diagonal_is_wrong(zn_index n, const double M[], zn_index step,
                              size_t size, char why[])
{
    for (zn_index i = 0; i < n; i++)
        if (!(M[i * step] > 0)) {
            snprintf(why, size,
                     "is not positive definite: (%td,%td) = %g, must be > 0", i,
                     i, M[i * step]);
            return true;
        }
    return false;
}

static zn_status check_dense(zn_ctx *ctx, zn_index n, const double M[],
                             size_t size, char why[])
{
    const double top = largest(n * n, M);
    zn_index at = 0;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = j + 1; i < n; i++)
            if (!(fabs(M[i + j * n] - M[j + i * n]) <= symmetry * top)) {
                snprintf(why, size,
                         "is not symmetric: (%td,%td) = %g, (%td,%td) = %g", i,
                         j, M[i + j * n], j, i, M[j + i * n]);
                return ZN_OK;
            }
    if (diagonal_is_wrong(n, M, n + 1, size, why) || n == 1)
        return ZN_OK;

    double *L = zn_alloc(ctx, n * n, sizeof *L);
    if (!L)
        return ZN_ENOMEM;
    memcpy(L, M, (size_t)(n * n) * sizeof *L);
    const lapack_int info = LAPACKE_dpotrf_work(
        LAPACK_COL_MAJOR, 'L', (lapack_int)n, L, (lapack_int)n);
    /* a pivot that is rounding error only is a zero */
    if (info > 0)
        snprintf(why, size,
                 "is not positive definite: its leading %d x %d part is not",
                 (int)info, (int)info);
    else if (smallest_pivot(n, L, &at) <=
             (double)n * DBL_EPSILON * M[at * (n + 1)])
        snprintf(why, size, "is singular to working precision at component %td",
                 at);
    zn_free_array(ctx, L);
    return ZN_OK;
}

/* In columns, blocks or a band: by a factorisation that takes no other. */
static zn_status check_sparse(zn_ctx *ctx, const zn_pattern *a,
                              const double M[], size_t size, char why[])
{
    zn_factor *f;
    zn_status st;

    if (!zn_pattern_symmetric(a, M, symmetry)) {
        snprintf(why, size, "is not symmetric");
        return ZN_OK;
    }
    st = zn_factor_new_pattern(ctx, a, &f);
    if (!st)
        st = zn_factor_set_definite(f, M);
    zn_factor_free(f);
    if (st == ZN_ESINGULAR)
        snprintf(why, size, "is not positive definite, or singular to working "
                            "precision");
    return st == ZN_ESINGULAR ? ZN_OK : st;
}

zn_status zni_mass_check(zn_ctx *ctx, const zn_pattern *a, const double M[],
                         size_t size, char why[])
{
    const double zero = 0;

    why[0] = '\0';
    switch (a->shape) {
    case ZN_SHAPE_DENSE:
        return check_dense(ctx, a->rows, M, size, why);
    case ZN_SHAPE_ZERO:
        (void)diagonal_is_wrong(1, &zero, 1, size, why);
        return ZN_OK;
    case ZN_SHAPE_DIAGONAL:
        (void)diagonal_is_wrong(a->rows, M, 1, size, why);
        return ZN_OK;
    default:
        return check_sparse(ctx, a, M, size, why);
    }
}

zn_status zni_regular(zn_ctx *ctx, zn_index n, const double D[], bool *yes)
{
    double *lu = zn_alloc(ctx, n * n, sizeof *lu);
    double *s = zn_alloc(ctx, n, sizeof *s);
    lapack_int *p = zn_alloc(ctx, n, sizeof *p);
    lapack_int info = 0;

    if (!lu || !s || !p) {
        zn_free_array(ctx, lu);
        zn_free_array(ctx, s);
        zn_free_array(ctx, p);
        return ZN_ENOMEM;
    }

    /* rows scaled by their largest entry: rows of different units (m, rad) do
     * not make D singular */
    *yes = true;
    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++)
            s[i] = fmax(s[i], fabs(D[i + j * n]));
        *yes = *yes && s[i] > 0;
    }
    for (zn_index k = 0; *yes && k < n * n; k++)
        lu[k] = D[k] / s[k % n];
    if (*yes)
        info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (lapack_int)n,
                                   (lapack_int)n, lu, (lapack_int)n, p);
    *yes = *yes && info == 0;
    for (zn_index i = 0; *yes && i < n; i++)
        *yes = fabs(lu[i * (n + 1)]) > (double)n * DBL_EPSILON;

    zn_free_array(ctx, lu);
    zn_free_array(ctx, s);
    zn_free_array(ctx, p);
    return ZN_OK;
}
