/* test_projection_open.c - open contacts in a correction of positions: option projection_open
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* Two blocks one on the other at rest, without weight, the lower one `deep` in its
 * floor and the upper one `gap` above it; where the upper one is after a step. One
 * correction finds both if they are known together:
 *     0 <= -deep + L1 - L2 _|_ L1,   0 <= gap - L1 + 2 L2 _|_ L2 */
static double upper(double deep, double gap, const char *open, const char *rows)
{
    const double one = 1, no = 0, low = -deep, up = gap - deep,
                 between[2] = {-1, 1};
    zn_ds *a = linear_system("a", 1, &one, NULL, NULL, &low, &no, &no);
    zn_ds *b = linear_system("b", 1, &one, NULL, NULL, &up, &no, &no);

    join("floor", newton(0), 1, 1, &one, NULL, a, NULL);
    join("pair", newton(0), 1, 2, between, NULL, a, b);
    /* both are active in the step, though the second is open */
    simulate("moreau-jean", "threshold=1", 0, .1, .1);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set(sim, "projection_metric", "identity"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-8));
    MUST(zn_simulation_set(sim, "projection_rows", rows));
    MUST(zn_simulation_set(sim, "projection_open", open));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), 0, 1e-17);
    return q_of(b, 0);
}

static const char *const rows_of[] = {"all", "active"};

START_TEST(a_correction_may_close_what_is_open_by_the_tolerance)
{
    const double up = -5e-9; /* where it is, below 0 by less than 1e-8 */

    CLOSE(upper(1e-3, 1e-3 + up, "no", rows_of[_i]), up, 1e-17);
}
END_TEST

START_TEST(it_closes_nothing_where_open_contacts_take_part)
{
    CLOSE(upper(1e-3, 1e-3 - 5e-9, "yes", rows_of[_i]), 0, 1e-17);
}
END_TEST

START_TEST(an_open_contact_that_takes_part_stays_so)
{
    ck_assert(upper(1e-3, 2e-3, "yes", rows_of[_i]) == 2e-3 - 1e-3);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("open contacts in projections");
    TCase *tc = tcase_create("open");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(
        tc, a_correction_may_close_what_is_open_by_the_tolerance, 0, 2);
    tcase_add_loop_test(tc, it_closes_nothing_where_open_contacts_take_part, 0,
                        2);
    tcase_add_loop_test(tc, an_open_contact_that_takes_part_stays_so, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
