/* test_mechanisms.c - mechanisms with joints against numbers of the literature
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/run.h"

/* Andrews' mechanism after 0.03 s: Test Set for IVP Solvers, 14 digits. */
static const struct {
    const char *name;
    double q, v;
} andrews[] = {
    {"beta", 0.1581077119629904e2, 0.1139920302151208e4},
    {"Theta", -0.1575637105984298e2, -0.1424379294994111e4},
    {"gamma", 0.4082224013073101e-1, 0.1103291221937134e2},
    {"Phi", -0.5347301163226948, 0.1929337464421385e2},
    {"delta", 0.5244099658805304, 0.5735699284790808},
    {"Omega", 0.5347301163226948, -0.1929337464421385e2},
    {"epsilon", 0.1048080741042263e1, 0.3231791658026955},
};

START_TEST(the_squeezer_is_of_order_two)
{
    enum { ANGLES = 7 };
    double q[3][ANGLES], v[3][ANGLES];

    for (int i = 0; i < 3; i++) {
        run r = run_recorded("squeezer", "--set h=%g", 2e-5 / (1 << i));

        for (int k = 0; k < ANGLES; k++) {
            char rate[32];
            snprintf(rate, sizeof rate, "%s_rate", andrews[k].name);
            q[i][k] = run_at(&r, -1, andrews[k].name);
            v[i][k] = run_at(&r, -1, rate);
        }
        for (int k = 1; k <= 6; k++) {
            char row[8];
            snprintf(row, sizeof row, "g%d", k);
            CLOSE(run_at(&r, -1, row), 0, 1e-12);
        }
        run_free(&r);
    }
    CLOSE((q[0][0] - andrews[0].q) / (q[1][0] - andrews[0].q), 4, 0.1);
    CLOSE((q[1][0] - andrews[0].q) / (q[2][0] - andrews[0].q), 4, 0.1);
    for (int k = 0; k < ANGLES; k++) {
        const double qe = q[2][k] + (q[2][k] - q[1][k]) / 3;
        const double ve = v[2][k] + (v[2][k] - v[1][k]) / 3;
        const double size =
            fabs(andrews[k].v) + 1; /* of rates, which are h/2 apart */

        CLOSE(qe, andrews[k].q, 5e-8);
        CLOSE(ve, andrews[k].v, 1e-5 * size);
    }
}
END_TEST

/* From event to event, of which there is none, joints are held to rounding. */
START_TEST(the_squeezer_has_its_digits_without_steps)
{
    static const char *const odes[] = {"dormand-prince", "radau",
                                       "half-explicit"};

    for (int i = 0; i < 3; i++) {
        run r = run_recorded("squeezer",
                             "--set simulation=event-driven --set ode=%s --set "
                             "formulation=auto --every 1000",
                             odes[i]);
        for (size_t k = 0; k < sizeof andrews / sizeof *andrews; k++)
            CLOSE(run_at(&r, -1, andrews[k].name), andrews[k].q, 5e-9);
        run_free(&r);
    }
}
END_TEST

/* ---- the arm --------------------------------------------------------------------- */

/* e'' + 16 e' + 100 e = 0 from e0, v0: roots -8 +- 6i. */
static double decay(double e0, double v0, double t)
{
    return exp(-8 * t) * (e0 * cos(6 * t) + (v0 + 8 * e0) / 6 * sin(6 * t));
}

START_TEST(errors_of_the_arm_are_those_of_oscillators)
{
    const double t = 0.4;
    const double shoulder = decay(0.3, -2, t) + 0.3 + 0.5 * sin(4 * t);
    const double elbow = decay(0.4, 0, t) - 1 + 0.4 * cos(4 * t);
    double off[2][2];

    for (int i = 0; i < 2; i++) {
        run r =
            run_recorded("two_link_arm", "--set depth=9 --set T=0.4 --set h=%g",
                         1e-3 / (1 << i));

        off[i][0] = run_at(&r, -1, "shoulder") - shoulder;
        off[i][1] = run_at(&r, -1, "elbow") - elbow;
        CLOSE(off[i][0], 0, 1e-4);
        CLOSE(off[i][1], 0, 1e-4);
        run_free(&r);
    }
    CLOSE(off[0][0] / off[1][0], 4, 0.2);
    CLOSE(off[0][1] / off[1][1], 4, 0.2);
}
END_TEST

/* At rest on the floor: M kp (q - q_d) = H' p. */
START_TEST(the_arm_presses_with_its_error)
{
    run r = run_recorded("two_link_arm",
                         "--set b1=0 --set b2=0 --set a1=%g --set T=4", -0.5);
    const double q[2] = {run_at(&r, -1, "shoulder"), run_at(&r, -1, "elbow")};
    const double e[2] = {q[0] + 0.5, q[1] + 1},
                 p = run_at(&r, -1, "impulse") / 1e-3;
    const double c = 1.5 * 0.5 * 0.4 * cos(q[1]) / 2, M22 = 1.5 * 0.16 / 3;
    const double M11 = 2 * 0.25 / 3 + 1.5 * 0.25 + M22 + 2 * c;
    const double H2 = 0.4 * cos(q[0] + q[1]), H1 = 0.5 * cos(q[0]) + H2;

    ck_assert_double_gt(p, 1);
    CLOSE(100 * (M11 * e[0] + (M22 + c) * e[1]), H1 * p, 1e-6);
    CLOSE(100 * ((M22 + c) * e[0] + M22 * e[1]), H2 * p, 1e-6);
    run_free(&r);
}
END_TEST

/* A planetary gear with a motor on the sun, M - c w_s. Held by its brake it obeys Willis,
 * w_s = M/c (1 - exp(-c t/J)) with all inertia seen from the sun, and the planets share what the
 * sun passes on. Without drag and with a brake that slips the accelerations are constant: those
 * of w_c and w_r by Lagrange's equations. */
START_TEST(a_planetary_gear_is_held_by_its_brake)
{
    const double rs = 0.05, rp = 0.1, rr = rs + 2 * rp, n = 3, mp = 2,
                 load = 20;
    const double M = 10, c = 0.5, T = 0.5, held = 1 + rr / rs;
    const double unit = mp / (rp * rp) / 2; /* J = unit r^4 of a disc */
    const double Js = unit * pow(rs, 4), Jr = unit * pow(rr, 4);
    const double Jp = unit * pow(rp, 4), R = rs + rp;
    const double Jc = Js + load + n * mp * R * R;
    run r = run_recorded("planetary_gear", "--set brake=1e3 --set T=%g", T);
    const double spin = 1 - (held - 1) * rs / rp; /* w_p/w_c */
    const double J = Js + (Jc + n * Jp * spin * spin) / (held * held);
    const double w = M / c * (1 - exp(-c * T / J)), on = M - c * w;

    CLOSE(run_at(&r, -1, "sun"), w, 1e-5);
    CLOSE(run_at(&r, -1, "arm"), w / held, 1e-5);
    CLOSE(run_at(&r, -1, "ring"), 0, 1e-12);
    /* the least norm has bearings in it, too: a third each, to a part in a hundred */
    CLOSE(-run_at(&r, -1, "teeth") * n * rs / 1e-3, on - Js * on / J, 1e-2);
    run_free(&r);

    /* w_s = a w_c + b w_r, w_p = d w_c + e w_r */
    const double b = -rr / rs, a = 1 - b, brake = 20;
    const double e = rr / rp, d = 1 - e;
    const double A = Jc + Js * a * a + n * Jp * d * d;
    const double B = Js * a * b + n * Jp * d * e;
    const double C = Jr + Js * b * b + n * Jp * e * e;
    const double f = M * a, g = M * b + brake, det = A * C - B * B;
    r = run_recorded("planetary_gear",
                     "--set drag=0 --set brake=%g --set T=0.1", brake);
    CLOSE(run_at(&r, -1, "arm"), (C * f - B * g) / det * 0.1, 1e-5);
    CLOSE(run_at(&r, -1, "ring"), (A * g - B * f) / det * 0.1, 1e-5);
    ck_assert_double_lt(run_at(&r, -1, "ring"), -1);
    run_free(&r);

    /* with drag it comes to hold, for good */
    r = run_recorded("planetary_gear", "--every 10");
    ck_assert_double_lt(run_at(&r, 5, "ring"), -0.1);
    CLOSE(run_at(&r, -1, "ring"), 0, 1e-12);
    CLOSE(run_at(&r, -1, "sun") / run_at(&r, -1, "arm"), held, 1e-6);
    run_free(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("samples: mechanisms");
    TCase *tc = tcase_create("mechanisms");

    tcase_set_timeout(tc, 120);
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_add_test(tc, the_squeezer_is_of_order_two);
    tcase_add_test(tc, the_squeezer_has_its_digits_without_steps);
    tcase_add_test(tc, errors_of_the_arm_are_those_of_oscillators);
    tcase_add_test(tc, the_arm_presses_with_its_error);
    tcase_add_test(tc, a_planetary_gear_is_held_by_its_brake);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
