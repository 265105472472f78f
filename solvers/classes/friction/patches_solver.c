/* patches_solver.c - sweeps of all and of patches as a solver of friction problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "patches.h"

#include <stddef.h>

#include "../../core/solver_type.h"
#include "stages.h"

typedef struct solver {
    zni_fc c;
    double tol;
    zn_index max_iter;
    zn_index first;
    zn_index granted;
    zn_index patience;
    zn_index size;
    int rescue;
    zn_index threads;
    zni_nsgs_work all;
    zni_patches_work work;
} solver;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    solver *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_nsgs_reserve(ctx, &s->all, n);
    if (!st)
        st = zni_seidel_reserve_pace(ctx, &s->all.turns, n, ZNI_DEPTH);
    return st ? st : zni_patches_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    solver *s = state;
    const zni_patches how = {.tol = s->tol,
                             .max_iter = s->max_iter,
                             .granted = s->granted,
                             .patience = s->patience > 0 ? s->patience : s->max_iter,
                             .first = s->first,
                             .size = s->size,
                             .rescues = s->rescue ? PTRDIFF_MAX : 0,
                             .threads = s->threads > 0 ? s->threads
                                                       : zni_pool_cores()};
    const zn_status st = zni_fc_set(ctx, &s->c, problem);

    return st ? st
              : zni_patches_run(ctx, &s->work, &s->all, &how, &s->c, z, w, mon,
                                info);
}

static void fini(void *state, zn_ctx *ctx)
{
    solver *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_nsgs_fini(ctx, &s->all);
    zni_patches_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZNI_LIMITS(solver, 1e-8, 10000, 1e9,
               "sweeps before giving up, those of patches by their share"),
    ZN_OPT_INT(solver, first, ZNI_PATCHES_FIRST, 1, 1e9, "-",
               "sweeps of all before the first patch"),
    ZN_OPT_INT(solver, granted, 0, 0, 1e9, "-",
               "sweeps whatever the gain; after those it gives up unless it seems to arrive within "
               "max_iter; 0: all"),
    ZN_OPT_INT(solver, patience, 0, 0, 1e9, "-",
               "sweeps that it may still seem to need after those granted; 0: all that are left"),
    ZN_OPT_INT(solver, size, ZNI_PATCH, 1, 1e9, "-",
               "contacts of the smallest patches"),
    ZN_OPT_INT(solver, threads, 1, 0, 256, "-",
               "that share 10000 contacts and more, 0: as many as processors; same bits"),
    ZN_OPT_BOOL(solver, rescue, 1,
                "the smallest patches that sweeps do not end: by `auto`"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_patches, ZN_KIND_FRICTION_SOLVER, "patches",
           "Gauss-Seidel on patches where the error is, between sweeps of all",
           solver, options, .reserve = reserve, .solve = solve, .fini = fini);
