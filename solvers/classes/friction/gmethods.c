/* gmethods.c - Gauss-Seidel and Newton methods on global friction, as solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* ---- Gauss-Seidel: gnsgs.c ----------------------------------------------- */

typedef struct gnsgs {
    zni_nsgs opt;
    zni_motion g;
    zni_gnsgs_work work;
} gnsgs;

static zn_status solve_nsgs(void *state, zn_ctx *ctx, const void *problem,
                            double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    gnsgs *s = state;
    zn_status st = zni_nsgs_check(ctx, &s->opt);

    if (!st)
        st = zni_motion_begin(ctx, &s->g, problem, ZNI_BLOCKS, z, w, mon);
    if (!st && !zni_motion_sweeps(&s->g))
        st = zni_motion_influence(ctx, &s->g, INFINITY);
    return st ? st
              : zni_gnsgs_run(ctx, &s->work, &s->opt, &s->g, z, w, mon, info);
}

static void fini_nsgs(void *state, zn_ctx *ctx)
{
    gnsgs *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gnsgs_fini(ctx, &s->work);
}

static const zn_option nsgs_options[] = {
    ZNI_NSGS_LIMITS(gnsgs, opt),
    ZNI_NSGS_OMEGA(gnsgs, opt),
    ZNI_NSGS_ORDERS(gnsgs, opt, "natural|shuffled|reverse", "of the contacts",
                    ZNI_NSGS_PACES, ZNI_NSGS_PACES_ARE),
    ZNI_NSGS_SHUFFLE(gnsgs, opt),
    ZNI_NSGS_FREEZE(gnsgs, opt, "contact"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_nsgs, ZN_KIND_GLOBAL_FRICTION_SOLVER, "nsgs",
           "Gauss-Seidel on v, W not formed (Jourdan et al. 1998)", gnsgs,
           nsgs_options, .solve = solve_nsgs, .fini = fini_nsgs);

/* ---- Newton: gnewton.c --------------------------------------------------- */

typedef struct gnewton {
    zni_gnewton opt;
    int variant; /* of newton-ac */
    int line_search;
    zni_motion g;
    zni_gnewton_work work;
} gnewton;

static zn_status run(gnewton *s, zn_ctx *ctx, zni_map_kind map,
                     const void *problem, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    static const int searches[] = {ZNI_FULL_STEP, ZNI_ARMIJO, ZNI_GOLDSTEIN};
    zn_status st =
        zni_motion_begin(ctx, &s->g, problem, ZNI_BLOCKS | ZNI_WAYS, z, w, mon);

    if (!st && s->opt.hybrid > 0 && !zni_motion_sweeps(&s->g))
        st = zni_motion_influence(ctx, &s->g, INFINITY);
    s->opt.map = (int)map;
    s->opt.search = searches[s->line_search];
    return st ? st
              : zni_gnewton_run(ctx, &s->work, &s->opt, &s->g, z, w, mon, info);
}

ZNI_SOLVE(solve_ac, run, ((gnewton *)state)->variant == 0 ? ZNI_AC : ZNI_JM)
ZNI_SOLVE(solve_natural, run, ZNI_NATURAL)
ZNI_SOLVE(solve_fb, run, ZNI_FB)

static void fini_newton(void *state, zn_ctx *ctx)
{
    gnewton *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gnewton_fini(ctx, &s->work);
}

#define COMMON                                                                 \
    ZNI_LIMITS_IN(gnewton, opt, 1e-8, 200, 1e6, "steps before giving up"),     \
        ZNI_OPTION(gnewton, CHOICE, "jacobian", opt.reduced, 1, 0, 0,          \
            "full|reduced", "unknowns of the system: v, u, r, or v, r"),       \
        ZN_OPT_CHOICE(gnewton, line_search, 1, "none|armijo|goldstein-price",  \
                      "how steps are damped"),                                 \
        ZNI_OPTION(gnewton, REAL, "rho", opt.rho, 1, 1e-300, 1e300, NULL,      \
            "scales u to r, for the choice constant"),                         \
        ZNI_OPTION(gnewton, REAL, "regularisation", opt.reg, 1e-6, 0, 1, NULL, \
            "proximal term of the Jacobian, relative to the diagonal of W"),   \
        ZNI_OPTION(gnewton, INT, "hybrid", opt.hybrid, 100, 0, 1e6, NULL,      \
            "Gauss-Seidel sweeps when a step fails, 0: give up")

static const zn_option ac_options[] = {
    COMMON,
    ZNI_OPTION(gnewton, CHOICE, "rho_choice", opt.rho_rule, 0, 0, 0, "block|constant|split",
        "from the contact's block, the option rho, or from parts of the block"),
    ZN_OPT_CHOICE(gnewton, variant, 0, "alart-curnier|jean-moreau",
                  "radius of the friction disk: predicted or present load"),
    ZN_OPT_END,
};
static const zn_option options[] = {
    COMMON,
    ZNI_OPTION(gnewton, CHOICE, "rho_choice", opt.rho_rule, 0, 0, 0, "block|constant",
               "from the contact's block, or the option rho"),
    ZN_OPT_END,
};

#define CLASS(ident, text, about, table, function)                             \
    ZNI_SOLVER(ident, ZN_KIND_GLOBAL_FRICTION_SOLVER, text, about, gnewton,    \
               table, .solve = function, .fini = fini_newton)

CLASS(zni_global_friction_newton_ac, "newton-ac",
      "Newton on the whole, Alart-Curnier (1991), Jean-Moreau (1992)",
      ac_options, solve_ac);
CLASS(zni_global_friction_newton_natural, "newton-natural",
      "Newton on the whole, natural map (Christensen 1998)", options,
      solve_natural);
CLASS(zni_global_friction_newton_fb, "newton-fb",
      "Newton on the whole, Fischer-Burmeister (Fukushima 2002)", options,
      solve_fb);
