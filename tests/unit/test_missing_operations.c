/* test_missing_operations.c - classes that lack what their kind must have are refused
 *
 * A class of the library, copied under another name, enters; the same without one of its
 * operations does not, and the words say which.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/plugin.h>
#include <zeno/zeno.h>

#include "tests/unit/zeno_test.h"

static zn_ctx *ctx;

/* the first model brings the classes of the kernel */
static void setup(void)
{
    zn_model *model;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_model_new(ctx, &model), ZN_OK);
    zn_model_free(model);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

typedef struct lack {
    zn_kind kind;
    const char *cls;
    size_t at, size;
    const char *words;
} lack;

#define LACK(kind, cls, T, field, words)                                       \
    {kind, cls, offsetof(T, field), sizeof(((T *)0)->field), words}
#define DS(cls, field) LACK(ZN_KIND_DS, cls, zn_ds_type, field, #field)
#define RELATION(cls, field, words)                                            \
    LACK(ZN_KIND_RELATION, cls, zn_relation_type, field, words)
#define LAW(cls, field, words) LACK(ZN_KIND_LAW, cls, zn_law_type, field, words)
#define OSI(cls, field, words) LACK(ZN_KIND_OSI, cls, zn_osi_type, field, words)
#define STAGES "stage_of, stage, stage_velocity, stage_active and stage_end"
#define FORCES "force, force_weight and always, with no other level"

static const lack lacks[] = {
    DS("lagrangian", seal),
    DS("lagrangian", varies),
    DS("lagrangian", mass),
    DS("lagrangian", mass_mul),
    DS("lagrangian", force),
    DS("lagrangian", force_jac),
    DS("newton-euler", retract),
    DS("newton-euler", tangent),
    DS("newton-euler", qdot),
    DS("first-order", field),
    DS("first-order", field_jac),
    RELATION("scleronomous", families, "families"),
    RELATION("scleronomous", seal, "seal"),
    RELATION("scleronomous", varies, "varies"),
    RELATION("scleronomous", output, "output"),
    RELATION("nonlinear", input_jac_lambda, "input_jac_lambda"),
    LAW("newton-impact", levels, "levels"),
    LAW("newton-impact", families, "families"),
    LAW("newton-impact", size, "size"),
    LAW("newton-impact", cone, "cone"),
    LAW("newton-impact", admissible, "admissible"),
    LAW("spring", force, FORCES),
    LAW("spring", force_weight, FORCES),
    LAW("spring", always, FORCES),
    OSI("moreau-jean", residual, "residual"),
    OSI("moreau-jean", detach, "detach"),
    OSI("moreau-jean", free, "free"),
    OSI("moreau-jean", solve, "solve"),
    OSI("moreau-jean", free_value, "free_value"),
    OSI("moreau-jean", update, "update"),
    OSI("euler-moreau", attach, "attach, or make"),
    OSI("d1-minus", stage_of, STAGES),
    OSI("d1-minus", stage, STAGES),
    OSI("d1-minus", stage_velocity, STAGES),
    OSI("d1-minus", stage_active, STAGES),
    OSI("d1-minus", stage_end, STAGES),
    LACK(ZN_KIND_FORMULATION, "friction", zn_formulation_type, problem, "problem"),
    LACK(ZN_KIND_FORMULATION, "friction", zn_formulation_type, accepts, "accepts"),
    LACK(ZN_KIND_FORMULATION, "friction", zn_formulation_type, solve, "solve"),
    LACK(ZN_KIND_BLOCK, "pid", zn_block_type, sample, "sample"),
    LACK(ZN_KIND_SIMULATION, "event-driven", zn_simulation_type, step, "step"),
    LACK(ZN_KIND_ODE, "radau", zn_ode_type, reserve, "reserve"),
    LACK(ZN_KIND_ODE, "radau", zn_ode_type, step, "step"),
    LACK(ZN_KIND_ODE, "radau", zn_ode_type, at, "at"),
    LACK(ZN_KIND_ODE, "generalised-alpha", zn_ode_type, save, "save or resume"),
    LACK(ZN_KIND_ODE, "generalised-alpha", zn_ode_type, resume, "save or resume"),
    LACK(ZN_KIND_SOURCE, "collision", zn_source_type, find, "find"),
    LACK(ZN_KIND_NARROW, "exact", zn_narrow_type, touch, "touch"),
};
enum { LACKS = sizeof lacks / sizeof lacks[0] };

static zn_status enter(const zn_type *type)
{
    const zn_type *const types[] = {type, NULL};
    const zn_plugin p = {.size = sizeof p,
                         .major = ZN_PLUGIN_MAJOR,
                         .minor = ZN_PLUGIN_MINOR,
                         .build = ZN_PLUGIN_BUILD,
                         .name = "copies",
                         .version = "1",
                         .license = "Apache-2.0",
                         .types = types};

    return zn_plugin_add(ctx, &p);
}

START_TEST(a_class_has_what_its_kind_must_have)
{
    const lack *l = lacks + _i;
    const zn_type *cls;
    zn_type *copy;
    char words[256];

    ck_assert_msg(!zn_type_find(ctx, l->kind, l->cls, &cls), "%s", zn_errmsg(ctx));
    copy = malloc(cls->size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, cls, cls->size);
    copy->name = "copy";
    memset((char *)copy + l->at, 0, l->size);
    ck_assert_msg(enter(copy) == ZN_EINVAL, "%s without %s", l->cls, l->words);
    snprintf(words, sizeof words, "plugin 'copies': %s 'copy': no %s",
             zn_kind_name(ctx, l->kind), l->words);
    ck_assert_str_eq(zn_errmsg(ctx), words);
    /* whole it is one more */
    memcpy(copy, cls, cls->size);
    copy->name = "copy";
    ck_assert_msg(!enter(copy), "%s: %s", l->cls, zn_errmsg(ctx));
    zn_ctx_free(ctx); /* before what it points to */
    ctx = NULL;
    free(copy);
}
END_TEST

/* A block is a sensor, an observer or a controller. */
START_TEST(a_block_has_one_of_the_roles_there_are)
{
    static const int strange[] = {ZN_BLOCK_SENSOR - 1, ZN_BLOCK_CONTROLLER + 1};
    const zn_type *cls;

    ck_assert(!zn_type_find(ctx, ZN_KIND_BLOCK, "pid", &cls));
    for (int k = 0; k < 2; k++) {
        zn_block_type copy = *(const zn_block_type *)cls;

        copy.type.name = "copy";
        copy.role = strange[k];
        ck_assert_int_eq(enter(&copy.type), ZN_EINVAL);
        ck_assert_str_eq(zn_errmsg(ctx), "plugin 'copies': control block 'copy': no role");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("missing operations");
    TCase *tc = tcase_create("missing operations");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, a_class_has_what_its_kind_must_have, 0, LACKS);
    tcase_add_test(tc, a_block_has_one_of_the_roles_there_are);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
