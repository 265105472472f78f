/* test_ode.c - smooth motion: order, error control, values in between, roots
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/ode_jumps.h"

/* ---- fields -------------------------------------------------------------- */

/* Kepler's motion, eccentricity 0.6, period 2 pi */
static zn_status orbit(void *user, double t, const double y[], double f[])
{
    const double r = hypot(y[0], y[1]);

    (void)user, (void)t;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -y[0] / (r * r * r);
    f[3] = -y[1] / (r * r * r);
    return ZN_OK;
}

static const double orbit0[] = {0.4, 0, 0, 2};

/* y = t^n */
static zn_status power(void *user, double t, const double y[], double f[])
{
    const int n = *(int *)user;

    (void)y;
    f[0] = n * pow(t, n - 1);
    return ZN_OK;
}

/* The same error, and in the last step also halfway. */
static double circle_errors(double h, double *between)
{
    const double e = circle_error(h, 1e200, 1e200); /* whatever the error is */
    const double m = 2 - h / 2;
    double y[2];

    zn_ode_at(ode, m, y);
    *between = hypot(y[0] - cos(m), y[1] - sin(m));
    return e;
}

START_TEST(order_is_five_and_four_in_between)
{
    double b1, b2, e1 = circle_errors(0.1, &b1), e2 = circle_errors(0.05, &b2);

    ck_assert_double_eq_tol(log2(e1 / e2), 5, 0.1);
    /* one step of a solution of order 4: its own error is of order 5 */
    ck_assert_double_gt(log2(b1 / b2), 4);
}
END_TEST

/* t^4 the pair of order 5 has exactly in between, t^7 the formula of order 8. */
START_TEST(powers_up_to_the_order_in_between_are_exact)
{
    int n = strcmp(ode_class, "dormand-prince-853") == 0 ? 7 : 4;
    const double y0 = 0;
    zn_ode_problem p = problem(1, power, 1e200, 1e200);
    double y;

    p.user = &n;
    p.h_max = 0.7;

    *zn_ode_length(ode) = 0.7;
    MUST(zn_ode_begin(ode, &p, 0, &y0));
    MUST(zn_ode_step(ode, 10));
    for (double t = 0; t <= 0.7; t += 0.05) {
        zn_ode_at(ode, t, &y);
        ck_assert_double_eq_tol(y, pow(t, n), 1e-15);
    }
}
END_TEST

START_TEST(order_is_eight_and_seven_in_between)
{
    double b1, b2, e1 = circle_errors(0.5, &b1), e2 = circle_errors(0.25, &b2);

    ck_assert_double_eq_tol(log2(e1 / e2), 8, 0.3);
    /* the error of one step of a solution of order 7 is of order 8 */
    ck_assert_double_gt(log2(b1 / b2), 7.5);
}
END_TEST

/* Orders on a motion that is not linear, where all conditions of order count: the orbit
 * once around, and half a step before its end. */
static double orbit_error(double h, double *between)
{
    const zn_ode_problem p = {
        .n = 4, .field = orbit, .rtol = 1e200, .atol = 1e200, .h_max = h};
    const double t1 = 1, m = t1 - h / 2;
    /* eccentric anomaly E - 0.6 sin E = t */
    double E[2] = {1, 1}, e[2], y[4];
    const double t[2] = {t1, m};

    *zn_ode_length(ode) = h;
    MUST(zn_ode_begin(ode, &p, 0, orbit0));
    run(t1);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 50; i++)
            E[k] -= (E[k] - 0.6 * sin(E[k]) - t[k]) / (1 - 0.6 * cos(E[k]));
        zn_ode_at(ode, t[k], y);
        e[k] = hypot(y[0] - (cos(E[k]) - 0.6), y[1] - 0.8 * sin(E[k]));
    }
    *between = e[1];
    return e[0];
}

START_TEST(the_order_is_that_of_nonlinear_motion_too)
{
    const bool high = strcmp(ode_class, "dormand-prince-853") == 0;
    const double h = high ? 1 / 32.0 : 1 / 128.0;
    double b1, b2, e1 = orbit_error(h, &b1), e2 = orbit_error(h / 2, &b2);

    ck_assert_double_gt(log2(e1 / e2), high ? 7.5 : 4.5);
    /* what the ends have of error is in it, too */
    ck_assert_double_gt(log2(b1 / b2), high ? 7 : 4);
}
END_TEST

/* How far the motion is from the straight line between the ends of a step: not farther than
 * zn_ode_sag says, and that is no more than three times as far as it is. */
START_TEST(a_step_sags_no_farther_than_it_says)
{
    const zn_ode_problem p = problem(4, orbit, 1e-8, 1e-8);

    MUST(zn_ode_begin(ode, &p, 0, orbit0));
    while (zn_ode_time(ode) < 2 * M_PI) {
        double a[4], b[4], y[4], sag[4], most[4] = {0};
        MUST(zn_ode_step(ode, 2 * M_PI));
        const double t0 = zn_ode_before(ode), t1 = zn_ode_time(ode);
        zn_ode_at(ode, t0, a);
        zn_ode_at(ode, t1, b);
        ck_assert(zn_ode_sag(ode, sag));
        for (double s = 0; s <= 1; s += 1.0 / 64) {
            zn_ode_at(ode, t0 + s * (t1 - t0), y);
            for (int i = 0; i < 4; i++)
                most[i] = fmax(most[i], fabs(y[i] - a[i] - s * (b[i] - a[i])));
        }
        for (int i = 0; i < 4; i++)
            ck_assert_double_le(most[i], sag[i] * (1 + 1e-9) + 1e-14);
        /* of position, which has no turning point in a step */
        ck_assert_double_le(fmin(sag[0], sag[1]), 3 * fmax(most[0], most[1]));
    }
}
END_TEST

/* What the formula of order 8 is for. */
START_TEST(many_digits_take_fewer_calls)
{
    static const char *const class[] = {"dormand-prince", "dormand-prince-853"};
    const zn_ode_problem p = problem(4, orbit, 1e-12, 1e-12);
    zn_ode_info info[2];
    double e[2];

    for (int k = 0; k < 2; k++) {
        teardown();
        ode_class = class[k];
        setup();
        MUST(zn_ode_begin(ode, &p, 0, orbit0));
        run(2 * M_PI);
        zn_ode_look(ode, &info[k]);
        e[k] = hypot(zn_ode_value(ode)[0] - 0.4, zn_ode_value(ode)[1]);
    }
    ck_assert_int_lt(2 * info[1].evaluations, info[0].evaluations);
    ck_assert_double_lt(e[1], 2 * e[0]);
}
END_TEST

START_TEST(the_error_follows_the_tolerance)
{
    double last = 1;

    for (double tol = 1e-5; tol > 1e-12; tol /= 100) {
        const zn_ode_problem p = problem(4, orbit, tol, tol);
        const double *y = zn_ode_value(ode);
        double e;
        MUST(zn_ode_begin(ode, &p, 0, orbit0));
        y = zn_ode_value(ode);
        run(2 * M_PI);
        e = hypot(y[0] - 0.4, y[1]);
        ck_assert_double_lt(e,
                            300 * tol); /* the orbit amplifies errors so much */
        ck_assert_double_lt(e, last / 20);
        last = e;
    }
}
END_TEST

START_TEST(a_limit_is_met_to_the_bit)
{
    const zn_ode_problem p = problem(4, orbit, 1e-8, 1e-8);

    MUST(zn_ode_begin(ode, &p, 0, orbit0));
    for (double t = 0.1; t < 3; t += 0.1) {
        run(t);
        ck_assert(zn_ode_time(ode) == t);
    }
    REFUSED(zn_ode_step(ode, 1), ZN_EINVAL, "must go forward");
}
END_TEST

/* From the same state and length the same bits follow. */
START_TEST(state_and_length_are_all_there_is_to_remember)
{
    const zn_ode_problem p = problem(4, orbit, 1e-9, 1e-9);

    restarts_with_the_same_bits(&p, orbit0);
}
END_TEST

/* ---- failures ------------------------------------------------------------ */

static zn_status blow_up(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[0] * y[0];
    return ZN_OK;
}

/* y' = -sqrt(y), which must not be asked beyond y = 0 */
static zn_status root_of(void *user, double t, const double y[], double f[])
{
    (void)t;
    if (y[0] < 0)
        return *(bool *)user ? ZN_EUSER : ZN_RETRY;
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

START_TEST(what_cannot_go_on_says_so)
{
    char got[32];
    const double one = 1, y0[] = {1, 0};
    bool fail = false;
    zn_ode_problem p = problem(1, blow_up, 1e-8, 1e-8);
    zn_ode *none;

    MUST(zn_ode_begin(ode, &p, 0, &one));
    for (;;) {
        const zn_status st = zn_ode_step(ode, 2);
        if (!st)
            continue;
        REFUSED(st, ZN_UNSOLVED, "no step is short enough");
        break;
    }
    ck_assert_double_eq_tol(zn_ode_time(ode), 1, 1e-6); /* y = 1/(1 - t) */

    p = problem(1, root_of, 1e-8, 1e-8);
    p.user = &fail;
    *zn_ode_length(ode) = 50; /* the first trial leaves the domain */
    MUST(zn_ode_begin(ode, &p, 0, &one));
    run(1.9);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], 0.05 * 0.05, 1e-7);
    fail = true;
    *zn_ode_length(ode) = 50;
    MUST(zn_ode_begin(ode, &p, 0, &one));
    REFUSED(zn_ode_step(ode, 50), ZN_EUSER, "smooth motion from t = 0");
    ck_assert(zn_ode_time(ode) == 0 && zn_ode_value(ode)[0] == 1);

    p = problem(2, circle, 1e-8, 1e-8);
    p.atol = 0;
    REFUSED(zn_ode_begin(ode, &p, 0, y0), ZN_EINVAL, "must be > 0");
    REFUSED(zn_ode_new(ctx, "euler", &none), ZN_ENOENT, "dormand-prince");
    REFUSED(zn_ode_set(ode, "order", "9"), ZN_ENOENT,
            "integrator of smooth motion");
    REFUSED(zn_ode_get(ode, "order", got, sizeof got), ZN_ENOENT,
            "integrator of smooth motion");
}
END_TEST

/* y' = 1, whose trial of the first length is answered with `st` */
typedef struct refusal {
    zn_status st;
    int calls;
} refusal;

static zn_status refuses(void *user, double t, const double y[], double f[])
{
    refusal *r = user;

    (void)t, (void)y;
    f[0] = 1;
    return ++r->calls == 2 ? r->st : ZN_OK;
}

START_TEST(a_first_trial_outside_the_domain_is_taken_back_a_fault_is_told)
{
    const double zero = 0;
    refusal r = {ZN_RETRY, 0};
    zn_ode_problem p = problem(1, refuses, 1e-8, 1e-8);

    p.user = &r;
    MUST(zn_ode_begin(ode, &p, 0, &zero));
    run(1);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], 1, 1e-12);

    r = (refusal){ZN_EUSER, 0};
    *zn_ode_length(ode) = 0; /* the first length is to be found again */
    MUST(zn_ode_begin(ode, &p, 0, &zero));
    ck_assert_int_eq(zn_ode_step(ode, 1), ZN_EUSER);
    ck_assert(zn_ode_time(ode) == 0 && zn_ode_value(ode)[0] == 0);
}
END_TEST

/* ---- roots --------------------------------------------------------------- */

/* Guards of the circle: y_i - level_i. */
typedef struct levels {
    int n, i[4];
    double level[4];
} levels;

static zn_status level_guard(void *user, double t, const double y[], double g[])
{
    const levels *l = user;

    (void)t;
    for (int k = 0; k < l->n; k++)
        g[k] = y[l->i[k]] - l->level[k];
    return ZN_OK;
}

typedef struct watch {
    levels l;
    signed char direction[4], side[4];
    bool crossed[4];
    zn_guards g;
    zn_root root;
} watch;

static void begin(watch *w, double rtol)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, rtol, rtol);

    w->g =
        (zn_guards){w->l.n, level_guard, &w->l, w->direction, w->side, 1e-12};
    MUST(zn_ode_begin(ode, &p, 0, y0));
}

/* The next root, or t = 100. */
static double next(watch *w)
{
    do {
        if (zn_ode_time(ode) > 90)
            return 100;
        MUST(zn_ode_step(ode, 100));
        MUST(
            zn_ode_root(ode, &w->g, zn_ode_time(ode), 8, w->crossed, &w->root));
    } while (!w->root.found);
    return w->root.t;
}

START_TEST(roots_are_those_of_the_exact_solution)
{
    /* cos t = 0.3 downwards, sin t = -0.9 both ways, cos t = -0.5 upwards */
    watch w = {.l = {3, {0, 1, 0}, {0.3, -0.9, -0.5}}, .direction = {-1, 0, 1}};
    const double want[] = {acos(0.3), 4 * M_PI / 3, M_PI + asin(0.9),
                           2 * M_PI - asin(0.9), 2 * M_PI + acos(0.3)};
    static const int who[] = {0, 2, 1, 1, 0};

    begin(&w, 1e-13);
    for (int k = 0; k < 5; k++) {
        ck_assert_double_eq_tol(next(&w), want[k], 2e-12);
        ck_assert_int_eq(w.root.first, who[k]);
        ck_assert_int_eq(w.root.count, 1);
    }
}
END_TEST

/* The bracket is closed: at the root the guard has crossed, before it it has not. */
START_TEST(a_root_has_crossed_and_its_neighbour_has_not)
{
    watch w = {.l = {1, {0}, {0.1234567}}, .direction = {-1}};
    double y[2];

    begin(&w, 1e-6);
    next(&w);
    zn_ode_at(ode, w.root.t, y);
    ck_assert_double_le(y[0], w.l.level[0]);
    zn_ode_at(ode, nextafter(w.root.t, 0), y);
    ck_assert_double_gt(y[0], w.l.level[0]);
}
END_TEST

START_TEST(guards_that_cross_together_are_named_together)
{
    /* sin and cos meet at pi / 4, one going up and one going down */
    watch w = {.l = {4, {1, 0, 0, 1}, {M_SQRT1_2, M_SQRT1_2, -0.2, 0.99}},
               .direction = {0, 0, 0, 0}};

    begin(&w, 1e-12);
    w.g.tick = 1e-9;
    ck_assert_double_eq_tol(next(&w), M_PI_4, 1e-10);
    ck_assert_int_eq(w.root.count, 2);
    ck_assert_int_eq(w.root.first, 0);
    ck_assert(w.crossed[0] && w.crossed[1] && !w.crossed[2] && !w.crossed[3]);
    ck_assert_double_eq_tol(next(&w), asin(0.99), 1e-9);
}
END_TEST

/* cos t falls below -1 + 5e-9 for 2e-4 s of a step of some 0.3 s. */
START_TEST(a_guard_that_dips_between_samples_is_found)
{
    watch w = {.l = {1, {0}, {-1 + 5e-9}}, .direction = {-1}};

    begin(&w, 1e-11);
    ck_assert_double_eq_tol(next(&w), M_PI - 1e-4, 1e-6);
    ck_assert_double_eq_tol(next(&w), 3 * M_PI - 1e-4, 1e-6);
    /* one that stays above is not */
    w = (watch){.l = {1, {0}, {-1 - 5e-9}}, .direction = {-1}};
    begin(&w, 1e-11);
    ck_assert_double_eq(next(&w), 100);
}
END_TEST

/* sin t starts at zero: which side it is on may be known better than by its value. */
START_TEST(the_side_at_the_start_can_be_decreed)
{
    watch w = {.l = {1, {1}, {1e-18}}, .direction = {-1}, .side = {1}};

    begin(&w, 1e-12);
    ck_assert_double_eq_tol(next(&w), M_PI, 1e-10);
    /* with the first sign it shows it is below, comes up unseen, and goes down */
    w = (watch){.l = {1, {1}, {1e-18}}, .direction = {-1}};
    begin(&w, 1e-12);
    ck_assert_double_eq_tol(next(&w), M_PI, 1e-10);
    /* decreed to be above what it never reaches: at once */
    w = (watch){.l = {1, {1}, {1.5}}, .direction = {-1}, .side = {1}};
    begin(&w, 1e-12);
    ck_assert_double_eq(next(&w), 0);
}
END_TEST

/* Of a step to `end`: above only between its start, where rounding has it below, and a thousandth of it. */
typedef struct hop {
    double end, asked[200];
    int n;
} hop;

static zn_status hop_guard(void *user, double t, const double y[], double g[])
{
    hop *o = user;

    (void)y;
    ck_assert_int_lt(o->n, 200);
    o->asked[o->n++] = t;
    g[0] = t / o->end * (1e-3 - t / o->end) - 1e-18;
    return ZN_OK;
}

START_TEST(a_search_knows_nothing_of_the_one_before)
{
    watch other = {.l = {1, {0}, {-1e6}}, .side = {1}};
    hop h[2] = {{0}};

    begin(&other, 1e-12);
    MUST(zn_ode_step(ode, 100));
    for (int k = 0; k < 2; k++) {
        const signed char down = -1;
        signed char side = 1;
        zn_guards g = {1, hop_guard, &h[k], &down, &side, 0};
        bool crossed;
        zn_root root;
        h[k].end = zn_ode_time(ode);
        MUST(zn_ode_root(ode, &g, h[k].end, 8, &crossed, &root));
        ck_assert_double_eq_tol(root.t, 1e-3 * h[k].end, 1e-12 * h[k].end);
        MUST(zn_ode_root(ode, &other.g, h[k].end, 8, &crossed, &root));
        ck_assert(!root.found);
    }
    ck_assert_int_eq(h[0].n, h[1].n);
    ck_assert_mem_eq(h[0].asked, h[1].asked, sizeof h[0].asked);
}
END_TEST

/* ---- memory -------------------------------------------------------------- */

static zn_status all(const zn_allocator *alloc)
{
    const double y0[] = {1, 0};
    const zn_ode_problem p = problem(2, circle, 1e-6, 1e-6);
    levels l = {1, {0}, {0.5}};
    signed char down = -1, side = 0;
    zn_guards g = {1, level_guard, &l, &down, &side, 1e-12};
    zn_root root;
    bool crossed;
    zn_ctx *c;
    zn_ode *o = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_ode_new(c, ode_class, &o);
    if (!st)
        st = zn_ode_begin(o, &p, 0, y0);
    if (!st)
        st = zn_ode_step(o, 1);
    if (!st)
        st = zn_ode_root(o, &g, zn_ode_time(o), 8, &crossed, &root);
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
    const zn_ode_problem p = problem(2, circle, 1e-6, 1e-6);

    allocates_nothing(&p, y0, 0);
}
END_TEST

static void five_of_four(void)
{
    ode_class = "dormand-prince";
    setup();
}

static void eight_of_seven(void)
{
    ode_class = "dormand-prince-853";
    setup();
}

/* What holds of both formulas. */
static void add_common(TCase *t)
{
    tcase_add_test(t, powers_up_to_the_order_in_between_are_exact);
    tcase_add_test(t, the_order_is_that_of_nonlinear_motion_too);
    tcase_add_test(t, a_step_sags_no_farther_than_it_says);
    tcase_add_test(t, the_error_follows_the_tolerance);
    tcase_add_test(t, a_limit_is_met_to_the_bit);
    tcase_add_test(t, state_and_length_are_all_there_is_to_remember);
    tcase_add_test(t, a_jump_of_f_is_gone_over);
    tcase_add_test(t, jumps_and_kinks_of_f_cost_no_more_than_tolerances);
    tcase_add_test(t, what_cannot_go_on_says_so);
    tcase_add_test(
        t, a_first_trial_outside_the_domain_is_taken_back_a_fault_is_told);
    tcase_add_test(t, roots_are_those_of_the_exact_solution);
    tcase_add_test(t, a_root_has_crossed_and_its_neighbour_has_not);
    tcase_add_test(t, guards_that_cross_together_are_named_together);
    tcase_add_test(t, a_guard_that_dips_between_samples_is_found);
    tcase_add_test(t, the_side_at_the_start_can_be_decreed);
    tcase_add_test(t, a_search_knows_nothing_of_the_one_before);
    tcase_add_test(t, every_allocation_may_fail);
    tcase_add_test(t, steps_and_new_starts_allocate_nothing);
}

int main(void)
{
    Suite *suite = suite_create("ode");
    TCase *five = tcase_create("5(4)"), *eight = tcase_create("8(5,3)");

    tcase_add_checked_fixture(five, five_of_four, teardown);
    tcase_add_test(five, order_is_five_and_four_in_between);
    add_common(five);
    tcase_add_checked_fixture(eight, eight_of_seven, teardown);
    tcase_add_test(eight, order_is_eight_and_seven_in_between);
    tcase_add_test(eight, many_digits_take_fewer_calls);
    add_common(eight);
    suite_add_tcase(suite, five);
    suite_add_tcase(suite, eight);
    return test_main(suite);
}
