/* test_source_class.c - a class of contact sources, from a plugin
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* One contact of the first system with a floor at `height`. */
typedef struct floors {
    double height;
    zn_model *model;
    zn_law *law;
    zn_relation *relation;
} floors;

static zn_status floors_prepare(void *k, zn_model *m)
{
    floors *f = k;
    const double C = 1, e = -f->height;
    zn_ctx *c = zn_model_ctx(m);
    zn_status st = zn_law_newton_impact(c, 0, &f->law);

    f->model = m;
    if (!st)
        st = zn_relation_new(c, "linear", NULL, 1, 1, &f->relation);
    if (!st)
        st = zn_relation_set_constant(f->relation, "C", 1, 1, &C);
    return st ? st : zn_relation_set_constant(f->relation, "e", 1, 1, &e);
}

static zn_status floors_find(void *k, const zn_view *at, zn_contacts *to)
{
    const floors *f = k;
    zn_ds *ds = zn_model_ds_at(f->model, 0);

    ck_assert(at->t1 > at->t);
    if (zn_state_q(at->state, ds)[0] > f->height + 0.1)
        return ZN_OK;
    return zn_contacts_announce(to, &(zn_contact){.key = {1, 2},
                                                  .law = f->law,
                                                  .relation = f->relation,
                                                  .d1 = ds});
}

static const zn_option floors_options[] = {
    ZN_OPT_REAL(floors, height, 0, -1e3, 1e3, "m", "of the floor"),
    ZN_OPT_END,
};

static const zn_source_type floors_type = {
    .type = {.size = sizeof floors_type,
             .kind = ZN_KIND_SOURCE,
             .name = "floors",
             .summary = "a floor under the first system",
             .state_size = sizeof(floors),
             .options = floors_options},
    .prepare = floors_prepare,
    .find = floors_find,
};

static const zn_type *const floors_types[] = {&floors_type.type, NULL};
static const zn_plugin floors_plugin = {.size = sizeof floors_plugin,
                                        .major = ZN_PLUGIN_MAJOR,
                                        .minor = ZN_PLUGIN_MINOR,
                                        .build = ZN_PLUGIN_BUILD,
                                        .name = "floors",
                                        .version = "1",
                                        .license = "Apache-2.0",
                                        .types = floors_types};

static zn_status nothing(void *user, const zn_view *at, zn_contacts *to)
{
    (void)user, (void)at, (void)to;
    return ZN_OK;
}

START_TEST(a_class_of_a_plugin_is_a_source)
{
    zn_simulation *other;
    zn_source *src;
    char got[32];
    zn_ds *ds;

    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &floors_plugin));
    REFUSED(zn_source_new(ctx, "flors", &src), ZN_ENOENT, "floors");
    MUST(zn_source_new(ctx, "floors", &src));
    REFUSED(zn_source_set(src, "depth", "1"), ZN_ENOENT, "contact source");
    MUST(zn_source_set_real(src, "height", 0.25));
    MUST(zn_source_get(src, "height", got, sizeof got));
    ck_assert_str_eq(got, "0.25");
    REFUSED(zn_source_get(src, "depth", got, sizeof got), ZN_ENOENT, "height");
    ck_assert_ptr_eq(zn_source_class(src), &floors_type);
    ck_assert(((const floors *)zn_source_state(src))->height == 0.25);
    ds = point_mass("m", 1, 1, 0, -10);
    simulate("moreau-jean", NULL, 0, 1. / 128, 2);
    MUST(zn_simulation_add_source(sim, src));
    REFUSED(zn_simulation_add_source(sim, src), ZN_EINVAL, "already");
    MUST(zn_simulation_run(sim));
    ck_assert(q_of(ds, 0) < 0.26 && q_of(ds, 0) > 0.15 && v_of(ds, 0) == 0);
    REFUSED(zn_simulation_find_contacts(sim, nothing, NULL, NULL), ZN_ESTATE,
            "after the start");
    MUST(zn_simulation_new(model, &other));
    REFUSED(zn_simulation_find_contacts(other, nothing, NULL, NULL), ZN_ESTATE,
            "another simulation of this model has contact sources");
    zn_simulation_free(other);
}
END_TEST

/* Three masses fly freely, and a source is asked at each step where they are. */
static zn_ds *flying[3];

static zn_status looks(void *user, const zn_view *at, zn_contacts *to)
{
    (void)to;
    ++*(int *)user;
    for (int i = 0; i < 3; i++) {
        CLOSE(zn_state_q(at->state, flying[i])[0], i + (2 - i) * at->t, 1e-12);
        CLOSE(zn_state_v(at->state, flying[i])[0], 2 - i, 1e-12);
    }
    return ZN_OK;
}

START_TEST(each_system_has_its_own_state)
{
    static const char *const name[] = {"a", "b", "c"};
    int calls = 0;

    for (int i = 0; i < 3; i++)
        flying[i] = point_mass(name[i], 1, i, 2 - i, 0);
    simulate("moreau-jean", NULL, 0, 0.125, 1);
    MUST(zn_simulation_find_contacts(sim, looks, &calls, NULL));
    MUST(zn_simulation_run(sim));
    ck_assert_int_ge(calls, 8);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("class of contact sources");
    TCase *t = tcase_create("");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, a_class_of_a_plugin_is_a_source);
    tcase_add_test(t, each_system_has_its_own_state);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
