/* formulation_rolling.c - the one-step problem of contacts with friction and
 * rolling friction, all in the plane or all in space
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/formulation.h>
#include <zeno/problem_file.h>
#include <zeno/rolling_friction.h>

#include "kernel/osnsp/coefficients.h"

enum { COUNT = 3 }; /* mu, then mu_r, with six rows mu_s */

static bool accepts(const zn_cone *c)
{
    return c->set == zn_set_rolling_friction();
}

static zn_status reserve(void *s, zn_ctx *ctx, zn_index n)
{
    return zni_coefficients_reserve(s, ctx, n, COUNT);
}

static void fini(void *s, zn_ctx *ctx)
{
    zn_free_array(ctx, ((zni_coefficients *)s)->x);
}

static zn_status pose(zni_coefficients *c, zn_ctx *ctx, const zn_one_step *p,
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

static zn_status solve(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    zn_rolling_friction problem;
    const zn_status st = pose(s, ctx, p, &problem);

    return st ? st : zn_solver_solve(solver, &problem, z, w, info);
}

static zn_status save(void *s, zn_ctx *ctx, const zn_one_step *p,
                      const char *path)
{
    zn_rolling_friction problem;
    const zn_status st = pose(s, ctx, p, &problem);

    return st ? st
              : zn_problem_file_write(ctx, path, "rolling-friction", &problem);
}

const zn_formulation_type zni_formulation_rolling = {
    .type = {.size = sizeof zni_formulation_rolling,
             .kind = ZN_KIND_FORMULATION,
             .name = "rolling-friction",
             .summary = "contacts with rolling friction, all of 3, of 5 or of 6 "
                        "rows",
             .state_size = sizeof(zni_coefficients)},
    .problem = "rolling-friction",
    .uniform = true,
    .accepts = accepts,
    .reserve = reserve,
    .fini = fini,
    .solve = solve,
    .save = save,
};
