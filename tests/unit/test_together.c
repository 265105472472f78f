/* test_together.c - interactions of several contacts, by their own gaps or by the first
 * one's: option activation
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double G = 10, H = 0.1, E = 0.5;

/* A ball between a floor at 0 and a roof at 1, which are one interaction, the roof first;
 * from q0 with v0 upwards. */
static const zn_ds *between(double q0, double v0, const char *activation)
{
    const double one = 1, C[2] = {-1, 1}, b[2] = {1, 0}, f = -G;
    const zn_ds *ball = linear_system("ball", 1, &one, NULL, NULL, &q0, &v0, &f);

    join("floor and roof", newton(E), 2, 1, C, b, (zn_ds *)ball, NULL);
    simulate("moreau-jean", "theta=0.5 gamma=0", 0, H, 1);
    MUST(zn_simulation_set(sim, "activation", activation));
    MUST(zn_simulation_step(sim));
    return ball;
}

START_TEST(each_is_met_at_its_own_gap)
{
    const zn_ds *ball = between(-0.1, -2, "each");

    CLOSE(v_of(ball, 0), 2 * E, 1e-15);
}
END_TEST

/* 1.1 m below the roof, on the floor: nothing happens */
START_TEST(the_second_is_passed_where_the_first_is_open)
{
    const zn_ds *ball = between(-0.1, -2, "first");

    CLOSE(v_of(ball, 0), -2 - G * H, 1e-15);
}
END_TEST

/* At the roof both are asked for: the velocity downwards is to be at most E times what it was
 * upwards, u_floor + E u_floor- = v + E v0 >= 0, and -v - E v0 >= 0: v = -E v0, as of the roof
 * alone. A ball that leaves the roof is stopped by the floor, 1 m away:
 * v >= -E v0 = 1, and the roof has v <= 1. */
START_TEST(both_are_met_where_the_first_is_closed)
{
    const zn_ds *ball = between(1, _i ? 2 : -2, "first");

    CLOSE(v_of(ball, 0), _i ? -2 * E : 2 * E, 1e-15);
}
END_TEST

START_TEST(a_choice_may_change_between_steps)
{
    const zn_ds *ball = between(-0.1, -2, "first");

    MUST(zn_simulation_set(sim, "activation", "each"));
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ball, 0), (2 + G * H) * E, 1e-15);
}
END_TEST

/* Two interactions of a row each know nothing of each other. */
START_TEST(interactions_stay_apart)
{
    const double one = 1, up[1] = {1}, down[1] = {-1}, top = 1, f = -G;
    const double q0 = -0.1, v0 = -2;
    zn_ds *ball = linear_system("ball", 1, &one, NULL, NULL, &q0, &v0, &f);

    join("roof", newton(E), 1, 1, down, &top, ball, NULL);
    join("floor", newton(E), 1, 1, up, NULL, ball, NULL);
    simulate("moreau-jean", "theta=0.5 gamma=0", 0, H, 1);
    MUST(zn_simulation_set(sim, "activation", "first"));
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ball, 0), 2 * E, 1e-15);
}
END_TEST

/* A ball that falls past a floor, the second row, until it meets the wall, the first: then
 * both turn its velocity, and the wall alone its position. Rows of Siconos 4.4.0. */
START_TEST(a_combined_projection_lets_in_by_the_first_and_moves_to_it)
{
    static const struct {
        long step;
        double q[2], v[2];
    } rows[] = {{70, {0.0050000000000002681, -0.45086250000000111},
                 {-1.7, -4.4335000000000093}},
                {71, {0, -0.4530792500000011},
                 {1.3600000000000005, 3.5468000000000082}},
                {100, {0.19720000000000007, -0.041920875000000427},
                 {1.3600000000000005, 2.1243500000000024}}};
    const double M[4] = {1, 0, 0, 1}, q0[2] = {0.6, 0.5}, v0[2] = {-1.7, -1};
    const double F[2] = {0, -9.81};
    zn_ds *ball = linear_system("ball", 2, M, NULL, NULL, q0, v0, F);

    join("corner", newton(0.8), 2, 2, M, NULL, ball, NULL);
    simulate("moreau-jean", NULL, 0, 0.005, 2);
    MUST(zn_simulation_set(sim, "activation", "first"));
    MUST(zn_simulation_set(sim, "projection", "combined"));
    if (_i) { /* and in coordinates, as there */
        MUST(zn_simulation_set(sim, "projection_metric", "coordinates"));
        MUST(zn_simulation_set(sim, "combined_start", "free"));
        MUST(zn_simulation_set(sim, "combined_passes", "continue"));
    }
    for (size_t k = 0, step = 0; k < sizeof rows / sizeof *rows; k++) {
        for (; step < (size_t)rows[k].step; step++)
            MUST(zn_simulation_step(sim));
        for (zn_index i = 0; i < 2; i++) {
            CLOSE(q_of(ball, i), rows[k].q[i], 1e-13);
            CLOSE(v_of(ball, i), rows[k].v[i], 1e-13);
        }
    }
}
END_TEST

/* A ball whose second row ends 0.1 m above the first one: met by the first, and not lifted to the
 * second, which is below zero before and after. Rows of Siconos 4.4.0, all contacts projected or
 * active ones. */
START_TEST(a_direct_projection_leaves_the_second_where_it_is)
{
    static const struct {
        long step;
        double q, v;
    } rows[] = {{91, 0.004530249999998804, 3.531600000000007},
                {92, 0.022065624999998854, 3.482550000000007},
                {300, 0.4045820500000001, -0.313920000000001}};
    const double C[2] = {1, 2}, b[2] = {0, -0.2};
    zn_ds *ball = point_mass("ball", 1, 1, 0, -9.81);
    long step = 0;

    join("floors", newton(0.8), 2, 1, C, b, ball, NULL);
    simulate("moreau-jean", "threshold=1e-7 hysteresis=0", 0, 0.005, 2);
    MUST(zn_simulation_set(sim, "activation", "first"));
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set(sim, "projection_metric", "identity"));
    MUST(zn_simulation_set(sim, "projection_rows", _i ? "active" : "all"));
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (; step < rows[k].step; step++)
            MUST(zn_simulation_step(sim));
        CLOSE(q_of(ball, 0), rows[k].q, 1e-13);
        CLOSE(v_of(ball, 0), rows[k].v, 1e-13);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("contacts of one interaction together");
    TCase *tc = tcase_create("together");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, each_is_met_at_its_own_gap);
    tcase_add_test(tc, the_second_is_passed_where_the_first_is_open);
    tcase_add_loop_test(tc, both_are_met_where_the_first_is_closed, 0, 2);
    tcase_add_test(tc, a_choice_may_change_between_steps);
    tcase_add_test(tc, interactions_stay_apart);
    tcase_add_loop_test(tc, a_combined_projection_lets_in_by_the_first_and_moves_to_it, 0, 2);
    tcase_add_loop_test(tc, a_direct_projection_leaves_the_second_where_it_is, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
