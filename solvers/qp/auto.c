/* auto.c - the solver of quadratic programs when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../vi/vi.h"
#include "qp.h"

/* In order: active-set, exact and quick where K is an orthant;
 * projected-gradient, where the set has a cheap projection; admm, which takes
 * everything; active-set once more, from the sets that admm has found. */
static const char *const order[] = {"active-set", "projected-gradient", "admm",
                                    "active-set", NULL};

typedef struct autos {
    double tol;
    zni_fallback list;
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_fallback_init(&((autos *)state)->list, ctx, "qp", order);
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
    const zn_qp *p = problem;

    return zni_fallback_solve(&s->list, ctx, s->tol, p, p->n, p->n + p->m, z, w,
                              mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_fallback_fini(&((autos *)state)->list, ctx);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};

const zn_solver_type zni_qp_auto = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_QP_SOLVER,
             .name = "auto",
             .summary = "active sets, projected gradients, alternating "
                        "directions",
             .state_size = sizeof(autos),
             .options = options},
    .init = init,
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
