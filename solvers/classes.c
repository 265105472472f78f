/* classes.c - the kinds and classes the solvers library brings
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/classes.h"
#include "core/core.h"
#include "sets/sets.h"

/* One line per class, in the order in which they are listed; sets and problem classes
 * (classes.h) first. */
#define SETS(X)                                                               \
    X(set_zero)                                                               \
    X(set_orthant)                                                            \
    X(set_box)                                                                \
    X(set_polyhedron)                                                         \
    X(set_friction)                                                           \
    X(set_rolling_friction)                                                   \
    X(set_second_order_cone)

/* those of box/ that LCP, MLCP and relay have */
#define BOX(X, class)                                                         \
    X(class##_newton_min)                                                     \
    X(class##_newton_fb)                                                      \
    X(class##_pgs)                                                            \
    X(class##_psor)                                                           \
    X(class##_rpgs)                                                           \
    X(class##_enum)                                                           \
    X(class##_block_gs)                                                       \
    X(class##_cao_ferris)

#define SOLVERS(X)                                                            \
    X(lcp_auto)                                                               \
    X(lcp_lemke)                                                              \
    BOX(X, lcp)                                                               \
    X(lcp_murty)                                                              \
    X(lcp_bard)                                                               \
    X(lcp_cpg)                                                                \
    X(lcp_interior_point)                                                     \
    X(lcp_qp)                                                                 \
    X(mlcp_auto)                                                              \
    X(mlcp_direct)                                                            \
    X(mlcp_lemke)                                                             \
    BOX(X, mlcp)                                                              \
    X(relay_auto)                                                             \
    X(relay_lemke)                                                            \
    BOX(X, relay)                                                             \
    X(avi_auto)                                                               \
    X(avi_cao_ferris)                                                         \
    X(avi_mlcp)                                                               \
    X(friction_nsgs)                                                          \
    X(friction_patches)                                                       \
    X(friction_uncondensed)                                                   \
    X(friction_newton_ac)                                                     \
    X(friction_newton_natural)                                                \
    X(friction_newton_fb)                                                     \
    X(friction_auto)                                                          \
    X(friction_vi_extragradient)                                              \
    X(friction_vi_fixed_point)                                                \
    X(friction_desaxce)                                                       \
    X(friction_panagiotopoulos)                                               \
    X(friction_soclcp)                                                        \
    X(friction_prox)                                                          \
    X(friction_homotopy)                                                      \
    X(friction_central_path)                                                  \
    X(friction_admm)                                                          \
    X(friction_aclm)                                                          \
    X(friction_tresca)                                                        \
    X(friction_lemke)                                                         \
    X(friction_enum)                                                          \
    X(friction_cpg)                                                           \
    X(friction_apgd)                                                          \
    X(friction_spg)                                                           \
    X(friction_interior_point)                                                \
    X(global_friction_reduced)                                                \
    X(global_friction_admm)                                                   \
    X(global_friction_auto)                                                   \
    X(global_friction_aclm)                                                   \
    X(global_friction_vi_extragradient)                                       \
    X(global_friction_vi_fixed_point)                                         \
    X(rolling_auto)                                                           \
    X(rolling_admm)                                                           \
    X(rolling_interior_point)                                                 \
    X(rolling_newton)                                                         \
    X(rolling_nsgs)                                                           \
    X(rolling_prox)                                                           \
    X(rolling_homotopy)                                                       \
    X(rolling_central_path)                                                   \
    X(global_friction_nsgs)                                                   \
    X(global_friction_newton_ac)                                              \
    X(global_friction_newton_natural)                                         \
    X(global_friction_newton_fb)                                              \
    X(global_friction_newton_velocity)                                        \
    X(global_rolling_auto)                                                    \
    X(global_rolling_admm)                                                    \
    X(global_rolling_interior_point)                                          \
    X(global_rolling_homotopy)                                                \
    X(global_rolling_central_path)                                            \
    X(global_rolling_reduced)                                                 \
    X(global_friction_interior_point)                                         \
    X(global_friction_homotopy)                                               \
    X(global_friction_central_path)                                           \
    X(vi_auto)                                                                \
    X(vi_box_newton)                                                          \
    X(vi_extragradient)                                                       \
    X(vi_fixed_point)                                                         \
    X(vi_hyperplane)                                                          \
    X(vi_path_search)                                                         \
    X(ncp_auto)                                                               \
    X(ncp_newton_fb)                                                          \
    X(ncp_newton_min)                                                         \
    X(ncp_path_search)                                                        \
    X(mcp_auto)                                                               \
    X(mcp_newton_fb)                                                          \
    X(mcp_newton_min)                                                         \
    X(mcp_path_search)                                                        \
    X(qp_active_set)                                                          \
    X(qp_admm)                                                                \
    X(qp_auto)                                                                \
    X(qp_interior_point)                                                      \
    X(qp_projected_gradient)                                                  \
    X(soclcp_auto)                                                            \
    X(soclcp_newton_fb)                                                       \
    X(soclcp_interior_point)                                                  \
    X(soclcp_nsgs)                                                            \
    X(soclcp_vi_extragradient)                                                \
    X(soclcp_vi_fixed_point)                                                  \
    X(generic_auto)                                                           \
    X(generic_newton)                                                         \
    X(generic_nsgs)                                                           \
    X(plasticity_auto)                                                        \
    X(plasticity_newton)                                                      \
    X(plasticity_nsgs)                                                        \
    X(impact_auto)                                                            \
    X(impact_lzb)                                                             \
    X(impact_steps)                                                           \
    X(impact_pairs)                                                           \
    X(impact_poisson)

#define SET(name) extern const zn_set_type zni_##name;
#define PROBLEM(name, kind, text) extern const zn_problem_type zni_##name##_problem;
#define SOLVER(name) extern const zn_solver_type zni_##name;
#define LISTED(name) &zni_##name.type,
#define PROBLEM_LISTED(name, kind, text) LISTED(name##_problem)
#define KIND(name, kind, text) {ZN_KIND_##kind##_SOLVER, text},

SETS(SET)
ZNI_CLASSES(PROBLEM)
SOLVERS(SOLVER)

static const zn_type *const types[] = {
    SETS(LISTED) ZNI_CLASSES(PROBLEM_LISTED) SOLVERS(LISTED) NULL,
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
} kinds[] = {ZNI_CLASSES(KIND)};

zn_status zni_builtin_add(zn_ctx *ctx)
{
    zn_kind_info info = {.kind = ZN_KIND_PROBLEM,
                         .name = "problem class",
                         .min_size = sizeof(zn_problem_type),
                         .missing = zni_problem_missing};
    zn_status st = zn_kind_declare(ctx, &info);

    info.min_size = offsetof(zn_solver_type, offer);
    info.size = sizeof(zn_solver_type);
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
