/* auto.c - the solver of affine variational inequalities to use when nothing is
 * known: pivots from a vertex; where there is none, or they fail, the mixed
 * complementarity problem; where that is singular, proximal points by pivots
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <string.h>

typedef struct autos {
    double tol;
    zn_index max_iter;
    zni_avi_pivot pivot;
    zni_avi_mixed mixed;
    zni_avi_proximal proximal;
    double *start; /* n */
    zn_index cap_start;
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_avi_mixed_init(&((autos *)state)->mixed, ctx);
}

static zn_status try_all(void *state, zn_ctx *ctx, const void *problem,
                         double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    autos *s = state;
    const zn_avi *p = problem;
    size_t bytes = (size_t)p->n * sizeof *z;
    zn_index work;
    zn_outcome outcome;
    zn_status st =
        zn_grow(ctx, &s->start, &s->cap_start, p->n, sizeof *s->start);

    if (st)
        return st;
    memcpy(s->start, z, bytes);
    s->pivot.tol = s->mixed.tol = s->tol;
    s->pivot.max_iter = s->max_iter;
    info->solver = "cao-ferris";
    st = zni_avi_pivot_solve(&s->pivot, ctx, problem, z, w, mon, info);
    if (!st || st == ZN_ENOMEM ||
        (st == ZN_UNSOLVED &&
         (info->outcome == ZN_INFEASIBLE || info->outcome == ZN_INTERRUPTED)))
        return st;
    st = zni_avi_mixed_solve(&s->mixed, ctx, problem, z, w, mon, info);
    info->solver = "mlcp";
    if (st <= 0 || info->outcome == ZN_INTERRUPTED)
        return st;
    work = info->iterations;
    outcome = info->outcome;
    st = zni_avi_proximal_solve(&s->proximal, &s->pivot, ctx, p, s->start, w,
                                mon, info);
    info->iterations += work;
    if (!st) {
        info->solver = "proximal";
        memcpy(z, s->start, bytes);
    } else if (st != ZN_ENOMEM) {
        if (info->outcome != ZN_INTERRUPTED)
            info->outcome = outcome;
        st = ZN_UNSOLVED;
    }
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zn_status st = try_all(state, ctx, problem, z, w, mon, info);

    return st ? st
              : zni_avi_sharpen(&((autos *)state)->mixed, ctx, problem, z, w,
                                mon);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_avi_pivot_fini(&s->pivot, ctx);
    zni_avi_mixed_fini(&s->mixed, ctx);
    zni_avi_proximal_fini(&s->proximal, ctx);
    zn_free_array(ctx, s->start);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, max_iter, 1000, 1, 1e9, "-",
               "pivots before the other method is tried"),
    ZN_OPT_END,
};

const zn_solver_type zni_avi_auto = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_AVI_SOLVER,
             .name = "auto",
             .summary = "cao-ferris, then mlcp, then proximal points",
             .state_size = sizeof(autos),
             .options = options},
    .init = init,
    .solve = solve,
    .fini = fini,
};
