/* test_verlet_moreau.c - the integrator of plugins/VerletMoreauPlugin.c, loaded
 * as a plugin: orders, stability, contacts, refusals
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/orders_models.h"

static const char *const osi = "verlet-moreau";

static void setup(void)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char folder[TEST_PATH];

    scene_setup();
    snprintf(folder, sizeof folder, "%s/plugins", build ? build : ".");
    MUST(zn_plugin_path_add(ctx, folder));
    MUST(zn_plugin_load(ctx, "VerletMoreauPlugin"));
}

START_TEST(the_plugin_says_who_it_is)
{
    const zn_plugin *p = zn_plugin_find(ctx, "VerletMoreauPlugin");
    const zn_type *type;

    ck_assert_ptr_nonnull(p);
    ck_assert_str_eq(p->license, "Apache-2.0");
    MUST(zn_type_find(ctx, ZN_KIND_OSI, osi, &type));
    ck_assert_ptr_eq(type, p->types[0]);
    ck_assert_ptr_nonnull(zn_option_find(type->options, "gamma"));
}
END_TEST

/* ---- the smooth part ---- */

START_TEST(one_step_by_hand)
{
    /* 2 v' = -8 q + 3, h = 1/2, q = 1, v = -1:
     *   a = -5/2, v_half = -13/8, q1 = 3/16, a1 = 3/4, v1 = -13/8 + 3/16 */
    const double M = 2, K = 8, f = 3, q0 = 1, v0 = -1;
    zn_ds *ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, &f);

    simulate(osi, NULL, 0, 0.5, 0.5);
    steps(1);
    ck_assert_double_eq(q_of(ds, 0), 3.0 / 16);
    ck_assert_double_eq(v_of(ds, 0), -23.0 / 16);
}
END_TEST

static double largest_after(double hw, int n)
{
    const double one = 1, K = hw * hw, zero = 0;
    double largest = 0;
    zn_ds *ds;

    scene_again();
    ds = linear_system("spring", 1, &one, NULL, &K, &one, &zero, NULL);
    simulate(osi, NULL, 0, 1, n);
    for (int k = 0; k < n; k++) {
        steps(1);
        largest = fmax(largest, fabs(q_of(ds, 0)));
    }
    return largest;
}

START_TEST(it_is_stable_while_h_omega_is_below_two)
{
    ck_assert_double_lt(largest_after(1.0, 2000), 1.5);
    ck_assert_double_lt(largest_after(1.99, 2000), 1.5);
    ck_assert_double_gt(largest_after(2.01, 2000), 1e6);
}
END_TEST

static void spring_rhs(double t, const double x[], double dx[])
{
    /* pair_M^-1 by hand: det 1.91 */
    double f[2];

    pair_f_ext(t, 2, f, 0, NULL);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            f[i] -= pair_K[i + 2 * j] * x[j];
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (f[0] - 0.3 * f[1]) / 1.91;
    dx[3] = (2 * f[1] - 0.3 * f[0]) / 1.91;
}

START_TEST(smooth_motion_is_of_order_two)
{
    enum { N = 4 };
    double h[N], eq[N], ev[N], e[2];
    zn_ds *ds;

    for (int k = 0; k < N; k++) { /* springs and a force of time */
        double x[4] = {pair_q0[0], pair_q0[1], pair_v0[0], pair_v0[1]};
        h[k] = 0.02 / (1 << k);
        scene_again();
        orders_exact(spring_rhs, 4, x, 1, 1000);
        ds = pair(false);
        simulate(osi, NULL, 0, h[k], 1);
        MUST(zn_simulation_run(sim));
        state_errors(ds, x, e);
        eq[k] = e[0];
        ev[k] = e[1];
    }
    orders_check("springs, q", 2, 0.05, N, h, eq);
    orders_check("springs, v", 2, 0.05, N, h, ev);

    slider_is_of_order_two(osi, NULL, 0.01, 0.1);
}
END_TEST

/* ---- contacts ---- */

START_TEST(across_impacts_it_is_of_order_one)
{
    stop_is_of_order_one(osi, NULL, 0.25);
}
END_TEST

START_TEST(newtons_law_holds_in_the_step_of_the_impact)
{
    const double one = 1;
    zn_ds *ball = point_mass("ball", 3, 1, -1, 0);
    zn_interaction *a = floor_contact(ball, 1, &one, 0.7);

    simulate(osi, NULL, 0, 0.03, 2);
    while (goes_on()) {
        const double p = zn_simulation_lambda(sim, a, 1)[0];
        ck_assert(p == 0 || zn_simulation_time(sim) > 0.95);
        if (p > 0)
            CLOSE(p, 3 * 1.7, 1e-14);
        ck_assert_double_ge(q_of(ball, 0), -0.03);
    }
    CLOSE(v_of(ball, 0), 0.7, 1e-14);
}
END_TEST

START_TEST(a_body_at_rest_stays_where_it_is)
{
    const double one = 1, h = 1e-3;
    zn_ds *ball = point_mass("ball", 3, 0, 0, -3 * grav);
    zn_interaction *a = floor_contact(ball, 1, &one, 0.7);

    simulate(osi, NULL, 0, h, 2);
    for (int k = 0; k < 2000; k++) {
        steps(1);
        CLOSE(zn_simulation_lambda(sim, a, 1)[0], 3 * grav * h, 1e-13);
        ck_assert_double_eq_tol(q_of(ball, 0), 0, 1e-15);
    }
}
END_TEST

START_TEST(a_nonlinear_contact_with_a_moving_mass_is_solved)
{
    const double q0[2] = {0, 0.9}, v0[2] = {-2, 0.4};
    zn_ds *ds = slider(q0, v0);
    zn_interaction *a = wall(ds, 0.5);
    double lowest = 1, sum = 0;

    simulate(osi, NULL, 0.3, 1e-3, 1.3);
    while (goes_on()) {
        const zn_step_info *info = zn_simulation_step_info(sim);
        ck_assert_int_le(info->newton_iterations, 2); /* the second finds 0 */
        lowest = fmin(lowest, zn_simulation_y(sim, a, 0)[0]);
        sum += zn_simulation_lambda(sim, a, 1)[0];
    }
    ck_assert_double_gt(sum, 0.5);
    ck_assert_double_ge(lowest, -4e-3); /* a step at the speed of the tip */
}
END_TEST

/* ---- memory and refusals ---- */

START_TEST(a_step_allocates_nothing)
{
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    const double q0[2] = {-0.5, 0.9}, v0[2] = {-2, 0.4};
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];
    long before;

    scene_teardown();
    snprintf(path, sizeof path, "%s/plugins", build ? build : ".");
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_plugin_path_add(ctx, path));
    MUST(zn_plugin_load(ctx, "VerletMoreauPlugin"));
    MUST(zn_model_new(ctx, &model));
    wall(slider(q0, v0), 0.5);
    simulate(osi, NULL, 0.3, 0.01, 1.3);
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates */
    steps(20);
    before = mem.calls;
    steps(40);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

START_TEST(what_it_cannot_do_it_refuses)
{
    const double one = 1;
    const zn_index first = 0;
    zn_relation *r;
    zn_ds *ds = point_mass("driven", 1, 0, 0, 0);

    MUST(zn_ds_prescribe(ds, 1, &first, &one));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "no prescribed velocities");

    scene_again();
    ds = point_mass("soft", 1, 0, 0, 0);
    MUST(zn_relation_new(ctx, "linear", "spring", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &one));
    MUST(zn_model_connect(model, "spring", complementarity(1), r, ds, NULL,
                          NULL));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "works on velocities");

    scene_again();
    ds = point_mass("hard", 1, 0, 0, 0);
    join("hard", complementarity(1), 1, 1, &one, NULL, ds, NULL);
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "not written on velocities");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verlet-moreau");
    TCase *tc = tcase_create("verlet-moreau");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc, the_plugin_says_who_it_is);
    tcase_add_test(tc, one_step_by_hand);
    tcase_add_test(tc, it_is_stable_while_h_omega_is_below_two);
    tcase_add_test(tc, smooth_motion_is_of_order_two);
    tcase_add_test(tc, across_impacts_it_is_of_order_one);
    tcase_add_test(tc, newtons_law_holds_in_the_step_of_the_impact);
    tcase_add_test(tc, a_body_at_rest_stays_where_it_is);
    tcase_add_test(tc, a_nonlinear_contact_with_a_moving_mass_is_solved);
    tcase_add_test(tc, a_step_allocates_nothing);
    tcase_add_test(tc, what_it_cannot_do_it_refuses);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
