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
    zni_path path;
    zni_box_work work; /* the last basis by LU */
    double *v;         /* 2 n: a second z and w */
    zn_index cap_v;
} pivoting;

enum { VERTEX, POINT };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    pivoting *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_path_reserve(ctx, &s->path, n);
    if (!st)
        st = zni_box_reserve(ctx, &s->work, n, nnz);
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, 2 * n, sizeof *s->v);
}

/* the path from the start that the option names, or from a vertex */
static zn_status follow(pivoting *s, const zni_box *b, const double z[],
                        const double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = ZN_ESINGULAR;

    if (s->start == POINT) {
        zni_path_point(&s->path, b, z, w);
        st = zni_path_follow(&s->path, b, 1, s->max_iter, mon, info);
    }
    if (st == ZN_ESINGULAR)
        st = zni_path_vertex(&s->path, b)
                 ? zni_path_follow(&s->path, b, 1, s->max_iter, mon, info)
                 : ZN_OK;
    return st;
}

static double measure(const zni_box *b, const double z[], double w[])
{
    memcpy(w, b->q, (size_t)b->n * sizeof *w);
    zn_matrix_mul(b->M, 1, z, 1, w);
    return zni_box_residual(b, z, w);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    pivoting *s = state;
    zni_box b;
    zn_status st = s->front.view(&s->front, ctx, problem, &b), made;

    if (!st)
        st = zni_path_reserve(ctx, &s->path, b.n);
    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, 2 * b.n, sizeof *s->v);
    if (st)
        return st;

    size_t bytes = (size_t)b.n * sizeof *z;
    double *z1 = s->v, *w1 = z1 + b.n, err;

    for (zn_index i = 0; i < b.n; i++)
        z[i] = zni_box_clip(&b, i, z[i]);
    err = measure(&b, z, w);
    s->path.scale = 1;
    for (zn_index i = 0; i < b.n; i++)
        s->path.scale = fmax(s->path.scale, fabs(b.q[i]));
    made = follow(s, &b, z, w, mon, info);
    if (made == ZN_ESINGULAR)
        return zn_fail(ctx, ZN_ESINGULAR,
                       "the block of the rows without bounds is singular");
    memcpy(z1, s->path.zt, bytes);
    if (measure(&b, z1, w1) < err || !made) {
        memcpy(z, z1, bytes);
        memcpy(w, w1, bytes);
        err = zni_box_residual(&b, z, w);
    }
    if (err <= s->tol)
        made = ZN_OK;
    return zni_box_settle(ctx, &s->work, &b, s->tol, made, z, w, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    pivoting *s = state;

    zni_front_fini(&s->front, ctx);
    zni_path_fini(ctx, &s->path);
    zni_box_fini(ctx, &s->work);
    zn_free_array(ctx, s->v);
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
