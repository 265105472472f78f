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
        const double size = fabs(andrews[k].v) + 1; /* of rates, which are h/2 apart */

        CLOSE(qe, andrews[k].q, 5e-8);
        CLOSE(ve, andrews[k].v, 1e-5 * size);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("samples: mechanisms");
    TCase *tc = tcase_create("mechanisms");

    tcase_set_timeout(tc, 120);
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_add_test(tc, the_squeezer_is_of_order_two);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
