/* test_reactions.c - what joints do to their bodies: impulse, mean force and moment, in the inertial
 * frame and in that of each body
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/linkage.h"

/* R x or R' x of a body at q, by another formula than the library's: the matrix of the quaternion. */
static void turned(const double q[7], const double x[3], bool back, double out[3])
{
    const double a = q[3], b = q[4], c = q[5], d = q[6];
    const double R[3][3] = {
        {a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
        {2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)},
        {2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d}};

    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int j = 0; j < 3; j++)
            out[i] += (back ? R[j][i] : R[i][j]) * x[j];
    }
}

static void begin(const char *class, double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, class, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
}

static const char *const classes[] = {"time-stepping", "event-driven"};

/* On one hinge a door that turns with w has, in its own frame, the force (-m w^2 0.4, m g, 0) and the
 * moment (0, 0, 0.4 m g - 0.25 m w^2 0.4) about the hinge, which is 0.25 m above its middle, at all
 * times: in the inertial frame they turn with it. */
START_TEST(a_turning_door_in_both_frames)
{
    const double w = 2, h = 0x1p-10, m = DOOR_MASS, low[1] = {0.25};
    const double F[3] = {-m * w * w * 0.4, m * grav, 0};
    const double M[3] = {0, 0, 0.4 * m * grav + low[0] * F[0]};
    const double off = 100 * w * h; /* half a step of turning, times forces of up to 200 */
    double in[3], about[3];
    zn_interaction *a[1];
    zn_reaction r;
    zn_ds *door = hung_door(w, 1, low, a);

    begin(classes[_i], h, 0.75);
    MUST(zn_simulation_run(sim));
    CLOSE(atan2(-q_of(door, 2), q_of(door, 0)), 1.5, 1e-5);
    MUST(zn_simulation_reaction(sim, a[0], 1, &r));
    CLOSE(r.h, h, 1e-12);
    turned(zn_simulation_q(sim, door), F, false, in);
    turned(zn_simulation_q(sim, door), M, false, about);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_lt(fabs(r.impulse[i] / h - in[i]), off);
        ck_assert_double_lt(fabs(r.impulse_body[i] / h - F[i]), off);
        ck_assert_double_lt(fabs(r.angular[i] / h - about[i]), off);
        ck_assert_double_lt(fabs(r.angular_body[i] / h - M[i]), off);
        CLOSE(r.point[i], i == 1 ? low[0] : 0, 1e-9);
    }
    ck_assert_double_gt(fabs(r.impulse[2] - r.impulse_body[2]) / h, 10 * off);
}
END_TEST

/* A double pendulum out of its plane: what the hinge between its rods does to one of them is opposite to
 * what it does to the other, about the same point, and each frame has its rod's turn of it. The rod
 * below has no other joint: its momentum is what the hinge and its weight give. */
START_TEST(both_bodies_of_a_joint)
{
    const double P[3][3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0.5}};
    const double first[3] = {0, 0, 1}, second[3] = {0, 1, 0}, h = 0x1p-10, m = 2;
    double before[3], body[3];
    zn_interaction *a[2];
    zn_reaction r[2];
    zn_ds *ds[2];

    ds[0] = rod("upper", P[0], P[1], 3, 0, 0);
    ds[1] = rod("lower", P[1], P[2], m, 0, 0);
    a[0] = hinge("ground", ds[0], NULL, P[0], first);
    a[1] = hinge("knee", ds[0], ds[1], P[1], second);
    begin(classes[_i], h, 0.5);
    for (int k = 0; k < 512; k++) {
        for (int i = 0; i < 3; i++)
            before[i] = k ? v_of(ds[1], i) : 0;
        MUST(zn_simulation_step(sim));
        for (int b = 0; b < 2; b++) {
            MUST(zn_simulation_reaction(sim, a[1], b + 1, &r[b]));
            turned(zn_simulation_q(sim, ds[b]), r[b].impulse, true, body);
            for (int i = 0; i < 3; i++)
                CLOSE(r[b].impulse_body[i], body[i], 1e-14);
            turned(zn_simulation_q(sim, ds[b]), r[b].angular, true, body);
            for (int i = 0; i < 3; i++)
                CLOSE(r[b].angular_body[i], body[i], 1e-14);
        }
        for (int i = 0; i < 3; i++) {
            const double gained = m * (v_of(ds[1], i) - before[i]);
            const double weight = i == 1 ? -m * grav * h : 0;
            CLOSE(r[0].impulse[i], -r[1].impulse[i], 1e-12);
            CLOSE(r[0].angular[i], -r[1].angular[i], 1e-10);
            CLOSE(r[0].point[i], r[1].point[i], 1e-9);
            /* the rows turn by some 5/s: h^2 times that of 60 N */
            ck_assert_double_lt(fabs(r[1].impulse[i] + weight - gained), 300 * h * h);
        }
    }
    ck_assert_double_gt(hypot(r[0].impulse[0], r[0].impulse[1]) / h, 10);
    ck_assert_double_gt(fabs(r[0].impulse[0] - r[0].impulse_body[0]) / h, 10);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("reactions");
    TCase *tc = tcase_create("reactions");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, a_turning_door_in_both_frames, 0, 2);
    tcase_add_loop_test(tc, both_bodies_of_a_joint, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
