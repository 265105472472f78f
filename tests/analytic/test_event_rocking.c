/* test_event_rocking.c - a block that rocks from one corner to the other until it stands, event-driven: the
 * corner that is thrown up is not the one that was hit
 *
 * Corners at +-1 m, small angles: gaps y - a and y + a, mass 1, moment of inertia 3. On one corner the
 * other comes down with the acceleration g/2; an impact without restitution stops it and throws the first
 * up with (3 - 1)/(3 + 1) of its velocity, so each flight takes half as long as the one before.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static zn_ds *block(double tilt)
{
    const double M[9] = {1, 0, 0, 0, 3, 0, 0, 0, 1}, left[3] = {1, 1, 0}, right[3] = {1, -1, 0},
                 side[3] = {0, 0, 1};
    const double q0[3] = {tilt, tilt, 0}, v0[3] = {0}, f[3] = {-grav, 0, -1};
    zn_ds *ds = linear_system("block", 3, M, NULL, NULL, q0, v0, f);

    join("right", newton(0), 1, 3, right, NULL, ds, NULL);
    join("left", newton(0), 1, 3, left, NULL, ds, NULL);
    join("wall", newton(0), 1, 3, side, NULL, ds, NULL); /* it leans on it all the time */
    return ds;
}

/* Flights of t, t, t/2, t/4, ... end at 3 t, as is foretold when less than a tenth of a second is left. */
START_TEST(half_as_long_each_time)
{
    const double tilt = 0.5, t = sqrt(8 * tilt / grav);
    const zn_event_record *r;
    zn_ds *ds = block(tilt);
    double at = 0;

    event_driven(0, 0.1, 4 * t);
    MUST(zn_simulation_set(sim, "accumulation", "0.1"));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < event_count(ZN_EVENT_IMPACT); k++) {
        at += ldexp(t, k ? 1 - k : 0);
        CLOSE(event_at(ZN_EVENT_IMPACT, k)->t, at, 1e-10);
    }
    ck_assert_int_gt(event_count(ZN_EVENT_IMPACT), 3);
    ck_assert_int_eq(event_count(ZN_EVENT_ACCUMULATION), 1);
    r = event_at(ZN_EVENT_ACCUMULATION, 0);
    CLOSE(r->limit, 3 * t, 1e-10);
    ck_assert(r->limit - r->t < 0.1 && r->limit - r->t > 0.04);
    CLOSE(q_of(ds, 0), 0, 1e-10);
    CLOSE(q_of(ds, 1), 0, 1e-10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: a block that rocks");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, half_as_long_each_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
