/* test_impacts.c - billiards, a yo-yo and a brake against what is known of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/run.h"

/* ---- billiards ------------------------------------------------------------------- */

START_TEST(the_cue_ball_rolls_after_the_other)
{
    const double v = 1, h = 2e-4, mu = 0.2, g = 9.81;
    run r = run_recorded("billiards",
                         "--set rows=1 --set e=1 --set mu_ball=0 --set v=1 "
                         "--set T=2 --set h=%g", h);

    /* the cloth acts one step too early or too late */
    CLOSE(run_at(&r, -1, "vx0"), 2 * v / 7, mu * g * h);
    CLOSE(run_at(&r, -1, "vx1"), 5 * v / 7, mu * g * h);
    CLOSE(run_at(&r, -1, "vx0") + run_at(&r, -1, "vx1"), v, 1e-10);
    CLOSE(run_at(&r, -1, "y1"), 0, 1e-12);
    run_free(&r);
}
END_TEST

static double sum(const run *r, long row, const char *name, int n, bool squares)
{
    double total = 0;

    for (int k = 0; k < n; k++) {
        char column[32];
        snprintf(column, sizeof column, "%s%d", name, k);
        const double x = run_at(r, row, column);
        total += squares ? x * x : x;
    }
    return total;
}

/* Smooth balls on smooth cloth: what the cue ball brings is shared, all of it with e = 1,
 * and the rack opens as it stands, the same to both sides. */
START_TEST(a_break_keeps_momentum_energy_and_symmetry)
{
    run r = run_recorded("billiards",
                         "--set mu=0 --set mu_ball=0 --set spin=0 --set e=1 "
                         "--set gap=%g --set h=2e-4 --set T=0.3 "
                         "--set relations=start", 0.0);

    CLOSE(sum(&r, -1, "vx", 16, false), 8, 1e-8);
    CLOSE(sum(&r, -1, "vy", 16, false), 0, 1e-8);
    CLOSE(sum(&r, -1, "vx", 16, true) + sum(&r, -1, "vy", 16, true), 64, 1e-7);
    /* last row of the rack: balls 11 ... 15, mirrored */
    for (int k = 11; k <= 15; k++) {
        char a[8], b[8];
        snprintf(a, sizeof a, "vx%d", k);
        snprintf(b, sizeof b, "vx%d", 26 - k);
        CLOSE(run_at(&r, -1, a), run_at(&r, -1, b), 1e-8);
        snprintf(a, sizeof a, "vy%d", k);
        snprintf(b, sizeof b, "vy%d", 26 - k);
        CLOSE(run_at(&r, -1, a), -run_at(&r, -1, b), 1e-8);
    }
    ck_assert_double_gt(run_at(&r, -1, "vy15"), 0.5);
    run_free(&r);
}
END_TEST

/* ---- yo-yo -------------------------------------------------------------------------- */

START_TEST(the_string_ends_and_takes_its_part)
{
    const double h = 1e-4, L = 0.8, g = 9.81, k = 0.03 * 0.03 / 2 / (0.006 * 0.006);
    const double keeps = (k - 1) / (k + 1);
    const double T = sqrt(2 * L * (1 + k) / g);
    run r = run_recorded("yo_yo", "--set h=%g --set T=8", h);
    double due = T, top = L;
    long row = 1;

    for (int turn = 1; turn <= 3; turn++) {
        const double spin = sqrt(2 * g * top / (1 + k)) / 0.006;
        while (row + 1 < r.rows && run_at(&r, row, "t") < due - 0.01)
            row++;
        while (row + 1 < r.rows && run_at(&r, row, "turned") *
                                           run_at(&r, row - 1, "turned") > 0)
            row++;
        /* the kink is seen one step late: r |a| is off by v h, and so is the height */
        CLOSE(run_at(&r, row, "t"), due, (turn + 1) * 4 * h);
        CLOSE(fabs(run_at(&r, row - 1, "rate")), spin, 5e-3 * spin);
        CLOSE(fabs(run_at(&r, row + 2, "rate")) /
                  fabs(run_at(&r, row - 1, "rate")), keeps, 1e-3);
        top *= keeps * keeps;
        due += 2 * sqrt(2 * top * (1 + k) / g);
    }
    run_free(&r);
}
END_TEST

/* From event to event the string's end is an instant, and a contact that is closed is hit: the two
 * rows of each impact. */
START_TEST(the_end_of_the_string_is_an_event)
{
    const double L = 0.8, g = 9.81, k = 0.03 * 0.03 / 2 / (0.006 * 0.006);
    const double keeps = (k - 1) / (k + 1);
    run r = run_recorded("yo_yo", "--set simulation=event-driven --set T=%g", 8.5);
    double due = sqrt(2 * L * (1 + k) / g), top = L;
    int turns = 0;

    for (long row = 1; row < r.rows; row++) {
        const double spin = sqrt(2 * g * top / (1 + k)) / 0.006;
        if (run_at(&r, row, "t") != run_at(&r, row - 1, "t"))
            continue;
        CLOSE(run_at(&r, row, "t"), due, 1e-9);
        CLOSE(fabs(run_at(&r, row - 1, "rate")), spin, 1e-9 * spin);
        CLOSE(fabs(run_at(&r, row, "rate")), keeps * spin, 1e-9 * spin);
        CLOSE(run_at(&r, row, "turned"), 0, 1e-8);
        top *= keeps * keeps;
        due += 2 * sqrt(2 * top * (1 + k) / g);
        turns++;
    }
    ck_assert_int_eq(turns, 4);
    run_free(&r);
}
END_TEST

/* ---- Newton's cradle ------------------------------------------------------------------ */

/* Rates of three balls after the first impact, in parts of that of the first ball before it:
 * sqrt(2 g (1 - cos a)/L). Those of springs are chains of equal balls without weight, one of which hits
 * two that touch, integrated as such (rtol 1e-13). */
static void cradle(const char *law, double r0, double r1, double r2, double tol)
{
    const double rate = sqrt(2 * 9.81 * (1 - cos(0.5)) / 0.15);
    const double after[3] = {r0 * rate, r1 * rate, r2 * rate};
    run r = run_recorded("newtons_cradle", "--set simulation=event-driven --set N=3 --set %s", law);
    long hit = 1;

    while (hit < r.rows && !(run_at(&r, hit, "t") == run_at(&r, hit - 1, "t") &&
                             run_at(&r, hit, "t") > 0.1))
        hit++;
    ck_assert_int_lt(hit, r.rows);
    CLOSE(run_at(&r, hit - 1, "w0"), rate, 1e-9);
    CLOSE(run_at(&r, hit, "w0"), after[0], tol);
    CLOSE(run_at(&r, hit, "w1"), after[1], tol);
    CLOSE(run_at(&r, hit, "w2"), after[2], tol);

    /* nothing is lost in 6 s and some forty impacts */
    double energy = 0;
    for (int i = 0; i < 3; i++) {
        const double w = run_at(&r, r.rows - 1, i == 0 ? "w0" : i == 1 ? "w1" : "w2");
        const double a = run_at(&r, r.rows - 1, i == 0 ? "a0" : i == 1 ? "a1" : "a2");
        energy += w * w / 2 + 9.81 / 0.15 * (1 - cos(a));
    }
    CLOSE(energy, rate * rate / 2, 1e-9 * rate * rate);
    run_free(&r);
}

START_TEST(a_cradle_does_as_its_law_says)
{
    cradle("law=springs", -0.070952354, 0.076403039, 0.994549315, 1e-8);
    cradle("eta=1", -0.130261695, 0.150229569, 0.980032126, 1e-8);
    cradle("law=newton", -1.0 / 3, 2.0 / 3, 2.0 / 3, 1e-9);
    cradle("law=poisson", -1.0 / 3, 2.0 / 3, 2.0 / 3, 1e-9);
}
END_TEST

/* ---- brake --------------------------------------------------------------------------- */

START_TEST(a_silent_brake_takes_its_time)
{
    const double slower = 0.4 * 10 * 0.1 * 0.1 / 0.5; /* mu N R^2/J */
    run r = run_recorded("brake", "--set rest=0.4 --set c=20 --set speed=%g "
                                  "--set h=1e-3 --set T=10", 0.9);

    for (long k = 0; k < r.rows && run_at(&r, k, "t") < 10; k += 100)
        CLOSE(run_at(&r, k, "rim"), 0.9 - slower * run_at(&r, k, "t"), 1e-9);
    run_free(&r);
}
END_TEST

/* A disc that nothing stops: one turn of stick and slip after the other. The friction
 * falls over 1e-4 m/s, which the formulas take for none; V is 0.15 m/s. */
START_TEST(a_brake_squeals_with_its_period)
{
    const double V = 0.15, D = 2, k = 2000, w = 100;
    const double period = 2 * D / (k * V) + 2 / w * (acos(-1.0) - atan(D * w / (k * V)));
    const double swing = hypot(D / k, V / w);
    run r = run_recorded("brake", "--set J=1e9 --set s=1e-4 --set T=0.6 --set h=%g",
                         1e-5);
    double first = 0, last = 0, most = 0, least = 1;
    int turns = -1;

    for (long i = 1; i < r.rows; i++) {
        if (run_at(&r, i, "t") < 0.1) /* the first turn begins elsewhere */
            continue;
        most = fmax(most, run_at(&r, i, "pad"));
        least = fmin(least, run_at(&r, i, "pad"));
        if (fabs(run_at(&r, i, "slip")) < 1e-12 ||
            fabs(run_at(&r, i - 1, "slip")) > 1e-12)
            continue;
        last = run_at(&r, i, "t"); /* it begins to slip */
        first = turns < 0 ? last : first;
        turns++;
    }
    ck_assert_int_ge(turns, 5);
    CLOSE((last - first) / turns, period, 5e-3 * period);
    CLOSE(most, 0.4 * 10 / k + swing, 2e-2 * swing);
    CLOSE(least, 0.4 * 10 / k - swing, 2e-2 * swing);
    run_free(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("samples: impacts");
    TCase *tc = tcase_create("impacts");

    tcase_set_timeout(tc, 120);
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_add_test(tc, the_cue_ball_rolls_after_the_other);
    tcase_add_test(tc, a_break_keeps_momentum_energy_and_symmetry);
    tcase_add_test(tc, the_string_ends_and_takes_its_part);
    tcase_add_test(tc, the_end_of_the_string_is_an_event);
    tcase_add_test(tc, a_cradle_does_as_its_law_says);
    tcase_add_test(tc, a_silent_brake_takes_its_time);
    tcase_add_test(tc, a_brake_squeals_with_its_period);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
