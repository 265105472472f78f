/* factor.c - factors that follow the pattern of a matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "factor.h"
#include "diagonal.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdalign.h>

/* ---- diagonal --------------------------------------------------------------- */

zn_status zni_factor_diagonal(zn_factor *f, const double x[], zn_index step)
{
    zn_status st;

    for (zn_index i = 0; i < f->n; i++)
        f->a[i] = x[i * step];
    st = zni_diagonal_check(f->ctx, f->n, f->a);
    f->kind = st ? ZNI_NO_FACTORS : ZNI_DIAGONAL;
    return st;
}

void zni_factor_divide(const zn_factor *f, zn_index nrhs, double B[])
{
    zni_diagonal_divide(f->n, f->a, nrhs, B);
}

static zn_status set_diagonal(zn_factor *f, const double x[])
{
    if (f->pattern.shape == ZN_SHAPE_ZERO)
        return zn_fail(f->ctx, ZN_ESINGULAR,
                       "matrix (%td x %td) is singular: it is zero", f->n,
                       f->n);
    return zni_factor_diagonal(f, x, 1);
}

static const zni_factor_method by_division = {.set = set_diagonal, .solve = zni_factor_divide};

/* ---- making --------------------------------------------------------------------- */

static const zni_factor_method *method_of(const zn_pattern *a)
{
    switch (a->shape) {
    case ZN_SHAPE_DENSE:
        return &zni_factor_dense;
    case ZN_SHAPE_ZERO:
    case ZN_SHAPE_DIAGONAL:
        return &by_division;
    case ZN_SHAPE_BANDED:
        return &zni_factor_banded;
    default:
        return &zni_factor_sparse;
    }
}

/* Numbers of the factors that are stored in the block of zn_factor; LU of a band needs kl more rows. */
static zn_index room(const zn_pattern *a)
{
    if (a->shape == ZN_SHAPE_COLUMNS || a->shape == ZN_SHAPE_BLOCKS)
        return 0;
    if (a->shape == ZN_SHAPE_BANDED)
        return a->rows * (2 * a->kl + a->ku + 1);
    return a->shape == ZN_SHAPE_DENSE ? a->rows * a->rows : a->rows;
}

/* Row exchanges of LU. */
static zn_index exchanges(const zn_pattern *a)
{
    return a->shape == ZN_SHAPE_DENSE || a->shape == ZN_SHAPE_BANDED ? a->rows : 0;
}

static zn_factor *make(zn_ctx *ctx, const zn_pattern *a, zn_index numbers)
{
    const size_t d = alignof(double), head = (sizeof(zn_factor) + d - 1) / d * d;
    const size_t bytes = head + (size_t)numbers * sizeof(double) +
                         (size_t)exchanges(a) * sizeof(int);
    zn_factor *f = zn_alloc(ctx, (zn_index)bytes, 1);

    if (!f)
        return NULL;
    f->ctx = ctx;
    f->n = a->rows;
    f->pattern = *a;
    f->method = method_of(a);
    f->kind = f->method == &by_division ? ZNI_DIAGONAL : ZNI_NO_FACTORS;
    f->a = (double *)(void *)((char *)f + head);
    f->perm = (int *)(void *)(f->a + numbers);
    return f;
}

zn_status zn_factor_new_pattern(zn_ctx *ctx, const zn_pattern *a,
                                zn_factor **out)
{
    zn_factor *f;
    zn_status st = ZN_OK;

    *out = NULL;
    if (a->rows < 1 || a->rows > INT_MAX || a->cols != a->rows)
        return zn_fail(ctx, ZN_EINVAL,
                       "factor of size %td x %td, must be square of order "
                       "in [1, %d]", /* LAPACK counts in int */
                       a->rows, a->cols, INT_MAX);
    f = make(ctx, a, room(a));
    if (!f)
        return ZN_ENOMEM;
    if (f->method == &zni_factor_sparse)
        st = zni_sparse_new(f);
    if (st) {
        zn_factor_free(f);
        return st;
    }
    *out = f;
    return ZN_OK;
}

zn_status zn_factor_new(zn_ctx *ctx, zn_index n, zn_factor **out)
{
    const zn_pattern dense = zn_pattern_dense(n, n);

    return zn_factor_new_pattern(ctx, &dense, out);
}

void zn_factor_free(zn_factor *f)
{
    if (!f)
        return;
    zni_sparse_free(f);
    zn_free_array(f->ctx, f);
}

/* ---- using ----------------------------------------------------------------------- */

zn_status zn_factor_set(zn_factor *f, const double x[])
{
    return f->method->set(f, x);
}

zn_status zni_lost_pivot(const zn_factor *f, zn_index j, double pivot, double of)
{
    return zn_fail(f->ctx, ZN_ESINGULAR,
                   "matrix (%td x %td) is singular: pivot %td is %g, left of terms of size %g",
                   f->n, f->n, j, pivot, of);
}

/* After `set`: was the matrix positive definite? */
static bool definite(const zn_factor *f)
{
    bool all = true;

    for (zn_index i = 0; i < f->n && f->kind == ZNI_DIAGONAL; i++)
        all = all && f->a[i] > 0;
    return all && f->kind < ZNI_LU;
}

zn_status zn_factor_set_definite(zn_factor *f, const double x[])
{
    zn_status st;

    if (f->method->set_definite)
        return f->method->set_definite(f, x);
    st = f->method->set(f, x);
    if (!st && !definite(f))
        st = zn_fail(f->ctx, ZN_ESINGULAR,
                     "matrix (%td x %td) is not symmetric positive definite",
                     f->n, f->n);
    return st;
}

void zn_factor_solve(const zn_factor *f, zn_index nrhs, double B[])
{
    f->method->solve(f, nrhs, B);
}

const zn_pattern *zn_factor_pattern(const zn_factor *f)
{
    return &f->pattern;
}

static const char *const words[] = {
    [ZNI_NO_FACTORS] = "none",
    [ZNI_DIAGONAL] = "diagonal",
    [ZNI_BANDED] = "banded",
    [ZNI_FULLBAND] = "cholesky",
    [ZNI_CHOLESKY] = "cholesky",
    [ZNI_LU] = "lu",
    [ZNI_BODY_LU] = "lu",
    [ZNI_BAND_LU] = "band lu",
    [ZNI_SPARSE_LU] = "sparse lu",
    [ZNI_SPARSE_CHOLESKY] = "sparse cholesky",
};

const char *zn_factor_structure(const zn_factor *f)
{
    return words[f->kind];
}

/* The cost of factors of that kind; bw: half bandwidth of a Cholesky factor */
static zn_factor_cost cost(zni_factor_kind kind, const zn_pattern *a, zn_index bw)
{
    const double n = (double)a->rows, l = (double)a->kl, w = l + (double)a->ku, h = (double)bw;

    switch (kind) {
    case ZNI_BANDED:
        return (zn_factor_cost){n * (h + 1), n * h * (h + 1)};
    case ZNI_FULLBAND:
    case ZNI_CHOLESKY:
        return (zn_factor_cost){n * (n + 1) / 2, n * n * n / 3};
    case ZNI_LU:
        return (zn_factor_cost){n * n, 2 * n * n * n / 3};
    case ZNI_BODY_LU: /* 3 + 3 x 3 numbers, divisions and the LU of three */
        return (zn_factor_cost){12, 18};
    case ZNI_BAND_LU:
        return (zn_factor_cost){n * (l + w + 1), 2 * n * l * (w + 1)};
    default:
        return (zn_factor_cost){n, 0};
    }
}

zn_factor_cost zn_factor_spent(const zn_factor *f)
{
    return f->sparse ? zni_sparse_spent(f) : cost(f->kind, &f->pattern, f->bw);
}

/* A dense matrix may turn out to be cheaper when its values are known. */
zn_status zn_factor_predict(zn_ctx *ctx, const zn_pattern *a, const double x[],
                            zn_factor_cost *out, const char **how)
{
    const bool banded = a->shape == ZN_SHAPE_BANDED;
    zni_factor_kind kind = banded                       ? ZNI_BANDED
                           : a->shape == ZN_SHAPE_DENSE ? ZNI_LU
                                                        : ZNI_DIAGONAL;
    zn_factor *f = NULL;
    zn_status st = ZN_OK;

    *out = cost(banded ? ZNI_BAND_LU : kind, a, 0);
    if (method_of(a) == &zni_factor_sparse)
        st = zn_factor_new_pattern(ctx, a, &f);
    if (f)
        st = zni_sparse_predict(f, x, out, &kind);
    if (how)
        *how = words[kind];
    zn_factor_free(f);
    return st;
}
