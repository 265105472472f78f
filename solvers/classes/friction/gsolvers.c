/* gsolvers.c - methods on friction with the equations of motion kept, each as a solver by itself
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm.h"

typedef struct solver {
    zni_motion g;
    double tol;
    zn_index max_iter;
    union { /* of those that have more */
        zni_nsgs nsgs;
        zni_gnewton newton;
        zni_vnewton velocity;
        zni_gadmm admm;
    } how;
    int variant, line_search; /* of newton-ac; of all newton-... */
    int shift, brief, polish, care; /* of interior points and their path */
    char solver[ZN_WORD_MAX];       /* of the condensed problem          */
    zni_gnsgs_work sweeps;
    zni_gnewton_work newton;
    zni_vnewton_work velocity; /* what ends the central path, too */
    zni_gadmm_work admm;
    zni_gipm_work points;
    zni_reduced reduced;
} solver;

static void fini(void *state, zn_ctx *ctx)
{
    solver *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gnsgs_fini(ctx, &s->sweeps);
    zni_gnewton_fini(ctx, &s->newton);
    zni_vnewton_fini(ctx, &s->velocity);
    zni_gadmm_fini(ctx, &s->admm);
    zni_gipm_fini(ctx, &s->points);
    zni_reduced_fini(ctx, &s->reduced);
}

/* What a method takes of the problem, and the method. */
typedef struct method {
    int parts;
    zn_status (*run)(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info);
} method;

static zn_status solve(solver *s, zn_ctx *ctx, const method *m, const void *problem, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_status st = zni_motion_begin(ctx, &s->g, problem, m->parts, z, w, mon);

    return st ? st : m->run(s, ctx, z, w, mon, info);
}

#define SOLVER(ident, kind, text, about, table, ...)                                               \
    ZNI_SOLVER(ident, kind, text, about, solver, table, .fini = fini, __VA_ARGS__)
#define FRICTION(ident, text, about, table, ...)                                                   \
    SOLVER(zni_global_friction_##ident, ZN_KIND_GLOBAL_FRICTION_SOLVER, text, about, table,        \
           __VA_ARGS__)
#define ROLLING(ident, text, about, table, ...)                                                    \
    SOLVER(zni_global_rolling_##ident, ZN_KIND_GLOBAL_ROLLING_SOLVER, text, about, table,          \
           __VA_ARGS__)

/* ---- Gauss-Seidel: gnsgs.c ----------------------------------------------- */

static zn_status run_nsgs(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    zn_status st = zni_nsgs_check(ctx, &s->how.nsgs);

    if (!st && !zni_motion_sweeps(&s->g))
        st = zni_motion_influence(ctx, &s->g, INFINITY);
    return st ? st : zni_gnsgs_run(ctx, &s->sweeps, &s->how.nsgs, &s->g, z, w, mon, info);
}

static const method nsgs = {ZNI_BLOCKS, run_nsgs};

ZNI_SOLVE(solve_nsgs, solve, &nsgs)

static const zn_option nsgs_options[] = {
    ZNI_NSGS_LIMITS(solver, how.nsgs),
    ZNI_NSGS_OMEGA(solver, how.nsgs),
    ZNI_NSGS_ORDERS(solver, how.nsgs, "natural|shuffled|reverse", "of the contacts",
                    ZNI_NSGS_PACES, ZNI_NSGS_PACES_ARE),
    ZNI_NSGS_SHUFFLE(solver, how.nsgs),
    ZNI_NSGS_FREEZE(solver, how.nsgs, "contact"),
    ZN_OPT_END,
};

FRICTION(nsgs, "nsgs", "Gauss-Seidel on v, W not formed (Jourdan et al. 1998)", nsgs_options,
         .solve = solve_nsgs);

/* ---- Newton: gnewton.c --------------------------------------------------- */

static zn_status run_newton(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    static const int searches[] = {ZNI_FULL_STEP, ZNI_ARMIJO, ZNI_GOLDSTEIN};
    zn_status st = ZN_OK;

    if (s->how.newton.hybrid > 0 && !zni_motion_sweeps(&s->g))
        st = zni_motion_influence(ctx, &s->g, INFINITY);
    s->how.newton.search = searches[s->line_search];
    return st ? st : zni_gnewton_run(ctx, &s->newton, &s->how.newton, &s->g, z, w, mon, info);
}

static zn_status solve_map(solver *s, zn_ctx *ctx, zni_map_kind map, const void *problem,
                           double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    static const method newton = {ZNI_BLOCKS | ZNI_WAYS, run_newton};

    s->how.newton.map = (int)map;
    return solve(s, ctx, &newton, problem, z, w, mon, info);
}

ZNI_SOLVE(solve_ac, solve_map, ((solver *)state)->variant == 0 ? ZNI_AC : ZNI_JM)
ZNI_SOLVE(solve_natural, solve_map, ZNI_NATURAL)
ZNI_SOLVE(solve_fb, solve_map, ZNI_FB)

#define NEWTON                                                                                     \
    ZNI_LIMITS_IN(solver, how.newton, 1e-8, 200, 1e6, "steps before giving up"),                   \
        ZNI_OPTION(solver, CHOICE, "jacobian", how.newton.reduced, 1, 0, 0, "full|reduced",        \
                   "unknowns of the system: v, u, r, or v, r"),                                    \
        ZN_OPT_CHOICE(solver, line_search, 1, "none|armijo|goldstein-price",                       \
                      "how steps are damped"),                                                     \
        ZNI_OPTION(solver, REAL, "rho", how.newton.rho, 1, 1e-300, 1e300, NULL,                    \
                   "scales u to r, for the choice constant"),                                      \
        ZNI_OPTION(solver, REAL, "regularisation", how.newton.reg, 1e-6, 0, 1, NULL,               \
                   "proximal term of the Jacobian, relative to the diagonal of W"),                \
        ZNI_OPTION(solver, INT, "hybrid", how.newton.hybrid, 100, 0, 1e6, NULL,                    \
                   "Gauss-Seidel sweeps when a step fails, 0: give up")

static const zn_option ac_options[] = {
    NEWTON,
    ZNI_OPTION(solver, CHOICE, "rho_choice", how.newton.rho_rule, 0, 0, 0, "block|constant|split",
               "from the contact's block, the option rho, or from parts of the block"),
    ZN_OPT_CHOICE(solver, variant, 0, "alart-curnier|jean-moreau",
                  "radius of the friction disk: predicted or present load"),
    ZN_OPT_END,
};
static const zn_option newton_options[] = {
    NEWTON,
    ZNI_OPTION(solver, CHOICE, "rho_choice", how.newton.rho_rule, 0, 0, 0, "block|constant",
               "from the contact's block, or the option rho"),
    ZN_OPT_END,
};

FRICTION(newton_ac, "newton-ac", "Newton on the whole, Alart-Curnier (1991), Jean-Moreau (1992)",
         ac_options, .solve = solve_ac);
FRICTION(newton_natural, "newton-natural", "Newton on the whole, natural map (Christensen 1998)",
         newton_options, .solve = solve_natural);
FRICTION(newton_fb, "newton-fb", "Newton on the whole, Fischer-Burmeister (Fukushima 2002)",
         newton_options, .solve = solve_fb);

/* ---- Newton by bodies: vnewton.c ------------------------------------------- */

static zn_status by_bodies(solver *s, zn_ctx *ctx, const zni_vnewton *opt, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    const zn_status st = zni_vnewton_set(ctx, &s->velocity, &s->g, mon);

    return st ? st : zni_vnewton_run(ctx, &s->velocity, opt, z, w, mon, info);
}

static zn_status run_velocity(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                              zn_solve_info *info)
{
    const zn_status st = by_bodies(s, ctx, &s->how.velocity, z, w, mon, info);

    if (st >= 0)
        zni_motion_move(&s->g, z, w);
    return st;
}

static const method velocity = {ZNI_WAYS, run_velocity};

ZNI_SOLVE(solve_velocity, solve, &velocity)

static const zn_option velocity_options[] = {
    ZNI_LIMITS_IN(solver, how.velocity, 1e-8, 1000, 1e9,
                  "steps of Newton's method, those of proximal points included"),
    ZNI_OPTION(solver, INT, "steps", how.velocity.steps, ZNI_VNEWTON_STEPS, 1, 1e9, NULL,
               "most of them on the problem itself, before proximal points"),
    ZN_OPT_END,
};

FRICTION(newton_velocity, "newton-velocity",
         "semismooth Newton, then proximal points, factors by bodies", velocity_options,
         .solve = solve_velocity);

/* ---- alternating directions: gadmm.c ---------------------------------------- */

static zn_status run_admm(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    zn_status st;

    zni_motion_scale(&s->g, z);
    st = zni_gadmm_run(ctx, &s->admm, &s->how.admm, &s->g, z, w, mon, info);
    zni_motion_unscale(&s->g, z, w);
    return st;
}

static const method admm = {ZNI_WAYS, run_admm};

ZNI_SOLVE(solve_admm, solve, &admm)

static const zn_option admm_options[] = {
    ZNI_LIMITS_IN(solver, how.admm, 1e-8, 20000, 1e9, "iterations"),
    ZNI_OPTION(solver, REAL, "rho", how.admm.rho, 1, 1e-9, 1e9, NULL,
               "first penalty, relative to the inverse of the diagonal of W"),
    ZN_OPT_END,
};

FRICTION(admm, "admm", "alternating directions, W not formed (Boyd et al. 2011)", admm_options,
         .solve = solve_admm);
ROLLING(admm, "admm", "alternating directions on the scaled problem, nothing is condensed",
        admm_options, .init = zni_motion_init_rolling, .solve = solve_admm);

/* ---- interior points and their path: gipm.c ----------------------------------- */

/* The last digits of the path are rounding before those of the problem are: x and y of a contact
 * that has neither load nor velocity are as small as the root of m. Newton's method ends it. */
static zn_status polish(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    const zn_index done = info->iterations;
    const zni_vnewton opt = {s->tol, s->max_iter - done, ZNI_VNEWTON_STEPS};
    const zn_status st = by_bodies(s, ctx, &opt, z, w, mon, info);

    info->iterations += done;
    return st;
}

static zn_status run_points(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    const zni_fipm opt = {
        .tol = s->tol, .max_iter = s->max_iter, .shift = s->shift, .brief = s->brief};
    const bool rolls = s->g.c.mur != NULL;
    zni_gipm_work *k = &s->points;
    zn_status st = zni_gipm_set(ctx, k, &s->g, mon);

    if (st)
        return st;
    k->work.care = s->care;
    k->whole = s->polish && !rolls ? &s->velocity : NULL;
    k->work.near = k->whole != NULL;
    zni_motion_scale(&s->g, z);
    st = zni_gipm_run(ctx, k, &opt, z, w, mon, info);
    if (st == ZN_UNSOLVED && k->path && !rolls && info->outcome == ZN_STALLED &&
        info->iterations < s->max_iter)
        st = polish(s, ctx, z, w, mon, info);
    zni_motion_unscale(&s->g, z, w);
    return st;
}

static const method points = {ZNI_WAYS, run_points};

ZNI_SOLVE(solve_points, solve, &points)

static zn_status init_path(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((solver *)state)->points.path = true;
    return ZN_OK;
}

static zn_status init_rolling_path(void *state, zn_ctx *ctx)
{
    const zn_status st = init_path(state, ctx);

    return st ? st : zni_motion_init_rolling(state, ctx);
}

static const zn_option points_options[] = {
    ZNI_IPM_OPTIONS(solver),
    ZN_OPT_BOOL(solver, brief, 0,
                "end where steps without the derivative stand still, and do not begin anew"),
    ZN_OPT_END,
};
static const zn_option path_options[] = {
    ZNI_PATH_OPTIONS(solver),
    ZN_OPT_BOOL(solver, polish, 0,
                "Newton's method on the whole problem from where the path leads"),
    ZN_OPT_END,
};
static const zn_option rolling_path_options[] = {ZNI_PATH_OPTIONS(solver), ZN_OPT_END};

FRICTION(interior_point, "interior-point",
         "primal-dual interior points, nothing is condensed", points_options,
         .solve = solve_points);
ROLLING(interior_point, "interior-point",
        "primal-dual interior points on the scaled problem, nothing condensed", points_options,
        .init = zni_motion_init_rolling, .solve = solve_points);
ZNI_PATH_SOLVER(zni_global_friction_central_path, ZN_KIND_GLOBAL_FRICTION_SOLVER, solver,
                path_options, .init = init_path, .solve = solve_points, .fini = fini);
ZNI_PATH_SOLVER(zni_global_rolling_central_path, ZN_KIND_GLOBAL_ROLLING_SOLVER, solver,
                rolling_path_options, .init = init_rolling_path, .solve = solve_points,
                .fini = fini);

/* ---- the condensed problem: reduced.c ------------------------------------------ */

static zn_status run_reduced(solver *s, zn_ctx *ctx, double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info)
{
    return zni_reduced_run(ctx, &s->reduced, s->solver, s->tol, &s->g, z, w, mon, info);
}

static const method condensed = {0, run_reduced};

ZNI_SOLVE(solve_reduced, solve, &condensed)

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem, double z[],
                               double w[], zn_monitor *mon, zn_solve_info *info)
{
    solver *s = state;

    return zni_reduced_rolling(ctx, &s->reduced, s->solver, s->tol, &s->g, problem, z, w, mon,
                               info);
}

static const zn_option reduced_options[] = {
    ZNI_TOL(solver, tol, 1e-8),
    ZN_OPT_WORD(solver, solver, "nsgs", "of the condensed class, for the condensed problem"),
    ZN_OPT_END,
};

FRICTION(reduced, "reduced", "condensed problem by a solver of friction", reduced_options,
         .solve = solve_reduced);
ROLLING(reduced, "reduced", "condensed problem by a solver of rolling friction", reduced_options,
        .solve = solve_rolling);
