/* test_event_driven.c - reference trajectories of event-driven runs
 *
 * Row by row: an instant of the grid is a row, an impact two, of one time. The tables were
 * made with an integrator and a search for roots of their own, whose errors are of the
 * order 1e-12 relative: they set the tolerances.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

static zn_interaction *floor_;

static zn_ds *ball(double e)
{
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, f[3] = {-9.81, 0, 0};
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 2.0 / 5 * 0.1 * 0.1};
    const double C[3] = {1, 0, 0};
    zn_law *law = newton(e);
    zn_ds *ds = linear_system("ball", 3, M, NULL, NULL, q0, v0, f);

    floor_ = join("floor", law, 1, 3, C, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.005, 8.5));
    MUST(zn_simulation_init(sim));
    return ds;
}

START_TEST(bouncing_ball)
{
    reference ref;
    zn_ds *ds;
    int impacts = 0;

    if (!reference_read(&ref, "trajectories/BouncingBallED/BouncingBallED.ref"))
        return;
    ds = ball(0.9);
    for (long k = 0; k < ref.rows; k++) {
        const bool after =
            k > 0 && reference_at(&ref, k, 0) == reference_at(&ref, k - 1, 0);
        MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 0, zn_simulation_time(sim), 1e-11);
        reference_check(&ref, k, 1, q_of(ds, 0), 1e-9);
        reference_check(&ref, k, 2, v_of(ds, 0), 1e-10);
        if (after) /* else the table keeps the last impulse */
            reference_check(&ref, k, 3, zn_simulation_p(sim, ds)[0], 1e-10);
        impacts += after;
    }
    ck_assert_int_eq(impacts, 44);
    reference_free(&ref);
}
END_TEST

START_TEST(ball_that_rests_after_its_first_impact)
{
    reference ref;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/BouncingBallED-withRestingContact/"
                              "BouncingBallED-withRestingContact.ref"))
        return;
    ds = ball(0);
    for (long k = 0; k < ref.rows; k++) {
        MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 0, zn_simulation_time(sim), 1e-12);
        reference_check(&ref, k, 1, q_of(ds, 0), 1e-11);
        reference_check(&ref, k, 2, v_of(ds, 0), 1e-11);
        reference_check(&ref, k, 4, zn_simulation_lambda(sim, floor_, 2)[0],
                        1e-10);
    }
    reference_free(&ref);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: event-driven");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, bouncing_ball);
    tcase_add_test(tc, ball_that_rests_after_its_first_impact);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
