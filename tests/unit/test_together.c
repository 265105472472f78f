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
    suite_add_tcase(s, tc);
    return test_main(s);
}
