/* builtin.c - the classes that come with the solvers library; they enter the
 * registry by the same door as a plugin's
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/core/core.h"

extern const zn_problem_type zni_lcp_problem, zni_mlcp_problem;
extern const zn_solver_type zni_lcp_auto, zni_lcp_lemke, zni_lcp_newton_min,
    zni_lcp_newton_fb, zni_lcp_pgs, zni_lcp_psor, zni_lcp_rpgs;
extern const zn_solver_type zni_mlcp_auto, zni_mlcp_direct, zni_mlcp_lemke,
    zni_mlcp_newton_min, zni_mlcp_newton_fb, zni_mlcp_pgs, zni_mlcp_psor,
    zni_mlcp_rpgs;

static const zn_type *const types[] = {
    &zni_lcp_problem.type,     &zni_mlcp_problem.type,
    &zni_lcp_auto.type,        &zni_lcp_lemke.type,
    &zni_lcp_newton_min.type,  &zni_lcp_newton_fb.type,
    &zni_lcp_pgs.type,         &zni_lcp_psor.type,
    &zni_lcp_rpgs.type,        &zni_mlcp_auto.type,
    &zni_mlcp_direct.type,     &zni_mlcp_lemke.type,
    &zni_mlcp_newton_min.type, &zni_mlcp_newton_fb.type,
    &zni_mlcp_pgs.type,        &zni_mlcp_psor.type,
    &zni_mlcp_rpgs.type,       NULL,
};

static const zn_plugin self = {
    .size = sizeof self,
    .major = ZN_PLUGIN_MAJOR,
    .minor = ZN_PLUGIN_MINOR,
    .build = ZN_PLUGIN_BUILD,
    .name = "zeno-solvers",
    .version = ZN_VERSION,
    .license = "Apache-2.0",
    .types = types,
};

static const char *problem_missing(const zn_type *type)
{
    const zn_problem_type *t = (const zn_problem_type *)type;

    if (!t->nz || !t->nw || !t->error || !t->check)
        return "nz, nw, error and check are required";
    return NULL;
}

static const char *solver_missing(const zn_type *type)
{
    const zn_solver_type *t = (const zn_solver_type *)type;
    const zn_option *tol = zn_option_find(type->options, "tol");

    if (!t->solve)
        return "solve is required";
    if (!tol || tol->kind != ZN_OPTION_REAL)
        return "a real option 'tol' is required";
    return NULL;
}

static const struct {
    zn_kind     kind;
    const char *name;
} solver_kinds[] = {
    {ZN_KIND_LCP_SOLVER, "lcp solver"},
    {ZN_KIND_MLCP_SOLVER, "mlcp solver"},
    {ZN_KIND_RELAY_SOLVER, "relay solver"},
    {ZN_KIND_AVI_SOLVER, "avi solver"},
    {ZN_KIND_VI_SOLVER, "vi solver"},
    {ZN_KIND_NCP_SOLVER, "ncp solver"},
    {ZN_KIND_MCP_SOLVER, "mcp solver"},
    {ZN_KIND_QP_SOLVER, "qp solver"},
    {ZN_KIND_FRICTION_SOLVER, "friction solver"},
    {ZN_KIND_GLOBAL_FRICTION_SOLVER, "global friction solver"},
    {ZN_KIND_ROLLING_SOLVER, "rolling friction solver"},
    {ZN_KIND_GLOBAL_ROLLING_SOLVER, "global rolling friction solver"},
    {ZN_KIND_SOCLCP_SOLVER, "soclcp solver"},
    {ZN_KIND_GENERIC_SOLVER, "generic mechanical solver"},
};

zn_status zni_solvers_register(zn_ctx *ctx)
{
    const zn_kind_info problem = {ZN_KIND_PROBLEM, "problem class",
                                  sizeof(zn_problem_type), problem_missing};
    zn_status st = zn_kind_declare(ctx, &problem);

    for (size_t i = 0; !st && i < sizeof solver_kinds / sizeof *solver_kinds;
         i++) {
        const zn_kind_info info = {solver_kinds[i].kind, solver_kinds[i].name,
                                   sizeof(zn_solver_type), solver_missing};
        st = zn_kind_declare(ctx, &info);
    }
    return st ? st : zn_plugin_add(ctx, &self);
}
