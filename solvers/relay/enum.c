/* enum.c - relay by enumeration of all choices of sides
 * SPDX-License-Identifier: Apache-2.0 */
#include "relay.h"

typedef struct enums {
    zni_enum opt;
    zni_box_work work;
} enums;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_box_work *k = &((enums *)state)->work;
    zn_status st = zni_box_reserve(ctx, k, n, nnz);

    return st ? st : zn_grow(ctx, &k->start, &k->cap_start, n, 1);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    enums *s = state;
    zni_box b = zni_relay_box(problem);

    return zni_box_enum(ctx, &s->work, &s->opt, &b, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_box_fini(ctx, &((enums *)state)->work);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(enums, opt.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_rows", offsetof(enums, opt.max_rows), 12, 1, 25, NULL,
     "-", "largest n that is accepted; the work triples with each"},
    ZN_OPT_END,
};

const zn_solver_type zni_relay_enum = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_RELAY_SOLVER,
             .name = "enum",
             .summary = "all 3^n choices of sides, for n up to about 12",
             .state_size = sizeof(enums),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
