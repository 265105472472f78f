/* test_generalised_alpha.c - Newmark and generalised alpha: orders of smooth and
 * constrained motion, damping of fast modes, energy, restart, refusals
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/orders_models.h"

static const char *const osi = "generalised-alpha";
static const char *const method[] = {"rho=0.9", "method=newmark", "rho=0.2",
                                     "rho=1 memory=renew"};
enum { METHODS = 4 };

/* ---- smooth motion ---- */

START_TEST(one_step_of_newmark_by_hand)
{
    /* 2 v' = -8 q + 3, h = 1/2, q = 1, v = -1: a0 = -5/2,
     *   q1 = 1 - 1/2 + (a0 + a1)/16 = 11/32 + a1/16, 2 a1 = 3 - 8 q1,
     *   a1 = 1/10, q1 = 7/20, v1 = -1 + (a0 + a1)/4 = -8/5 */
    const double M = 2, K = 8, f = 3, q0 = 1, v0 = -1;
    zn_ds *ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, &f);

    simulate(osi, "method=newmark", 0, 0.5, 0.5);
    steps(1);
    CLOSE(q_of(ds, 0), 0.35, 1e-15);
    CLOSE(v_of(ds, 0), -1.6, 1e-15);
}
END_TEST

START_TEST(smooth_motion_is_of_order_two)
{
    slider_is_of_order_two(osi, method[_i], 0.0025, 0.15);
}
END_TEST

/* An a that begins as q'' at every step is off by (alpha_m - alpha_f) h times its rate. */
START_TEST(begun_anew_at_each_step_it_is_of_order_one)
{
    double e[2];

    for (int k = 0; k < 2; k++) {
        const double M = 1, K = 4, q0 = 1, v0 = 0;
        scene_again();
        zn_ds *ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, NULL);
        simulate(osi, "rho=0.5 memory=renew", 0, 0.01 / (1 << k), 1);
        MUST(zn_simulation_run(sim));
        e[k] = q_of(ds, 0) - cos(2);
    }
    CLOSE(log2(e[0] / e[1]), 1, 0.05);
}
END_TEST

/* ---- motion on a constraint ---- */

START_TEST(motion_on_a_constraint_is_of_order_two)
{
    enum { N = 4 };
    double h[N], e[3][N];

    for (int k = 0; k < N; k++) {
        double one[3];
        h[k] = 0.01 / (1 << k);
        ck_assert_double_le(bob_errors(osi, method[_i], 0, h[k], one), 5e-13);
        for (int i = 0; i < 3; i++)
            e[i][k] = one[i];
    }
    orders_check("q", 2, 0.2, N, h, e[0]);
    orders_check("v", 2, 0.2, N, h, e[1]);
    ck_assert_double_lt(e[2][N - 1], 1e-3);
}
END_TEST

/* ---- stiff modes and energy ---- */

/* What is left of an oscillator with omega h = 1000 after n steps. */
static double left(const char *options, int n)
{
    const double one = 1, K = 1e8, q0 = 1e-3, v0 = 0, h = 0.1;
    zn_ds *ds;

    scene_again();
    ds = linear_system("fast", 1, &one, NULL, &K, &q0, &v0, NULL);
    simulate(osi, options, 0, h, n * h);
    MUST(zn_simulation_run(sim));
    return fabs(q_of(ds, 0)) / q0;
}

START_TEST(rho_is_what_a_fast_mode_keeps_per_step)
{
    /* the roots for h -> infinity are of modulus rho, so the decay is rho^n times a
     * polynomial of n */
    CLOSE(pow(left("rho=0.5", 40) / left("rho=0.5", 20), 0.05), 0.5, 0.05);
    CLOSE(pow(left("rho=0.8", 80) / left("rho=0.8", 40), 0.025), 0.8, 0.05);
    ck_assert_double_lt(left("rho=1", 200), 1.001);
    ck_assert_double_lt(left("method=newmark", 200), 1.001);
}
END_TEST

START_TEST(newmark_keeps_the_energy_of_linear_systems)
{
    const double zero[2] = {0, 0};
    double E0 = 0;
    zn_ds *ds = linear_system("pair", 2, pair_M, NULL, pair_K, pair_q0, zero, NULL);

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            E0 += pair_q0[i] * pair_K[i + 2 * j] * pair_q0[j] / 2;
    simulate(osi, "method=newmark", 0, 0.3, 300);
    while (goes_on()) {
        double E = 0;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                E += (q_of(ds, i) * pair_K[i + 2 * j] * q_of(ds, j) +
                      v_of(ds, i) * pair_M[i + 2 * j] * v_of(ds, j)) / 2;
        CLOSE(E, E0, 1e-11);
    }
}
END_TEST

/* ---- restart, memory, refusals ---- */

START_TEST(a_run_that_is_taken_up_has_the_same_bits)
{
    const double q0[2] = {0, 0.9}, v0[2] = {-2, 0.4};
    zn_ds *ds = slider(q0, v0);
    void *saved;
    size_t bytes;
    double q, v;

    simulate(osi, method[_i], 0.3, 1e-2, 1.3);
    steps(50);
    MUST(zn_checkpoint_to_memory(sim, &saved, &bytes));
    MUST(zn_simulation_run(sim));
    q = q_of(ds, 1);
    v = v_of(ds, 0);
    MUST(zn_simulation_reset(sim));
    MUST(zn_checkpoint_from_memory(sim, saved, bytes));
    MUST(zn_simulation_run(sim));
    ck_assert(q == q_of(ds, 1) && v == v_of(ds, 0));
    zn_free_array(ctx, saved);
}
END_TEST

/* 2 q'' = -8 q - 3 with a body that comes after five steps, or without; q at the end. */
static double in_company(const char *options, double K, bool comes)
{
    const double M = 2, f = -3, q0 = 1, v0 = -1;
    zn_ds *ds;

    scene_again();
    ds = linear_system("first", 1, &M, NULL, &K, &q0, &v0, &f);
    simulate(osi, options, 0, 0.125, 1.25);
    steps(5);
    if (comes) {
        zn_model_reopen(model);
        (void)point_mass("second", 1, 0, 0, 1);
        MUST(zn_model_seal(model));
    }
    steps(5);
    return q_of(ds, 0);
}

START_TEST(a_body_that_comes_leaves_the_motion_of_the_others)
{
    /* what falls does so exactly; Newmark's memory is the acceleration itself */
    ck_assert_double_eq_tol(in_company(method[_i], 0, true),
                            1 - 1.25 - 1.5 / 2 * 1.25 * 1.25, 1e-13);
    ck_assert_double_eq_tol(in_company("method=newmark", 8, true),
                            in_company("method=newmark", 8, false), 1e-13);
}
END_TEST

START_TEST(a_step_allocates_nothing)
{
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    const double q0[2] = {-0.5, 0.9}, v0[2] = {-2, 0.4};
    long before;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    slider(q0, v0);
    simulate(osi, NULL, 0.3, 0.01, 1.3);
    steps(20);
    before = mem.calls;
    steps(40);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

/* With integrators whose steps have stages: a circuit in the same model, x' = -x + lambda,
 * 0 <= x - 1/2 + D lambda _|_ lambda >= 0. After each step its output is that of the multiplier of this step. */
START_TEST(outputs_of_a_circuit_are_of_the_multipliers_of_the_step)
{
    static const char *const staged[] = {"generalised-alpha", "d1-minus"};
    const double minus = -1, one = 1, e = -.5, D = .25;
    zn_interaction *diode;
    zn_relation *r;
    zn_ds *coil;

    (void)point_mass("ball", 1, 1, 0, -10);
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "coil", 1, &one, &coil));
    MUST(zn_ds_set_constant(coil, "A", 1, 1, &minus));
    MUST(zn_model_add_ds(model, coil));
    MUST(zn_relation_new(ctx, "first-order-linear", "diode", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &D));
    MUST(zn_relation_set_constant(r, "e", 1, 1, &e));
    MUST(zn_model_connect(model, "diode", complementarity(1), r, coil, NULL, &diode));
    simulate(staged[_i], NULL, 0, .01, 1);
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    for (int k = 0; k < 100; k++) {
        MUST(zn_simulation_step(sim));
        CLOSE(zn_simulation_y(sim, diode, 0)[0],
              zn_simulation_x(sim, coil)[0] + e + D * zn_simulation_lambda(sim, diode, 0)[0], 1e-15);
    }
    ck_assert_double_gt(zn_simulation_lambda(sim, diode, 0)[0], .1); /* it lets through */
}
END_TEST

START_TEST(what_it_cannot_do_it_refuses)
{
    const double one = 1;
    const zn_index first = 0;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds = point_mass("driven", 1, 0, 0, 0);

    MUST(zn_ds_prescribe(ds, 1, &first, &one));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "no prescribed velocities");

    scene_again();
    ds = point_mass("ball", 1, 1, 0, 0);
    floor_contact(ds, 1, &one, 0.5);
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "for impacts and friction use 'moreau-jean'");

    scene_again();
    ds = point_mass("switched", 1, 1, 0, 0);
    MUST(zn_relation_new(ctx, "linear", "way", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_model_add_relation(model, r));
    MUST(zn_law_relay(ctx, 1, (double[]){-1}, &one, &law));
    MUST(zn_model_add_law(model, law));
    MUST(zn_model_connect(model, "relay", law, r, ds, NULL, NULL));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "knows equations only");

    scene_again();
    ds = point_mass("soft", 1, 0, 0, 0);
    MUST(zn_relation_new(ctx, "linear", "spring", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &one));
    MUST(zn_model_connect(model, "spring", equality(1), r, ds, NULL, NULL));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "depends on lambda");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generalised alpha");
    TCase *tc = tcase_create("generalised alpha");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, one_step_of_newmark_by_hand);
    tcase_add_test(tc, begun_anew_at_each_step_it_is_of_order_one);
    tcase_add_loop_test(tc, smooth_motion_is_of_order_two, 0, METHODS);
    tcase_add_loop_test(tc, motion_on_a_constraint_is_of_order_two, 0, METHODS);
    tcase_add_test(tc, rho_is_what_a_fast_mode_keeps_per_step);
    tcase_add_test(tc, newmark_keeps_the_energy_of_linear_systems);
    tcase_add_loop_test(tc, a_run_that_is_taken_up_has_the_same_bits, 0, METHODS);
    tcase_add_loop_test(tc, a_body_that_comes_leaves_the_motion_of_the_others, 0,
                        METHODS);
    tcase_add_test(tc, a_step_allocates_nothing);
    tcase_add_loop_test(tc, outputs_of_a_circuit_are_of_the_multipliers_of_the_step, 0, 2);
    tcase_add_test(tc, what_it_cannot_do_it_refuses);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
