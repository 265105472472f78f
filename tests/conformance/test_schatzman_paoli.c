/* test_schatzman_paoli.c - reference trajectory of the Schatzman-Paoli scheme
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

/* Three coordinates, of which the height moves; every rounding is amplified by
 * the impacts, by half a million between t = 6.5 and 8.5, whatever the order of
 * evaluation: the table is met to 1e-10 before, and to 1e-3 after. */
START_TEST(bouncing_ball)
{
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, f[3] = {-9.81, 0, 0};
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 2.0 / 5 * 0.1 * 0.1};
    const double C[3] = {1, 0, 0}, h = 0.005;
    zn_interaction *floor;
    reference ref;
    zn_ds *ball;

    if (!reference_read(&ref, "trajectories/BouncingBallTS-SchatzmanPaoliOSI/"
                              "BouncingBallTS-SchatzmanPaoliOSI.ref"))
        return;
    ball = linear_system("ball", 3, M, NULL, NULL, q0, v0, f);
    floor = join("floor", newton(0.9), 1, 3, C, NULL, ball, NULL);
    simulate("schatzman-paoli", "theta=0.5 start=backward velocity=centred", 0,
             h, 10);
    MUST(zn_simulation_init(sim));
    ck_assert_int_eq(ref.rows, 2001);
    for (long k = 0; k < ref.rows; k++) {
        const double t = reference_at(&ref, k, 0);
        const double tol = t <= 6.5 ? 1e-10 : 1e-3;
        if (k)
            MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 0, zn_simulation_time(sim), 1e-15);
        reference_check(&ref, k, 1, q_of(ball, 0), tol);
        reference_check(&ref, k, 2, v_of(ball, 0), tol);
        /* ours are impulses (N s), the table's are h times that */
        reference_check(&ref, k, 3, h * zn_simulation_p(sim, ball)[0], tol);
        reference_check(&ref, k, 4, h * zn_simulation_lambda(sim, floor, 0)[0],
                        tol);
    }
    reference_free(&ref);
}
END_TEST

/* Rows that Siconos 4.4.0 gives for q_0 = 0.3, v_0 = -2, e = 0.8, h = 5 ms: its first step
 * begins at q_0 and q_0 + h v_0 (doc/coming-from-siconos.md). */
START_TEST(a_ball_that_begins_with_a_velocity)
{
    static const struct {
        long k;
        double q, v;
    } row[] = {
        {1, 0.27975475, -2.0245249999999992},
        {2, 0.26926425000000004, -2.0735749999999942},
        {25, 0.0061511999999992305, 1.3840199999998255},
        {26, 0.018418549999999211, 2.4779949999999937},
        {27, 0.030440649999999195, 2.4289449999999944},
        {28, 0.042217499999999179, 2.379894999999995},
        {29, 0.053749099999999161, 2.3308450000000076},
        {60, 0.28958469999999897, 0.81029500000002685},
        {120, 0.076508200000048029, -2.1327049999997776},
        {200, 0.087995199999890222, -1.4575610000001975}};
    const double h = 0.005, v0 = -2, q0 = 0.3 + h * v0, one = 1, f = -9.81;
    zn_ds *ball = linear_system("ball", 1, &one, NULL, NULL, &q0, &v0, &f);
    zn_index i = 0;

    join("floor", newton(0.8), 1, 1, &one, NULL, ball, NULL);
    simulate("schatzman-paoli", "theta=0.5 start=backward velocity=centred", 0,
             h, 1);
    MUST(zn_simulation_init(sim));
    for (long k = 1; k <= 200; k++) {
        MUST(zn_simulation_step(sim));
        if (k < row[i].k)
            continue;
        CLOSE(q_of(ball, 0), row[i].q, 1e-13);
        CLOSE(v_of(ball, 0), row[i].v, 1e-12);
        i++;
    }
    ck_assert_int_eq(i, (int)(sizeof row / sizeof row[0]));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: Schatzman-Paoli");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, bouncing_ball);
    tcase_add_test(tc, a_ball_that_begins_with_a_velocity);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
