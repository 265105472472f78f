/* test_simulation_events.c - simulations that land on instants, and events at them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/kind_models.h"

/* ---- landing ------------------------------------------------------------ */

START_TEST(any_instant_is_landed_on_exactly)
{
    static const double at[] = {0.013, 0.05, 0.0500000001, 0.3, 1.77, 2.5};
    zn_ds *ds = point_mass("free", 1, 0, 2, 0);

    simulate("moreau-jean", NULL, 0, 0.1, 1);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        MUST(zn_simulation_advance_to(sim, at[i]));
        ck_assert(zn_simulation_time(sim) == at[i]);
        CLOSE(q_of(ds, 0), 2 * at[i], 1e-14);
    }
    MUST(zn_simulation_advance_to(sim, 2.5)); /* is there already */
    REFUSED(zn_simulation_advance_to(sim, 2), ZN_EINVAL, "cannot advance");
    REFUSED(zn_simulation_advance_to(sim, NAN), ZN_EINVAL, "cannot advance");
    ck_assert(zn_simulation_done(sim));
    ck_assert_int_eq(zn_simulation_step(sim), ZN_END);
}
END_TEST

/* Between landings the grid is what it was. */
START_TEST(steps_go_on_to_the_grid)
{
    static const double want[] = {0.1, 0.15, 0.2, 0.3, 0.34};

    point_mass("free", 1, 0, 2, 0);
    simulate("moreau-jean", NULL, 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    ck_assert(zn_simulation_time(sim) == want[0]);
    ck_assert_int_eq(zn_simulation_step_count(sim), 10);
    MUST(zn_simulation_advance_to(sim, 0.15));
    ck_assert_int_eq(zn_simulation_step_count(sim), 11);
    MUST(zn_simulation_step(sim));
    ck_assert(zn_simulation_time(sim) == want[2]);
    MUST(zn_simulation_advance_to(sim, 0.34));
    ck_assert(zn_simulation_time(sim) == want[4]);
    ck_assert_int_eq(zn_simulation_step_number(sim), 5);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(zn_simulation_step_number(sim), 12);
    ck_assert(zn_simulation_time(sim) == 1);
}
END_TEST

/* ---- events ------------------------------------------------------------- */

static void dropped(void *user)
{
    ((happened *)user)->dropped++;
}

START_TEST(events_happen_at_their_instants)
{
    static const double at[] = {0, 0.05, 0.3, 0.7001};
    happened given = {.n = 0}, often = {.n = 0};

    ball(0.5);
    simulate("moreau-jean", NULL, 0, 0.1, 1);
    MUST(zn_simulation_set(sim, "step", kinds[_i]));
    MUST(zn_simulation_at(sim, 4, at, note, &given, dropped));
    MUST(zn_simulation_every(sim, 0.03, 0.11, note, &often, dropped));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(given.n, 4);
    for (int k = 0; k < 4; k++)
        CLOSE(given.t[k], at[k], 1e-15);
    ck_assert_int_eq(often.n, 9);
    for (int k = 0; k < 9; k++)
        ck_assert(often.t[k] == 0.03 + k * 0.11);
    if (_i == 0) /* 10 of the grid, 2 given ones and 8 are not on it */
        ck_assert_int_eq(zn_simulation_step_number(sim), 20);
    zn_simulation_free(sim);
    sim = NULL;
    ck_assert(given.dropped == 1 && often.dropped == 1);
}
END_TEST

/* A push at t = 0.25: the velocity is set by hand. */
static zn_status push(void *user, zn_simulation *s)
{
    const zn_ds *ds = user;

    zn_simulation_state_rw(s)->v[zn_ds_v_offset(ds)] += 3;
    return zn_simulation_touched(s);
}

START_TEST(an_event_may_write_the_state)
{
    static const double at = 0.25;
    zn_ds *ds = point_mass("free", 1, 0, 2, 0);

    simulate("moreau-jean", NULL, 0, 0.1, 1);
    MUST(zn_simulation_at(sim, 1, &at, push, ds, NULL));
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0), 2 + 3 * 0.75, 1e-14);
    CLOSE(v_of(ds, 0), 5, 0);
}
END_TEST

static zn_status stop(void *user, zn_simulation *s)
{
    (void)user;
    (void)s;
    return ZN_STOPPED;
}

START_TEST(an_event_may_stop_the_run)
{
    static const double at = 0.25, late[] = {1, 0.5};

    point_mass("free", 1, 0, 2, 0);
    simulate("moreau-jean", NULL, 0, 0.1, 1);
    MUST(zn_simulation_at(sim, 1, &at, stop, NULL, NULL));
    ck_assert_int_eq(zn_simulation_run(sim), ZN_STOPPED);
    ck_assert(zn_simulation_time(sim) == 0.25);
    MUST(zn_simulation_run(sim));
    REFUSED(zn_simulation_at(sim, 2, late, stop, NULL, NULL), ZN_EINVAL,
            "does not come after");
    REFUSED(zn_simulation_every(sim, 0, 0, stop, NULL, NULL), ZN_EINVAL,
            "period");
}
END_TEST

/* An instant that is not later than the one that is asked for: `user` says which. */
static double not_later(void *user, const zn_simulation *s, double t)
{
    const double *far = user;

    (void)s;
    return t < .25 ? .25 : .25 - *far;
}

START_TEST(an_event_that_does_not_lie_ahead_is_refused)
{
    static const char *const classes[] = {"time-stepping", "event-driven"};
    static const double back[] = {0, .1, INFINITY};
    double far = back[_i / 2];
    const zn_event e = {.size = sizeof e, .next = not_later, .user = &far};

    point_mass("free", 1, 0, 2, 0);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, classes[_i % 2], &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    MUST(zn_simulation_add_event(sim, &e));
    for (int k = 0; k < 2; k++)
        REFUSED(zn_simulation_run(sim), ZN_EINVAL, "event 0: `next` gives");
    ck_assert(zn_simulation_time(sim) == .25);
    far = -INFINITY;
    MUST(zn_simulation_run(sim));
    ck_assert(zn_simulation_time(sim) == 1);
}
END_TEST

/* 10^17 of them before the start: one more is the same number. */
START_TEST(events_closer_than_numbers_have_an_end)
{
    happened h = {.n = 0};

    point_mass("free", 1, 0, 2, 0);
    simulate("moreau-jean", NULL, 1, 0.1, 1 + 5e-7);
    MUST(zn_simulation_every(sim, 0, 1e-17, note, &h, NULL));
    MUST(zn_simulation_run(sim));
    ck_assert_int_ge(h.n, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("landing and events");
    TCase *tc = tcase_create("events");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, any_instant_is_landed_on_exactly);
    tcase_add_test(tc, steps_go_on_to_the_grid);
    tcase_add_loop_test(tc, events_happen_at_their_instants, 0, 2);
    tcase_add_test(tc, an_event_may_write_the_state);
    tcase_add_test(tc, an_event_may_stop_the_run);
    tcase_add_loop_test(tc, an_event_that_does_not_lie_ahead_is_refused, 0, 6);
    tcase_add_test(tc, events_closer_than_numbers_have_an_end);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
