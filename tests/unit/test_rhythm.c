/* test_rhythm.c - kinks that come again: where the next one is due, and when nobody knows
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/rhythm.h"
#include "tests/unit/zeno_test.h"

/* Of a cam: rise, dwell, return as long as the rise, rest; its k-th kink is known to 1e-10 s, and off by part of
 * that. */
static const double place[] = {0, 0.0466, 0.0652, 0.1117}, period = 0.1676;
enum { OF_CAM = 4 };

static double true_kink(int k)
{
    return 3 + k / OF_CAM * period + place[k % OF_CAM];
}

static zni_kink found(double at, int k)
{
    const double middle = at + 0.7e-10 * sin(5 * k);

    return (zni_kink){middle - 1e-10, middle + 1e-10, 0.01};
}

/* Kinks from..until - 1 are found, each of which a step of that length is behind. */
static void find(zni_rhythm *o, double (*at)(int), int from, int until)
{
    for (int k = from; k < until; k++) {
        const zni_kink x = found(at(k), k);
        zni_rhythm_pass(o, &x);
        zni_rhythm_behind(o, at(k) + 1e-3, 0.001 * (1 + k % OF_CAM));
    }
}

static bool foretells(const zni_rhythm *o)
{
    zni_kink next;

    return zni_rhythm_foretells(o, &next);
}

/* Two gaps are equal, and come one after the other: nine kinks are needed, not three or five. */
START_TEST(a_period_has_to_come_twice)
{
    zni_rhythm o = {0};
    zni_kink next;

    for (int k = 0; k < 2 * OF_CAM; k++) {
        find(&o, true_kink, k, k + 1);
        ck_assert_msg(!foretells(&o), "after %d", k + 1);
    }
    find(&o, true_kink, 2 * OF_CAM, 2 * OF_CAM + 1);
    ck_assert(zni_rhythm_foretells(&o, &next));
    ck_assert_double_eq_tol((next.from + next.to) / 2, true_kink(9), 2e-10);
    ck_assert_double_le(next.from, true_kink(9));
    ck_assert_double_ge(next.to, true_kink(9));
    ck_assert_double_lt(next.to - next.from, 1e-9);
    ck_assert_double_eq(next.length,
                        0.002); /* that of its place in the period */
}
END_TEST

/* They are foretold where they are for many periods; each is looked for now and then, one of thirteen. */
START_TEST(one_of_several_is_looked_for)
{
    zni_rhythm o = {0};
    int looked[OF_CAM] = {0};

    find(&o, true_kink, 0, 9);
    for (int k = 9; k < 9 + 13 * 20; k++) {
        zni_kink next;
        if (!zni_rhythm_foretells(&o, &next)) {
            looked[k % OF_CAM]++;
            next = found(true_kink(k), k);
        }
        ck_assert_double_eq_tol((next.from + next.to) / 2, true_kink(k), 1e-9);
        zni_rhythm_pass(&o, &next);
    }
    for (int i = 0; i < OF_CAM; i++)
        ck_assert_int_ge(looked[i], 5);
    ck_assert_int_eq(looked[0] + looked[1] + looked[2] + looked[3], 20);
}
END_TEST

/* What comes no more, or elsewhere, is not foretold any longer than that. */
START_TEST(a_kink_elsewhere_ends_it)
{
    zni_rhythm o = {0};
    zni_kink x = {true_kink(9) - 1e-6, true_kink(9) - 0.9e-6, 0.01};
    int unseen = 0;

    find(&o, true_kink, 0, 9);
    zni_rhythm_pass(&o, &x);
    ck_assert(!foretells(&o));
    o = (zni_rhythm){0};
    find(&o, true_kink, 0, 9);
    while (zni_rhythm_foretells(&o, &x) && unseen < 100) {
        zni_rhythm_pass(&o, &x);
        unseen++;
    }
    ck_assert_int_eq(unseen, 12);
}
END_TEST

/* Gaps grow, or there are more in a period than are remembered. */
static double slower(int k)
{
    return 0.01 * k + 1e-4 * k * k;
}

static double many(int k)
{
    return k / 13 + (k % 13) * (k % 13) / 200.0;
}

/* Ten teeth, and none where the eleventh would be: seven alone are a period of one. */
static double wheel(int k)
{
    return k / 10 * 1.1 + k % 10 * 0.1;
}

static double twelve(int k)
{
    return k / 12 + (k % 12) * (k % 12) / 200.0;
}

START_TEST(no_period_that_is_known)
{
    double (*const at[])(int) = {slower, many};
    zni_rhythm o;

    for (int i = 0; i < 2; i++) {
        o = (zni_rhythm){0};
        for (int k = 0; k < 100; k++) {
            find(&o, at[i], k, k + 1);
            ck_assert(!foretells(&o));
        }
    }
    o = (zni_rhythm){0};
    find(&o, twelve, 0, 100);
    ck_assert(foretells(&o));
    ck_assert_int_eq(o.n, 12);
    o = (zni_rhythm){0};
    find(&o, wheel, 0, 8);
    ck_assert_int_eq(o.n, 1);
    find(&o, wheel, 8, 100);
    ck_assert(foretells(&o));
    ck_assert_int_eq(o.n, 10);
}
END_TEST

/* What another program has written reaches no other place of memory. */
START_TEST(numbers_that_cannot_be_are_none)
{
    static const zni_rhythm bad[] = {{.n = -1},
                                     {.n = 26},
                                     {.n = 3, .turn = 3, .period = 1},
                                     {.n = 3, .turn = -1, .period = 1},
                                     {.wrong = 63},
                                     {.wrong = -1},
                                     {.period = 1}};
    zni_rhythm o = {0}, p;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        p = bad[i];
        zni_rhythm_check(&p);
        ck_assert(p.n == 0 && p.turn == 0 && p.wrong == 0 && p.period == 0);
    }
    find(&o, true_kink, 0, 20);
    p = o;
    zni_rhythm_check(&p);
    ck_assert_mem_eq(&p, &o, sizeof o);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kinks that come again");
    TCase *t = tcase_create("all");

    tcase_add_test(t, a_period_has_to_come_twice);
    tcase_add_test(t, one_of_several_is_looked_for);
    tcase_add_test(t, a_kink_elsewhere_ends_it);
    tcase_add_test(t, no_period_that_is_known);
    tcase_add_test(t, numbers_that_cannot_be_are_none);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
