/* test_event_valves.c - first-order systems from event to event: multipliers that act on what they depend on,
 * by a jump, a curve, a direct term, or in no way
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/event_first_order.h"

/* From x = (-1, 0.5) with x' = B l, 0 <= x _|_ l >= 0: x+ = x + B P, B = [2 1; 1 1], is
 * (0, 1) by P = (1/2, 0); and stays. */
START_TEST(a_state_that_is_not_admissible_jumps)
{
    const zn_lcs p = {.n = 2,
                      .m = 2,
                      .B = (double[]){2, 1, 1, 1},
                      .C = (double[]){1, 0, 0, 1},
                      .x0 = (double[]){-1, 0.5}};
    zn_ds *ds = system_of(&p, NULL);

    first_order(0.1, 1);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 1);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 0, 0);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->before, -1, 0);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->after, 0, 1e-15);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->value, 0.5, 1e-15);
    CLOSE(x_of(ds, 0), 0, 1e-15);
    CLOSE(x_of(ds, 1), 1, 1e-15);
    /* a step of length zero, and ten */
    ck_assert_int_eq(zn_simulation_state(sim)->step, 11);
}
END_TEST

/* A valve, 0 <= l + l^3 - x  _|_  l >= 0, that empties a vessel, x' = -l: then
 * (1 + 3 l^2) l' = -l, hence t = ln(l0/l) + 3/2 (l0^2 - l^2); x0 = 10 gives l0 = 2. */
static void valve_h(double t, unsigned nq, double *q, unsigned ny, double *lambda,
                    double *y, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = lambda[0] + lambda[0] * lambda[0] * lambda[0] - q[0];
}

static void valve_g(double t, unsigned nq, double *q, unsigned ny, double *lambda,
                    double *r, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    r[0] = -lambda[0];
}

START_TEST(a_curved_valve_is_solved_to_the_end)
{
    const double x0 = 10, zero = 0;
    double a = 1, b = 2;
    zn_relation *r;
    zn_ds *ds;
    zn_interaction *i;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "vessel", 1, &x0, &ds));
    MUST(zn_ds_set_constant(ds, "A", 1, 1, &zero));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "nonlinear", "valve", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)valve_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)valve_g));
    MUST(zn_model_connect(model, "valve", complementarity(1), r, ds, NULL, &i));
    first_order(0.5, 1);
    MUST(zn_simulation_init(sim));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 60; k++) {
        const double l = (a + b) / 2;
        *(log(2 / l) + 1.5 * (4 - l * l) > 1 ? &a : &b) = l;
    }
    /* from l = 0 the first linearisation would say 10 in place of 2 */
    CLOSE(zn_simulation_lambda(sim, i, 0)[0], b, 1e-6);
    CLOSE(x_of(ds, 0), b + b * b * b, 1e-6);
}
END_TEST

/* A tap that is opened, 0 <= l - (1 + t) x  _|_  l >= 0 with x' = -l: x = exp(-t - t^2/2). What l
 * does is decided by a D that stays, where C does not. */
static void tap(double t, unsigned m, unsigned n, double *C, unsigned nz, double *z)
{
    (void)m, (void)n, (void)nz, (void)z;
    C[0] = -(1 + t);
}

START_TEST(a_direct_term_decides_beside_outputs_that_move)
{
    const double x0 = 1, zero = 0, one = 1, minus = -1;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "vessel", 1, &x0, &ds));
    MUST(zn_ds_set_constant(ds, "A", 1, 1, &zero));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "first-order-linear", "tap", 1, 1, &r));
    MUST(zn_relation_set_function(r, "C", (zn_fn *)tap));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &minus));
    MUST(zn_model_connect(model, "tap", complementarity(1), r, ds, NULL, NULL));
    first_order(0.25, 1);
    MUST(zn_simulation_run(sim));
    CLOSE(x_of(ds, 0), exp(-1.5), 1e-9);
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 0);
}
END_TEST

/* An ideal diode between a source and a capacitor at another voltage: row 0 has the
 * current, row 1 the voltage of a bridge that cannot be. */
START_TEST(what_no_multiplier_admits_is_said)
{
    const zn_lcs p = {.n = 1,
                      .m = 2,
                      .B = (double[]){1, 0},
                      .C = (double[]){0, 1},
                      .D = (double[]){0, -1, 0, 0},
                      .x0 = (double[]){-1}};

    system_of(&p, NULL);
    first_order(0.1, 1);
    ck_assert_int_ne(zn_simulation_run(sim), ZN_OK);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "x has to jump"));
}
END_TEST

/* x'' = l with x held at zero from the start: l moves x'', not x'. */
START_TEST(a_higher_degree_is_said)
{
    const zn_lcs p = {.n = 2,
                      .m = 1,
                      .A = (double[]){0, 0, 1, 0},
                      .B = (double[]){0, 1},
                      .C = (double[]){1, 0},
                      .x0 = (double[]){0, 0}};

    system_of(&p, relay(1, 1));
    first_order(0.1, 1);
    ck_assert_int_eq(zn_simulation_run(sim), ZN_ENOTSUP);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "relative degree"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: first order, valves");
    TCase *tc = tcase_create("valves");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_state_that_is_not_admissible_jumps);
    tcase_add_test(tc, a_curved_valve_is_solved_to_the_end);
    tcase_add_test(tc, a_direct_term_decides_beside_outputs_that_move);
    tcase_add_test(tc, what_no_multiplier_admits_is_said);
    tcase_add_test(tc, a_higher_degree_is_said);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
