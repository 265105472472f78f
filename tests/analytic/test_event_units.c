/* test_event_units.c - first-order systems in other units: times 2^t, states 2^x, outputs 2^y,
 * multipliers 2^l of what they were. With the tolerances in these units every number of a run
 * is that of the other one, shifted.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

#include <zeno/lcs.h>

typedef struct unit {
    int t, x, y, l;
} unit;

static const unit units[] = {{0, 0, 0, 20},  {0, 0, 0, -60},  {0, 0, 24, 24},
                             {0, 0, -32, 8}, {0, 40, 40, 40}, {0, -18, 6, -80},
                             {30, 4, 8, 2},  {-30, 0, 12, -6}};

typedef struct run {
    told events;
    double x[2], lambda;
} run;

static void scaled(const double from[], double to[], int n, int k)
{
    for (int i = 0; from && i < n; i++)
        to[i] = ldexp(from[i], k);
}

static void set_scaled(const char *option, double value, int k)
{
    MUST(zn_simulation_set_real(sim, option, ldexp(value, k)));
}

/* A system of two states and a row, in units of u, until T. */
static void run_in(const zn_lcs *p, double level, double h, double T, unit u,
                   run *out)
{
    double A[4], B[2], C[2], D, a[2], x0[2];
    const zn_lcs q = {2,    1, A, B, C, p->D ? &D : NULL, p->a ? a : NULL,
                      NULL, x0};
    const double ub = ldexp(level, u.l), lb = -ub;
    zn_law *law = NULL;
    zn_interaction *at;
    zn_ds *ds;

    scaled(p->A, A, 4, -u.t);
    scaled(p->B, B, 2, u.x - u.t - u.l);
    scaled(p->C, C, 2, u.y - u.x);
    scaled(p->D, &D, 1, u.y - u.l);
    scaled(p->a, a, 2, u.x - u.t);
    scaled(p->x0, x0, 2, u.x);
    scene_setup();
    if (level > 0)
        MUST(zn_law_relay(ctx, 1, &lb, &ub, &law));
    MUST(zn_lcs_add(model, "system", &q, law, &ds, &at));
    events.n = 0;
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, ldexp(h, u.t), ldexp(T, u.t)));
    MUST(zn_simulation_on_event(sim, note_event, NULL));
    set_scaled("atol", 1e-13, u.x);
    set_scaled("tol_y", 1e-10, u.y);
    set_scaled("accumulation", 1e-7, u.t);
    MUST(zn_simulation_run(sim));
    out->events = events;
    scaled(zn_simulation_x(sim, ds), out->x, 2, -u.x);
    scaled(zn_simulation_lambda(sim, at, 0), &out->lambda, 1, -u.l);
    scene_teardown();
}

static void same_in_all_units(const zn_lcs *p, double level, double h, double T,
                              int n)
{
    static run one, other;

    run_in(p, level, h, T, (unit){0, 0, 0, 0}, &one);
    ck_assert_int_eq(one.events.n, n);
    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
        const unit u = units[k];
        run_in(p, level, h, T, u, &other);
        ck_assert_msg(other.events.n == n, "units %zu: %d events, not %d", k,
                      other.events.n, n);
        for (int i = 0; i < n; i++) {
            const zn_event_record *a = &one.events.at[i],
                                  *b = &other.events.at[i];
            ck_assert_int_eq(a->what, b->what);
            ck_assert_msg(ldexp(b->t, -u.t) == a->t,
                          "units %zu, event %d: at %.17g, not %.17g s", k, i,
                          ldexp(b->t, -u.t), a->t);
            ck_assert_double_eq(ldexp(b->value, -u.l), a->value);
        }
        for (int i = 0; i < 2; i++)
            ck_assert_double_eq(other.x[i], one.x[i]);
        ck_assert_double_eq(other.lambda, one.lambda);
    }
}

/* An oscillator with a resistor behind a diode: its multiplier is a current. */
START_TEST(a_diode_does_not_know_the_ampere)
{
    const double L = 1e-2, C = 1e-6, R = 1e3;
    const zn_lcs p = {.A = (double[]){0, 1 / L, -1 / C, 0},
                      .B = (double[]){-1 / C, 0},
                      .C = (double[]){-1, 0},
                      .D = &R,
                      .x0 = (double[]){10, 0}};

    same_in_all_units(&p, 0, 1e-5, 2e-3, 7);
}
END_TEST

/* x1' = x2 + l, x2' = 1, 0 <= x1 _|_ l >= 0: x1 comes to zero at t = 1 - s, s = 1/2048, with
 * l = 1 - t, which has gone through zero long before the first sample of the next step. */
START_TEST(a_multiplier_that_is_gone_at_once_is_seen)
{
    const double s = 1.0 / 2048;
    const zn_lcs p = {.A = (double[]){0, 0, 1, 0},
                      .B = (double[]){1, 0},
                      .C = (double[]){1, 0},
                      .a = (double[]){0, 1},
                      .x0 = (double[]){(1 - s * s) / 2, -1}};

    same_in_all_units(&p, 0, 4, 8, 2);
    CLOSE(ldexp(events.at[0].t, 30), 1 - s, 1e-12); /* in the last unit */
    CLOSE(ldexp(events.at[1].t, 30), 1, 1e-12);
}
END_TEST

/* The same of y = x1 + 4 l, x1'' = 1, whose multiplier follows from y itself. */
START_TEST(a_direct_multiplier_that_is_gone_at_once_is_seen)
{
    const double D = 4, s = 1.0 / 2048;
    const zn_lcs p = {.A = (double[]){0, 0, 1, 0},
                      .B = (double[]){0, 0},
                      .C = (double[]){1, 0},
                      .D = &D,
                      .a = (double[]){0, 1},
                      .x0 = (double[]){(1 - s * s) / 2, -1}};

    same_in_all_units(&p, 0, 4, 8, 2);
    CLOSE(ldexp(events.at[0].t, 30), 1 - s, 1e-12);
    CLOSE(ldexp(events.at[1].t, 30), 1 + s, 1e-12);
}
END_TEST

/* A relay that is held on its line, and lets go where x1 is large enough again: the line
 * x2 = 0.8 x1 is left at c^2 x1 = U. */
START_TEST(a_held_relay_does_not_know_the_unit_of_its_bound)
{
    const double c = -0.8;
    const zn_lcs p = {.A = (double[]){0, 0, 1, 0},
                      .B = (double[]){0, 1},
                      .C = (double[]){c, 1},
                      .x0 = (double[]){1, 0.3}};

    same_in_all_units(&p, 1.5, 0.1, 2, 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: units");
    TCase *tc = tcase_create("first order");

    tcase_add_test(tc, a_diode_does_not_know_the_ampere);
    tcase_add_test(tc, a_multiplier_that_is_gone_at_once_is_seen);
    tcase_add_test(tc, a_direct_multiplier_that_is_gone_at_once_is_seen);
    tcase_add_test(tc, a_held_relay_does_not_know_the_unit_of_its_bound);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
