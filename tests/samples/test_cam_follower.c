/* test_cam_follower.c - the cam follower against its exact motion and against
 * the scheme worked out by hand
 *
 * Numbers of the scheme: Moreau-Jean with theta = gamma = 1/2, h = 1e-4, one
 * complementarity problem per step, computed independently to 13 digits. Exact
 * motion between impacts: u = u_i cos(w s) + v_i/w sin(w s), w^2 = kappa/mu; the
 * next impact is the first root of u - c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/samples/run.h"

/* ---- the steps of the scheme --------------------------------------------------- */

START_TEST(the_translated_form_steps_as_the_scheme_says)
{
    const double expected[3][4] = {
        {400, 4.239568466455e-02, -1.372920586639e+01, 0},
        {500, 7.289527678396e-02, 1.038350550629e+01, 0},
        {1000, 2.784365601753e-01, -4.534984662272e+00, 0}};
    run r = run_recorded("cam_follower", "--set T=0.1");
    ck_assert_int_eq(r.rows, 1001);
    for (int i = 0; i < 3; i++) {
        const long k = (long)expected[i][0];
        CLOSE(run_at(&r, k, "gap"), expected[i][1], 1e-11);
        CLOSE(run_at(&r, k, "gap_rate"), expected[i][2], 1e-11);
        CLOSE(run_at(&r, k, "impulse"), expected[i][3], 0);
    }
    run_free(&r);
}
END_TEST

START_TEST(the_rheonomous_form_steps_as_the_scheme_says)
{
    const double expected[3][4] = {
        {400, 9.151192309758e-02, -1.333562293801e+01, 0},
        {500, 1.228945388770e-01, 1.038347640019e+01, 0},
        {1000, 2.830789929363e-01, -5.622450817785e+00, 0}};
    run r = run_recorded("cam_follower", "--set form=rheonomous --set T=0.1");
    for (int i = 0; i < 3; i++) {
        const long k = (long)expected[i][0];
        CLOSE(run_at(&r, k, "q"), expected[i][1], 1e-11);
        CLOSE(run_at(&r, k, "v"), expected[i][2], 1e-11);
        CLOSE(run_at(&r, k, "impulse"), expected[i][3], 0);
        CLOSE(run_at(&r, k, "gap") + run_at(&r, k, "cam"), expected[i][1],
              1e-11);
    }
    run_free(&r);
}
END_TEST

START_TEST(profiles_of_the_cam)
{
    /* c and c' at t = .01, .03, .06, .1 of the cycloidal cam at 358 rpm, and at
     * t = .03 of the polynomials */
    const double cycloidal[4][3] = {
        {100, 2.976088728265e-03, 8.383972192848e-01},
        {300, 3.848942195121e-02, 1.735456736835},
        {600, 5e-02, 0},
        {1000, 4.642881155668e-03, -1.087495926835}};
    run r = run_recorded("cam_follower", "--set T=0.1");
    for (int i = 0; i < 4; i++) {
        const long k = (long)cycloidal[i][0];
        CLOSE(run_at(&r, k, "cam"), cycloidal[i][1], 1e-13);
        CLOSE(run_at(&r, k, "cam_rate"), cycloidal[i][2], 1e-11);
    }
    run_free(&r);
    r = run_recorded("cam_follower", "--set profile=345 --set T=0.03");
    CLOSE(run_at(&r, -1, "cam"), 3.780360053954e-02, 1e-13);
    CLOSE(run_at(&r, -1, "cam_rate"), 1.691843176670, 1e-11);
    run_free(&r);
    r = run_recorded("cam_follower", "--set profile=4567 --set T=0.03");
    CLOSE(run_at(&r, -1, "cam"), 3.954107746385e-02, 1e-13);
    CLOSE(run_at(&r, -1, "cam_rate"), 1.809189960794, 1e-11);
    run_free(&r);
}
END_TEST

/* ---- the exact motion ------------------------------------------------------------ */

/* Exact impacts of the default model: time (s), place of the cam (m), velocity
 * of the follower before and after (m/s). */
static const struct {
    double t, cam, before, after;
} impacts[4] = {
    {4.309027733364e-02, 4.986587396199e-02, -13.59184865000, 11.08100277712},
    {1.303989526927e-01, 0, -11.21171228288, 8.969369826307},
    {2.165637251523e-01, 5e-02, -8.804545936703, 7.043636749362},
    {3.013737892297e-01, 0, -7.248612597355, 5.798890077884}};

/* The contact closes in the step whose start is within h/2 of the impact, and
 * its row is that of the end of the step: h/2 to 3 h/2 late. So is each later
 * one, beside what it inherits from the flights before, O(h) too. */
static void check_impacts(const char *form, double h)
{
    char args[256];
    snprintf(args, sizeof args,
             "--output run.csv --set form=%s --set h=%.17g --set T=0.31 "
             "--set sections=exact",
             form, h);
    run_sample("cam_follower", args);
    run r = run_read("exact-impact.csv"), all = run_read("run.csv");
    ck_assert_int_eq(r.rows, 4);
    for (int i = 0; i < 4; i++) {
        const double t = run_at(&r, i, "t");
        const double late = (t - impacts[i].t) / h;
        ck_assert_msg(late > 0.49 && late < 1.51 * (i + 1),
                      "%s, h = %g: impact %d is %g steps late", form, h, i + 1,
                      late);
        /* while it is late the cam's velocity changes with up to 160 m/s^2 and
         * the follower's with 60 m/s^2 */
        const long k = lround(t / h);
        const double v =
            run_at(&all, k, "gap_rate") + run_at(&all, k, "cam_rate");
        CLOSE(v, impacts[i].after, 150 * h);
        CLOSE(run_at(&all, k, "cam"), impacts[i].cam, h);
        /* the impulse is mu times the jump, up to the forces over a step */
        CLOSE(run_at(&all, k, "impulse"),
              1.221 * (impacts[i].after - impacts[i].before), 400 * h);
    }
    run_free(&r);
    run_free(&all);
}

/* Event by event they are exact, whatever the grid; each has two rows. */
static void check_events(const char *form, double h)
{
    char args[256];
    snprintf(args, sizeof args,
             "--output run.csv --set simulation=event-driven --set form=%s "
             "--set h=%.17g --set T=0.31 --set sections=exact",
             form, h);
    run_sample("cam_follower", args);
    run r = run_read("exact-impact.csv"), all = run_read("run.csv");
    ck_assert_int_eq(r.rows, 4);
    for (int i = 0; i < 4; i++) {
        long k = 0;
        CLOSE(run_at(&r, i, "t"), impacts[i].t, 1e-11);
        while (run_at(&all, k, "t") < run_at(&r, i, "t"))
            k++;
        CLOSE(run_at(&all, k, "gap_rate") + run_at(&all, k, "cam_rate"),
              impacts[i].before, 1e-9);
        k++;
        CLOSE(run_at(&all, k, "gap_rate") + run_at(&all, k, "cam_rate"),
              impacts[i].after, 1e-9);
        CLOSE(run_at(&all, k, "cam"), impacts[i].cam, 1e-11);
        CLOSE(run_at(&all, k, "impulse"),
              1.221 * (impacts[i].after - impacts[i].before), 1.221 * 2e-9);
    }
    run_free(&r);
    run_free(&all);
}

START_TEST(events_are_the_exact_ones)
{
    check_events("translated", 1e-2);
    check_events("rheonomous", 1e-2);
    check_events("rheonomous", 0.31);
}
END_TEST

START_TEST(impacts_are_within_steps_of_the_exact_ones)
{
    check_impacts("translated", 1e-4);
    check_impacts("rheonomous", 1e-4);
    check_impacts("translated", 1e-5);
    check_impacts("rheonomous", 1e-5);
}
END_TEST

/* Largest difference of the gap between the two forms. */
static double difference(const char *rpm, double h, double T)
{
    run a = run_recorded("cam_follower",
                         "--set rpm=%s --set h=%.17g --set T=%g", rpm, h, T);
    run b = run_recorded("cam_follower",
                         "--set rpm=%s --set h=%.17g --set T=%g "
                         "--set form=rheonomous",
                         rpm, h, T);
    double worst = 0;
    ck_assert_int_eq(a.rows, b.rows);
    for (long k = 0; k < a.rows; k++)
        worst = fmax(worst, fabs(run_at(&a, k, "gap") - run_at(&b, k, "gap")));
    run_free(&a);
    run_free(&b);
    return worst;
}

START_TEST(both_forms_meet_as_the_step_shrinks)
{
    /* before the first impact, at t = 0.043: order 2 */
    const double coarse = difference("358", 4e-4, 0.04);
    const double fine = difference("358", 2e-4, 0.04);
    ck_assert_msg(coarse < 1e-4 && fine > 0, "%g %g", coarse, fine);
    CLOSE(log2(coarse / fine), 2, 0.1);
}
END_TEST

/* Mean difference of the gap, over instants 1e-2 s apart, between time steps of h and the motion
 * from event to event. */
static double apart(const run *events, double h, double T)
{
    run steps = run_recorded("cam_follower",
                             "--set rpm=358 --set h=%.17g --set T=%g", h, T);
    double sum = 0;
    int n = 0;

    for (long k = 0; k < events->rows; k++) {
        const double t = run_at(events, k, "t");
        const long row = lround(t / h);
        if (fabs(t / 1e-2 - nearbyint(t / 1e-2)) > 1e-9)
            continue;
        sum += fabs(run_at(events, k, "gap") - run_at(&steps, row, "gap"));
        n++;
    }
    run_free(&steps);
    ck_assert_int_ge(n, (int)(T / 1e-2));
    return sum / n;
}

/* Across twelve impacts they meet with order one, but for where in their steps impacts are. */
START_TEST(time_steps_come_to_the_motion_from_event_to_event)
{
    const double T = 1;
    run events = run_recorded("cam_follower",
                              "--set rpm=358 --set simulation=event-driven "
                              "--set h=1e-2 --set T=%g",
                              T);
    double e[3];

    for (int k = 0; k < 3; k++)
        e[k] = apart(&events, k == 0 ? 1e-3 : k == 1 ? 1e-4 : 1e-5, T);
    ck_assert_double_lt(e[2], 2e-4);
    for (int k = 0; k < 2; k++) /* order one: ten times */
        ck_assert_double_gt(e[k] / e[k + 1], 7);
    ck_assert_double_lt(e[1] / e[2], 14);
    run_free(&events);
}
END_TEST

START_TEST(no_speed_lets_the_follower_through_the_cam)
{
    static const char *const rpm[] = {"358", "660", "700"};
    for (int i = 0; i < 3; i++) {
        run r =
            run_recorded("cam_follower",
                         "--set rpm=%s --set T=1 --set profile=arcs", rpm[i]);
        long hits = 0;
        for (long k = 1; k < r.rows; k++) {
            /* a contact closes at most 3/2 steps late */
            const double speed = fabs(run_at(&r, k - 1, "gap_rate"));
            ck_assert_msg(run_at(&r, k, "gap") >= -1.5e-4 * speed - 1e-6,
                          "%s rpm, row %ld: gap %g at %g m/s", rpm[i], k,
                          run_at(&r, k, "gap"), speed);
            hits += run_at(&r, k, "impulse") > 0;
        }
        ck_assert_int_gt(hits, 5);
        run_free(&r);
    }
}
END_TEST

START_TEST(the_strobe_flashes_once_per_turn)
{
    run_sample("cam_follower", "--output run.csv --set rpm=660 --set T=0.5 "
                               "--set sections=s");
    run all = run_read("run.csv"), s = run_read("s-strobe.csv");
    ck_assert_int_eq(s.rows, 5); /* turns of 60/660 s in 0.5 s */
    for (long i = 0; i < s.rows; i++) {
        const double t = run_at(&s, i, "t");
        CLOSE(t, (double)(i + 1) / 11, 1e-12);
        const long k = (long)floor(t / 1e-4);
        const double a = run_at(&all, k, "gap"), b = run_at(&all, k + 1, "gap");
        const double gap = run_at(&s, i, "gap");
        ck_assert(fmin(a, b) <= gap && gap <= fmax(a, b));
    }
    run_free(&all);
    run_free(&s);
}
END_TEST

/* ---- reference tables ----------------------------------------------------------------- */

START_TEST(the_spring_and_mass_of_a_cam_that_is_flat)
{
    /* in this table the cam does not reach the follower: gap q on a plane */
    reference ref;
    if (!reference_read(&ref, "trajectories/CamFollower-Rheonomous/"
                              "CamFollower-Rheonomous.ref"))
        return;
    run r = run_recorded("cam_follower", "--set form=rheonomous --set lift=0 "
                                         "--set T=1 --every 5");
    ck_assert_int_eq(r.rows, ref.rows);
    for (long k = 0; k < r.rows; k++) {
        reference_check(&ref, k, 0, run_at(&r, k, "t"), 1e-13);
        reference_check(&ref, k, 1, run_at(&r, k, "q"), 1e-11);
        reference_check(&ref, k, 2, run_at(&r, k, "v"), 1e-11);
        reference_check(&ref, k, 3, run_at(&r, k, "impulse"), 1e-11);
    }
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(the_cam_of_arcs)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/CamFollower/CF.ref"))
        return;
    run r =
        run_recorded("cam_follower", "--set profile=arcs --set T=1 --every 5");
    ck_assert_int_eq(r.rows, ref.rows);
    for (long k = 0; k < r.rows; k++) {
        reference_check(&ref, k, 5, run_at(&r, k, "cam"), 1e-13);
        reference_check(&ref, k, 6, run_at(&r, k, "cam_rate"), 1e-13);
    }
    run_free(&r);
    reference_free(&ref);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cam follower");
    TCase *tc = tcase_create("runs");
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, the_translated_form_steps_as_the_scheme_says);
    tcase_add_test(tc, the_rheonomous_form_steps_as_the_scheme_says);
    tcase_add_test(tc, profiles_of_the_cam);
    tcase_add_test(tc, events_are_the_exact_ones);
    tcase_add_test(tc, impacts_are_within_steps_of_the_exact_ones);
    tcase_add_test(tc, both_forms_meet_as_the_step_shrinks);
    tcase_add_test(tc, time_steps_come_to_the_motion_from_event_to_event);
    tcase_add_test(tc, no_speed_lets_the_follower_through_the_cam);
    tcase_add_test(tc, the_strobe_flashes_once_per_turn);
    tcase_add_test(tc, the_spring_and_mass_of_a_cam_that_is_flat);
    tcase_add_test(tc, the_cam_of_arcs);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
