/* auto.c - the solver of variational inequalities when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/named.h"

#include <zeno/vi.h>

extern const zn_problem_type zni_vi_problem;

typedef struct autos {
    zni_store store;
    double tol;
} autos;

/* Each has its own limit of iterations, so the time is bounded. */
static const zni_method methods[] = {
    {.name = "box-newton", .why = "a box with Jacobian: few steps from most starts"},
    {.name = "path-search", .why = "a box with Jacobian: past minima of the merit"},
    {.name = "extragradient", .why = "any set with a projection, monotone F"},
    {.name = "hyperplane", .why = "pseudomonotone F"},
    {.name = "fixed-point", .why = "co-coercive F, the cheapest steps"},
    ZNI_LAST,
};

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_named_init(&((autos *)state)->store, ctx, "vi", methods);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_named_reserve(&((autos *)state)->store, ctx, &zni_vi_problem, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_index n = ((const zn_vi *)problem)->n;
    const zni_portfolio all = {.list = methods,
                               .problem = problem,
                               .class = &zni_vi_problem,
                               .tol = s->tol,
                               .store = &s->store,
                               .nz = n,
                               .nw = n};

    return zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_store_fini(&((autos *)state)->store, ctx);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZNI_GUESTS_OPTION(autos, store.guests),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_vi_auto, ZN_KIND_VI_SOLVER, "auto",
           "Newton on boxes with Jacobian, else projections", autos, options,
           .init = init, .reserve = reserve, .solve = solve, .fini = fini);
