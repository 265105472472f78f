/* sweep.c - Gauss-Seidel over the blocks, each block exactly
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/nsgs.h"
#include "../../core/draw.h"
#include "../../methods/sweep.h"
#include "generic.h"

/* Jourdan, Alart & Jean, CMAME 155 (1998), with blocks of several laws as in Acary
 * & Brogliato, Numerical Methods for Nonsmooth Dynamical Systems (2008), ch. 12-13.
 * The change of z in a sweep is the light measure of progress. */
enum { CHECK = 20 };

/* What a box block needs is known with the blocks: see zni_gsweep_set. For nnz that
 * fill the matrix one block of all rows is allowed for. */
zn_status zni_gsweep_reserve(zn_ctx *ctx, zni_gsweep_work *k, zn_index n,
                             zn_index nnz)
{
    zni_newton opt = {.max_iter = 30};
    zn_status st = zn_grow(ctx, &k->part, &k->cap_part, n, sizeof *k->part);

    if (!st)
        st = zn_grow(ctx, &k->order, &k->cap_order, n, sizeof *k->order);
    if (!st)
        st = zn_grow(ctx, &k->contact, &k->cap_contact,
                     (n / 2 + 1) * (zn_index)zni_contact_bytes(), 1);
    if (!st)
        st = zn_grow(ctx, &k->scale, &k->cap_scale, 2 * n, sizeof *k->scale);
    if (!st)
        st = zn_grow(ctx, &k->piv, &k->cap_piv, n, sizeof *k->piv);
    if (!st)
        st = zni_room(ctx, &k->v, &k->cap_v, 7 * n, sizeof *k->v);
    if (st || n < 1 || nnz / n < n)
        return st;
    /* blocks of any size that is not swept row by row */
    st = zni_room(ctx, &k->dense, &k->cap_dense, n * n, sizeof *k->dense);
    if (!st)
        st = zni_box_newton_reserve(ctx, &k->box, &opt, n, n * n);
    if (!st)
        st = zni_lemke_reserve(&k->lemke, ctx, n, n * n);
    return st ? st : zni_twosided_reserve(&k->twosided, ctx, n, n * n);
}

static zn_status size_boxes(zn_ctx *ctx, zni_gsweep_work *k)
{
    zni_newton opt = {.max_iter = 30};
    zn_index m = k->largest, r = k->widest;
    zn_status st = zni_box_newton_reserve(ctx, &k->box, &opt, m, m * m);

    if (!st)
        st = zni_lemke_reserve(&k->lemke, ctx, m, m * m);
    return st || r == 0 ? st
                        : zni_twosided_reserve(&k->twosided, ctx, r, r * r);
}

zn_status zni_gsweep_set(zn_ctx *ctx, zni_gsweep_work *k, const zni_gsweep *opt,
                         const zni_gm *g)
{
    zn_status st = zni_gsweep_reserve(ctx, k, g->n, 0);

    if (!st)
        st = zni_room(ctx, &k->dense, &k->cap_dense,
                     zni_gpart_values(k, g, opt->assemble), sizeof *k->dense);
    if (!st && k->largest > 0)
        st = size_boxes(ctx, k);
    if (!st)
        st = zni_gpart_set(k, g, opt->assemble);
    if (!st && opt->assemble)
        st = zni_joint_set(ctx, &k->joint, g);
    return st;
}

void zni_gsweep_fini(zn_ctx *ctx, zni_gsweep_work *k)
{
    zn_free_array(ctx, k->part);
    zn_free_array(ctx, k->order);
    zn_free_array(ctx, k->contact);
    zn_free_array(ctx, k->dense);
    zn_free_array(ctx, k->scale);
    zn_free_array(ctx, k->piv);
    zn_free_array(ctx, k->v);
    zni_joint_fini(ctx, &k->joint);
    zni_box_fini(ctx, &k->box);
    zni_lemke_fini(&k->lemke, ctx);
    zni_twosided_fini(&k->twosided, ctx);
}

/* the rows of block b between old and new, or beyond */
static void relax(const zni_gm *g, zn_index b, double omega, const double old[],
                  double z[])
{
    zn_index s = g->p->start[b], e = g->p->start[b + 1];

    if (!zni_nsgs_relax(omega, e - s, old + s, z + s))
        return;
    for (zn_index a = g->unit[s]; a < g->nu && g->ro[a] < e; a++)
        zni_gm_project_unit(g, a, z + g->ro[a]);
}

typedef struct run {
    zn_ctx *ctx;
    zni_gsweep_work *k;
    const zni_gsweep *opt;
    const zni_gm *g;
    uint64_t random;
} run;

/* one sweep; the change relative to z, Euclidean */
static zn_status sweep(void *of, double z[], double w[], double *change)
{
    run *a = of;
    const zni_gm *g = a->g;
    double *old = a->k->v + 5 * g->n, moved = 0, size = 0;
    zn_status st = ZN_OK;

    (void)w;
    if (a->opt->shuffle)
        zni_draw_order(a->k->order, g->p->nb, &a->random);
    memcpy(old, z, (size_t)g->n * sizeof *z);
    for (zn_index o = 0; o < g->p->nb && !st; o++) {
        zn_index b = a->k->order[o];

        st = zni_gpart_solve(a->ctx, a->k, g, b, z);
        if (a->opt->omega != 1 && a->k->part[b].how != ZNI_JOINT)
            relax(g, b, a->opt->omega, old, z);
    }
    for (zn_index i = 0; i < g->n; i++) {
        moved += (z[i] - old[i]) * (z[i] - old[i]);
        size += z[i] * z[i];
    }
    *change = size > 0 ? sqrt(moved / size) : sqrt(moved);
    return st;
}

static double look(void *of, const double z[], double w[])
{
    const zni_gm *g = ((run *)of)->g;

    zni_gm_mul(g, z, g->p->q, w);
    return zni_gm_error(g, z, w);
}

zn_status zni_gsweep_run(zn_ctx *ctx, zni_gsweep_work *k, const zni_gsweep *opt,
                         const zni_gm *g, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    run a = {ctx, k, opt, g, (uint64_t)opt->seed};
    const zni_swept swept = {.of = &a, .n = g->n, .sweep = sweep, .look = look};
    const zni_sweeping how = {.tol = opt->tol,
                              .max_iter = opt->max_iter,
                              .every = CHECK,
                              .restless = opt->shuffle,
                              .patience = opt->patience,
                              .granted = opt->granted};

    for (zn_index b = 0; b < g->p->nb; b++)
        k->order[b] = b;
    zni_gm_project(g, z);
    return zni_sweeps(&swept, &how, k->v + 6 * g->n, z, w, mon, info);
}
