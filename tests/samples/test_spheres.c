/* test_spheres.c - spheres in a box against the balance of momentum and of weight
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/run.h"

/* Smooth walls: the floor alone stops the fall and carries the weight,
 *     int F dt = W (T + v0/g)   once all are at rest,
 * whatever the contacts among the spheres; the energy never rises, and nothing leaves. */
START_TEST(the_floor_takes_momentum_and_weight)
{
    const double g = 9.81, v0 = 2, T = 1, h = 1e-3, side = 2 * 2.1 * 0.024;
    run r = run_recorded("spheres_in_box",
                         "--set n=24 --set side=2 --set mu_wall=0 --set T=1 "
                         "--set solver_tol=1e-7 --set newton_tol=1e-8");
    double sum = 0;

    for (long k = 1; k < r.rows; k++) {
        sum += run_at(&r, k, "floor");
        /* the work of contacts is known to the tolerance of the solver */
        ck_assert_double_le(run_at(&r, k, "energy"),
                            run_at(&r, k - 1, "energy") + 1e-6);
        /* an approach ends in the step after the one that finds it closed */
        ck_assert_double_le(run_at(&r, k, "overlap"), 1.1 * v0 * h);
        if (k > 900)
            CLOSE(run_at(&r, k, "floor"), 1, 1e-4);
        ck_assert_double_le(run_at(&r, k, "contacts"), 24 * 6 + 24 * 3);
    }
    CLOSE(sum * h / T, 1 + v0 / (g * T), 1e-4);
    for (int i = 0; i < 24; i++) {
        const char *const axis[2] = {"x", "y"};
        char name[32];
        for (int a = 0; a < 2; a++) {
            snprintf(name, sizeof name, "%s%d", axis[a], i);
            ck_assert_double_le(fabs(run_at(&r, -1, name)), side / 2 - 0.016 + 2e-3);
        }
        snprintf(name, sizeof name, "z%d", i);
        ck_assert_double_ge(run_at(&r, -1, name), 0.016 - 2e-3);
    }
    run_free(&r);
}
END_TEST

/* With rough walls a column leans on them, or is wedged between them; what is in the air when all
 * are at rest, here by 1.5 s, is nothing, so floor and walls carry the weight together. */
START_TEST(rough_walls_and_floor_carry_the_weight)
{
    run r = run_recorded("spheres_in_box",
                         "--set n=40 --set side=2 --set mu_wall=0.5 --set T=1.8");

    for (long k = r.rows - 20; k < r.rows; k++) {
        const double walls = run_at(&r, k, "walls");
        /* to the tolerance of the solver, 1e-4 */
        CLOSE(run_at(&r, k, "energy"), run_at(&r, -1, "energy"), 1e-6);
        CLOSE(run_at(&r, k, "floor") + walls, 1, 1e-4);
        ck_assert_double_gt(fabs(walls), 0.01);
    }
    run_free(&r);
}
END_TEST

/* Rougher walls: at 0.236 s spheres are wedged so that no velocities let all bounce that are to. The step is made
 * without restitution; halved, it would be the same impact, and no end in two minutes. */
START_TEST(wedged_spheres_do_not_bounce)
{
    const double fastest = 2 + 9.81 * 0.26, h = 1e-3;
    run r = run_recorded("spheres_in_box",
                         "--set n=40 --set side=2 --set mu_wall=0.8 --set seed=2 --set T=0.26");

    ck_assert_int_eq(r.rows, 261);
    /* an approach ends in the step after the one that finds it closed, there too */
    for (long k = 0; k < r.rows; k++)
        ck_assert_double_le(run_at(&r, k, "overlap"), 1.1 * fastest * h);
    run_free(&r);
}
END_TEST

/* A sphere alone: v = -e v at each impact, to the next instant. */
START_TEST(one_sphere_bounces)
{
    run r = run_recorded("spheres_in_box",
                         "--set n=1 --set side=1 --set spread=0 --set fall=0 "
                         "--set e=0.5 --set T=0.5 --set h=1e-4");
    const double E0 = run_at(&r, 0, "energy"), z0 = run_at(&r, 0, "z0");
    const double weight = E0 / z0, R = 0.02;
    long k = 1;

    while (run_at(&r, k, "floor") == 0)
        k++;
    /* what is left of the height over the floor is e^2 */
    CLOSE(run_at(&r, k + 1, "energy") / weight - R, 0.25 * (z0 - R), 0.02 * (z0 - R));
    CLOSE(run_at(&r, -1, "z0"), R, 1e-4);
    run_free(&r);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("samples: spheres in a box");
    TCase *t = tcase_create("spheres");

    tcase_set_timeout(t, 120);
    tcase_add_unchecked_fixture(t, folder_make, folder_remove);
    tcase_add_test(t, the_floor_takes_momentum_and_weight);
    tcase_add_test(t, rough_walls_and_floor_carry_the_weight);
    tcase_add_test(t, wedged_spheres_do_not_bounce);
    tcase_add_test(t, one_sphere_bounces);
    suite_add_tcase(s, t);
    return test_main(s);
}
