/* test_ballistic.c - constant accelerations as a polynomial: exact in one step of any length, and with
 * error control where they are not constant
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>

#include <string.h>

#include "kernel/ode/ode.h"
#include "tests/unit/ode_test.h"

static const double g = 9.80665;
static const zn_index rate[] = {2, 3, -1, -1};

/* (x, y, u, v) in free fall */
static zn_status falls(void *user, double t, const double y[], double f[])
{
    int *calls = user;

    (void)t;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = 0;
    f[3] = -g;
    *calls += 1;
    return ZN_OK;
}

/* What is known of the guards. */
static const zni_guard_lines unknown = {ZNI_LINES_NONE, NULL};
static const zni_guard_lines parabolas = {ZNI_LINES_PARABOLAS, NULL};

START_TEST(a_fall_is_one_step)
{
    const double y0[] = {1, 2, 3, 4}, T = 1e4;
    double y[4];
    int calls = 0;
    zn_ode_problem p = problem(4, falls, 1e-12, 1e-13);

    p.user = &calls;
    p.rate = rate;
    MUST(zn_ode_begin(ode, &p, 0, y0));
    MUST(zn_ode_step(ode, T));
    ck_assert(zn_ode_time(ode) == T);
    ck_assert_int_eq(calls, 2);
    /* small differences are those of the start, however far the step goes */
    zn_ode_at(ode, 1e-3, y);
    ck_assert_double_eq_tol(y[1], 2 + 4e-3 - g / 2 * 1e-6, 1e-15);
    zn_ode_at(ode, 1e4, y);
    ck_assert_double_eq_tol(y[1] / (2 + 4e4 - g / 2 * 1e8), 1, 1e-15);
    MUST(zn_ode_step(ode, 2 * T)); /* f is known there */
    ck_assert_int_eq(calls, 3);
}
END_TEST

/* x' = v, v' = -x: of order two, and to the tolerance all the same */
static zn_status swings(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -y[0];
    return ZN_OK;
}

START_TEST(what_is_not_constant_takes_shorter_steps)
{
    static const zn_index of[] = {1, -1};
    static const double tol[] = {1e-5, 1e-7};
    const double y0[] = {1, 0};
    zn_ode_info before = {0}, after;
    double error[2], steps[2];

    for (int k = 0; k < 2; k++) {
        zn_ode_problem p = problem(2, swings, 0, tol[k]);
        p.rate = of;
        *zn_ode_length(ode) = 0;
        MUST(zn_ode_begin(ode, &p, 0, y0));
        run(1);
        zn_ode_look(ode, &after);
        error[k] = fabs(zn_ode_value(ode)[0] - cos(1));
        steps[k] = (double)(after.steps - before.steps);
        ck_assert_double_lt(error[k], tol[k] * steps[k]);
        before = after;
    }
    /* the error of a step goes with h^2 */
    ck_assert_double_ge(steps[1], 8 * steps[0]);
    ck_assert_double_le(steps[1], 13 * steps[0]);
}
END_TEST

static zn_status nowhere(void *user, double t, const double y[], double f[])
{
    (void)user, (void)y;
    f[0] = f[1] = 0;
    return t > 1 ? ZN_RETRY : ZN_OK;
}

START_TEST(a_domain_that_ends_is_told)
{
    const double y0[] = {1, 0};
    zn_ode_problem p = problem(2, nowhere, 1e-6, 1e-6);
    zn_status st = ZN_OK;

    MUST(zn_ode_begin(ode, &p, 0, y0));
    for (int k = 0; !st && k < 1000; k++)
        st = zn_ode_step(ode, 2);
    REFUSED(st, ZN_UNSOLVED, "no step is short enough");
    ck_assert_double_eq_tol(zn_ode_time(ode), 1, 1e-6);
}
END_TEST

/* ---- roots of parabolas -------------------------------------------------------------------- */

/* Height over the ground, and over a place that it only just reaches from above and leaves. */
static zn_status height(void *user, double t, const double y[], double out[])
{
    (void)user, (void)t;
    out[0] = y[1];
    return ZN_OK;
}

/* y = (t - a)(t - b) g/2 with a and b close to the start: both are between two samples. */
START_TEST(two_roots_close_to_the_start_are_found)
{
    static const double first[] = {0.01, 0.3, 0.6, 0.9};

    for (int k = 0; k < 4; k++) {
        const double a = first[k], b = a + 1e-3;
        const double y0[] = {0, -a * b * g / 2, 0, (a + b) * g / 2};
        const signed char down = 0;
        signed char side = 0;
        bool crossed;
        int calls = 0;
        zn_ode_problem p = problem(4, falls, 1e-12, 1e-13);
        zn_guards guards = {1, height, NULL, &down, &side, 1e-15};
        zn_root root;

        p.user = &calls;
        p.rate = rate;
        *zn_ode_length(ode) = 0;
        MUST(zn_ode_begin(ode, &p, 0, y0));
        MUST(zn_ode_step(ode, 1));
        MUST(zn_ode_root(ode, &guards, 1, 3, &crossed, &root));
        ck_assert_msg(root.found, "roots at %g", a);
        ck_assert_double_eq_tol(root.t, a,
                                1e-12); /* 1e-16 over the slope 1e-3 g/2 */
    }
}
END_TEST

/* A ball thrown up from the ground at 4 m/s, some guards s (y - level), and the first root by hand in
 * long double; the formula of the other root loses no digits. */
typedef struct thrown {
    double s, level;
} thrown;

static zn_status levels(void *user, double t, const double y[], double out[])
{
    const thrown *of = user;

    (void)t;
    for (int i = 0; i < 2; i++)
        out[i] = of[i].s * (y[1] - of[i].level);
    return ZN_OK;
}

static zn_root search_thrown(thrown of[2], double y, signed char side[2])
{
    const double y0[] = {0, y, 0, 4};
    const signed char down[] = {-1, -1};
    bool crossed[2];
    int calls = 0;
    zn_ode_problem p = problem(4, falls, 1e-12, 1e-13);
    zn_guards guards = {2, levels, of, down, side, 1e-15};
    zn_root root;

    p.user = &calls;
    p.rate = rate;
    *zn_ode_length(ode) = 0;
    MUST(zn_ode_begin(ode, &p, 0, y0));
    MUST(zn_ode_step(ode, 10));
    MUST(zni_ode_root(ode, &guards, 10, 3, &parabolas, crossed, &root));
    return root;
}

/* Claim: the apex of the ball goes through a ceiling by 1e-12 m, for 1e-6 s, and is seen to; a ceiling
 * 1e-12 m above it is not. */
START_TEST(a_parabola_that_grazes_is_found)
{
    const double apex = 8 / g;

    for (int k = -1; k <= 1; k += 2) {
        thrown of[] = {{-1, apex + k * 1e-12}, {1, -1000}};
        signed char side[] = {1, 1};
        const zn_root root = search_thrown(of, 0, side);

        ck_assert_int_eq(root.found, k < 0);
        ck_assert(side[0] == (k < 0 ? -1 : 1) && side[1] == 1);
        if (k < 0) /* 4 units of y over the slope 4e-6 */
            ck_assert_double_eq_tol(root.t, (4 - sqrt(2e-12 * g)) / g, 1e-9);
    }
}
END_TEST

/* Claim: what begins below its guard by rounding, and goes up, comes down where it does; and of two
 * guards the first root counts. */
START_TEST(a_parabola_begins_on_the_side_that_is_decreed)
{
    thrown of[] = {{1, 0}, {1, -1}};
    signed char side[] = {1, 1};
    const zn_root root = search_thrown(of, -1e-16, side);

    ck_assert(root.found && root.first == 0);
    ck_assert_double_eq_tol(root.t, 8 / g, 1e-15);
    of[0].level = -2;
    side[0] = 1;
    const zn_root next = search_thrown(of, -1e-16, side);
    ck_assert(next.found && next.first == 1);
    ck_assert_double_eq_tol(next.t, (4 + sqrt(16 + 2 * g)) / g, 1e-15);
}
END_TEST

/* Claim: one that is at its guard and goes down is there at once. */
START_TEST(a_parabola_that_goes_down_from_its_guard_has_its_root_there)
{
    thrown of[] = {{-1, 0}, {1, -1}};
    signed char side[] = {1, 1};
    const zn_root root = search_thrown(of, 0, side);

    ck_assert(root.found && root.first == 0);
    ck_assert(root.t == 0);
}
END_TEST

static int asked;

static zn_status counted(void *user, double t, const double y[], double out[])
{
    asked++;
    return height(user, t, y, out);
}

/* A parabola is bracketed to neighbours from a few values; or from five, where it is known to be
 * one. */
static const struct {
    const zni_guard_lines *lines;
    int most;
} searches[] = {{&unknown, 16}, {&parabolas, 5}};

START_TEST(a_root_takes_few_values)
{
    for (int k = 1; k < 20; k++) {
        const double a = 0.05 * k;
        const double y0[] = {0, a * a * g / 2, 0, 0};
        const signed char down = -1;
        signed char side = 1;
        bool crossed;
        int calls = 0;
        zn_ode_problem p = problem(4, falls, 1e-12, 1e-13);
        zn_guards guards = {1, counted, NULL, &down, &side, 1e-15};
        zn_root root;

        p.user = &calls;
        p.rate = rate;
        *zn_ode_length(ode) = 0;
        MUST(zn_ode_begin(ode, &p, 0, y0));
        MUST(zn_ode_step(ode, 1));
        asked = 0;
        MUST(zni_ode_root(ode, &guards, 1, 3, searches[_i].lines, &crossed,
                          &root));
        ck_assert(root.found);
        ck_assert_double_eq_tol(root.t, a, 1e-15);
        ck_assert_int_le(asked, searches[_i].most);
    }
}
END_TEST

/* a dip down to 1e-6, or through zero, between two samples */
static double dip_to;

static zn_status dips(void *user, double t, const double y[], double out[])
{
    const double u = t - 0.43;

    (void)user, (void)y;
    asked++;
    out[0] = dip_to + u * u * (1 + 0.1 * u);
    return ZN_OK;
}

/* Claim: whether a guard comes down to zero between samples is known after 43 values, a factor of
 * 0.618 each from 1 down to 1e-9, and those at the samples. */
START_TEST(a_dip_takes_few_values)
{
    for (int k = -1; k <= 1; k += 2) {
        const double y0[] = {0, 1, 0, 0};
        const signed char down = -1;
        signed char side = 1;
        bool crossed;
        int calls = 0;
        zn_ode_problem p = problem(4, falls, 1e-12, 1e-13);
        zn_guards guards = {1, dips, NULL, &down, &side, 1e-15};
        zn_root root;

        p.user = &calls;
        p.rate = rate;
        dip_to = k * 1e-6;
        *zn_ode_length(ode) = 0;
        MUST(zn_ode_begin(ode, &p, 0, y0));
        MUST(zn_ode_step(ode, 1));
        asked = 0;
        MUST(zni_ode_root(ode, &guards, 1, 3, &unknown, &crossed, &root));
        ck_assert_int_eq(root.found, k < 0);
        ck_assert_int_le(asked, 52);
        if (k < 0)
            ck_assert_double_eq_tol(root.t, 0.43 - 1e-3, 1e-5);
    }
}
END_TEST

static zn_status below(void *user, double t, const double y[], double out[])
{
    (void)user, (void)t, (void)y;
    out[0] = -1;
    return ZN_OK;
}

/* Claim: who is above by decree alone, and below at each later instant, has crossed at the start, whatever
 * the last bits of that instant are. */
START_TEST(who_never_leaves_has_crossed_at_the_start)
{
    for (int k = 0; k < 4; k++) {
        const double t0 = 1 + k * DBL_EPSILON, y0[] = {0, 1, 0, 0};
        const signed char down = -1;
        signed char side = 1;
        bool crossed;
        int calls = 0;
        zn_ode_problem p = problem(4, falls, 1e-12, 1e-13);
        zn_guards guards = {1, below, NULL, &down, &side, 1e-15};
        zn_root root;

        p.user = &calls;
        p.rate = rate;
        *zn_ode_length(ode) = 0;
        MUST(zn_ode_begin(ode, &p, t0, y0));
        MUST(zn_ode_step(ode, 2));
        MUST(zni_ode_root(ode, &guards, 2, 3, &unknown, &crossed, &root));
        ck_assert(root.found && crossed && root.first == 0);
        ck_assert_double_eq(root.t, t0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ballistic");
    TCase *t = tcase_create("all");

    ode_class = "ballistic";
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_fall_is_one_step);
    tcase_add_test(t, what_is_not_constant_takes_shorter_steps);
    tcase_add_test(t, a_domain_that_ends_is_told);
    tcase_add_test(t, two_roots_close_to_the_start_are_found);
    tcase_add_test(t, a_parabola_that_grazes_is_found);
    tcase_add_test(t, a_parabola_begins_on_the_side_that_is_decreed);
    tcase_add_test(t,
                   a_parabola_that_goes_down_from_its_guard_has_its_root_there);
    tcase_add_loop_test(t, a_root_takes_few_values, 0, 2);
    tcase_add_test(t, who_never_leaves_has_crossed_at_the_start);
    tcase_add_test(t, a_dip_takes_few_values);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
