/* box_newton.c - Newton for variational inequalities on a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

typedef struct newton {
    zni_vi_newton opt;
    int direction;
    zni_newton_work work;
    double *v; /* 2 n, for the scale */
    zn_index cap_v;
} newton;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, 2 * n, sizeof *s->v);

    return st ? st : zni_vi_newton_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    newton *s = state;
    const zn_vi *p = problem;
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, 2 * p->n, sizeof *s->v);

    if (st)
        return st;
    s->opt.fb = s->direction == 0;
    return zni_vi_newton_solve(ctx, &s->work, &s->opt, p, zni_vi_scale(p, s->v),
                               z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    newton *s = state;

    zni_vi_newton_fini(ctx, &s->work);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(newton, opt.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_iter", offsetof(newton, opt.max_iter), 200, 1, 1e6,
     NULL, "-", "Newton steps before giving up"},
    ZN_OPT_CHOICE(newton, direction, 0, "fb|min", "where directions come from"),
    ZN_OPT_END,
};

const zn_solver_type zni_vi_box_newton = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_VI_SOLVER,
             .name = "box-newton",
             .summary = "semismooth Newton, a box with Jacobian (Billups 1995)",
             .state_size = sizeof(newton),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
