/* test_seen_large.c - of relations that know few unknowns of 10^4: a wave, and what they cost
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/bytes.h"
#include "tests/analytic/walls.h"

/* ---- a wave in a bar of many masses, by its formula ------------------------------------------ */

enum { MANY = 10000 };

/* Impulses of the left and the right wall, and the momentum of the bar after both, with m steps
 * in a time of contact. */
static void bounce(int m, double v, double out[3])
{
    const double h = 2.0 / m, clearance = 0.5 * v, T = 6.5;
    const zn_check_options o = {.states = 2, .spread = 1e-3};
    zn_index wrong = 1;
    zn_interaction *a;
    zn_ds *ds;

    scene_setup();
    ds = bar(MANY, v);
    a = between_walls(ds, newton(0), "scleronomous", PATTERN, clearance);
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    MUST(zn_check_jacobians(model, &o, NULL, NULL, &wrong));
    ck_assert_int_eq(wrong, 0);
    out[0] = out[1] = out[2] = 0;
    while (zn_simulation_time(sim) < T - h / 2) {
        const double *lambda;

        MUST(zn_simulation_step(sim));
        lambda = zn_simulation_lambda(sim, a, 1);
        out[0] += lambda[0];
        out[1] += lambda[1];
    }
    for (zn_index i = 0; i < MANY; i++)
        out[2] += v_of(ds, i) / (MANY - 1) * (i == 0 || i == MANY - 1 ? 0.5 : 1);
    scene_teardown();
}

START_TEST(a_bar_of_ten_thousand_bounces_as_its_wave_says)
{
    /* c = 1, rho A c = 1: the right wall pushes with v from 0.5 to 2.5 s = 2 L/c, then the bar
     * leaves with -v, and the left wall does the same from 3.5 to 5.5 s. What the corners of the
     * wave, as wide as a few steps, leave behind as vibration shrinks with h. */
    const double v = 0.01;
    double coarse[3], fine[3];

    if (test_is_slowed())
        return;
    bounce(125, v, coarse);
    bounce(500, v, fine);
    for (int k = 0; k < 3; k++) {
        const double exact = k < 2 ? 2 * v : v;

        ck_assert_double_eq_tol(fine[k], exact, 0.02 * exact);
        ck_assert_double_lt(fabs(fine[k] - exact), 0.6 * fabs(coarse[k] - exact));
    }
}
END_TEST

/* Most bytes for each unknown of a bar that is pressed to both walls by so many relations. */
static double bytes_each(zn_index n, form how, int relations)
{
    byte_count b = {0};
    const zn_allocator alloc = {.resize = resize, .user = &b};
    zn_law *law;
    double each;
    zn_ds *ds;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
    ds = bar(n, 0);
    law = newton(0);
    for (int k = 0; k < relations; k++)
        between_walls(ds, law, "scleronomous", how, 0);
    simulate("moreau-jean", NULL, 0, 5e-3, 15e-3);
    MUST(zn_simulation_set(sim, "formulation", "lcp"));
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates, and calls */
    calls = 0;
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(zn_simulation_step_info(sim)->rows, 2 * relations);
    each = (double)b.top / (double)n;
    scene_teardown();
    ck_assert_uint_eq(b.now, 0);
    return each;
}

START_TEST(memory_and_work_are_those_of_what_is_seen)
{
    if (test_is_slowed())
        return;
    const double ends = bytes_each(10000, ENDS, 1), pattern = bytes_each(10000, PATTERN, 1),
                 large = bytes_each(40000, PATTERN, 1);

    /* gaps at the start and after each of 3 steps */
    ck_assert_int_eq(calls, 4);
    /* starts of columns, and two rooms of the whole q and v */
    ck_assert_double_lt(pattern, ends + 50);
    ck_assert_double_lt(large, 1.02 * pattern);
    /* further relations have their starts of columns (8 bytes each); whole ones C, X, q and
     * room of their own, 44 */
    const double more = (bytes_each(40000, PATTERN, 9) - large) / 8,
                 whole = (bytes_each(10000, WHOLE, 9) - bytes_each(10000, WHOLE, 1)) / 8;

    ck_assert_msg(more < 9, "%g bytes", more);
    ck_assert_msg(whole > 40, "%g bytes", whole);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("few unknowns of many that relations see");
    TCase *tc = tcase_create("large");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_bar_of_ten_thousand_bounces_as_its_wave_says);
    tcase_add_test(tc, memory_and_work_are_those_of_what_is_seen);
    suite_add_tcase(s, tc);
    return test_main(s);
}
