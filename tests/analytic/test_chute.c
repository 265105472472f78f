/* test_chute.c - a ball that rolls down a chute against rolling friction
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/scene.h"

/* With m a = m g sin A - F, 2/5 m R a = F R - mu_r N and N = m g cos A,
 *     a = 5/7 g (sin A - mu_r/R cos A);
 * a ball that rolling friction can hold, tan A <= mu_r/R, stays. */
static void rolls(double degrees, double mu_r, double a)
{
    const char *src = getenv("ZENO_SRCDIR");
    char path[4096], alpha[32], rolling[32];
    const char *const set[] = {"n=1", "m=1", alpha, rolling};
    const double A = degrees * acos(-1) / 180, T = 0.8;
    zn_scene *s;

    snprintf(path, sizeof path, "%s/samples/scenes/chute.yaml", src ? src : ".");
    snprintf(alpha, sizeof alpha, "alpha=%g", degrees);
    snprintf(rolling, sizeof rolling, "mu_r=%g", mu_r);
    MUST(zn_scene_read(ctx, path, 4, set, &s));
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-11"));
    while (zn_simulation_time(sim) < T - 1e-9)
        MUST(zn_simulation_step(sim));
    const zn_ds *ball = zn_model_ds(model, "ball.0.0");
    CLOSE(v_of(ball, 0), a * T * cos(A), 1e-8);
    CLOSE(v_of(ball, 2), -a * T * sin(A), 1e-8);
    CLOSE(v_of(ball, 4), a * T / 0.05, 1e-7);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(s);
}

START_TEST(rolling_friction_slows_a_ball)
{
    const double A = 25 * acos(-1) / 180;

    rolls(25, 0.005, 5. / 7 * 9.81 * (sin(A) - 0.1 * cos(A)));
}
END_TEST

START_TEST(rolling_friction_holds_a_ball)
{
    rolls(5, 0.005, 0); /* tan 5 degrees = 0.087 < 0.1 */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chute");
    TCase *tc = tcase_create("chute");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, rolling_friction_slows_a_ball);
    tcase_add_test(tc, rolling_friction_holds_a_ball);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
