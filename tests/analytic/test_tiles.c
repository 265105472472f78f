/* test_tiles.c - floors of tiles, fields and bricks side by side are floors: what rolls and slides on them
 * knows nothing of their joints
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "tests/analytic/scene_plane.h"

static const double g = 9.81;

/* Floors from x = -2 to 2 at least, and the plane z = 0 (in the plane y = 0) is their top. */
static const char *const floor_[] = {
    "  g: {fixed: yes, repeat: {i: 13, j: 2}, position: [0.3*(i - 6), 0.5*j - 0.25, -0.1],\n"
    "    shape: {type: box, size: [0.3, 0.5, 0.2]}}\n",
    "  g: {fixed: yes, shapes: [{type: box, size: [1, 2, 1], position: [-1.5, 0, -0.5]},\n"
    "    {type: box, size: [1, 2, 0.3], position: [-0.5, 0, -0.15]},\n"
    "    {type: box, size: [1, 2, 0.4], position: [0.5, 0, -0.2]},\n"
    "    {type: box, size: [1, 2, 0.2], position: [1.5, 0, -0.1]}]}\n",
    "  g: {fixed: yes, repeat: {i: 7}, position: [0.6*(i - 3), 0, 0], shape: {type: height_field,\n"
    "    size: [0.6, 1], heights: [[0, 0, 0], [0, 0, 0]]}}\n",
    "  g: {fixed: yes, position: [-1.1, 0, 0], shape: {type: height_field, size: [2.2, 1], height: 0, cells: [3, 2]}}\n"
    "  h: {fixed: yes, position: [1.1, 0, -0.5], shape: {type: box, size: [2.2, 1, 1]}}\n",
    /* a small one between large ones */
    "  g: {fixed: yes, shapes: [{type: box, size: [80, 80, 1], position: [-40, 0, -0.5]},\n"
    "    {type: box, size: [0.04, 0.08, 0.3], position: [0.02, 0.09, -0.15]},\n"
    "    {type: box, size: [80, 80, 1], position: [40.04, 0, -0.5]}]}\n"};

static result run_on(const char *ground, const char *mover)
{
    char text[2000];
    result r;

    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "laws: {mu: 0.3}\n"
             "bodies:\n%s  a: {density: 1000, %s}\n"
             "simulation: {h: 1e-3, T: 1, solver_tol: 1e-12}\n",
             ground, mover);
    r = begin(text, 0, NULL);
    return r;
}

/* A ball that rolls with 1 m/s stays on the floor to rounding, in every step, and keeps its speed. */
START_TEST(a_ball_rolls_on)
{
    result r = run_on(floor_[_i], "position: [-0.733, 0.013, 0.1], velocity: [1, 0.1, 0], spin: [-1, 10, 0], "
                                  "shape: {type: sphere, radius: 0.1}");

    while (zn_simulation_time(r.sim) < 1 - 1e-9) {
        MUST(zn_simulation_step(r.sim));
        ck_assert_double_eq_tol(q_of(&r, "a")[2], 0.1, 1e-12);
        ck_assert_double_eq_tol(v_of(&r, "a")[0], 1, 1e-11);
        ck_assert_double_eq_tol(v_of(&r, "a")[1], 0.1, 1e-11);
    }
    ck_assert_double_eq_tol(q_of(&r, "a")[0], 0.267, 1e-11);
    end(&r);
}
END_TEST

/* A box that slides, along the tiles or across them, is slowed by mu g and by nothing else; so is one of two
 * halves, which have edges of their own within. */
static const char *const slider[] = {
    "shape: {type: box, size: [0.2, 0.15, 0.1]}",
    "shapes: [{type: box, size: [0.1, 0.15, 0.1], position: [-0.05, 0, 0]}, "
    "{type: box, size: [0.1, 0.15, 0.1], position: [0.05, 0, 0]}]"};

START_TEST(a_box_slides_on)
{
    char mover[400];

    snprintf(mover, sizeof mover, "position: [-0.733, 0.013, 0.05], velocity: [3, 0, 0], %s", slider[_i / 5]);
    result r = run_on(floor_[_i % 5], mover);
    for (int k = 1; k <= 400; k++) {
        MUST(zn_simulation_step(r.sim));
        ck_assert_double_eq_tol(v_of(&r, "a")[0], 3 - 0.3 * g * 1e-3 * k, 1e-8);
        ck_assert_double_eq_tol(v_of(&r, "a")[2], 0, 1e-8);
        ck_assert_double_eq_tol(q_of(&r, "a")[2], 0.05, 1e-9);
    }
    end(&r);
}
END_TEST

/* A step up is no joint: a ball that rolls against it is stopped (e = 0), by the edge that it touches. */
START_TEST(a_step_is_felt)
{
    result r = run_on("  g: {fixed: yes, shapes: [{type: box, size: [2, 1, 1], position: [-1, 0, -0.5]},\n"
                      "    {type: box, size: [2, 1, 1], position: [1, 0, -0.49]}]}\n",
                      "position: [-0.5, 0, 0.1], velocity: [1, 0, 0], spin: [0, 10, 0], "
                      "shape: {type: sphere, radius: 0.1}");

    /* over a step of 0.01 it has to get from the height 0.1 to 0.11: with J = 2/5 m r^2 it turns about the edge with
     * omega = (1 - 5/7 0.01/0.1) v/r, and is over it with v^2 = 0.862 - 10/7 g 0.01 > 0 */
    MUST(zn_simulation_run(r.sim));
    const double turn = 1 - 5. / 7 * 0.1;
    const double energy = turn * turn - 10. / 7 * g * 0.01;
    /* each step of h v along a circle of R lifts it by (h v)^2/(2 R) = 2.5e-6 */
    ck_assert_double_eq_tol(q_of(&r, "a")[2], 0.11, 1e-4);
    ck_assert_double_eq_tol(v_of(&r, "a")[0], sqrt(energy), 0.01);
    end(&r);
}
END_TEST

/* In the plane. */
START_TEST(a_disc_rolls_on)
{
    result r = begin("dimension: 2\n"
                     "gravity: [0, -9.81]\n"
                     "laws: {mu: 0.3}\n"
                     "bodies:\n"
                     "  g: {fixed: yes, repeat: {i: 13}, position: [0.3*(i - 6), -0.1],\n"
                     "    shape: {type: rectangle, size: [0.3, 0.2]}}\n"
                     "  a: {density: 1000, position: [-0.733, 0.1], velocity: [1, 0], spin: -10,\n"
                     "    shape: {type: disc, radius: 0.1}}\n"
                     "  b: {density: 1000, position: [-1.5, 0.05], velocity: [1.5, 0],\n"
                     "    shape: {type: rectangle, size: [0.2, 0.1]}}\n"
                     "simulation: {h: 1e-3, T: 0.5, solver_tol: 1e-12}\n",
                     0, NULL);

    for (int k = 1; k <= 500; k++) {
        MUST(zn_simulation_step(r.sim));
        ck_assert_double_eq_tol(q_of(&r, "a")[1], 0.1, 1e-12);
        ck_assert_double_eq_tol(v_of(&r, "a")[0], 1, 1e-11);
        ck_assert_double_eq_tol(q_of(&r, "b")[1], 0.05, 1e-9);
        ck_assert_double_eq_tol(v_of(&r, "b")[0], 1.5 - 0.3 * g * 1e-3 * k, 1e-8);
    }
    end(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("floors of tiles");
    TCase *tc = tcase_create("tiles");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_ball_rolls_on, 0, 5);
    tcase_add_loop_test(tc, a_box_slides_on, 0, 10);
    tcase_add_test(tc, a_step_is_felt);
    tcase_add_test(tc, a_disc_rolls_on);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
