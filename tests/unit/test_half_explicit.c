/* test_half_explicit.c - the extrapolated half-explicit midpoint rule: order, constraints, jumps
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/ode_jumps.h"

START_TEST(order_is_eight)
{
    const double e1 = circle_error(2, 0, 1), e2 = circle_error(1, 0, 1);

    ck_assert_double_eq_tol(log2(e1 / e2), 8, 0.4);
}
END_TEST

/* Error of the circle at the worst of many instants of a step of length h. */
static double between_error(double h)
{
    const double y0[] = {1, 0};
    zn_ode_problem p = problem(2, circle, 0, 1);
    double worst = 0;

    p.h_max = h;
    *zn_ode_length(ode) = h;
    MUST(zn_ode_begin(ode, &p, 0, y0));
    MUST(zn_ode_step(ode, 10));
    for (double t = 0; t <= h; t += h / 64) {
        double y[2];
        zn_ode_at(ode, t, y);
        worst = fmax(worst, hypot(y[0] - cos(t), y[1] - sin(t)));
    }
    return worst;
}

START_TEST(in_between_it_is_too)
{
    ck_assert_double_eq_tol(log2(between_error(1) / between_error(0.5)), 8,
                            0.3);
}
END_TEST

/* y = t^7: extrapolation and the polynomial in between have it. */
static zn_status seventh(void *user, double t, const double y[], double f[])
{
    (void)user, (void)y;
    f[0] = 7 * pow(t, 6);
    return ZN_OK;
}

START_TEST(the_seventh_power_is_exact_everywhere)
{
    const double y0 = 0;
    zn_ode_problem p = problem(1, seventh, 0, 1);
    double y;

    p.h_max = 1.5;
    *zn_ode_length(ode) = 1.5;
    MUST(zn_ode_begin(ode, &p, 0, &y0));
    MUST(zn_ode_step(ode, 10));
    for (double t = 0; t <= 1.5; t += 0.0625) {
        zn_ode_at(ode, t, &y);
        ck_assert_double_eq_tol(y, pow(t, 7), 2e-13);
    }
}
END_TEST

/* ---- a constraint -------------------------------------------------------------------- */

static const double grav = 9.81;

/* A point (x, y, u, v) on a rod of length 1; without a constraint it falls. */
static zn_status falls(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = 0;
    f[3] = -grav;
    return ZN_OK;
}

/* With the force l (x, y) of the rod that makes x u + y v = 0 at base + w f. */
static zn_status swings(void *user, double t, const double y[], double t1,
                        const double base[], double w, double f[])
{
    const zn_status st = falls(user, t, y, f);
    const double x1 = base[0] + w * y[2], y1 = base[1] + w * y[3];
    const double l = -(base[2] * x1 + (base[3] - w * grav) * y1) /
                     (w * (y[0] * x1 + y[1] * y1));

    (void)t1;
    f[2] = l * y[0];
    f[3] += l * y[1];
    return st;
}

/* Period of the pendulum that is let go horizontally, by the arithmetic-geometric mean. */
static double period(void)
{
    double a = 1, b = sqrt(0.5);

    while (fabs(a - b) > 1e-15) {
        const double m = (a + b) / 2;
        b = sqrt(a * b);
        a = m;
    }
    return 2 * acos(-1) / (a * sqrt(grav));
}

/* How far from its start it is after a period; rate: what is left of x u + y v. */
static double swing_error(double h, double tol, double *rate)
{
    const double y0[4] = {1, 0, 0, 0};
    zn_ode_problem p = problem(4, falls, 0, tol);
    const double *y;

    p.half = swings;
    p.h_max = h;
    *zn_ode_length(ode) = isfinite(h) ? h : 0;
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(period());
    y = zn_ode_value(ode);
    *rate = fabs(y[0] * y[2] + y[1] * y[3]);
    return hypot(hypot(y[0] - 1, y[1]), hypot(y[2], y[3]));
}

/* Index 2: neither the derivative of x u + y v is asked for nor what it needs. */
START_TEST(order_is_eight_with_a_constraint)
{
    double rate;
    const double e1 = swing_error(0.1, 1e3, &rate);
    const double e2 = swing_error(0.05, 1e3, &rate);

    ck_assert_double_ge(log2(e1 / e2), 7.6);
    ck_assert_double_le(e2, 1e-8);
    ck_assert_double_le(rate, 1e-11);
}
END_TEST

START_TEST(the_error_follows_the_tolerance)
{
    for (double tol = 1e-4; tol > 1e-13; tol /= 10) {
        double rate;
        ck_assert_double_lt(swing_error(INFINITY, tol, &rate), 200 * tol);
        ck_assert_double_lt(rate, 10 * tol);
    }
}
END_TEST

/* ---- conduct ------------------------------------------------------------------------- */

START_TEST(restarts_have_the_same_bits)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-9, 1e-9);

    restarts_with_the_same_bits(&p, y0);
}
END_TEST

START_TEST(a_jump_of_f_is_gone_over)
{
    goes_over_a_jump();
}
END_TEST

START_TEST(jumps_and_kinks_of_f_cost_no_more_than_tolerances)
{
    jumps_cost_tolerances();
}
END_TEST

/* y' = 1 held to y <= 2: further there is no multiplier */
static zn_status up_to_two(void *user, double t, const double y[], double t1,
                           const double base[], double w, double f[])
{
    (void)user, (void)t, (void)y, (void)t1;
    f[0] = 1;
    return base[0] + w > 2 ? ZN_RETRY : ZN_OK;
}

static zn_status one(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t, (void)y;
    f[0] = 1;
    return ZN_OK;
}

START_TEST(where_no_multiplier_holds_steps_are_shorter_and_end_with_words)
{
    const double zero = 0;
    zn_ode_problem p = problem(1, one, 1e-8, 1e-8);
    zn_status st = ZN_OK;

    p.half = up_to_two;
    MUST(zn_ode_begin(ode, &p, 0, &zero));
    while (!st && zn_ode_time(ode) < 3)
        st = zn_ode_step(ode, 3);
    REFUSED(st, ZN_UNSOLVED, "no step is short enough");
    ck_assert_double_eq_tol(zn_ode_time(ode), 2, 1e-12);
}
END_TEST

static zn_status all(const zn_allocator *alloc)
{
    const double y0[4] = {1, 0, 0, 0};
    const zn_ode_problem p = problem(2, circle, 1e-6, 1e-9);
    zn_ode_problem other = problem(4, falls, 1e-6, 1e-9);
    zn_ctx *c;
    zn_ode *o = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    other.half = swings;
    st = zn_ode_new(c, "half-explicit", &o);
    if (!st)
        st = zn_ode_begin(o, &p, 0, y0);
    if (!st)
        st = zn_ode_step(o, 1);
    if (!st)
        st = zn_ode_begin(o, &other, 0, y0);
    if (!st)
        st = zn_ode_step(o, 1);
    zn_ode_free(o);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all);
}
END_TEST

START_TEST(steps_and_new_starts_allocate_nothing)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-6, 1e-9);

    allocates_nothing(&p, y0, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("half-explicit");
    TCase *t = tcase_create("all");

    ode_class = "half-explicit";
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, order_is_eight);
    tcase_add_test(t, in_between_it_is_too);
    tcase_add_test(t, the_seventh_power_is_exact_everywhere);
    tcase_add_test(t, order_is_eight_with_a_constraint);
    tcase_add_test(t, the_error_follows_the_tolerance);
    tcase_add_test(t, restarts_have_the_same_bits);
    tcase_add_test(t, a_jump_of_f_is_gone_over);
    tcase_add_test(t, jumps_and_kinks_of_f_cost_no_more_than_tolerances);
    tcase_add_test(
        t, where_no_multiplier_holds_steps_are_shorter_and_end_with_words);
    tcase_add_test(t, every_allocation_may_fail);
    tcase_add_test(t, steps_and_new_starts_allocate_nothing);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
