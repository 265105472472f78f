/* factor_dense.c - a dense matrix, factorised according to the structure that its values have
 * SPDX-License-Identifier: Apache-2.0
 *
 * Narrow or small positive definite matrices have the banded Cholesky factors of factor_band.c, others those of LAPACK.
 *
 * A pivot is refused if it is lost in the rounding of its own computation,
 *     |u_jj| <= 64 eps (|u_jj| + sum_k |l_jk u_kj|).
 * This test does not depend on the units of rows and columns. The rounding error of a sum of n terms is about
 * sqrt(n) eps; 64 allows for what earlier pivots have amplified, and for n in the thousands. */
#include "factor.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "../core/finite.h"
#include "few_lu.h"
#include "octave.h"
#include "wide.h"

/* up to this size loops of our own are quicker than LAPACK */
#define SMALL 8

/* ---- what the matrix is ------------------------------------------------ */

/* Lower and upper bandwidth. NaN and Inf count as entries. */
static void bandwidth(zn_index n, const double A[], zn_index *kl, zn_index *ku)
{
    if (A[n - 1] != 0 && A[n * (n - 1)] != 0) { /* full, as most small matrices are */
        *kl = *ku = n - 1;
        return;
    }
    *kl = *ku = 0;
    for (zn_index j = 0; j < n; j++) {
        const double *a = A + j * n;
        zn_index i = 0, l = n - 1;

        while (i < j - *ku && a[i] == 0)
            i++;
        if (j - i > *ku)
            *ku = j - i;
        while (l > j + *kl && a[l] == 0)
            l--;
        if (l - j > *kl)
            *kl = l - j;
    }
}

/* ---- Cholesky ---------------------------------------------------------- */

static bool set_cholesky(zn_factor *f, const double A[])
{
    const zn_index n = f->n;

    f->twice = zni_even(A[0]) > 1;
    for (zn_index k = 0; k < n * n; k++)
        f->a[k] = f->twice ? 2 * A[k] : A[k];
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (lapack_int)n, f->a,
                            (lapack_int)n))
        return false;
    for (zn_index j = 0; j < n; j++) {
        const double l = f->a[j + j * n];

        if (!zni_pivot_ok(l * l, f->twice ? 2 * A[j + j * n] : A[j + j * n]))
            return false;
    }
    return true;
}

/* ---- LU ---------------------------------------------------------------- */

static zn_status set_lu(zn_factor *f, const double A[])
{
    const zn_index n = f->n;
    const double *a = f->a;

    memcpy(f->a, A, (size_t)(n * n) * sizeof *A);
    if (n <= SMALL)
        zni_few_lu(n, f->a, f->perm);
    else
        LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)n,
                            f->a, (lapack_int)n, f->perm);
    for (zn_index j = 0; j < n; j++) {
        double of = fabs(a[j + j * n]);

        for (zn_index k = 0; k < j; k++)
            of += fabs(a[j + k * n] * a[k + j * n]);
        if (!zni_pivot_ok(a[j + j * n], of))
            return zni_lost_pivot(f, j, a[j + j * n], of);
    }
    f->kind = ZNI_LU;
    return ZN_OK;
}

/* Two unknowns, without a call. */
static void solve_two(const zn_factor *f, double b[2])
{
    const double *a = f->a;
    const bool exchanged = f->perm[0] == 2;
    const double x = b[exchanged];
    double y = b[!exchanged];

    y = (y - a[1] * x) / a[3];
    b[1] = y;
    b[0] = (x - a[2] * y) / a[0];
}

/* Solves for up to four columns of B at once; the last one stands in for those that are missing. */
ZNI_WIDE static void solve_columns(const zn_factor *f, zn_index m, double B[])
{
    const zn_index n = f->n;
    double *b[4];
    zni_lanes x[SMALL];

    for (zn_index k = 0; k < 4; k++)
        b[k] = B + (k < m ? k : m - 1) * n;
    for (zn_index i = 0; i < n; i++)
        x[i] = (zni_lanes){b[0][i], b[1][i], b[2][i], b[3][i]};
    for (zn_index j = 0; j < n; j++) {
        const zni_lanes y = x[f->perm[j] - 1];

        x[f->perm[j] - 1] = x[j];
        x[j] = y;
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = j + 1; i < n; i++)
            x[i] -= f->a[i + j * n] * x[j];
    for (zn_index j = n - 1; j >= 0; j--) {
        const double *u = f->a + j * n;

        x[j] /= u[j];
        for (zn_index i = 0; i < j; i++)
            x[i] -= u[i] * x[j];
    }
    for (zn_index k = 0; k < m; k++)
        for (zn_index i = 0; i < n; i++)
            b[k][i] = x[i][k];
}

/* ---- the method ---------------------------------------------------------- */

static zn_status set(zn_factor *f, const double A[])
{
    const zn_index n = f->n;
    zn_index kl, ku;

    if (n == ZNI_BODY && zni_body_lu(A, f->a, f->perm)) {
        f->kind = ZNI_BODY_LU;
        return ZN_OK;
    }

    f->kind = ZNI_NO_FACTORS;
    if (!zni_finite(n * n, A)) {
        const zn_index k = zni_not_finite(n * n, A);

        return zn_fail(f->ctx, ZN_EDOM, "matrix (%td,%td) = %g", k % n, k / n, A[k]);
    }
    bandwidth(n, A, &kl, &ku);

    if (kl == 0 && ku == 0)
        return zni_factor_diagonal(f, A, n + 1);
    if (kl == ku && zni_looks_definite(n, kl, A, n + 1)) {
        const zni_factor_kind kind = 2 * kl < n   ? ZNI_BANDED
                                     : n <= SMALL ? ZNI_FULLBAND
                                                  : ZNI_CHOLESKY;

        if (kind == ZNI_CHOLESKY ? set_cholesky(f, A) : zni_band_cholesky(f, kl, A, n + 1)) {
            f->kind = kind;
            return ZN_OK;
        }
    }
    return set_lu(f, A);
}

static void solve(const zn_factor *f, zn_index nrhs, double B[])
{
    const zn_index n = f->n;
    const lapack_int ln = (lapack_int)n, lm = (lapack_int)nrhs;

    assert(f->kind != ZNI_NO_FACTORS);
    if (f->kind == ZNI_DIAGONAL) { /* most systems */
        zni_factor_divide(f, nrhs, B);
        return;
    }
    if (f->kind == ZNI_BANDED || f->kind == ZNI_FULLBAND) {
        for (zn_index k = 0; k < nrhs; k++, B += n)
            zni_band_cholesky_solve(n, f->bw, f->a, B);
        return;
    }
    if (f->kind == ZNI_BODY_LU) {
        zni_body_lu_solve(f->a, f->perm, nrhs, B);
        return;
    }
    if (f->kind == ZNI_CHOLESKY) {
        LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', ln, lm, f->a, ln, B, ln);
        for (zn_index k = 0; f->twice && k < n * nrhs; k++)
            B[k] *= 2;
        return;
    }
    if (n > SMALL) {
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', ln, lm, f->a, ln, f->perm, B,
                            ln);
        return;
    }
    for (; nrhs > 1; nrhs -= 4, B += 4 * n)
        solve_columns(f, nrhs < 4 ? nrhs : 4, B);
    if (nrhs == 1 && n == 2)
        solve_two(f, B);
    else if (nrhs == 1)
        zni_few_lu_solve(n, f->a, f->perm, B);
}

const zni_factor_method zni_factor_dense = {.set = set, .solve = solve};
