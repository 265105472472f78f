/* test_poisson_impact.c - Poisson's law of rigid contacts in models, event by event and in time
 * steps: what its two phases say, by hand
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

enum { N = 3 };

static zn_ds *ball[N];

static zn_law *law_of(double e)
{
    zn_law *law;

    MUST(zn_law_poisson_impact(ctx, e, &law));
    return law;
}

/* Three points of 1 kg in a row; the last two touch, the first comes with 1 m/s. */
static void cradle(double e1, double e2)
{
    const double C[] = {-1, 1};

    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "ball%d", i);
        ball[i] = point_mass(name, 1, i ? 0 : -0.5, i ? 0 : 1, 0);
    }
    join("first", law_of(e1), 1, 2, C, NULL, ball[0], ball[1]);
    join("second", law_of(e2), 1, 2, C, NULL, ball[1], ball[2]);
}

/* After it, until nothing more happens: velocities. */
static void velocities(bool by_events, const double expected[])
{
    if (by_events)
        event_driven(0, 0.1, 0.8);
    else
        simulate("moreau-jean", NULL, 0, 0.01, 0.8);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < N; i++)
        CLOSE(v_of(ball[i], 0), expected[i], 1e-12);
}

/* e = 1: P_c = (2, 1)/3, twice that: (-1, 2, 2)/3. */
START_TEST(two_balls_go_off_together)
{
    cradle(1, 1);
    velocities(_i, (double[]){-1.0 / 3, 2.0 / 3, 2.0 / 3});
}
END_TEST

/* e = 1/2 in front, 1/4 behind: percussions (2 + 1)/3 = 1 and (1 + 1/4)/3 + 1/12 = 1/2, the last
 * part to keep the second contact closed: velocities 1 - 1, 1 - 1/2, 1/2. */
START_TEST(each_contact_has_its_own_part)
{
    cradle(0.5, 0.25);
    velocities(_i, (double[]){0, 0.5, 0.5});
}
END_TEST

/* e = 0: all go on together with 1/3. */
START_TEST(without_expansion_they_stay_together)
{
    cradle(0, 0);
    velocities(_i, (double[]){1.0 / 3, 1.0 / 3, 1.0 / 3});
}
END_TEST

/* A ball alone: u+ = -e u-; impact k after the first fall t1 = sqrt(2 q0/g) at
 * t1 (1 + 2 (e + ... + e^k)), and rest at t1 (1 + e)/(1 - e). */
START_TEST(a_ball_bounces_and_rests)
{
    const double e = 0.5, t1 = sqrt(2 / grav), one = 1;
    double t = t1, d = 2 * t1 * e;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -grav);

    join("floor", law_of(e), 1, 1, &one, NULL, ds, NULL);
    event_driven(0, 0.1, 2);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 15; k++, t += d, d *= e)
        CLOSE(event_at(ZN_EVENT_IMPACT, k)->t, t, 1e-11);
    CLOSE(event_at(ZN_EVENT_ACCUMULATION, 0)->limit, t1 * (1 + e) / (1 - e),
          1e-11);
    CLOSE(q_of(ds, 0), 0, 1e-12);
    CLOSE(v_of(ds, 0), 0, 1e-12);
}
END_TEST

/* Beside a contact with springs the law of neither holds. */
START_TEST(springs_beside_rigid_contacts_are_refused)
{
    const double C[] = {-1, 1};
    zn_law *law;

    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "ball%d", i);
        ball[i] = point_mass(name, 1, i ? 0 : -0.5, i ? 0 : 1, 0);
    }
    MUST(zn_law_multiple_impact(ctx, 1, 1, 1.5, &law));
    join("first", law, 1, 2, C, NULL, ball[0], ball[1]);
    join("second", law_of(1), 1, 2, C, NULL, ball[1], ball[2]);
    event_driven(0, 0.1, 0.8);
    ck_assert_int_eq(zn_simulation_run(sim), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "cannot be hit together"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Poisson's law");
    TCase *tc = tcase_create("models");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, two_balls_go_off_together, 0, 2);
    tcase_add_loop_test(tc, each_contact_has_its_own_part, 0, 2);
    tcase_add_loop_test(tc, without_expansion_they_stay_together, 0, 2);
    tcase_add_test(tc, a_ball_bounces_and_rests);
    tcase_add_test(tc, springs_beside_rigid_contacts_are_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
