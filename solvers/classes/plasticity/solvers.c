/* solvers.c - Gauss-Seidel, Newton and their combination as plasticity solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/fnewton.h"
#include "../../strategy/portfolio.h"
#include "plasticity.h"

/* auto, in order; the first that brings the error to tol answers:
 *
 *   nsgs        while its rate promises the end within `patience` sweeps
 *   newton      weak regularisation, from the best point
 *   newton      strong regularisation, from the start given
 *   nsgs        max_sweeps sweeps, from the best point
 *
 * If none succeeds the best point comes back with its error. */
typedef struct solver {
    double tol;
    zn_index max_iter;
    zni_nsgs nsgs; /* of that alone */
    bool search;   /* newton */
    double reg;
    zn_index hybrid;
    zn_index patience, max_sweeps, max_steps; /* auto */
    zni_fc solid;
    zni_fnewton_work newton; /* with room for sweeps */
    double *best; /* of the portfolio */
    zn_index cap_best;
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

    return st ? st
              : zn_grow(ctx, &s->best, &s->cap_best, ZNI_PORTFOLIO(n, n),
                        sizeof *s->best);
}

static zn_status sweep(solver *s, zn_ctx *ctx, zn_index max_iter,
                       zn_index patience, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    const zni_nsgs opt = {.tol = s->tol,
                          .max_iter = max_iter,
                          .omega = 1,
                          .patience = patience};

    return zni_nsgs_run(ctx, &s->newton.sweeps, &opt, &s->solid, z, w, mon,
                        info);
}

static zn_status step(solver *s, zn_ctx *ctx, const zni_fnewton *opt,
                      double z[], double w[], zn_monitor *mon,
                      zn_solve_info *info)
{
    zn_status st = zni_flin_begin(ctx, &s->newton.lin, &s->solid, z, w, mon,
                                  info);

    return st ? st
              : zni_fnewton_run(ctx, &s->newton, opt, &s->solid, z, w, mon,
                                info);
}

static zn_status solve_nsgs(void *state, zn_ctx *ctx, const void *problem,
                            double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    solver *s = state;
    zn_status st = zni_nsgs_check(ctx, &s->nsgs);

    if (!st)
        st = zni_solid_set(ctx, &s->solid, problem);
    return st ? st
              : zni_nsgs_run(ctx, &s->newton.sweeps, &s->nsgs, &s->solid, z, w, mon, info);
}

static zn_status solve_newton(void *state, zn_ctx *ctx, const void *problem,
                              double z[], double w[], zn_monitor *mon,
                              zn_solve_info *info)
{
    solver *s = state;
    const zni_fnewton opt = {.tol = s->tol,
                             .max_iter = s->max_iter,
                             .map = ZNI_NATURAL,
                             .search = s->search,
                             .reg = s->reg,
                             .hybrid = s->hybrid,
                             .admit = true};
    zn_status st = zni_solid_set(ctx, &s->solid, problem);

    if (!st)
        st = zni_fnewton_size(ctx, &s->newton, &s->solid);
    return st ? st : step(s, ctx, &opt, z, w, mon, info);
}

enum { SWEEPS, WEAK, STRONG, MORE, END };

static zn_status run(const zni_portfolio *all, int what, zn_ctx *ctx,
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    solver *s = all->state;
    const zni_fnewton steps = {.tol = s->tol,
                               .max_iter = s->max_steps,
                               .map = ZNI_NATURAL,
                               .search = true,
                               .reg = what == WEAK ? 1e-8 : 1e-4,
                               .hybrid = 50,
                               .admit = true};
    zn_status st;

    info->solver = what == WEAK || what == STRONG ? "newton" : "nsgs";
    if (what == SWEEPS || what == MORE)
        st = sweep(s, ctx, s->max_sweeps, what == SWEEPS ? s->patience : 0, z,
                   w, mon, info);
    else
        st = step(s, ctx, &steps, z, w, mon, info);
    if (st >= 0)
        info->error = zni_fc_error(&s->solid, z, w);
    return st;
}

static const char *why(const zni_portfolio *all, int what)
{
    static const char *const reasons[] = {
        "while the end is near at the rate of the sweeps",
        "from the best point, weak regularisation",
        "from the start, strong regularisation",
        "sweeps to their limit",
    };

    (void)all;
    return reasons[what];
}

static zn_status solve_auto(void *state, zn_ctx *ctx, const void *problem,
                            double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    solver *s = state;
    zn_status st = zni_solid_set(ctx, &s->solid, problem);
    zn_index n = s->solid.n;

    if (!st)
        st = zni_fnewton_size(ctx, &s->newton, &s->solid);
    if (!st)
        st = zn_grow(ctx, &s->best, &s->cap_best, ZNI_PORTFOLIO(n, n),
                     sizeof *s->best);
    const zni_portfolio all = {.run = run,
                               .why = why,
                               .state = s,
                               .count = END,
                               .nz = n,
                               .nw = n,
                               .best = s->best,
                               .fresh = 1u << STRONG};

    return st ? st : zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    solver *s = state;

    zni_fc_fini(ctx, &s->solid);
    zni_fnewton_fini(ctx, &s->newton);
    zn_free_array(ctx, s->best);
}

#define OPT(kind, name, field, def, lo, hi, help)                              \
    {                                                                          \
        kind, name, offsetof(solver, field), def, lo, hi, NULL, "-", help      \
    }
#define TOL                                                                    \
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, "error that counts as solved")

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
    TOL,
    OPT(ZN_OPTION_INT, "max_iter", max_iter, 200, 1, 1e6,
        "steps before giving up"),
    OPT(ZN_OPTION_BOOL, "line_search", search, 1, 0, 1, "damp the steps"),
    OPT(ZN_OPTION_REAL, "regularisation", reg, 1e-8, 0, 1,
        "proximal term of the Jacobian, relative to the diagonal of M"),
    OPT(ZN_OPTION_INT, "hybrid", hybrid, 100, 0, 1e6,
        "Gauss-Seidel sweeps when a step fails, 0: give up"),
    ZN_OPT_END,
};

static const zn_option auto_options[] = {
    TOL,
    OPT(ZN_OPTION_INT, "patience", patience, 500, 1, 1e9,
        "sweeps that Gauss-Seidel may still seem to need"),
    OPT(ZN_OPTION_INT, "max_sweeps", max_sweeps, 20000, 1, 1e9,
        "sweeps of Gauss-Seidel each time it is tried"),
    OPT(ZN_OPTION_INT, "max_steps", max_steps, 100, 1, 1e6,
        "most steps of Newton's method"),
    ZN_OPT_END,
};

#define CLASS(ident, text, about, table, room, function)                       \
    ZNI_SOLVER(ident, ZN_KIND_PLASTICITY_SOLVER, text, about, solver, table,   \
               .reserve = room, .solve = function, .fini = fini)

CLASS(zni_plasticity_auto, "auto",
      "Gauss-Seidel while it is quick, then Newton; falls back", auto_options,
      reserve_auto, solve_auto);
CLASS(zni_plasticity_newton, "newton",
      "semismooth Newton on the natural map (Qi & Sun 1993)", newton_options,
      reserve_newton, solve_newton);
CLASS(zni_plasticity_nsgs, "nsgs",
      "Gauss-Seidel, each point by Newton or projections (Khobotov 1987)",
      nsgs_options, reserve_nsgs, solve_nsgs);
