/* normal.c - the linear systems of the interior point method, by Cholesky factors
 * SPDX-License-Identifier: Apache-2.0 */
#include "interior.h"

#include <limits.h>
#include <string.h>

#include <cblas.h>
#include <lapacke.h>

#include "../../core/monitor.h"
#include "../../linalg/pieces.h"
#include "../../linalg/starts.h"

/* Normal equations where dense columns are treated separately: Wright, Primal-Dual Interior-Point
 * Methods, 1997, chapter 11; Andersen, Oper. Res. Lett. 20 (1996). The digits lost by
 * forming A'E A are recovered by iterative refinement of the whole system (interior.c). */

/* a row of A is long if it has more entries than LONG and than this part of n */
enum { LONG = 12 };
static const double PART = 0.02;

/* H is dense up to this order, whatever the storage of the program */
enum { SMALL = 40 };

/* regularisations of the unit diagonal of H, tried in turn until there is a factor */
static const double REGULAR[] = {1e-12, 1e-10, 1e-8, 1e-5};
enum { NREGULAR = sizeof REGULAR / sizeof *REGULAR };

static zn_status reserve_vectors(zn_ctx *ctx, zni_normal *k, zn_index n,
                                 zn_index m)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, row, m), ZNI_ARRAY(k, is_long, m), ZNI_ARRAY(k, fixed, n),
                    ZNI_ARRAY(k, v, 2 * n + 3 * m));
}

static zn_status reserve_dense(zn_ctx *ctx, zni_normal *k, zn_index n,
                               zn_index m)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, H, n * n), ZNI_ARRAY(k, W, m * n));
}

/* nnz: entries of the lower triangle */
static zn_status reserve_sparse(zn_ctx *ctx, zni_normal *k, zn_index n,
                                zn_index nnz)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, H, nnz), ZNI_ARRAY(k, i, nnz), ZNI_ARRAY(k, p, n + 1),
                            ZNI_ARRAY(k, mark, n));
    return st ? st : zni_csc_reserve(ctx, &k->csc, n, nnz);
}

static zn_status reserve_long(zn_ctx *ctx, zni_normal *k, zn_index n,
                              zn_index nlong)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, W, n * nlong), ZNI_ARRAY(k, X, n * nlong),
                    ZNI_ARRAY(k, S, nlong * nlong));
}

/* It is not known how many of the N rows belong to A, or how long they are: small systems get room for all cases,
 * others for the likely one. */
zn_status zni_normal_reserve(zn_ctx *ctx, zni_normal *k, zn_index N,
                             zn_index nnz)
{
    bool small = N <= 64;
    zn_status st = reserve_vectors(ctx, k, N, N);

    if (!st && (small || nnz >= N * N))
        st = reserve_dense(ctx, k, N, N);
    if (!st && (small || nnz < N * N))
        st = reserve_sparse(ctx, k, N, small ? N * (N + 1) / 2 : nnz + N);
    if (!st && small)
        st = reserve_long(ctx, k, N, N);
    return st ? st : zni_chol_new(ctx, &k->chol);
}

/* ---- pattern -------------------------------------------------------------- */

/* The number of entries in column j of the lower triangle of M + A'A, without the long rows of A; their rows go into
 * at[] unless that is NULL. */
static zn_index column(const zni_normal *k, zn_index j, zn_index at[])
{
    const zn_matrix *B = k->B;
    zn_index count = 0;

    zni_meet(k->mark, j, j, at, &count);
    for (zn_index e = B->p[j]; e < B->p[j + 1]; e++) {
        zn_index from = e, to = e + 1, r = B->i[e] - k->n;

        if (r >= 0 && k->is_long[r])
            continue;
        if (r >= 0) { /* a row of A: all columns of that row */
            from = B->p[k->n + r];
            to = B->p[k->n + r + 1];
        }
        for (zn_index f = from; f < to; f++)
            if (B->i[f] > j)
                zni_meet(k->mark, j, B->i[f], at, &count);
    }
    return count;
}

/* operations per entry that is visited */
enum { ENTRY = 5 };

/* The operations of one pass over all columns. */
static double pass(const zni_normal *k)
{
    const zn_matrix *B = k->B;
    double met = 0;

    for (zn_index e = 0; e < B->p[k->n]; e++) {
        const zn_index r = B->i[e] - k->n;

        met += r < 0 || k->is_long[r] ? 1 : (double)(B->p[B->i[e] + 1] - B->p[B->i[e]]);
    }
    return ENTRY * met;
}

static zn_status sparse_pattern(zn_ctx *ctx, zni_normal *k)
{
    zn_index n = k->n;
    zn_status st = reserve_sparse(ctx, k, n, n);

    /* the first pass counts, the second one writes */
    for (int write = 0; write < 2 && !st; write++) {
        if (k->mon && zni_due_by(k->mon, pass(k)))
            return ZN_UNSOLVED;
        for (zn_index j = 0; j < n; j++)
            k->mark[j] = -1;
        k->p[0] = 0;
        for (zn_index j = 0; j < n; j++) {
            k->p[j + 1] = k->p[j] + column(k, j, write ? k->i + k->p[j] : NULL);
            if (write)
                zni_sort(k->i + k->p[j], k->p[j + 1] - k->p[j]);
        }
        if (!st && !write)
            st = reserve_sparse(ctx, k, n, k->p[n]);
    }
    if (st)
        return st;

    const zn_matrix H = zni_view_columns(n, n, k->p, k->i, k->H);
    bool fresh;

    memset(k->H, 0, (size_t)k->p[n] * sizeof *k->H);
    st = zni_csc_set(ctx, &k->csc, &H, &fresh);
    if (!st && fresh &&
        !zni_affords(k->mon, zni_chol_analysis((double)n, (double)k->csc.nnz, INFINITY)))
        st = ZN_UNSOLVED;
    else if (!st && fresh) {
        st = zni_chol_new(ctx, &k->chol);
        if (!st)
            st = zni_chol_pattern(ctx, k->chol, &k->csc, k->mon);
    }
    if (st)
        k->csc.nkey = 0;
    return st ? st : reserve_long(ctx, k, n, k->nlong);
}

zn_status zni_normal_begin(zn_ctx *ctx, zni_normal *k, const zn_qp *p, const zn_matrix *B, const zn_monitor *mon)
{
    const zn_index n = p->n, m = p->m;
    zn_index inner = 0;
    double most = fmax(LONG, PART * (double)n);
    zn_status st;

    if (n > INT_MAX || m > INT_MAX)
        return zn_fail(ctx, ZN_EINVAL, "n = %td, m = %td: too large", n, m);
    k->of = p;
    k->B = B;
    k->n = n;
    k->m = m;
    k->mon = mon;
    st = reserve_vectors(ctx, k, n, m);
    if (st)
        return st;
    k->nlong = 0;
    k->dense = B->storage == ZN_DENSE;
    if (!k->dense) {
        for (zn_index r = 0; r < m; r++) {
            zn_index length = B->p[n + r + 1] - B->p[n + r];

            k->is_long[r] = (double)length > most;
            if (k->is_long[r])
                k->row[k->nlong++] = r;
            inner += 2 * length;
        }
        inner = B->p[n + m] - inner;
        k->dense = n <= SMALL || k->nlong > n / 2 || inner > n * n / 3;
    }
    return k->dense ? reserve_dense(ctx, k, n, m) : sparse_pattern(ctx, k);
}

/* ---- factors -------------------------------------------------------------- */

/* the scale that makes a diagonal entry 1; rows of fixed unknowns are those of the identity already */
static double unit(double diagonal)
{
    return diagonal > 0 ? 1 / sqrt(diagonal) : 1;
}

static zn_status factor_dense(zni_normal *k, double regular)
{
    int n = (int)k->n, info = 0;
    char lower = 'L';
    const double *s = k->v;
    zn_index ld = k->n;

    /* the upper triangle keeps H, which is needed again if the factorisation fails */
    for (zn_index j = 0; j < ld; j++) {
        for (zn_index i = j + 1; i < ld; i++)
            k->H[i + j * ld] = s[i] * s[j] * k->H[j + i * ld];
        k->H[j + j * ld] = 1 + regular;
    }
    LAPACK_dpotrf(&lower, &n, k->H, &n, &info);
    return info ? ZN_ESINGULAR : ZN_OK;
}

/* H in the upper triangle, and the scale from its diagonal */
static void fill_dense(zni_normal *k, const double D[])
{
    const zn_matrix *B = k->B;
    zn_index n = k->n, m = k->m;
    const double *root = k->v + 2 * n;

    if (m > 0)
        memset(k->W, 0, (size_t)(m * n) * sizeof *k->W);
    memset(k->H, 0, (size_t)(n * n) * sizeof *k->H);
    for (zn_index j = 0; j < n; j++) {
        bool sparse = B->storage != ZN_DENSE;
        zn_index from = sparse ? B->p[j] : 0, to = sparse ? B->p[j + 1] : n + m;

        for (zn_index e = from; e < to && !k->fixed[j]; e++) {
            zn_index i = sparse ? B->i[e] : e;
            double x = sparse ? B->x[e] : B->x[e + j * (n + m)];

            if (i >= n)
                k->W[i - n + j * m] = root[i - n] * x;
            else if (i <= j && !k->fixed[i])
                k->H[i + j * n] = x;
        }
    }
    if (m > 0)
        cblas_dsyrk(CblasColMajor, CblasUpper, CblasTrans, (int)n, (int)m, 1,
                    k->W, (int)m, 1, k->H, (int)n);
    for (zn_index i = 0; i < n; i++)
        k->v[i] = k->fixed[i] ? 1 : unit(k->H[i + i * n] + D[i]);
}

/* the lower triangle of H, scaled */
static void fill_sparse(zni_normal *k, const double D[])
{
    const zn_matrix *B = k->B;
    zn_index n = k->n;
    double *sum = k->v + n, *s = k->v;
    const double *root = k->v + 2 * n;

    memset(sum, 0, (size_t)n * sizeof *sum);
    for (zn_index j = 0; j < n; j++) {
        sum[j] = k->fixed[j] ? 0 : D[j];
        for (zn_index e = B->p[j]; e < B->p[j + 1] && !k->fixed[j]; e++) {
            zn_index r = B->i[e] - n;

            if (r < 0)
                sum[B->i[e]] += B->x[e];
            else if (!k->is_long[r])
                for (zn_index f = B->p[n + r]; f < B->p[n + r + 1]; f++)
                    sum[B->i[f]] -= root[r] * root[r] * B->x[e] * B->x[f];
        }
        for (zn_index e = k->p[j]; e < k->p[j + 1]; e++)
            k->H[e] = k->fixed[k->i[e]] ? 0 : sum[k->i[e]];
        /* clear sum, which has the entries of the upper triangle, too */
        for (zn_index e = B->p[j]; e < B->p[j + 1]; e++) {
            zn_index r = B->i[e] - n;

            if (r < 0)
                sum[B->i[e]] = 0;
            else if (!k->is_long[r])
                for (zn_index f = B->p[n + r]; f < B->p[n + r + 1]; f++)
                    sum[B->i[f]] = 0;
        }
        sum[j] = 0;
    }
    for (zn_index j = 0; j < n; j++)
        s[j] = k->fixed[j] ? 1 : unit(k->H[k->p[j]]);
    for (zn_index j = 0; j < n; j++)
        for (zn_index e = k->p[j]; e < k->p[j + 1]; e++)
            k->H[e] *= s[j] * s[k->i[e]];
}

static zn_status factor_sparse(zn_ctx *ctx, zni_normal *k, double regular)
{
    for (zn_index j = 0; j < k->n; j++)
        k->H[k->p[j]] = 1 + regular;
    return zni_chol_factor(ctx, k->chol, &k->csc, k->H);
}

/* x = H^-1 x */
static void solve_H(const zni_normal *k, double x[])
{
    int n = (int)k->n, one = 1, info = 0;
    char lower = 'L';

    for (zn_index i = 0; i < k->n; i++)
        x[i] = k->fixed[i] ? 0 : x[i] * k->v[i];
    if (k->dense)
        LAPACK_dpotrs(&lower, &n, &one, k->H, &n, x, &n, &info);
    else
        zni_chol_solve(k->chol, k->n, x);
    for (zn_index i = 0; i < k->n; i++)
        x[i] = k->fixed[i] ? 0 : x[i] * k->v[i];
}

/* The Schur complement of the long rows, S = I + W' H^-1 W with W = A'sqrt(E), and its factor. */
static zn_status complement(zni_normal *k)
{
    const zn_matrix *B = k->B;
    zn_index n = k->n, q = k->nlong;
    size_t bytes = (size_t)(n * q) * sizeof *k->W;
    const double *root = k->v + 2 * n;
    int order = (int)q, info = 0;
    char lower = 'L';

    if (q == 0)
        return ZN_OK;
    memset(k->W, 0, bytes);
    for (zn_index c = 0; c < q; c++) {
        zn_index r = k->row[c];

        for (zn_index e = B->p[n + r]; e < B->p[n + r + 1]; e++)
            if (!k->fixed[B->i[e]])
                k->W[B->i[e] + c * n] = -root[r] * B->x[e];
    }
    memcpy(k->X, k->W, bytes);
    for (zn_index c = 0; c < q; c++)
        solve_H(k, k->X + c * n);
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, order, order, (int)n,
                1, k->W, (int)n, k->X, (int)n, 0, k->S, order);
    for (zn_index c = 0; c < q; c++)
        k->S[c + c * q] += 1;
    LAPACK_dpotrf(&lower, &order, k->S, &order, &info);
    return info ? ZN_ESINGULAR : ZN_OK;
}

/* The predicted operations of one factorisation: of LAPACK or CHOLMOD, and of the solves for the long rows. */
static double operations(const zni_normal *k)
{
    const double n = (double)k->n, m = (double)k->m, q = (double)k->nlong;
    zni_cost cost;

    if (k->dense)
        return n * n * (n / 3 + m);
    cost = zni_chol_cost(k->chol);
    return cost.operations + ZNI_NUMBER * cost.values + q * (4 * cost.values + q * n);
}

zn_status zni_normal_factor(zn_ctx *ctx, zni_normal *k, const double D[])
{
    zn_status st = ZN_ESINGULAR;

    if (!zni_affords(k->mon, operations(k)))
        return ZN_UNSOLVED;
    for (zn_index i = 0; i < k->n; i++)
        k->fixed[i] = isinf(D[i]);
    for (zn_index r = 0; r < k->m; r++)
        k->v[2 * k->n + r] = 1 / sqrt(D[k->n + r]);
    if (k->dense)
        fill_dense(k, D);
    else
        fill_sparse(k, D);
    for (int t = 0; t < NREGULAR && st == ZN_ESINGULAR; t++) {
        st = k->dense ? factor_dense(k, REGULAR[t])
                      : factor_sparse(ctx, k, REGULAR[t]);
        if (!st && !k->dense)
            st = complement(k);
    }
    return st;
}

/* ---- solution -------------------------------------------------------------- */

void zni_normal_solve(zni_normal *k, double f[])
{
    zn_index n = k->n, m = k->m, q = k->dense ? 0 : k->nlong;
    const double *root = k->v + 2 * n;
    double *g = f + n, *y = k->v + 2 * n + m, *Af = y + m;
    int order = (int)q, one = 1, info = 0;
    char lower = 'L';

    /* f + A'E g over all rows except the long ones */
    for (zn_index r = 0; r < m; r++)
        y[r] = q > 0 && k->is_long[r] ? 0 : root[r] * root[r] * g[r];
    zni_qp_mul(k->of, true, 1, y, 1, f);
    solve_H(k, f);
    if (q > 0) {
        /* (I + W'X) u = sqrt(E) (g - A f),  f += X u */
        for (zn_index c = 0; c < q; c++)
            y[c] = root[k->row[c]] * g[k->row[c]];
        cblas_dgemv(CblasColMajor, CblasTrans, (int)n, order, -1, k->W, (int)n,
                    f, 1, 1, y, 1);
        LAPACK_dpotrs(&lower, &order, &one, k->S, &order, y, &order, &info);
        cblas_dgemv(CblasColMajor, CblasNoTrans, (int)n, order, 1, k->X, (int)n,
                    y, 1, 1, f, 1);
    }
    zni_qp_mul(k->of, false, 1, f, 0, Af);
    for (zn_index r = 0; r < m; r++)
        g[r] = root[r] * root[r] * (g[r] - Af[r]);
    for (zn_index c = 0; c < q; c++)
        g[k->row[c]] = root[k->row[c]] * y[c];
}

void zni_normal_fini(zn_ctx *ctx, zni_normal *k)
{
    ZNI_FREE(ctx, k->row, k->is_long, k->fixed, k->H, k->W, k->X, k->S, k->v, k->p, k->i, k->mark);
    zni_csc_fini(ctx, &k->csc);
    zni_chol_free(ctx, k->chol);
}
