/* test_event_percussions.c - what is told of an impact that fewer contacts could bear: the least
 * percussions that do the same
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

enum { FEET = 4 };
static const double foot[FEET][2] = {{1.5, 0.8}, {-1.5, 0.8}, {1.5, -0.8}, {-1.5, -0.8}};
static const double mass = 2, inertia[2] = {4, 8}, rest = 0.4;

/* Of a foot the percussion that the log has at t, by the name of its contact. */
static double told_of(const char *name)
{
    double P = 0;

    for (int i = 0; i < events.n; i++)
        if (events.at[i].what == ZN_EVENT_IMPACT &&
            strcmp(zn_interaction_name(events.at[i].interaction), name) == 0)
            P += events.at[i].value;
    return P;
}

/* A box on four feet, q = (z, a, b), the angles about x and y small: the gap of the foot at (x, y) is
 * z + y a - x b. Its impulse and moments are N, A, B, by its velocity. */
static void box(const double v[3])
{
    const double M[9] = {mass, 0, 0, 0, inertia[0], 0, 0, 0, inertia[1]};
    const double zero[3] = {0, 0, 0}, f[3] = {-mass * grav, 0, 0};
    zn_ds *ds = linear_system("box", 3, M, NULL, NULL, zero, v, f);
    zn_law *law = newton(rest);

    for (int k = 0; k < FEET; k++) {
        const double C[3] = {1, foot[k][1], -foot[k][0]};
        char name[8];
        snprintf(name, sizeof name, "foot%d", k);
        join(name, law, 1, 3, C, NULL, ds, NULL);
    }
    event_driven(0, 0.01, 0.01);
    MUST(zn_simulation_run(sim));
}

/* Each foot has as much as any: m (1 + e) v / 4. */
START_TEST(a_box_that_falls_flat_has_four_equal_percussions)
{
    const double v[3] = {-1.2, 0, 0};
    char name[8];

    box(v);
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), FEET);
    for (int k = 0; k < FEET; k++) {
        snprintf(name, sizeof name, "foot%d", k);
        CLOSE(told_of(name), mass * (1 + rest) * 1.2 / 4, 1e-14);
    }
}
END_TEST

/* u+ = -e u- of all feet. With as much of K_ii each, the least P is linear over the feet,
 * N/4 + y A/(4 y^2) - x B/(4 x^2), as long as nobody would pull. */
START_TEST(percussions_of_a_box_that_turns_are_linear_over_its_feet)
{
    const double v[3] = {-1.2, 0.2, -0.1}, g = -(1 + rest);
    const double N = g * mass * v[0], A = g * inertia[0] * v[1], B = g * inertia[1] * v[2];
    char name[8];

    box(v);
    for (int k = 0; k < FEET; k++) {
        const double P = N / 4 + A / (4 * foot[k][1]) - B / (4 * foot[k][0]);
        ck_assert_double_gt(P, 0.1);
        snprintf(name, sizeof name, "foot%d", k);
        CLOSE(told_of(name), P, 1e-14);
    }
}
END_TEST

/* Where the least would pull, at one foot with 0.15 N, that foot has none: its part and that of the foot
 * across are exchanged for those of the other two. 0.8, 0.1, 0.1, 0 of N. */
START_TEST(no_foot_pulls)
{
    const double u = -1.2, N = -(1 + rest) * mass * u, g = -(1 + rest);
    const double v[3] = {u, 0.8 * N * foot[0][1] / (g * inertia[0]),
                         -0.8 * N * foot[0][0] / (g * inertia[1])};
    static const double part[FEET] = {0.8, 0.1, 0.1, 0};
    char name[8];

    box(v);
    for (int k = 0; k < FEET; k++) {
        snprintf(name, sizeof name, "foot%d", k);
        CLOSE(told_of(name), part[k] * N, 1e-14);
    }
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), FEET - 1);
}
END_TEST

/* A box in space on four rough feet falls on them flat: none has a percussion along the floor. */
START_TEST(rough_feet_share_likewise)
{
    const double down = 0.4, zero[6] = {0}, v[6] = {0, 0, -1.2, 0, 0, 0};
    const double f[6] = {0, 0, -mass * grav, 0, 0, 0};
    double M[36] = {0};
    char name[8];
    zn_law *law;
    zn_ds *ds;

    for (int i = 0; i < 6; i++)
        M[7 * i] = i < 3 ? mass : 0.5 + 0.2 * i;
    ds = linear_system("box", 6, M, NULL, NULL, zero, v, f);
    MUST(zn_law_friction(ctx, 3, rest, 0, 0.5, &law));
    for (int k = 0; k < FEET; k++) {
        const double x = foot[k][0], y = foot[k][1];
        const double H[18] = {0, 1, 0, 0,  0,    1, 1, 0, 0,
                              y, 0, down, -x, -down, 0, 0, -y, x};
        snprintf(name, sizeof name, "foot%d", k);
        join(name, law, 3, 6, H, NULL, ds, NULL);
    }
    event_driven(0, 0.01, 0.01);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < FEET; k++) {
        snprintf(name, sizeof name, "foot%d", k);
        CLOSE(told_of(name), mass * (1 + rest) * 1.2 / 4, 1e-12);
    }
    for (int i = 0; i < events.n; i++)
        if (events.at[i].what == ZN_EVENT_IMPACT && events.at[i].row > 0)
            CLOSE(events.at[i].value, 0, 1e-12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: percussions");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_box_that_falls_flat_has_four_equal_percussions);
    tcase_add_test(tc, percussions_of_a_box_that_turns_are_linear_over_its_feet);
    tcase_add_test(tc, no_foot_pulls);
    tcase_add_test(tc, rough_feet_share_likewise);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
