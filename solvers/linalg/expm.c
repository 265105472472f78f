/* expm.c - matrix exponential by scaling and squaring
 *
 * exp(A) = r(A / 2^s)^(2^s) with the diagonal Pade approximant r of degree 13
 * and s so large that |A / 2^s|_1 <= 5.37, where the backward error of r is below
 * rounding (N. J. Higham, The scaling and squaring method for the matrix
 * exponential revisited, SIAM J. Matrix Anal. Appl. 26 (2005) 1179-1193).
 *
 * The response to an input that is held constant is part of the exponential of a larger matrix,
 *
 *     exp([A B; 0 0] t) = [exp(A t)  int_0^t exp(A s) ds B; 0 I]
 *
 * (C. F. Van Loan, IEEE Trans. Autom. Control 23 (1978) 395-404). The result is
 * linear in B, so B is scaled to the size of A or less, by a power of two: a large
 * B would cost more squarings, and with them accuracy.
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include <cblas.h>
#include <lapacke.h>

#include <zeno/expm.h>

struct zn_expm {
    zn_ctx *ctx;
    zn_index n, m, N;                     /* N = n + m */
    double *A, *A2, *A4, *A6, *U, *V, *T; /* N x N each, one block */
    int *pivot;                           /* N */
};

/* |r - exp| is below 2^-53 backwards up to this norm (Higham 2005, table 2.3). */
static const double THETA = 5.371920351148152;

/* Coefficients of the numerator; exact in double precision. */
static const double b[14] = {64764752532480000.,
                             32382376266240000.,
                             7771770303897600.,
                             1187353796428800.,
                             129060195264000.,
                             10559470521600.,
                             670442572800.,
                             33522128640.,
                             1323241920.,
                             40840800.,
                             960960.,
                             16380.,
                             182.,
                             1.};

void zn_expm_free(zn_expm *e)
{
    if (!e)
        return;
    zn_free_array(e->ctx, e->A);
    zn_free_array(e->ctx, e->pivot);
    zn_free_array(e->ctx, e);
}

zn_status zn_expm_new(zn_ctx *ctx, zn_index n, zn_index m, zn_expm **out)
{
    /* LAPACK takes sizes as int */
    const zn_index most = 20000;
    zn_expm *e;

    *out = NULL;
    if (n < 1 || m < 0 || n > most || m > most)
        return zn_fail(ctx, ZN_EINVAL,
                       "exponential of a matrix: n = %td, m = %td, must be "
                       "1 <= n <= %td, 0 <= m <= %td",
                       n, m, most, most);
    e = zn_alloc(ctx, 1, sizeof *e);
    if (!e)
        return ZN_ENOMEM;
    e->ctx = ctx;
    e->n = n;
    e->m = m;
    e->N = n + m;
    e->A = zn_alloc(ctx, 7 * e->N * e->N, sizeof *e->A);
    e->pivot = zn_alloc(ctx, e->N, sizeof *e->pivot);
    if (!e->A || !e->pivot) {
        zn_expm_free(e);
        return ZN_ENOMEM;
    }
    e->A2 = e->A + e->N * e->N;
    e->A4 = e->A2 + e->N * e->N;
    e->A6 = e->A4 + e->N * e->N;
    e->U = e->A6 + e->N * e->N;
    e->V = e->U + e->N * e->N;
    e->T = e->V + e->N * e->N;
    *out = e;
    return ZN_OK;
}

/* The largest column sum; NaN or Inf if X has such a number */
static double norm1(zn_index rows, zn_index cols, const double X[])
{
    double most = 0;

    for (zn_index j = 0; j < cols; j++) {
        double sum = 0;
        for (zn_index i = 0; i < rows; i++)
            sum += fabs(X[i + j * rows]);
        if (!(sum <= most))
            most = sum;
        if (isnan(sum))
            return sum;
    }
    return most;
}

/* C = A B */
static void mul(zn_index N, const double A[], const double B[], double C[])
{
    const int k = (int)N;

    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, k, k, k, 1, A, k, B,
                k, 0, C, k);
}

/* X = c6 A6 + c4 A4 + c2 A2 + c0 I */
static void polynomial(const zn_expm *e, double c6, double c4, double c2,
                       double c0, double X[])
{
    for (zn_index k = 0; k < e->N * e->N; k++)
        X[k] = c6 * e->A6[k] + c4 * e->A4[k] + c2 * e->A2[k];
    for (zn_index i = 0; i < e->N; i++)
        X[i + i * e->N] += c0;
}

/* A = exp(A) for |A|_1 <= THETA: (V - U) r = V + U, U odd and V even in A,
 * written (V - U)(r - I) = 2 U, which gives I exactly where A is zero. */
static zn_status pade(zn_expm *e)
{
    const zn_index N = e->N, NN = N * N;
    const int k = (int)N;

    mul(N, e->A, e->A, e->A2);
    mul(N, e->A2, e->A2, e->A4);
    mul(N, e->A2, e->A4, e->A6);

    /* U = A (A6 (b13 A6 + b11 A4 + b9 A2) + b7 A6 + b5 A4 + b3 A2 + b1 I) */
    polynomial(e, b[13], b[11], b[9], 0, e->V);
    mul(N, e->A6, e->V, e->T);
    polynomial(e, b[7], b[5], b[3], b[1], e->V);
    for (zn_index i = 0; i < NN; i++)
        e->T[i] += e->V[i];
    mul(N, e->A, e->T, e->U);

    /* V = A6 (b12 A6 + b10 A4 + b8 A2) + b6 A6 + b4 A4 + b2 A2 + b0 I */
    polynomial(e, b[12], b[10], b[8], 0, e->T);
    mul(N, e->A6, e->T, e->V);
    polynomial(e, b[6], b[4], b[2], b[0], e->T);
    for (zn_index i = 0; i < NN; i++)
        e->V[i] += e->T[i];

    for (zn_index i = 0; i < NN; i++) {
        e->A[i] = 2 * e->U[i];
        e->T[i] = e->V[i] - e->U[i];
    }
    if (LAPACKE_dgesv_work(LAPACK_COL_MAJOR, k, k, e->T, k, e->pivot, e->A, k))
        return zn_fail(e->ctx, ZN_ESINGULAR,
                       "exponential of a matrix: the denominator is singular");
    for (zn_index i = 0; i < N; i++)
        e->A[i + i * N] += 1;
    return ZN_OK;
}

/* e->A = 2^-s [A t, 2^-j B t; 0 0]; sets *j, the scale of B, and returns s. */
static int fill(zn_expm *e, double t, const double A[], const double B[],
                double size, int *j)
{
    const zn_index n = e->n, N = e->N;
    const double sizeB = e->m ? norm1(n, e->m, B) * fabs(t) : 0;
    const double room = fmax(size, 1);
    int s = 0;

    *j = sizeB > room ? ilogb(sizeB / room) + 1 : 0;
    size = fmax(size, ldexp(sizeB, -*j));
    if (size > THETA)
        s = ilogb(size / THETA) + 1;
    memset(e->A, 0, (size_t)(N * N) * sizeof *e->A);
    for (zn_index c = 0; c < n; c++)
        for (zn_index r = 0; r < n; r++)
            e->A[r + c * N] = ldexp(A[r + c * n] * t, -s);
    for (zn_index c = 0; c < e->m; c++)
        for (zn_index r = 0; r < n; r++)
            e->A[r + (n + c) * N] = ldexp(B[r + c * n] * t, -s - *j);
    return s;
}

zn_status zn_expm_held(zn_expm *e, double t, const double A[], const double B[],
                       double Phi[], double Psi[])
{
    const zn_index n = e->n, N = e->N;
    const double size = norm1(n, n, A) * fabs(t);
    const double sizeB = e->m ? norm1(n, e->m, B) : 0;
    zn_status st;
    int j, s;

    if (!isfinite(size) || !isfinite(sizeB))
        return zn_fail(e->ctx, ZN_EDOM,
                       "exponential of a matrix: NaN or Inf, |A t| = %g, "
                       "|B| = %g",
                       size, sizeB);
    s = fill(e, t, A, B, size, &j);
    st = pade(e);
    if (st)
        return st;
    for (; s > 0; s--) {
        mul(N, e->A, e->A, e->T);
        memcpy(e->A, e->T, (size_t)(N * N) * sizeof *e->A);
    }
    for (zn_index c = 0; c < n; c++)
        memcpy(Phi + c * n, e->A + c * N, (size_t)n * sizeof *Phi);
    for (zn_index c = 0; c < e->m; c++)
        for (zn_index r = 0; r < n; r++)
            Psi[r + c * n] = ldexp(e->A[r + (n + c) * N], j);
    if (!isfinite(norm1(n, n, Phi)))
        return zn_fail(e->ctx, ZN_EDOM,
                       "exponential of a matrix overflows, |A t| = %g", size);
    return ZN_OK;
}
