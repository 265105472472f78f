/* grolling.c - the solver of rolling friction with the equations of motion to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include "../../core/monitor.h"
#include "../../core/solver_type.h"
#include "../../strategy/list.h"

extern const zn_problem_type zni_global_rolling_problem;

typedef struct rolling_auto {
    zni_list all;
    zni_motion g;
    zni_reduced reduced;
} rolling_auto;

static zn_status condensed(zni_turn *t)
{
    rolling_auto *s = t->state;
    zn_status st = zni_reduced_rolling(zni_call_of(t), &s->reduced, "auto", t->of->tol, &s->g, t->problem);

    t->info->solver = t->m->name;
    if (st < 0 || zni_late(t->mon)) /* no method follows, and the error may need memory that was not set up */
        return st;
    t->info->error = zni_motion_error(&s->g, t->z, t->w);
    if (!st && t->info->error > t->of->tol) {
        t->info->outcome = ZN_INACCURATE;
        return ZN_UNSOLVED;
    }
    return st;
}

/* Each starts from the given point. If a reaction is not determined, that of a contact whose normal moves nothing for
 * example, it may diverge in the condensed problem until all digits are lost, while the equations of motion still show
 * that it does not balance. */
static const zni_method methods[] = {
    {"reduced", "W is as sparse as it comes out", condensed, .from = ZNI_FROM_START},
    {.name = "interior-point",
     .why = "errors of the motion count in each step",
     .from = ZNI_FROM_START},
    {.name = "homotopy", .why = "paths may turn back", .from = ZNI_FROM_START},
    ZNI_LAST,
};

static const zni_portfolio what = {
    .class = &zni_global_rolling_problem, .list = methods, .proofs = ZNI_TOLD};

static zn_status init(void *state, zn_ctx *ctx)
{
    return zni_list_init(state, ctx, &what);
}

static zn_status solve(void *state, zni_call call, const void *problem)
{
    return zni_list_solve(state, call, &what, problem);
}

static void fini(void *state, zn_ctx *ctx)
{
    rolling_auto *s = state;

    zni_list_fini(state, ctx);
    zni_motion_fini(ctx, &s->g);
    zni_reduced_fini(ctx, &s->reduced);
}

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-8),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_rolling_auto, ZN_KIND_GLOBAL_ROLLING_SOLVER, "auto",
           "condensed, then interior points and a path on the whole", rolling_auto, options, solve,
           fini, .init = init);
