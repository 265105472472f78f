/* test_ode_cost.c - what is asked of fields and guards no oftener than need be
 * SPDX-License-Identifier: Apache-2.0 */
#include "ode_test.h"

enum { SAMPLES = 7 };

static zn_status rest(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t, (void)y;
    f[0] = 0;
    return ZN_OK;
}

/* A guard that counts its calls. */
typedef struct counted {
    double level;
    int calls;
} counted;

/* y_0 - level of the circle */
static zn_status level(void *user, double t, const double y[], double g[])
{
    counted *c = user;

    (void)t;
    c->calls++;
    g[0] = y[0] - c->level;
    return ZN_OK;
}

/* far from zero, and least where t = 1 */
static zn_status valley(void *user, double t, const double y[], double g[])
{
    counted *c = user;

    (void)y;
    c->calls++;
    g[0] = 2 + (t - 1) * (t - 1);
    return ZN_OK;
}

static zn_root look(zn_guard_fn *fn, counted *c)
{
    const signed char both = 0;
    signed char side = 1;
    zn_guards g = {1, fn, c, &both, &side, 1e-12};
    bool crossed;
    zn_root root;

    c->calls = 0;
    MUST(zn_ode_root(ode, &g, zn_ode_time(ode), SAMPLES, &crossed, &root));
    return root;
}

/* What does not move gives no time scale: the first step is a hundredth of the way, and
 * each may be up to five times as long as the one before it, or end where asked. */
START_TEST(what_rests_takes_four_steps)
{
    const double one = 1;
    const zn_ode_problem p = problem(1, rest, 1e-8, 1e-8);
    int steps = 0;

    MUST(zn_ode_begin(ode, &p, 0, &one));
    for (; zn_ode_time(ode) < 1; steps++)
        MUST(zn_ode_step(ode, 1));
    ck_assert_int_le(steps, 4);
    ck_assert_double_eq(zn_ode_value(ode)[0], 1);
}
END_TEST

/* At the start of the step and at each sample, and this in the next step, too, where the
 * guard grows again. */
START_TEST(a_guard_far_from_zero_is_asked_once_a_sample)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-8, 1e-8);
    counted c = {0};

    MUST(zn_ode_begin(ode, &p, 0, y0));
    for (double end = 1; end < 3; end++)
        while (zn_ode_time(ode) < end) {
            MUST(zn_ode_step(ode, end));
            ck_assert(!look(valley, &c).found);
            ck_assert_int_eq(c.calls, SAMPLES + 1);
        }
}
END_TEST

/* Bisection would take some fifty calls down to neighbouring numbers; straight lines take
 * less than half of that where the guard is smooth and its root a simple one. */
START_TEST(a_simple_root_takes_few_calls)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-8, 1e-8);

    for (int k = -8; k <= 8; k++) {
        counted c = {.level = 0.1 * k};
        zn_root root;

        MUST(zn_ode_begin(ode, &p, 0, y0));
        do {
            MUST(zn_ode_step(ode, 100));
            root = look(level, &c);
        } while (!root.found);
        ck_assert_double_eq_tol(root.t, acos(c.level), 1e-6);
        ck_assert_int_le(c.calls, SAMPLES + 1 + 25);
    }
}
END_TEST

/* q'' = -q, and a force that grows from t = *user on: a kink of f there */
static zn_status pushed(void *user, double t, const double y[], double f[])
{
    const double *when = user;

    f[0] = y[1];
    f[1] = -y[0] + fmax(0, t - *when);
    return ZN_OK;
}

/* Calls of f from 0 to 4, and the error there. */
static int calls_with_kink(double when, double tol, double *error)
{
    zn_ode_problem p = problem(2, pushed, tol, tol);
    const double y0[] = {1, 0}, s = fmax(0, 4 - when);
    zn_ode_info before, after;

    p.user = &when;
    *zn_ode_length(ode) = 0;
    zn_ode_look(ode, &before);
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(4);
    zn_ode_look(ode, &after);
    /* q = cos t + s - sin s, s behind the kink */
    *error = fabs(zn_ode_value(ode)[0] - (cos(4) + s - sin(s)));
    return (int)(after.evaluations - before.evaluations);
}

/* Attempts that shorten the way to a kink cost all stages each, and so do steps until they have their
 * length back: 126 calls of f by the formula of order 5 with a kink at 1, 309 by that of order 8. A
 * place that is found by the defect costs a call for each value of it, some twenty, and three steps. Over 280
 * places: no more than `most` calls, `mean` in the mean, and at half of them no more than `left` tolerances. */
static void kinks_cost_few_calls(int most, double mean, double left)
{
    enum { PLACES = 280 };
    double e, calls = 0;
    int exact = 0;
    const int smooth = calls_with_kink(5, 1e-10, &e);

    ck_assert_double_le(e, 1e-8);
    for (int k = 0; k < PLACES; k++) {
        const double when = 0.6 + 0.01 * k;
        const int more = calls_with_kink(when, 1e-10, &e) - smooth;
        ck_assert_double_le(e,
                            1e-7); /* ode_jumps.h: where an estimate is zero */
        ck_assert_msg(more <= most, "kink at %g: %d calls more than without",
                      when, more);
        calls += more;
        exact += e <= left * 1e-10;
    }
    ck_assert_double_le(calls / PLACES, mean);
    ck_assert_int_ge(exact, PLACES / 2);
}

START_TEST(a_kink_costs_a_few_steps_of_order_5)
{
    kinks_cost_few_calls(120, 60, 1);
}
END_TEST

START_TEST(a_kink_costs_a_few_steps_of_order_8)
{
    zn_ode_free(ode);
    MUST(zn_ode_new(ctx, "dormand-prince-853", &ode));
    kinks_cost_few_calls(270, 60, 0.5);
}
END_TEST

/* q'' = -q, and dry friction of 1/2: f jumps where v is zero */
static zn_status rubbed(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -y[0] - copysign(0.5, y[1]);
    return ZN_OK;
}

/* A polynomial that is gone along for a step comes to v = 0 a little early or late: a step that was to
 * end right there ended behind it now and then, and was cut again and again, with 1004 calls of f up
 * to t = 9, from 4.2 to 5.5, at 1e-6, and 1396 at 1e-7. It takes 323 and 481; without a search, 517 and 716. */
START_TEST(a_jump_that_depends_on_y_costs_a_few_steps)
{
    for (double tol = 1e-6; tol > 1e-8; tol /= 10)
        for (double q0 = 4.2; q0 < 5.5; q0 += 0.1) {
            const zn_ode_problem p = problem(2, rubbed, tol, tol);
            const double y0[] = {q0, 0};
            zn_ode_info before, after;
            *zn_ode_length(ode) = 0;
            zn_ode_look(ode, &before);
            MUST(zn_ode_begin(ode, &p, 0, y0));
            run(9);
            zn_ode_look(ode, &after);
            /* each half of a turn takes 1 away; in the third one it is this */
            ck_assert_double_le(
                fabs(zn_ode_value(ode)[0] - ((q0 - 2.5) * cos(9) + 0.5)),
                30 * tol);
            ck_assert_int_le((int)(after.evaluations - before.evaluations),
                             600);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cost of smooth motion");
    TCase *tc = tcase_create("cost");

    ode_class = "dormand-prince";
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_kink_costs_a_few_steps_of_order_5);
    tcase_add_test(tc, a_kink_costs_a_few_steps_of_order_8);
    tcase_add_test(tc, a_jump_that_depends_on_y_costs_a_few_steps);
    tcase_add_test(tc, what_rests_takes_four_steps);
    tcase_add_test(tc, a_guard_far_from_zero_is_asked_once_a_sample);
    tcase_add_test(tc, a_simple_root_takes_few_calls);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
