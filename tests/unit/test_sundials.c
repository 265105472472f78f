/* test_sundials.c - SUNDIALS' integrators as classes of smooth motion, where the plugin was
 * built: accuracy, limits, restarts, failures, roots, event by event
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/ode_test.h"
#include "tests/unit/sundials_test.h"

static const char *const classes[] = {"cvode", "arkode", "ida"};
enum { CLASSES = 3 };

static void make(const char *name)
{
    teardown();
    ode_class = name;
    setup();
}

/* ---- accuracy ------------------------------------------------------------------------- */

/* The circle to t = 7, and in between: errors follow the tolerance. Those of formulas with
 * steps that add up are some hundred times it. */
START_TEST(the_error_follows_the_tolerance)
{
    const double y0[] = {1, 0};

    make(classes[_i]);
    for (double tol = 1e-5; tol > 1e-11; tol /= 100) {
        const zn_ode_problem p = problem(2, circle, tol, tol);
        double y[2];
        MUST(zn_ode_begin(ode, &p, 0, y0));
        while (zn_ode_time(ode) < 7) {
            double m;
            MUST(zn_ode_step(ode, 7));
            m = (zn_ode_before(ode) + zn_ode_time(ode)) / 2;
            zn_ode_at(ode, m, y);
            ck_assert_double_lt(hypot(y[0] - cos(m), y[1] - sin(m)), 300 * tol);
        }
        ck_assert(zn_ode_time(ode) == 7);
        ck_assert_double_lt(
            hypot(zn_ode_value(ode)[0] - cos(7), zn_ode_value(ode)[1] - sin(7)),
            300 * tol);
    }
}
END_TEST

START_TEST(a_fast_decay_does_not_set_the_step)
{
    const zn_ode_problem p = problem(1, stiff, 1e-8, 1e-8);
    const double y0 = 1.5;
    zn_ode_info info;

    make(_i ? "ida" : "cvode");
    MUST(zn_ode_begin(ode, &p, 0, &y0));
    run(10);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], cos(10), 1e-6);
    zn_ode_look(ode, &info);
    ck_assert_int_lt(info.steps, 2000); /* an explicit one would need 10^7/3 */
    ck_assert_int_gt(info.evaluations, info.steps);
}
END_TEST

START_TEST(options_are_theirs)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-9, 1e-9);
    zn_ode_info low, high;

    make("arkode");
    MUST(zn_ode_set(ode, "order", "3"));
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(5);
    zn_ode_look(ode, &low);
    make("arkode");
    MUST(zn_ode_set(ode, "order", "8"));
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(5);
    zn_ode_look(ode, &high);
    ck_assert_int_gt(low.steps, 10 * high.steps);
    make("cvode");
    MUST(zn_ode_set(ode, "method", "adams"));
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(5);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], cos(5), 1e-6);
    REFUSED(zn_ode_set(ode, "method", "euler"), ZN_EINVAL, "bdf");
}
END_TEST

/* An option that is set after a first begin holds from the next one on. */
START_TEST(options_may_change_between_runs)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-9, 1e-9);
    zn_ode_info low, high;

    make("arkode");
    MUST(zn_ode_set(ode, "order", "8"));
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(5);
    zn_ode_look(ode, &high);
    MUST(zn_ode_set(ode, "order", "3"));
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(5);
    zn_ode_look(ode, &low);
    ck_assert_int_gt(low.steps, 10 * high.steps);
}
END_TEST

/* ---- what all classes keep ------------------------------------------------------------- */

START_TEST(state_and_length_are_all_there_is_to_remember)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-9, 1e-9);

    make(classes[_i]);
    restarts_with_the_same_bits(&p, y0);
}
END_TEST

/* y' = -sqrt(y), which must not be asked beyond y = 0 */
static zn_status root_of(void *user, double t, const double y[], double f[])
{
    (void)t;
    if (y[0] < 0)
        return *(bool *)user ? ZN_EUSER : ZN_RETRY;
    f[0] = -sqrt(y[0]);
    return ZN_OK;
}

static zn_status blow_up(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[0] * y[0];
    return ZN_OK;
}

START_TEST(what_cannot_go_on_says_so)
{
    const double one = 1;
    bool fail = true;
    zn_ode_problem p = problem(1, blow_up, 1e-8, 1e-8);
    zn_status st = ZN_OK;

    make(classes[_i]);
    MUST(zn_ode_begin(ode, &p, 0, &one));
    for (int k = 0; k < 100000 && !st; k++)
        st = zn_ode_step(ode, 2);
    REFUSED(st, ZN_UNSOLVED, "no step is short enough");
    ck_assert_double_eq_tol(zn_ode_time(ode), 1, 1e-4); /* y = 1/(1 - t) */

    p = problem(1, root_of, 1e-8, 1e-8);
    p.user = &fail;
    *zn_ode_length(ode) = 0;
    MUST(zn_ode_begin(ode, &p, 0, &one));
    for (int k = 0; k < 100000 && !(st = zn_ode_step(ode, 3)); k++)
        ;
    REFUSED(st, ZN_EUSER, "smooth motion from t =");
}
END_TEST

START_TEST(another_size_is_another_integrator)
{
    const double y0[] = {1, 0}, one = 1.5;
    const zn_ode_problem two = problem(2, circle, 1e-9, 1e-9),
                         p = problem(1, stiff, 1e-6, 1e-6);

    make("ida");
    MUST(zn_ode_begin(ode, &two, 0, y0));
    run(1);
    *zn_ode_length(ode) = 0;
    MUST(zn_ode_begin(ode, &p, 0, &one));
    run(1);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], cos(1), 1e-4);
}
END_TEST

/* ---- events ------------------------------------------------------------------------------- */

static zn_status height(void *user, double t, const double y[], double g[])
{
    (void)user, (void)t;
    g[0] = y[0] - 0.25;
    return ZN_OK;
}

/* cos t = 1/4 */
START_TEST(roots_are_found_between_their_steps)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-11, 1e-11);
    signed char direction = 0, side = 0;
    bool crossed;
    zn_guards g = {1, height, NULL, &direction, &side, 1e-12};
    const double want[] = {acos(0.25), 2 * M_PI - acos(0.25)};
    int k = 0;

    make(classes[_i]);
    MUST(zn_ode_begin(ode, &p, 0, y0));
    while (k < 2) {
        zn_root root;
        MUST(zn_ode_step(ode, 10));
        MUST(zn_ode_root(ode, &g, zn_ode_time(ode), 8, &crossed, &root));
        if (root.found)
            ck_assert_double_eq_tol(root.t, want[k++], 1e-8);
    }
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *t;

    if (!sundials_is_there())
        return test_in_ci() ? EXIT_FAILURE : TEST_SKIPPED;
    suite = suite_create("SUNDIALS");
    t = tcase_create("all");
    ode_plugin = "SundialsPlugin";
    ode_class = "cvode";
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, the_error_follows_the_tolerance, 0, CLASSES);
    tcase_add_loop_test(t, a_fast_decay_does_not_set_the_step, 0, 2);
    tcase_add_test(t, options_are_theirs);
    tcase_add_test(t, options_may_change_between_runs);
    tcase_add_loop_test(t, state_and_length_are_all_there_is_to_remember, 0,
                        CLASSES);
    tcase_add_loop_test(t, what_cannot_go_on_says_so, 0, CLASSES);
    tcase_add_test(t, another_size_is_another_integrator);
    tcase_add_loop_test(t, roots_are_found_between_their_steps, 0, CLASSES);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
