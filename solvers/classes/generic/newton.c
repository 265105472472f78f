/* newton.c - semismooth Newton on a generic mechanical problem, as a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"

/* The iteration is in gnewton.c, the functions in map.c and friction/. */
typedef struct newton {
    zni_gmnewton opt;
    int function;
    zni_gm g;
    zni_gmnewton_work work;
    zni_gsweep_work sweeps;
} newton;

static const zni_map_kind functions[] = {ZNI_AC, ZNI_JM, ZNI_NATURAL, ZNI_FB};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    zn_status st = zni_gm_reserve(ctx, &s->g, n, nnz);

    if (!st)
        st = zni_gmnewton_reserve(ctx, &s->work, n, nnz);
    return st ? st : zni_gsweep_reserve(ctx, &s->sweeps, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    newton *s = state;
    zni_nsgs sweeps = {.omega = 1};
    zn_status st = zni_gm_set(ctx, &s->g, problem);

    if (!st)
        st = zni_gmnewton_set(ctx, &s->work, &s->g);
    if (!st)
        st = zni_gsweep_set(ctx, &s->sweeps, &sweeps, &s->g);
    s->opt.map = (int)functions[s->function];
    return st ? st
              : zni_gmnewton_run(ctx, &s->work, &s->sweeps, &s->opt, &s->g, z,
                                 w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    newton *s = state;

    zni_gm_fini(ctx, &s->g);
    zni_gmnewton_fini(ctx, &s->work);
    zni_gsweep_fini(ctx, &s->sweeps);
}

static const zn_option options[] = {
    ZNI_LIMITS_IN(newton, opt, 1e-8, 200, 1e6, "steps before giving up"),
    ZN_OPT_CHOICE(newton, function, 0, "alart-curnier|jean-moreau|natural|fischer-burmeister",
                  "of contacts; other rows: min, or Fischer-Burmeister with the last"),
    ZNI_OPTION(newton, BOOL, "line_search", opt.search, 1, 0, 1, NULL, "damp the steps"),
    ZNI_OPTION(newton, REAL, "regularisation", opt.reg, 1e-8, 0, 1, NULL,
               "proximal term of the Jacobian, relative to the diagonal of M"),
    ZNI_OPTION(newton, INT, "hybrid", opt.hybrid, 100, 0, 1e6, NULL,
               "Gauss-Seidel sweeps when a step fails, 0: give up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_newton, ZN_KIND_GENERIC_SOLVER, "newton",
           "semismooth Newton on all blocks (Alart & Curnier 1991; Qi & Sun "
           "1993)",
           newton, options, .reserve = reserve, .solve = solve, .fini = fini);
