/* classes.c - the kinds and classes of this folder, for the registry
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

static const char *ds_missing(const zn_type *type)
{
    const zn_ds_type *t = (const zn_ds_type *)type;

    if (!t->seal)
        return "seal";
    if (!t->traits)
        return "traits";
    if (t->family == ZN_SECOND_ORDER)
        return !t->mass        ? "mass"
               : !t->mass_mul  ? "mass_mul"
               : !t->force     ? "force"
               : !t->force_jac ? "force_jac"
                               : NULL;
    if (t->family == ZN_FIRST_ORDER)
        return !t->field ? "field" : !t->field_jac ? "field_jac" : NULL;
    return "family";
}

static const char *relation_missing(const zn_type *type)
{
    const zn_relation_type *t = (const zn_relation_type *)type;

    return !t->families ? "families"
           : !t->seal   ? "seal"
           : !t->traits ? "traits"
           : !t->output ? "output"
           : !t->jac_q  ? "jac_q"
                        : NULL;
}

static const char *law_missing(const zn_type *type)
{
    const zn_law_type *t = (const zn_law_type *)type;

    return !t->levels       ? "levels"
           : !t->families   ? "families"
           : !t->size       ? "size"
           : !t->set        ? "set"
           : !t->admissible ? "admissible"
                            : NULL;
}

static const zn_kind_info kinds[] = {
    {ZN_KIND_DS, "dynamical system", sizeof(zn_ds_type), ds_missing},
    {ZN_KIND_RELATION, "relation", sizeof(zn_relation_type), relation_missing},
    {ZN_KIND_LAW, "nonsmooth law", sizeof(zn_law_type), law_missing},
};

static const zn_type *const types[] = {
    &zni_lagrangian_type.type,
    &zni_lagrangian_linear_type.type,
    &zni_linear_type.type,
    &zni_scleronomous_type.type,
    &zni_rheonomous_type.type,
    &zni_compliant_type.type,
    &zni_nonlinear_type.type,
    &zni_newton_impact_type.type,
    &zni_complementarity_type.type,
    &zni_equality_type.type,
    NULL,
};

static const zn_plugin classes = {
    .size = sizeof classes,
    .major = ZN_PLUGIN_MAJOR,
    .minor = ZN_PLUGIN_MINOR,
    .build = ZN_PLUGIN_BUILD,
    .name = "zeno-model",
    .version = ZN_VERSION,
    .license = "Apache-2.0",
    .types = types,
};

zn_status zni_model_register(zn_ctx *ctx)
{
    zn_status st = ZN_OK;

    for (size_t i = 0; !st && i < sizeof kinds / sizeof *kinds; i++)
        st = zn_kind_declare(ctx, &kinds[i]);
    return st ? st : zn_plugin_add(ctx, &classes);
}
