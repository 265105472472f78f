/* test_d1_minus.c - reference trajectory of the half-explicit scheme with forces on
 * accelerations
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

/* Three coordinates, of which the height moves; e = 0.9, bounces of all sizes down
 * to rest. Measured: 4e-15. */
START_TEST(bouncing_ball)
{
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, f[3] = {-9.81, 0, 0};
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 2.0 / 5 * 0.1 * 0.1};
    const double C[3] = {1, 0, 0}, h = 5e-4, tol = 1e-13;
    zn_interaction *floor;
    reference ref;
    zn_ds *ball;

    if (!reference_read(&ref, "trajectories/BouncingBallTS-D1MinusLinearOSI/"
                              "BouncingBallTS-D1MinusLinearOSI.ref"))
        return;
    ball = linear_system("ball", 3, M, NULL, NULL, q0, v0, f);
    floor = join("floor", newton(0.9), 1, 3, C, NULL, ball, NULL);
    simulate("d1-minus", "level=acceleration", 0, h, 10);
    MUST(zn_simulation_init(sim));
    ck_assert_int_eq(ref.rows, 1001);
    for (long k = 0; k < ref.rows; k++) {
        while (zn_simulation_time(sim) < reference_at(&ref, k, 0) - h / 2)
            MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 0, zn_simulation_time(sim), 1e-15);
        reference_check(&ref, k, 1, q_of(ball, 0), tol);
        reference_check(&ref, k, 2, v_of(ball, 0), tol);
        reference_check(&ref, k, 3, zn_simulation_p(sim, ball)[0], tol);
        reference_check(&ref, k, 4, zn_simulation_lambda(sim, floor, 1)[0],
                        tol);
        reference_check(&ref, k, 5, zn_simulation_lambda(sim, floor, 2)[0],
                        tol);
        reference_check(&ref, k, 6, zn_simulation_lambda(sim, floor, 2)[0],
                        tol);
    }
    reference_free(&ref);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: d1-minus");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, bouncing_ball);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
