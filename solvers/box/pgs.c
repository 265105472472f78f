/* pgs.c - projected Gauss-Seidel of LCP, MLCP and relay: plain, relaxed,
 * regularised
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"

/* Three names for one iteration, ../lcp/box_sor.c: pgs has omega = 1 and no
 * regularisation, psor sets omega, rpgs rho. Equality rows are not projected;
 * their diagonal must be nonzero too. */
typedef struct pgs {
    zni_front front;
    zni_sor opt;
    zni_sor_work work;
} pgs;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    pgs *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    return st ? st : zni_box_sor_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    pgs *s = state;
    zni_sor opt = s->opt;
    zni_box b;
    zn_status st = s->front.view(&s->front, ctx, problem, &b);

    if (opt.omega == 0)
        opt.omega = 1; /* pgs and rpgs have no such option */
    return st ? st : zni_box_sor(ctx, &s->work, &opt, &b, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    pgs *s = state;

    zni_front_fini(&s->front, ctx);
    zni_box_sor_fini(ctx, &s->work);
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

ZNI_BOX_CLASSES(pgs, "pgs",
                "projected Gauss-Seidel, any storage (Cottle et al. 1992)", pgs,
                solve, pgs_options);
ZNI_BOX_CLASSES(psor, "psor",
                "projected successive over-relaxation (Cottle et al. 1992)",
                pgs, solve, psor_options);
ZNI_BOX_CLASSES(rpgs, "rpgs",
                "projected Gauss-Seidel, proximal term (Rockafellar 1976)", pgs,
                solve, rpgs_options);
