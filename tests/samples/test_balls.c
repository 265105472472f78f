/* test_balls.c - samples of falling bodies: bouncing ball, bead column, two
 * balls, ball on a moving plane, against their exact motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/samples/run.h"

/* Columns `name` of the run against column col of the table, row by row. */
static void check_column(const run *r, const char *name, const reference *ref,
                         long col, double tol)
{
    const long c = run_column(r, name);
    ck_assert_int_eq(r->rows, ref->rows);
    for (long k = 0; k < r->rows; k++)
        reference_check(ref, k, col, r->x[k * r->cols + c], tol);
}

/* ---- bouncing ball ---------------------------------------------------------------- */

START_TEST(apexes_fall_by_e_squared)
{
    /* from 0.9 m above the floor, e = 0.9; the apex is between two rows, and an
     * impact is late by at most 3/2 steps at 4.2 m/s */
    const double h = 1e-4;
    run r = run_recorded("bouncing_ball", "--set h=%g --set T=2.9", h);
    double apex = 0.9;
    int found = 0;
    for (long k = 1; k + 1 < r.rows; k++) {
        const double y = run_at(&r, k, "gap");
        if (y < run_at(&r, k - 1, "gap") || y <= run_at(&r, k + 1, "gap"))
            continue;
        apex *= 0.81;
        CLOSE(y, apex, 1.5 * h * 4.21);
        found++;
    }
    ck_assert_int_eq(found, 4); /* at 0.81, 1.55, 2.21 and 2.80 s */
    run_free(&r);
}
END_TEST

START_TEST(the_ball_comes_to_rest_and_is_carried)
{
    /* the impacts end at sqrt(2 0.9/g) 1.9/0.1 = 8.14 s; then each step leaves
     * 0.9 of a velocity of at most g h: 172 steps to 9 s */
    run r = run_recorded("bouncing_ball", "--set T=9 --set m=2");
    const double left = 9.81 * 5e-3 * pow(0.9, 172);
    CLOSE(run_at(&r, -1, "v"), 0, left);
    CLOSE(run_at(&r, -1, "impulse"), 2 * 9.81 * 5e-3, 4 * left);
    CLOSE(run_at(&r, -1, "gap"), 0, 1e-3);
    run_free(&r);
}
END_TEST

START_TEST(functions_of_a_plugin_are_as_good_as_matrices)
{
    run a = run_recorded("bouncing_ball", "--set T=3");
    run b = run_recorded("bouncing_ball", "--set T=3 --set floor=scleronomous");
    ck_assert_int_eq(a.rows, b.rows);
    for (long i = 0; i < a.rows * a.cols; i++)
        CLOSE(a.x[i], b.x[i], 1e-12);
    run_free(&a);
    run_free(&b);
}
END_TEST

START_TEST(a_compliant_floor_gives_the_energy_back)
{
    /* w = sqrt(k/m) = 100/s; the ball arrives with v = sqrt(2 g 0.9) and sinks in
     * by g/w^2 + sqrt((g/w^2)^2 + (v/w)^2) = 4.301e-2 m */
    run r = run_recorded("bouncing_ball", "--set floor=compliant --set h=1e-5 "
                                          "--set gamma_input=0.5 --set T=1.1");
    double deepest = 1, apex = 0;
    for (long k = 0; k < r.rows; k++) {
        const double q = run_at(&r, k, "q");
        deepest = fmin(deepest, q);
        if (run_at(&r, k, "t") > 0.6)
            apex = fmax(apex, q);
    }
    const double sag = 9.81 / 1e4, v2 = 2 * 9.81 * 0.9;
    CLOSE(0.1 - deepest, sag + sqrt(sag * sag + v2 / 1e4), 1e-5);
    CLOSE(apex, 1, 1e-4);
    run_free(&r);
    /* at rest it sinks in by m g/k */
    r = run_recorded("bouncing_ball", "--set floor=compliant --set T=20 "
                                      "--set theta=1");
    CLOSE(run_at(&r, -1, "q"), 0.1 - sag, 1e-9);
    run_free(&r);
}
END_TEST

START_TEST(a_ball_as_in_the_table)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/BouncingBallTS/BouncingBallTS.ref"))
        return;
    run r = run_recorded("bouncing_ball", "--set R=0");
    check_column(&r, "t", &ref, 0, 1e-14);
    check_column(&r, "q", &ref, 1, 1e-12);
    check_column(&r, "v", &ref, 2, 1e-12);
    check_column(&r, "impulse", &ref, 3, 1e-12);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

/* ---- column of beads ----------------------------------------------------------------- */

START_TEST(one_bead_is_a_ball)
{
    run a = run_recorded("bouncing_ball", "--set h=5e-4 --set T=2");
    run b = run_recorded("bead_column", "--set N=1");
    ck_assert_int_eq(a.rows, b.rows);
    for (long k = 0; k < a.rows; k++)
        CLOSE(run_at(&a, k, "q"), run_at(&b, k, "q0"), 1e-13);
    run_free(&a);
    run_free(&b);
}
END_TEST

START_TEST(a_column_of_any_number_comes_to_stand)
{
    /* bead i at R + 2 R i; each contact closes late by up to 3/2 steps */
    run r = run_recorded("bead_column", "--set N=7 --set e=0.5 --set T=3");
    for (int i = 0; i < 7; i++) {
        char name[32];
        snprintf(name, sizeof name, "q%d", i);
        CLOSE(run_at(&r, -1, name), 0.1 + 0.2 * i, 1e-3 * (i + 1));
        name[0] = 'v';
        CLOSE(run_at(&r, -1, name), 0, 1e-12);
    }
    run_free(&r);
}
END_TEST

START_TEST(ten_beads_as_in_the_table)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/ColumnOfBeadsTS/"
                              "ColumnOfBeadsTS.ref"))
        return;
    run r = run_recorded("bead_column", "--every 10");
    for (int i = 0; i < 10; i++) {
        char name[32];
        snprintf(name, sizeof name, "q%d", i);
        check_column(&r, name, &ref, 1 + 2 * i, 1e-10);
        name[0] = 'v';
        check_column(&r, name, &ref, 2 + 2 * i, 1e-10);
    }
    run_free(&r);
    reference_free(&ref);
}
END_TEST

/* ---- two balls --------------------------------------------------------------------------- */

START_TEST(the_light_ball_leaves_with_the_speed_of_two_impacts)
{
    /* the heavy ball falls H = 0.88 m in t1 and leaves with e1 v1; the balls
     * approach with (1 + e1) v1 over the gap, under one gravity */
    const double g = 9.81, e1 = 0.8, e2 = 0.8, m1 = 0.6, m2 = 0.06, gap = 0.01;
    const double t1 = sqrt(2 * 0.88 / g), v1 = g * t1, u = (1 + e1) * v1;
    const double dt = gap / u, fall = -g * (t1 + dt);
    const double after = fall + m1 / (m1 + m2) * (1 + e2) * u;
    const double q2 = 1.16 - g * (t1 + dt) * (t1 + dt) / 2;
    const double apex = q2 + after * after / (2 * g);
    run r = run_recorded("two_balls", "--set h=1e-5 --set T=1.5");
    double top = 0;
    for (long k = 0; k < r.rows; k++)
        top = fmax(top, run_at(&r, k, "q2"));
    CLOSE(top, apex, 1e-3); /* steps of 1e-5 s at 12 m/s, and 8 m/s g dt */
    run_free(&r);
}
END_TEST

START_TEST(balls_that_meet_aslant_keep_their_momentum)
{
    run r = run_recorded("two_balls", "--set offset=0.03");
    const double t = run_at(&r, -1, "t") - run_at(&r, -201, "t");
    const double v1 = (run_at(&r, -1, "side1") - run_at(&r, -201, "side1")) / t;
    const double v2 = (run_at(&r, -1, "side2") - run_at(&r, -201, "side2")) / t;
    ck_assert_msg(v2 > 1, "the light ball is not thrown sideways: %g m/s", v2);
    CLOSE(0.6 * v1 + 0.06 * v2, 0, 1e-12);
    run_free(&r);
}
END_TEST

START_TEST(two_equal_balls_as_in_the_table)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/Ball2D-kernel-only/"
                              "Ball2D_kernel_only.ref"))
        return;
    run r = run_recorded("two_balls",
                         "--set m1=1 --set m2=1 --set R1=0.5 --set R2=0.5 "
                         "--set e1=0.9 --set e2=0.9 --set gap=0.1 "
                         "--set h=0.005 --set T=10 --every 2");
    check_column(&r, "q1", &ref, 1, 1e-10);
    check_column(&r, "v1", &ref, 2, 1e-10);
    check_column(&r, "floor", &ref, 4, 1e-10);
    check_column(&r, "q2", &ref, 5, 1e-10);
    check_column(&r, "pair", &ref, 8, 1e-10);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

/* ---- ball on a moving plane ----------------------------------------------------------------- */

START_TEST(the_first_impact_on_the_plane)
{
    /* 1 - g t^2/2 = 2 t + sin(w t)/w by bisection, w = pi/2 */
    const double w = acos(-1.0) / 2, g = 9.81, h = 1e-4;
    double lo = 0, hi = 1;
    for (int i = 0; i < 60; i++) {
        const double t = (lo + hi) / 2;
        const double y = 1 - g * t * t / 2 - 2 * t - sin(w * t) / w;
        *(y > 0 ? &lo : &hi) = t;
    }
    const double s = 2 + cos(w * lo), after = (1 + 0.9) * s + 0.9 * g * lo;
    static const char *const planes[] = {"rheonomous", "prescribed"};
    for (int i = 0; i < 2; i++) {
        run r = run_recorded("ball_on_moving_plane",
                             "--set plane=%s --set h=%g --set w0=3 --set T=0.5",
                             planes[i], h);
        long k = 1;
        while (k + 1 < r.rows && run_at(&r, k, "impulse") <= 0)
            k++;
        /* late by 1/2 to 3/2 steps; from then on with -g, so (1 + e) g per step */
        const double late = (run_at(&r, k, "t") - lo) / h;
        ck_assert_msg(late > 0.49 && late < 1.51, "%s: %g steps late",
                      planes[i], late);
        CLOSE(run_at(&r, k, "v"), after, 4 * g * h);
        CLOSE(run_at(&r, -1, "plane"), 1 + sin(w / 2) / w, 1e-8);
        run_free(&r);
    }
}
END_TEST

START_TEST(a_ball_rides_on_the_plane_in_the_end)
{
    run r = run_recorded("ball_on_moving_plane", "--set e=0.3 --set R=0.2");
    /* one height: the contact carries m (g + s'') h, s'' = -w sin(w t) */
    const double w = acos(-1.0) / 2, t = 10 - 5e-3 / 2;
    CLOSE(run_at(&r, -1, "gap"), 0, 0.02);
    CLOSE(run_at(&r, -1, "impulse") / 5e-3, 9.81 - w * sin(w * t), 1e-4);
    run_free(&r);
}
END_TEST

START_TEST(a_prescribed_plane_as_in_the_table)
{
    reference ref;
    if (!reference_read(&ref, "trajectories/BallOnMovingPlane/"
                              "BallOnMovingPlane.ref"))
        return;
    run r = run_recorded("ball_on_moving_plane",
                         "--set plane=prescribed --every 2");
    check_column(&r, "q", &ref, 1, 1e-11);
    check_column(&r, "v", &ref, 2, 1e-11);
    check_column(&r, "impulse", &ref, 3, 1e-11);
    check_column(&r, "plane", &ref, 7, 1e-11);
    run_free(&r);
    reference_free(&ref);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("balls");
    TCase *tc = tcase_create("runs");
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, apexes_fall_by_e_squared);
    tcase_add_test(tc, the_ball_comes_to_rest_and_is_carried);
    tcase_add_test(tc, functions_of_a_plugin_are_as_good_as_matrices);
    tcase_add_test(tc, a_compliant_floor_gives_the_energy_back);
    tcase_add_test(tc, a_ball_as_in_the_table);
    tcase_add_test(tc, one_bead_is_a_ball);
    tcase_add_test(tc, a_column_of_any_number_comes_to_stand);
    tcase_add_test(tc, ten_beads_as_in_the_table);
    tcase_add_test(tc, the_light_ball_leaves_with_the_speed_of_two_impacts);
    tcase_add_test(tc, balls_that_meet_aslant_keep_their_momentum);
    tcase_add_test(tc, two_equal_balls_as_in_the_table);
    tcase_add_test(tc, the_first_impact_on_the_plane);
    tcase_add_test(tc, a_ball_rides_on_the_plane_in_the_end);
    tcase_add_test(tc, a_prescribed_plane_as_in_the_table);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
