/* formulation_relay.c - the one-step problem in a box: relays, and equalities
 * and complementarity rows as boxes without one or both ends, each row in a unit of its own
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/relay.h>

#include "kernel/osnsp/box.h"
#include "kernel/osnsp/posed.h"
#include "kernel/osnsp/row_units.h"

typedef struct boxes {
    double *lb, *ub; /* 2 n: those of the rows, and in their units */
    zn_index clb, cub;
    zni_row_units units;
    zn_index version; /* of the rows whose bounds these are */
} boxes;

bool zni_cone_is_box(const zn_cone *c)
{
    return c->set == zn_set_box() || c->set == zn_set_orthant() ||
           c->set == zn_set_zero();
}

void zni_cone_bounds(const zn_cone *c, zn_index i, double *lb, double *ub)
{
    const bool box = c->set == zn_set_box();

    *lb = box ? c->param[i] : c->set == zn_set_orthant() ? 0 : -INFINITY;
    *ub = box ? c->param[i + c->size] : INFINITY;
}

void zni_row_bounds(const zn_one_step *p, double lb[], double ub[])
{
    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++)
            zni_cone_bounds(&p->cone[b], i - p->start[b], &lb[i], &ub[i]);
}

static zn_status reserve(void *s, zn_ctx *ctx, zn_index n)
{
    boxes *b = s;
    zn_status st = zn_grow(ctx, &b->lb, &b->clb, 2 * n, sizeof *b->lb);

    b->version = 0; /* asked for when the model changed, too */
    return st ? st : zn_grow(ctx, &b->ub, &b->cub, 2 * n, sizeof *b->ub);
}

static zn_status reserve_values(void *s, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_row_units_reserve(&((boxes *)s)->units, ctx, n, nnz);
}

static void fini(void *s, zn_ctx *ctx)
{
    boxes *b = s;

    zn_free_array(ctx, b->lb);
    zn_free_array(ctx, b->ub);
    zni_row_units_fini(&b->units, ctx);
}

static zn_status pose(boxes *b, zn_ctx *ctx, const zn_one_step *p,
                      zn_relay *out)
{
    if (p->version == 0 || b->version != p->version) {
        const zn_status st = reserve(b, ctx, p->n);

        if (st)
            return st;
        zni_row_bounds(p, b->lb, b->ub);
        b->version = p->version;
    }
    *out =
        (zn_relay){.n = p->n, .M = p->M, .q = p->q, .lb = b->lb, .ub = b->ub};
    return ZN_OK;
}

static zn_status solve(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    boxes *b = s;
    zn_relay relay;
    zn_status st = pose(b, ctx, p, &relay);

    if (!st)
        st = zni_row_units_take(&b->units, ctx, p);
    if (st)
        return st;
    if (b->units.used) {
        relay.M = &b->units.M;
        relay.q = b->units.q;
        zni_row_units_bounds(&b->units, p->n, b->lb, b->lb + p->n);
        zni_row_units_bounds(&b->units, p->n, b->ub, b->ub + p->n);
        relay.lb = b->lb + p->n;
        relay.ub = b->ub + p->n;
    }
    zni_row_units_enter(&b->units, p->n, z);
    st = zn_solver_solve(solver, &relay, z, w, info);
    zni_row_units_leave(&b->units, p->n, z, w);
    return st;
}

ZNI_SAVE_POSED(save, pose, zn_relay, "relay")

const zn_formulation_type zni_formulation_relay = {
    .type = {.size = sizeof zni_formulation_relay,
             .kind = ZN_KIND_FORMULATION,
             .name = "relay",
             .summary = "box-constrained: relays, equalities, contacts",
             .state_size = sizeof(boxes)},
    .problem = "relay",
    .accepts = zni_cone_is_box,
    .reserve = reserve,
    .reserve_values = reserve_values,
    .fini = fini,
    .solve = solve,
    .save = save,
};
