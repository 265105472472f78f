/* homotopy.c - the path of proximal problems, the problem condensed
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* prox_path.c on W: the matrix is F (W + alpha I) + G, by blocks. */
typedef struct run {
    zn_ctx *ctx;
    zni_fnewton_work *newton;
    const zni_fc *c;
} run;

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

zn_status zni_homotopy_run(zn_ctx *ctx, zni_work *k,
                           zni_fnewton_work *newton, const zni_homotopy *s,
                           const zni_fc *c, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_work_room(ctx, k, c->n);
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
