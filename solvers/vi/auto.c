/* auto.c - the solver of variational inequalities when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../strategy/fallback.h"

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

typedef struct autos {
    double tol;
    zni_fallback list;
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    zni_fallback *list = &((autos *)state)->list;

    list->why = reasons;
    return zni_fallback_init(list, ctx, "vi", order);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_fallback_reserve(&((autos *)state)->list, ctx, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zn_index n = ((const zn_vi *)problem)->n;

    return zni_fallback_solve(&s->list, ctx, s->tol, problem, n, n, z, w, mon,
                              info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_fallback_fini(&((autos *)state)->list, ctx);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_vi_auto, ZN_KIND_VI_SOLVER, "auto",
           "Newton on boxes with Jacobian, else projections", autos, options,
           .init = init, .reserve = reserve, .solve = solve, .fini = fini);
