/* solvers.c - Gauss-Seidel, Newton and their combination as plasticity solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/fnewton.h"
#include "../../strategy/portfolio.h"
#include "plasticity.h"

extern const zn_problem_type zni_plasticity_problem;

typedef struct solver {
    double tol;
    zn_index max_iter;
    zni_nsgs nsgs; /* the options of nsgs */
    bool search;   /* newton */
    double reg;
    zn_index hybrid;
    zn_index patience, max_sweeps, max_steps; /* auto */
    zni_fc solid;
    zni_fnewton_work newton; /* its work space includes that of sweeps */
    zni_store store; /* auto */
    double *work;    /* 2 n */
    zn_index cap_work;
} solver;

static zn_status reserve_nsgs(void *state, zn_ctx *ctx, zn_index n,
                              zn_index nnz)
{
    solver *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->solid, n, nnz);

    return st ? st : zni_nsgs_reserve(ctx, &s->newton.sweeps, n);
}

static zn_status reserve_newton(void *state, zn_ctx *ctx, zn_index n,
                                zn_index nnz)
{
    solver *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->solid, n, nnz);

    return st ? st : zni_fnewton_reserve(ctx, &s->newton, n, nnz);
}

static zn_status reserve_auto(void *state, zn_ctx *ctx, zn_index n,
                              zn_index nnz)
{
    solver *s = state;
    zn_status st = reserve_newton(s, ctx, n, nnz);

    if (!st)
        st = zn_grow(ctx, &s->work, &s->cap_work, 2 * n, sizeof *s->work);
    return st ? st : zni_store_reserve(&s->store, ctx, &zni_plasticity_problem, n, n, nnz);
}

static zn_status step(solver *s, zni_call call, const zni_fnewton *opt)
{
    zn_status st =
        zni_flin_begin(call.ctx, &s->newton.lin, &s->solid, call.z, call.w, call.mon, call.info);

    return st ? st : zni_fnewton_run(call, &s->newton, opt, &s->solid);
}

static zn_status solve_nsgs(solver *s, zni_call call, const void *problem)
{
    zn_status st = zni_nsgs_check(call.ctx, &s->nsgs);

    if (!st)
        st = zni_solid_set(call.ctx, &s->solid, problem);
    return st ? st : zni_nsgs_run(call, &s->newton.sweeps, &s->nsgs, &s->solid);
}

static zn_status solve_newton(solver *s, zni_call call, const void *problem)
{
    const zni_fnewton opt = {.tol = s->tol,
                             .max_iter = s->max_iter,
                             .map = ZNI_NATURAL,
                             .search = s->search,
                             .reg = s->reg,
                             .hybrid = s->hybrid,
                             .admit = true};
    zn_status st = zni_solid_set(call.ctx, &s->solid, problem);

    if (!st)
        st = zni_fnewton_size(call.ctx, &s->newton, &s->solid);
    return st ? st : step(s, call, &opt);
}

/* ---- auto -------------------------------------------------------------------- */

static zn_status sweeps(zni_turn *t)
{
    solver *s = t->state;
    const zni_nsgs opt = {.tol = s->tol,
                          .max_iter = s->max_sweeps,
                          .omega = 1,
                          .patience = t->before ? 0 : s->patience};

    return zni_nsgs_run(zni_call_of(t), &s->newton.sweeps, &opt, &s->solid);
}

static zni_fnewton steps_of(const zni_turn *t)
{
    const solver *s = t->state;

    return (zni_fnewton){.tol = s->tol,
                         .max_iter = s->max_steps,
                         .map = ZNI_NATURAL,
                         .search = true,
                         .reg = t->m->reg,
                         .hybrid = t->m->steps > 0 ? 0 : 50,
                         .admit = true};
}

static zn_status newton(zni_turn *t)
{
    const zni_fnewton steps = steps_of(t);

    return step(t->state, zni_call_of(t), &steps);
}

/* few enough rows for dense factors from many starts, as with contacts */
static bool small(const zni_turn *t)
{
    return ((const solver *)t->state)->solid.n <= 100;
}

static zn_status starts(zni_turn *t)
{
    solver *s = t->state;
    const zni_fnewton steps = steps_of(t);
    zn_status st = zni_flin_begin(t->ctx, &s->newton.lin, &s->solid, t->z, t->w, t->mon, t->info);

    return st ? st
              : zni_fnewton_starts(zni_call_of(t), &s->newton, &steps, t->m->steps, &s->solid,
                                   s->work);
}

/* The error measure of the class: in that of the methods the rounding of a diverging r may hide u. */
static zn_status measure(zni_turn *t, zn_status st)
{
    const double error = st < 0 ? 0 : zn_plasticity_error(t->problem, t->z, t->w, ((solver *)t->state)->work);

    return zni_portfolio_judged(t, st, error);
}

static const zni_method methods[] = {
    {"nsgs", "as long as their rate promises an early end", .run = sweeps},
    {"newton", "from the best point, weak regularisation", .run = newton, .reg = 1e-8},
    {"newton", "from the start, strong regularisation", .run = newton, .from = ZNI_FROM_START,
     .reg = 1e-4},
    {"newton", "from the start, weak regularisation", .run = newton, .from = ZNI_FROM_START, .reg = 1e-8},
    {"newton", "few rows, and nothing has converged: from many starts", .run = starts, .suits = small,
     .reg = 1e-6, .steps = 300},
    {"nsgs", "sweeps up to their limit", .run = sweeps},
    ZNI_LAST,
};

static zn_status solve_auto(void *state, zni_call call, const void *problem)
{
    solver *s = state;
    zn_status st = zni_solid_set(call.ctx, &s->solid, problem);
    const zni_portfolio all = {.list = methods,
                               .state = s,
                               .problem = problem,
                               .class = &zni_plasticity_problem,
                               .tol = s->tol,
                               .store = &s->store,
                               .nz = s->solid.n,
                               .nw = s->solid.n,
                               .judge = measure};

    if (!st)
        st = zni_fnewton_size(call.ctx, &s->newton, &s->solid);
    if (!st)
        st = zn_grow(call.ctx, &s->work, &s->cap_work, 2 * s->solid.n, sizeof *s->work);
    /* a start whose error is larger than |q|, which is about the error of z = 0, is discarded */
    if (!st && !(zni_fc_look(&s->solid, call.z, call.w) <= 1))
        memset(call.z, 0, (size_t)s->solid.n * sizeof *call.z);
    return st ? st : zni_portfolio_run(&all, call.ctx, call.z, call.w, call.mon, call.info);
}

static void fini(solver *s, zn_ctx *ctx)
{
    zni_fc_fini(ctx, &s->solid);
    zni_fnewton_fini(ctx, &s->newton);
    zni_store_fini(&s->store, ctx);
    zn_free_array(ctx, s->work);
}

static const zn_option nsgs_options[] = {
    ZNI_NSGS_LIMITS(solver, nsgs),
    ZNI_NSGS_OMEGA(solver, nsgs),
    ZNI_NSGS_ORDERS(solver, nsgs, "natural|shuffled|reverse", "of the points", ZNI_NSGS_PACES,
                    ZNI_NSGS_PACES_ARE),
    ZNI_NSGS_SHUFFLE(solver, nsgs),
    ZNI_NSGS_FREEZE(solver, nsgs, "point"),
    ZN_OPT_END,
};

static const zn_option newton_options[] = {
    ZNI_LIMITS(solver, 1e-8, 200, 1e6, "steps before giving up"),
    ZNI_OPTION(solver, BOOL, "line_search", search, 1, 0, 1, NULL, "damp the steps"),
    ZNI_OPTION(solver, REAL, "regularisation", reg, 1e-8, 0, 1, NULL,
               "proximal term of the Jacobian, relative to the diagonal of M"),
    ZN_OPT_INT(solver, hybrid, 100, 0, 1e6, "-",
               "Gauss-Seidel sweeps when a step fails, 0: give up"),
    ZN_OPT_END,
};

static const zn_option auto_options[] = {
    ZNI_TOL(solver, tol, 1e-8),
    ZN_OPT_INT(solver, patience, 500, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(solver, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(solver, max_steps, 100, 1, 1e6, "-", "most steps of Newton's method"),
    ZNI_GUESTS_OPTION(solver, store.guests),
    ZN_OPT_END,
};

#define CLASS(ident, text, about, table, room, function)                                           \
    ZNI_SOLVER(ident, ZN_KIND_PLASTICITY_SOLVER, text, about, solver, table, function, fini,       \
               .reserve = room)

CLASS(zni_plasticity_auto, "auto",
      "Gauss-Seidel while it is quick, then Newton; falls back", auto_options,
      reserve_auto, solve_auto);
CLASS(zni_plasticity_newton, "newton",
      "semismooth Newton on the natural map (Qi & Sun 1993)", newton_options,
      reserve_newton, solve_newton);
CLASS(zni_plasticity_nsgs, "nsgs",
      "Gauss-Seidel, each point by Newton or projections (Khobotov 1987)",
      nsgs_options, reserve_nsgs, solve_nsgs);
