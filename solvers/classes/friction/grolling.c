/* grolling.c - the solver of rolling friction with the equations of motion to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include "../../core/monitor.h"
#include "../../core/solver_type.h"
#include "../../strategy/portfolio.h"

/* In order, each from the start given:
 *
 *   reduced         the condensed problem, by the auto of rolling friction
 *   interior-point  on the whole: where a reaction that nothing holds back, that of a contact whose
 *                   normal moves nothing, say, runs away on the condensed problem, all of whose digits it takes
 *                   there, the equations of motion still see that it does not balance
 *   homotopy        the same, where much friction turns the path of interior points back
 *
 * The best point comes back if none arrives. */
static const char *const names[] = {"reduced", "interior-point", "homotopy"};
static const char *const reasons[] = {"W is as sparse as it comes out",
                                      "errors of the motion count in each step",
                                      "paths may turn back"};
enum { WAYS = sizeof names / sizeof *names };

typedef struct rolling_auto {
    double tol;
    zni_motion g;
    zni_reduced reduced;
    zn_solver *solver[WAYS]; /* of those on the whole                        */
    double *start, *best; /* nz; nz + nw, once a way has left something       */
    zn_index cap_start, cap_best;
} rolling_auto;

static zn_status init(void *state, zn_ctx *ctx)
{
    rolling_auto *s = state;
    zn_status st = ZN_OK;

    for (int i = 1; i < WAYS && !st; i++)
        st = zn_solver_new(ctx, "global-rolling-friction", names[i], &s->solver[i]);
    return st;
}

static zn_status run(const zni_portfolio *all, int i, zn_ctx *ctx, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    rolling_auto *s = all->state;
    zn_status st;

    if (i > 0) {
        st = zn_solver_set_real(s->solver[i], "tol", s->tol);
        return st ? st : zn_solver_solve_inner(s->solver[i], all->data, z, w, mon, info);
    }
    st = zni_reduced_rolling(ctx, &s->reduced, "auto", s->tol, &s->g, all->data, z, w, mon, info);
    info->solver = names[0];
    if (st < 0 || zni_late(mon)) /* nobody comes after, and there may be no room for the error */
        return st;
    info->error = zni_motion_error(&s->g, z, w);
    if (!st && info->error > s->tol) {
        info->outcome = ZN_INACCURATE;
        return ZN_UNSOLVED;
    }
    return st;
}

static const char *why(const zni_portfolio *all, int i)
{
    (void)all;
    return reasons[i];
}

static zn_status room(zni_portfolio *all, zn_ctx *ctx)
{
    rolling_auto *s = all->state;
    const zn_status st =
        zn_grow(ctx, &s->best, &s->cap_best, all->nz + all->nw, sizeof *s->best);

    all->best = s->best;
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    rolling_auto *s = state;
    const zn_global_rolling_friction *p = problem;
    const zn_index m = p->d * p->nc;
    const zn_status st = zn_grow(ctx, &s->start, &s->cap_start, p->n + m, sizeof *s->start);
    const zni_portfolio all = {.run = run,
                               .why = why,
                               .room = room,
                               .state = s,
                               .data = p,
                               .count = WAYS,
                               .nz = p->n + m,
                               .nw = m,
                               .given = s->start,
                               .proofs = ZNI_TOLD,
                               .fresh = ZNI_ALL_FRESH};

    return st ? st : zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    rolling_auto *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_reduced_fini(ctx, &s->reduced);
    for (int i = 1; i < WAYS; i++)
        zn_solver_free(s->solver[i]);
    zn_free_array(ctx, s->start);
    zn_free_array(ctx, s->best);
}

static const zn_option options[] = {
    ZN_OPT_REAL(rolling_auto, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_rolling_auto, ZN_KIND_GLOBAL_ROLLING_SOLVER, "auto",
           "condensed, then interior points and a path on the whole", rolling_auto, options,
           .init = init, .solve = solve, .fini = fini);
