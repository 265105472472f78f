/* formulation_friction.c - the one-step problem of contacts with friction, of all with rolling friction or
 * of none, all in the plane or all in space
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/friction.h>
#include <zeno/rolling_friction.h>

#include "kernel/osnsp/coefficients.h"
#include "kernel/osnsp/posed.h"

static void fini(void *s, zn_ctx *ctx)
{
    zn_free_array(ctx, ((zni_coefficients *)s)->x);
}

/* ---- friction ------------------------------------------------------------------------ */

enum { COUNT = 1 }; /* mu */

static bool accepts(const zn_cone *c)
{
    return c->set == zn_set_friction();
}

static zn_status reserve(void *s, zn_ctx *ctx, zn_index n)
{
    return zni_coefficients_reserve(s, ctx, n, COUNT);
}

static zn_status pose(zni_coefficients *c, zn_ctx *ctx, const zn_one_step *p,
                      zn_friction *out)
{
    const zn_status st = zni_coefficients_take(c, ctx, p, COUNT);

    if (st)
        return st;
    *out = (zn_friction){.d = p->cone[0].size,
                         .nc = p->nblocks,
                         .M = p->M,
                         .q = p->q,
                         .mu = c->x};
    return ZN_OK;
}

ZNI_SOLVE_POSED(solve, pose, zn_friction)
ZNI_SAVE_POSED(save, pose, zn_friction, "friction")

const zn_formulation_type zni_formulation_friction = {
    .type = {.size = sizeof zni_formulation_friction,
             .kind = ZN_KIND_FORMULATION,
             .name = "friction",
             .summary = "contacts with friction, all of 2 or all of 3 rows",
             .state_size = sizeof(zni_coefficients)},
    .problem = "friction",
    .uniform = true,
    .accepts = accepts,
    .reserve = reserve,
    .fini = fini,
    .solve = solve,
    .save = save,
};

/* ---- rolling friction ------------------------------------------------------------------ */

enum { ROLLING = 3 }; /* mu, then mu_r, with six rows mu_s */

static bool rolls(const zn_cone *c)
{
    return c->set == zn_set_rolling_friction();
}

static zn_status reserve_rolling(void *s, zn_ctx *ctx, zn_index n)
{
    return zni_coefficients_reserve(s, ctx, n, ROLLING);
}

static zn_status pose_rolling(zni_coefficients *c, zn_ctx *ctx, const zn_one_step *p,
                              zn_rolling_friction *out)
{
    const zn_status st = zni_coefficients_take(c, ctx, p, p->cone[0].nparam);

    if (st)
        return st;
    *out = (zn_rolling_friction){.d = p->cone[0].size,
                                 .nc = p->nblocks,
                                 .M = p->M,
                                 .q = p->q,
                                 .mu = c->x,
                                 .mu_r = c->x + p->nblocks};
    return ZN_OK;
}

ZNI_SOLVE_POSED(solve_rolling, pose_rolling, zn_rolling_friction)
ZNI_SAVE_POSED(save_rolling, pose_rolling, zn_rolling_friction, "rolling-friction")

const zn_formulation_type zni_formulation_rolling = {
    .type = {.size = sizeof zni_formulation_rolling,
             .kind = ZN_KIND_FORMULATION,
             .name = "rolling-friction",
             .summary = "contacts with rolling friction, all of 3, of 5 or of 6 "
                        "rows",
             .state_size = sizeof(zni_coefficients)},
    .problem = "rolling-friction",
    .uniform = true,
    .accepts = rolls,
    .reserve = reserve_rolling,
    .fini = fini,
    .solve = solve_rolling,
    .save = save_rolling,
};
