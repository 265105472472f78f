/* gauto.c - the global friction solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "gauto.h"

extern const zn_problem_type zni_global_friction_problem;

static zn_status init(void *state, zn_ctx *ctx)
{
    zni_gfauto *s = state;
    zn_status st = ZN_OK;

    for (int way = 0; !st && way < ZNI_BODIES_WAYS; way++)
        st = zni_by_bodies_solver(ctx, way, &s->by[way]);
    return st;
}

/* The problem and room for sweeps, which come first and need little; of a large one W is looked at later. */
static zn_status prepare(zni_gfauto *s, zn_ctx *ctx, const zn_global_friction *p, const double z[],
                         double w[], zn_monitor *mon)
{
    const bool large = p->d * p->nc > ZNI_ROOMY;
    zn_status st = zni_motion_begin(ctx, &s->g, p, ZNI_BLOCKS, z, w, mon);

    s->looked = s->thin = s->turned = s->patched = false;
    s->reduced.followed = !s->path;
    s->steps = 0;
    if (!st && !(large && s->g.mass.apart))
        st = zni_gfauto_look(s, ctx, mon);
    if (!st)
        st = zni_gnsgs_size(ctx, &s->sweeps, &s->g);
    if (!st && !large)
        st = zni_store_reserve(&s->store, ctx, &zni_global_friction_problem, s->g.m, 0, 0);
    return st;
}

/* the first sweeps are asked for by nothing */
static zn_status admits(zni_turn *t, bool *skip)
{
    zni_gfauto *s = t->state;
    const zn_status st = t->before ? zni_gfauto_look(s, t->ctx, t->mon) : ZN_OK;

    *skip = s->looked && t->m->suits && !t->m->suits(t);
    return st;
}

/* what a method calls solved is not always near enough */
static zn_status judge(zni_turn *t, zn_status st)
{
    if (st < 0)
        return st;
    t->info->solver = t->m->name;
    return zni_portfolio_judged(t, st, zni_motion_error(&((zni_gfauto *)t->state)->g, t->z, t->w));
}

static void outputs(const zni_portfolio *all, double z[], double w[])
{
    zni_motion_move(&((zni_gfauto *)all->state)->g, z, w);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zni_gfauto *s = state;
    const zn_status st = prepare(s, ctx, problem, z, w, mon);
    const zni_portfolio all = {.list = zni_global_methods,
                               .state = s,
                               .problem = problem,
                               .class = &zni_global_friction_problem,
                               .tol = s->tol,
                               .store = &s->store,
                               .nz = s->g.m,
                               .from = s->g.n,
                               .admits = admits,
                               .judge = judge,
                               .outputs = outputs,
                               .proofs = ZNI_TOLD,
                               .latest = true};

    return st ? st : zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_gfauto *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gnsgs_fini(ctx, &s->sweeps);
    zni_reduced_fini(ctx, &s->reduced);
    for (int way = 0; way < ZNI_BODIES_WAYS; way++)
        zn_solver_free(s->by[way]);
    zni_vsystem_fini(ctx, &s->plan);
    zni_store_fini(&s->store, ctx);
}

static const zn_option options[] = {
    ZNI_TOL(zni_gfauto, tol, 1e-8),
    ZN_OPT_INT(zni_gfauto, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(zni_gfauto, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(zni_gfauto, max_steps, 100, 1, 1e6, "-",
               "most steps of interior points, a 48th of those along their path"),
    ZN_OPT_BOOL(zni_gfauto, path, 1,
                "follow the path of interior points where others have ended"),
    ZN_OPT_REAL(zni_gfauto, most_values, 2e7, 0, 1e18, "-",
                "values of W or of M^-1 H beyond which they are not formed, but W for patches: ten "
                "times"),
    ZNI_GUESTS_OPTION(zni_gfauto, store.guests),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_auto, ZN_KIND_GLOBAL_FRICTION_SOLVER, "auto",
           "Gauss-Seidel while it is quick, then Newton; falls back", zni_gfauto,
           options, .init = init, .solve = solve, .fini = fini);
