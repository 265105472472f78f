/* test_history.c - what is kept from step to step follows what it is made of
 * SPDX-License-Identifier: Apache-2.0
 *
 * Iteration matrices, coupling blocks and sums of Jacobians are kept while they
 * hold. Each test changes one thing they depend on, where nothing looks at them
 * in that moment, and compares with numbers made by hand. */
#include "tests/unit/first_order.h"

static const double one = 1;

static double block(void)
{
    return zn_matrix_get(zn_simulation_one_step(sim)->M, 0, 0);
}

/* A mass 1 on a spring K = 400 before a stop, thrown off it at t = 0 to come back;
 * h = 1/8, theta = 1/2: W = 1 + h^2 K/4 = 2.5625. */
static zn_ds *body_(zn_interaction **stop)
{
    const double m = 1, K = 400, q0 = 0, v0 = -1;
    zn_ds *ds = linear_system("s", 1, &m, NULL, &K, &q0, &v0, NULL);

    *stop = join("stop", newton(1), 1, 1, &one, NULL, ds, NULL);
    return ds;
}

static zn_osi *begin(double T)
{
    zn_osi *osi;

    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=0.5", &osi));
    MUST(zn_simulation_set_time(sim, 0, 0.125, T));
    MUST(zn_simulation_step(sim));
    return osi;
}

static void until_closed(const zn_interaction *stop)
{
    do
        MUST(zn_simulation_step(sim));
    while (!zn_simulation_active(sim, stop));
}

START_TEST(theta_changes_while_the_contact_is_open)
{
    zn_interaction *stop;
    zn_osi *osi;

    body_(&stop);
    osi = begin(10);
    ck_assert(zn_simulation_active(sim, stop));
    CLOSE(block(), 1 / 2.5625, 1e-15);
    MUST(zn_simulation_step(sim));
    ck_assert(!zn_simulation_active(sim, stop));
    MUST(zn_osi_set_real(osi, "theta", 1));
    until_closed(stop);
    CLOSE(block(), 1 / 7.25, 1e-15); /* 1 + h^2 K */
}
END_TEST

START_TEST(stiffness_changes_while_the_contact_is_open)
{
    const double K = 100;
    zn_interaction *stop;
    zn_ds *ds = body_(&stop);

    begin(10);
    MUST(zn_simulation_step(sim));
    ck_assert(!zn_simulation_active(sim, stop));
    zn_model_reopen(model);
    MUST(zn_ds_set_constant(ds, "stiffness", 1, 1, &K));
    MUST(zn_model_seal(model));
    until_closed(stop);
    CLOSE(block(), 1 / 1.390625, 1e-15);
}
END_TEST

START_TEST(a_relation_takes_the_place_of_another)
{
    const double two = 2;
    zn_interaction *stop;
    zn_ds *ds = body_(&stop);

    begin(10);
    CLOSE(block(), 1 / 2.5625, 1e-15);
    zn_model_reopen(model);
    MUST(zn_model_remove_interaction(model, stop));
    stop = join("other", newton(1), 1, 1, &two, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    until_closed(stop);
    CLOSE(block(), 4 / 2.5625, 1e-15);
}
END_TEST

/* While it is closed, and while it is open. */
START_TEST(a_relation_gets_another_matrix)
{
    const double two = 2;
    zn_interaction *stop;
    zn_relation *r;

    body_(&stop);
    r = zn_interaction_relation(stop);
    begin(10);
    CLOSE(block(), 1 / 2.5625, 1e-15);
    if (_i)
        MUST(zn_simulation_step(sim));
    ck_assert(zn_simulation_active(sim, stop) == !_i);
    zn_model_reopen(model);
    MUST(zn_relation_set_constant(r, "C", 1, 1, &two));
    MUST(zn_model_seal(model));
    until_closed(stop);
    CLOSE(block(), 4 / 2.5625, 1e-15);
}
END_TEST

START_TEST(a_law_takes_the_place_of_another)
{
    zn_interaction *stop;
    zn_ds *ds = body_(&stop);
    double before;

    begin(10);
    zn_model_reopen(model);
    MUST(zn_model_remove_interaction(model, stop));
    stop = join("plastic", newton(0), 1, 1, &one, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    do {
        before = v_of(ds, 0);
        MUST(zn_simulation_step(sim));
    } while (!zn_simulation_active(sim, stop));
    ck_assert(before < 0);
    /* w = v + e v_before with e = 0 now, not 1 */
    CLOSE(zn_simulation_one_step(sim)->q[0] +
              block() * zn_simulation_lambda(sim, stop, 1)[0],
          v_of(ds, 0), 1e-14);
}
END_TEST

START_TEST(a_system_takes_the_place_of_another)
{
    const double m = 4, q0 = 0, v0 = -1, f = 0;
    zn_interaction *stop;
    zn_ds *ds = body_(&stop);

    begin(10);
    zn_model_reopen(model);
    MUST(zn_model_remove_interaction(model, stop));
    MUST(zn_model_remove_ds(model, ds));
    ds = linear_system("heavy", 1, &m, NULL, NULL, &q0, &v0, &f);
    stop = join("stop", newton(1), 1, 1, &one, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    until_closed(stop);
    CLOSE(block(), 0.25, 1e-15);
}
END_TEST

/* ---- dg/dq of a relation that is gone ------------------------------------- */

static void compliant_h(double t, unsigned nq, double *q, unsigned nl,
                        double *l, double *y, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)nl, (void)nz, (void)z;
    y[0] = q[0] + l[0];
}

static void compliant_g(double t, unsigned nq, double *q, unsigned nl,
                        double *l, double *p, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)nl, (void)nz, (void)z;
    p[0] = l[0] - 50 * q[0];
}

/* W had -dg/dq = 50; the free motion afterwards must not know of it. */
START_TEST(an_input_that_is_gone_leaves_no_jacobian)
{
    const double m = 1, q0 = 0.5, v0 = 0, f = -3, stiff = -50;
    zn_ds *ds = linear_system("s", 1, &m, NULL, NULL, &q0, &v0, &f);
    zn_interaction *a;
    zn_relation *r;
    double q, v;

    MUST(zn_relation_new(ctx, "nonlinear", "spring", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)compliant_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)compliant_g));
    MUST(zn_relation_set_constant(r, "jac_h_q", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "jac_h_lambda", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "jac_g_q", 1, 1, &stiff));
    MUST(zn_relation_set_constant(r, "jac_g_lambda", 1, 1, &one));
    MUST(
        zn_model_connect(model, "spring", complementarity(1), r, ds, NULL, &a));
    begin(10);
    zn_model_reopen(model);
    MUST(zn_model_remove_interaction(model, a));
    MUST(zn_model_seal(model));
    q = q_of(ds, 0);
    v = v_of(ds, 0);
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ds, 0), v - 3 * 0.125, 1e-15);
    CLOSE(q_of(ds, 0), q + 0.125 * (v - 1.5 * 0.125), 1e-15);
}
END_TEST

/* ---- first order ------------------------------------------------------------ */

/* x' = x + lambda: W = 1 - h is singular for h = 1. The step fails, and fails again;
 * with another A it is made. */
START_TEST(a_step_with_a_singular_matrix_leaves_nothing_behind)
{
    const double A = 1, x0 = 1, C = 1, D = 2, B = 1;
    const double t[] = {0, 0.5, 1.5}, other = -1;
    zn_ds *ds = fo_system("s", 1, &A, &x0);

    fo_join("a", complementarity(1), fo_relation("a", 1, 1, &C, &D, &B), ds,
            NULL);
    simulate("euler-moreau", "theta=1", 0, 0.5, 2);
    MUST(zn_simulation_set_instants(sim, 3, t));
    MUST(zn_simulation_step(sim));
    CLOSE(x_of(ds, 0), 2, 1e-15);
    REFUSED(zn_simulation_step(sim), ZN_ESINGULAR, "system 's'");
    CLOSE(x_of(ds, 0), 2, 1e-15);
    REFUSED(zn_simulation_step(sim), ZN_ESINGULAR, "system 's'");
    zn_model_reopen(model);
    MUST(zn_ds_set_constant(ds, "A", 1, 1, &other));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_step(sim));
    CLOSE(x_of(ds, 0), 1, 1e-15);
    CLOSE(block(), 2 + 0.5, 1e-15); /* D + h C B / (1 + h) */
}
END_TEST

/* The block of a relay follows the step from one to the next, also through the
 * halves of a shortened one. */
START_TEST(blocks_of_first_order_follow_the_step)
{
    const double A = -4, x0 = 3;
    const double t[] = {0, 0.25, 0.375, 0.5, 0.75};
    zn_ds *ds = fo_system("s", 1, &A, &x0);

    fo_join("relay", relay(-1, 1), fo_relation("relay", 1, 1, &one, NULL, &one),
            ds, NULL);
    simulate("euler-moreau", "theta=0.5", 0, 0.25, 1);
    MUST(zn_simulation_set_instants(sim, 5, t));
    for (int k = 1; k < 5; k++) {
        const double h = t[k] - t[k - 1];
        MUST(zn_simulation_step(sim));
        CLOSE(block(), h / (1 + 2 * h), 1e-15);
    }
}
END_TEST

/* theta, gamma and the scheme may change between steps. */
START_TEST(options_of_the_scheme_take_effect_at_once)
{
    const double A = -4, x0 = 3, h = 0.25;
    zn_ds *ds = fo_system("s", 1, &A, &x0);
    zn_osi *osi;

    fo_join("relay", relay(-1, 1), fo_relation("relay", 1, 1, &one, NULL, &one),
            ds, NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", "theta=0.5", &osi));
    MUST(zn_simulation_set_time(sim, 0, h, 2));
    MUST(zn_simulation_step(sim));
    /* x = (x0 (1 - 2h) - h)/(1 + 2h) with lambda = -1 */
    CLOSE(x_of(ds, 0), (3 * 0.5 - h) / 1.5, 1e-15);
    MUST(zn_osi_set_real(osi, "theta", 1));
    const double x1 = x_of(ds, 0);
    MUST(zn_simulation_step(sim));
    CLOSE(x_of(ds, 0), (x1 - h) / 2, 1e-15);
    MUST(zn_osi_set_real(osi, "gamma", 0.5)); /* half the input of before */
    MUST(zn_simulation_step(sim));
    CLOSE(block(), h * 0.5 / 2, 1e-15);
    /* x = (x2 - h/2 - h/2) / 2, half of it by lambda = -1 of t_k */
    CLOSE(x_of(ds, 0), ((x1 - h) / 2 - h) / 2, 1e-15);
    MUST(zn_osi_set(osi, "scheme", "full"));
    MUST(zn_simulation_step(sim));
    CLOSE(block(), h * 0.5 / 2, 1e-15);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("history");
    TCase *tc = tcase_create("kept");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, theta_changes_while_the_contact_is_open);
    tcase_add_test(tc, stiffness_changes_while_the_contact_is_open);
    tcase_add_test(tc, a_relation_takes_the_place_of_another);
    tcase_add_loop_test(tc, a_relation_gets_another_matrix, 0, 2);
    tcase_add_test(tc, a_law_takes_the_place_of_another);
    tcase_add_test(tc, a_system_takes_the_place_of_another);
    tcase_add_test(tc, an_input_that_is_gone_leaves_no_jacobian);
    tcase_add_test(tc, a_step_with_a_singular_matrix_leaves_nothing_behind);
    tcase_add_test(tc, blocks_of_first_order_follow_the_step);
    tcase_add_test(tc, options_of_the_scheme_take_effect_at_once);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
