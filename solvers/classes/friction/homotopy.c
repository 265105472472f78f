/* homotopy.c - the path of proximal problems, the problem condensed
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* prox_path.c on W: the matrix is F (W + alpha I) + G, by blocks. */
typedef struct homotopy {
    zni_fc c;
    zni_homotopy opt;
    zni_fnewton_work newton;
    zni_homotopy_work work;
} homotopy;

typedef struct run {
    zn_ctx *ctx;
    zni_fnewton_work *newton;
    const zni_fc *c;
} run;

zn_status zni_homotopy_reserve(zn_ctx *ctx, zni_homotopy_work *k, zn_index n)
{
    return zni_room(ctx, &k->v, &k->cap_v, ZNI_PROX_PATH * n, sizeof *k->v);
}

void zni_homotopy_fini(zn_ctx *ctx, zni_homotopy_work *k)
{
    zn_free_array(ctx, k->v);
}

static zn_status factor(void *of, double alpha, int *sign)
{
    const run *a = of;
    zni_flin *lin = &a->newton->lin;
    zn_status st;

    zni_fnewton_matrix(a->c, a->newton->ab, alpha, lin->j);
    st = zni_flin_factor(a->ctx, lin, a->c, false);
    return st ? st : zni_flin_sign(a->ctx, lin, sign);
}

static void back(void *of, double b[])
{
    zni_flin_solve(&((const run *)of)->newton->lin, b);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(&((const run *)of)->newton->lin, mon);
}

zn_status zni_homotopy_run(zn_ctx *ctx, zni_homotopy_work *k,
                           zni_fnewton_work *newton, const zni_homotopy *s,
                           const zni_fc *c, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_homotopy_reserve(ctx, k, c->n);
    run a = {.ctx = ctx, .newton = newton, .c = c};
    zni_prox_path path = {.view = zni_view_condensed(c),
                          .of = &a,
                          .factor = factor,
                          .solve = back,
                          .affords = affords};

    if (!st)
        st = zni_fnewton_size(ctx, newton, c);
    if (st)
        return st;
    path.v = k->v;
    path.ab = newton->ab;
    path.rho = newton->rho;
    for (zn_index b = 0; b < c->nc; b++)
        path.rho[2 * b] = path.rho[2 * b + 1] =
            zni_block_step(c->d, c->x + c->d * c->d * c->diag[b], path.view.scale);
    return zni_prox_path_run(&path, s, z, w, mon, info);
}

/* ---- the solver ------------------------------------------------------------ */

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    homotopy *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    return st ? st : zni_homotopy_reserve(ctx, &s->work, n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    homotopy *s = state;
    zn_status st = zni_fc_take(ctx, &s->c, problem, z);

    if (!st)
        st = zni_flin_begin(ctx, &s->newton.lin, &s->c, z, w, mon, info);
    if (!st)
        st = zni_homotopy_run(ctx, &s->work, &s->newton, &s->opt, &s->c, z, w,
                              mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    homotopy *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_fnewton_fini(ctx, &s->newton);
    zni_homotopy_fini(ctx, &s->work);
}

static const zn_option options[] = {ZNI_PROX_PATH_OPTIONS(homotopy, "M")};

ZNI_SOLVER(zni_friction_homotopy, ZN_KIND_FRICTION_SOLVER, "homotopy",
           "path of proximal problems by its length (Keller 1977)", homotopy,
           options, .reserve = reserve, .solve = solve, .fini = fini);
ZNI_SOLVER(zni_rolling_homotopy, ZN_KIND_ROLLING_SOLVER, "homotopy",
           "path of proximal problems of the scaled problem (Keller 1977)",
           homotopy, options, .init = zni_fc_init_rolling, .reserve = reserve,
           .solve = solve, .fini = fini);
