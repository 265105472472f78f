/* test_step_control.c - steps chosen by their error, against known motions
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/osi_models.h"

static void by_error(double rtol, double atol)
{
    MUST(zn_simulation_set(sim, "step", "error"));
    MUST(zn_simulation_set_real(sim, "rtol", rtol));
    MUST(zn_simulation_set_real(sim, "atol", atol));
}

static zn_run_info run(void)
{
    zn_run_info r;

    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert(zn_simulation_done(sim));
    return r;
}

/* ---- smooth motion -------------------------------------------------------- */

/* q'' + 9 q = 0 from (1, 0): q = cos 3t. */
static double oscillator(double tol, const char *theta, zn_run_info *r)
{
    const double M = 1, K = 9, q0 = 1, v0 = 0;
    zn_ds *ds;

    scene_again();
    ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, NULL);
    simulate("moreau-jean", theta, 0, 0.1, 4);
    by_error(tol, 0);
    *r = run();
    return fmax(fabs(q_of(ds, 0) - cos(12)),
                fabs(v_of(ds, 0) + 3 * sin(12)) / 3);
}

/* The error at the end is in proportion to the tolerance, and below it up to the
 * factor by which an oscillator's errors of v come back in q; steps grow with the
 * order of the scheme. */
START_TEST(the_error_is_in_proportion_to_the_tolerance)
{
    static const char *const theta[] = {"theta=0.5", "theta=1"};
    const double ratio = _i ? 4 : 16; /* of tolerances, of steps about 4 */
    double last = 0, tol = _i ? 1e-2 : 1e-3;
    zn_index steps = 0;

    for (int k = 0; k < 3; k++, tol /= ratio) {
        zn_run_info r;
        const double e = oscillator(tol, theta[_i], &r);
        ck_assert_msg(e < 8 * tol && e > tol / 8, "tol %g: error %g", tol, e);
        if (k) {
            ck_assert_msg(last / e > ratio / 2 && last / e < ratio * 2,
                          "tol %g: error %g after %g", tol, e, last);
            ck_assert_msg((double)r.steps / (double)steps < 6,
                          "tol %g: %td steps after %td", tol, r.steps, steps);
        }
        last = e;
        steps = r.steps;
    }
}
END_TEST

/* x' = -1000 (x - cos t): a short transient, then long steps; 1.3e5 fixed steps of
 * the first length would be needed. */
static void slow_b(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    b[0] = 1000 * cos(t);
}

START_TEST(steps_grow_where_the_motion_is_slow)
{
    const double A = -1000, x0 = 0;
    zn_run_info r;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "s", 1, &x0, &ds));
    MUST(zn_ds_set_constant(ds, "A", 1, 1, &A));
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)slow_b));
    MUST(zn_model_add_ds(model, ds));
    simulate("euler-moreau", "theta=1", 0, 1e-5, 2);
    by_error(1e-4, 1e-6);
    r = run();
    /* the slow solution to order 1e-3: (1e6 cos t + 1e3 sin t) / (1e6 + 1) */
    CLOSE(zn_simulation_x(sim, ds)[0],
          (1e6 * cos(2) + 1e3 * sin(2)) / (1e6 + 1), 2e-4);
    ck_assert_double_gt(r.largest_step / r.least_step, 100);
}
END_TEST

/* A system that rests, or moves uniformly, changes no step, whatever its size: each has its own
 * tolerance. */
static void fall_in(double x0, zn_ds **out)
{
    const double A = -3;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "s", 1, &x0, out));
    MUST(zn_ds_set_constant(*out, "A", 1, 1, &A));
    MUST(zn_model_add_ds(model, *out));
}

START_TEST(who_moves_uniformly_changes_no_step)
{
    const double nothing[4] = {0}, large[2] = {1e9, -1e9};
    zn_index steps = 0;
    double x = 0;

    for (int k = 0; k < 4; k++) {
        zn_run_info r;
        zn_ds *ds, *rests;

        scene_again();
        if (k & 1) {
            MUST(zn_ds_new_first_order(ctx, "first-order-linear", "rests", 2, large, &rests));
            MUST(zn_ds_set_constant(rests, "A", 2, 2, nothing));
            MUST(zn_model_add_ds(model, rests));
        }
        if (k & 2)
            linear_system("flies", 2, (double[]){1, 0, 0, 1}, NULL, NULL, large, large, NULL);
        fall_in(1e-3, &ds);
        MUST(zn_model_seal(model));
        MUST(zn_simulation_new(model, &sim));
        MUST(zn_simulation_use(sim, "euler-moreau", "theta=0.5", NULL));
        if (k & 2)
            MUST(zn_simulation_use(sim, "moreau-jean", "theta=0.5", NULL));
        MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
        by_error(1e-4, 0);
        r = run();
        if (k == 0) {
            steps = r.steps;
            x = zn_simulation_x(sim, ds)[0];
        }
        ck_assert_int_gt(r.steps, 10);
        ck_assert_int_eq(r.steps, steps);
        ck_assert_double_eq(zn_simulation_x(sim, ds)[0], x);
    }
}
END_TEST

/* Of two systems in the same place one after the other the second one is not measured by the first. */
START_TEST(who_comes_has_an_extent_of_its_own)
{
    const double A = -3, large = 1e6;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "large", 1, &large, &ds));
    MUST(zn_ds_set_constant(ds, "A", 1, 1, &A));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", "theta=0.5", NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 2));
    by_error(1e-4, 0);
    MUST(zn_simulation_advance_to(sim, 1));
    zn_model_reopen(model);
    MUST(zn_model_remove_ds(model, ds));
    fall_in(1, &ds);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_advance_to(sim, 1.5));
    ck_assert_double_eq_tol(zn_simulation_x(sim, ds)[0], exp(-1.5), 1e-3);
}
END_TEST

/* ---- impacts ---------------------------------------------------------------- */

/* A ball from 1 m, e = 0.8, at t = 1.5 s: two impacts before it.
 * t1 = sqrt(2/g), v = e g t1 up for 2 e t1, then e again. */
static double bounce(double tol, zn_run_info *r)
{
    const double g = 9.81, e = 0.8, one = 1;
    const double t1 = sqrt(2 / g), t2 = t1 + 2 * e * t1, v2 = e * e * g * t1;
    const double s = 1.5 - t2;
    zn_ds *ds;

    scene_again();
    ds = point_mass("ball", 1, 1, 0, -g);
    join("floor", newton(e), 1, 1, &one, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.01, 1.5);
    by_error(tol, 0);
    *r = run();
    ck_assert_int_eq(r->impacts, 2);
    ck_assert(s > 0.2 && s < 2 * v2 / g);
    return fabs(q_of(ds, 0) - (v2 * s - g / 2 * s * s));
}

/* Free flight under a constant force is exact, so all error is that of the impacts:
 * in proportion to the tolerance, at the cost of a dozen short steps each. */
START_TEST(impacts_are_passed_within_the_tolerance)
{
    for (double tol = 1e-3; tol > 1e-8; tol /= 10) {
        zn_run_info r;
        const double e = bounce(tol, &r);
        ck_assert_msg(e < 3 * tol, "tol %g: error %g", tol, e);
        ck_assert_msg(r.steps < 120 && r.rejected < 80,
                      "tol %g: %td steps, %td rejected", tol, r.steps,
                      r.rejected);
        ck_assert(r.rejected > 3 && r.forced == 0);
        /* steps in flight are not those of the impact */
        ck_assert_double_gt(r.largest_step, 0.01);
    }
}
END_TEST

/* A ball at rest on the floor, after infinitely many impacts. */
START_TEST(an_accumulation_of_impacts_ends)
{
    const double one = 1;
    zn_run_info r;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -9.81);

    join("floor", newton(0.5), 1, 1, &one, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.01, 3);
    by_error(1e-5, 0);
    r = run();
    CLOSE(q_of(ds, 0), 0, 1e-4);
    CLOSE(v_of(ds, 0), 0, 1e-10);
    ck_assert_msg(r.steps < 2000, "%td steps", r.steps);
}
END_TEST

/* Nothing acts: the first step is that of the grid, each later one the largest, and the last ends
 * where the run does; no step is cut in two that fits. */
START_TEST(a_free_motion_takes_the_largest_steps)
{
    zn_run_info r;

    point_mass("free", 1, 0, 1, 0);
    simulate("moreau-jean", NULL, 0, 0.25, 1);
    by_error(1e-6, 1e-9);
    MUST(zn_simulation_set_real(sim, "h_max", 0.25));
    r = run();
    ck_assert_int_eq(r.steps, 4);
    ck_assert(r.least_step == 0.25 && r.largest_step == 0.25);
}
END_TEST

/* ---- limits and words ---------------------------------------------------------- */

START_TEST(the_smallest_step_is_taken_and_counted)
{
    const double one = 1;
    zn_run_info r;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -9.81);

    join("floor", newton(0.5), 1, 1, &one, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.01, 1);
    by_error(1e-9, 0);
    MUST(zn_simulation_set_real(sim, "h_min", 1e-3));
    MUST(zn_simulation_set_real(sim, "h_max", 0.05));
    r = run();
    ck_assert_int_ge(r.forced, 1);
    ck_assert(r.largest_step <= 0.05 * (1 + 1e-12));
    ck_assert_double_gt(r.least_step, 4e-4); /* two even halves of what is left */
}
END_TEST

START_TEST(tolerances_that_cannot_be_are_refused)
{
    point_mass("free", 1, 0, 2, 0);
    simulate("moreau-jean", NULL, 0, 0.1, 1);
    by_error(0, 0);
    REFUSED(zn_simulation_step(sim), ZN_EINVAL, "rtol = 0 and atol = 0");
    by_error(1e-6, 0);
    MUST(zn_simulation_set_real(sim, "h_min", 1));
    MUST(zn_simulation_set_real(sim, "h_max", 0.5));
    REFUSED(zn_simulation_step(sim), ZN_EINVAL, "h_min = 1 s is above");
    MUST(zn_simulation_set_real(sim, "h_min", 0));
    MUST(zn_simulation_run(sim));
}
END_TEST

/* A force that exists only until t = 0.351: shorter steps up to it, then words. */
static void fragile(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    if (t > .351)
        zn_raise_retry("no force after 0.351 s");
    f[0] = 1;
}

START_TEST(a_step_that_cannot_be_made_is_shortened)
{
    const double m = 1, zero = 0;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "s", 1, &zero, &zero, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)fragile));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", NULL, 0, .1, 1);
    ck_assert_int_eq(zn_simulation_step_count(sim), 10);
    by_error(1e-6, 1e-9);
    ck_assert_int_eq(zn_simulation_step_count(sim), -1); /* not known */
    MUST(zn_simulation_set_real(sim, "h_min", 1e-6));
    REFUSED(zn_simulation_run(sim), ZN_RETRY, "no force after 0.351 s");
    CLOSE(zn_simulation_time(sim), .351, 2e-6);
    CLOSE(v_of(ds, 0), zn_simulation_time(sim), 1e-12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("step control");
    TCase *tc = tcase_create("steps by error");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, the_error_is_in_proportion_to_the_tolerance, 0, 2);
    tcase_add_test(tc, steps_grow_where_the_motion_is_slow);
    tcase_add_test(tc, who_moves_uniformly_changes_no_step);
    tcase_add_test(tc, impacts_are_passed_within_the_tolerance);
    tcase_add_test(tc, an_accumulation_of_impacts_ends);
    tcase_add_test(tc, a_free_motion_takes_the_largest_steps);
    tcase_add_test(tc, the_smallest_step_is_taken_and_counted);
    tcase_add_test(tc, tolerances_that_cannot_be_are_refused);
    tcase_add_test(tc, a_step_that_cannot_be_made_is_shortened);
    tcase_add_test(tc, who_comes_has_an_extent_of_its_own);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
