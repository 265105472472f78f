/* test_spinning_toy.c - a disc, a tippe top and a rattleback against what is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/run.h"

static const double g = 9.81;

/* The axis of the body, its angular velocity and its vertical velocity. */
typedef struct view {
    double t, e3[3], R[9], w[3], vertical, z, v2, tilt, azimuth;
} view;

static view look(const run *r, long row)
{
    const char *const p_of[4] = {"p0", "p1", "p2", "p3"};
    const char *const w_of[3] = {"wx", "wy", "wz"};
    double p[4];
    view v;

    for (int i = 0; i < 4; i++)
        p[i] = run_at(r, row, p_of[i]);
    for (int i = 0; i < 3; i++)
        v.w[i] = run_at(r, row, w_of[i]);
    const double R[9] = {
        1 - 2 * (p[2] * p[2] + p[3] * p[3]), 2 * (p[1] * p[2] - p[0] * p[3]),
        2 * (p[1] * p[3] + p[0] * p[2]),     2 * (p[1] * p[2] + p[0] * p[3]),
        1 - 2 * (p[1] * p[1] + p[3] * p[3]), 2 * (p[2] * p[3] - p[0] * p[1]),
        2 * (p[1] * p[3] - p[0] * p[2]),     2 * (p[2] * p[3] + p[0] * p[1]),
        1 - 2 * (p[1] * p[1] + p[2] * p[2])}; /* by rows */
    memcpy(v.R, R, sizeof R);
    for (int i = 0; i < 3; i++)
        v.e3[i] = R[3 * i + 2];
    v.t = run_at(r, row, "t");
    v.z = run_at(r, row, "z");
    v.vertical = R[6] * v.w[0] + R[7] * v.w[1] + R[8] * v.w[2];
    v.v2 = pow(run_at(r, row, "vx"), 2) + pow(run_at(r, row, "vy"), 2) +
           pow(run_at(r, row, "vz"), 2);
    v.tilt = acos(fmax(-1, fmin(1, v.e3[2])));
    v.azimuth = atan2(v.e3[1], v.e3[0]);
    return v;
}

/* E = m v^2/2 + w'I w/2 + m g z never grows, but for the work of the projection. */
static void loses_energy(const run *r, double m, const double I[9])
{
    double first = 0, last = INFINITY;

    for (long k = 0; k < r->rows; k++) {
        const view v = look(r, k);
        double E = m * v.v2 / 2 + m * g * v.z;

        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                E += v.w[i] * I[3 * i + j] * v.w[j] / 2;
        if (k == 0)
            first = E;
        ck_assert_msg(E <= last + 1e-6 * first, "t = %g s: %.9g J after %.9g",
                      v.t, E, last);
        last = E;
    }
}

/* The tilt stays 15 degrees and the axis goes round at Omega = sqrt(4 g/(R sin 15)); of
 * order one in h, so that two runs say where it goes for h = 0. */
START_TEST(the_disc_whirls_at_its_rate)
{
    const double T = 0.2, pi = acos(-1.0), tilt = pi / 12;
    const double turn = sqrt(4 * g / (0.0375 * sin(tilt))) * T;
    double a[3], b[3]; /* what the tilt and the azimuth are off by */

    for (int i = 0; i < 3; i++) {
        run r = run_recorded("spinning_toy", "--set T=0.2 --set h=%g",
                             8e-5 / (1 << i));
        const view v = look(&r, -1);

        a[i] = v.tilt - tilt;
        b[i] = remainder(v.azimuth - turn, 2 * pi);
        run_free(&r);
    }
    for (int i = 0; i < 2; i++) { /* half the step, half of it */
        CLOSE(a[i] / a[i + 1], 2, 0.15);
        CLOSE(b[i] / b[i + 1], 2, 0.15);
    }
    CLOSE(2 * a[2] - a[1], 0, 0.06 * fabs(a[2]));
    CLOSE(2 * b[2] - b[1], 0, 0.06 * fabs(b[2]));
}
END_TEST

/* L . (e_z - offset e_3) in units of m R^2 */
static double jellett(const view *v, double A, double C, double offset)
{
    const double L[3] = {A * v->w[0], A * v->w[1], C * v->w[2]};
    double J = 0;

    for (int i = 0; i < 3; i++)
        J += L[i] * (v->R[6 + i] - (i == 2 ? offset : 0));
    return J;
}

START_TEST(the_top_turns_over_and_keeps_jelletts_number)
{
    const double mR2 = 0.02 * 0.02 * 0.02;
    const double I[9] = {.4 * mR2, 0, 0, 0, .4 * mR2, 0, 0, 0, .4 * mR2};
    double off[2];

    for (int i = 0; i < 2; i++) {
        run r = run_recorded("spinning_toy",
                             "--set toy=tippe-top --set T=2 --every 20 "
                             "--set h=%g", 2e-4 / (1 << i));
        const view from = look(&r, 0), to = look(&r, -1);
        const double J = jellett(&from, 0.4, 0.4, 0.3);

        off[i] = jellett(&to, 0.4, 0.4, 0.3) / J - 1;
        ck_assert_double_gt(to.tilt, 2.5);
        ck_assert_double_gt(to.z, 1.2 * from.z); /* it rises */
        ck_assert_double_gt(from.vertical, to.vertical);
        loses_energy(&r, 0.02, I);
        run_free(&r);
    }
    ck_assert_double_lt(fabs(off[1]), 2e-2);
    ck_assert_double_lt(fabs(off[1]), 0.7 * fabs(off[0]));
}
END_TEST

START_TEST(a_top_of_other_inertia_stays_upright)
{
    run r = run_recorded("spinning_toy",
                         "--set toy=tippe-top --set offset=0.1 --set A=0.35 "
                         "--set T=4 --every 100");

    for (long k = 0; k < r.rows; k++)
        ck_assert_double_lt(look(&r, k).tilt, 0.15);
    run_free(&r);
}
END_TEST

START_TEST(the_stone_turns_back_one_way_only)
{
    const double I[9] = {2e-4, -2e-5, 0, -2e-5, 1.6e-3, 0, 0, 0, 1.7e-3};
    const char *args = "--set toy=rattleback --set spin=%g --set T=6 --every 20";
    run back = run_recorded("spinning_toy", args, -5.0);
    run on = run_recorded("spinning_toy", args, 5.0);

    CLOSE(look(&back, 0).vertical, -5, 1e-12);
    ck_assert_double_gt(look(&back, -1).vertical, 0.2);
    ck_assert_double_gt(look(&on, -1).vertical, 4.5);
    loses_energy(&back, 1, I);
    loses_energy(&on, 1, I);
    run_free(&back);
    run_free(&on);
}
END_TEST

/* From event to event nothing is left of the steps: the disc stays at its tilt and the
 * table bears its weight, the top keeps Jellett's number while it slides and rolls. */
START_TEST(events_keep_the_tilt_and_jelletts_number)
{
    const double pi = acos(-1.0), turn = sqrt(4 * g / (0.0375 * sin(pi / 12)));
    /* steps that go beyond instants leave rtol = 1e-12 each: 1e-7 of the azimuth after 2 s */
    const char *events = "--set simulation=event-driven --set instants=stop";
    run r = run_recorded("spinning_toy", "--set T=2 %s", events);

    for (long k = 1; k < r.rows; k++) {
        const view v = look(&r, k);
        CLOSE(v.z, 0.0375 * sin(pi / 12), 1e-10);
        CLOSE(remainder(v.azimuth - turn * v.t, 2 * pi), 0, 1e-8);
    }
    run_free(&r);
    r = run_recorded("spinning_toy", "--set toy=tippe-top --set T=2 %s", events);
    const view from = look(&r, 0), to = look(&r, -1);
    CLOSE(jellett(&to, 0.4, 0.4, 0.3) / jellett(&from, 0.4, 0.4, 0.3), 1, 1e-9);
    ck_assert_double_gt(to.tilt, 2.5);
    run_free(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("samples: spinning toys");
    TCase *tc = tcase_create("toys");

    tcase_set_timeout(tc, 120);
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_add_test(tc, the_disc_whirls_at_its_rate);
    tcase_add_test(tc, the_top_turns_over_and_keeps_jelletts_number);
    tcase_add_test(tc, a_top_of_other_inertia_stays_upright);
    tcase_add_test(tc, events_keep_the_tilt_and_jelletts_number);
    tcase_add_test(tc, the_stone_turns_back_one_way_only);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
