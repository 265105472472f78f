/* formulation_generic.c - the one-step problem of mechanisms: contacts with
 * friction, rolling ones too, beside joints, stops and relays, rows of joints each in a unit of its own
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/generic_mechanical.h>

#include "kernel/osnsp/box.h"
#include "kernel/osnsp/posed.h"
#include "kernel/osnsp/row_units.h"

typedef struct mechanism {
    double *lb; /* lower bounds, upper bounds, coefficients of friction, of
                 * rolling and of spinning friction; bounds, and the latter two, in units of the rows */
    unsigned char *kind;
    zn_index cap, ckind;
    zni_row_units units;
    zn_index version; /* of the blocks that they describe */
} mechanism;

static bool is_contact(const zn_cone *c)
{
    return c->set == zn_set_friction() || c->set == zn_set_rolling_friction();
}

static bool accepts(const zn_cone *c)
{
    return is_contact(c) || zni_cone_is_box(c);
}

static zn_status reserve(void *s, zn_ctx *ctx, zn_index n)
{
    mechanism *m = s;
    zn_status st = zn_grow(ctx, &m->lb, &m->cap, 9 * n, sizeof *m->lb);

    m->version = 0; /* asked for when the model changed, too */
    return st ? st : zn_grow(ctx, &m->kind, &m->ckind, n, sizeof *m->kind);
}

static zn_status reserve_values(void *s, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_row_units_reserve(&((mechanism *)s)->units, ctx, n, nnz);
}

static void fini(void *s, zn_ctx *ctx)
{
    mechanism *m = s;

    zn_free_array(ctx, m->lb);
    zn_free_array(ctx, m->kind);
    zni_row_units_fini(&m->units, ctx);
}

static unsigned char kind_of(const zn_cone *c)
{
    if (c->set == zn_set_friction())
        return c->size == 2 ? ZN_GENERIC_FRICTION_2D : ZN_GENERIC_FRICTION_3D;
    if (c->set == zn_set_rolling_friction())
        return c->size == 3   ? ZN_GENERIC_ROLLING_2D
               : c->size == 5 ? ZN_GENERIC_ROLLING_3D
                              : ZN_GENERIC_SPINNING_3D;
    if (c->set == zn_set_box())
        return ZN_GENERIC_RELAY;
    return c->set == zn_set_zero() ? ZN_GENERIC_EQUALITY
                                   : ZN_GENERIC_UNILATERAL;
}

/* Of the blocks: mu, and mu_r with mu_s behind. */
static double *coefficient(const mechanism *m, const zn_one_step *p, zn_index k)
{
    return m->lb + (k == 0 ? 2 : 3) * p->n + (k == 2 ? p->nblocks : 0);
}

static zn_status pose(mechanism *m, zn_ctx *ctx, const zn_one_step *p,
                      zn_generic *out)
{
    const zn_index n = p->n;

    if (p->version == 0 || m->version != p->version) {
        const zn_status st = reserve(m, ctx, n);

        if (st)
            return st;
        zni_row_bounds(p, m->lb, m->lb + n);
        for (zn_index b = 0; b < p->nblocks; b++) {
            m->kind[b] = kind_of(&p->cone[b]);
            for (zn_index k = 0; k < 3; k++)
                coefficient(m, p, k)[b] =
                    is_contact(&p->cone[b]) && k < p->cone[b].nparam
                        ? p->cone[b].param[k]
                        : 0;
        }
        m->version = p->version;
    }
    *out = (zn_generic){.n = n,
                        .M = p->M,
                        .q = p->q,
                        .nb = p->nblocks,
                        .start = p->start,
                        .kind = m->kind,
                        .lb = m->lb,
                        .ub = m->lb + n,
                        .mu = coefficient(m, p, 0),
                        .mu_r = coefficient(m, p, 1)};
    return ZN_OK;
}

/* The same problem in units of its rows. */
static void into_units(mechanism *m, const zn_one_step *s, zn_generic *p)
{
    double *lb = m->lb + 5 * p->n, *ub = lb + p->n, *roll = ub + p->n;

    zni_row_units_bounds(&m->units, p->n, p->lb, lb);
    zni_row_units_bounds(&m->units, p->n, p->ub, ub);
    for (zn_index b = 0; b < p->nb; b++) {
        const zn_index first = p->start[b], turning = zni_turning_rows(&s->cone[b]);
        const double unit =
            turning < s->cone[b].size ? m->units.s[first] / m->units.s[first + turning] : 1;

        roll[b] = p->mu_r[b] * unit;
        roll[p->nb + b] = p->mu_r[p->nb + b] * unit;
    }
    p->M = &m->units.M;
    p->q = m->units.q;
    p->lb = lb;
    p->ub = ub;
    p->mu_r = roll;
}

static zn_status solve(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    mechanism *m = s;
    zn_generic problem;
    zn_status st = pose(m, ctx, p, &problem);

    if (!st)
        st = zni_row_units_take(&m->units, ctx, p);
    if (st)
        return st;
    if (m->units.used)
        into_units(m, p, &problem);
    zni_row_units_enter(&m->units, p->n, z);
    st = zn_solver_solve(solver, &problem, z, w, info);
    zni_row_units_leave(&m->units, p->n, z, w);
    return st;
}

ZNI_SAVE_POSED(save, pose, zn_generic, "generic-mechanical")

const zn_formulation_type zni_formulation_generic = {
    .type = {.size = sizeof zni_formulation_generic,
             .kind = ZN_KIND_FORMULATION,
             .name = "generic-mechanical",
             .summary = "contacts with friction, rolling ones too, beside joints, "
                        "stops, relays",
             .state_size = sizeof(mechanism)},
    .problem = "generic-mechanical",
    .accepts = accepts,
    .reserve = reserve,
    .reserve_values = reserve_values,
    .fini = fini,
    .solve = solve,
    .save = save,
};
