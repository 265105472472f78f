/* test_falls_as_one.c - what touches and moves as one is no work for a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "scene_text.h"

/* What a run came to. */
typedef struct outcome {
    zn_index iterations, active;
    double v[6]; /* of the ball in the middle */
} outcome;

/* 3 x 3 x 3 balls of 1/2 m and all masses, which fall alike but for rounding, each of which touches its neighbours, in
 * units in which a metre is L and a second S; on the ground, under a weight straight down, or not. */
static const char *middle; /* another velocity of the ball there; NULL: that of all */

static outcome heap(const char *velocity, bool ground, const char *storage, double L, double S)
{
    char text[8192];
    size_t at = 0;
    outcome o;
    zn_run_info info;
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;

    at += (size_t)snprintf(text + at, sizeof text - at,
                           "gravity: [%.17g, %.17g, %.17g]\n"
                           "laws: {e: 0, mu: 0.3}\n"
                           "bodies:\n%s",
                           ground ? 0 : 1.1 * L / (S * S), ground ? 0 : -.7 * L / (S * S),
                           -9.81 * L / (S * S),
                           ground ? "  ground: {fixed: yes, shape: {type: plane}}\n" : "");
    for (int k = 0; k < 27; k++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  b%d: {mass: %.17g, position: [%.17g, %.17g, %.17g], velocity: %s, "
                               "shape: {type: sphere, radius: %.17g}}\n",
                               k, 1 + .37 * k, k % 3 * .5 * L, k / 3 % 3 * .5 * L, (.25 + k / 9 * .5) * L,
                               k == 13 && middle ? middle : velocity, .25 * L);
    snprintf(text + at, sizeof text - at,
             "simulation: {h: %.17g, T: %.17g, storage: %s, solver_tol: 1e-8}\n", S / 256, S / 2, storage);
    scene = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    zn_simulation_run_info(sim, &info);
    o.iterations = info.solver_iterations;
    o.active = info.max_active;
    memcpy(o.v, zn_simulation_v(sim, zn_model_ds(m, "b13")), sizeof o.v);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
    return o;
}

static const char *const storage[] = {"dense", "block", "product"};

/* 128 steps of 54 contacts, whose q is the rounding of 5 m/s. */
START_TEST(a_heap_in_free_fall_is_no_work)
{
    const outcome o = heap("[0.3, 0.7, 0.1]", false, storage[_i], 1, 1);

    ck_assert_int_eq(o.active, 54);
    ck_assert_int_eq(o.iterations, 0);
    ck_assert_double_eq_tol(o.v[0], .3 + 1.1 / 2, 1e-13); /* 128 sums of numbers below 5 */
    ck_assert_double_eq_tol(o.v[2], .1 - 9.81 / 2, 1e-13);
}
END_TEST

/* The rule is the same in any unit. */
START_TEST(units_do_not_matter)
{
    const outcome o = heap("[0, 0, 0]", false, "auto", 1, 1), u = heap("[0, 0, 0]", false, "auto", 0x1p-30, 0x1p-10);

    ck_assert_int_eq(o.iterations, 0);
    ck_assert_int_eq(u.iterations, 0);
    for (int i = 0; i < 3; i++)
        ck_assert(u.v[i] == o.v[i] * 0x1p-20);
}
END_TEST

/* A ball that is faster by a part in 10^9 is faster, in units in which all are as slow as this, too. */
START_TEST(who_approaches_is_held_however_slow)
{
    outcome o;

    middle = "[0, 0, -1.000000001e-6]";
    o = heap("[0, 0, -1e-6]", false, storage[_i], 0x1p-30, 0x1p-10);
    middle = NULL;
    ck_assert_int_eq(o.active, 54);
    ck_assert_int_gt(o.iterations, 0);
}
END_TEST

/* On the ground the rows between balls are as small as in the air, those of the ground are not. */
START_TEST(a_heap_on_the_ground_is_held)
{
    const outcome o = heap("[0, 0, 0]", true, storage[_i], 1, 1);

    ck_assert_int_gt(o.active, 54);
    ck_assert_int_gt(o.iterations, 0);
    ck_assert_double_lt(fabs(o.v[2]), 1e-6);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("falls as one");
    TCase *t = tcase_create("heaps");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_heap_in_free_fall_is_no_work, 0, 3);
    tcase_add_test(t, units_do_not_matter);
    tcase_add_loop_test(t, who_approaches_is_held_however_slow, 0, 3);
    tcase_add_loop_test(t, a_heap_on_the_ground_is_held, 0, 3);
    suite_add_tcase(s, t);
    return test_main(s);
}
