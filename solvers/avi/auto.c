/* auto.c - the solver of affine variational inequalities to use when nothing is
 * known: pivots from a vertex, and where there is none, or they fail, the mixed
 * complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

typedef struct autos {
    double        tol;
    zn_index      max_iter;
    zni_avi_pivot pivot;
    zni_avi_mixed mixed;
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_avi_mixed_init(&((autos *)state)->mixed, ctx);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zn_status st;

    s->pivot.tol = s->mixed.tol = s->tol;
    s->pivot.max_iter = s->max_iter;
    info->solver = "cao-ferris";
    st = zni_avi_pivot_solve(&s->pivot, ctx, problem, z, w, mon, info);
    if (!st || st == ZN_ENOMEM ||
        (st == ZN_UNSOLVED && (info->outcome == ZN_INFEASIBLE ||
                               info->outcome == ZN_INTERRUPTED)))
        return st;
    st = zni_avi_mixed_solve(&s->mixed, ctx, problem, z, w, mon, info);
    info->solver = "mlcp";
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_avi_pivot_fini(&s->pivot, ctx);
    zni_avi_mixed_fini(&s->mixed, ctx);
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
             .summary = "cao-ferris, then mlcp",
             .state_size = sizeof(autos),
             .options = options},
    .init = init,
    .solve = solve,
    .fini = fini,
};
