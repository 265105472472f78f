/* test_friction.c - samples with friction against what is known of their motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/run.h"

/* v (sin phi) tan(phi/2)^-k of a box that slides, k = mu / tan(slope) */
static double invariant(double vx, double vy, double k)
{
    const double phi = atan2(vy, vx);

    return hypot(vx, vy) * sin(phi) * pow(tan(phi / 2), -k);
}

START_TEST(the_box_follows_its_curve_and_stops)
{
    const double mu = 0.4, k = mu / tan(0.3);
    run r = run_recorded("sliding_box", "--set h=5e-4");
    double worst = 0;

    for (long i = 0; i < r.rows && run_at(&r, i, "t") < 0.8; i++)
        worst = fmax(
            worst,
            fabs(invariant(run_at(&r, i, "vx"), run_at(&r, i, "vy"), k) - 2));
    /* friction stands along the slip at the end of each step: first order */
    CLOSE(worst, 0, 0.02);
    CLOSE(run_at(&r, -1, "vx"), 0, 1e-10);
    CLOSE(run_at(&r, -1, "vy"), 0, 1e-10);
    CLOSE(run_at(&r, -1, "friction_in_use"), tan(0.3) / mu, 1e-6);
    run_free(&r);
}
END_TEST

START_TEST(a_steep_slope_does_not_hold)
{
    const double g = 9.81, a = 0.5, mu = 0.4, T = 3;
    run r = run_recorded("sliding_box", "--set vy=0 --set slope=0.5 --set T=3");

    CLOSE(run_at(&r, -1, "vx"), g * (sin(a) - mu * cos(a)) * T, 1e-6);
    run_free(&r);
    r = run_recorded("sliding_box", "--set vy=0 --set slope=0.38 --set T=3");
    CLOSE(run_at(&r, -1, "x"), 0, 1e-12);
    run_free(&r);
}
END_TEST

/* tan 0.4 = 0.423 is between 0.3 and 0.6: rests, but once pushed it goes on */
START_TEST(friction_that_falls_has_a_memory_of_motion)
{
    const char *args = "--set rest=0.6 --set mu=0.3 --set slope=0.4 "
                       "--set vy=0 --set vx=%g";
    run still = run_recorded("sliding_box", args, 0.0);
    run pushed = run_recorded("sliding_box", args, 0.3);

    CLOSE(run_at(&still, -1, "x"), 0, 1e-12);
    ck_assert(run_at(&pushed, -1, "vx") > 1);
    run_free(&still);
    run_free(&pushed);
}
END_TEST

START_TEST(the_woodpecker_has_a_cycle)
{
    run r = run_recorded("woodpecker", "--every 10");
    long last = -1, cycles = 0;
    double period = 0, fall = 0;

    /* the bird's angle falls through -0.3: once per cycle */
    for (long i = 1; i < r.rows; i++) {
        if (!(run_at(&r, i - 1, "phi_S") > -0.3 &&
              run_at(&r, i, "phi_S") <= -0.3))
            continue;
        if (last >= 0 && cycles++) { /* the first is still on its way there */
            if (period > 0) {
                CLOSE(run_at(&r, i, "t") - run_at(&r, last, "t"), period, 1e-3);
                CLOSE(run_at(&r, i, "y") - run_at(&r, last, "y"), fall, 2e-4);
            }
            period = run_at(&r, i, "t") - run_at(&r, last, "t");
            fall = run_at(&r, i, "y") - run_at(&r, last, "y");
        }
        last = i;
    }
    ck_assert_int_ge(cycles, 3);
    CLOSE(period, 0.1465, 2e-3);
    ck_assert(fall < -0.015 && fall > -0.025);
    run_free(&r);
}
END_TEST

START_TEST(without_friction_it_falls)
{
    run r = run_recorded("woodpecker", "--set mu=0 --set T=0.3 --every 100");

    /* g T^2 / 2 = 0.44 m, and what it had; the swing of the bird is a trifle */
    ck_assert(run_at(&r, -1, "y") < -0.4);
    run_free(&r);
}
END_TEST

START_TEST(the_slider_loses_energy_and_sticks)
{
    run r = run_recorded("pendulum_on_slider", "--set T=6");
    double x = 0;
    long still = 0, longest = 0;

    for (long i = 1; i < r.rows; i++) {
        /* second order in smooth motion */
        ck_assert(run_at(&r, i, "energy") <=
                  run_at(&r, i - 1, "energy") + 1e-4);
        ck_assert(fabs(run_at(&r, i, "friction")) <=
                  0.3 * run_at(&r, i, "normal") + 1e-12);
        still = run_at(&r, i, "x") == x ? still + 1 : 0;
        longest = still > longest ? still : longest;
        x = run_at(&r, i, "x");
    }
    /* at rest to the last digit while the pendulum swings on */
    ck_assert_int_gt(longest, 300);
    ck_assert(fabs(run_at(&r, -1, "rate")) + fabs(run_at(&r, -1, "angle")) >
              0.1);
    run_free(&r);
}
END_TEST

START_TEST(a_fast_pendulum_lifts_its_slider)
{
    run r = run_recorded("pendulum_on_slider",
                         "--set angle=0 --set rate=9 --set mu=1 --set T=1");
    double top = 0;

    for (long i = 0; i < r.rows; i++)
        top = fmax(top, run_at(&r, i, "y"));
    ck_assert(top > 0.01);
    run_free(&r);
}
END_TEST

START_TEST(the_slider_stays_in_its_guide)
{
    static const char *const gap[] = {"gap_1", "gap_2", "gap_3", "gap_4"};
    run r = run_recorded("slider_crank", "--every 5");
    long hits[2] = {0, 0};

    for (long i = 0; i < r.rows; i++) {
        /* a contact is closed late by a step at most, at 2 m/s */
        for (int k = 0; k < 4; k++)
            ck_assert(run_at(&r, i, gap[k]) > -2e-5);
        /* gaps at the left and right of both walls add up to the play */
        if (i > 0) {
            hits[0] += run_at(&r, i, gap[0]) < 1e-5 &&
                       run_at(&r, i - 1, gap[0]) >= 1e-5;
            hits[1] += run_at(&r, i, gap[2]) < 1e-5 &&
                       run_at(&r, i - 1, gap[2]) >= 1e-5;
        }
    }
    ck_assert_int_gt(hits[0], 3);
    ck_assert_int_gt(hits[1], 3);
    ck_assert(run_at(&r, -1, "turns") > 2);
    run_free(&r);
}
END_TEST

/* By the generalised alpha scheme with positions of contacts, no corner enters its wall by more
 * than 1e-12 m, after any of some fifty impacts with friction; the crank has turned as far as by
 * Moreau's scheme with h = 1e-5, to order one. */
START_TEST(no_corner_enters_by_more_than_rounding)
{
    static const char *const gap[] = {"gap_1", "gap_2", "gap_3", "gap_4"};
    const double h[] = {1e-4, 2.5e-5};
    run fine = run_recorded("slider_crank", "--set T=0.1 --every 100");

    for (int n = 0; n < 2; n++) {
        run r = run_recorded("slider_crank",
                             "--set T=0.1 --set osi=nonsmooth-alpha --set h=%g "
                             "--set projection=combined "
                             "--set projection_tol=1e-12",
                             h[n]);
        for (long i = 0; i < r.rows; i++)
            for (int k = 0; k < 4; k++)
                ck_assert_double_ge(run_at(&r, i, gap[k]), -1e-12);
        CLOSE(run_at(&r, -1, "turns"), run_at(&fine, -1, "turns"), 15 * h[n]);
        run_free(&r);
    }
    run_free(&fine);
}
END_TEST

/* No gap below the tolerance at steps of .1 or of .5 ms; without projection there is,
 * at .5 ms of .1 mm and more. The crank follows its motor all the while. */
START_TEST(pins_do_not_leave_their_bearings)
{
    static const char *const gap[] = {"gap_crank", "gap_rocker", "gap_ground"};
    static const char *const options[] = {"--every 10", "--set h=5e-4",
                                          "--set h=5e-4 --set projection=none"};
    double worst[3] = {0};

    for (int n = 0; n < 3; n++) {
        run r = run_recorded("four_bar", "%s", options[n]);
        for (long i = 0; i < r.rows; i++)
            for (int k = 0; k < 3; k++)
                worst[n] = fmin(worst[n], run_at(&r, i, gap[k]));
        ck_assert_double_le(
            fabs(run_at(&r, -1, "crank") - 6 * sin(.75 * acos(-1.0) * 2)), .05);
        run_free(&r);
    }
    ck_assert_double_ge(worst[0], -1e-8);
    ck_assert_double_ge(worst[1], -1e-8);
    ck_assert_double_le(worst[2], -1e-4);
}
END_TEST

/* Time stepping comes to the motion from event to event, forty impacts with stick and
 * slide, with an error of the order of h. */
START_TEST(the_woodpecker_from_event_to_event)
{
    static const char *const what[] = {"y", "v_y"};
    double x[3][2];

    for (int k = 0; k < 3; k++) {
        static const char *const how[] = {"--set simulation=event-driven",
                                          "--set h=1e-4 --every 100",
                                          "--set h=1e-5 --every 1000"};
        run r = run_recorded("woodpecker", "--set T=1 %s", how[k]);
        for (int i = 0; i < 2; i++)
            x[k][i] = run_at(&r, -1, what[i]);
        run_free(&r);
    }
    for (int i = 0; i < 2; i++)
        CLOSE(log10((x[1][i] - x[0][i]) / (x[2][i] - x[0][i])), 1, 0.1);
    CLOSE(x[2][0], x[0][0], 1e-4);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("samples with friction");
    TCase *t = tcase_create("all");

    folder_make();
    tcase_set_timeout(t, 120);
    tcase_add_test(t, the_box_follows_its_curve_and_stops);
    tcase_add_test(t, a_steep_slope_does_not_hold);
    tcase_add_test(t, friction_that_falls_has_a_memory_of_motion);
    tcase_add_test(t, the_woodpecker_has_a_cycle);
    tcase_add_test(t, the_woodpecker_from_event_to_event);
    tcase_add_test(t, without_friction_it_falls);
    tcase_add_test(t, the_slider_loses_energy_and_sticks);
    tcase_add_test(t, a_fast_pendulum_lifts_its_slider);
    tcase_add_test(t, the_slider_stays_in_its_guide);
    tcase_add_test(t, no_corner_enters_by_more_than_rounding);
    tcase_add_test(t, pins_do_not_leave_their_bearings);
    suite_add_tcase(s, t);
    const int failed = test_main(s);
    folder_remove();
    return failed;
}
