/* auto.c - the solver of second-order cone problems when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/fallback.h"
#include "../../strategy/short_cut.h"
#include "cone.h"

#include <string.h>

/* Few cones that are apart: in closed form. Else, in order: newton-fb, few factorisations;
 * interior-point, as few, and it may prove that there is no solution; nsgs;
 * vi-extragradient, which only asks for a monotone M; newton-fb once more from the best point. Each has its own
 * limit of iterations, so the work is bounded; all of it once more with cones in units of their own (balance.c). From z = 0 interior-point comes
 * first: it does not need a start, which is what makes Newton's method quick. */
static const char *const order[] = {"newton-fb", "interior-point",
                                    "nsgs",      "vi-extragradient",
                                    "newton-fb", NULL};
static const char *const reasons[] = {
    "from a start Newton's steps are few", "without one interior points are",
    "cone by cone", "a monotone M, products alone", "from the best point"};

typedef struct autos {
    zni_fallback list;
    zni_balance balance;
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

/* Rows up to which M is looked at whether cones are apart. */
enum { FEW = 16 };

/* Few rows where M is m I for each cone and couples none: the nearest points of the cones to -q / m. false: it is
 * not, and z is as it was. */
static bool apart(const zn_soclcp *p, double z[], double w[], zn_solve_info *info)
{
    double full[FEW * FEW];
    const double *M = p->M->x;
    const zn_index n = p->n;

    if (n > FEW)
        return false;
    if (p->M->storage != ZN_DENSE) {
        zn_matrix_to_dense(p->M, full);
        M = full;
    }
    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index j = p->cone[c]; j < p->cone[c + 1]; j++) {
            const double m = M[p->cone[c] * (n + 1)];

            for (zn_index i = 0; i < n; i++)
                if (!(m > 0) || M[i + j * n] != (i == j ? m : 0))
                    return false;
        }
    for (zn_index c = 0; c < p->ncones; c++) {
        const zn_index lo = p->cone[c], hi = p->cone[c + 1];

        for (zn_index i = lo; i < hi; i++)
            z[i] = -p->q[i] / M[lo * (n + 1)];
        zni_soc_project(hi - lo, p->tau[c], z + lo);
    }
    zni_soclcp_dual(p, z, w);
    info->solver = "closed-form";
    info->iterations = 1;
    return true;
}

static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    (void)state;
    return apart(problem, z, w, info);
}

static const char *why(const zn_solve_info *info)
{
    (void)info;
    return "M is m I for each cone: the nearest points";
}

static const zni_short_cut cut = {&zni_soclcp_problem, near, why};

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zn_index n = ((const zn_soclcp *)problem)->n, set = 0;
    zn_status st;

    if (zni_short_cut_watched(&cut, s, problem, s->list.tol, z, w, mon, info))
        return ZN_OK;
    while (set < n && z[set] == 0)
        set++;
    prefer(s, set == n);
    st = zni_fallback_solve(&s->list, ctx, problem, n, n, z, w, mon, info);
    return zni_balance_applies(&s->balance, n, st, info)
               ? zni_soclcp_balanced(&s->balance, ctx, problem, s->list.tol, z, w, mon, st, info)
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

ZNI_SOLVER(zni_soclcp_auto, ZN_KIND_SOCLCP_SOLVER, "auto",
           "Newton, block Gauss-Seidel, projections", autos, options,
           .init = init, .reserve = zni_fallback_reserve, .solve = solve,
           .fini = fini, .near = near);
