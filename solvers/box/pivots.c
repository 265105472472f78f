/* pivots.c - a linear problem in a box solved along a path
 * SPDX-License-Identifier: Apache-2.0 */
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

/* the path from z, or from a vertex */
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

zn_status zni_pivots_solve(zn_ctx *ctx, zni_pivots *k, zni_box_work *work,
                           const zni_box *b, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    size_t bytes = (size_t)b->n * sizeof *z;
    zn_status st = zni_pivots_reserve(ctx, k, b->n, zni_box_nnz(b));
    double err;

    if (st)
        return st;

    double *z1 = k->v, *w1 = z1 + b->n;

    k->path.scale = fmax(1, zni_largest(b->q, b->n));
    zni_box_clip_all(b, z);
    err = zni_box_error(b, z, w);
    /* the rounding of what was done before may spoil the first pivots from a
     * point: a path from there that fails is followed by one from a vertex */
    for (int vertex = !k->from_point; vertex < 2; vertex++) {
        st = follow(ctx, k, vertex, b, z, w, mon, info);
        if (st < 0)
            return st;
        memcpy(z1, k->path.zt, bytes);
        zni_box_dual(b, z1, w1);
        st = zni_box_settle(ctx, work, b, k->tol, st, z1, w1, mon,
                            info);
        if (st < 0)
            return st;
        if (!st || zni_box_residual(b, z1, w1) < err) {
            zni_put_point(b->n, z1, w1, z, w);
            err = zni_box_residual(b, z, w);
        }
        if (!st || info->outcome == ZN_INTERRUPTED)
            break;
    }
    return zni_box_verdict(b, k->tol, z, w, info);
}
