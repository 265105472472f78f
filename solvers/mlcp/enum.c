/* enum.c - MLCP by enumeration of all active sets
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

typedef struct enums {
    zni_enum opt;
    zni_box_work work;
    double *lo;
    zn_index cap_lo;
} enums;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    enums *s = state;
    zni_box_work *k = &s->work;
    zn_status st = zn_grow(ctx, &s->lo, &s->cap_lo, n, sizeof *s->lo);

    if (!st)
        st = zni_box_reserve(ctx, k, n, nnz);
    return st ? st : zn_grow(ctx, &k->start, &k->cap_start, n, 1);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    enums *s = state;
    zni_box b;
    zn_status st = zni_mlcp_box(ctx, problem, &s->lo, &s->cap_lo, &b);

    if (st)
        return st;
    return zni_box_enum(ctx, &s->work, &s->opt, &b, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    enums *s = state;

    zni_box_fini(ctx, &s->work);
    zn_free_array(ctx, s->lo);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(enums, opt.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_rows", offsetof(enums, opt.max_rows), 20, 1, 40, NULL,
     "-", "most complementarity rows; the work doubles with each"},
    ZN_OPT_END,
};

const zn_solver_type zni_mlcp_enum = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_MLCP_SOLVER,
             .name = "enum",
             .summary = "all active sets of the complementarity rows",
             .state_size = sizeof(enums),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
