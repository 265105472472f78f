/* active_set.c - active set method for bounds and linear inequalities
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../box/path.h"
#include "../../core/monitor.h"
#include "qp.h"

#include <string.h>

/* The optimality conditions with multipliers l >= 0 are a linear complementarity problem
 * in a box,
 *     [M -A'; A 0] (z, l) + (q, b),   (z, l) in [lb, ub] x [0, inf),
 * which is solved by the active set method of ../../box/newton.c: the equations of the free rows of
 * an active set are solved, and the signs of the solution determine the next set. Where a set is
 * repeated the method goes on by pivots, which change one row at a time, along the path of ../../box/path.c from
 * the best point so far (Dirkse & Ferris 1995). For a monotone problem, as a convex program is, the path
 * ends at a solution if there is one. */
typedef struct active {
    zni_newton opt;
    bool use_pivots;
    zni_kkt kkt;
    zni_box_work work;
    zni_pivots pivots;
    double *v; /* 2 N: (z, l) and its dual */
    zn_index cap_v;
} active;

/* the largest n + m for which a dense dictionary is made */
enum { PIVOT_MAX = 1000 };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    active *s = state;
    zn_status st = zni_kkt_reserve(ctx, &s->kkt, n, nnz);

    if (!st)
        st = zni_box_reserve(ctx, &s->work, n, nnz);
    if (!st && n <= PIVOT_MAX)
        st = zni_pivots_reserve(ctx, &s->pivots, n, n * n);
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, 2 * n, sizeof *s->v);
}

static zn_status solve(active *s, zni_call call, const zn_qp *p)
{
    zn_index n = p->n, m = p->m, N = n + m;
    double scale = zni_qp_scale(p), most = scale;
    zni_newton opt = s->opt;
    zn_status st;

    if (p->project && m > 0)
        return zn_fail(call.ctx, ZN_EINVAL, "K is not the orthant");
    st = zni_kkt_set(call.ctx, &s->kkt, p, call.mon);
    if (st == ZN_UNSOLVED)
        return zni_qp_late(p, call.z, call.w, call.info);
    if (!st)
        st = zn_grow(call.ctx, &s->v, &s->cap_v, 2 * N, sizeof *s->v);
    if (st)
        return st;
    memcpy(s->v, call.z, (size_t)n * sizeof *call.z);
    memset(s->v + n, 0, (size_t)m * sizeof *call.z);
    /* the residual of the box is relative to b, too: the tolerance is reduced by that, so that large b do not hide
     * errors of the other rows */
    for (zn_index r = 0; r < m; r++)
        most = zni_qp_row_scale(p, r, most);
    opt.tol *= scale / most;
    opt.plain = N <= PIVOT_MAX || !s->use_pivots;
    st = zni_box_newton(
        (zni_call){call.ctx, s->v, s->v + N, call.mon, call.info}, &s->work,
        &opt, &s->kkt.box);
    if (st == ZN_UNSOLVED && opt.plain && s->use_pivots &&
        call.info->outcome != ZN_INTERRUPTED &&
        call.info->outcome != ZN_INACCURATE) {
        s->pivots.tol = opt.tol;
        s->pivots.max_iter = 50 * N;
        s->pivots.from_point = true;
        st = zni_pivots_solve(
            (zni_call){call.ctx, s->v, s->v + N, call.mon, call.info},
            &s->pivots, &s->work, &s->kkt.box);
        if (st == ZN_ESINGULAR)
            st = ZN_UNSOLVED; /* with the point and the outcome that there are */
    }
    if (st < 0)
        return st;
    /* a ray of the pivots is no direction of z and proves nothing */
    if (st &&
        (call.info->outcome == ZN_RAY || call.info->outcome == ZN_INFEASIBLE))
        call.info->outcome = ZN_STALLED;
    memcpy(call.z, s->v, (size_t)n * sizeof *call.z);
    memcpy(call.w + n, s->v + n, (size_t)m * sizeof *call.w);
    zni_qp_gradient(p, call.z, call.w + n, call.w);
    return st;
}

static void fini(active *s, zn_ctx *ctx)
{
    zni_kkt_fini(ctx, &s->kkt);
    zni_box_fini(ctx, &s->work);
    zni_pivots_fini(ctx, &s->pivots);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZNI_LIMITS_IN(active, opt, 1e-10, 200, 1e6, "active sets before giving up"),
    ZNI_OPTION(active, BOOL, "pivots", use_pivots, true, 0, 1, NULL,
               "go on by pivots where sets come again"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_active_set, ZN_KIND_QP_SOLVER, "active-set",
           "active sets, then pivots; linear inequalities (Dirkse 1995)",
           active, options, solve, fini, .reserve = reserve);
