/* test_controlled.c - samples with a controller or an observer in them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/table.h"

/* ---- PID ---------------------------------------------------------------------- */

START_TEST(a_pid_as_in_the_table)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/PID/result.ref"))
        return;
    run r = run_recorded("pid", "--set T=100");
    column_check(&r, "x", 1, &ref, 0, 1, 1e-10);
    column_check(&r, "v", 1, &ref, 0, 2, 1e-10);
    column_check(&r, "u", 1, &ref, 0, 3, 1e-10);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(the_integral_finds_a_load_that_the_gain_alone_cannot_hold)
{
    /* at rest u = -d: Kp e = -d leaves x - r = d/Kp; with Ki nothing is left */
    run r = run_recorded("pid", "--set load=1 --set Ki=0 --set T=200");
    CLOSE(run_at(&r, -1, "x"), 1 / 0.25, 1e-6);
    CLOSE(run_at(&r, -1, "u"), -1, 1e-6);
    run_free(&r);
    r = run_recorded("pid", "--set load=1 --set reference=2 --set T=400");
    CLOSE(run_at(&r, -1, "x"), 2, 1e-6);
    CLOSE(run_at(&r, -1, "u"), -1, 1e-6);
    run_free(&r);
}
END_TEST

/* ---- sliding mode ------------------------------------------------------------- */

/* Largest |s|, total variation of u and its whole change from t = 2 on, at the
 * samplings. */
static void on_the_surface(const char *args, double *s, double *variation,
                           double *change)
{
    run r = run_recorded("sliding_mode", "--every 20 %s", args);
    *s = *variation = 0;
    for (long k = r.rows / 2; k < r.rows; k++) {
        *s = fmax(*s, fabs(run_at(&r, k, "s")));
        *variation += fabs(run_at(&r, k, "u") - run_at(&r, k - 1, "u"));
    }
    *change = fabs(run_at(&r, -1, "u") - run_at(&r, r.rows / 2 - 1, "u"));
    run_free(&r);
}

START_TEST(the_implicit_sign_leaves_nothing_and_the_explicit_chatters)
{
    double s, variation, change;

    on_the_surface("--set amplitude=0", &s, &variation, &change);
    ck_assert_msg(s < 1e-13, "s = %g", s);
    CLOSE(variation, change, 1e-12); /* one way */
    /* 100 samplings, nearly each a jump of 2 alpha */
    on_the_surface("--set amplitude=0 --set form=explicit", &s, &variation,
                   &change);
    ck_assert_msg(s > 0.005, "s = %g", s);
    ck_assert_msg(variation > 0.8 * 100 * 2, "u varies by %g", variation);
}
END_TEST

START_TEST(a_disturbance_shows_for_one_period_only)
{
    /* |s| <= period d: what one period adds before the controller can know */
    double s, variation, change;

    on_the_surface("", &s, &variation, &change);
    ck_assert_msg(s < 1.1 * 0.02 * 0.4, "s = %g", s);
    /* d sin(w t) varies by 4 d in each of the 2 w/(2 pi) periods, and as much
     * again where u is ahead or behind */
    ck_assert_msg(variation < 2 * 4 * 0.4 * 2 * 12 / 6.28, "u varies by %g",
                  variation);
}
END_TEST

/* ---- twisting ------------------------------------------------------------------- */

/* x rests from here on. */
static double rest(double period)
{
    run r = run_recorded("twisting", "--set period=%g --set h=%g --set T=14",
                         period, period);
    double t = 0;
    for (long k = 0; k < r.rows; k++)
        if (fabs(run_at(&r, k, "x1")) > 1e-9)
            t = run_at(&r, k, "t");
    CLOSE(run_at(&r, -1, "x1"), 0, 1e-13);
    CLOSE(run_at(&r, -1, "x2"), 0, 1e-12);
    CLOSE(run_at(&r, -1, "u"), 0, 1e-9);
    run_free(&r);
    return t;
}

START_TEST(twisting_rests_after_the_sum_of_a_geometric_series)
{
    /* to x1 = 10 + 100/26 in 10/13 s, back in sqrt(2 x1/7) s with velocity v;
     * then out against 13 in v/13 and back with 7, each time slower by
     * sqrt(7/13) */
    const double turn = 10 + 100.0 / 26, back = sqrt(2 * turn / 7);
    const double ratio = sqrt(7.0 / 13), v = 7 * back;
    const double exact =
        10.0 / 13 + back + v * (1.0 / 13 + ratio / 7) / (1 - ratio);
    const double late[] = {exact - rest(4e-3), exact - rest(1e-3)};

    CLOSE(exact, 12.264, 1e-3);
    ck_assert_msg(late[1] > 0 && late[1] < 0.3, "%g s before", late[1]);
    /* the turns shorter than a period are left out: in proportion to it */
    CLOSE(late[0] / late[1], 4, 1.5);
}
END_TEST

START_TEST(an_explicit_twisting_does_not_rest)
{
    run r = run_recorded("twisting", "--set form=explicit --set T=60");
    double last = 0;
    for (long k = 5 * r.rows / 6; k < r.rows; k++)
        last = fmax(last, fabs(run_at(&r, k, "x1")));
    ck_assert_msg(last > 0.1, "x1 = %g", last);
    run_free(&r);
}
END_TEST

/* ---- observers -------------------------------------------------------------------- */

START_TEST(the_estimate_finds_the_state_and_the_state_zero)
{
    static const char *const kinds[] = {"luenberger", "reduced-order"};
    for (int i = 0; i < 2; i++) {
        run r =
            run_recorded("observer", "--set observer=%s --set T=30", kinds[i]);
        CLOSE(run_at(&r, -1, "z1"), run_at(&r, -1, "x1"), 1e-10);
        CLOSE(run_at(&r, -1, "z2"), run_at(&r, -1, "x2"), 1e-10);
        CLOSE(run_at(&r, -1, "x1"), 0, 1e-9);
        run_free(&r);
    }
}
END_TEST

START_TEST(the_distance_to_a_switching_plant_never_grows)
{
    run r = run_recorded("observer_lcs", "--set T=8");
    long apart = 0;
    for (long k = 1; k < r.rows; k++) {
        const double l = run_at(&r, k, "l"), m = run_at(&r, k, "m");
        ck_assert_double_le(run_at(&r, k, "V"), run_at(&r, k - 1, "V"));
        CLOSE(l, 3 * fmax(0, -run_at(&r, k, "x2")), 1e-12);
        CLOSE(m, 3 * fmax(0, -run_at(&r, k, "z2")), 1e-12);
        apart += (l > 0) != (m > 0);
    }
    ck_assert_int_gt(apart, 500); /* steps in different modes */
    ck_assert_double_lt(run_at(&r, -1, "V"), 1e-5);
    run_free(&r);
}
END_TEST

/* ---- buck converter ------------------------------------------------------------------ */

START_TEST(the_supply_regulates_its_mean_and_its_ripple_is_that_of_the_formula)
{
    /* rest of the loop's slow pair decays within 0.5 ms; one period is 250 h */
    run r = run_recorded("buck_converter",
                         "--set h=6.66666666666666667e-9 --set T=5e-4");
    enum { n = 250 };
    double v = 0, given = 0, taken = 0, high = -1e9, low = 1e9;
    long closed = 0;
    for (long k = r.rows - n; k < r.rows; k++) {
        v += run_at(&r, k, "v") / n;
        given += 3 * run_at(&r, k, "i_p") / n;
        taken += pow(run_at(&r, k, "v"), 2) / 10 / n;
        high = fmax(high, run_at(&r, k, "i"));
        low = fmin(low, run_at(&r, k, "i"));
        closed += run_at(&r, k, "v_x") > 1.5;
    }
    CLOSE(v, 1.8, 1e-4);
    CLOSE((double)closed / n, 0.6, 0.01);
    CLOSE(high - low, 1.8 * 0.4 * (5e-6 / 3) / 10e-6, 0.003);
    CLOSE(taken, 1.8 * 1.8 / 10, 1e-3);
    ck_assert_msg(given > taken && given < 1.05 * taken,
                  "the supply gives %g W, the load takes %g W", given, taken);
    run_free(&r);
}
END_TEST

START_TEST(other_references_and_finer_transistors)
{
    run r = run_recorded("buck_converter", "--set V_ref=1.2 --set R=5 "
                                           "--set T=5e-4 --set hinges=8");
    double v = 0;
    enum { n = 333 };
    for (long k = r.rows - n; k < r.rows; k++)
        v += run_at(&r, k, "v") / n;
    CLOSE(v, 1.2, 5e-4);
    run_free(&r);
}
END_TEST

/* The two instants after which a run that was taken up again once differed in one row, and some around
 * them: which pairs of a hinge are active is decided by what a solver remembers, or by the state. */
START_TEST(taken_up_again_it_has_the_bits_of_the_run_that_went_on)
{
    static const int instant[] = {13334, 30000, 1, 250, 13333, 29999};
    const int end = 30600, at = instant[_i];
    char args[256];
    run whole, rest;

    whole = run_recorded("buck_converter", "--set T=1 --stop-after %d", end);
    snprintf(args, sizeof args, "--set T=1 --stop-after %d --checkpoint buck-%d", at, at);
    run_sample("buck_converter", args);
    snprintf(args, sizeof args, "--set T=1 --restart buck-%d --stop-after %d --output rest-%d.csv",
             at, end - at, at);
    run_sample("buck_converter", args);
    snprintf(args, sizeof args, "rest-%d.csv", at);
    rest = run_read(args);
    ck_assert_int_eq(rest.cols, whole.cols);
    ck_assert_int_eq(rest.rows, end - at + 1); /* where it begins, too */
    ck_assert_mem_eq(rest.x, whole.x + (whole.rows - rest.rows) * whole.cols,
                     (size_t)(rest.rows * rest.cols) * sizeof *rest.x);
    run_free(&whole);
    run_free(&rest);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("controlled samples");
    TCase *tc = tcase_create("runs");
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_pid_as_in_the_table);
    tcase_add_test(tc,
                   the_integral_finds_a_load_that_the_gain_alone_cannot_hold);
    tcase_add_test(tc,
                   the_implicit_sign_leaves_nothing_and_the_explicit_chatters);
    tcase_add_test(tc, a_disturbance_shows_for_one_period_only);
    tcase_add_test(tc, twisting_rests_after_the_sum_of_a_geometric_series);
    tcase_add_test(tc, an_explicit_twisting_does_not_rest);
    tcase_add_test(tc, the_estimate_finds_the_state_and_the_state_zero);
    tcase_add_test(tc, the_distance_to_a_switching_plant_never_grows);
    tcase_add_test(
        tc,
        the_supply_regulates_its_mean_and_its_ripple_is_that_of_the_formula);
    tcase_add_loop_test(tc, taken_up_again_it_has_the_bits_of_the_run_that_went_on, 0, 6);
    tcase_add_test(tc, other_references_and_finer_transistors);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
