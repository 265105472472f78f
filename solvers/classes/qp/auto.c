/* auto.c - the solver of quadratic programs when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/named.h"
#include "qp.h"

extern const zn_problem_type zni_qp_problem;

typedef struct autos {
    zni_store store;
    double tol;
    zni_balance balance;
} autos;

/* with faces the sets that are guessed mostly come again */
static bool bounds(const zni_turn *t)
{
    return ((const zn_qp *)t->problem)->m == 0;
}

/* a function that projects is in the units given */
static bool in_units(const zni_turn *t)
{
    return !((const zn_qp *)t->problem)->project && zni_balance_suits(t);
}

static const char *const guesses[] = {"pivots", "false", "max_iter", "10", NULL};

static const zni_method methods[] = {
    {"active-set", "bounds alone: a few active sets mostly find the right one", .suits = bounds,
     .options = guesses},
    {.name = "interior-point", .why = "few factorisations, or a proof that there is no solution"},
    {.name = "projected-gradient", .why = "a set with a cheap projection: products with M alone"},
    {.name = "admm", .why = "any set, one factorisation"},
    {.name = "active-set", .why = "pivots, from what was found"},
    ZNI_LAST,
};
static const zni_method last[] = {ZNI_BALANCED_WAY(zni_qp_balanced, in_units), ZNI_LAST};

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_named_init(&((autos *)state)->store, ctx, "qp", methods);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_named_reserve(&((autos *)state)->store, ctx, &zni_qp_problem, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_qp *p = problem;
    const zni_portfolio all = {.list = methods,
                               .last = last,
                               .state = s,
                               .problem = p,
                               .class = &zni_qp_problem,
                               .tol = s->tol,
                               .store = &s->store,
                               .balance = &s->balance,
                               .nz = p->n,
                               .nw = p->n + p->m,
                               .proofs = ZNI_SHOWN};

    return zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_balance_fini(&s->balance, ctx);
    zni_store_fini(&s->store, ctx);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZNI_BALANCE_OPTION(autos, balance.wanted),
    ZNI_GUESTS_OPTION(autos, store.guests),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_auto, ZN_KIND_QP_SOLVER, "auto",
           "active sets, interior points, projected gradients, alternating "
           "directions",
           autos, options, .init = init, .reserve = reserve, .solve = solve,
           .fini = fini);
