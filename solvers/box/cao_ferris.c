/* cao_ferris.c - LCP, MLCP and relay by pivots along a path in the box
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"
#include "path.h"

#include <string.h>

/* The affine variational inequality of the box, by the path of path.c: from a
 * vertex, the method of Cao & Ferris, which solves every problem with finite
 * bounds whatever M (and is Lemke's for an orthant), or from the starting
 * point, which needs few pivots when that is near the solution. The dictionary
 * has n rows, where the detour by an LCP of the bounds has 2 n. */
typedef struct pivoting {
    zni_front front;
    double tol;
    zn_index max_iter;
    int start;
    zni_cao_ferris pivots;
    zni_box_work work; /* the last basis by LU */
} pivoting;

enum { VERTEX, POINT };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    pivoting *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_cao_ferris_reserve(ctx, &s->pivots, n);
    return st ? st : zni_box_reserve(ctx, &s->work, n, nnz);
}

zn_status zni_cao_ferris_reserve(zn_ctx *ctx, zni_cao_ferris *k, zn_index n)
{
    zn_status st = zni_path_reserve(ctx, &k->path, n);

    return st ? st : zn_grow(ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);
}

void zni_cao_ferris_fini(zn_ctx *ctx, zni_cao_ferris *k)
{
    zni_path_fini(ctx, &k->path);
    zn_free_array(ctx, k->v);
}

/* the path from the starting point, or from a vertex */
static zn_status follow(zni_path *path, const zni_box *b, bool point,
                        zn_index max_iter, const double z[], const double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = ZN_ESINGULAR;

    if (point) {
        zni_path_point(path, b, z, w);
        st = zni_path_follow(path, b, 1, max_iter, mon, info);
    }
    if (st == ZN_ESINGULAR)
        st = zni_path_vertex(path, b)
                 ? zni_path_follow(path, b, 1, max_iter, mon, info)
                 : ZN_OK;
    return st;
}

static double measure(const zni_box *b, const double z[], double w[])
{
    memcpy(w, b->q, (size_t)b->n * sizeof *w);
    zn_matrix_mul(b->M, 1, z, 1, w);
    return zni_box_residual(b, z, w);
}

zn_status zni_cao_ferris_solve(zn_ctx *ctx, zni_cao_ferris *k, bool point,
                               double tol, zn_index max_iter, const zni_box *b,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    zn_status st = zni_cao_ferris_reserve(ctx, k, b->n), made;

    if (st)
        return st;

    size_t bytes = (size_t)b->n * sizeof *z;
    double *z1 = k->v, *w1 = z1 + b->n, err;

    for (zn_index i = 0; i < b->n; i++)
        z[i] = zni_box_clip(b, i, z[i]);
    err = measure(b, z, w);
    k->path.scale = 1;
    for (zn_index i = 0; i < b->n; i++)
        k->path.scale = fmax(k->path.scale, fabs(b->q[i]));
    made = follow(&k->path, b, point, max_iter, z, w, mon, info);
    if (made == ZN_ESINGULAR)
        return zn_fail(ctx, ZN_ESINGULAR,
                       "the block of the rows without bounds is singular");
    memcpy(z1, k->path.zt, bytes);
    if (measure(b, z1, w1) < err || !made) {
        memcpy(z, z1, bytes);
        memcpy(w, w1, bytes);
        err = zni_box_residual(b, z, w);
    }
    return err <= tol ? ZN_OK : made;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    pivoting *s = state;
    zni_box b;
    zn_status st = s->front.view(&s->front, ctx, problem, &b);

    if (st)
        return st;
    st = zni_cao_ferris_solve(ctx, &s->pivots, s->start == POINT, s->tol,
                              s->max_iter, &b, z, w, mon, info);
    if (st == ZN_ESINGULAR || st == ZN_ENOMEM)
        return st;
    return zni_box_settle(ctx, &s->work, &b, s->tol, st, z, w, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    pivoting *s = state;

    zni_front_fini(&s->front, ctx);
    zni_cao_ferris_fini(ctx, &s->pivots);
    zni_box_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZN_OPT_REAL(pivoting, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(pivoting, max_iter, 100000, 1, 1e9, "-",
               "pivots before giving up"),
    ZN_OPT_CHOICE(pivoting, start, VERTEX, "vertex|point",
                  "where the path begins; point: the starting point"),
    ZN_OPT_END,
};

ZNI_BOX_CLASSES(cao_ferris, "cao-ferris",
                "pivots on the box as an affine variational inequality (1996)",
                pivoting, solve, options);
