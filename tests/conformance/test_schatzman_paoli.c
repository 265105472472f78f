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

int main(void)
{
    Suite *suite = suite_create("conformance: Schatzman-Paoli");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, bouncing_ball);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
