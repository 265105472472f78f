/* pattern.c - matrices with a fixed pattern: products and questions
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/pattern.h>

#include <math.h>
#include <string.h>

#include "few.h"
#include "runs.h"
#include "starts.h"
#include "units.h"

zn_pattern zn_pattern_dense(zn_index rows, zn_index cols)
{
    return (zn_pattern){.shape = ZN_SHAPE_DENSE, .rows = rows, .cols = cols};
}

zn_pattern zn_pattern_zero(zn_index rows, zn_index cols)
{
    return (zn_pattern){.shape = ZN_SHAPE_ZERO, .rows = rows, .cols = cols};
}

zn_pattern zn_pattern_diagonal(zn_index n)
{
    return (zn_pattern){.shape = ZN_SHAPE_DIAGONAL, .rows = n, .cols = n};
}

zn_pattern zn_pattern_banded(zn_index n, zn_index kl, zn_index ku)
{
    return (zn_pattern){
        .shape = ZN_SHAPE_BANDED, .rows = n, .cols = n, .kl = kl, .ku = ku};
}

const char *zn_pattern_shape_name(zn_pattern_shape shape)
{
    static const char *const name[] = {
        [ZN_SHAPE_DENSE] = "dense",       [ZN_SHAPE_ZERO] = "zero",
        [ZN_SHAPE_DIAGONAL] = "diagonal", [ZN_SHAPE_BANDED] = "banded",
        [ZN_SHAPE_COLUMNS] = "columns",   [ZN_SHAPE_BLOCKS] = "blocks",
    };

    return name[shape];
}

zn_index zn_pattern_count(const zn_pattern *a)
{
    switch (a->shape) {
    case ZN_SHAPE_DENSE:
        return a->rows * a->cols;
    case ZN_SHAPE_ZERO:
        return 0;
    case ZN_SHAPE_DIAGONAL:
        return a->rows;
    case ZN_SHAPE_BANDED:
        return (a->kl + a->ku + 1) * a->cols;
    case ZN_SHAPE_COLUMNS:
        return a->p[a->cols];
    case ZN_SHAPE_BLOCKS:
        return a->p[a->cols / a->block] * a->block * a->block;
    }
    return 0;
}

/* ---- the entries of a column --------------------------------------------- */

void zn_pattern_column(const zn_pattern *a, zn_index j, void *user,
                       void (*fn)(void *user, zn_index row, zn_index at))
{
    zni_run s;

    for (zn_index r = 0; zni_next_run(a, j, r, &s); r++)
        for (zn_index k = 0; k < s.n; k++)
            fn(user, s.row + k, s.at + k);
}

/* ---- products -------------------------------------------------------------- */

/* Bars, strings, chains. Each column holds above, diagonal, below. */
static void mul_tridiagonal(zn_index n, const double x[], double s,
                            const double v[], double y[])
{
    const double *a = x + 1; /* the diagonal entry of the column */

    y[0] += s * (a[0] * v[0] + a[2] * v[1]);
    for (zn_index i = 1; i + 1 < n; i++) {
        a += 3;
        y[i] += s * (a[-2] * v[i - 1] + a[0] * v[i] + a[2] * v[i + 1]);
    }
    a += 3;
    y[n - 1] += s * (a[-2] * v[n - 2] + a[0] * v[n - 1]);
}

void zn_pattern_mul(const zn_pattern *a, const double x[], double s,
                    const double v[], double y[])
{
    zni_run c;

    if (a->shape == ZN_SHAPE_ZERO)
        return;
    if (a->shape == ZN_SHAPE_DIAGONAL) {
        for (zn_index i = 0; i < a->rows; i++)
            y[i] += s * x[i] * v[i];
        return;
    }
    if (a->shape == ZN_SHAPE_DENSE) {
        const zn_index n = a->rows;
        if (n == 2 || n == 3) { /* sums stay in registers */
            zni_add_times(n, a->cols, s, x, v, y);
            return;
        }
        for (zn_index j = 0; j < a->cols; j++, x += n)
            zni_add_scaled(n, s * v[j], x, y);
        return;
    }
    if (a->shape == ZN_SHAPE_BANDED && a->kl == 1 && a->ku == 1 &&
        a->rows == a->cols && a->rows > 2) {
        mul_tridiagonal(a->rows, x, s, v, y);
        return;
    }
    if (a->shape == ZN_SHAPE_COLUMNS) {
        for (zn_index j = 0; j < a->cols; j++) {
            const double f = s * v[j];
            for (zn_index k = a->p[j]; k < a->p[j + 1]; k++)
                y[a->i[k]] += x[k] * f;
        }
        return;
    }
    for (zn_index j = 0; j < a->cols; j++) {
        const double f = s * v[j];
        for (zn_index r = 0; zni_next_run(a, j, r, &c); r++)
            for (zn_index k = 0; k < c.n; k++)
                y[c.row + k] += x[c.at + k] * f;
    }
}

/* The product of column j and v */
static inline double column_dot(const zn_pattern *a, const double x[],
                                zn_index j, const double v[])
{
    double sum = 0;
    zni_run c;

    for (zn_index r = 0; zni_next_run(a, j, r, &c); r++)
        for (zn_index k = 0; k < c.n; k++)
            sum += x[c.at + k] * v[c.row + k];
    return sum;
}

void zn_pattern_mul_t(const zn_pattern *a, const double x[], double s,
                      const double v[], double y[])
{
    for (zn_index j = 0; j < a->cols; j++)
        y[j] += s * column_dot(a, x, j, v);
}

double zn_pattern_quad(const zn_pattern *a, const double x[], const double v[])
{
    double sum = 0;

    for (zn_index j = 0; j < a->cols; j++)
        sum += column_dot(a, x, j, v) * v[j];
    return sum;
}

void zn_pattern_to_dense(const zn_pattern *a, const double x[], double s,
                         double out[])
{
    zni_run c;

    memset(out, 0, (size_t)(a->rows * a->cols) * sizeof *out);
    for (zn_index j = 0; j < a->cols; j++)
        for (zn_index r = 0; zni_next_run(a, j, r, &c); r++)
            for (zn_index k = 0; k < c.n; k++)
                out[c.row + k + j * a->rows] = s * x[c.at + k];
}

/* ---- single entries ----------------------------------------------------------- */

/* Position of entry (i, j), or -1. */
static zn_index find(const zn_pattern *a, zn_index i, zn_index j)
{
    const bool blocks = a->shape == ZN_SHAPE_BLOCKS;
    const zn_index b = blocks ? a->block : 1;
    zn_index at;
    zni_run c;

    if (!blocks && a->shape != ZN_SHAPE_COLUMNS) {
        const bool in = zni_next_run(a, j, 0, &c) && i >= c.row && i < c.row + c.n;
        return in ? c.at + i - c.row : -1;
    }
    at = zni_find(a->i, a->p[j / b], a->p[j / b + 1], i / b);
    return blocks && at >= 0 ? (at * b + j % b) * b + i % b : at;
}

bool zn_pattern_symmetric(const zn_pattern *a, const double x[], double tol)
{
    const double top = zni_largest(x, zn_pattern_count(a));
    zni_run c;

    if (a->rows != a->cols)
        return false;
    for (zn_index j = 0; j < a->cols; j++)
        for (zn_index r = 0; zni_next_run(a, j, r, &c); r++)
            for (zn_index k = 0; k < c.n; k++) {
                const zn_index at =
                    c.row + k == j ? c.at + k : find(a, j, c.row + k);
                const double there = at < 0 ? 0 : x[at];

                /* false for NaN: not symmetric */
                if (!(fabs(x[c.at + k] - there) <= tol * top))
                    return false;
            }
    return true;
}

void zn_pattern_scale_rows(const zn_pattern *a, const double c[], double x[])
{
    zni_run s;

    for (zn_index j = 0; j < a->cols; j++)
        for (zn_index r = 0; zni_next_run(a, j, r, &s); r++)
            for (zn_index k = 0; k < s.n; k++)
                x[s.at + k] *= c[s.row + k];
}

void zn_pattern_mask(const zn_pattern *a, const unsigned char fixed[],
                     double x[])
{
    zni_run c;

    for (zn_index j = 0; j < a->cols; j++)
        for (zn_index r = 0; zni_next_run(a, j, r, &c); r++)
            for (zn_index k = 0; k < c.n; k++)
                if (fixed[j] || fixed[c.row + k])
                    x[c.at + k] = c.row + k == j;
}

/* ---- checks --------------------------------------------------------------------- */

static zn_status check_lists(zn_ctx *ctx, const char *name, const zn_pattern *a,
                             zn_index rows, zn_index cols)
{
    if (!a->p || a->p[0] != 0 || (!a->i && a->p[cols] > 0))
        return zn_fail(ctx, ZN_EINVAL, "%s: p or i is NULL, or p[0] is not 0",
                       name);
    for (zn_index j = 0; j < cols; j++) {
        if (a->p[j + 1] < a->p[j])
            return zn_fail(ctx, ZN_EINVAL, "%s: p[%td] = %td, p[%td] = %td",
                           name, j, a->p[j], j + 1, a->p[j + 1]);
        for (zn_index k = a->p[j]; k < a->p[j + 1]; k++)
            if (a->i[k] < 0 || a->i[k] >= rows ||
                (k > a->p[j] && a->i[k] <= a->i[k - 1]))
                return zn_fail(ctx, ZN_EINVAL,
                               "%s: row i[%td] = %td in column %td, must be "
                               "ascending and in [0, %td)",
                               name, k, a->i[k], j, rows);
    }
    return ZN_OK;
}

zn_status zn_pattern_check(zn_ctx *ctx, const char *name, const zn_pattern *a)
{
    const bool square = a->rows == a->cols;

    if (a->rows < 1 || a->cols < 1)
        return zn_fail(ctx, ZN_EINVAL, "%s: %td x %td", name, a->rows, a->cols);
    switch (a->shape) {
    case ZN_SHAPE_DENSE:
    case ZN_SHAPE_ZERO:
        return ZN_OK;
    case ZN_SHAPE_DIAGONAL:
        return square ? ZN_OK
                      : zn_fail(ctx, ZN_EINVAL,
                                "%s: %td x %td, a diagonal needs a square",
                                name, a->rows, a->cols);
    case ZN_SHAPE_BANDED:
        if (square && a->kl >= 0 && a->ku >= 0 && a->kl < a->rows &&
            a->ku < a->rows)
            return ZN_OK;
        return zn_fail(ctx, ZN_EINVAL,
                       "%s: a band of %td below and %td above the diagonal of "
                       "%td x %td",
                       name, a->kl, a->ku, a->rows, a->cols);
    case ZN_SHAPE_COLUMNS:
        return check_lists(ctx, name, a, a->rows, a->cols);
    case ZN_SHAPE_BLOCKS:
        if (a->block < 1 || a->rows % a->block || a->cols % a->block)
            return zn_fail(ctx, ZN_EINVAL,
                           "%s: blocks of edge %td do not divide %td x %td",
                           name, a->block, a->rows, a->cols);
        return check_lists(ctx, name, a, a->rows / a->block,
                           a->cols / a->block);
    }
    return zn_fail(ctx, ZN_EINVAL, "%s: shape %d is none", name, (int)a->shape);
}
