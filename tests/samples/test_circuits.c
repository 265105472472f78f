/* test_circuits.c - samples of circuits with diodes, against tables and against
 * what is known without them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/table.h"

/* ---- oscillator with resistor and diode ----------------------------------------- */

START_TEST(an_oscillator_with_resistor_and_diode_as_in_the_table)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/CircuitRLCD/CircuitRLCD.ref"))
        return;
    run r =
        run_recorded("rlc_diode", "--set theta=0.5000000000001 --set T=499e-5");
    column_check(&r, "t", 1, &ref, 0, 0, 1e-12);
    column_check(&r, "v", 1, &ref, 0, 1, 1e-10);
    column_check(&r, "i", 1, &ref, 0, 2, 1e-10);
    column_check(&r, "blocked", -1, &ref, 1, 3, 1e-10);
    column_check(&r, "i_D", 1, &ref, 1, 4, 1e-10);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(below_the_threshold_the_oscillation_is_free)
{
    /* omega = 1e4/s; error of the phase: omega^3 h^2 t / 12 = 4.2e-2 rad over
     * 5 ms with h = 1e-5, 4.2e-4 with h = 1e-6 */
    run r = run_recorded("rlc_diode", "--set threshold=11 --set h=1e-6");
    const double E0 = 1e-6 * 100 / 2;
    for (long k = 0; k < r.rows; k++) {
        CLOSE(run_at(&r, k, "energy"), E0, 1e-12 * E0);
        CLOSE(run_at(&r, k, "v"), 10 * cos(1e4 * run_at(&r, k, "t")), 5e-3);
        ck_assert(k == 0 || run_at(&r, k, "i_D") == 0);
    }
    run_free(&r);
}
END_TEST

START_TEST(with_a_threshold_energy_leaves_until_the_diode_never_opens)
{
    run r = run_recorded("rlc_diode", "--set threshold=6 --set T=0.05");
    double energy = INFINITY;
    for (long k = 1; k < r.rows; k++) {
        const double E = run_at(&r, k, "energy");
        ck_assert_msg(E <= energy * (1 + 1e-12), "row %ld: energy grows", k);
        energy = E;
    }
    /* amplitude V_D, not less than by what the last opening takes */
    CLOSE(sqrt(2 * energy / 1e-6), 6, 0.1);
    run_free(&r);
}
END_TEST

/* ---- bridge ----------------------------------------------------------------------- */

START_TEST(a_bridge_as_in_the_table)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/DiodeBridge/DiodeBridge.ref"))
        return;
    run r = run_recorded("diode_bridge", "--set T=4999e-6 --every 5");
    column_check(&r, "t", 1, &ref, 0, 0, 1e-12);
    column_check(&r, "v", 1, &ref, 0, 1, 1e-9);
    column_check(&r, "i", 1, &ref, 0, 2, 1e-9);
    column_check(&r, "i1", 1, &ref, 1, 3, 1e-9);
    column_check(&r, "u1", 1, &ref, 1, 4, 1e-9);
    column_check(&r, "u2", 1, &ref, 1, 5, 1e-9);
    column_check(&r, "i3", 1, &ref, 1, 6, 1e-9);
    for (long k = 1; k < r.rows; k++)
        reference_check(&ref, k, 7, run_at(&r, k, "u") / 1e3, 1e-9);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(a_power_supply_as_in_the_table)
{
    reference ref;
    if (!reference_read_plain(&ref,
                              "trajectories/DiodeBridge-PowerSupply/"
                              "DiodeBridgePowSupTRAP1us.dat",
                              1001, 9))
        return;
    run r =
        run_recorded("diode_bridge", "--set circuit=supply --every 5 "
                                     "--set threshold=0.21 --set gamma=0.5");
    column_check(&r, "v", 1, &ref, 1, 1, 1e-6);
    for (long k = 1; k < r.rows; k++)
        reference_check(&ref, k, 2, run_at(&r, k, "i3") - run_at(&r, k, "i4"),
                        1e-6);
    column_check(&r, "i1", 1, &ref, 1, 3, 1e-6);
    column_check(&r, "u1", 1, &ref, 1, 4, 1e-6);
    column_check(&r, "u2", 1, &ref, 1, 5, 1e-6);
    column_check(&r, "i3", 1, &ref, 1, 6, 1e-6);
    column_check(&r, "i2", 1, &ref, 1, 7, 1e-6);
    column_check(&r, "i4", 1, &ref, 1, 8, 1e-6);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(the_load_sees_the_absolute_value)
{
    run r = run_recorded("diode_bridge", "--set R=300");
    for (long k = 1; k < r.rows; k++) {
        const double v = run_at(&r, k, "v");
        CLOSE(run_at(&r, k, "u"), fabs(v), 1e-11);
        CLOSE(run_at(&r, k, "i3"), fmax(v, 0) / 300, 1e-12);
        CLOSE(run_at(&r, k, "i4"), fmax(-v, 0) / 300, 1e-12);
    }
    run_free(&r);
}
END_TEST

START_TEST(a_filter_holds_the_voltage_up)
{
    run r =
        run_recorded("diode_bridge", "--set circuit=filtered --set theta=1");
    long blocked = 0;
    for (long k = 1; k < r.rows; k++) {
        const double u = run_at(&r, k, "u"), v = run_at(&r, k, "v");
        ck_assert_msg(u >= fabs(v) - 1e-11, "row %ld: u %g, v %g", k, u, v);
        const double i = run_at(&r, k, "i3") + run_at(&r, k, "i1");
        ck_assert(i >= -1e-14);
        if (i > 1e-14 || k < 2)
            continue;
        /* all diodes block: one implicit step of u' = -u/(R Cf) */
        CLOSE(u, run_at(&r, k - 1, "u") / (1 + 1e-6 / 3e-4), 1e-11);
        blocked++;
    }
    ck_assert_int_gt(blocked, 1000);
    run_free(&r);
}
END_TEST

START_TEST(a_small_filter_changes_little)
{
    /* the filter lags by R Cf = 1e-8 s behind 1e5 V/s */
    run a = run_recorded("diode_bridge", "--set T=1e-3 --set theta=1");
    run b = run_recorded("diode_bridge", "--set T=1e-3 --set theta=1 "
                                         "--set circuit=filtered "
                                         "--set Cf=1e-11");
    ck_assert_int_eq(a.rows, b.rows);
    for (long k = 2; k < a.rows; k++) {
        CLOSE(run_at(&a, k, "v"), run_at(&b, k, "v"), 2e-3);
        CLOSE(run_at(&a, k, "u"), run_at(&b, k, "u"), 5e-3);
    }
    run_free(&a);
    run_free(&b);
}
END_TEST

/* ---- ideal switch ------------------------------------------------------------------- */

START_TEST(an_ideal_switch_as_in_the_table)
{
    static const char *const columns[] = {"x", "i_s", "i_d", "v",
                                          "o", "s",   "d_s"};
    reference ref;
    if (!reference_read_plain(&ref,
                              "trajectories/IdealSwitch/"
                              "NonLinearSwitch.ref",
                              2000, 8))
        return;
    run r = run_recorded("ideal_switch", "--every 1");
    ck_assert_int_eq(r.rows, 2001); /* the table begins after the first step */
    for (long k = 0; k < ref.rows; k++)
        for (int c = 0; c < 7; c++)
            reference_check(&ref, k, 1 + c, run_at(&r, k + 1, columns[c]),
                            1e-8);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

START_TEST(a_switch_is_on_above_the_output_and_off_below)
{
    run r = run_recorded("ideal_switch", "--set R=2 --set V=12 --set R2=500");
    long on = 0, off = 0;
    for (long k = 1; k < r.rows; k++) {
        const double s = run_at(&r, k, "s"), o = run_at(&r, k, "o");
        CLOSE(o, 2 * run_at(&r, k, "x"), 1e-10);
        if (fabs(s - o) < 1e-6)
            continue;
        CLOSE(run_at(&r, k, "r_s"), s > o ? 0 : 500 - 0.001, 1e-7);
        on += s > o;
        off += s < o;
    }
    ck_assert_int_gt(on, 200);
    ck_assert_int_gt(off, 200);
    run_free(&r);
}
END_TEST

/* ---- resonant converter ----------------------------------------------------------------- */

START_TEST(what_the_source_gives_the_load_takes)
{
    /* energies balance up to the schemes' errors: theta = gamma = 1/2 gives and
     * takes at the middle of the step; means over the step, as in the scheme */
    run r = run_recorded("resonant_converter",
                         "--set T=1e-3 --set gamma=0.5 --set h=1e-8 "
                         "--set V=10");
    const double Lr = 150e-6, Cr = 68e-9, Lf = 0.4e-3, Cf = 2.2e-6;
    double given = 0, taken = 0;
    for (long k = 1; k < r.rows; k++) {
        const double h = 1e-8;
        const double e = run_at(&r, k, "e") + run_at(&r, k - 1, "e");
        const double i = run_at(&r, k, "i") + run_at(&r, k - 1, "i");
        const double v = run_at(&r, k, "vo") + run_at(&r, k - 1, "vo");
        given += h * e * i / 4;
        taken += h * v * v / 4 / 33;
        ck_assert(run_at(&r, k, "a") >= 0 && run_at(&r, k, "b") >= -1e-12);
        CLOSE(run_at(&r, k, "a") + run_at(&r, k, "b"), run_at(&r, k, "i_f"),
              1e-9);
    }
    const double stored =
        (Lr * pow(run_at(&r, -1, "i"), 2) + Cr * pow(run_at(&r, -1, "v"), 2) +
         Lf * pow(run_at(&r, -1, "i_f"), 2) +
         Cf * pow(run_at(&r, -1, "vo"), 2)) /
        2;
    ck_assert_msg(taken > 10 * stored, "taken %g, stored %g", taken, stored);
    /* a diode that switches within a step loses O(h) of some 5 periods' parts */
    CLOSE(given, taken + stored, 0.005 * given);
    run_free(&r);
}
END_TEST

START_TEST(the_converter_is_homogeneous)
{
    /* cone and circuit are: twice the source, twice everything */
    run a = run_recorded("resonant_converter", "--set T=2e-4");
    run b = run_recorded("resonant_converter", "--set T=2e-4 --set V=4");
    ck_assert_int_eq(a.rows, b.rows);
    for (long k = 0; k < a.rows; k++) {
        CLOSE(4 * run_at(&a, k, "vo"), run_at(&b, k, "vo"), 1e-9);
        CLOSE(4 * run_at(&a, k, "i"), run_at(&b, k, "i"), 1e-9);
    }
    run_free(&a);
    run_free(&b);
}
END_TEST

/* Both diodes begin to conduct where the voltage of the capacitor comes to zero, and hold it there
 * while its current is less than the filter's. From event to event that is found, and time stepping
 * comes nearer to it with h. */
START_TEST(the_converter_by_events)
{
    const char *args = "--set T=1e-4 --set %s";
    run exact = run_recorded("resonant_converter", args,
                             "simulation=event-driven");
    run coarse = run_recorded("resonant_converter", args, "h=2e-9");
    run fine = run_recorded("resonant_converter", args, "h=1e-9");
    const double vo = run_at(&exact, -1, "vo");
    const double a = fabs(run_at(&coarse, -1, "vo") - vo);
    const double b = fabs(run_at(&fine, -1, "vo") - vo);

    ck_assert_double_gt(vo, 0.5);
    ck_assert_double_lt(a, 1.5e-4);
    ck_assert_double_lt(b, 0.6 * a); /* of order one, and edges between steps */
    run_free(&exact);
    run_free(&coarse);
    run_free(&fine);
}
END_TEST

/* ---- Colpitts oscillator ----------------------------------------------------------------- */

START_TEST(an_equilibrium_is_kept_and_is_unstable)
{
    /* i_B = 4.25/(400 x 201 + 100), i = 200 i_B, v_b = 0.75 + 100 i_B,
     * v_c = 5 + v_b - 35 i; gamma = 1, since there is no i_B before the start */
    const double i_B = 4.25 / (400 * 201 + 100), i = 200 * i_B;
    const double v_b = 0.75 + 100 * i_B, v_c = 5 + v_b - 35 * i;
    run r = run_recorded("colpitts",
                         "--set i=%.17g --set v_b=%.17g --set v_c=%.17g "
                         "--set T=1e-6 --set gamma=1",
                         i, v_b, v_c);
    CLOSE(run_at(&r, -1, "v_c"), v_c, 1e-10);
    CLOSE(run_at(&r, -1, "v_b"), v_b, 1e-10);
    CLOSE(run_at(&r, -1, "i_B"), i_B, 1e-10);
    run_free(&r);
    r = run_recorded("colpitts",
                     "--set i=%.17g --set v_b=%.17g --set v_c=%.17g", i, v_b,
                     v_c + 1e-3);
    double far = 0;
    for (long k = 0; k < r.rows; k++)
        far = fmax(far, fabs(run_at(&r, k, "v_c") - v_c));
    ck_assert_msg(far > 1, "at most %g V away", far);
    run_free(&r);
}
END_TEST

START_TEST(near_starts_part_but_stay_on_the_attractor)
{
    run a = run_recorded("colpitts", "--set v_c=1");
    run b = run_recorded("colpitts", "--set v_c=1.000001");
    double apart = 0;
    ck_assert_int_eq(a.rows, b.rows);
    for (long k = 0; k < a.rows; k++) {
        const double v = run_at(&a, k, "v_c");
        ck_assert(fabs(v) < 20 && run_at(&a, k, "i_B") >= 0);
        apart = fmax(apart, fabs(v - run_at(&b, k, "v_c")));
    }
    ck_assert_msg(apart > 1, "at most %g V apart", apart);
    run_free(&a);
    run_free(&b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("circuits");
    TCase *tc = tcase_create("runs");
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, an_oscillator_with_resistor_and_diode_as_in_the_table);
    tcase_add_test(tc, below_the_threshold_the_oscillation_is_free);
    tcase_add_test(tc,
                   with_a_threshold_energy_leaves_until_the_diode_never_opens);
    tcase_add_test(tc, a_bridge_as_in_the_table);
    tcase_add_test(tc, a_power_supply_as_in_the_table);
    tcase_add_test(tc, the_load_sees_the_absolute_value);
    tcase_add_test(tc, a_filter_holds_the_voltage_up);
    tcase_add_test(tc, a_small_filter_changes_little);
    tcase_add_test(tc, an_ideal_switch_as_in_the_table);
    tcase_add_test(tc, a_switch_is_on_above_the_output_and_off_below);
    tcase_add_test(tc, what_the_source_gives_the_load_takes);
    tcase_add_test(tc, the_converter_is_homogeneous);
    tcase_add_test(tc, the_converter_by_events);
    tcase_add_test(tc, an_equilibrium_is_kept_and_is_unstable);
    tcase_add_test(tc, near_starts_part_but_stay_on_the_attractor);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
