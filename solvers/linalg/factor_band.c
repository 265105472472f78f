/* factor_band.c - factors of matrices in a band
 * SPDX-License-Identifier: Apache-2.0
 *
 * Definite matrices are factored as L D L', L with a unit diagonal, in LAPACK's lower band layout, l(i,j) at
 * a[i - j + j (bw + 1)], with 1/D on the diagonal; also if the band is full and n is small. Our own loops do this
 * without the overhead of a call for the 3 x 3 and 6 x 6 matrices of rigid bodies, and in O(n bw) per solve for chains.
 * Since D is separate, a number of the solution of a chain waits for one product and one sum of the number before it,
 * not for a second product, which decides the time.
 *
 * LU is LAPACK's, with kl more rows for the fill of row exchanges. */
#include "factor.h"
#include "units.h"
#include "wide.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <lapacke.h>

/* ---- Cholesky ------------------------------------------------------------------ */

/* Right-looking, in band layout; without square roots, so that the choice of units changes no digit. */
ZNI_WIDE static bool eliminate(zn_index n, zn_index bw, const double diag[], zn_index step, double L[])
{
    const zn_index ld = bw + 1;

    for (zn_index j = 0; j < n; j++) {
        double *l = L + j * ld; /* column j from its diagonal down */
        const zn_index m = bw < n - 1 - j ? bw : n - 1 - j;
        double r;

        if (!zni_pivot_ok(l[0], diag[j * step]) || l[0] < 0)
            return false;
        r = 1 / l[0];
        for (zn_index k = 1; k <= m; k++) /* rows j + k ... j + m of column j + k */
            zni_add_wide(m - k + 1, -(l[k] * r), l + k, L + (j + k) * ld);
        for (zn_index i = 1; i <= m; i++)
            l[i] *= r;
        l[0] = r;
    }
    return true;
}

bool zni_band_cholesky(zn_factor *f, zn_index bw, const double diag[], zn_index step)
{
    const zn_index n = f->n, ld = bw + 1;
    double *L = f->a;

    f->bw = bw;
    for (zn_index j = 0; j < n; j++) {
        const zn_index rows = ld < n - j ? ld : n - j;

        memcpy(L + j * ld, diag + j * step, (size_t)rows * sizeof *L);
        memset(L + j * ld + rows, 0, (size_t)(ld - rows) * sizeof *L);
    }
    return eliminate(n, bw, diag, step, L);
}

/* Half bandwidth one: the number that the next one depends on stays in a register. */
static void solve_chain(zn_index n, const double L[], double b[])
{
    double x = b[0];

    for (zn_index j = 1; j < n; j++, L += 2)
        x = b[j] -= L[1] * x;
    x = b[n - 1] *= L[0];
    for (zn_index j = n - 2; j >= 0; j--) {
        L -= 2;
        x = b[j] = b[j] * L[0] - L[1] * x;
    }
}

/* A full matrix of order three, as of bodies in the plane: the same operations without loops. */
static void solve_three(const double L[], double b[])
{
    const double x = b[0], y = b[1] - L[1] * x, z = b[2] - L[2] * x - L[4] * y;

    b[2] = z * L[6];
    b[1] = y * L[3] - L[4] * b[2];
    b[0] = x * L[0] - L[2] * b[2] - L[1] * b[1];
}

void zni_band_cholesky_solve(zn_index n, zn_index bw, const double L[],
                             double b[])
{
    const zn_index ld = bw + 1;

    if (bw == 1) {
        solve_chain(n, L, b);
        return;
    }
    if (n == 3 && bw == 2) {
        solve_three(L, b);
        return;
    }
    for (zn_index j = 0; j < n; j++) {
        const double *l = L + j * ld, x = b[j];
        const zn_index m = bw < n - 1 - j ? bw : n - 1 - j;

        for (zn_index i = 1; i <= m; i++)
            b[j + i] -= l[i] * x;
    }
    for (zn_index j = n - 1; j >= 0; j--) {
        const double *l = L + j * ld;
        const zn_index m = bw < n - 1 - j ? bw : n - 1 - j;
        double s = b[j] * l[0];

        for (zn_index i = m; i > 0; i--) /* the number that was computed last is used last */
            s -= l[i] * b[j + i];
        b[j] = s;
    }
}

/* ---- the method ------------------------------------------------------------------ */

/* Are the values inside the band finite? The corners of the layout are not part of the matrix. */
static zn_status check_finite(const zn_factor *f, const double x[])
{
    const zn_pattern *a = &f->pattern;
    const zn_index ld = a->kl + a->ku + 1;

    for (zn_index j = 0; j < f->n; j++)
        for (zn_index k = 0; k < ld; k++) {
            const zn_index i = j - a->ku + k;

            if (i >= 0 && i < f->n && !isfinite(x[k + j * ld]))
                return zn_fail(f->ctx, ZN_EDOM, "matrix (%td,%td) = %g", i, j,
                               x[k + j * ld]);
        }
    return ZN_OK;
}

bool zni_looks_definite(zn_index n, zn_index bw, const double d[], zn_index step)
{
    const double tol = 16 * DBL_EPSILON * DBL_EPSILON;

    for (zn_index j = 0; j < n; j++)
        if (!(d[j * step] > 0))
            return false;
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = 1; k <= bw && j + k < n; k++) {
            const double o = d[j * step + k] - d[(j + k) * step - k];

            if (o != 0 && o * o > tol * d[j * step] * d[(j + k) * step])
                return false;
        }
    return true;
}

static zn_status set_lu(zn_factor *f, const double x[])
{
    const zn_pattern *a = &f->pattern;
    const zn_index kl = a->kl, ku = a->ku, from = kl + ku + 1, to = from + kl;
    const lapack_int n = (lapack_int)f->n;
    lapack_int info;

    for (zn_index j = 0; j < f->n; j++) {
        memset(f->a + j * to, 0, (size_t)kl * sizeof *x);
        memcpy(f->a + j * to + kl, x + j * from, (size_t)from * sizeof *x);
    }
    info = LAPACKE_dgbtrf_work(LAPACK_COL_MAJOR, n, n, (lapack_int)kl,
                               (lapack_int)ku, f->a, (lapack_int)to, f->perm);
    if (info < 0)
        return zn_fail(f->ctx, ZN_EINVAL, "dgbtrf refuses argument %d",
                       (int)-info);
    for (zn_index j = 0; j < f->n; j++) {
        const double pivot = f->a[kl + ku + j * to], of = zni_largest(x + j * from, from);

        if (!zni_pivot_ok(pivot, of))
            return zni_lost_pivot(f, j, pivot, of);
    }
    f->kind = ZNI_BAND_LU;
    return ZN_OK;
}

static zn_status set(zn_factor *f, const double x[])
{
    const zn_index bw = f->pattern.ku, ld = 2 * bw + 1;
    const zn_status st = check_finite(f, x);

    f->kind = ZNI_NO_FACTORS;
    if (st)
        return st;
    if (f->pattern.kl != bw || !zni_looks_definite(f->n, bw, x + bw, ld) ||
        !zni_band_cholesky(f, bw, x + bw, ld))
        return set_lu(f, x);
    f->kind = ZNI_BANDED;
    return ZN_OK;
}

static void solve(const zn_factor *f, zn_index nrhs, double B[])
{
    const zn_pattern *a = &f->pattern;
    const lapack_int n = (lapack_int)f->n;

    if (f->kind == ZNI_BAND_LU) {
        LAPACKE_dgbtrs_work(LAPACK_COL_MAJOR, 'N', n, (lapack_int)a->kl,
                            (lapack_int)a->ku, (lapack_int)nrhs, f->a,
                            (lapack_int)(2 * a->kl + a->ku + 1), f->perm, B, n);
        return;
    }
    for (zn_index k = 0; k < nrhs; k++, B += f->n)
        zni_band_cholesky_solve(f->n, f->bw, f->a, B);
}

const zni_factor_method zni_factor_banded = {.set = set, .solve = solve};
