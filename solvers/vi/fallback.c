/* fallback.c - one solver of a class after another, from the best point so far
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <string.h>

zn_status zni_fallback_init(zni_fallback *f, zn_ctx *ctx, const char *problem,
                            const char *const names[])
{
    zn_status st = ZN_OK;

    for (int i = 0; i < ZNI_FALLBACKS && names[i] && !st; i++)
        st = zn_solver_new(ctx, problem, names[i], &f->solver[i]);
    return st;
}

zn_status zni_fallback_reserve(zni_fallback *f, zn_ctx *ctx, zn_index n,
                               zn_index nnz)
{
    zn_status st = zn_grow(ctx, &f->best, &f->cap_best, 3 * n, sizeof *f->best);

    for (int i = 0; f->solver[i] && !st; i++)
        st = zn_solver_reserve(f->solver[i], n, nnz);
    return st;
}

/* is there no point in another method? */
static bool final(zn_status st, const zn_solve_info *info)
{
    if (st < 0)
        return st != ZN_EINVAL && st != ZN_ESINGULAR;
    return !st || info->outcome == ZN_INTERRUPTED ||
           info->outcome == ZN_TIME_LIMIT;
}

static bool proved(const zni_fallback *f, zn_status st,
                   const zn_solve_info *info)
{
    return f->proofs && st == ZN_UNSOLVED &&
           (info->outcome == ZN_INFEASIBLE || info->outcome == ZN_RAY);
}

zn_status zni_fallback_solve(zni_fallback *f, zn_ctx *ctx, double tol,
                             const void *p, zn_index nz, zn_index nw,
                             double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info)
{
    size_t zs = (size_t)nz * sizeof *z, ws = (size_t)nw * sizeof *w;
    zn_solve_info chosen = {.outcome = ZN_STALLED, .solver = "auto"};
    zn_outcome first = ZN_SOLVED;
    double least = INFINITY;
    zn_index work = 0;
    zn_status st =
        zn_grow(ctx, &f->best, &f->cap_best, 2 * nz + nw, sizeof *f->best);

    if (st)
        return st;
    double *start = f->best + nz + nw;

    memcpy(f->best, z, zs);
    memcpy(start, z, zs);
    for (int i = f->first; f->solver[i]; i++) {
        st = zn_solver_set_real(f->solver[i], "tol", tol);
        if (!st)
            st = zn_solver_solve_inner(f->solver[i], p, z, w, mon, info);
        if (st >= 0)
            work += info->iterations;
        if (st > 0 && (first == ZN_SOLVED || info->outcome == ZN_INFEASIBLE))
            first = info->outcome;
        if (proved(f, st, info) ||
            (final(st, info) && (st <= 0 || info->error <= least))) {
            info->iterations = work;
            return st;
        }
        if (st > 0 && info->error < least) {
            least = info->error;
            chosen = *info;
            memcpy(f->best, z, zs);
            memcpy(f->best + nz, w, ws);
        }
        memcpy(z, f->apart ? start : f->best, zs);
        if (final(st, info))
            break;
    }
    if (first == ZN_SOLVED)
        return st; /* none applied */
    memcpy(z, f->best, zs);
    if (least < INFINITY)
        memcpy(w, f->best + nz, ws);
    *info = chosen;
    info->iterations = work;
    info->outcome = first;
    return ZN_UNSOLVED;
}

void zni_fallback_fini(zni_fallback *f, zn_ctx *ctx)
{
    for (int i = 0; f->solver[i]; i++)
        zn_solver_free(f->solver[i]);
    zn_free_array(ctx, f->best);
}
