/* test_relays.c - samples of systems whose inputs switch, against tables and
 * against their exact motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/table.h"

/* ---- relay oscillator ------------------------------------------------------------- */

static void oscillator_check(const char *path, const char *args, double tol_x,
                             double tol_u)
{
    reference ref;
    if (!reference_read(&ref, path))
        return;
    run r =
        run_recorded("relay_oscillator", "--set T=99.99 --every 5 %s", args);
    column_check(&r, "t", 1, &ref, 0, 0, 1e-12);
    column_check(&r, "x1", 1, &ref, 0, 1, tol_x);
    column_check(&r, "x2", 1, &ref, 0, 2, tol_x);
    column_check(&r, "x3", 1, &ref, 0, 3, tol_x);
    column_check(&r, "u", 1, &ref, 1, 4, tol_u);
    run_free(&r);
    reference_free(&ref);
}

START_TEST(a_relay_oscillator_as_in_the_table)
{
    oscillator_check("trajectories/RelayOscillator/RelayOscillator.ref", "",
                     1e-10, 1e-10);
}
END_TEST

START_TEST(a_relay_oscillator_with_sliding_as_in_the_table)
{
    oscillator_check("trajectories/RelayOscillatorWithSliding/"
                     "RelayOscillatorWithSliding.ref",
                     "--set plant=sliding --set x2=0.5", 1e-9, 1e-7);
}
END_TEST

/* ---- one friction, two relays ------------------------------------------------------- */

START_TEST(an_oscillator_with_friction_as_in_the_table)
{
    reference ref;
    if (!reference_read(
            &ref, "trajectories/FrictionOscillator/FrictionOscillator.ref"))
        return;
    run r = run_recorded("friction_oscillator", "--set T=99.99 --every 10");
    column_check(&r, "t", 1, &ref, 0, 0, 1e-12);
    column_check(&r, "q", 1, &ref, 0, 1, 1e-10);
    column_check(&r, "v", 1, &ref, 0, 2, 1e-10);
    column_check(&r, "f", 1, &ref, 1, 3, 1e-10);
    column_check(&r, "slip", 1, &ref, 1, 4, 1e-10);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(each_half_period_takes_the_same_from_the_amplitude)
{
    /* m = 2, k = 8, F = 4: half a period pi/2, 2 F/k = 1 at each turning point;
     * from 3.7 to -2.7, 1.7, -0.7, -0.3, which is below F/k = 0.5: stays there */
    run r = run_recorded("friction_oscillator",
                         "--set m=2 --set k=8 --set F=4 --set q0=3.7 "
                         "--set v0=0 --set h=1e-4 --set T=8");
    const double quarter = acos(-1.0) / 2;
    static const double turn[] = {3.7, -2.7, 1.7, -0.7, -0.3};
    for (int n = 1; n < 5; n++)
        CLOSE(run_at(&r, lround(n * quarter / 1e-4), "q"), turn[n], 1e-3);
    CLOSE(run_at(&r, -1, "q"), -0.3, 1e-3);
    CLOSE(run_at(&r, -1, "v"), 0, 1e-12);
    CLOSE(run_at(&r, -1, "f"), 8 * run_at(&r, -1, "q"), 1e-9);
    run_free(&r);
}
END_TEST

START_TEST(a_belt_carries_the_mass_until_the_spring_wins)
{
    /* sticks with v = V = 0.5 from q = 0 to F/k = 1, at t = 2; then swings about
     * it with amplitude V sqrt(m/k) = 0.5, and is just not caught again */
    run r = run_recorded("friction_oscillator",
                         "--set belt=0.5 --set q0=0 --set v0=0.5 "
                         "--set h=1e-3 --set T=2");
    for (long k = 1; k < r.rows; k++) {
        CLOSE(run_at(&r, k, "v"), 0.5, 1e-12);
        CLOSE(run_at(&r, k, "q"), 0.5 * run_at(&r, k, "t"), 1e-12);
    }
    CLOSE(run_at(&r, -1, "f"), 1, 1e-3);
    run_free(&r);
    r = run_recorded("friction_oscillator", "--set belt=0.5 --set q0=0 "
                                            "--set v0=0.5 --set h=1e-3 "
                                            "--set T=10");
    for (long k = 2000; k < r.rows; k++)
        CLOSE(run_at(&r, k, "q"), 1 + 0.5 * sin(run_at(&r, k, "t") - 2), 2e-3);
    run_free(&r);
}
END_TEST

/* ---- a machine and its circuit ----------------------------------------------------------------- */

/* Rows of the events of a kind, of a log. */
static int count_events(const char *path, const char *kind, int nth, double *t, double *rate)
{
    FILE *f = fopen(path, "r");
    char line[512], what[32];
    double at, before;
    int n = 0;

    ck_assert_ptr_nonnull(f);
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%lf,%31[^,],%*[^,],%*d,%lf", &at, what, &before) == 3 &&
            strcmp(what, kind) == 0 && n++ == nth) {
            *t = at;
            *rate = before;
        }
    fclose(f);
    return n;
}

/* From a program of its own, whose steps are matrix exponentials and whose instants are found by bisection:
 * the first, the tenth and the last strike, when the breaker turned first and last, and the end. */
START_TEST(a_bell_strikes_when_it_should)
{
    static const double strike[][2] = {{.009532346358137616, .5569757656909629},
                                       {.15311664331793218, .6524753840478655},
                                       {.29625917637089866, .6524753525731136}};
    static const int which[] = {0, 9, 18};
    char log[64];
    double t, rate;
    run r = run_recorded("electric_bell", "--set simulation=event-driven --events strikes.csv");

    snprintf(log, sizeof log, "%s/strikes.csv", folder);

    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(count_events(log, "impact", which[i], &t, &rate), 19);
        CLOSE(t, strike[i][0], 1e-11);
        CLOSE(rate, -strike[i][1], 1e-9);
    }
    ck_assert_int_eq(count_events(log, "slide", 1, &t, &rate), 38); /* the start is one */
    CLOSE(t, .005832662916011513, 1e-11);
    ck_assert_int_eq(count_events(log, "slide", 37, &t, &rate), 38);
    CLOSE(t, .29296898519739684, 1e-11);
    CLOSE(run_at(&r, -1, "q"), .0015241396482776077, 1e-11);
    CLOSE(run_at(&r, -1, "v"), -.38292768124265264, 1e-9);
    CLOSE(run_at(&r, -1, "i"), .23100473923529632, 1e-9);
    run_free(&r);
}
END_TEST

/* By time stepping the circuit is a step behind: the error is of order h. */
START_TEST(a_bell_in_steps)
{
    double last = INFINITY;

    for (double h = 8e-6; h > 9e-7; h /= 8) {
        run r = run_recorded("electric_bell", "--set T=0.05 --set osi2.theta=1 --set h=%g", h);
        const double q = run_at(&r, -1, "q"), off = fabs(q - .0001971732199810292); /* from the same program */

        ck_assert_double_lt(off, last / 4);
        last = off;
        run_free(&r);
    }
    ck_assert_double_lt(last, 5e-7);
}
END_TEST

START_TEST(two_relays_as_in_the_table)
{
    static const char *const columns[] = {"t", "x1", "x2", "u1", "u2"};
    reference ref;
    if (!reference_read(
            &ref, "trajectories/SimpleExampleRelay/SimpleExampleRelay.ref"))
        return;
    run r = run_recorded("simple_relay", "--set T=0.799");
    for (int c = 0; c < 5; c++)
        column_check(&r, columns[c], 1, &ref, 0, c, 1e-12);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(each_state_arrives_at_its_own_time_and_slides)
{
    /* x1 = 0.9 with velocity -3 x 0.5, x2 = -1.2 with 3 x 2: 0.6 s and 0.2 s */
    run r = run_recorded("simple_relay",
                         "--set b=3 --set lower=-0.5 --set upper=2 "
                         "--set x1=0.9 --set x2=-1.2 --set h=1e-2 --set T=1");
    for (long k = 1; k < r.rows; k++) {
        const double t = run_at(&r, k, "t");
        CLOSE(run_at(&r, k, "x1"), fmax(0.9 - 1.5 * t, 0), 1e-13);
        CLOSE(run_at(&r, k, "x2"), fmin(-1.2 + 6 * t, 0), 1e-13);
        if (fabs(t - 0.6) > 1e-9)
            CLOSE(run_at(&r, k, "u1"), t < 0.605 ? -0.5 : 0, 1e-11);
        if (fabs(t - 0.2) > 1e-9)
            CLOSE(run_at(&r, k, "u2"), t < 0.205 ? 2 : 0, 1e-11);
    }
    run_free(&r);
}
END_TEST

/* ---- Filippov's spiral ----------------------------------------------------------------- */

START_TEST(a_quarter_turn_shortens_by_the_ratio_of_velocities)
{
    /* w = 10, b = 2 from (3, 0+): quadrants in turn; the velocity on the axis x1
     * is that of the next quadrant, so each arc is straight */
    const double h = 1e-5;
    run r = run_recorded("filippov", "--set w=10 --set h=1e-5 --set T=2");
    /* from (3, 3): velocity (8, -12) until x2 = 0 at t = 1/4, x1 = 5; then
     * (-12, -8): x1 = 0 at t = 2/3, x2 = -10/3; and so on by 2/3 */
    double t = 0.25, far = 5;
    for (int n = 0; n < 4; n++) {
        const long k = lround(t / h);
        const double x1 = run_at(&r, k, "x1"), x2 = run_at(&r, k, "x2");
        /* a switch is late by at most h and turns the corner h 12 off */
        CLOSE(hypot(x1, x2), far, 12 * h * (n + 2));
        CLOSE(n % 2 ? x1 : x2, 0, 12 * h * (n + 2));
        t += far / 12;
        far *= 8.0 / 12;
    }
    run_free(&r);
}
END_TEST

START_TEST(the_spiral_ends_in_finite_time)
{
    /* (3 + 3)/(2 2) = 1.5 s; turns shorter than some steps are cut off: what is
     * left when |x| = w h takes |x|/b more, hence up to about w h / b earlier */
    static const double h[] = {1e-3, 1e-4};
    for (int i = 0; i < 2; i++) {
        run r = run_recorded("filippov", "--set w=10 --set h=%g", h[i]);
        double arrival = 0;
        for (long k = 0; k < r.rows; k++)
            if (hypot(run_at(&r, k, "x1"), run_at(&r, k, "x2")) > 1e-9)
                arrival = run_at(&r, k, "t");
        CLOSE(arrival, 1.5, 80 * h[i]);
        CLOSE(run_at(&r, -1, "x1"), 0, 1e-14);
        CLOSE(run_at(&r, -1, "x2"), 0, 1e-14);
        CLOSE(run_at(&r, -1, "s1"), 0, 1e-9);
        run_free(&r);
    }
}
END_TEST

/* ---- genes ------------------------------------------------------------------------------ */

/* The table was made with |r - g(lambda)| <= 5e-4 as the only condition, which
 * shows in its fifth digit; so the same here, for h r. */
START_TEST(two_genes_as_in_the_table)
{
    static const char *const steps[] = {"s_a1", "s_a2", "s_b1", "s_b2"};
    reference ref;
    if (!reference_read(&ref, "trajectories/StepSystem/simu.1.6.ref"))
        return;
    run r = run_recorded("gene_network", "--set T=2.999 --every 3 "
                                         "--set newton_check=residual "
                                         "--set newton_tol=5e-7");
    column_check(&r, "t", 1, &ref, 0, 0, 1e-12);
    column_check(&r, "x1", 1, &ref, 0, 1, 1e-8);
    column_check(&r, "x2", 1, &ref, 0, 2, 1e-8);
    for (int i = 0; i < 4; i++)
        column_check(&r, steps[i], 1, &ref, 1, 3 + i, 1e-7);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(both_genes_end_where_production_and_decay_are_equal)
{
    /* at the thresholds b = (6, 7): decay 3 x 6 of 30, 2 x 7 of 20 */
    static const char *const forms[] = {"step", "sign"};
    for (int i = 0; i < 2; i++) {
        run r = run_recorded("gene_network",
                             "--set form=%s --set b1=6 --set b2=7 --set g1=3 "
                             "--set g2=2 --set k1=30 --set k2=20",
                             forms[i]);
        CLOSE(run_at(&r, -1, "x1"), 6, 1e-9);
        CLOSE(run_at(&r, -1, "x2"), 7, 1e-9);
        CLOSE(run_at(&r, -1, "s_b1"), 1 - 18.0 / 30, 1e-6);
        CLOSE(run_at(&r, -1, "s_b2"), 1 - 14.0 / 20, 1e-6);
        run_free(&r);
    }
}
END_TEST

START_TEST(one_step_per_gene_is_the_same_motion)
{
    run a = run_recorded("gene_network", "--set form=reduced --set x1=9");
    run b = run_recorded("gene_network", "--set form=step --set x1=9");
    for (long k = 1; k < a.rows; k++) {
        CLOSE(run_at(&a, k, "x1"), run_at(&b, k, "x1"), 1e-12);
        CLOSE(run_at(&a, k, "x2"), run_at(&b, k, "x2"), 1e-12);
        CLOSE(run_at(&a, k, "s_1"),
              run_at(&b, k, "s_a2") * (1 - run_at(&b, k, "s_b1")), 1e-9);
    }
    run_free(&a);
    run_free(&b);
}
END_TEST

/* ---- optimal control ------------------------------------------------------------------------ */

START_TEST(an_optimal_control_as_in_the_table)
{
    static const char *const names[] = {"t",  "x1", "x2", "p1", "p2",
                                        "l1", "l2", "y1", "y2"};
    reference ref;
    if (!reference_read(&ref, "trajectories/OptimalControl/OptimalControl.ref"))
        return;
    run r = run_recorded("optimal_control", "--every 3");
    for (int c = 0; c < 9; c++)
        column_check(&r, names[c], 1, &ref, c > 4, c, c ? 1e-9 : 1e-12);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(pontryagins_function_is_conserved)
{
    /* H = p'(a + A x + u beta) + |x - c|^2/2 is constant; the input is implicit,
     * so up to O(h). The switch is at 4.15, where beta'p = 0. */
    double drift[2];
    for (int i = 0; i < 2; i++) {
        run r = run_recorded("optimal_control", "--set T=4 --set h=%g",
                             i ? 5e-4 : 1e-3);
        double H0 = 0, worst = 0;
        for (long k = 1; k < r.rows; k++) {
            const double x = run_at(&r, k, "x1"), y = run_at(&r, k, "x2");
            const double p = run_at(&r, k, "p1"), q = run_at(&r, k, "p2");
            const double u = run_at(&r, k, "l1") - 1;
            const double H = p * (y / 2 + 0.5 + u * (1 - y) / 2) +
                             q * (-x / 2 - y + u * x / 2) +
                             ((x - 2) * (x - 2) + (y + 1) * (y + 1)) / 2;
            H0 = k == 1 ? H : H0;
            worst = fmax(worst, fabs(H - H0));
        }
        drift[i] = worst;
        run_free(&r);
    }
    ck_assert_msg(drift[0] < 0.05, "H drifts by %g", drift[0]);
    CLOSE(drift[0] / drift[1], 2, 0.3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("relays");
    TCase *tc = tcase_create("runs");
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_relay_oscillator_as_in_the_table);
    tcase_add_test(tc, a_relay_oscillator_with_sliding_as_in_the_table);
    tcase_add_test(tc, an_oscillator_with_friction_as_in_the_table);
    tcase_add_test(tc, each_half_period_takes_the_same_from_the_amplitude);
    tcase_add_test(tc, a_belt_carries_the_mass_until_the_spring_wins);
    tcase_add_test(tc, a_bell_strikes_when_it_should);
    tcase_add_test(tc, a_bell_in_steps);
    tcase_add_test(tc, two_relays_as_in_the_table);
    tcase_add_test(tc, each_state_arrives_at_its_own_time_and_slides);
    tcase_add_test(tc, a_quarter_turn_shortens_by_the_ratio_of_velocities);
    tcase_add_test(tc, the_spiral_ends_in_finite_time);
    tcase_add_test(tc, two_genes_as_in_the_table);
    tcase_add_test(tc, both_genes_end_where_production_and_decay_are_equal);
    tcase_add_test(tc, one_step_per_gene_is_the_same_motion);
    tcase_add_test(tc, an_optimal_control_as_in_the_table);
    tcase_add_test(tc, pontryagins_function_is_conserved);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
