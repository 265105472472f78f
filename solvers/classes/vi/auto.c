/* auto.c - the solver of variational inequalities when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/fallback.h"

#include <zeno/vi.h>

/* In order: box-newton, path-search, for a box with Jacobian; extragradient; hyperplane;
 * fixed-point. Each starts from the best point so far and has its own limit of
 * iterations, so the time is bounded. */
static const char *const order[] = {"box-newton",    "path-search",
                                    "extragradient", "hyperplane",
                                    "fixed-point",   NULL};
static const char *const reasons[] = {
    "a box with Jacobian: few steps from most starts",
    "a box with Jacobian: past minima of the merit",
    "any set with a projection, monotone F",
    "pseudomonotone F", "co-coercive F, the cheapest steps"};

static zn_status init(void *state, zn_ctx *ctx)
{
    zni_fallback *list = state;

    list->why = reasons;
    return zni_fallback_init(list, ctx, "vi", order);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zni_fallback *s = state;
    zn_index n = ((const zn_vi *)problem)->n;

    return zni_fallback_solve(s, ctx, problem, n, n, z, w, mon,
                              info);
}

static const zn_option options[] = {
    ZNI_FALLBACK_TOL(zni_fallback, tol),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_vi_auto, ZN_KIND_VI_SOLVER, "auto",
           "Newton on boxes with Jacobian, else projections", zni_fallback, options,
           .init = init, .reserve = zni_fallback_reserve, .solve = solve, .fini = zni_fallback_fini);
