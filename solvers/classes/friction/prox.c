/* prox.c - proximal points, each problem by semismooth Newton, and their path, the problem condensed
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/prox.h"
#include "friction.h"

/* The iteration is that of ../../methods/prox.c; for friction see Acary, Bremond & Huber (2018). The problem with
 *     W + alpha I,   q - alpha r_k
 * has a regular matrix where contacts are redundant, too. */
typedef struct run {
    zni_fnewton_work *newton;
    const zni_prox *opt;
    const zni_fc *c;
} run;

static zn_status regular(void *of, zni_call call, double alpha, bool full, const double ref[],
                         double tol)
{
    const run *a = of;
    const zni_fnewton opt = {.tol = tol,
                             .max_iter = a->opt->inner_iter,
                             .map = a->opt->map == 0 ? ZNI_AC : ZNI_FB,
                             .search = !full,
                             .alpha = alpha,
                             .ref = ref};

    return zni_fnewton_run(call, a->newton, &opt, a->c);
}

static void admit(void *of, double z[])
{
    zni_fc_admit(((const run *)of)->c, z);
}

static double measure(void *of, const double z[], double w[])
{
    const zni_fc *c = ((const run *)of)->c;

    return zni_fc_look(c, z, w);
}

zn_status zni_prox_run(zni_call call, zni_work *k, zni_fnewton_work *newton, const zni_prox *s, const zni_fc *c)
{
    const double scale = zni_fc_scale(c);
    run a = {newton, s, c};
    const zni_proximal p = {
        .of = &a, .n = c->n, .nw = c->n, .solve = regular, .measure = measure, .admit = admit};
    zni_proximate how = zni_proximate_contacts(scale, s->inner_iter);
    zn_status st = zni_work_room(call.ctx, k, c->n);

    how.tol = s->tol;
    how.max_iter = s->max_iter;
    how.alpha = s->alpha * scale;
    how.factor = s->factor;
    how.idle = s->idle;
    if (!st)
        st = zni_fnewton_size(call.ctx, newton, c);
    return st ? st : zni_proximal_points(call, &p, &how, k->v);
}

/* ---- their path: prox_path.c on W, the matrix F (W + alpha I) + G, by blocks --------- */

typedef struct following {
    zni_prox_path path;
    zn_ctx *ctx;
    zni_fnewton_work *newton;
} following;

static zn_status factor(void *of, double alpha, int *sign)
{
    const following *a = of;
    const zni_fc *c = a->path.view.c;
    zni_flin *lin = &a->newton->lin;
    zn_status st;

    zni_fnewton_matrix(c, a->path.ab, alpha, lin->j);
    st = zni_flin_factor(a->ctx, lin, c, false);
    return st ? st : zni_flin_sign(a->ctx, lin, sign);
}

static void back(void *of, double b[])
{
    zni_flin_solve(&((const following *)of)->newton->lin, b);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(&((const following *)of)->newton->lin, mon);
}

zn_status zni_homotopy_run(zni_call call, zni_work *k, zni_fnewton_work *newton, const zni_homotopy *s, const zni_fc *c)
{
    zn_status st = zni_work_room(call.ctx, k, c->n);

    if (!st)
        st = zni_fnewton_size(call.ctx, newton, c);
    if (st)
        return st;
    following a = {.path = {.view = zni_view_condensed(c),
                            .rho = newton->rho,
                            .ab = newton->ab,
                            .v = k->v,
                            .factor = factor,
                            .solve = back,
                            .affords = affords},
                   .ctx = call.ctx,
                   .newton = newton};

    for (zn_index b = 0; b < c->nc; b++)
        newton->rho[2 * b] = newton->rho[2 * b + 1] =
            zni_block_step(c->d, c->x + c->d * c->d * c->diag[b], a.path.view.scale);
    return zni_prox_path_run(call, &a.path, s);
}
