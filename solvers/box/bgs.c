/* bgs.c - block Gauss-Seidel of LCP, MLCP and relay
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/sweep.h"
#include "front.h"
#include "path.h"

#include <string.h>

/* Cottle, Golub & Sacher, Appl. Math. Optim. 4 (1978), without relaxation: for
 * the blocks a in turn, z_a solves the small problem
 *     w_a = M_aa z_a + (q_a + sum over b != a of M_ab z_b),  z_a in its box.
 * It converges for symmetric positive definite M, and for matrices that are
 * diagonally dominant by blocks. A block of one row is solved in closed form, a
 * larger one by the active sets of newton-min, from where it stands, and where
 * these cycle by pivots; a block of equality rows is one linear system. w is
 * carried along and computed anew where the error is looked at. */
typedef struct blocks {
    zni_front front;
    double tol;
    zn_index max_iter, block_size;
    zni_sor_work columns;
    zni_box_work newton;
    zni_path path;
    double *v;       /* n: best z; then of the largest block, m x m and 6 m */
    zn_index *first; /* nb + 1 first rows of the blocks                     */
    zn_index nb, cap_v, cap_first;
} blocks;

/* sweeps between two measurements of the error */
enum { EVERY = 5 };

/* of other storages, and of what is reserved for */
enum { BLOCK = 4 };

/* a block's own problem */
typedef struct local {
    zni_box box;
    zn_matrix M;
    double *m, *q, *lo, *hi, *z, *w;
} local;

static zn_status room(blocks *s, zn_ctx *ctx, zn_index n, zn_index most)
{
    zni_newton opt = {.max_iter = 50};
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, n + most * most + 6 * most,
                           sizeof *s->v);

    if (!st)
        st = zn_grow(ctx, &s->first, &s->cap_first, n + 1, sizeof *s->first);
    if (!st && most > 1)
        st = zni_box_newton_reserve(ctx, &s->newton, &opt, most, most * most);
    return st || most == 1 ? st : zni_path_reserve(ctx, &s->path, most, most * most);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    blocks *s = state;
    zn_index most = s->block_size > 0 ? s->block_size : BLOCK;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_box_sor_reserve(ctx, &s->columns, n, nnz);
    return st ? st : room(s, ctx, n, most < n ? most : n);
}

/* first[] and the rows of the largest block */
static zn_status cut(blocks *s, zn_ctx *ctx, const zni_box *b, zn_index *most)
{
    const zn_matrix *M = b->M;
    bool own = s->block_size == 0 && M->storage == ZN_BSR;
    zn_index size = s->block_size > 0 ? s->block_size : BLOCK;
    zn_status st =
        zn_grow(ctx, &s->first, &s->cap_first, b->n + 1, sizeof *s->first);

    if (st)
        return st;
    s->nb = 0;
    *most = 1;
    for (zn_index i = 0; i < b->n; s->nb++) {
        zn_index end = own ? M->ro[s->nb + 1] : i + size;

        end = end < b->n ? end : b->n;
        s->first[s->nb] = i;
        *most = end - i > *most ? end - i : *most;
        i = end;
    }
    s->first[s->nb] = b->n;
    return ZN_OK;
}

static double diagonal(const blocks *s, const zni_box *b, zn_index i)
{
    const zni_csc *c = &s->columns.csc;

    return b->M->storage == ZN_DENSE ? b->M->x[i + i * b->n] : c->x[c->diag[i]];
}

/* the block of rows and columns from..from + m - 1, into m x m */
static void gather(const blocks *s, const zni_box *b, zn_index from, zn_index m,
                   double out[])
{
    const zni_csc *c = &s->columns.csc;

    memset(out, 0, (size_t)(m * m) * sizeof *out);
    for (zn_index j = 0; j < m; j++) {
        if (b->M->storage == ZN_DENSE) {
            memcpy(out + j * m, b->M->x + from + (from + j) * b->n,
                   (size_t)m * sizeof *out);
            continue;
        }
        for (zn_index e = c->p[from + j]; e < c->p[from + j + 1]; e++)
            if (c->i[e] >= from && c->i[e] < from + m)
                out[c->i[e] - from + j * m] = c->x[e];
    }
}

/* the block's problem at (z, w): its q is w_a - M_aa z_a */
static local take(const blocks *s, const zni_box *b, zn_index from, zn_index m,
                  const double z[], const double w[])
{
    double *v = s->v + b->n;
    local a = {.m = v};

    a.q = v + m * m;
    a.lo = a.q + m;
    a.hi = a.lo + m;
    a.z = a.hi + m;
    a.w = a.z + m;
    gather(s, b, from, m, a.m);
    a.M = zn_matrix_dense(m, m, a.m);
    for (zn_index i = 0; i < m; i++) {
        a.z[i] = z[from + i];
        a.lo[i] = zni_box_lo(b, from + i);
        a.hi[i] = zni_box_hi(b, from + i);
        a.q[i] = w[from + i];
    }
    zn_matrix_mul(&a.M, -1, a.z, 1, a.q);
    return a;
}

static zn_status solve_block(blocks *s, zn_ctx *ctx, local *a, zn_index m)
{
    /* blocks are solved to rounding: the sweep is the only error left */
    zni_newton opt = {.tol = 1e-15, .max_iter = 50, .plain = true};
    zn_solve_info aside = {0};
    double *before = a->w + m, err;
    zn_status st;

    a->box = (zni_box){.n = m, .M = &a->M, .q = a->q, .lo = a->lo, .hi = a->hi};
    memcpy(before, a->z, (size_t)m * sizeof *before);
    st = zni_box_newton(ctx, &s->newton, &opt, &a->box, a->z, a->w, NULL,
                        &aside);
    if (st < 0)
        return st;
    err = zni_box_residual(&a->box, a->z, a->w);
    if (!st || err <= 0.1 * s->tol)
        return ZN_OK;

    /* the active sets cycle, or there is no solution: pivots tell */
    if (zni_path_vertex(&s->path, &a->box)) {
        st = zni_path_follow(ctx, &s->path, &a->box, 1, 50 * m, NULL, &aside);
        if (st) /* newton's point has the smaller residual */
            return st > 0 || st == ZN_ESINGULAR ? ZN_OK : st;
    }
    memcpy(a->z, s->path.zt, (size_t)m * sizeof *a->z);
    return ZN_OK;
}

typedef struct run {
    zn_ctx *ctx;
    blocks *s;
    const zni_box *b;
} run;

static zn_status sweep(void *of, double z[], double w[], double *change)
{
    const run *r = of;
    blocks *s = r->s;
    const zni_box *b = r->b;

    (void)change;
    for (zn_index a = 0; a < s->nb; a++) {
        zn_index from = s->first[a], m = s->first[a + 1] - from;
        local l;
        zn_status st;

        if (m == 1) {
            double d = diagonal(s, b, from), old = z[from];

            z[from] = zni_box_clip(b, from, old - w[from] / d);
            if (z[from] != old)
                zni_box_add_column(&s->columns, b, from, z[from] - old, w);
            continue;
        }
        l = take(s, b, from, m, z, w);
        st = solve_block(s, r->ctx, &l, m);
        if (st)
            return st;
        for (zn_index i = 0; i < m; i++)
            if (l.z[i] != z[from + i]) {
                zni_box_add_column(&s->columns, b, from + i,
                                   l.z[i] - z[from + i], w);
                z[from + i] = l.z[i];
            }
    }
    return ZN_OK;
}

/* blocks of one row need a diagonal that is positive (nonzero without bounds) */
static zn_status admissible(const blocks *s, zn_ctx *ctx, const zni_box *b)
{
    for (zn_index a = 0; a < s->nb; a++) {
        zn_index i = s->first[a];
        double d = diagonal(s, b, i);
        bool bounded =
            zni_box_lo(b, i) > -INFINITY || zni_box_hi(b, i) < INFINITY;

        if (s->first[a + 1] == i + 1 && (d == 0 || (d < 0 && bounded)))
            return zn_fail(ctx, ZN_EINVAL,
                           "M(%td,%td) = %g, a block of one row, must be %s", i,
                           i, d, bounded ? "> 0" : "nonzero");
    }
    return ZN_OK;
}

static zn_status begin(blocks *s, zn_ctx *ctx, const void *problem, zni_box *b)
{
    zn_index most = 1;
    zn_status st = s->front.view(&s->front, ctx, problem, b);

    if (!st)
        st = zni_box_columns(ctx, &s->columns, b);
    if (!st)
        st = cut(s, ctx, b, &most);
    if (!st)
        st = room(s, ctx, b->n, most);
    return st ? st : admissible(s, ctx, b);
}

static double look(void *of, const double z[], double w[])
{
    const run *r = of;

    return zni_box_measure(&r->s->columns, r->b, z, w);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    blocks *s = state;
    zni_box b;
    run a = {ctx, s, &b};
    zn_status st = begin(s, ctx, problem, &b);

    if (st)
        return st;

    /* the first sweep may be the last: a direct solution by one block */
    const zni_swept swept = {.of = &a, .n = b.n, .sweep = sweep, .look = look};
    const zni_sweeping how = {.tol = s->tol,
                              .max_iter = s->max_iter,
                              .every = EVERY,
                              .first = true};

    for (zn_index i = 0; i < b.n; i++)
        z[i] = zni_box_clip(&b, i, z[i]);
    return zni_sweeps(&swept, &how, s->v, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    blocks *s = state;

    zni_front_fini(&s->front, ctx);
    zni_box_sor_fini(ctx, &s->columns);
    zni_box_fini(ctx, &s->newton);
    zni_path_fini(ctx, &s->path);
    zn_free_array(ctx, s->v);
    zn_free_array(ctx, s->first);
}

static const zn_option options[] = {
    ZN_OPT_REAL(blocks, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(blocks, max_iter, 10000, 1, 1e9, "-", "sweeps before giving up"),
    ZN_OPT_INT(blocks, block_size, 0, 0, 1000, "-",
               "rows of a block; 0: the block rows of M, or 4 at a time"),
    ZN_OPT_END,
};

ZNI_BOX_CLASSES(block_gs, "block-gs",
                "block Gauss-Seidel, exact blocks (Cottle et al. 1978)", blocks,
                solve, options);
