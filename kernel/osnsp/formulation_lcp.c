/* formulation_lcp.c - the one-step problem as a linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/formulation.h>
#include <zeno/lcp.h>
#include <zeno/problem_file.h>

static bool accepts(const zn_cone *c)
{
    return c->set == zn_set_orthant();
}

static zn_status solve(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    const zn_lcp lcp = {.n = p->n, .M = p->M, .q = p->q};

    (void)s;
    (void)ctx;
    return zn_solver_solve(solver, &lcp, z, w, info);
}

static zn_status save(void *s, zn_ctx *ctx, const zn_one_step *p,
                      const char *path)
{
    const zn_lcp lcp = {.n = p->n, .M = p->M, .q = p->q};

    (void)s;
    return zn_problem_file_write(ctx, path, "lcp", &lcp);
}

const zn_formulation_type zni_formulation_lcp = {
    .type = {.size = sizeof zni_formulation_lcp,
             .kind = ZN_KIND_FORMULATION,
             .name = "lcp",
             .summary = "linear complementarity: impact laws, complementarity"},
    .problem = "lcp",
    .accepts = accepts,
    .solve = solve,
    .save = save,
};
