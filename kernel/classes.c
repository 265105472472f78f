/* classes.c - the kinds of classes of the kernel, and its own classes
 * SPDX-License-Identifier: Apache-2.0
 *
 * The kernel's classes enter by the door that loaded plugins use: one constant
 * plugin with the name "zeno". */
#include "kernel/classes.h"

#include "kernel/mechanics/contact.h"
#include "kernel/mechanics/joint.h"
#include "kernel/mechanics/newton_euler.h"
#include "kernel/mechanics/planar.h"
#include "kernel/shapes/narrow.h"
#include "kernel/shapes/relation.h"

#include <zeno/plugin.h>
#include <zeno/source.h>

/* ---- what the members of a kind must have ----------------------------------- */

static const char *ds_missing(const zn_type *type)
{
    const zn_ds_type *d = (const zn_ds_type *)type;
    if (!d->seal)
        return "seal";
    if (!d->varies)
        return "varies";
    switch (d->family) {
    case ZN_FIRST_ORDER:
        return !d->field ? "field" : !d->field_jac ? "field_jac" : NULL;
    case ZN_SECOND_ORDER:
        if (!d->mass)
            return "mass";
        if (!d->mass_mul)
            return "mass_mul";
        if (d->retract || d->tangent || d->qdot) {
            if (!d->retract)
                return "retract";
            if (!d->tangent)
                return "tangent";
            if (!d->qdot)
                return "qdot";
        }
        if (d->carries && !(d->carry && d->carry_jac))
            return "carry and carry_jac";
        return !d->force ? "force" : !d->force_jac ? "force_jac" : NULL;
    }
    return "family";
}

static const char *relation_missing(const zn_type *type)
{
    const zn_relation_type *r = (const zn_relation_type *)type;
    if (!r->families)
        return "families";
    if (!r->seal)
        return "seal";
    if (!r->varies)
        return "varies";
    if (!r->output)
        return "output";
    if (!r->jac_q && !r->jac_v)
        return "jac_q";
    /* a relation with an input of its own can linearise it */
    return r->input && !r->input_jac_lambda ? "input_jac_lambda" : NULL;
}

static const char *law_missing(const zn_type *type)
{
    const zn_law_type *l = (const zn_law_type *)type;
    if (!l->levels)
        return "levels";
    if (!l->families)
        return "families";
    if (!l->size)
        return "size";
    if (!l->cone)
        return "cone";
    if (l->levels & ZN_LAW_FORCE &&
        (!ZN_HAS(zn_law_type, l, force_weight) || !l->force ||
         !l->force_weight || l->levels != ZN_LAW_FORCE || !l->always))
        return "force, force_weight and always, with no other level";
    return !l->admissible ? "admissible" : NULL;
}

static const char *osi_missing(const zn_type *type)
{
    const zn_osi_type *o = (const zn_osi_type *)type;
    if (o->family != ZN_FIRST_ORDER && o->family != ZN_SECOND_ORDER)
        return "family";
    if (!o->residual)
        return "residual";
    if (o->type.size > offsetof(zn_osi_type, stages) && o->stages &&
        !(o->stage_of && o->stage && o->stage_velocity && o->stage_active &&
          o->stage_end))
        return "stage_of, stage, stage_velocity, stage_active and stage_end";
    if (!o->attach)
        return o->family == ZN_SECOND_ORDER || o->make ? NULL : "attach, or make";
    if (!o->detach)
        return "detach";
    if (!o->free)
        return "free";
    if (!o->solve)
        return "solve";
    if (!o->free_value)
        return "free_value";
    return !o->update ? "update" : NULL;
}

static const char *formulation_missing(const zn_type *type)
{
    const zn_formulation_type *f = (const zn_formulation_type *)type;
    if (!f->problem)
        return "problem";
    if (!f->accepts)
        return "accepts";
    return !f->solve ? "solve" : NULL;
}

static const char *block_missing(const zn_type *type)
{
    const zn_block_type *b = (const zn_block_type *)type;
    if (b->role < ZN_BLOCK_SENSOR || b->role > ZN_BLOCK_CONTROLLER)
        return "role";
    return !b->sample ? "sample" : NULL;
}

static const char *simulation_missing(const zn_type *type)
{
    return ((const zn_simulation_type *)type)->step ? NULL : "step";
}

static const char *ode_missing(const zn_type *type)
{
    const zn_ode_type *o = (const zn_ode_type *)type;
    if (!o->reserve)
        return "reserve";
    if (!o->step)
        return "step";
    if (ZN_HAS(zn_ode_type, o, resume) && !o->save != !o->resume)
        return "save or resume";
    return !o->at ? "at" : NULL;
}

static const char *source_missing(const zn_type *type)
{
    return ((const zn_source_type *)type)->find ? NULL : "find";
}

static const char *narrow_missing(const zn_type *type)
{
    return ((const zn_narrow_type *)type)->touch ? NULL : "touch";
}

/* `since`: the first field that was appended after the first minor; a descriptor may
 * end before it. */
#define KIND(id, name, T, missing) {id, name, sizeof(T), missing, sizeof(T)}
#define GROWN(id, name, T, since, missing)                                     \
    {id, name, offsetof(T, since), missing, sizeof(T)}

static const zn_kind_info kinds[] = {
    KIND(ZN_KIND_DS, "dynamical system", zn_ds_type, ds_missing),
    GROWN(ZN_KIND_RELATION, "relation", zn_relation_type, columns,
          relation_missing),
    GROWN(ZN_KIND_LAW, "nonsmooth law", zn_law_type, force, law_missing),
    GROWN(ZN_KIND_OSI, "integrator", zn_osi_type, order, osi_missing),
    GROWN(ZN_KIND_FORMULATION, "formulation", zn_formulation_type, global,
          formulation_missing),
    KIND(ZN_KIND_BLOCK, "control block", zn_block_type, block_missing),
    GROWN(ZN_KIND_SIMULATION, "simulation", zn_simulation_type, jumps,
          simulation_missing),
    KIND(ZN_KIND_ODE, "integrator of smooth motion", zn_ode_type, ode_missing),
    KIND(ZN_KIND_SOURCE, "contact source", zn_source_type, source_missing),
    KIND(ZN_KIND_NARROW, "narrow phase", zn_narrow_type, narrow_missing),
};

/* ---- the kernel's own classes --------------------------------------------------- */

static const zn_type *const types[] = {
    &zni_ds_lagrangian.type,
    &zni_ds_lagrangian_linear.type,
    &zni_ds_newton_euler.type,
    &zni_ds_first_order.type,
    &zni_ds_first_order_linear.type,
    &zni_relation_linear.type,
    &zni_relation_scleronomous.type,
    &zni_relation_rheonomous.type,
    &zni_relation_compliant.type,
    &zni_relation_nonlinear.type,
    &zni_relation_first_order.type,
    &zni_relation_without_feedthrough.type,
    &zni_relation_feedthrough.type,
    &zni_relation_contact.relation.type,
    &zni_relation_contact_planar.relation.type,
    &zni_relation_sphere_plane.relation.type,
    &zni_relation_disc_line.relation.type,
    &zni_relation_point_plane.relation.type,
    &zni_relation_point_line.relation.type,
    &zni_relation_sphere_sphere.relation.type,
    &zni_relation_disc_disc.relation.type,
    &zni_relation_shapes.relation.type,
    &zni_relation_shapes_planar.relation.type,
    &zni_relation_spherical.relation.type,
    &zni_relation_universal.relation.type,
    &zni_relation_revolute.relation.type,
    &zni_relation_cylindrical.relation.type,
    &zni_relation_prismatic.relation.type,
    &zni_relation_planar.relation.type,
    &zni_relation_fixed.relation.type,
    &zni_relation_point_on_line.relation.type,
    &zni_relation_point_on_plane.relation.type,
    &zni_relation_rod.relation.type,
    &zni_relation_screw.relation.type,
    &zni_relation_gear.relation.type,
    &zni_relation_bevel_gear.relation.type,
    &zni_relation_coupler.relation.type,
    &zni_relation_slide_coupler.relation.type,
    &zni_relation_rack.relation.type,
    &zni_relation_axis_turn.relation.type,
    &zni_relation_axis_slide.relation.type,
    &zni_relation_axis_length.relation.type,
    &zni_relation_pose.relation.type,
    &zni_relation_revolute_planar.relation.type,
    &zni_relation_prismatic_planar.relation.type,
    &zni_relation_fixed_planar.relation.type,
    &zni_relation_slot_planar.relation.type,
    &zni_relation_turn_planar.relation.type,
    &zni_relation_slide_planar.relation.type,
    &zni_relation_length_planar.relation.type,
    &zni_relation_gear_planar.relation.type,
    &zni_relation_rack_planar.relation.type,
    &zni_law_newton_impact.type,
    &zni_law_complementarity.type,
    &zni_law_equality.type,
    &zni_law_relay.type,
    &zni_law_mixed.type,
    &zni_law_normal_cone.type,
    &zni_law_impact_friction.type,
    &zni_law_fremond.type,
    &zni_law_dry_friction.type,
    &zni_law_spring.type,
    &zni_law_rolling_friction.type,
    &zni_law_multiple_impact.type,
    &zni_law_multiple_impact_friction.type,
    &zni_law_poisson_impact.type,
    &zni_osi_moreau_jean.type,
    &zni_osi_schatzman_paoli.type,
    &zni_osi_d1_minus.type,
    &zni_osi_modal.type,
    &zni_osi_generalised_alpha.type,
    &zni_osi_nonsmooth_alpha.type,
    &zni_osi_euler_moreau.type,
    &zni_osi_zero_order_hold.type,
    &zni_block_linear_sensor.type,
    &zni_block_luenberger.type,
    &zni_block_reduced_order.type,
    &zni_block_pid.type,
    &zni_block_sliding_mode.type,
    &zni_block_twisting.type,
    &zni_formulation_lcp.type,
    &zni_formulation_mlcp.type,
    &zni_formulation_relay.type,
    &zni_formulation_avi.type,
    &zni_simulation_time_stepping.type,
    &zni_simulation_event_driven.type,
    &zni_formulation_friction.type,
    &zni_formulation_rolling.type,
    &zni_formulation_generic.type,
    &zni_formulation_global.type,
    &zni_formulation_global_rolling.type,
    &zni_formulation_impact.type,
    &zni_ode_dormand_prince.type,
    &zni_ode_dormand_prince_853.type,
    &zni_ode_ballistic.type,
    &zni_ode_linear.type,
    &zni_ode_radau.type,
    &zni_ode_generalised_alpha.type,
    &zni_ode_half_explicit.type,
    &zni_source_collision.type,
    &zni_narrow_exact.type,
    NULL,
};

static const zn_alias aliases[] = {
    {ZN_KIND_RELATION, "type1", "without-feedthrough"},
    {ZN_KIND_RELATION, "type2", "feedthrough"},
    {0},
};

static const zn_plugin self = {.size = sizeof self,
                               .major = ZN_PLUGIN_MAJOR,
                               .minor = ZN_PLUGIN_MINOR,
                               .build = ZN_PLUGIN_BUILD,
                               .name = "zeno",
                               .version = ZN_VERSION,
                               .license = "Apache-2.0",
                               .types = types,
                               .aliases = aliases};

zn_status zn_kernel_register(zn_ctx *ctx)
{
    if (zn_plugin_find(ctx, self.name) == &self)
        return ZN_OK;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        zn_status st = zn_kind_declare(ctx, &kinds[k]);
        if (st)
            return st;
    }
    return zn_plugin_add(ctx, &self);
}
