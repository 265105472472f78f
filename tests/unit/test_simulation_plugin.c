/* test_simulation_plugin.c - a class of simulations from a file
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/plugin.h>

#include "tests/unit/scene.h"

static zn_ds *bouncing(void)
{
    const double one = 1;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -9.81);

    join("floor", newton(0.7), 1, 1, &one, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    return ds;
}

/* n steps between the instants of the grid are steps of a grid n times as fine, to
 * the rounding of their lengths. */
START_TEST(a_plugin_brings_a_class)
{
    double q, v;
    zn_run_info r;
    zn_ds *ds = bouncing();

    REFUSED(zn_simulation_new_class(model, "substeps", &sim), ZN_ENOENT,
            "substeps");
    const char *build = getenv("ZENO_BUILDDIR");
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/plugins", build ? build : ".");
    MUST(zn_plugin_path_add(ctx, folder));
    MUST(zn_plugin_load(ctx, "SubstepsPlugin"));
    MUST(zn_simulation_new_class(model, "substeps", &sim));
    MUST(zn_simulation_set(sim, "n", "8"));
    REFUSED(zn_simulation_set(sim, "n", "0"), ZN_EINVAL, "n");
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.0625, 2));
    ck_assert_int_eq(zn_simulation_step_count(sim), 32);
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.steps, 32);
    q = q_of(ds, 0);
    v = v_of(ds, 0);
    scene_teardown();
    scene_setup();

    ds = bouncing();
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.0625 / 8, 2));
    MUST(zn_simulation_run(sim));
    ck_assert(q == q_of(ds, 0) && v == v_of(ds, 0));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulation from a plugin");
    TCase *tc = tcase_create("plugin");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_plugin_brings_a_class);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
