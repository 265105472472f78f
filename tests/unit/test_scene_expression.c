/* test_scene_expression.c - numbers of a scene
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/scene/expression.h"
#include "zeno_test.h"

static bool two(void *user, const char *name, size_t n, double *out)
{
    (void)user;
    *out = 2;
    return n == 3 && strncmp(name, "two", 3) == 0;
}

static double value(const char *text)
{
    zni_expression e = {.lookup = two};
    double x = 0;

    ck_assert_msg(zni_expression_value(&e, text, &x), "'%s': %s", text,
                  e.words);
    return x;
}

static void refused(const char *text, size_t at, const char *words)
{
    zni_expression e = {.lookup = two};
    double x;

    ck_assert_msg(!zni_expression_value(&e, text, &x), "'%s' = %g", text, x);
    ck_assert_msg(strstr(e.words, words), "'%s': %s", text, e.words);
    ck_assert_msg(e.at == at, "'%s': at %zu, not %zu", text, e.at, at);
}

START_TEST(arithmetic)
{
    ck_assert(value("1 + 2*3 - 4/8") == 6.5);
    ck_assert(value("-2^2") == -4 && value("2^3^2") == 512);
    ck_assert(value("2^-1") == 0.5 && value("(1 + 2)*3") == 9);
    ck_assert(value("8/4/2") == 1 && value("8 - 4 - 2") == 2);
    ck_assert(value("1e-3") == 1e-3 && value(".5E+1") == 5);
    ck_assert(value("two*two") == 4 && value("- -1") == 1);
    ck_assert(value("1 < 2") == 1 && value("2 <= 1") == 0 &&
              value("two == 2") == 1 && value("1 != 1") == 0);
}
END_TEST

START_TEST(functions)
{
    ck_assert(value("sqrt(2)") == sqrt(2) && value("pi") == acos(-1));
    ck_assert(value("180*deg") == acos(-1));
    ck_assert(value("atan2(1, -1)") == atan2(1, -1));
    ck_assert(value("min(1, 2) + max(3, 4)") == 5);
    ck_assert(value("mod(-1, 3)") == 2 && value("mod(7, 3)") == 1);
    ck_assert(value("if(1 > 0, 5, 6)") == 5);
    ck_assert(value("floor(-0.5) + ceil(0.5) + round(1.4)") == 1);
}
END_TEST

/* mean 1/2 and variance 1/12 of 10^4 numbers: three sigma are 0.009 and 0.0022 */
START_TEST(noise_is_even)
{
    double sum = 0, squares = 0;
    char text[32];

    for (int k = 0; k < 10000; k++) {
        snprintf(text, sizeof text, "noise(%d)", k);
        const double x = value(text) - 0.5;
        ck_assert(x >= -0.5 && x < 0.5);
        sum += x;
        squares += x * x;
    }
    ck_assert_double_le(fabs(sum / 10000), 0.009);
    ck_assert_double_le(fabs(squares / 10000 - 1.0 / 12), 0.0022);
    ck_assert(value("noise(3)") == value("noise(1 + 2)"));
}
END_TEST

START_TEST(what_is_wrong_is_said_and_where)
{
    char deep[400];

    refused("", 0, "it ends where");
    refused("1 +", 3, "it ends where");
    refused("1 2", 2, "an operator is expected");
    refused("3 m", 2, "an operator is expected");
    refused("3m", 1, "units are not written");
    refused("0x10", 0, "no number");
    refused("1.2.3", 0, "no number");
    refused("two*three", 4, "there is no parameter 'three'");
    refused("sine(1)", 0, "there is no function 'sine'");
    refused("sin(1, 2)", 9, "takes 1 argument");
    refused("(1", 2, "a ) is missing");
    refused("1/0", 0, "infinite");
    refused("sqrt(-1)", 0, "NaN");
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    refused(deep, 64, "too deep");
}
END_TEST

static const double here[] = {0.3, -1.7, 2};

static bool variable(void *user, const char *name, size_t n, double *out)
{
    (void)user;
    if (n != 1 || !strchr("tyu", *name))
        return false;
    *out = here[strchr("tyu", *name) - "tyu"];
    return true;
}

/* Read once, every operator, function and variable has the bits that it has where the text is read each time. */
START_TEST(what_is_read_once_has_the_same_bits)
{
    static const char *const texts[] = {
        "t", "-t^2 - -u", "2 + 3*t - y/4", "u^t^2", "8/u/t", "t - y - u", "(t - y)*(t + y)/u", "2^-t",
        "(t < y) + 2*(t <= y) + 4*(t > y) + 8*(t >= y) + 16*(t == y) + 32*(t != y)", "pi*t + deg",
        "abs(y) + sqrt(t) + exp(y) + log(u)", "sin(t)*cos(y) + tan(u)", "asin(t) + acos(t) + atan(y)",
        "floor(y) + ceil(t) + round(u)", "noise(u) - noise(y)", "min(t, y) + max(t, u) + mod(y, t) + atan2(y, u)",
        "if(t > 0, y, u) + if(t < 0, y, u)", "min(max(t, min(y, u)), if(y < 0, sqrt(u), 1e-3))", ".5E+1*t"};
    zni_step steps[128];
    double x;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        zni_expression e = {.lookup = variable};
        const size_t n = zni_expression_steps(texts[i], "tyu", steps);

        ck_assert_msg(zni_expression_value(&e, texts[i], &x), "'%s': %s", texts[i], e.words);
        ck_assert_msg(n > 0 && n <= strlen(texts[i]), "'%s': %zu", texts[i], n);
        const double once = zni_steps_value(steps, n, here);
        ck_assert_msg(memcmp(&once, &x, sizeof x) == 0, "'%s' = %g, not %g", texts[i], once, x);
    }
    ck_assert(isinf(zni_steps_value(steps, zni_expression_steps("1/(t - t)", "t", steps), here)));
    ck_assert_uint_eq(zni_expression_steps("t + y", "t", steps), 0);
    ck_assert_uint_eq(zni_expression_steps("min(t)", "t", steps), 0);
    ck_assert(isnan(zni_steps_value(steps, 0, here)));
}
END_TEST

/* As much as may wait: at each depth two arguments and an operand of each level. */
START_TEST(what_waits_at_every_depth_has_room)
{
    enum { DEEP = 63 };
    zni_step steps[2048];
    char text[2048] = "";
    zni_expression e = {.lookup = variable};
    double x;

    for (int i = 0; i < DEEP; i++)
        strcat(text, "if(t,1,u<t+u*");
    strcat(text, "t");
    for (int i = 0; i < DEEP; i++)
        strcat(text, ")");
    ck_assert_msg(zni_expression_value(&e, text, &x), "%s", e.words);
    ck_assert(zni_steps_value(steps, zni_expression_steps(text, "tyu", steps), here) == x);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scene expression");
    TCase *tc = tcase_create("expression");
    tcase_add_test(tc, arithmetic);
    tcase_add_test(tc, functions);
    tcase_add_test(tc, noise_is_even);
    tcase_add_test(tc, what_is_wrong_is_said_and_where);
    tcase_add_test(tc, what_is_read_once_has_the_same_bits);
    tcase_add_test(tc, what_waits_at_every_depth_has_room);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
