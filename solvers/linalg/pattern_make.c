/* pattern_make.c - patterns: copies, patterns of views, patterns of sums
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/pattern.h>

#include <string.h>

#include "pieces.h"
#include "runs.h"
#include "starts.h"

/* ---- copies ------------------------------------------------------------------ */

/* Lengths of the index arrays of a pattern: p, and i. */
static zn_index starts(const zn_pattern *a)
{
    if (a->shape == ZN_SHAPE_COLUMNS)
        return a->cols + 1;
    return a->shape == ZN_SHAPE_BLOCKS ? a->cols / a->block + 1 : 0;
}

static zn_index entries(const zn_pattern *a)
{
    return starts(a) ? a->p[starts(a) - 1] : 0;
}

/* A pattern with room for its index arrays p and i, which the caller fills. */
static zn_pattern *make(zn_ctx *ctx, zn_index nstarts, zn_index nentries,
                        zn_index **p, zn_index **i)
{
    const zn_index lists = (nstarts + nentries) * (zn_index)sizeof(zn_index);
    zn_pattern *a = zn_alloc(ctx, (zn_index)sizeof *a + lists, 1);

    if (!a)
        return NULL;
    *p = (zn_index *)(void *)(a + 1);
    *i = *p + nstarts;
    return a;
}

zn_status zn_pattern_copy(zn_ctx *ctx, const zn_pattern *a, zn_pattern **out)
{
    const zn_index np = starts(a), ni = entries(a);
    zn_index *p, *i;
    zn_pattern *b = make(ctx, np, ni, &p, &i);

    *out = b;
    if (!b)
        return ZN_ENOMEM;
    *b = *a;
    b->p = np ? p : NULL;
    b->i = np ? i : NULL;
    if (np)
        memcpy(p, a->p, (size_t)np * sizeof *p);
    if (ni)
        memcpy(i, a->i, (size_t)ni * sizeof *i);
    return ZN_OK;
}

void zn_pattern_free(zn_ctx *ctx, zn_pattern *a)
{
    zn_free_array(ctx, a);
}

/* ---- of a view ------------------------------------------------------------------ */

/* The edge of the blocks if all are square and of one size, else 0. */
static zn_index edge(const zn_matrix *A)
{
    const zn_index b = A->nbr > 0 ? A->ro[1] - A->ro[0] : 0;

    for (zn_index k = 0; k < A->nbr; k++)
        if (A->ro[k + 1] - A->ro[k] != b)
            return 0;
    for (zn_index k = 0; k < A->nbc; k++)
        if (A->co[k + 1] - A->co[k] != b)
            return 0;
    return b;
}

/* From block rows to block columns. */
static zn_status of_blocks(zn_ctx *ctx, const zn_matrix *A, zn_index b,
                           zn_pattern **out)
{
    zn_index *p, *i;
    zn_pattern *a = make(ctx, A->nbc + 1, A->p[A->nbr], &p, &i);

    *out = a;
    if (!a)
        return ZN_ENOMEM;
    *a = (zn_pattern){.shape = ZN_SHAPE_BLOCKS,
                      .rows = A->rows,
                      .cols = A->cols,
                      .block = b,
                      .p = p,
                      .i = i};
    zni_lists_turn(A->nbr, A->p, A->i, A->nbc, p, i);
    return ZN_OK;
}

/* The same for blocks of various sizes, which become single entries: counted, then placed row by row. */
static zn_status of_uneven(zn_ctx *ctx, const zn_matrix *A, zn_pattern **out)
{
    zn_index *p, *i;
    zn_pattern *a = make(ctx, A->cols + 1, zn_matrix_nnz(A), &p, &i);

    *out = a;
    if (!a)
        return ZN_ENOMEM;
    *a = (zn_pattern){.shape = ZN_SHAPE_COLUMNS,
                      .rows = A->rows,
                      .cols = A->cols,
                      .p = p,
                      .i = i};
    for (zni_piece k = {0}; zni_next_piece(A, &k);)
        for (zn_index j = k.c; j < k.c + k.n; j++)
            p[j + 1] += k.m;
    zni_starts(A->cols, p);
    for (zni_piece k = {0}; zni_next_piece(A, &k);)
        for (zn_index j = k.c; j < k.c + k.n; j++)
            for (zn_index d = 0; d < k.m; d++)
                i[p[j]++] = k.r + d;
    zni_starts_back(A->cols, p);
    return ZN_OK;
}

zn_status zn_pattern_of(zn_ctx *ctx, const zn_matrix *A, zn_pattern **out)
{
    zn_pattern a = zn_pattern_dense(A->rows, A->cols);

    if (A->storage == ZN_BSR)
        return edge(A) > 0 ? of_blocks(ctx, A, edge(A), out)
                           : of_uneven(ctx, A, out);
    if (A->storage == ZN_CSC) {
        a.shape = ZN_SHAPE_COLUMNS;
        a.p = A->p;
        a.i = A->i;
    }
    return zn_pattern_copy(ctx, &a, out);
}

void zn_pattern_take(const zn_pattern *a, const zn_matrix *A, double x[])
{
    zni_run c;

    if (A->storage != ZN_BSR) {
        memcpy(x, A->x, (size_t)zn_pattern_count(a) * sizeof *x);
        return;
    }
    for (zn_index j = 0; j < a->cols; j++)
        for (zn_index r = 0; zni_next_run(a, j, r, &c); r++)
            for (zn_index k = 0; k < c.n; k++)
                x[c.at + k] = zn_matrix_get(A, c.row + k, j);
}

/* ---- sums ------------------------------------------------------------------------ */

struct zn_sum {
    zn_ctx *ctx;
    zn_pattern pattern;
    zn_index *lists; /* of the pattern, if it has columns */
    zn_index terms;
    zn_pattern term[];
};

/* A matrix that has a third of its entries counts as dense. */
static bool full(zn_index n, zn_index count)
{
    return 3 * count >= n * n;
}

void zn_sum_free(zn_sum *s)
{
    if (!s)
        return;
    zn_free_array(s->ctx, s->lists);
    zn_free_array(s->ctx, s);
}

/* The rows of column j in any of the terms, ascending, into `to`, or only counted if it is NULL. mark: n, the last
 * column that had the row, plus one */
static zn_index column(const zn_sum *s, zn_index j, zn_index mark[], zn_index to[])
{
    zn_index count = 0;
    zni_run c;

    zni_meet(mark, j + 1, j, to, &count);
    for (zn_index k = 0; k < s->terms; k++)
        for (zn_index r = 0; zni_next_run(&s->term[k], j, r, &c); r++)
            for (zn_index l = 0; l < c.n; l++)
                zni_meet(mark, j + 1, c.row + l, to, &count);
    if (to)
        zni_sort(to, count);
    return count;
}

static zn_status unite(zn_sum *s, zn_index n)
{
    zn_index nnz = 0, *p, *mark = zn_alloc(s->ctx, n, sizeof *mark);
    zn_status st = ZN_OK;

    if (!mark)
        return ZN_ENOMEM;
    for (zn_index j = 0; j < n; j++)
        nnz += column(s, j, mark, NULL);
    if (full(n, nnz)) {
        s->pattern = zn_pattern_dense(n, n);
    } else if (!(s->lists = p = zn_alloc(s->ctx, n + 1 + nnz, sizeof *p))) {
        st = ZN_ENOMEM;
    } else {
        memset(mark, 0, (size_t)n * sizeof *mark);
        for (zn_index j = 0; j < n; j++)
            p[j + 1] = p[j] + column(s, j, mark, p + n + 1 + p[j]);
        s->pattern = (zn_pattern){
            .shape = ZN_SHAPE_COLUMNS, .rows = n, .cols = n, .p = p, .i = p + n + 1};
    }
    zn_free_array(s->ctx, mark);
    return st;
}

/* The narrowest shape that has all entries of all terms. */
static zn_status narrowest(zn_sum *s, zn_index n)
{
    zn_index kl = 0, ku = 0;
    bool lists = false, dense = false;

    for (zn_index k = 0; k < s->terms; k++) {
        const zn_pattern *a = &s->term[k];

        dense = dense || a->shape == ZN_SHAPE_DENSE;
        lists = lists || starts(a);
        if (a->shape == ZN_SHAPE_BANDED) {
            kl = a->kl > kl ? a->kl : kl;
            ku = a->ku > ku ? a->ku : ku;
        }
    }
    if (dense || (!lists && kl + ku > 0 && full(n, (kl + ku + 1) * n)))
        s->pattern = zn_pattern_dense(n, n);
    else if (lists)
        return unite(s, n);
    else
        s->pattern = kl + ku ? zn_pattern_banded(n, kl, ku)
                             : zn_pattern_diagonal(n);
    return ZN_OK;
}

zn_status zn_sum_new(zn_ctx *ctx, zn_index n, zn_index terms,
                     const zn_pattern *const term[], zn_sum **out)
{
    const zn_index size =
        (zn_index)(sizeof **out + (size_t)terms * sizeof(*out)->term[0]);
    zn_sum *s;
    zn_status st = ZN_OK;

    *out = NULL;
    for (zn_index k = 0; k < terms; k++)
        if (term[k] && (term[k]->rows != n || term[k]->cols != n))
            return zn_fail(ctx, ZN_EINVAL,
                           "term %td of a sum is %td x %td, must be %td x %td",
                           k, term[k]->rows, term[k]->cols, n, n);
    s = zn_alloc(ctx, size, 1);
    if (!s)
        return ZN_ENOMEM;
    s->ctx = ctx;
    s->terms = terms;
    for (zn_index k = 0; k < terms; k++)
        s->term[k] = term[k] ? *term[k] : zn_pattern_zero(n, n);
    st = narrowest(s, n);
    if (st) {
        zn_sum_free(s);
        return st;
    }
    *out = s;
    return ZN_OK;
}

const zn_pattern *zn_sum_pattern(const zn_sum *s)
{
    return &s->pattern;
}

/* ---- adding ---------------------------------------------------------------------- */

/* Adds to a matrix whose columns have consecutive rows: dense, or a band. */
static void add_shape(const zn_pattern *into, const zn_pattern *from, double f,
                      const double x[], double W[])
{
    const bool band = into->shape == ZN_SHAPE_BANDED;
    const zn_index ld = band ? into->kl + into->ku : into->rows;
    zni_run c;

    for (zn_index j = 0; j < into->cols; j++) {
        /* entry (i, j) of a band is at ku + i - j + j (kl + ku + 1) */
        double *col = W + (band ? into->ku : 0) + j * ld;

        for (zn_index r = 0; zni_next_run(from, j, r, &c); r++)
            for (zn_index k = 0; k < c.n; k++)
                col[c.row + k] += f * x[c.at + k];
    }
}

/* Adds to compressed columns, which have all entries of the term: both lists of rows are walked at once. */
static void add_lists(const zn_pattern *into, const zn_pattern *from, double f, const double x[], double W[])
{
    zni_run c;

    for (zn_index j = 0; j < into->cols; j++) {
        zn_index at = into->p[j];

        for (zn_index r = 0; zni_next_run(from, j, r, &c); r++)
            for (zn_index k = 0; k < c.n; k++) {
                while (into->i[at] < c.row + k)
                    at++;
                W[at] += f * x[c.at + k];
            }
    }
}

void zn_sum_add(const zn_sum *s, zn_index k, double f, const double x[],
                double W[])
{
    const zn_pattern *from = &s->term[k], *into = &s->pattern;
    const zn_index n = into->cols, count = zn_pattern_count(from);

    if (count == 0)
        return;
    if (into->shape == ZN_SHAPE_COLUMNS) {
        add_lists(into, from, f, x, W);
    } else if (from->shape == into->shape && zn_pattern_count(into) == count) {
        for (zn_index m = 0; m < count; m++)
            W[m] += f * x[m];
    } else if (from->shape == ZN_SHAPE_DIAGONAL) {
        const bool dense = into->shape == ZN_SHAPE_DENSE;
        const zn_index step = dense ? n + 1 : into->kl + into->ku + 1;
        double *d = dense ? W : W + into->ku;

        for (zn_index i = 0; i < n; i++)
            d[i * step] += f * x[i];
    } else {
        add_shape(into, from, f, x, W);
    }
}
