/* front.c - views of VI, NCP and MCP as variational inequalities, for methods that are written once
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/finite.h"
#include "../../core/told.h"
#include "vi.h"

#include <string.h>

zn_status zni_vi_front_reserve(zni_vi_front *f, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(f, v, 2 * n), ZNI_ARRAY(f, jx, nnz > 0 ? nnz : 1));
}

void zni_vi_front_fini(zni_vi_front *f, zn_ctx *ctx)
{
    ZNI_FREE(ctx, f->v, f->jx);
}

bool zni_vi_two_sided(zn_index n, const double lb[], const double ub[])
{
    for (zn_index i = 0; i < n; i++)
        if ((lb && lb[i] > -INFINITY) != (ub && ub[i] < INFINITY))
            return false;
    return true;
}

zn_vi zni_ncp_vi(const zn_ncp *p, const double lb[])
{
    return (zn_vi){.n = p->n,
                   .F = p->F,
                   .user = p->user,
                   .lb = lb,
                   .jacobian = p->jacobian,
                   .J = p->J};
}

zn_vi zni_mcp_vi(const zn_mcp *p)
{
    return (zn_vi){.n = p->n,
                   .F = p->F,
                   .user = p->user,
                   .lb = p->lb,
                   .ub = p->ub,
                   .jacobian = p->jacobian,
                   .J = p->J};
}

zn_status zni_vi_begin(zni_vi_front *f, zn_ctx *ctx, const zn_vi *p, double z[], double w[], double lo[],
                       double hi[])
{
    zn_status st;

    if (!zni_vi_boxed(p) || !p->jacobian)
        return zn_fail(ctx, ZN_EINVAL, "%s",
                       !zni_vi_boxed(p) ? "X is not a box" : "there is no Jacobian");
    st = zni_vi_front_reserve(f, ctx, p->n, zni_vi_nnz(p));
    if (st)
        return st;
    for (zn_index i = 0; i < p->n; i++) {
        lo[i] = zni_vi_lo(p, i);
        hi[i] = zni_vi_hi(p, i);
    }
    zni_vi_project(p, z);
    st = zni_vi_map(p, z, w);
    if (st)
        return st < 0 ? zn_note(ctx, st, "F at the start")
                      : zn_fail(ctx, ZN_EDOM, "F is not defined at the start");
    return ZN_OK;
}

static zn_status finite_jacobian(const zn_vi *p, const double z[], double jx[])
{
    const zn_status st = zni_ask(p->jacobian, p->user, z, jx);

    return !st && !zni_finite(zni_vi_nnz(p), jx) ? ZN_RETRY : st;
}

/* Where the Jacobian is not defined on a bound it is taken at a point that is inside the box by this relative distance.
 * Its entries there are large but finite, which is all that Newton's method needs: a short step leads into the box,
 * where the Jacobian is defined. */
static const double INTO = 0x1p-52;

zn_status zni_vi_jacobian(const zni_vi_front *f, zn_ctx *ctx, const zn_vi *p, const double z[], double beside[])
{
    zn_status st = finite_jacobian(p, z, f->jx);

    if (st == ZN_RETRY) {
        for (zn_index i = 0; i < p->n; i++) {
            const double lo = zni_vi_lo(p, i), hi = zni_vi_hi(p, i), step = INTO * fmax(1, fabs(z[i]));

            beside[i] = z[i] < lo + step ? fmin(lo + step, hi) : z[i] > hi - step ? fmax(hi - step, lo) : z[i];
        }
        st = finite_jacobian(p, beside, f->jx);
    }
    if (!st)
        return ZN_OK;
    return st < 0 ? zn_note(ctx, st, "Jacobian")
                  : zn_fail(ctx, ZN_UNSOLVED, "the Jacobian is not defined at the iterate");
}

zn_matrix zni_vi_matrix(const zni_vi_front *f, const zn_vi *p)
{
    zn_matrix M = p->J && p->J->storage == ZN_CSC ? *p->J : zn_matrix_dense(p->n, p->n, f->jx);

    M.x = f->jx;
    return M;
}

static zn_status vi_view(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                         zn_vi *p, double *scale)
{
    zn_status st;

    *p = *(const zn_vi *)problem;
    st = zni_vi_front_reserve(f, ctx, p->n, 0);
    if (!st)
        *scale = zni_vi_scale(p, f->v);
    return st;
}

static zn_status ncp_view(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                          zn_vi *p, double *scale)
{
    const zn_ncp *of = problem;
    zn_status st = zni_vi_front_reserve(f, ctx, of->n, 0);

    if (st)
        return st;
    memset(f->v, 0, (size_t)of->n * sizeof *f->v);
    *p = zni_ncp_vi(of, f->v);
    *scale = 1; /* the host has scaled a small F already */
    return ZN_OK;
}

static zn_status mcp_view(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                          zn_vi *p, double *scale)
{
    (void)f;
    (void)ctx;
    *p = zni_mcp_vi(problem);
    *scale = 1; /* the host has scaled a small F already */
    return ZN_OK;
}

ZNI_INIT(zni_vi_init, zni_vi_front, view, vi_view)
ZNI_INIT(zni_ncp_init, zni_vi_front, view, ncp_view)
ZNI_INIT(zni_mcp_init, zni_vi_front, view, mcp_view)
