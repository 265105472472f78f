/* test_event_sundials.c - event-driven simulation on SUNDIALS' integrators, where the plugin was
 * built: instants of impacts in closed form, a stiff part
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static const char *const classes[] = {"cvode", "arkode", "ida"};

static void with_plugin(void)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];

    scene_setup();
    snprintf(path, sizeof path, "%s/plugins", build ? build : ".");
    MUST(zn_plugin_path_add(ctx, path));
    MUST(zn_plugin_load(ctx, "SundialsPlugin"));
}

/* e = 0.8 from 1 m: impact k at t1 (1 + 2 (e + ... + e^k)). A polynomial of degree two is exact
 * for all of them, but for what they control their errors by. */
START_TEST(a_ball_bounces_at_its_instants)
{
    const double e = 0.8, t1 = sqrt(2 / grav);
    double t = t1, d = 2 * t1 * e;

    bouncing_ball(1, 0, e);
    event_driven(0, 0.1, 3.6);
    MUST(zn_simulation_set(sim, "ode", classes[_i]));
    MUST(zn_simulation_set(sim, "rtol", "1e-11"));
    MUST(zn_simulation_set(sim, "atol", "1e-12"));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 10; k++, t += d, d *= e)
        CLOSE(event_at(ZN_EVENT_IMPACT, k)->t, t, 1e-8);
}
END_TEST

/* A ball with a mass inside on a stiff damper, as in test_event_hard: thrown up together with
 * (e m1 - m2)/(m1 + m2) of their velocity. */
START_TEST(a_stiff_part_does_not_set_the_step)
{
    const double M[4] = {1, 0, 0, 0.5}, c = 1e6 * 2 / 3.0, e = 0.8;
    const double D[4] = {c, -c, -c, c}, f[2] = {-grav, -grav / 2};
    const double q0[2] = {1, 1}, v0[2] = {0, 0}, C[2] = {1, 0};
    const double t1 = sqrt(2 / grav), up = (e - 0.5) / 1.5 * sqrt(2 * grav);
    zn_ds *ds = linear_system("ball", 2, M, D, NULL, q0, v0, f);
    zn_index steps = 0;

    join("floor", newton(e), 1, 2, C, NULL, ds, NULL);
    event_driven(0, 0.1, 0.5);
    MUST(zn_simulation_set(sim, "ode", _i ? "ida" : "cvode"));
    MUST(zn_simulation_set(sim, "rtol", "1e-9"));
    MUST(zn_simulation_set(sim, "atol", "1e-10"));
    while (zn_simulation_time(sim) < 0.5) {
        MUST(zn_simulation_step(sim));
        steps += zn_simulation_step_info(sim)->substeps;
    }
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, t1, 1e-8);
    CLOSE(v_of(ds, 1), up - grav * (0.5 - t1), 1e-6);
    ck_assert_int_lt(steps, 5000); /* of 500 000 */
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];

    snprintf(path, sizeof path, "%s/plugins/SundialsPlugin.la",
             build ? build : ".");
    if (access(path, R_OK) != 0) {
        puts("SKIP: SUNDIALS was not there when Zeno was configured");
        return test_in_ci() ? EXIT_FAILURE : TEST_SKIPPED;
    }
    suite = suite_create("event-driven on SUNDIALS");
    tc = tcase_create("all");
    tcase_add_checked_fixture(tc, with_plugin, scene_teardown);
    tcase_add_loop_test(tc, a_ball_bounces_at_its_instants, 0, 3);
    tcase_add_loop_test(tc, a_stiff_part_does_not_set_the_step, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
