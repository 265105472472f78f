/* builtin.c - the kinds and classes the solvers library brings
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"
#include "../sets/sets.h"

/* One line per class: declared here, listed below; sets and problem classes first. */

extern const zn_set_type zni_set_zero;
extern const zn_set_type zni_set_orthant;
extern const zn_set_type zni_set_box;
extern const zn_set_type zni_set_polyhedron;
extern const zn_set_type zni_set_friction;
extern const zn_set_type zni_set_rolling_friction;
extern const zn_set_type zni_set_second_order_cone;

extern const zn_problem_type zni_lcp_problem;
extern const zn_problem_type zni_mlcp_problem;
extern const zn_problem_type zni_relay_problem;
extern const zn_problem_type zni_avi_problem;
extern const zn_problem_type zni_friction_problem;
extern const zn_problem_type zni_global_friction_problem;
extern const zn_problem_type zni_rolling_problem;
extern const zn_problem_type zni_global_rolling_problem;
extern const zn_problem_type zni_vi_problem;
extern const zn_problem_type zni_ncp_problem;
extern const zn_problem_type zni_mcp_problem;
extern const zn_problem_type zni_qp_problem;
extern const zn_problem_type zni_soclcp_problem;
extern const zn_problem_type zni_generic_problem;
extern const zn_problem_type zni_plasticity_problem;
extern const zn_problem_type zni_impact_problem;

extern const zn_solver_type zni_lcp_auto;
extern const zn_solver_type zni_lcp_lemke;
extern const zn_solver_type zni_lcp_newton_min;
extern const zn_solver_type zni_lcp_newton_fb;
extern const zn_solver_type zni_lcp_pgs;
extern const zn_solver_type zni_lcp_psor;
extern const zn_solver_type zni_lcp_rpgs;
extern const zn_solver_type zni_lcp_murty;
extern const zn_solver_type zni_lcp_bard;
extern const zn_solver_type zni_lcp_enum;
extern const zn_solver_type zni_lcp_cpg;
extern const zn_solver_type zni_lcp_interior_point;
extern const zn_solver_type zni_lcp_block_gs;
extern const zn_solver_type zni_lcp_cao_ferris;
extern const zn_solver_type zni_lcp_qp;
extern const zn_solver_type zni_mlcp_auto;
extern const zn_solver_type zni_mlcp_direct;
extern const zn_solver_type zni_mlcp_lemke;
extern const zn_solver_type zni_mlcp_newton_min;
extern const zn_solver_type zni_mlcp_newton_fb;
extern const zn_solver_type zni_mlcp_pgs;
extern const zn_solver_type zni_mlcp_psor;
extern const zn_solver_type zni_mlcp_rpgs;
extern const zn_solver_type zni_mlcp_enum;
extern const zn_solver_type zni_mlcp_block_gs;
extern const zn_solver_type zni_mlcp_cao_ferris;
extern const zn_solver_type zni_relay_auto;
extern const zn_solver_type zni_relay_lemke;
extern const zn_solver_type zni_relay_newton_min;
extern const zn_solver_type zni_relay_newton_fb;
extern const zn_solver_type zni_relay_pgs;
extern const zn_solver_type zni_relay_psor;
extern const zn_solver_type zni_relay_rpgs;
extern const zn_solver_type zni_relay_enum;
extern const zn_solver_type zni_relay_block_gs;
extern const zn_solver_type zni_relay_cao_ferris;
extern const zn_solver_type zni_avi_auto;
extern const zn_solver_type zni_avi_cao_ferris;
extern const zn_solver_type zni_avi_mlcp;
extern const zn_solver_type zni_friction_nsgs;
extern const zn_solver_type zni_friction_newton_ac;
extern const zn_solver_type zni_friction_newton_natural;
extern const zn_solver_type zni_friction_newton_fb;
extern const zn_solver_type zni_friction_auto;
extern const zn_solver_type zni_friction_vi_extragradient;
extern const zn_solver_type zni_friction_vi_fixed_point;
extern const zn_solver_type zni_friction_desaxce;
extern const zn_solver_type zni_friction_panagiotopoulos;
extern const zn_solver_type zni_friction_soclcp;
extern const zn_solver_type zni_friction_prox;
extern const zn_solver_type zni_friction_admm;
extern const zn_solver_type zni_friction_aclm;
extern const zn_solver_type zni_friction_tresca;
extern const zn_solver_type zni_friction_lemke;
extern const zn_solver_type zni_friction_enum;
extern const zn_solver_type zni_friction_cpg;
extern const zn_solver_type zni_friction_apgd;
extern const zn_solver_type zni_friction_spg;
extern const zn_solver_type zni_friction_interior_point;
extern const zn_solver_type zni_global_friction_reduced;
extern const zn_solver_type zni_global_friction_admm;
extern const zn_solver_type zni_global_friction_auto;
extern const zn_solver_type zni_global_friction_aclm;
extern const zn_solver_type zni_global_friction_vi_extragradient;
extern const zn_solver_type zni_global_friction_vi_fixed_point;
extern const zn_solver_type zni_rolling_auto;
extern const zn_solver_type zni_rolling_admm;
extern const zn_solver_type zni_rolling_interior_point;
extern const zn_solver_type zni_rolling_newton;
extern const zn_solver_type zni_rolling_nsgs;
extern const zn_solver_type zni_rolling_prox;
extern const zn_solver_type zni_global_friction_nsgs;
extern const zn_solver_type zni_global_friction_newton_ac;
extern const zn_solver_type zni_global_friction_newton_natural;
extern const zn_solver_type zni_global_friction_newton_fb;
extern const zn_solver_type zni_global_rolling_auto;
extern const zn_solver_type zni_global_rolling_admm;
extern const zn_solver_type zni_global_rolling_interior_point;
extern const zn_solver_type zni_global_rolling_reduced;
extern const zn_solver_type zni_global_friction_interior_point;
extern const zn_solver_type zni_vi_auto;
extern const zn_solver_type zni_vi_box_newton;
extern const zn_solver_type zni_vi_extragradient;
extern const zn_solver_type zni_vi_fixed_point;
extern const zn_solver_type zni_vi_hyperplane;
extern const zn_solver_type zni_vi_path_search;
extern const zn_solver_type zni_ncp_auto;
extern const zn_solver_type zni_ncp_newton_fb;
extern const zn_solver_type zni_ncp_newton_min;
extern const zn_solver_type zni_ncp_path_search;
extern const zn_solver_type zni_mcp_auto;
extern const zn_solver_type zni_mcp_newton_fb;
extern const zn_solver_type zni_mcp_newton_min;
extern const zn_solver_type zni_mcp_path_search;
extern const zn_solver_type zni_qp_active_set;
extern const zn_solver_type zni_qp_admm;
extern const zn_solver_type zni_qp_auto;
extern const zn_solver_type zni_qp_interior_point;
extern const zn_solver_type zni_qp_projected_gradient;
extern const zn_solver_type zni_soclcp_auto;
extern const zn_solver_type zni_soclcp_newton_fb;
extern const zn_solver_type zni_soclcp_interior_point;
extern const zn_solver_type zni_soclcp_nsgs;
extern const zn_solver_type zni_soclcp_vi_extragradient;
extern const zn_solver_type zni_soclcp_vi_fixed_point;
extern const zn_solver_type zni_generic_auto;
extern const zn_solver_type zni_generic_newton;
extern const zn_solver_type zni_generic_nsgs;
extern const zn_solver_type zni_plasticity_auto;
extern const zn_solver_type zni_plasticity_newton;
extern const zn_solver_type zni_plasticity_nsgs;
extern const zn_solver_type zni_impact_auto;
extern const zn_solver_type zni_impact_lzb;
extern const zn_solver_type zni_impact_steps;
extern const zn_solver_type zni_impact_pairs;

static const zn_type *const types[] = {
    &zni_set_zero.type,
    &zni_set_orthant.type,
    &zni_set_box.type,
    &zni_set_polyhedron.type,
    &zni_set_friction.type,
    &zni_set_rolling_friction.type,
    &zni_set_second_order_cone.type,
    &zni_lcp_problem.type,
    &zni_mlcp_problem.type,
    &zni_relay_problem.type,
    &zni_avi_problem.type,
    &zni_friction_problem.type,
    &zni_global_friction_problem.type,
    &zni_rolling_problem.type,
    &zni_global_rolling_problem.type,
    &zni_vi_problem.type,
    &zni_ncp_problem.type,
    &zni_mcp_problem.type,
    &zni_qp_problem.type,
    &zni_soclcp_problem.type,
    &zni_generic_problem.type,
    &zni_plasticity_problem.type,
    &zni_impact_problem.type,
    &zni_lcp_auto.type,
    &zni_lcp_lemke.type,
    &zni_lcp_newton_min.type,
    &zni_lcp_newton_fb.type,
    &zni_lcp_pgs.type,
    &zni_lcp_psor.type,
    &zni_lcp_rpgs.type,
    &zni_lcp_murty.type,
    &zni_lcp_bard.type,
    &zni_lcp_enum.type,
    &zni_lcp_cpg.type,
    &zni_lcp_interior_point.type,
    &zni_lcp_block_gs.type,
    &zni_lcp_cao_ferris.type,
    &zni_lcp_qp.type,
    &zni_mlcp_auto.type,
    &zni_mlcp_direct.type,
    &zni_mlcp_lemke.type,
    &zni_mlcp_newton_min.type,
    &zni_mlcp_newton_fb.type,
    &zni_mlcp_pgs.type,
    &zni_mlcp_psor.type,
    &zni_mlcp_rpgs.type,
    &zni_mlcp_enum.type,
    &zni_mlcp_block_gs.type,
    &zni_mlcp_cao_ferris.type,
    &zni_relay_auto.type,
    &zni_relay_lemke.type,
    &zni_relay_newton_min.type,
    &zni_relay_newton_fb.type,
    &zni_relay_pgs.type,
    &zni_relay_psor.type,
    &zni_relay_rpgs.type,
    &zni_relay_enum.type,
    &zni_relay_block_gs.type,
    &zni_relay_cao_ferris.type,
    &zni_avi_auto.type,
    &zni_avi_cao_ferris.type,
    &zni_avi_mlcp.type,
    &zni_friction_nsgs.type,
    &zni_friction_newton_ac.type,
    &zni_friction_newton_natural.type,
    &zni_friction_newton_fb.type,
    &zni_friction_auto.type,
    &zni_friction_vi_extragradient.type,
    &zni_friction_vi_fixed_point.type,
    &zni_friction_desaxce.type,
    &zni_friction_panagiotopoulos.type,
    &zni_friction_soclcp.type,
    &zni_friction_prox.type,
    &zni_friction_admm.type,
    &zni_friction_aclm.type,
    &zni_friction_tresca.type,
    &zni_friction_lemke.type,
    &zni_friction_enum.type,
    &zni_friction_cpg.type,
    &zni_friction_apgd.type,
    &zni_friction_spg.type,
    &zni_friction_interior_point.type,
    &zni_global_friction_reduced.type,
    &zni_global_friction_admm.type,
    &zni_global_friction_auto.type,
    &zni_global_friction_aclm.type,
    &zni_global_friction_vi_extragradient.type,
    &zni_global_friction_vi_fixed_point.type,
    &zni_rolling_auto.type,
    &zni_rolling_admm.type,
    &zni_rolling_interior_point.type,
    &zni_rolling_newton.type,
    &zni_rolling_nsgs.type,
    &zni_rolling_prox.type,
    &zni_global_friction_nsgs.type,
    &zni_global_friction_newton_ac.type,
    &zni_global_friction_newton_natural.type,
    &zni_global_friction_newton_fb.type,
    &zni_global_rolling_auto.type,
    &zni_global_rolling_admm.type,
    &zni_global_rolling_interior_point.type,
    &zni_global_rolling_reduced.type,
    &zni_global_friction_interior_point.type,
    &zni_vi_auto.type,
    &zni_vi_box_newton.type,
    &zni_vi_extragradient.type,
    &zni_vi_fixed_point.type,
    &zni_vi_hyperplane.type,
    &zni_vi_path_search.type,
    &zni_ncp_auto.type,
    &zni_ncp_newton_fb.type,
    &zni_ncp_newton_min.type,
    &zni_ncp_path_search.type,
    &zni_mcp_auto.type,
    &zni_mcp_newton_fb.type,
    &zni_mcp_newton_min.type,
    &zni_mcp_path_search.type,
    &zni_qp_active_set.type,
    &zni_qp_admm.type,
    &zni_qp_auto.type,
    &zni_qp_interior_point.type,
    &zni_qp_projected_gradient.type,
    &zni_soclcp_auto.type,
    &zni_soclcp_newton_fb.type,
    &zni_soclcp_interior_point.type,
    &zni_soclcp_nsgs.type,
    &zni_soclcp_vi_extragradient.type,
    &zni_soclcp_vi_fixed_point.type,
    &zni_generic_auto.type,
    &zni_generic_newton.type,
    &zni_generic_nsgs.type,
    &zni_plasticity_auto.type,
    &zni_plasticity_newton.type,
    &zni_plasticity_nsgs.type,
    &zni_impact_auto.type,
    &zni_impact_lzb.type,
    &zni_impact_steps.type,
    &zni_impact_pairs.type,
    NULL,
};

static const zn_plugin builtin = {
    .size = sizeof(zn_plugin),
    .major = ZN_PLUGIN_MAJOR,
    .minor = ZN_PLUGIN_MINOR,
    .build = ZN_PLUGIN_BUILD,
    .name = "zeno-solvers",
    .version = ZN_VERSION,
    .license = "Apache-2.0",
    .types = types,
};

static const struct {
    zn_kind kind;
    const char *name;
} kinds[] = {
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
    {ZN_KIND_SOCLCP_SOLVER, "second-order cone lcp solver"},
    {ZN_KIND_GENERIC_SOLVER, "generic solver"},
    {ZN_KIND_PLASTICITY_SOLVER, "plasticity solver"},
    {ZN_KIND_IMPACT_SOLVER, "multiple impact solver"},
};

zn_status zni_builtin_add(zn_ctx *ctx)
{
    zn_kind_info info = {.kind = ZN_KIND_PROBLEM,
                         .name = "problem class",
                         .min_size = sizeof(zn_problem_type),
                         .missing = zni_problem_missing};
    zn_status st = zn_kind_declare(ctx, &info);

    info.min_size = sizeof(zn_solver_type);
    info.missing = zni_solver_missing;
    for (size_t i = 0; !st && i < sizeof kinds / sizeof kinds[0]; i++) {
        info.kind = kinds[i].kind;
        info.name = kinds[i].name;
        st = zn_kind_declare(ctx, &info);
    }
    info = (zn_kind_info){.kind = ZN_KIND_SET,
                          .name = "set",
                          .min_size = sizeof(zn_set_type),
                          .missing = zni_set_missing};
    if (!st)
        st = zn_kind_declare(ctx, &info);
    return st ? st : zn_plugin_add(ctx, &builtin);
}
