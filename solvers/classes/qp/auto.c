/* auto.c - the solver of quadratic programs when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/fallback.h"
#include "qp.h"

/* In order: for bounds alone, a few guessed active sets, the quickest where they do
 * not come again (with faces they mostly do); interior-point, which solves the rest where
 * K is an orthant, or proves that there is no solution; projected-gradient, where the set
 * has a cheap projection; admm, which takes everything; active-set with pivots, from what
 * admm has found. All of it once more with rows in units of their own (balance.c). */
static const char *const order[] = {"active-set",         "interior-point",
                                    "projected-gradient", "admm",
                                    "active-set",         NULL};
static const char *const reasons[] = {
    "bounds alone: a few active sets mostly find the right one",
    "few factorisations, or a proof that there is no solution",
    "a set with a cheap projection: products with M alone",
    "any set, one factorisation", "pivots, from what was found"};
static const char SETS[] = "10";

typedef struct autos {
    zni_fallback list;
    zni_balance balance;
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    zni_fallback *list = &((autos *)state)->list;
    zn_status st = zni_fallback_init(list, ctx, "qp", order);

    list->proofs = true;
    list->why = reasons;
    if (!st)
        st = zn_solver_set(list->solver[0], "pivots", "false");
    return st ? st : zn_solver_set(list->solver[0], "max_iter", SETS);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_qp *p = problem;
    zn_status st;

    s->list.first = p->m > 0;
    st = zni_fallback_solve(&s->list, ctx, p, p->n, p->n + p->m, z, w, mon, info);
    return !p->project && zni_balance_applies(&s->balance, p->n + p->m, st, info)
               ? zni_qp_balanced(&s->balance, ctx, p, s->list.tol, z, w, mon, st, info)
               : st;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_balance_fini(&s->balance, ctx);
    zni_fallback_fini(&s->list, ctx);
}

static const zn_option options[] = {
    ZNI_FALLBACK_TOL(autos, list.tol),
    ZNI_BALANCE_OPTION(autos, balance.wanted),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_auto, ZN_KIND_QP_SOLVER, "auto",
           "active sets, interior points, projected gradients, alternating "
           "directions",
           autos, options, .init = init, .reserve = zni_fallback_reserve, .solve = solve,
           .fini = fini);
