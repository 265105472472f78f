/* test_event_below.c - event-driven motion that begins inside of an obstacle: what goes up comes out,
 * what does not is brought to the surface as it turns
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static const char *const ode[] = {"auto",
                                  "dormand-prince",
                                  "dormand-prince-853",
                                  "radau",
                                  "half-explicit",
                                  "generalised-alpha"};
enum { ODES = sizeof ode / sizeof *ode };

static const double depth = 0.1, T = 1;

/* A ball below the floor, thrown up; the force is a function in half of the runs. */
static void weight(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = -grav;
}

static zn_ds *thrown_up(int i, double v, double e)
{
    zn_ds *ds;

    scene_again();
    ds = bouncing_ball(-depth, v, e);
    if (i >= ODES)
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)weight));
    event_driven(0, 0.01, T);
    MUST(zn_simulation_set(sim, "ode", ode[i % ODES]));
    MUST(zn_simulation_run(sim));
    return ds;
}

/* Up through zero with v^2/(2 g) > depth, and down to the first impact. */
START_TEST(what_rises_out_of_an_obstacle_falls_on_it)
{
    const double v = 2, e = 0.3, hit = sqrt(v * v - 2 * grav * depth);
    const double t = (v + hit) / grav, rest = t + 2 * e * hit / grav / (1 - e);

    for (int i = 0; i < 2 * ODES; i++) {
        zn_ds *ds = thrown_up(i, v, e);
        CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, t, 1e-12);
        CLOSE(event_at(ZN_EVENT_IMPACT, 0)->before, -hit, 1e-11);
        CLOSE(event_at(ZN_EVENT_ACCUMULATION, 0)->limit, rest, 1e-11);
        CLOSE(q_of(ds, 0), 0, 1e-12);
    }
}
END_TEST

/* At v/g it would go down again, without an impact. */
START_TEST(what_turns_inside_of_an_obstacle_is_brought_to_its_surface)
{
    const double v = 1;

    for (int i = 0; i < 2 * ODES; i++) {
        zn_ds *ds = thrown_up(i, v, 0.9);
        ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 0);
        ck_assert_int_eq(event_count(ZN_EVENT_CLOSE), 1);
        CLOSE(event_at(ZN_EVENT_CLOSE, 0)->t, v / grav, 1e-12);
        CLOSE(q_of(ds, 0), 0, 1e-12);
        CLOSE(zn_simulation_state(sim)->lambda[2][0], grav, 1e-12);
    }
}
END_TEST

/* Far above it there is nothing that could happen. */
START_TEST(what_leaves_an_obstacle_for_good_has_no_events)
{
    for (int i = 0; i < 2 * ODES; i++) {
        zn_ds *ds = thrown_up(i, 20, 0.5);
        ck_assert_int_eq(events.n, 0);
        CLOSE(q_of(ds, 0), -depth + 20 * T - grav * T * T / 2, 1e-12);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: starts inside of obstacles");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, what_rises_out_of_an_obstacle_falls_on_it);
    tcase_add_test(t,
                   what_turns_inside_of_an_obstacle_is_brought_to_its_surface);
    tcase_add_test(t, what_leaves_an_obstacle_for_good_has_no_events);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
