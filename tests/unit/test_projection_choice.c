/* test_projection_choice.c - contacts that a step with projection takes: chosen from where it leads, kept with
 * hysteresis
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* ---- contacts of a step, chosen from where it leads --------------------------------------- */

/* A ball falls from .1 m on a plate, e = 0, in steps of 20 ms. The rule of activation
 * looks at the gap half a step ahead and lets it enter; the combined projection
 * stops it in the step that would have led below, on the plate. */
static double deepest(const char *projection)
{
    const double C = 1;
    double worst = 0, v1 = 0;
    zn_ds *ball = point_mass("ball", 1, .1, 0, -9.81);
    zn_interaction *a = join("plate", newton(0), 1, 1, &C, NULL, ball, NULL);

    simulate("moreau-jean", "gamma=0", 0, 2e-2, .4);
    MUST(zn_simulation_set(sim, "projection", projection));
    MUST(zn_simulation_set(sim, "recompute", "yes"));
    while (goes_on()) {
        worst = fmin(worst, zn_simulation_y(sim, a, 0)[0]);
        v1 = v_of(ball, 0);
    }
    ck_assert_double_le(fabs(v1), 1e-12);
    return worst;
}

START_TEST(combined_stops_where_it_would_enter)
{
    const double none = deepest("none");

    ck_assert_double_lt(none, -1e-3);
    scene_teardown();
    scene_setup();
    ck_assert_double_ge(deepest("combined"), -1e-8);
}
END_TEST

/* Two masses on a line before a wall: the first hits it, and is hit by the second
 * in the same step. The first pass leads into the wall, the second into each
 * other, the third is it: e = 0, and all stands. */
START_TEST(contacts_are_chosen_until_they_suffice)
{
    const double wall = 1, gap[2] = {-1, 1};
    zn_ds *a = point_mass("a", 1, 1e-3, -1, 0);
    zn_ds *b = point_mass("b", 1, 4e-3, -1, 0);
    const zn_step_info *info;

    join("wall", newton(0), 1, 1, &wall, NULL, a, NULL);
    join("pair", newton(0), 1, 2, gap, NULL, a, b);
    simulate("moreau-jean", NULL, 0, 1e-2, .1);
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), 0, 1e-12);
    CLOSE(q_of(b, 0), 0, 1e-12);
    ck_assert_double_le(fabs(v_of(a, 0)) + fabs(v_of(b, 0)), 1e-12);
    info = zn_simulation_step_info(sim);
    ck_assert_int_eq((int)info->active, 2);
    ck_assert_int_eq((int)info->newton_iterations, 3); /* one a pass */
}
END_TEST

/* As before, but the second is farther off: half of the step takes the first 4 mm into the wall, where the second
 * is 2 mm beside it. Put back on the wall it is 2 mm inside of the second, which is pushed on its way and stops
 * in the next step. By hand: both stand at 0. With the rows that acted alone, the second stays where it is. */
static void beside_the_wall(const char *rows, double second)
{
    const double wall = 1, gap[2] = {-1, 1};
    zn_ds *a = point_mass("a", 1, 1e-3, -1, 0);
    zn_ds *b = point_mass("b", 1, 8e-3, -1, 0);

    join("wall", newton(0), 1, 1, &wall, NULL, a, NULL);
    join("pair", newton(0), 1, 2, gap, NULL, a, b);
    simulate("moreau-jean", NULL, 0, 1e-2, .1);
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_set(sim, "projection_rows", rows));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), 0, 1e-12);
    CLOSE(q_of(b, 0), second, 1e-12);
    CLOSE(v_of(b, 0), -1, 1e-12);
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), 0, 1e-12);
    CLOSE(q_of(b, 0), 0, 1e-12);
    CLOSE(v_of(b, 0), 0, 1e-12);
}

START_TEST(what_a_correction_closes_is_pushed)
{
    beside_the_wall("all", 0);
}
END_TEST

START_TEST(what_a_correction_closes_may_wait)
{
    beside_the_wall("active", -2e-3);
}
END_TEST

/* A contact that was pushed alone in one step is tied in the next one, whose contact it is, with the same rows in
 * both corrections. theta = 3/4: the first is put back by 1.5 mm, into the second; that one is thrown off by the next
 * step, e = 1, and would be at 5 mm, but ends this step on the surface. */
START_TEST(what_was_pushed_is_tied_when_it_is_chosen)
{
    const double wall = 1, gap[2] = {-1, 1};
    zn_ds *a = point_mass("a", 1, 1e-3, -1, 0);
    zn_ds *b = point_mass("b", 1, 9.5e-3, -1, 0);

    join("wall", newton(0), 1, 1, &wall, NULL, a, NULL);
    join("pair", newton(1), 1, 2, gap, NULL, a, b);
    simulate("moreau-jean", "theta=0.75", 0, 1e-2, .1);
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(b, 0), 0, 1e-12);
    CLOSE(v_of(b, 0), -1, 1e-12);
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), 0, 1e-12);
    CLOSE(q_of(b, 0), 0, 1e-12);
    CLOSE(v_of(b, 0), 1, 1e-12);
}
END_TEST

/* A ball on its plate leaves it at 1 m/s. If the step begins with the contacts that are
 * closed, the projection ties it to where it is, though not its velocity: that is how it
 * is, and what the option is for. Later passes that go on from former ones change nothing
 * where all is affine. */
static double leaving(const char *start, double *v)
{
    const double C = 1;
    zn_ds *ball = point_mass("ball", 1, 0, 1, 0);

    join("plate", newton(.6), 1, 1, &C, NULL, ball, NULL);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_set(sim, "combined_start", start));
    MUST(zn_simulation_set(sim, "combined_passes", "continue"));
    for (int i = 0; i < 10; i++)
        MUST(zn_simulation_step(sim));
    *v = v_of(ball, 0);
    return q_of(ball, 0);
}

START_TEST(a_step_may_begin_with_what_is_closed)
{
    double v;

    CLOSE(leaving("none", &v), .1, 1e-12);
    CLOSE(v, 1, 1e-12);
    scene_teardown();
    scene_setup();
    CLOSE(leaving("closed", &v), 0, 1e-12);
    CLOSE(v, 1, 1e-12);
}
END_TEST

START_TEST(coordinates_are_of_combined_and_direct)
{
    const double C = 1;
    zn_ds *ball = point_mass("ball", 1, 0.105, -1, 0); /* enters by 5 mm in the first step */

    join("plate", newton(0), 1, 1, &C, (double[]){-0.1}, ball, NULL);
    simulate("moreau-jean", "gamma=0", 0, 1e-2, 1);
    MUST(zn_simulation_set(sim, "projection", "simultaneous"));
    MUST(zn_simulation_set(sim, "projection_metric", "coordinates"));
    ck_assert_int_eq(zn_simulation_step(sim), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "set one of these"));
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_step(sim)); /* without an impulse, but to the plate */
    CLOSE(q_of(ball, 0), 0.1, 1e-9);
    CLOSE(v_of(ball, 0), -1, 0);
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ball, 0), 0, 0);
}
END_TEST

/* The choice is of the step: a run that is taken up has the same bits. */
START_TEST(combined_can_be_rolled_back)
{
    const double C = 1;
    zn_ds *ball = point_mass("ball", 1, .3, 0, -9.81);
    zn_snapshot *shot = NULL;
    double q, v;

    join("plate", newton(.6), 1, 1, &C, NULL, ball, NULL);
    simulate("moreau-jean", NULL, 0, 7e-3, 2);
    MUST(zn_simulation_set(sim, "projection", "combined"));
    for (int i = 0; i < 30; i++)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_new(sim, &shot));
    MUST(zn_snapshot_take(shot));
    for (int i = 0; i < 100; i++)
        MUST(zn_simulation_step(sim));
    q = q_of(ball, 0);
    v = v_of(ball, 0);
    MUST(zn_snapshot_restore(shot));
    for (int i = 0; i < 100; i++)
        MUST(zn_simulation_step(sim));
    ck_assert(q == q_of(ball, 0) && v == v_of(ball, 0));
    zn_snapshot_free(shot);
}
END_TEST

/* ---- hysteresis ------------------------------------------------------------------------------ */

/* Steps with an impulse while a ball is lifted from the plate at 1 mm/s: it is closed
 * at 0, and opens beyond threshold + hysteresis, as seen gamma h u ahead. */
static int closed(const char *options)
{
    const double C = 1;
    zn_ds *ball = point_mass("ball", 1, 0, 1e-3, 0);
    zn_interaction *a = join("plate", newton(0), 1, 1, &C, NULL, ball, NULL);
    int n = 0;

    simulate("moreau-jean", options, 0, 1e-2, 1);
    while (goes_on())
        n += zn_simulation_active(sim, a) > 0;
    return n;
}

START_TEST(a_closed_contact_may_stay_so)
{
    /* y + h u / 2 = 1e-5 (k + 1/2) in step k + 1 */
    ck_assert_int_eq(closed("threshold=6e-6"), 1);
    scene_teardown();
    scene_setup();
    ck_assert_int_eq(closed("threshold=6e-6 hysteresis=3e-5"), 4);
}
END_TEST

/* Let go sooner than it is closed: at 0.5 and 1.5 it is held, at 2.5 open, at 3.5 closed
 * again, at 4.5 open. */
START_TEST(a_closed_contact_may_be_let_go_sooner)
{
    ck_assert_int_eq(closed("threshold=5e-5 hysteresis=-3.2e-5"), 3);
    scene_teardown();
    scene_setup();
    ck_assert_int_eq(closed("threshold=5e-5 hysteresis=-1e300"), 5); /* none */
    scene_teardown();
    scene_setup();
    /* one of -1 m is one like others: 0.5, 1.5 are held, and from 3.5 on every other */
    ck_assert_int_eq(closed("threshold=1.000018 hysteresis=-1"), 51);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("projection, choice");
    TCase *tc = tcase_create("projection");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, combined_stops_where_it_would_enter);
    tcase_add_test(tc, contacts_are_chosen_until_they_suffice);
    tcase_add_test(tc, a_step_may_begin_with_what_is_closed);
    tcase_add_test(tc, what_a_correction_closes_is_pushed);
    tcase_add_test(tc, what_a_correction_closes_may_wait);
    tcase_add_test(tc, what_was_pushed_is_tied_when_it_is_chosen);
    tcase_add_test(tc, coordinates_are_of_combined_and_direct);
    tcase_add_test(tc, combined_can_be_rolled_back);
    tcase_add_test(tc, a_closed_contact_may_stay_so);
    tcase_add_test(tc, a_closed_contact_may_be_let_go_sooner);
    suite_add_tcase(s, tc);
    return test_main(s);
}
