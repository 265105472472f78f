/* auto.c - the solver of variational inequalities when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/list.h"

#include <zeno/vi.h>

extern const zn_problem_type zni_vi_problem;

/* Each has its own limit of iterations, so the time is bounded. */
static const zni_method methods[] = {
    {.name = "box-newton", .why = "a box with Jacobian: few steps from most starts"},
    {.name = "path-search", .why = "a box with Jacobian: past minima of the merit"},
    {.name = "extragradient", .why = "any set with a projection, monotone F"},
    {.name = "hyperplane", .why = "pseudomonotone F"},
    {.name = "fixed-point", .why = "co-coercive F, the cheapest steps"},
    ZNI_LAST,
};

static const zni_portfolio what = {.class = &zni_vi_problem, .list = methods};

ZNI_LIST_ROOM(what)
ZNI_SOLVE(solve, zni_list_solve, &what)

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-8),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_vi_auto, ZN_KIND_VI_SOLVER, "auto",
           "Newton on boxes with Jacobian, else projections", zni_list, options,
           .init = init, .reserve = reserve, .solve = solve, .fini = zni_list_fini);
