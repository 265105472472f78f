/* formulation_rolling.c - the one-step problem of contacts with friction and
 * rolling friction, all in the plane or all in space
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/formulation.h>
#include <zeno/problem_file.h>
#include <zeno/rolling_friction.h>

typedef struct contacts {
    double *mu; /* coefficients of friction, then of rolling friction */
    zn_index cap;
    zn_index version; /* of the blocks whose coefficients these are */
} contacts;

static bool accepts(const zn_cone *c)
{
    return c->set == zn_set_rolling_friction();
}

static zn_status reserve(void *s, zn_ctx *ctx, zn_index n)
{
    contacts *c = s;

    c->version = 0; /* asked for when the model changed, too */
    return zn_grow(ctx, &c->mu, &c->cap, 2 * n, sizeof *c->mu);
}

static void fini(void *s, zn_ctx *ctx)
{
    zn_free_array(ctx, ((contacts *)s)->mu);
}

static zn_status pose(contacts *c, zn_ctx *ctx, const zn_one_step *p,
                      zn_rolling_friction *out)
{
    const zn_index nc = p->nblocks;

    if (p->version == 0 || c->version != p->version) {
        const zn_status st = reserve(c, ctx, nc);

        if (st)
            return st;
        for (zn_index b = 0; b < nc; b++) {
            c->mu[b] = p->cone[b].param[0];
            c->mu[b + nc] = p->cone[b].param[1];
        }
        c->version = p->version;
    }
    *out = (zn_rolling_friction){.d = p->cone[0].size,
                                 .nc = nc,
                                 .M = p->M,
                                 .q = p->q,
                                 .mu = c->mu,
                                 .mu_r = c->mu + nc};
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
             .summary = "contacts with rolling friction, all of 3 or all of 5 "
                        "rows",
             .state_size = sizeof(contacts)},
    .problem = "rolling-friction",
    .uniform = true,
    .accepts = accepts,
    .reserve = reserve,
    .fini = fini,
    .solve = solve,
    .save = save,
};
