/* auto.c - the solver of second-order cone problems when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../strategy/fallback.h"
#include "cone.h"

#include <string.h>

/* In order: newton-fb, few factorisations; interior-point, as few, and it may prove
 * that there is no solution; nsgs; vi-extragradient, which only asks
 * for a monotone M; newton-fb once more from the best point. Each has its own
 * limit of iterations, so the work is bounded. From z = 0 interior-point comes
 * first: it does not need a start, which is what makes Newton's method quick. */
static const char *const order[] = {"newton-fb", "interior-point",
                                    "nsgs",      "vi-extragradient",
                                    "newton-fb", NULL};
static const char *const reasons[] = {
    "from a start Newton's steps are few", "without one interior points are",
    "cone by cone", "a monotone M, products alone", "from the best point"};

typedef struct autos {
    zni_fallback list;
    const char *why[5];
    bool cold; /* the list is in the order of a cold start */
} autos;

static zn_status init(void *state, zn_ctx *ctx)
{
    autos *s = state;

    memcpy(s->why, reasons, sizeof s->why);
    s->list.why = s->why;
    return zni_fallback_init(&s->list, ctx, "soclcp", order);
}

/* The first two in the order for a cold start or a warm one. */
static void prefer(autos *s, bool cold)
{
    zn_solver **list = s->list.solver, *first = list[0];
    const char *why = s->why[0];

    if (s->cold == cold)
        return;
    list[0] = list[1];
    list[1] = first;
    s->why[0] = s->why[1];
    s->why[1] = why;
    s->cold = cold;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zn_index n = ((const zn_soclcp *)problem)->n, set = 0;

    while (set < n && z[set] == 0)
        set++;
    prefer(s, set == n);
    return zni_fallback_solve(&s->list, ctx, problem, n, n, z, w, mon,
                              info);
}

static const zn_option options[] = {
    ZNI_FALLBACK_TOL(autos, list.tol),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_auto, ZN_KIND_SOCLCP_SOLVER, "auto",
           "Newton, block Gauss-Seidel, projections", autos, options,
           .init = init, .reserve = zni_fallback_reserve, .solve = solve, .fini = zni_fallback_fini);
