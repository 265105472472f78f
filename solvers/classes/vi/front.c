/* front.c - variational inequalities, NCP and MCP as one: views of their problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <string.h>

zn_status zni_vi_front_reserve(zni_vi_front *f, zn_ctx *ctx, zn_index n)
{
    return zn_grow(ctx, &f->v, &f->cap_v, 2 * n, sizeof *f->v);
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

zn_status zni_vi_begin(zn_ctx *ctx, const zn_vi *p, double z[], double w[])
{
    zn_status st;

    if (!zni_vi_boxed(p) || !p->jacobian)
        return zn_fail(ctx, ZN_EINVAL, "%s",
                       !zni_vi_boxed(p) ? "X is not a box" : "there is no Jacobian");
    zni_vi_project(p, z);
    st = zni_vi_map(p, z, w);
    if (st)
        return st < 0 ? zn_note(ctx, st, "F at the start")
                      : zn_fail(ctx, ZN_EDOM, "F is not defined at the start");
    return ZN_OK;
}

static zn_status vi_view(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                         zn_vi *p, double *scale)
{
    zn_status st;

    *p = *(const zn_vi *)problem;
    st = zni_vi_front_reserve(f, ctx, p->n);
    if (!st)
        *scale = zni_vi_scale(p, f->v);
    return st;
}

static zn_status ncp_view(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                          zn_vi *p, double *scale)
{
    const zn_ncp *of = problem;
    zn_status st = zni_vi_front_reserve(f, ctx, of->n);

    if (st)
        return st;
    memset(f->v, 0, (size_t)of->n * sizeof *f->v);
    *p = zni_ncp_vi(of, f->v);
    *scale = 1; /* a small F is in its own unit */
    return ZN_OK;
}

static zn_status mcp_view(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                          zn_vi *p, double *scale)
{
    (void)f;
    (void)ctx;
    *p = zni_mcp_vi(problem);
    *scale = 1; /* a small F is in its own unit */
    return ZN_OK;
}

ZNI_INIT(zni_vi_init, zni_vi_front, view, vi_view)
ZNI_INIT(zni_ncp_init, zni_vi_front, view, ncp_view)
ZNI_INIT(zni_mcp_init, zni_vi_front, view, mcp_view)
