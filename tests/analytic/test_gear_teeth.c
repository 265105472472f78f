/* test_gear_teeth.c - two gears that turn each other by their teeth, bodies of triangles
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/scene.h"

static const double pi = 3.14159265358979323846;

/* How far the wheel has turned at the next time, going on from `before`. */
static double turned(const zn_ds *wheel, double t, double before)
{
    while (zn_simulation_time(sim) < t - 1e-9)
        MUST(zn_simulation_step(sim));
    const double a = 2 * atan2(q_of(wheel, 6), q_of(wheel, 3));
    return a + 2 * pi * round((before - a) / (2 * pi));
}

/* While the pinion of 14 teeth goes on by four of them, so does the wheel of 28, whatever the
 * facets of a flank are: it turns by 4 2 pi/28, the other way. How deep the teeth are in each
 * other is the same at both times, but for what the steps leave: less than 3e-6 m at 0.28 m. */
START_TEST(a_wheel_goes_on_by_as_many_teeth)
{
    const char *src = getenv("ZENO_SRCDIR");
    const double tooth = 0.1; /* s */
    char path[4096], speed[64];
    const char *const set[] = {speed};
    zn_scene *s;
    double a, b;

    snprintf(path, sizeof path, "%s/samples/scenes/gears.yaml", src ? src : ".");
    snprintf(speed, sizeof speed, "w=%.17g", 2 * pi / 14 / tooth);
    MUST(zn_scene_read(ctx, path, 1, set, &s));
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    const zn_ds *wheel = zn_model_ds(model, "wheel");
    a = turned(wheel, 4 * tooth, 0);
    b = turned(wheel, 8 * tooth, a);
    ck_assert_double_eq_tol(b - a, -4 * 2 * pi / 28, 1e-5);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gear teeth");
    TCase *tc = tcase_create("gear teeth");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_wheel_goes_on_by_as_many_teeth);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
