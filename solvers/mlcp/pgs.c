/* pgs.c - projected Gauss-Seidel, relaxed, regularised
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

/* Three names for one iteration, lcp/box_sor.c, in which equality rows are not
 * projected; all of M's diagonal must be nonzero: pgs has omega = 1 and no
 * regularisation, psor sets omega, rpgs rho. */
typedef struct pgs {
    zni_sor opt;
    zni_sor_work work;
    double *lo;
    zn_index cap_lo;
} pgs;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    pgs *s = state;
    zn_status st = zn_grow(ctx, &s->lo, &s->cap_lo, n, sizeof *s->lo);

    return st ? st : zni_box_sor_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    pgs *s = state;
    zni_sor opt = s->opt;
    zni_box b;
    zn_status st = zni_mlcp_box(ctx, problem, &s->lo, &s->cap_lo, &b);

    if (st)
        return st;

    if (opt.omega == 0)
        opt.omega = 1; /* pgs and rpgs have no such option */
    return zni_box_sor(ctx, &s->work, &opt, &b, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    pgs *s = state;

    zni_box_sor_fini(ctx, &s->work);
    zn_free_array(ctx, s->lo);
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
                                           .kind = ZN_KIND_MLCP_SOLVER,        \
                                           .name = text,                       \
                                           .summary = about,                   \
                                           .state_size = sizeof(pgs),          \
                                           .options = table},                  \
                                  .reserve = reserve,                          \
                                  .solve = solve,                              \
                                  .fini = fini}

CLASS(zni_mlcp_pgs, "pgs", "projected Gauss-Seidel, any storage", pgs_options);
CLASS(zni_mlcp_psor, "psor", "projected successive over-relaxation",
      psor_options);
CLASS(zni_mlcp_rpgs, "rpgs", "projected Gauss-Seidel, proximal regularisation",
      rpgs_options);
