/* bgs.c - block Gauss-Seidel of LCP, MLCP and relay
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"
#include "path.h"
#include "sor.h"

#include <string.h>

/* Cottle, Golub & Sacher, Appl. Math. Optim. 4 (1978): for the blocks a in turn, z_a solves the small problem
 *       w_a = M_aa z_a + (q_a + sum over b != a of M_ab z_b),  z_a in its box.
 * It converges for symmetric positive definite M, and for matrices that are diagonally dominant by blocks. A block
 * of one row is solved in closed form, a larger one by the active sets of newton-min, from its present values, or by
 * pivots if these cycle; a block of equality rows is one linear system. w is updated with each block, and computed
 * anew when the error is measured. The sweeps are those of ../methods/seidel.c. */
typedef struct blocks {
    zni_front front;
    zni_nsgs opt;
    zn_index block_size;
    zni_carried M;
    zni_seidel turns;
    zni_box_work newton;
    zni_path path;
    double *v;       /* of the largest block: m x m and 6 m                 */
    zn_index *first; /* nb + 1 first rows of the blocks                     */
    zn_index nb, cap_v, cap_first;
} blocks;

/* sweeps between two measurements of the error */
enum { EVERY = 5 };

/* rows of a block, for matrices that are not stored in blocks, and in `reserve` */
enum { BLOCK = 4 };

/* a block's own problem */
typedef struct local {
    zni_box box;
    zn_matrix M;
    double *m, *q, *lo, *hi, *z, *w;
} local;

static zn_status room(blocks *s, zn_ctx *ctx, zn_index n, zn_index most)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, v, most * most + 6 * most),
                            ZNI_ARRAY(s, first, n + 1));
    if (!st && most > 1)
        st = zni_box_reserve(ctx, &s->newton, most, most * most);
    return st || most == 1 ? st : zni_path_reserve(ctx, &s->path, most, most * most);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    blocks *s = state;
    zn_index most = s->block_size > 0 ? s->block_size : BLOCK;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_carried_reserve(ctx, &s->M, n, nnz);
    if (!st)
        st = zni_seidel_reserve_for(ctx, &s->turns, &s->opt, n, n, most < n ? most : n);
    return st ? st : room(s, ctx, n, most < n ? most : n);
}

/* determine first[] and the number of rows of the largest block */
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

/* the problem of the block at (z, w), where z is that of the block: its q is w_a - M_aa z_a */
static local local_problem(const blocks *s, const zni_box *b, zn_index from, zn_index m,
                  const double z[], const double w[])
{
    local a = {.m = s->v};

    a.q = a.m + m * m;
    a.lo = a.q + m;
    a.hi = a.lo + m;
    a.z = a.hi + m;
    a.w = a.z + m;
    zni_carried_block(&s->M, from, m, a.m);
    a.M = zn_matrix_dense(m, m, a.m);
    for (zn_index i = 0; i < m; i++) {
        a.z[i] = z[i];
        a.lo[i] = zni_box_lo(b, from + i);
        a.hi[i] = zni_box_hi(b, from + i);
        a.q[i] = w[from + i];
    }
    zn_matrix_mul(&a.M, -1, a.z, 1, a.q);
    return a;
}

static zn_status solve_block(blocks *s, zn_ctx *ctx, local *a, zn_index m)
{
    /* blocks are solved to rounding, so that only the error of the sweeps is left */
    zni_newton opt = {.tol = 1e-15, .max_iter = 50, .plain = true};
    zn_solve_info aside = {0};
    double *before = a->w + m, err;
    zn_status st;

    a->box = (zni_box){.n = m, .M = &a->M, .q = a->q, .lo = a->lo, .hi = a->hi};
    memcpy(before, a->z, (size_t)m * sizeof *before);
    st = zni_box_newton((zni_call){ctx, a->z, a->w, NULL, &aside}, &s->newton, &opt, &a->box);
    if (st < 0)
        return st;
    err = zni_box_residual(&a->box, a->z, a->w);
    if (!st || err <= 0.1 * s->opt.tol)
        return ZN_OK;

    /* the active sets cycle, or there is no solution: pivots decide */
    if (zni_path_vertex(&s->path, &a->box)) {
        st = zni_path_follow(ctx, &s->path, &a->box, 1, 50 * m, NULL, &aside);
        if (st) /* the point of Newton's method has the smaller residual */
            return st > 0 || st == ZN_ESINGULAR ? ZN_OK : st;
    }
    memcpy(a->z, s->path.zt, (size_t)m * sizeof *a->z);
    return ZN_OK;
}

typedef struct run {
    zni_box_swept p;
    zn_ctx *ctx;
    blocks *s;
    double *w;
} run;

static zn_status solve_rows(void *of, zn_index m, zn_index a, double z[])
{
    const run *r = of;
    const zn_index from = r->s->first[a];
    local l;
    zn_status st;

    if (m == 1) {
        z[0] = zni_box_clip(r->p.b, from,
                            z[0] - r->w[from] / zni_carried_diagonal(r->p.M, from));
        return ZN_OK;
    }
    l = local_problem(r->s, r->p.b, from, m, z, r->w);
    st = solve_block(r->s, r->ctx, &l, m);
    if (!st)
        memcpy(z, l.z, (size_t)m * sizeof *z);
    return st;
}

static void project(void *of, zn_index a, double z[])
{
    const run *r = of;
    const zn_index from = r->s->first[a], end = r->s->first[a + 1];

    for (zn_index i = from; i < end; i++)
        z[i - from] = zni_box_into(r->p.b, i, z[i - from]);
}

static void carry(void *of, zn_index m, zn_index a, const double old[], const double z[])
{
    const run *r = of;

    zni_carried_change(r->p.M, r->s->first[a], m, old, z, r->w);
}

/* blocks of one row need a positive diagonal (nonzero for a row without bounds) */
static zn_status admissible(const blocks *s, zn_ctx *ctx, const zni_box *b)
{
    zn_status st = ZN_OK;

    for (zn_index a = 0; a < s->nb && !st; a++)
        if (s->first[a + 1] == s->first[a] + 1)
            st = zni_box_pivot(ctx, &s->M, b, s->first[a], " a block of one row,");
    return st;
}

static zn_status begin(blocks *s, zn_ctx *ctx, const void *problem, zni_box *b)
{
    zn_index most = 1;
    zn_status st = s->front.view(&s->front, ctx, problem, b);

    if (!st)
        st = zni_carried_set(ctx, &s->M, b->M);
    if (!st)
        st = cut(s, ctx, b, &most);
    if (!st)
        st = room(s, ctx, b->n, most);
    return st ? st : admissible(s, ctx, b);
}

static zn_status solve(blocks *s, zni_call call, const void *problem)
{
    zni_box b;
    run a = {.p = {&b, &s->M}, .ctx = call.ctx, .s = s, .w = call.w};
    zni_in_turn f = {
        .block = {.of = &a, .solve = solve_rows, .project = project, .carry = carry},
        .renew = zni_box_renew,
        .error = zni_box_swept_error,
        .every = EVERY,
        .first = true}; /* a single block is solved directly */
    zn_status st = zni_nsgs_check(call.ctx, &s->opt);

    if (!st)
        st = begin(s, call.ctx, problem, &b);
    if (st)
        return st;
    f.n = b.n;
    f.nb = s->nb;
    f.block.start = s->first;
    return zni_seidel_run(call, &s->turns, &s->opt, &f);
}

static void fini(blocks *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_carried_fini(ctx, &s->M);
    zni_seidel_fini(ctx, &s->turns);
    zni_box_fini(ctx, &s->newton);
    zni_path_fini(ctx, &s->path);
    ZNI_FREE(ctx, s->v, s->first);
}

static const zn_option options[] = {
    ZNI_NSGS_LIMITS(blocks, opt),
    ZNI_NSGS_OMEGA(blocks, opt),
    ZNI_BOX_ORDERS(blocks, opt),
    ZNI_NSGS_FREEZE(blocks, opt, "block"),
    ZN_OPT_INT(blocks, block_size, 0, 0, 1000, "-",
               "rows of a block; 0: the block rows of M, or 4 at a time"),
    ZN_OPT_END,
};

ZNI_BOX_CLASSES(block_gs, "block-gs",
                "block Gauss-Seidel, exact blocks (Cottle et al. 1978)", blocks,
                solve, options);
