/* classes.h - the classes of the kernel
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CLASSES_H
#define ZENO_KERNEL_CLASSES_H

#include <zeno/control.h>
#include <zeno/ds.h>
#include <zeno/formulation.h>
#include <zeno/law.h>
#include <zeno/ode.h>
#include <zeno/osi.h>
#include <zeno/relation.h>
#include <zeno/simulation_kind.h>
#include <zeno/source.h>

extern const zn_ds_type zni_ds_lagrangian;
extern const zn_ds_type zni_ds_lagrangian_linear;
extern const zn_ds_type zni_ds_first_order;
extern const zn_ds_type zni_ds_first_order_linear;
extern const zn_relation_type zni_relation_linear;
extern const zn_relation_type zni_relation_scleronomous;
extern const zn_relation_type zni_relation_rheonomous;
extern const zn_relation_type zni_relation_compliant;
extern const zn_relation_type zni_relation_nonlinear;
extern const zn_relation_type zni_relation_first_order;
extern const zn_relation_type zni_relation_without_feedthrough;
extern const zn_relation_type zni_relation_feedthrough;
extern const zn_law_type zni_law_newton_impact;
extern const zn_law_type zni_law_complementarity;
extern const zn_law_type zni_law_equality;
extern const zn_law_type zni_law_relay;
extern const zn_law_type zni_law_mixed;
extern const zn_law_type zni_law_normal_cone;
extern const zn_law_type zni_law_impact_friction;
extern const zn_law_type zni_law_fremond;
extern const zn_law_type zni_law_dry_friction;
extern const zn_law_type zni_law_spring;
extern const zn_law_type zni_law_rolling_friction;
extern const zn_law_type zni_law_multiple_impact;
extern const zn_law_type zni_law_multiple_impact_friction;
extern const zn_law_type zni_law_poisson_impact;
extern const zn_osi_type zni_osi_moreau_jean;
extern const zn_osi_type zni_osi_d1_minus;
extern const zn_osi_type zni_osi_modal;
extern const zn_osi_type zni_osi_generalised_alpha;
extern const zn_osi_type zni_osi_nonsmooth_alpha;
extern const zn_osi_type zni_osi_schatzman_paoli;
extern const zn_osi_type zni_osi_euler_moreau;
extern const zn_osi_type zni_osi_zero_order_hold;
extern const zn_block_type zni_block_linear_sensor;
extern const zn_block_type zni_block_luenberger;
extern const zn_block_type zni_block_reduced_order;
extern const zn_block_type zni_block_pid;
extern const zn_block_type zni_block_sliding_mode;
extern const zn_block_type zni_block_twisting;
extern const zn_formulation_type zni_formulation_lcp;
extern const zn_formulation_type zni_formulation_mlcp;
extern const zn_formulation_type zni_formulation_relay;
extern const zn_formulation_type zni_formulation_avi;
extern const zn_formulation_type zni_formulation_friction;
extern const zn_formulation_type zni_formulation_rolling;
extern const zn_formulation_type zni_formulation_generic;
extern const zn_formulation_type zni_formulation_global;
extern const zn_formulation_type zni_formulation_global_rolling;
extern const zn_formulation_type zni_formulation_impact;
extern const zn_simulation_type zni_simulation_time_stepping;
extern const zn_simulation_type zni_simulation_event_driven;
extern const zn_source_type zni_source_collision;
extern const zn_ode_type zni_ode_dormand_prince;
extern const zn_ode_type zni_ode_dormand_prince_853;
extern const zn_ode_type zni_ode_radau;
extern const zn_ode_type zni_ode_half_explicit;
extern const zn_ode_type zni_ode_generalised_alpha;
extern const zn_ode_type zni_ode_ballistic;
extern const zn_ode_type zni_ode_linear;

#endif
