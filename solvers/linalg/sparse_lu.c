/* sparse_lu.c - factors of sparse matrices: bands, CHOLMOD, KLU, UMFPACK, full ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "lu.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "../core/monitor.h"

/* LAPACK factors bands of up to so many sub- and superdiagonals together: a chain in its natural order has no fill.
 * For wider bands the orderings of KLU are quicker. */
enum { WIDEST = 12 };

/* CHOLMOD's supernodal factorisation is quicker than KLU from order CHOLESKY on. Below it is quicker if the factor has
 * much fill, that is at least FILL operations per entry (CHOLMOD's own bound for supernodes). Below order LEAST the
 * second analysis is not worth while. */
enum { CHOLESKY = 2000, LEAST = 300, FILL = 40 };

/* An operation of LAPACK, which works on blocks, takes 1/BLOCKS of the time of one of KLU. The dense matrix is factored
 * if that is quicker and if the sparse factors would fill 1/PART of the square, so that the dense one takes at most
 * twice their memory: on 800 rows of a random graph it is four times as quick, on 3000 fifteen times. */
enum { BLOCKS = 8, PART = 4 };

/* The bandwidth is not known before the pattern: room is made for any band of a small matrix and for three diagonals of
 * a large one. The objects of KLU and CHOLMOD are made when they are needed first, so that bands and small dense
 * matrices do not load these libraries. */
zn_status zni_slu_reserve(zn_ctx *ctx, zni_slu *lu, zn_index n)
{
    zn_index width = n <= 4096 ? 2 * WIDEST + 1 : 4;

    return ZNI_GROW(ctx, ZNI_BARE(lu, band, width * n), ZNI_BARE(lu, piv, n));
}

zn_status zni_slu_pattern(zn_ctx *ctx, zni_slu *lu, const zni_csc *c)
{
    const bool three = c->lower <= 1 && c->upper <= 1;
    const zn_index width = three ? 4 : 2 * c->lower + c->upper + 1;
    zn_status st;

    lu->n = c->n;
    lu->kl = c->lower;
    lu->ku = c->upper;
    lu->klu_ready = lu->chol_ready = lu->umf_ready = lu->fills = lu->fronts = false;
    lu->wide = c->lower + c->upper > WIDEST || c->n > INT_MAX;
    if (!lu->wide)
        lu->kind = three ? ZNI_SLU_TRI : ZNI_SLU_BAND;
    st = lu->wide ? zni_klu_new(ctx, &lu->klu, lu->restarts)
                  : ZNI_GROW(ctx, ZNI_BARE(lu, band, width * c->n), ZNI_BARE(lu, piv, c->n));
    lu->known = !st;
    return st;
}

void zni_slu_restart(zni_slu *lu)
{
    lu->restarts = true;
    if (lu->klu)
        zni_klu_restart(lu->klu);
}

static zn_status factor_tri(zni_slu *lu, const zni_csc *c, const double x[])
{
    zn_index n = c->n;
    double *dl = lu->band, *d = dl + n, *du = d + n, *du2 = du + n;
    int m = (int)n, info = 0;

    memset(dl, 0, 4 * (size_t)n * sizeof *dl);
    for (zn_index j = 0; j < n; j++) {
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++) {
            zn_index i = c->i[k];

            if (i == j)
                d[j] = x[k];
            else if (i > j)
                dl[j] = x[k];
            else
                du[i] = x[k];
        }
    }
    LAPACK_dgttrf(&m, dl, d, du, du2, lu->piv, &info);
    return info ? ZN_ESINGULAR : ZN_OK;
}

static zn_status factor_band(zni_slu *lu, const zni_csc *c, const double x[])
{
    zn_index ld = 2 * lu->kl + lu->ku + 1, top = lu->kl + lu->ku;
    int m = (int)c->n, kl = (int)lu->kl, ku = (int)lu->ku, ldi = (int)ld;
    int info = 0;

    memset(lu->band, 0, (size_t)(ld * c->n) * sizeof *lu->band);
    for (zn_index j = 0; j < c->n; j++)
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++)
            lu->band[top + c->i[k] - j + j * ld] = x[k];
    LAPACK_dgbtrf(&m, &m, &kl, &ku, lu->band, &ldi, lu->piv, &info);
    return info ? ZN_ESINGULAR : ZN_OK;
}

/* The analysis of CHOLMOD, once per pattern. */
static zn_status ready_chol(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, const zn_monitor *mon)
{
    zn_status st = zni_chol_new(ctx, &lu->chol);

    if (!st && !lu->chol_ready)
        st = zni_chol_pattern(ctx, lu->chol, c, mon);
    lu->chol_ready = !st;
    return st;
}

/* LAPACK's cost, in operations of KLU */
static zni_cost full_cost(zn_index n)
{
    const double m = (double)n;

    return (zni_cost){m * m, zni_lu_operations(m) / BLOCKS};
}

static zn_status ready_klu(zn_ctx *ctx, zni_slu *lu, const zni_csc *c)
{
    const zni_cost full = full_cost(c->n);
    zni_cost cost;
    zn_status st;

    if (lu->klu_ready)
        return ZN_OK;
    st = zni_klu_pattern(ctx, lu->klu, c);
    cost = zni_klu_foreseen(lu->klu);
    lu->fills = c->n >= LEAST && c->n <= INT_MAX &&
                cost.operations > full.operations &&
                PART * cost.values > full.values;
    lu->fronts = zni_slu_by_fronts(&cost);
    lu->klu_ready = !st;
    return st;
}

zn_status zni_slu_foreseen(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                           zni_cost *out)
{
    const zn_status st = ready_klu(ctx, lu, c);

    *out = st ? (zni_cost){0} : zni_klu_foreseen(lu->klu);
    return st;
}

/* Does the matrix itself fill 1/PART of the square? Then its factors do, whatever the pivots are. */
static bool filled(const zni_csc *c)
{
    return c->n <= INT_MAX && PART * (double)c->nnz >= (double)c->n * (double)c->n;
}

/* Are more than half of the stored values zero? The matrix of an active set of a symmetric complementarity problem
 * keeps the pattern of all rows, but if few rows are free most of its entries are zero. UMFPACK makes its fronts as
 * large as the pattern may need, whatever the values are: ten sets of 4000 rows took 2.5 s by UMFPACK and a tenth of it
 * by KLU. (Newton's matrices of friction problems have zeros, too, but fill: there UMFPACK is twice as quick.) */
static bool hollow(const zni_csc *c, const double x[])
{
    zn_index zeros = 0;

    for (zn_index k = 0; k < c->nnz; k++)
        zeros += x[k] == 0;
    return 2 * zeros > c->nnz;
}

/* KLU, UMFPACK or LAPACK? The prediction assumes pivots from the diagonal. If the diagonal is weak the fill may be less
 * than predicted, so LAPACK is taken only where it is strong. The choice depends on the values at hand only. */
static zn_status choose(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                        const double x[], bool symmetric)
{
    bool full = filled(c);
    zn_status st = full ? ZN_OK : ready_klu(ctx, lu, c);

    if (!st && !full && lu->fills)
        st = zni_klu_diagonal(ctx, lu->klu, c, x, &full);
    lu->kind = full                                          ? ZNI_SLU_FULL
               : lu->fronts && !(symmetric && hollow(c, x)) ? ZNI_SLU_UMF
                                                             : ZNI_SLU_KLU;
    return st;
}

/* Is the factor too thin for CHOLMOD's blocks? */
static bool thin(const zni_slu *lu, const zni_csc *c)
{
    const zni_cost cost = zni_chol_cost(lu->chol);

    return c->n < CHOLESKY && cost.operations < FILL * cost.values;
}

static zn_status factor_chol(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                             double x[])
{
    const zn_status st = ready_chol(ctx, lu, c, NULL);

    if (!st && thin(lu, c))
        return ZN_ESINGULAR; /* which makes the caller try KLU */
    return st ? st : zni_chol_factor(ctx, lu->chol, c, x);
}

static zn_status factor_full(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                             const double x[])
{
    const zn_status st = zni_lu_size(ctx, &lu->full, c->n);

    if (st)
        return st;
    zni_csc_spread(c, x, lu->full.a);
    return zni_lu_factor(&lu->full);
}

static zn_status factor_umf(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                            const double x[])
{
    zn_status st = zni_umf_new(ctx, &lu->umf);

    if (!st && !lu->umf_ready)
        st = zni_umf_pattern(ctx, lu->umf, c);
    lu->umf_ready = !st;
    return st ? st : zni_umf_factor(ctx, lu->umf, c, x);
}

static zn_status factor_klu(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                            double x[], bool symmetric)
{
    const zn_status st = choose(ctx, lu, c, x, symmetric);

    if (!st && lu->kind == ZNI_SLU_FULL)
        return factor_full(ctx, lu, c, x);
    if (!st && lu->kind == ZNI_SLU_UMF)
        return factor_umf(ctx, lu, c, x);
    return st ? st : zni_klu_factor(ctx, lu->klu, c, x);
}

static zni_cost band_cost(const zni_slu *lu)
{
    const double n = (double)lu->n, l = (double)lu->kl;
    const double w = l + (double)lu->ku + 1;

    return (zni_cost){n * (l + w), 2 * n * l * w};
}

zn_status zni_slu_predict(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, const double x[],
                          bool symmetric, const zn_monitor *mon, zni_cost *out)
{
    zn_status st;

    if (!lu->wide) {
        *out = band_cost(lu);
        return ZN_OK;
    }
    if (!zni_affords(mon, zni_slu_analysis(lu, c, symmetric)))
        return ZN_UNSOLVED;
    if (symmetric && c->n >= LEAST) {
        st = ready_chol(ctx, lu, c, mon);
        if (st)
            return st;
        *out = zni_chol_cost(lu->chol);
        lu->kind = ZNI_SLU_CHOL;
        if (!thin(lu, c))
            return ZN_OK;
    }
    st = choose(ctx, lu, c, x, symmetric);
    if (lu->kind == ZNI_SLU_FULL)
        *out = full_cost(c->n);
    if (st || lu->kind == ZNI_SLU_FULL)
        return st;
    st = zni_klu_predict(ctx, lu->klu, c, x, mon, out);
    out->operations /= lu->kind == ZNI_SLU_UMF ? ZNI_QUICKER : 1;
    return st;
}

zn_status zni_slu_affords(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, const double x[],
                          bool symmetric, const zn_monitor *mon)
{
    zni_cost cost;
    zn_status st;

    if (!zni_limited(mon))
        return zni_affords(mon, ZNI_NUMBER * (double)c->nnz) ? ZN_OK : ZN_UNSOLVED;
    st = zni_slu_predict(ctx, lu, c, x, symmetric, mon, &cost);
    if (st)
        return st;
    return zni_affords(mon, ZNI_SPARSE * cost.operations + ZNI_NUMBER * cost.values)
               ? ZN_OK
               : ZN_UNSOLVED;
}

double zni_slu_analysis(const zni_slu *lu, const zni_csc *c, bool symmetric)
{
    const bool tried = symmetric && c->n >= LEAST;
    double sum = 0;

    if (!lu->wide)
        return 0;
    if (tried && !lu->chol_ready)
        sum += zni_chol_analysis((double)c->n, (double)c->nnz, INFINITY);
    if (!tried && !lu->klu_ready)
        sum += zni_klu_analysis((double)c->n, (double)c->nnz);
    return sum;
}

zni_cost zni_slu_spent(const zni_slu *lu)
{
    if (lu->kind == ZNI_SLU_KLU)
        return zni_klu_spent(lu->klu);
    if (lu->kind == ZNI_SLU_FULL)
        return full_cost(lu->n);
    if (lu->kind == ZNI_SLU_UMF)
        return zni_umf_spent(lu->umf);
    return lu->kind == ZNI_SLU_CHOL ? zni_chol_cost(lu->chol) : band_cost(lu);
}

zn_status zni_slu_factor(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, double x[],
                         bool symmetric)
{
    zn_status st = ZN_ESINGULAR;

    if (!lu->wide)
        return lu->kind == ZNI_SLU_TRI ? factor_tri(lu, c, x)
                                       : factor_band(lu, c, x);
    /* LU follows if a symmetric matrix is not positive definite */
    if (symmetric && c->n >= LEAST) {
        lu->kind = ZNI_SLU_CHOL;
        st = factor_chol(ctx, lu, c, x);
    }
    return st == ZN_ESINGULAR ? factor_klu(ctx, lu, c, x, symmetric) : st;
}

zn_status zni_slu_factor_definite(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                                  double x[])
{
    const zn_status st = ready_chol(ctx, lu, c, NULL);

    lu->kind = ZNI_SLU_CHOL;
    return st ? st : zni_chol_factor(ctx, lu->chol, c, x);
}

void zni_slu_solve(zni_slu *lu, double b[])
{
    zn_index n = lu->n;
    int m = (int)n, kl = (int)lu->kl, ku = (int)lu->ku, one = 1, info = 0;
    int ld = 2 * kl + ku + 1;
    double *band = lu->band;
    char no = 'N';

    switch (lu->kind) {
    case ZNI_SLU_TRI:
        LAPACK_dgttrs(&no, &m, &one, band, band + n, band + 2 * n, band + 3 * n,
                      lu->piv, b, &m, &info);
        break;
    case ZNI_SLU_BAND:
        LAPACK_dgbtrs(&no, &m, &kl, &ku, &one, band, &ld, lu->piv, b, &m,
                      &info);
        break;
    case ZNI_SLU_KLU:
        zni_klu_solve(lu->klu, n, b);
        break;
    case ZNI_SLU_FULL:
        zni_lu_solve(&lu->full, b);
        break;
    case ZNI_SLU_CHOL:
        zni_chol_solve(lu->chol, n, b);
        break;
    case ZNI_SLU_UMF:
        zni_umf_solve(lu->umf, n, b);
        break;
    }
}

void zni_slu_fini(zn_ctx *ctx, zni_slu *lu)
{
    ZNI_FREE(ctx, lu->band, lu->piv);
    zni_klu_free(ctx, lu->klu);
    zni_chol_free(ctx, lu->chol);
    zni_umf_free(ctx, lu->umf);
    zni_lu_fini(ctx, &lu->full);
    *lu = (zni_slu){0};
}
