/* formulation_mlcp.c - the one-step problem as a mixed complementarity problem:
 * equality rows among the complementarity rows, each in units of its own
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include <zeno/mlcp.h>

#include "kernel/osnsp/posed.h"
#include "kernel/osnsp/row_units.h"

typedef struct mixed {
    unsigned char *eq;
    zn_index cap;
    zni_row_units units;
    double *work;
    zn_index cwork;
} mixed;

static bool accepts(const zn_cone *c)
{
    return c->set == zn_set_orthant() || c->set == zn_set_zero();
}

static zn_status reserve(void *s, zn_ctx *ctx, zn_index n)
{
    mixed *m = s;

    return zn_grow(ctx, &m->eq, &m->cap, n, sizeof *m->eq);
}

static zn_status reserve_values(void *s, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    mixed *m = s;
    const zn_status st = zni_row_units_reserve(&m->units, ctx, n, nnz);

    return st ? st
              : zn_grow(ctx, &m->work, &m->cwork, 2 * n + nnz, sizeof *m->work);
}

static void fini(void *s, zn_ctx *ctx)
{
    zn_free_array(ctx, ((mixed *)s)->eq);
    zni_row_units_fini(&((mixed *)s)->units, ctx);
    zn_free_array(ctx, ((mixed *)s)->work);
}

static zn_status pose(mixed *m, zn_ctx *ctx, const zn_one_step *p, zn_mlcp *out)
{
    const zn_status st = reserve(m, ctx, p->n);

    if (st)
        return st;
    for (zn_index b = 0; b < p->nblocks; b++)
        memset(m->eq + p->start[b], p->cone[b].set == zn_set_zero(),
               (size_t)(p->start[b + 1] - p->start[b]));
    *out = (zn_mlcp){.n = p->n, .M = p->M, .q = p->q, .eq = m->eq};
    return ZN_OK;
}

/* (|M| |z|)_i + |q_i|, the largest, over the largest |q_i|: rounding the elements of
 * an exact z to double leaves an error of half an epsilon of that, and computing the
 * error as much again. */
static zn_status condition(mixed *m, zn_ctx *ctx, const zn_mlcp *p,
                           const double z[], double *out)
{
    const zn_index n = p->n, nx = zni_stored_values(p->M);
    const zn_status st =
        zn_grow(ctx, &m->work, &m->cwork, 2 * n + nx, sizeof *m->work);
    double *size = m->work, *sum = size + n, *x = sum + n;
    double most = 0, scale = 0;
    zn_matrix M = *p->M;

    if (st)
        return st;
    for (zn_index k = 0; k < nx; k++)
        x[k] = fabs(p->M->x[k]);
    for (zn_index i = 0; i < n; i++)
        size[i] = fabs(z[i]);
    M.x = x;
    zn_matrix_mul(&M, 1, size, 0, sum);
    for (zn_index i = 0; i < n; i++) {
        most = fmax(most, sum[i] + fabs(p->q[i]));
        scale = fmax(scale, fabs(p->q[i]));
    }
    *out = scale > 0 ? most / scale : 0;
    return ZN_OK;
}

/* Solved as well as numbers can, although not to the tolerance? */
static zn_status judge(mixed *m, zn_ctx *ctx, const zn_mlcp *p,
                       const double z[], zn_solve_info *info)
{
    double c;
    const zn_status st = condition(m, ctx, p, z, &c);

    if (st)
        return st;
    if (!(info->error <= 4 * DBL_EPSILON * c))
        return ZN_UNSOLVED;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static zn_status solve(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    zni_row_units *units = &((mixed *)s)->units;
    zn_mlcp mlcp;
    zn_status st = pose(s, ctx, p, &mlcp);

    if (!st)
        st = zni_row_units_take(units, ctx, p);
    if (st)
        return st;
    if (units->used) {
        mlcp.M = &units->M;
        mlcp.q = units->q;
    }
    zni_row_units_enter(units, p->n, z);
    st = zn_solver_solve(solver, &mlcp, z, w, info);
    if (st == ZN_UNSOLVED && info->outcome == ZN_INACCURATE)
        st = judge(s, ctx, &mlcp, z, info);
    zni_row_units_leave(units, p->n, z, w);
    return st;
}

ZNI_SAVE_POSED(save, pose, zn_mlcp, "mlcp")

const zn_formulation_type zni_formulation_mlcp = {
    .type = {.size = sizeof zni_formulation_mlcp,
             .kind = ZN_KIND_FORMULATION,
             .name = "mlcp",
             .summary = "mixed complementarity: equalities among the contacts",
             .state_size = sizeof(mixed)},
    .problem = "mlcp",
    .accepts = accepts,
    .reserve = reserve,
    .reserve_values = reserve_values,
    .fini = fini,
    .solve = solve,
    .save = save,
};
