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
    for (zn_index i = 0; i < f->n; i++)
        f->a[i] = x[i * step];
    return zni_diagonal_check(f->ctx, f->n, f->a);
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

bool zni_factor_positive(const zn_factor *f)
{
    for (zn_index i = 0; i < f->n; i++)
        if (!(f->a[i] > 0))
            return false;
    return true;
}

static const char *diagonal(const zn_factor *f)
{
    (void)f;
    return "diagonal";
}

static zn_factor_cost divisions(const zn_factor *f)
{
    return (zn_factor_cost){(double)f->n, 0};
}

static const zni_factor_method by_division = {.set = set_diagonal,
                                              .definite = zni_factor_positive,
                                              .solve = zni_factor_divide,
                                              .name = diagonal,
                                              .spent = divisions};

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

/* Numbers of the factors in the block; LU of a band needs kl more rows. */
static zn_index room(const zn_pattern *a)
{
    if (a->shape == ZN_SHAPE_COLUMNS || a->shape == ZN_SHAPE_BLOCKS)
        return 0;
    if (a->shape == ZN_SHAPE_BANDED)
        return a->rows * (2 * a->kl + a->ku + 1);
    return a->shape == ZN_SHAPE_DENSE ? a->rows * a->rows : a->rows;
}

/* Row exchanges, and of dense ones where the columns of L and U end and begin. */
static zn_index exchanges(const zn_pattern *a)
{
    return a->shape == ZN_SHAPE_DENSE    ? 3 * a->rows
           : a->shape == ZN_SHAPE_BANDED ? a->rows
                                         : 0;
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

zn_status zn_factor_set_definite(zn_factor *f, const double x[])
{
    zn_status st;

    if (f->method->set_definite)
        return f->method->set_definite(f, x);
    st = f->method->set(f, x);
    if (!st && !f->method->definite(f))
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

const char *zn_factor_structure(const zn_factor *f)
{
    return f->method->name(f);
}

zn_factor_cost zn_factor_spent(const zn_factor *f)
{
    return f->method->spent(f);
}

/* Dense ones may turn out cheaper, when the values are there. */
static zn_factor_cost by_shape(const zn_pattern *a, const char **how)
{
    const double n = (double)a->rows;
    const double l = (double)a->kl, w = (double)(a->kl + a->ku);

    switch (a->shape) {
    case ZN_SHAPE_BANDED:
        *how = "banded";
        return (zn_factor_cost){n * (l + w + 1), 2 * n * l * (w + 1)};
    case ZN_SHAPE_DENSE:
        *how = "lu";
        return (zn_factor_cost){n * n, 2 * n * n * n / 3};
    default:
        *how = "diagonal";
        return (zn_factor_cost){n, 0};
    }
}

zn_status zn_factor_predict(zn_ctx *ctx, const zn_pattern *a, const double x[],
                            zn_factor_cost *out, const char **how)
{
    const char *word;
    zn_factor *f;
    zn_status st;

    if (method_of(a) != &zni_factor_sparse) {
        *out = by_shape(a, how ? how : &word);
        return ZN_OK;
    }
    st = zn_factor_new_pattern(ctx, a, &f);
    if (!st)
        st = zni_sparse_predict(f, x, out, how ? how : &word);
    zn_factor_free(f);
    return st;
}
