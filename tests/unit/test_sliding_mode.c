/* test_sliding_mode.c - controllers that slide and twist, against what is known of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/control_scene.h"

/* ---- sliding ------------------------------------------------------------------------ */

/* How the input moves while sliding: sum of |u_k - u_{k-1}|, largest |s|. */
typedef struct motion {
    double variation, surface;
} motion;

/* A plant of two states and its controller, whose surface is x0 + x1 = 0. */
static zn_block *surface(const double A[4], const double x0[2], double h, double T,
                         const char *form, zn_ds **ds)
{
    const double B[] = {0, 1}, C[] = {1, 1};
    zn_block *u;

    scene_teardown();
    scene_setup();
    *ds = plant(2, A, B, x0);
    start(h, T);
    u = block("sliding-mode", "u", *ds, block("linear-sensor", "x", *ds, NULL, 2), 1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_constant(u, "C", 1, 2, C));
    MUST(zn_block_set(u, "form", form));
    return u;
}

/* x_1' = x_2, x_2' = -x_1 + 2 x_2 + z, surface s = x_1 + x_2, from t = 3 to 6,
 * long after the surface is reached: alone, x would decay as e^-t. */
static motion slide(const char *form, double h)
{
    const double A[] = {0, -1, 1, 2}, x0[] = {0.7, -0.2};
    motion m = {0, 0};
    double last = 0;
    zn_ds *ds;
    zn_block *u = surface(A, x0, h, 6, form, &ds);

    MUST(zn_simulation_init(sim));
    while (zn_simulation_time(sim) < 6 - h / 2) {
        const bool sliding = zn_simulation_time(sim) > 3;
        MUST(zn_simulation_step(sim));
        if (sliding) {
            m.variation += fabs(zn_block_output(u, NULL)[0] - last);
            m.surface = fmax(m.surface, fabs(x_of(ds, 0) + x_of(ds, 1)));
        }
        last = zn_block_output(u, NULL)[0];
    }
    return m;
}

/* With equivalent=sampled s moves by what the discontinuous part does alone: it falls by
 * alpha C Bd at each sampling; implicitly it ends at zero, explicitly it flips. */
START_TEST(a_sampled_equivalent_part_keeps_the_surface)
{
    const double A[] = {0, 19, 1, -2}, x0[] = {-15, 15.3}, h = 0.05;
    double Bd[2] = {0}, s = 0.3;
    zn_ds *ds;
    zn_block *u = surface(A, x0, h, 2, _i ? "explicit" : "implicit", &ds);

    MUST(zn_block_set(u, "equivalent", "sampled"));
    MUST(zn_simulation_init(sim));
    /* int_0^h exp(A t) B dt by its series */
    for (double term[2] = {0, h}, k = 2; k < 40; k++) {
        const double a = term[0], b = term[1];
        Bd[0] += a;
        Bd[1] += b;
        term[0] = b * h / k;
        term[1] = (19 * a - 2 * b) * h / k;
    }
    while (zn_simulation_time(sim) < 2 - h / 2) {
        const double step = Bd[0] + Bd[1];
        MUST(zn_simulation_step(sim));
        if (_i)
            s += s > 0 ? -step : step;
        else
            s = s > step ? s - step : 0;
        ck_assert_double_eq_tol(x_of(ds, 0) + x_of(ds, 1), s, 1e-11);
    }
    ck_assert_double_lt(fabs(s), 0.06);
}
END_TEST

/* Its input against LinearSMCimproved of Siconos 4.4.0, run with the same data. */
START_TEST(a_sampled_equivalent_part_is_that_of_siconos)
{
    const double A[] = {0, 19, 1, -2}, x0[] = {-15, 20};
    zn_ds *ds;
    zn_block *u = surface(A, x0, 0.05, 2, "implicit", &ds);

    MUST(zn_block_set(u, "equivalent", "sampled"));
    MUST(zn_simulation_init(sim));
    ck_assert_double_eq_tol(zn_block_output(u, NULL)[0], 294.1236962503956, 1e-9);
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(zn_block_output(u, NULL)[0], -22.02269329, 1e-7);
    ck_assert_double_eq_tol(x_of(ds, 0), 1.1564534, 1e-7);
}
END_TEST

START_TEST(implicit_sliding_mode_does_not_chatter_and_explicit_does)
{
    const double h[] = {0.02, 0.01};

    for (int k = 0; k < 2; k++) {
        const motion i = slide("implicit", h[k]), e = slide("explicit", h[k]);
        /* the smooth input of x = O(e^-3) varies by less than |Pi x(3)| */
        ck_assert_double_lt(i.variation, 0.2);
        ck_assert_double_lt(i.surface, 1e-14);
        /* the sign flips by 2 at nearly each of the 3/h samplings, and s jumps
         * by about h C B alpha */
        ck_assert_double_gt(e.variation, 0.5 * 2 * 3 / h[k]);
        ck_assert_double_gt(e.surface, 0.3 * h[k]);
    }
}
END_TEST

START_TEST(two_inputs_reach_two_surfaces_at_once)
{
    /* x' = B u with C B = [2 1; 0.5 1], alpha = 1: C x+ = 0 as soon as it can */
    const double B[] = {2, 0.5, 1, 1}, I[] = {1, 0, 0, 1}, x0[] = {0.3, -0.2};
    const double zero[] = {0, 0};
    zn_ds *ds = fo_system("plant", 2, NULL, x0);
    zn_block *x, *u;

    MUST(zn_ds_set_constant(ds, "B", 2, 2, B));
    MUST(zn_ds_set_z(ds, 2, zero));
    start(0.05, 1);
    x = block("linear-sensor", "x", ds, NULL, 2);
    u = block("sliding-mode", "u", ds, x, 2);
    MUST(zn_block_set_constant(u, "B", 2, 2, B));
    MUST(zn_block_set_constant(u, "C", 2, 2, I));
    MUST(zn_simulation_run(sim));
    close_to(x_of(ds, 0), 0, 1e-14);
    close_to(x_of(ds, 1), 0, 1e-14);
    close_to(zn_block_output(u, NULL)[0], 0, 1e-12);
}
END_TEST

/* The equivalent part by hand: x_1' = x_2, x_2' = z, s = x_1 + x_2, so
 * Pi = (0 1) and x*_2 = x_2 (1 - (1 - theta) h) / (1 + theta h). */
START_TEST(explicit_sliding_mode_takes_theta)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, C[] = {1, 1};
    const double x0[] = {-0.7, 0.4}, h = 0.1, alpha = 0.25;

    for (int k = 0; k < 3; k++) {
        const double theta = k / 2.0;
        const double next = x0[1] * (1 - (1 - theta) * h) / (1 + theta * h);
        zn_block *u;
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        ds = plant(2, A, B, x0);
        start(h, 1);
        u = block("sliding-mode", "u", ds,
                  block("linear-sensor", "x", ds, NULL, 2), 1);
        MUST(zn_block_set_constant(u, "A", 2, 2, A));
        MUST(zn_block_set_constant(u, "B", 2, 1, B));
        MUST(zn_block_set_constant(u, "C", 1, 2, C));
        MUST(zn_block_set(u, "form", "explicit"));
        MUST(zn_block_set_real(u, "theta", theta));
        MUST(zn_block_set_real(u, "alpha", alpha));
        MUST(zn_simulation_init(sim));
        /* s < 0 */
        close_to(zn_block_output(u, NULL)[0],
                 alpha - (1 - theta) * x0[1] - theta * next, 1e-15);
    }
}
END_TEST

/* x' = z + 0.5 sin 3t: largest |x| from t = 1 on, long after x = 0 is reached */
static void wave(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    b[0] = 0.5 * sin(3 * t);
}

static double disturbed(double prediction, double h)
{
    const double one = 1, x0 = 0.3, zero = 0;
    double worst = 0;
    zn_block *u;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    ds = fo_system("plant", 1, NULL, &x0);
    MUST(zn_ds_set_constant(ds, "B", 1, 1, &one));
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)wave));
    MUST(zn_ds_set_u(ds, 1, &zero));
    start(h, 4);
    u = block("sliding-mode", "u", ds,
              block("linear-sensor", "x", ds, NULL, 1), 1);
    MUST(zn_block_set_constant(u, "B", 1, 1, &one));
    MUST(zn_block_set_constant(u, "C", 1, 1, &one));
    MUST(zn_block_set_real(u, "prediction", prediction));
    while (zn_simulation_time(sim) < 4 - h / 2) {
        MUST(zn_simulation_step(sim));
        if (zn_simulation_time(sim) > 1)
            worst = fmax(worst, fabs(x_of(ds, 0)));
    }
    return worst;
}

/* What a disturbance leaves of s: h |d|, h^2 |d'|, h^3 |d''| */
START_TEST(a_predicted_disturbance_leaves_less)
{
    const double left[] = {0.5, 1.5, 4.5};

    for (int k = 0; k < 3; k++) {
        const double h = 0.01, a = disturbed(k, h), b = disturbed(k, h / 2);
        ck_assert_msg(fabs(log2(a / b) - (k + 1)) < 0.1,
                      "prediction %d: %g and %g", k, a, b);
        close_to(a / pow(h, k + 1), left[k], 0.05 * left[k]);
    }
}
END_TEST

/* A tolerance below rounding cannot be met, the default can. */
START_TEST(the_tolerance_of_the_problem_inside_is_an_option)
{
    const double B[] = {2, 0.5, 1, 1}, C[] = {1, 0.3, 0.1, 1};
    const double x0[] = {0.3, -0.2 / 3}, zero[] = {0, 0};

    for (int k = 0; k < 3; k++) {
        zn_ds *ds;
        zn_block *u;
        scene_teardown();
        scene_setup();
        ds = fo_system("plant", 2, NULL, x0);
        MUST(zn_ds_set_constant(ds, "B", 2, 2, B));
        MUST(zn_ds_set_z(ds, 2, zero));
        start(0.05, 1);
        u = block("sliding-mode", "u", ds,
                  block("linear-sensor", "x", ds, NULL, 2), 2);
        MUST(zn_block_set_constant(u, "B", 2, 2, B));
        MUST(zn_block_set_constant(u, "C", 2, 2, C));
        MUST(zn_block_set_real(u, "alpha", 10));
        if (k != 1)
            MUST(zn_block_set_real(u, "tol", k ? 0 : 1e-300));
        if (k == 0)
            ck_assert_int_eq(zn_simulation_run(sim), ZN_UNSOLVED);
        else if (k == 1)
            MUST(zn_simulation_run(sim));
        else
            REFUSED(zn_simulation_run(sim), ZN_EINVAL, "tol = 0");
    }
}
END_TEST

/* The model of the block grows by e^20000 from sampling to sampling. */
START_TEST(a_model_without_a_next_state_is_told)
{
    const double A[] = {1e5, 0, 0, 1e5}, B[] = {2, 0.5, 1, 1}, x0[] = {0.3, -0.1}, zero[] = {0, 0};
    zn_ds *ds = fo_system("plant", 2, NULL, x0);
    zn_block *u;

    MUST(zn_ds_set_constant(ds, "B", 2, 2, B));
    MUST(zn_ds_set_z(ds, 2, zero));
    start(0.2, 1);
    u = block("sliding-mode", "u", ds, block("linear-sensor", "x", ds, NULL, 2), 2);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 2, B));
    MUST(zn_block_set_constant(u, "C", 2, 2, B));
    REFUSED(zn_simulation_run(sim), ZN_EDOM,
            "block 'u' (sliding-mode) at t = 0 s: exponential of a matrix overflows");
}
END_TEST

START_TEST(twisting_has_a_tolerance_too)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {1, 0.5};
    zn_ds *ds = plant(2, A, B, x0);
    zn_block *u;

    start(0.02, 1);
    u = block("twisting", "u", ds, block("linear-sensor", "x", ds, NULL, 2), 1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_real(u, "tol", 0));
    REFUSED(zn_simulation_run(sim), ZN_EINVAL, "tol = 0");
}
END_TEST

/* Of a position and its rate, for one force. */
START_TEST(twisting_has_two_inputs_and_one_output)
{
    const double A[9] = {0, 0, 0, 1}, B[] = {0, 1, 0}, x0[] = {1, 0.5, 0};
    zn_ds *ds = plant(3, A, B, x0);
    zn_block *u;

    start(0.02, 1);
    u = block("twisting", "u", ds, block("linear-sensor", "x", ds, NULL, 3), 1);
    MUST(zn_block_set_constant(u, "A", 3, 3, A));
    MUST(zn_block_set_constant(u, "B", 3, 1, B));
    REFUSED(zn_simulation_run(sim), ZN_EINVAL,
            "block 'u': twisting has two inputs and one output, not 3 and 1");
}
END_TEST

static double twist(const char *form, double T, double *input)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {1, 0.5};
    zn_block *x, *u;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    ds = plant(2, A, B, x0);
    start(0.02, T);
    x = block("linear-sensor", "x", ds, NULL, 2);
    u = block("twisting", "u", ds, x, 1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_real(u, "gain", 5));
    MUST(zn_block_set(u, "form", form));
    MUST(zn_simulation_run(sim));
    *input = zn_block_output(u, NULL)[0];
    return fabs(x_of(ds, 0)) + fabs(x_of(ds, 1));
}

START_TEST(implicit_twisting_comes_to_rest_and_explicit_does_not)
{
    double u;

    ck_assert_double_lt(twist("avi", 8, &u), 1e-13);
    close_to(u, 0, 1e-11);
    /* a held sign keeps the state in a neighbourhood of size G h */
    ck_assert_double_gt(twist("explicit", 8, &u), 1e-3);
    ck_assert_double_gt(fabs(u), 1);
    /* over the square the set is not fitted to the step: small, no rest asked */
    ck_assert_double_lt(twist("relay", 8, &u), 0.2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sliding modes");
    TCase *tc = tcase_create("sliding");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, a_sampled_equivalent_part_keeps_the_surface, 0, 2);
    tcase_add_test(tc, a_sampled_equivalent_part_is_that_of_siconos);
    tcase_add_test(tc,
                   implicit_sliding_mode_does_not_chatter_and_explicit_does);
    tcase_add_test(tc, two_inputs_reach_two_surfaces_at_once);
    tcase_add_test(tc, explicit_sliding_mode_takes_theta);
    tcase_add_test(tc, a_predicted_disturbance_leaves_less);
    tcase_add_test(tc, the_tolerance_of_the_problem_inside_is_an_option);
    tcase_add_test(tc, a_model_without_a_next_state_is_told);
    tcase_add_test(tc, twisting_has_a_tolerance_too);
    tcase_add_test(tc, twisting_has_two_inputs_and_one_output);
    tcase_add_test(tc, implicit_twisting_comes_to_rest_and_explicit_does_not);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
