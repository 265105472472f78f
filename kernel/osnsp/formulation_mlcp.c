/* formulation_mlcp.c - the one-step problem as a mixed complementarity problem:
 * equality rows among the complementarity rows
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/formulation.h>
#include <zeno/mlcp.h>
#include <zeno/problem_file.h>

typedef struct mixed {
    unsigned char *eq;
    zn_index cap;
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

static void fini(void *s, zn_ctx *ctx)
{
    zn_free_array(ctx, ((mixed *)s)->eq);
}

static zn_status pose(mixed *m, zn_ctx *ctx, const zn_one_step *p, zn_mlcp *out)
{
    const zn_status st = reserve(m, ctx, p->n);

    if (st)
        return st;
    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++)
            m->eq[i] = p->cone[b].set == zn_set_zero();
    *out = (zn_mlcp){.n = p->n, .M = p->M, .q = p->q, .eq = m->eq};
    return ZN_OK;
}

static zn_status solve(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    zn_mlcp mlcp;
    const zn_status st = pose(s, ctx, p, &mlcp);

    return st ? st : zn_solver_solve(solver, &mlcp, z, w, info);
}

static zn_status save(void *s, zn_ctx *ctx, const zn_one_step *p,
                      const char *path)
{
    zn_mlcp mlcp;
    const zn_status st = pose(s, ctx, p, &mlcp);

    return st ? st : zn_problem_file_write(ctx, path, "mlcp", &mlcp);
}

const zn_formulation_type zni_formulation_mlcp = {
    .type = {.size = sizeof zni_formulation_mlcp,
             .kind = ZN_KIND_FORMULATION,
             .name = "mlcp",
             .summary = "mixed complementarity: equalities among the contacts",
             .state_size = sizeof(mixed)},
    .problem = "mlcp",
    .accepts = accepts,
    .reserve = reserve,
    .fini = fini,
    .solve = solve,
    .save = save,
};
