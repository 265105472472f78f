/* cao_ferris.c - LCP, MLCP and relay by pivots along a path in the box
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"
#include "path.h"

#include <string.h>

#include "../linalg/units.h"

zn_status zni_pivots_reserve(zn_ctx *ctx, zni_pivots *k, zn_index n,
                             zn_index nnz)
{
    zn_status st = zni_path_reserve(ctx, &k->path, n, nnz);

    return st ? st : zni_room(ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);
}

void zni_pivots_fini(zn_ctx *ctx, zni_pivots *k)
{
    zni_path_fini(ctx, &k->path);
    zn_free_array(ctx, k->v);
}

/* follow the path from z, or, if `vertex` says so or z cannot be its start, from a vertex */
static zn_status follow(zn_ctx *ctx, zni_pivots *k, bool vertex, const zni_box *b,
                        const double z[], const double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    zn_status st = ZN_ESINGULAR;

    if (!vertex) {
        zni_path_point(&k->path, b, z, w);
        st = zni_path_follow(ctx, &k->path, b, 1, k->max_iter, mon, info);
    }
    if (st == ZN_ESINGULAR)
        st = zni_path_vertex(&k->path, b)
                 ? zni_path_follow(ctx, &k->path, b, 1, k->max_iter, mon, info)
                 : ZN_OK;
    return st;
}

zn_status zni_pivots_solve(zni_call call, zni_pivots *k, zni_box_work *work,
                           const zni_box *b)
{
    size_t bytes = (size_t)b->n * sizeof *call.z;
    zn_status st = zni_pivots_reserve(call.ctx, k, b->n, zni_box_nnz(b));
    double err;

    if (st)
        return st;

    double *z1 = k->v, *w1 = z1 + b->n;

    k->path.scale = fmax(1, zni_largest(b->q, b->n));
    zni_box_clip_all(b, call.z);
    err = zni_box_error(b, call.z, call.w);
    /* the first pivots from a point may be spoiled by the rounding of the preceding method: if that path fails,
     * another one starts at a vertex */
    for (int vertex = !k->from_point; vertex < 2; vertex++) {
        st =
            follow(call.ctx, k, vertex, b, call.z, call.w, call.mon, call.info);
        if (st < 0)
            return st;
        memcpy(z1, k->path.zt, bytes);
        zni_box_dual(b, z1, w1);
        st = zni_box_settle((zni_call){call.ctx, z1, w1, call.mon, call.info},
                            work, b, k->tol, st);
        if (st < 0)
            return st;
        if (!st || zni_box_residual(b, z1, w1) < err) {
            zni_put_point(b->n, z1, w1, call.z, call.w);
            err = zni_box_residual(b, call.z, call.w);
        }
        if (!st || call.info->outcome == ZN_INTERRUPTED)
            break;
    }
    return zni_box_verdict(b, k->tol, call.z, call.w, call.info);
}

/* ---- the solvers ------------------------------------------------------------ */

/* The affine variational inequality of the box, solved along the path of path.c. From a vertex, this is the method
 * of Cao & Ferris, which solves every problem with finite bounds, whatever M is (and is Lemke's for an orthant).
 * From the starting point, it needs few pivots if that is near the solution. The dictionary has n rows; an LCP of
 * the bounds would have 2 n. */
typedef struct pivoting {
    zni_front front;
    int start;
    zni_pivots pivots;
    zni_box_work work; /* the last basis by LU */
} pivoting;

enum { VERTEX, POINT };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    pivoting *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_pivots_reserve(ctx, &s->pivots, n, nnz);
    return st ? st : zni_box_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve(pivoting *s, zni_call call, const void *problem)
{
    zni_box b;
    zn_status st = s->front.view(&s->front, call.ctx, problem, &b);

    if (st)
        return st;
    /* the error of pivots is relative to q here: signs that rounding leaves in doubt are examined afterwards */
    b.size = 0;
    s->pivots.from_point = s->start == POINT;
    st = zni_pivots_solve(call, &s->pivots, &s->work, &b);
    if (b.hi &&
        (!st || (st == ZN_UNSOLVED && call.info->outcome == ZN_INACCURATE)))
        st = zni_box_sharpen(call.ctx, &s->work, &s->pivots, &b, call.z, call.w,
                             call.mon);
    return st == ZN_ESINGULAR
               ? zn_fail(call.ctx, st,
                         "the block of the rows without bounds is singular")
               : st;
}

static void fini(pivoting *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_pivots_fini(ctx, &s->pivots);
    zni_box_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZNI_LIMITS_IN(pivoting, pivots, 1e-10, 100000, 1e9, "pivots before giving up"),
    ZN_OPT_CHOICE(pivoting, start, VERTEX, "vertex|point",
                  "where the path begins; point: the starting point"),
    ZN_OPT_END,
};

/* The LCP of the bounds of a relay, z = lb + x, w = w' - v with slacks of both bounds in turn (Cottle, Pang & Stone
 * 1992, section 1.5), has 2 n rows, of which Lemke's pivots, with a covering vector of 1 in those of w', are these. */
static const zn_option lemke_options[] = {
    ZNI_LIMITS_IN(pivoting, pivots, 1e-10, 100000, 1e9, "pivots before giving up"),
    ZN_OPT_END,
};

ZNI_BOX_CLASS(relay, RELAY, lemke, "lemke",
              "pivots of the LCP of twice the size; bounded: any M (1992)",
              pivoting, solve, lemke_options);
ZNI_BOX_CLASSES(cao_ferris, "cao-ferris",
                "pivots along a path in the box (Cao & Ferris 1996)", pivoting,
                solve, options);
