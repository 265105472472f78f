/* relative_degree.c - relative degree from Markov parameters, and the orders of
 * the zeros at infinity by the structure algorithm (L.M. Silverman, Inversion of
 * multivariable linear systems, 1969): rows of y that hold lambda are kept, the
 * others differentiated, until lambda is found in m independent ones.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/relative_degree.h"

#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "kernel/model/structure.h"

#define TINY 1e-12 /* relative to |C| |A|^i |B| */

/* The scaled problem: |A| = |B| = 1, rows of C of size 1, so that TINY needs no
 * other scale. All arrays in one block. */
typedef struct work {
    zn_index n, m;
    double  *A, *B; /* n x n, n x m */
    double  *C, *D; /* m x n, m x m: of the rows as they are differentiated */
    double  *T;     /* m x n */
    double  *U, *S; /* m x m, m */
    double  *X;     /* m x m */
    double  *dec;   /* m x m, the decoupling matrix */
    double  *svd;
    zn_index nsvd;
} work;

static double norm(zn_index n, const double x[], zn_index step)
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i * step]));
    return most;
}

/* out = P Q, p x q times q x r */
static void product(zn_index p, zn_index q, zn_index r, const double P[],
                    const double Q[], double out[])
{
    memset(out, 0, (size_t)(p * r) * sizeof *out);
    for (zn_index j = 0; j < r; j++)
        zni_dense_mul(p, q, P, Q + j * q, out + j * p);
}

/* Rank of a copy of X (m x m); U gets the left singular vectors. */
static zn_index rank(work *w, const double X[])
{
    const int m = (int)w->m;
    double vt; /* not asked for */
    zn_index r = 0;

    memcpy(w->X, X, (size_t)(m * m) * sizeof *X);
    if (LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'N', m, m, w->X, m, w->S,
                            w->U, m, &vt, 1, w->svd, (int)w->nsvd) != 0)
        return -1;
    while (r < m && w->S[r] > TINY * fmax(1, w->S[0]))
        r++;
    return r;
}

/* ---- scaling --------------------------------------------------------------- */

static zn_status make_room(zn_ctx *ctx, work *w, zn_index n, zn_index m)
{
    const zn_index nsvd = 8 * m + 8;
    double *a = zn_alloc(ctx, n * n + n * m + 2 * m * n + 4 * m * m + m + nsvd,
                         sizeof *a);

    if (!a)
        return ZN_ENOMEM;
    w->n = n;
    w->m = m;
    w->nsvd = nsvd;
    w->A = a;
    w->B = a += n * n;
    w->C = a += n * m;
    w->T = a += m * n;
    w->D = a += m * n;
    w->U = a += m * m;
    w->X = a += m * m;
    w->dec = a += m * m;
    w->S = a += m * m;
    w->svd = a + m;
    return ZN_OK;
}

static bool all_finite(zn_index n, const double x[])
{
    for (zn_index i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* Units of time, lambda and each y; degrees do not depend on them. */
static void scale(work *w, const double A[], const double B[],
                  const double C[], const double D[])
{
    const zn_index n = w->n, m = w->m;
    double a = norm(n * n, A, 1), b = norm(n * m, B, 1);

    a = a > 0 ? a : 1;
    b = b > 0 ? b : 1;
    for (zn_index i = 0; i < n * n; i++)
        w->A[i] = A[i] / a;
    for (zn_index i = 0; i < n * m; i++)
        w->B[i] = B[i] / b;
    for (zn_index r = 0; r < m; r++) {
        const double c = norm(n, C + r, m);
        for (zn_index j = 0; j < n; j++)
            w->C[r + j * m] = c > 0 ? C[r + j * m] / c : 0;
        for (zn_index j = 0; j < m; j++)
            w->D[r + j * m] = D ? D[r + j * m] * a / b / (c > 0 ? c : a / b) : 0;
    }
}

/* ---- degrees ------------------------------------------------------------------ */

/* Degrees of the rows and the matrix of their first Markov parameters; the
 * uniform degree. C is lost. */
static void row_degrees(work *w, zn_index row[], zn_relative_degree *out)
{
    const zn_index n = w->n, m = w->m;
    zn_index found = 0;
    double *G = w->D;

    for (zn_index r = 0; r < m; r++)
        row[r] = -1;
    out->uniform = -1;
    for (zn_index i = 0; i <= n && found < m; i++) {
        const zn_index before = found;
        if (i > 0)
            product(m, n, m, w->C, w->B, w->X);
        for (zn_index r = 0; r < m; r++) {
            const double *from = i > 0 ? w->X : G;
            if (row[r] >= 0 || !(norm(m, from + r, m) > TINY))
                continue;
            row[r] = i;
            found++;
            for (zn_index j = 0; j < m; j++)
                w->dec[r + j * m] = from[r + j * m];
        }
        if (before == 0 && found == m)
            out->uniform = i;
        if (i > 0) {
            product(m, n, n, w->C, w->A, w->T);
            memcpy(w->C, w->T, (size_t)(m * n) * sizeof *w->C);
        }
    }
    out->vector = found == m && rank(w, w->dec) == m;
    if (!out->vector)
        out->uniform = -1;
}

/* Replace (C, D) by U' (C, D), and differentiate the rows from q on. */
static void turn(work *w, zn_index q)
{
    const zn_index n = w->n, m = w->m;

    memset(w->T, 0, (size_t)(m * n) * sizeof *w->T);
    memset(w->X, 0, (size_t)(m * m) * sizeof *w->X);
    for (zn_index r = 0; r < m; r++)
        for (zn_index k = 0; k < m; k++) {
            const double u = w->U[k + r * m];
            for (zn_index j = 0; j < n; j++)
                w->T[r + j * m] += u * w->C[k + j * m];
            for (zn_index j = 0; j < m && r < q; j++)
                w->X[r + j * m] += u * w->D[k + j * m];
        }
    for (zn_index r = 0; r < m; r++) {
        for (zn_index j = 0; j < m; j++) {
            double sum = r < q ? w->X[r + j * m] : 0;
            for (zn_index k = 0; r >= q && k < n; k++)
                sum += w->T[r + k * m] * w->B[k + j * n];
            w->D[r + j * m] = sum;
        }
        for (zn_index j = 0; j < n; j++) {
            double sum = r < q ? w->T[r + j * m] : 0;
            for (zn_index k = 0; r >= q && k < n; k++)
                sum += w->T[r + k * m] * w->A[k + j * n];
            w->C[r + j * m] = sum;
        }
    }
}

static void structure(work *w, zn_index orders[], zn_relative_degree *out)
{
    zn_index q = 0;

    for (zn_index r = 0; r < w->m; r++)
        orders[r] = -1;
    for (zn_index k = 0; k <= w->n && q < w->m; k++) {
        const zn_index now = rank(w, w->D);
        for (; q < now; q++)
            orders[q] = k;
        if (q < w->m)
            turn(w, q);
    }
    out->invertible = q == w->m;
}

zn_status zn_relative_degree_find(zn_ctx *ctx, zn_index n, zn_index m,
                                  const double A[], const double B[],
                                  const double C[], const double D[],
                                  zn_index row[], zn_index orders[],
                                  zn_relative_degree *out)
{
    const zn_index most = 1 << 14; /* m m must fit LAPACK's int */
    work w = {0};
    zn_status st;

    *out = (zn_relative_degree){.uniform = -1};
    if (n < 1 || m < 1 || n > most || m > most || !A || !B || !C || !row)
        return zn_fail(ctx, ZN_EINVAL,
                       "relative degree: n = %td, m = %td, or no data", n, m);
    if (!all_finite(n * n, A) || !all_finite(n * m, B) || !all_finite(m * n, C) ||
        (D && !all_finite(m * m, D)))
        return zn_fail(ctx, ZN_EDOM, "relative degree: NaN or Inf in the data");
    st = make_room(ctx, &w, n, m);
    if (st)
        return st;
    if (orders) {
        scale(&w, A, B, C, D);
        structure(&w, orders, out);
    }
    scale(&w, A, B, C, D);
    row_degrees(&w, row, out);
    if (!orders)
        out->invertible = out->vector;
    zn_free_array(ctx, w.A);
    return ZN_OK;
}
