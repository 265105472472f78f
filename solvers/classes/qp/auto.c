/* auto.c - quadratic programs: the default solver, a list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/list.h"
#include "qp.h"

extern const zn_problem_type zni_qp_problem;

/* bounds alone: with linear inequalities active sets often repeat */
static bool bounds(const zni_turn *t)
{
    return ((const zn_qp *)t->problem)->m == 0;
}

/* The largest n m, and m, of a dense M for which ten active sets, then pivots come before interior points: these take
 * some seven factorisations, pivots about as many exchanges as faces. Their time relative to interior points, if M has
 * the full rank and half of it: n = 4, m = 32 0.8 and 1; 8, 32 0.8 and 1; 16, 16 0.7 and 0.7; 32, 8 0.5 and 0.5; but
 * 24, 16 0.8 and 2; 16, 32 0.8 and 2.6; 5, 40 1.5. With M in columns, n = 100, m = 2 took 1.5: there it is n + m. */
enum { FEW = 256, FACES = 32 };

static bool few(const zni_turn *t)
{
    const zn_qp *p = t->problem;

    return p->m > 0 && !p->project &&
           (p->n + p->m <= FACES ||
            (p->M->storage == ZN_DENSE && p->m <= FACES && p->n <= FEW / p->m));
}

static const char *const sets[] = {"max_iter", "10", NULL};
static const char *const guesses[] = {"pivots", "false", "max_iter", "10", NULL};

static const zni_method methods[] = {
    {"active-set", "bounds alone: a few active sets mostly find the right one", .suits = bounds,
     .options = guesses},
    {"active-set", "few rows and faces: sets, then pivots", .suits = few, .is = ZNI_ASIDE,
     .options = sets},
    {.name = "interior-point", .why = "few factorisations, or a proof that there is no solution"},
    {.name = "projected-gradient", .why = "a set with a cheap projection: products with M alone"},
    {.name = "admm", .why = "any set, one factorisation"},
    {.name = "active-set", .why = "pivots, from what was found"},
    ZNI_LAST,
};

static const zni_portfolio what = {
    .class = &zni_qp_problem, .list = methods, .proofs = ZNI_SHOWN};

ZNI_LIST_ROOM(what)
ZNI_SOLVE(solve, zni_list_solve, &what)

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-8),
    ZNI_BALANCE_OPTION(zni_list, balance),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_auto, ZN_KIND_QP_SOLVER, "auto",
           "active sets, interior points, projected gradients, alternating "
           "directions",
           zni_list, options, solve, zni_list_fini, .init = init, .reserve = reserve);
