/* test_chebyshev.c - polynomials through values at Chebyshev's points
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/zeno_test.h"

#include <math.h>
#include <stdlib.h>

#include "kernel/ode/chebyshev.h"
#include "kernel/ode/power_sum.h"
#include "kernel/ode/power_sum.h"

enum { POINTS = ZNI_HIGH + 1 };

static const int degrees[] = {ZNI_OVER, ZNI_LOW, ZNI_HIGH};
static zni_chebyshev table;

static void setup(void)
{
    zni_chebyshev_tables(&table);
}

/* T_k(x) = cos(k arccos x), x = 1 - 2 s */
static double T(int k, double s)
{
    return cos(k * acos(fmin(1, fmax(-1, 1 - 2 * s))));
}

/* Two functions side by side: T_k has the coefficient 1 and no other, 3 - T_k two. */
START_TEST(coefficients_of_one_polynomial_are_one)
{
    const int degree = degrees[_i];

    for (int k = 1; k <= degree; k++) {
        double b[2 * POINTS], c[2 * POINTS];
        for (int j = 0; j < POINTS; j++) {
            b[2 * j] = T(k, table.point[j]);
            b[2 * j + 1] = 3 - b[2 * j];
        }
        zni_chebyshev_coefficients(&table, degree, 2, b, c);
        zni_chebyshev_coefficients(&table, degree, 2, b + 1, c + 1);
        for (int i = 0; i <= degree; i++) {
            ck_assert_double_eq_tol(c[2 * i], i == k, 1e-15 * POINTS);
            ck_assert_double_eq_tol(c[2 * i + 1], (i == 0) * 3 - (i == k),
                                    3e-15 * POINTS);
        }
    }
}
END_TEST

/* exp(s), whose series in T_k comes down below rounding by degree 16, and to 2 sqrt(e) I_9(1/2) = 3.5e-11 by degree 8:
 * powers of half of it, summed up, are its halves, in between, too. */
START_TEST(powers_have_the_values_of_the_function)
{
    const int degree = degrees[_i];
    const double most[] = {0.25, 4e-11, 1e-15 * POINTS};
    double b[POINTS], c[POINTS];

    for (int j = 0; j < POINTS; j++)
        b[j] = exp(table.point[j]);
    zni_chebyshev_coefficients(&table, degree, 1, b, c);
    zni_chebyshev_powers(&table, degree, 1, 0.5, c);
    for (double s = 0; s <= 1; s += 1.0 / 64) {
        double sum = 0;
        for (int k = degree; k >= 0; k--)
            sum = sum * s + c[k];
        ck_assert_double_eq_tol(sum, exp(s) / 2, most[_i]);
    }
}
END_TEST

/* Of exp(s) the last of nine coefficients is 2 sqrt(e) I_8(1/2) to a part in 600 (its mirror), the largest sqrt(e)
 * I_0(1/2); none of a smooth function is rough or slow, as those of a step and of |s - 0.4| are. */
/* 3 - s + 2 s^2 - s^3 at s = 0.3 + 0.5 x, seven times; and of another polynomial beside it nothing. */
START_TEST(terms_of_a_part_have_its_values)
{
    double c[8] = {3, 1, -1, 2, 2, 3, -1, 4};

    zni_power_shift(3, 2, c, 0.3, 0.5, 7);
    for (int k = 0; k <= 10; k++) {
        const double x = k / 10.0 - 0.2, s = 0.3 + 0.5 * x;
        ck_assert_double_eq_tol(zni_power_sum(4, 2, c, x),
                                7 * (3 + s * (-1 + s * (2 - s))), 1e-14);
    }
    for (int k = 0; k < 4; k++)
        ck_assert(c[2 * k + 1] == k + 1);
}
END_TEST

START_TEST(coefficients_tell_smooth_functions_from_others)
{
    const double share = 2 * 3.8e-10 / 1.0634833707; /* I_8(1/2) = 3.8e-10 */
    double b[3 * POINTS], c[3 * POINTS], most[3], decay;

    for (int j = 0; j < POINTS; j++) {
        b[3 * j] = exp(table.point[j]);
        b[3 * j + 1] = table.point[j] > 0.4;
        b[3 * j + 2] = fabs(table.point[j] - 0.4);
    }
    for (int i = 0; i < 3; i++) {
        zni_chebyshev_coefficients(&table, ZNI_LOW, 3, b + i, c + i);
        decay = zni_chebyshev_decay(c + i, 3, ZNI_LOW, &most[i]);
        ck_assert(i ? decay > 1e-3 : decay < 100 * share && decay > share / 2);
    }
    ck_assert_double_eq_tol(most[0], sqrt(exp(1)) * 1.0634833707, 1e-9);
    ck_assert(!zni_chebyshev_is_rough(c, 3, ZNI_LOW, most[0]));
    ck_assert(zni_chebyshev_is_rough(c + 1, 3, ZNI_LOW, most[1]));
    ck_assert(zni_chebyshev_is_rough(c + 2, 3, ZNI_LOW, most[2]));
    ck_assert(zni_chebyshev_slow(c, 3, ZNI_LOW, most[0]) == 0);
    ck_assert(zni_chebyshev_slow(c + 1, 3, ZNI_LOW, most[1]) > 1e-3);
    ck_assert(zni_chebyshev_slow(c + 2, 3, ZNI_LOW, most[2]) > 1e-3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Chebyshev's points");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, NULL);
    tcase_add_loop_test(t, coefficients_of_one_polynomial_are_one, 0, 3);
    tcase_add_loop_test(t, powers_have_the_values_of_the_function, 0, 3);
    tcase_add_test(t, terms_of_a_part_have_its_values);
    tcase_add_test(t, coefficients_tell_smooth_functions_from_others);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
