/* newton.c - semismooth Newton methods for the relay problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "relay.h"

typedef struct newton {
    zni_newton opt;
    zni_box_work work;
} newton;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;

    return zni_box_newton_reserve(ctx, &s->work, &s->opt, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    newton *s = state;
    zni_box b = zni_relay_box(problem);

    return zni_box_newton(ctx, &s->work, &s->opt, &b, z, w, mon, info);
}

static zn_status init_fb(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((newton *)state)->opt.fb = true;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_box_fini(ctx, &((newton *)state)->work);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(newton, opt.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_iter", offsetof(newton, opt.max_iter), 200, 1, 1e6,
     NULL, "-", "Newton steps before giving up"},
    ZN_OPT_END,
};

const zn_solver_type zni_relay_newton_min = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_RELAY_SOLVER,
             .name = "newton-min",
             .summary = "active sets of the projection, damped when they cycle",
             .state_size = sizeof(newton),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};

const zn_solver_type zni_relay_newton_fb = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_RELAY_SOLVER,
             .name = "newton-fb",
             .summary = "semismooth Newton on Fischer-Burmeister, line search",
             .state_size = sizeof(newton),
             .options = options},
    .init = init_fb,
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
