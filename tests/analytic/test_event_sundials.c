/* test_event_sundials.c - event-driven simulation on SUNDIALS' integrators, where the plugin was
 * built: instants of impacts in closed form, a stiff part
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"
#include "tests/unit/stock_plugin.h"
#include "tests/unit/sundials_test.h"

static const char *const classes[] = {"cvode", "arkode", "ida"};

static void with_plugin(void)
{
    scene_setup();
    MUST(stock_plugin_load(ctx, "SundialsPlugin"));
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

START_TEST(a_stiff_part_does_not_set_the_step)
{
    const zn_index steps =
        stiff_part(_i ? "ida" : "cvode", "1e-9", "1e-10", 1e-8, 1e-6);

    ck_assert_int_lt(steps, 5000); /* of 500 000 */
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    if (!sundials_is_there())
        return test_in_ci() ? EXIT_FAILURE : TEST_SKIPPED;
    suite = suite_create("event-driven on SUNDIALS");
    tc = tcase_create("all");
    tcase_add_checked_fixture(tc, with_plugin, scene_teardown);
    tcase_add_loop_test(tc, a_ball_bounces_at_its_instants, 0, 3);
    tcase_add_loop_test(tc, a_stiff_part_does_not_set_the_step, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
