/* test_drum.c - a block that slides in a rotating drum of triangles
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/scene.h"

/* Two edges of the block touch the drum at angles theta -+ b, sin b = a/2/R, with N1 and N2, and slide.
 * Their normals pass through the axis, so with lambda = atan mu
 *     (N1 + N2) cos b = m g cos lambda cos(theta - lambda),   mu R (N1 + N2) = m g r sin theta.
 * A facet of the 64 leans by up to 2.8 degrees from the cylinder, ten times a second; the block, whose
 * own period is 1.4 s, hardly follows. */
START_TEST(a_block_stays_where_friction_and_weight_balance)
{
    const char *src = getenv("ZENO_SRCDIR");
    const double a = 0.08, R = 0.5, mu = 0.3, s = mu / sqrt(1 + mu * mu),
                 cosb = sqrt(1 - a * a / 4 / R / R), r = R * cosb - a / 2,
                 theta = atan(R * s * s / mu / (r * cosb - R * s * s));
    char path[4096];
    double sum = 0;
    zn_scene *scene;
    int n = 0;

    snprintf(path, sizeof path, "%s/samples/scenes/drum.yaml", src ? src : ".");
    MUST(zn_scene_read(ctx, path, 0, NULL, &scene));
    zn_model_free(model);
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    const zn_ds *block = zn_model_ds(model, "block");
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        const double at = atan2(-q_of(block, 0), -q_of(block, 2));
        ck_assert_double_eq_tol(at, theta, 0.01);
        sum += at;
        n++;
    }
    ck_assert_int_gt(n, 1000);
    ck_assert_double_eq_tol(sum / n, theta, 0.004);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drum");
    TCase *tc = tcase_create("drum");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_block_stays_where_friction_and_weight_balance);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
