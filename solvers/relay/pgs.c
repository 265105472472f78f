/* pgs.c - projected Gauss-Seidel, relaxed, regularised
 * SPDX-License-Identifier: Apache-2.0 */
#include "relay.h"

/* Three names for one iteration, lcp/box_sor.c: pgs has omega = 1 and no
 * regularisation, psor sets omega, rpgs rho. */
typedef struct pgs {
    zni_sor opt;
    zni_sor_work work;
} pgs;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_box_sor_reserve(ctx, &((pgs *)state)->work, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    pgs *s = state;
    zni_sor opt = s->opt;
    zni_box b = zni_relay_box(problem);

    if (opt.omega == 0)
        opt.omega = 1; /* pgs and rpgs have no such option */
    return zni_box_sor(ctx, &s->work, &opt, &b, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_box_sor_fini(ctx, &((pgs *)state)->work);
}

#define TOL                                                                    \
    {                                                                          \
        ZN_OPTION_REAL, "tol", offsetof(pgs, opt.tol), 1e-8, 0, 1, NULL, "-",  \
            "error that counts as solved"                                      \
    }
#define MAX_ITER                                                               \
    {                                                                          \
        ZN_OPTION_INT, "max_iter", offsetof(pgs, opt.max_iter), 10000, 1, 1e9, \
            NULL, "-", "sweeps before giving up"                               \
    }

static const zn_option pgs_options[] = {TOL, MAX_ITER, ZN_OPT_END};
static const zn_option psor_options[] = {
    TOL,
    MAX_ITER,
    {ZN_OPTION_REAL, "omega", offsetof(pgs, opt.omega), 1.4, 0.01, 1.99, NULL,
     "-", "relaxation"},
    ZN_OPT_END,
};
static const zn_option rpgs_options[] = {
    TOL,
    MAX_ITER,
    {ZN_OPTION_REAL, "rho", offsetof(pgs, opt.rho), 0.1, 0, 1e6, NULL, "-",
     "regularisation, relative to the diagonal"},
    ZN_OPT_END,
};

#define CLASS(ident, text, about, table)                                       \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = ZN_KIND_RELAY_SOLVER,       \
                                           .name = text,                       \
                                           .summary = about,                   \
                                           .state_size = sizeof(pgs),          \
                                           .options = table},                  \
                                  .reserve = reserve,                          \
                                  .solve = solve,                              \
                                  .fini = fini}

CLASS(zni_relay_pgs, "pgs", "projected Gauss-Seidel, any storage", pgs_options);
CLASS(zni_relay_psor, "psor", "projected successive over-relaxation",
      psor_options);
CLASS(zni_relay_rpgs, "rpgs", "projected Gauss-Seidel, proximal regularisation",
      rpgs_options);
