/* test_radau.c - stiff smooth motion: order, error control, known solutions, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/ode_jumps.h"

/* ---- order --------------------------------------------------------------------------- */

/* With equal steps; Newton's method goes down to rounding. */
START_TEST(order_is_five)
{
    double e1 = circle_error(0.25, 0, 1), e2 = circle_error(0.125, 0, 1);

    ck_assert_double_eq_tol(log2(e1 / e2), 5, 0.3);
}
END_TEST

/* y = t^3: the polynomial in between has it. */
static zn_status cubic(void *user, double t, const double y[], double f[])
{
    (void)user, (void)y;
    f[0] = 3 * t * t;
    return ZN_OK;
}

START_TEST(a_cubic_is_exact_everywhere)
{
    const double y0 = 0;
    zn_ode_problem p = problem(1, cubic, 0, 1);
    double y;

    p.h_max = 0.75;
    *zn_ode_length(ode) = 0.75;
    MUST(zn_ode_begin(ode, &p, 0, &y0));
    MUST(zn_ode_step(ode, 10));
    for (double t = 0; t <= 0.75; t += 0.0625) {
        zn_ode_at(ode, t, &y);
        ck_assert_double_eq_tol(y, t * t * t, 1e-14);
    }
}
END_TEST

/* ---- stiff problems ------------------------------------------------------------------ */

START_TEST(a_fast_decay_does_not_set_the_step)
{
    const double y0 = 1;
    const zn_ode_problem p = problem(1, stiff, 1e-8, 1e-8);
    zn_ode_info info;

    MUST(zn_ode_begin(ode, &p, 0, &y0));
    run(10);
    zn_ode_look(ode, &info);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], cos(10), 1e-8);
    ck_assert_int_lt(info.steps, 400); /* of 1e7 that stability would ask for */
}
END_TEST

/* Robertson's kinetics; values at t = 40 as in the literature (Hairer and Wanner) */
static zn_status robertson(void *user, double t, const double y[], double f[])
{
    const double a = 0.04 * y[0], b = 1e4 * y[1] * y[2], c = 3e7 * y[1] * y[1];

    (void)user, (void)t;
    f[0] = -a + b;
    f[1] = a - b - c;
    f[2] = c;
    return ZN_OK;
}

START_TEST(robertsons_kinetics)
{
    const double y0[] = {1, 0, 0};
    const zn_ode_problem p = problem(3, robertson, 1e-9, 1e-13);
    const double *y;

    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(40);
    y = zn_ode_value(ode);
    ck_assert_double_eq_tol(y[0], 0.7158270688, 1e-8);
    ck_assert_double_eq_tol(y[1] * 1e6, 9.185534765, 1e-6);
    ck_assert_double_eq_tol(y[2], 0.2841637457, 1e-8);
}
END_TEST

/* Van der Pol, 10^-6: values at t = 2 of the test set for stiff solvers */
static zn_status van_der_pol(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
    return ZN_OK;
}

START_TEST(van_der_pols_oscillator)
{
    const double y0[] = {2, 0};
    double last = 1;

    for (double tol = 1e-4; tol > 1e-9; tol /= 100) {
        const zn_ode_problem p = problem(2, van_der_pol, tol, tol);
        zn_ode_info info;
        double e;
        *zn_ode_length(ode) = 0;
        MUST(zn_ode_begin(ode, &p, 0, y0));
        run(2);
        e = fabs(zn_ode_value(ode)[0] - 1.706167732170469);
        ck_assert_double_lt(e, 100 * tol);
        ck_assert_double_lt(e, last / 5);
        zn_ode_look(ode, &info);
        ck_assert_int_lt(info.steps, 10000);
        last = e;
    }
ck_assert_double_eq_tol(zn_ode_value(ode)[1], -0.8928097010248125, 1e-7);
}
END_TEST

static zn_status van_der_pol_jacobian(void *user, double t, const double y[],
                                      double J[])
{
    double f[2], beside[2];
    const double up[2] = {y[0], y[1] + 1};
    zn_status st = van_der_pol(user, t, y, f);

    if (!st)
        st = van_der_pol(user, t, up, beside);
    /* y0' = y1; y1' = k ((1 - y0^2) y1 - y0), which is linear in y1 */
    const double with_y1 = beside[1] - f[1], k = with_y1 / (1 - y[0] * y[0]);
    J[0] = 0;
    J[1] = k * (-2 * y[0] * y[1] - 1);
    J[2] = 1;
    J[3] = with_y1;
    return st;
}

/* The same motion; evaluations of f that differences take are not needed. */
START_TEST(a_jacobian_may_be_given)
{
    const double y0[] = {2, 0};
    zn_ode_problem p = problem(2, van_der_pol, 1e-8, 1e-8);
    zn_ode_info by_differences, given;

    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(2);
    zn_ode_look(ode, &by_differences);
    p.jacobian = van_der_pol_jacobian;
    *zn_ode_length(ode) = 0;
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(2);
    zn_ode_look(ode, &given);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], 1.706167732170469, 1e-6);
    ck_assert_double_eq_tol(zn_ode_value(ode)[1], -0.8928097010248125, 1e-6);
    ck_assert_int_lt(given.evaluations - by_differences.evaluations,
                     by_differences.evaluations);
}
END_TEST

/* ---- conduct --------------------------------------------------------------------------- */

/* A limit is met to the bit, and from the same state and length the same bits follow. */
START_TEST(restarts_have_the_same_bits)
{
    const double y0[] = {1, 0, 0};
    const zn_ode_problem p = problem(3, robertson, 1e-8, 1e-12);

    restarts_with_the_same_bits(&p, y0);
}
END_TEST

/* y' = -sqrt(y) must not be asked beyond y = 0 */
static zn_status root_of(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    if (y[0] < 0)
        return ZN_RETRY;
    f[0] = -sqrt(y[0]);
    return ZN_OK;
}

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

/* At the least tolerances the equations of a step over a jump have no solution at all. */
START_TEST(a_jump_of_f_is_passed_at_the_tolerance_of_rounding)
{
    for (int i = 0; i < 6; i++)
        ck_assert_double_lt(
            jump_error(&jumping_motions[1], 1e-15, 0.005 * i, 0.005 * i), 100);
}
END_TEST

/* The jump is nearer to the start than a difference of f goes (1.5e-8): with that in df/dy errors
 * were 34 times the tolerance, which was judged by a hundredth of them. */
START_TEST(a_jump_within_the_differences_is_no_derivative)
{
    const jumping m = {dry, dry_exact, -1, 0, 2};

    for (int i = 0; i < 40; i++)
        ck_assert_double_lt(
            jump_error(&m, 1e-4, -0.01 * i, -pow(10, -8 - 0.1 * i)), 1);
}
END_TEST

START_TEST(what_cannot_go_on_says_so)
{
    const double one = 1;
    const zn_ode_problem p = problem(1, root_of, 1e-8, 1e-8);
    zn_status st = ZN_OK;

    MUST(zn_ode_begin(ode, &p, 0, &one));
    while (!st && zn_ode_time(ode) < 3) /* y = (1 - t/2)^2 ends at 2 */
        st = zn_ode_step(ode, 3);
    ck_assert_int_eq(st, ZN_UNSOLVED);
    ck_assert_double_eq_tol(zn_ode_time(ode), 2, 1e-3);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "no step is short enough"));
}
END_TEST

/* y' = t^6, which may not be asked for t in (0.12, 0.14). */
static zn_status gap(void *user, double t, const double y[], double f[])
{
    (void)user, (void)y;
    f[0] = pow(t, 6);
    return t > 0.12 && t < 0.14 ? ZN_RETRY : ZN_OK;
}

/* A step of 1 makes errors so large that the next is 0.2, whose middle point, 0.129, is
 * in the gap: nothing is known of the error then, and a quarter, 0.05, comes next. */
START_TEST(where_newton_fails_a_quarter_of_the_step_is_tried)
{
    const double zero = 0;
    const zn_ode_problem p = problem(1, gap, 0, 1e-7);
    zn_ode_info info;

    *zn_ode_length(ode) = 1;
    MUST(zn_ode_begin(ode, &p, 0, &zero));
    MUST(zn_ode_step(ode, 10));
    zn_ode_look(ode, &info);
    ck_assert_int_eq(info.rejected, 2);
    ck_assert_double_eq_tol(zn_ode_time(ode), 0.05, 1e-15);
}
END_TEST

/* y' = -1000 (y - cos t), which may not be asked beyond y = 1, where it starts */
static zn_status below_one(void *user, double t, const double y[], double f[])
{
    (void)user;
    f[0] = -1000 * (y[0] - cos(t));
    return y[0] > 1 ? ZN_RETRY : ZN_OK;
}

START_TEST(at_the_edge_of_a_domain_differences_go_the_other_way)
{
    const double one = 1;
    const zn_ode_problem p = problem(1, below_one, 0, 1e-8);

    MUST(zn_ode_begin(ode, &p, 0, &one));
    run(1);
    /* y = cos t + sin t / 1000 + O(1e-6) */
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], cos(1) + sin(1) / 1000, 2e-6);
}
END_TEST

static zn_status all(const zn_allocator *alloc)
{
    const double y0[] = {1, 0, 0};
    const zn_ode_problem p = problem(3, robertson, 1e-6, 1e-9);
    const zn_ode_problem other = problem(2, circle, 1e-6, 1e-9);

    return two_sizes(alloc, ode_class, &p, y0, &other);
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all);
}
END_TEST

START_TEST(steps_and_new_starts_allocate_nothing)
{
    const double y0[] = {1, 0, 0};
    const zn_ode_problem p = problem(3, robertson, 1e-6, 1e-9);

    allocates_nothing(&p, y0, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("radau");
    TCase *t = tcase_create("all");

    ode_class = "radau";
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, order_is_five);
    tcase_add_test(t, a_cubic_is_exact_everywhere);
    tcase_add_test(t, a_fast_decay_does_not_set_the_step);
    tcase_add_test(t, robertsons_kinetics);
    tcase_add_test(t, van_der_pols_oscillator);
    tcase_add_test(t, a_jacobian_may_be_given);
    tcase_add_test(t, restarts_have_the_same_bits);
    tcase_add_test(t, a_jump_of_f_is_gone_over);
    tcase_add_test(t, jumps_and_kinks_of_f_cost_no_more_than_tolerances);
    tcase_add_test(t, a_jump_of_f_is_passed_at_the_tolerance_of_rounding);
    tcase_add_test(t, a_jump_within_the_differences_is_no_derivative);
    tcase_add_test(t, what_cannot_go_on_says_so);
    tcase_add_test(t, at_the_edge_of_a_domain_differences_go_the_other_way);
    tcase_add_test(t, where_newton_fails_a_quarter_of_the_step_is_tried);
    tcase_add_test(t, every_allocation_may_fail);
    tcase_add_test(t, steps_and_new_starts_allocate_nothing);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
