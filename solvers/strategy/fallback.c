/* fallback.c - one solver of a class after another, from the best point so far
 * SPDX-License-Identifier: Apache-2.0 */
#include "fallback.h"

#include "../core/room.h"
#include "portfolio.h"

zn_status zni_fallback_init(zni_fallback *f, zn_ctx *ctx, const char *problem,
                            const char *const names[])
{
    zn_status st = ZN_OK;

    for (int i = 0; i < ZNI_FALLBACKS && names[i] && !st; i++)
        st = zn_solver_new(ctx, problem, names[i], &f->solver[i]);
    return st;
}

zn_status zni_fallback_reserve(void *state, zn_ctx *ctx, zn_index n,
                               zn_index nnz)
{
    zni_fallback *f = state;
    zn_status st = zni_room(ctx, &f->best, &f->cap_best, ZNI_PORTFOLIO(n, n),
                           sizeof *f->best);

    for (int i = 0; f->solver[i] && !st; i++)
        st = zn_solver_reserve(f->solver[i], n, nnz);
    return st;
}

static zn_status run(const zni_portfolio *p, int i, zn_ctx *ctx, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zni_fallback *f = p->state;
    zn_status st = zn_solver_set_real(f->solver[i], "tol", f->tol);

    (void)ctx;
    return st ? st
              : zn_solver_solve_inner(f->solver[i], p->data, z, w, mon, info);
}

static const char *why(const zni_portfolio *p, int i)
{
    const zni_fallback *f = p->state;

    return f->why ? f->why[i] : NULL;
}

zn_status zni_fallback_solve(zni_fallback *f, zn_ctx *ctx, const void *p,
                             zn_index nz, zn_index nw, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_room(ctx, &f->best, &f->cap_best, ZNI_PORTFOLIO(nz, nw),
                           sizeof *f->best);
    zni_portfolio all = {.run = run,
                         .state = f,
                         .data = p,
                         .first = f->first,
                         .nz = nz,
                         .nw = nw,
                         .best = f->best,
                         .proofs = f->proofs ? ZNI_SHOWN : ZNI_DOUBTED,
                         .fresh = f->fresh,
                         .why = why};

    while (f->solver[all.count])
        all.count++;
    return st ? st : zni_portfolio_run(&all, ctx, z, w, mon, info);
}

void zni_fallback_fini(void *state, zn_ctx *ctx)
{
    zni_fallback *f = state;

    for (int i = 0; f->solver[i]; i++)
        zn_solver_free(f->solver[i]);
    zn_free_array(ctx, f->best);
}
