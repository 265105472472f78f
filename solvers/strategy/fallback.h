/* fallback.h - the solvers of one class by name, one after another
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_FALLBACK_H
#define ZENO_SOLVERS_FALLBACK_H

#include "../core/solver_type.h"

enum { ZNI_FALLBACKS = 6 };

/* The state of a solver that is one, or its first member. */
typedef struct zni_fallback {
    zn_solver *solver[ZNI_FALLBACKS + 1]; /* ended by NULL */
    const char *const *why; /* of each, or NULL: why it is where it is         */
    int      first;    /* number of the first one to ask                      */
    unsigned fresh;    /* those that begin at the start, as zni_portfolio.fresh */
    bool     proofs;   /* infeasible and ray are the last word, with z and w  */
    double   tol;      /* that each is asked for                              */
    double  *best;     /* of the portfolio                                    */
    zn_index cap_best;
} zni_fallback;

zn_status zni_fallback_init(zni_fallback *f, zn_ctx *ctx, const char *problem,
                            const char *const names[]);
zn_status zni_fallback_reserve(void *state, zn_ctx *ctx, zn_index n,
                               zn_index nnz);
/* As zni_portfolio_run. */
zn_status zni_fallback_solve(zni_fallback *f, zn_ctx *ctx, const void *p,
                             zn_index nz, zn_index nw, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info);
void zni_fallback_fini(void *state, zn_ctx *ctx);

/* the option of all of them */
#define ZNI_FALLBACK_TOL(T, field)                                             \
    {ZN_OPTION_REAL, "tol", offsetof(T, field), 1e-8, 0, 1, NULL, "-",         \
     "error that counts as solved"}

#endif
