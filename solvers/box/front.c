/* front.c - LCP, MLCP and relay as one: views of their problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"

#include "../linalg/sizes.h"

zn_status zni_mlcp_box(zn_ctx *ctx, const zn_mlcp *p, double **lo,
                       zn_index *cap, zni_box *b)
{
    zn_status st;

    if (p->M->rows > p->n)
        return zn_fail(ctx, ZN_EINVAL,
                       "%td equations more than unknowns; 'auto' takes them",
                       p->M->rows - p->n);
    st = zn_grow(ctx, lo, cap, p->n, sizeof **lo);
    if (st)
        return st;
    for (zn_index i = 0; i < p->n; i++)
        (*lo)[i] = p->eq[i] ? -INFINITY : 0;
    *b = (zni_box){.n = p->n, .M = p->M, .q = p->q, .lo = *lo};
    return ZN_OK;
}

static zn_status lcp_view(zni_front *f, zn_ctx *ctx, const void *problem, zni_box *b)
{
    (void)f;
    (void)ctx;
    *b = zni_lcp_box(problem);
    return ZN_OK;
}

static zn_status mlcp_view(zni_front *f, zn_ctx *ctx, const void *problem, zni_box *b)
{
    return zni_mlcp_box(ctx, problem, &f->lo, &f->cap_lo, b);
}

zn_status zni_relay_view(zni_front *f, zn_ctx *ctx, const void *problem,
                         zni_box *b)
{
    const zn_relay *p = problem;
    const zn_status st = zn_grow(ctx, &f->lo, &f->cap_lo, 2 * p->n, sizeof *f->lo);

    *b = zni_relay_box(p);
    if (!st)
        b->size = zni_affine_size(p->M, p->q, p->lb, p->ub, f->lo);
    return st;
}

ZNI_INIT(zni_lcp_init, zni_front, view, lcp_view)
ZNI_INIT(zni_mlcp_init, zni_front, view, mlcp_view)
ZNI_INIT(zni_relay_init, zni_front, view, zni_relay_view)

zn_status zni_front_reserve(zni_front *f, zn_ctx *ctx, zn_index n)
{
    return f->view == lcp_view
               ? ZN_OK
               : zn_grow(ctx, &f->lo, &f->cap_lo, f->view == zni_relay_view ? 2 * n : n,
                         sizeof *f->lo);
}

void zni_front_fini(zni_front *f, zn_ctx *ctx)
{
    ZNI_FREE(ctx, f->lo, f->x, f->i);
}
