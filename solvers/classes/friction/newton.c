/* newton.c - semismooth Newton as a solver, for four functions
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* The iteration is in ../contact/fnewton.c, the functions in ac.c and map.c there. */
typedef struct newton {
    zni_fc c;
    zni_fnewton opt;
    int variant; /* of newton-ac, and of rolling */
    zni_fnewton_work work;
} newton;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    return st ? st : zni_fnewton_reserve(ctx, &s->work, n, nnz);
}

static zn_status run(newton *s, zn_ctx *ctx, zni_map_kind map,
                     const void *problem, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_fc_take(ctx, &s->c, problem, z);

    if (!st)
        st = zni_flin_begin(ctx, &s->work.lin, &s->c, z, w, mon, info);
    s->opt.map = (int)map;
    if (!st)
        st = zni_fnewton_run(ctx, &s->work, &s->opt, &s->c, z, w, mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

ZNI_SOLVE(solve_ac, run, ((newton *)state)->variant == 0 ? ZNI_AC : ZNI_JM)
ZNI_SOLVE(solve_natural, run, ZNI_NATURAL)
ZNI_SOLVE(solve_fb, run, ZNI_FB)

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    static const zni_map_kind maps[] = {ZNI_NATURAL, ZNI_AC, ZNI_JM};
    newton *s = state;

    return run(s, ctx, maps[s->variant], problem, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    newton *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_fnewton_fini(ctx, &s->work);
}

#define COMMON                                                                 \
    ZNI_LIMITS_IN(newton, opt, 1e-8, 200, 1e6, "steps before giving up"),      \
        ZNI_OPTION(newton, BOOL, "line_search", opt.search, 1, 0, 1, NULL,     \
                   "damp the steps"),                                          \
        ZNI_OPTION(newton, REAL, "regularisation", opt.reg, 1e-6, 0, 1, NULL,  \
            "proximal term of the Jacobian, relative to the diagonal of M"),   \
        ZNI_OPTION(newton, BOOL, "fade", opt.fade, 0, 0, 1, NULL,              \
            "that term shrinks as the residual does, down to 1e-6"),           \
        ZNI_OPTION(newton, INT, "hybrid", opt.hybrid, 100, 0, 1e6, NULL,       \
            "Gauss-Seidel sweeps when a step fails, 0: give up")

static const zn_option ac_options[] = {
    COMMON,
    ZN_OPT_CHOICE(newton, variant, 0, "alart-curnier|jean-moreau",
                  "radius of the friction disk: predicted or present load"),
    ZNI_OPTION(newton, CHOICE, "rho", opt.split, 0, 0, 0, "block|split",
               "lengths by the norm of W_aa, or by W_NN and the norm of W_TT"),
    ZN_OPT_END,
};
static const zn_option options[] = {COMMON, ZN_OPT_END};
static const zn_option rolling_options[] = {
    COMMON,
    ZNI_OPTION(newton, CHOICE, "map", variant, 0, 0, 0, "natural|alart-curnier|jean-moreau",
               "function to be made zero"),
    ZN_OPT_END,
};

#define CLASS(ident, text, about, table, function)                             \
    ZNI_SOLVER(ident, ZN_KIND_FRICTION_SOLVER, text, about, newton, table,     \
               .reserve = reserve, .solve = function, .fini = fini)

CLASS(zni_friction_newton_ac, "newton-ac",
      "semismooth Newton, Alart-Curnier (1991), Jean-Moreau (1992)", ac_options,
      solve_ac);
CLASS(zni_friction_newton_natural, "newton-natural",
      "semismooth Newton on the natural map (Christensen 1998)", options,
      solve_natural);
CLASS(zni_friction_newton_fb, "newton-fb",
      "semismooth Newton on Fischer-Burmeister (Fukushima 2002)", options,
      solve_fb);
ZNI_SOLVER(zni_rolling_newton, ZN_KIND_ROLLING_SOLVER, "newton",
           "semismooth Newton on all contacts of the scaled problem", newton,
           rolling_options, .init = zni_fc_init_rolling, .reserve = reserve,
           .solve = solve_rolling, .fini = fini);
