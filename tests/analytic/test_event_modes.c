/* test_event_modes.c - first-order systems from event to event: diodes and relays, against
 * solutions in closed form, piece by piece
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/event_first_order.h"

/* ---- diodes ----------------------------------------------------------------------------- */

/* Coil and capacitor, and a resistor behind a diode:
 *     v' = -(i + l)/C,  i' = v/L,  0 <= R l - v  _|_  l >= 0.
 * From v = v0, i = 0 it conducts until v = v0 exp(-a t) (cos wt - (a/w) sin wt) = 0, then
 * free and damped half turns take turns, which last pi/w0 and pi/w, and the damped ones
 * take the current down by exp(-a pi/w). */
START_TEST(a_diode_conducts_every_other_half_turn)
{
    const double L = 1e-2, C = 1e-6, R = 1e3, v0 = 10, a = 1 / (2 * R * C);
    const double w0 = 1 / sqrt(L * C), w = sqrt(w0 * w0 - a * a);
    const double first = atan2(w, a) / w;
    const zn_lcs p = {.n = 2,
                      .m = 1,
                      .A = (double[]){0, 1 / L, -1 / C, 0},
                      .B = (double[]){-1 / C, 0},
                      .C = (double[]){-1, 0},
                      .D = &R,
                      .x0 = (double[]){v0, 0}};
    zn_ds *ds = system_of(&p, NULL);
    /* there L i is the integral of v, v0 exp(-a t) sin(wt)/w */
    double i = v0 / (L * w) * exp(-a * first) * sin(w * first), t = first;

    first_order(1e-5, 4.8e-3);
    MUST(zn_simulation_run(sim));
    for (int k = 0; t < 4.8e-3; k++) {
        CLOSE(event_at(ZN_EVENT_OPEN, k)->t, t, 1e-14);
        t += M_PI / w0;
        if (t >= 4.8e-3)
            break;
        CLOSE(event_at(ZN_EVENT_CLOSE, k + 1)->t, t, 1e-14);
        t += M_PI / w;
        i *= exp(-a * M_PI / w);
    }
    ck_assert_int_eq(event_count(ZN_EVENT_OPEN), 8);
    /* the last piece is a free one, of which t is the end */
    t -= M_PI / w0;
    CLOSE(x_of(ds, 1), i * cos(w0 * (4.8e-3 - t)), 1e-12);
    CLOSE(x_of(ds, 0), -i * sqrt(L / C) * sin(w0 * (4.8e-3 - t)), 1e-9);
}
END_TEST

/* The same circuit in units of time 2^k s, at instants that are given, with no step length beside
 * them: the same bits. */
static void diode_in_units(double second, double x[2], double at[4])
{
    const double L = 1e-2 * second, C = 1e-6 * second, R = 1e3;
    double instants[50];
    const zn_lcs p = {.n = 2,
                      .m = 1,
                      .A = (double[]){0, 1 / L, -1 / C, 0},
                      .B = (double[]){-1 / C, 0},
                      .C = (double[]){-1, 0},
                      .D = &R,
                      .x0 = (double[]){10, 0}};
    zn_ds *ds = system_of(&p, NULL);

    for (int i = 0; i < 50; i++)
        instants[i] = i * 2e-5 * second;
    first_order(second, second);
    MUST(zn_simulation_set_instants(sim, 50, instants));
    MUST(zn_simulation_run(sim));
    ck_assert_int_ge(events.n, 4);
    for (int i = 0; i < 4; i++)
        at[i] = events.at[i].t / second;
    for (int i = 0; i < 2; i++)
        x[i] = x_of(ds, i);
    scene_again();
}

START_TEST(given_instants_know_no_unit_of_time)
{
    double x[2][2], at[2][4];

    diode_in_units(1, x[0], at[0]);
    diode_in_units(ldexp(1, _i ? 30 : -30), x[1], at[1]);
    for (int i = 0; i < 2; i++)
        ck_assert_double_eq(x[1][i], x[0][i]);
    for (int i = 0; i < 4; i++)
        ck_assert_double_eq(at[1][i], at[0][i]);
}
END_TEST

static const double omega = 3;

static void source(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    b[0] = sin(omega * t);
}

/* Half-wave rectifier: i' = sin wt - r i + l, 0 <= i _|_ l >= 0, l the voltage of the diode
 * in reverse. From each k T on
 *     i = (r sin wt - w cos wt + w exp(-r t))/(r^2 + w^2) until i = 0; then l = -sin wt. */
START_TEST(a_rectifier_lets_one_half_wave_through)
{
    const double r = 0.7, one = 1, period = 2 * M_PI / omega;
    const zn_lcs p = {.n = 1,
                      .m = 1,
                      .A = (double[]){-r},
                      .B = &one,
                      .C = &one,
                      .x0 = (double[]){0}};
    zn_ds *ds = system_of(&p, NULL);
    double a = period / 2, b = period;

    MUST(zn_ds_set_function(ds, "b", (zn_fn *)source));
    first_order(0.05, 9.5);
    for (int k = 0; k < 200; k++) { /* where i = 0 */
        const double t = (a + b) / 2;
        *(r * sin(omega * t) - omega * cos(omega * t) + omega * exp(-r * t) > 0
              ? &a
              : &b) = t;
    }
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 4; k++)
        CLOSE(event_at(ZN_EVENT_CLOSE, k)->t, k * period + b, 1e-11);
    CLOSE(event_at(ZN_EVENT_CLOSE, 0)->value, -sin(omega * b), 1e-10);
    for (int k = 0; k < 4; k++) {
        CLOSE(event_at(ZN_EVENT_OPEN, k)->t, (k + 1) * period, 1e-11);
        CLOSE(event_at(ZN_EVENT_OPEN, k)->value, 0, 1e-12);
    }
    a = 9.5 - 4 * period;
    CLOSE(x_of(ds, 0),
          (r * sin(omega * a) - omega * cos(omega * a) + omega * exp(-r * a)) /
              (r * r + omega * omega),
          1e-11);
}
END_TEST

/* Four ideal diodes between an oscillator and a resistor: whatever the sign of v, the
 * resistor is in parallel, so that v is that of a damped oscillator, and two pairs of
 * diodes take turns, four rows at the same instant. */
START_TEST(the_diodes_of_a_bridge_commute_together)
{
    const double L = 1e-2, C = 1e-6, R = 1e3, v0 = 10, a = 1 / (2 * R * C);
    const double w = sqrt(1 / (L * C) - a * a), T = 1e-3;
    const zn_lcs p = {
        .n = 2,
        .m = 4,
        .A = (double[]){0, 1 / L, -1 / C, 0},
        .B = (double[]){0, 0, 0, 0, -1 / C, 0, 1 / C, 0},
        .C = (double[]){0, 0, -1, 1, 0, 0, 0, 0},
        .D = (double[]){R, 1, R, 0, -1, 0, -1, 1, R, 1, R, 0, 0, -1, 0, 0},
        .x0 = (double[]){v0, 0}};
    zn_ds *ds = system_of(&p, NULL);
    double t = atan2(w, a) / w;

    first_order(1e-5, T);
    MUST(zn_simulation_run(sim));
    for (int i = 0, k = 0; i < events.n; i++) {
        if (events.at[i].t == 0)
            continue;
        CLOSE(events.at[i].t, t, 1e-14);
        if (++k % 4 == 0)
            t += M_PI / w;
    }
    ck_assert_double_gt(t, T);
    CLOSE(x_of(ds, 0), v0 * exp(-a * T) * (cos(w * T) - a / w * sin(w * T)),
          1e-9);
}
END_TEST

/* ---- relays ------------------------------------------------------------------------------- */

/* x'' = l, l in -Sgn(x), from x = 1: parabolas that switch at (1 + 2 k) sqrt 2. No
 * multiplier moves x', so that none could hold it. */
START_TEST(a_relay_oscillator_switches_at_its_instants)
{
    const zn_lcs p = {.n = 2,
                      .m = 1,
                      .A = (double[]){0, 0, 1, 0},
                      .B = (double[]){0, 1},
                      .C = (double[]){1, 0},
                      .x0 = (double[]){1, 0}};
    zn_ds *ds = system_of(&p, relay(1, 1));

    first_order(0.5, 30);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 0);
    ck_assert_int_eq(event_count(ZN_EVENT_SLIDE), 12); /* that of t = 0 too */
    for (int k = 0; k < 11; k++) {
        CLOSE(event_at(ZN_EVENT_SLIDE, k + 1)->t, (1 + 2 * k) * M_SQRT2, 1e-11);
        CLOSE(event_at(ZN_EVENT_SLIDE, k + 1)->value, k % 2 ? -1 : 1, 0);
    }
    CLOSE(x_of(ds, 1), (30 - 21 * M_SQRT2) - M_SQRT2, 1e-10);
}
END_TEST

/* x1' = x2, x2' = l, l in -U Sgn(c x1 + x2): from (1, 0) on a parabola to the line
 * c x1 + x2 = 0 at t1 = (sqrt(U^2 + 2 c^2 U) - U)/(c U), and along it with
 * x1 = exp(-c (t - t1)), l = c^2 x1, if c |x2| <= U there. */
START_TEST(a_sliding_mode_is_entered_and_kept)
{
    const double U = 1.5, c = 0.8;
    const double t1 = (sqrt(U * U + 2 * c * c * U) - U) / (c * U), T = 4;
    const double x1 = (1 - U * t1 * t1 / 2) * exp(-c * (T - t1));
    const zn_lcs p = {.n = 2,
                      .m = 1,
                      .A = (double[]){0, 0, 1, 0},
                      .B = (double[]){0, 1},
                      .C = (double[]){c, 1},
                      .x0 = (double[]){1, 0}};
    zn_ds *ds = system_of(&p, relay(1, U));

    first_order(0.1, T);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(events.n, 2);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, t1, 1e-13);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->value, c * U * t1, 1e-11);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->before, -U * (1 + c * t1), 1e-11);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->after, 0, 1e-12);
    CLOSE(x_of(ds, 0), x1, 1e-11);
    CLOSE(x_of(ds, 1), -c * x1, 1e-11);
    CLOSE(c * x_of(ds, 0) + x_of(ds, 1), 0, 1e-12);
}
END_TEST

/* x' = sin wt + l, l in -F Sgn(x), x(0) = 0: held until sin wt = F, then
 * x = (cos wt0 - cos wt)/w - F (t - t0) until it is zero. */
START_TEST(a_held_relay_lets_go_at_its_bound)
{
    const double F = 0.3, one = 1, off = asin(F) / omega;
    const zn_lcs p = {
        .n = 1, .m = 1, .B = &one, .C = &one, .x0 = (double[]){0}};
    zn_ds *ds = system_of(&p, relay(1, F));
    double a = M_PI / 2 / omega, b = 2 * M_PI / omega;

    MUST(zn_ds_set_function(ds, "b", (zn_fn *)source));
    first_order(0.1, 1.9);
    for (int k = 0; k < 200; k++) {
        const double t = (a + b) / 2;
        *((cos(omega * off) - cos(omega * t)) / omega - F * (t - off) > 0
              ? &a
              : &b) = t;
    }
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->t, off, 1e-11);
    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->value, -F, 0);
    /* at b sin wb < -F: it goes through */
    ck_assert_double_lt(sin(omega * b), -F);
    CLOSE(event_at(ZN_EVENT_SLIDE, 1)->t, b, 1e-11);
    CLOSE(event_at(ZN_EVENT_SLIDE, 1)->value, F, 0);
}
END_TEST

/* x' = l, y = x + d l, -y in N_[-1,1](l): from x = 2 it falls with 1 to x = d, then like
 * exp(-t/d). */
START_TEST(a_relay_with_a_slope_is_no_jump)
{
    const double d = 0.5, one = 1;
    const zn_lcs p = {
        .n = 1, .m = 1, .B = &one, .C = &one, .D = &d, .x0 = (double[]){2}};
    zn_ds *ds = system_of(&p, relay(1, 1));

    first_order(0.1, 3);
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, 1.5, 1e-12);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->value, -1, 1e-11);
    CLOSE(x_of(ds, 0), d * exp(-1.5 / d), 1e-12);
}
END_TEST

/* A moving threshold: x' = l, l in -U Sgn(x - sin wt), x(0) = 1: falls with U until
 * 1 - U t = sin wt, then x = sin wt as long as w |cos wt| <= U, which is always. */
static void threshold(double t, unsigned n, double *out, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    out[0] = -sin(omega * t);
}

static zn_interaction *at_threshold(double x0, double U)
{
    const double one = 1;
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "x", 1, &x0, &ds));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "first-order-linear", "r", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
    MUST(zn_relation_set_function(r, "e", (zn_fn *)threshold));
    MUST(zn_model_connect(model, "relay", relay(1, U), r, ds, NULL, &a));
    return a;
}

START_TEST(a_moving_threshold_is_followed)
{
    const double U = 4;
    zn_interaction *at = at_threshold(1, U);
    const zn_ds *ds = zn_interaction_ds(at, 0);
    double a = 0, b = 0.5;

    first_order(0.1, 3);
    for (int k = 0; k < 200; k++) {
        const double t = (a + b) / 2;
        *(1 - U * t > sin(omega * t) ? &a : &b) = t;
    }
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(events.n, 2);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, b, 1e-12);
    CLOSE(x_of(ds, 0), sin(omega * 3), 1e-12);
    CLOSE(zn_simulation_lambda(sim, at, 0)[0], omega * cos(omega * 3), 1e-8);
}
END_TEST

/* After a long way that bounds no step of the integrator, differences in time are those of h/100: the
 * multiplier is w cos wt to w (w h/100)^4/30. */
START_TEST(a_threshold_is_followed_after_a_long_way)
{
    const double U = 2 * omega, h = 1;
    const double known = omega * pow(omega * h / 100, 4) / 30;
    zn_interaction *at = at_threshold(25.3 * U, U);

    first_order(h, 30);
    while (zn_simulation_time(sim) < 30) {
        double t;

        MUST(zn_simulation_step(sim));
        t = zn_simulation_time(sim);
        if (t > 25.9)
            CLOSE(zn_simulation_lambda(sim, at, 0)[0], omega * cos(omega * t),
                  2 * known);
    }
}
END_TEST

/* ---- switches that accumulate -------------------------------------------------------------- */

/* x1' = b s1 - w s2, x2' = w s1 + b s2, s_i in -Sgn(x_i): |x1| + |x2| falls with 2 b, in
 * quarter turns that shrink by (w - b)/(w + b), 11/15 or 1/5; the centre is reached at
 * (|x1| + |x2|)/(2 b), and x stays there. */
START_TEST(a_spiral_of_infinitely_many_turns_ends)
{
    const double b = 2, w = _i ? 3 : 13, end = 5.0 / (2 * b);
    const int turns = _i ? 8 : 30;
    const zn_lcs p = {.n = 2,
                      .m = 2,
                      .B = (double[]){b, w, -w, b},
                      .C = (double[]){1, 0, 0, 1},
                      .x0 = (double[]){3, 2}};
    zn_ds *ds = system_of(&p, relay(2, 1));

    first_order(0.1, 2);
    MUST(zn_simulation_run(sim));
    ck_assert_int_ge(event_count(ZN_EVENT_ACCUMULATION), 1);
    CLOSE(event_at(ZN_EVENT_ACCUMULATION, 0)->limit, end, 2e-7);
    /* they switch in turns; it is told of the one that would be the next */
    const int last = event_count(ZN_EVENT_SLIDE) - 1;
    ck_assert_int_eq(event_at(ZN_EVENT_ACCUMULATION, 0)->row,
                     1 - event_at(ZN_EVENT_SLIDE, last)->row);
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 2);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, end, 4e-7);
    CLOSE(x_of(ds, 0), 0, 1e-11);
    CLOSE(x_of(ds, 1), 0, 1e-11);
    /* every turn before that: from (3, 2) to x1 = 0 with (-b + w, -w - b), and so on */
    {
        double x[2] = {3, 2}, t = 0;
        for (int k = 2; k < turns; k++) { /* two at t = 0 */
            const double s1 = x[0] > 0 ? -1 : 1, s2 = x[1] > 0 ? -1 : 1;
            const double v[2] = {b * s1 - w * s2, w * s1 + b * s2};
            const int i = x[0] * v[0] < 0 ? 0 : 1;
            const double d = -x[i] / v[i];
            t += d;
            x[1 - i] += d * v[1 - i];
            x[i] = copysign(1e-300, v[i]);
            CLOSE(event_at(ZN_EVENT_SLIDE, k)->t, t, 1e-11);
        }
    }
}
END_TEST

/* ---- the same bits --------------------------------------------------------------------------- */

START_TEST(a_checkpoint_goes_on_with_the_same_bits)
{
    const double r = 0.7, one = 1;
    const zn_lcs p = {.n = 1,
                      .m = 1,
                      .A = (double[]){-r},
                      .B = &one,
                      .C = &one,
                      .x0 = (double[]){0}};
    zn_ds *ds = system_of(&p, NULL);
    zn_snapshot *mid;
    double x;
    int n;

    MUST(zn_ds_set_function(ds, "b", (zn_fn *)source));
    first_order(0.05, 9.5);
    while (zn_simulation_time(sim) < 3.3)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_new(sim, &mid));
    MUST(zn_snapshot_take(mid));
    n = events.n;
    MUST(zn_simulation_run(sim));
    x = x_of(ds, 0);
    {
        const told first = events;
        MUST(zn_snapshot_restore(mid));
        events.n = n;
        MUST(zn_simulation_run(sim));
        ck_assert_int_eq(events.n, first.n);
        for (int i = n; i < events.n; i++) {
            ck_assert_double_eq(events.at[i].t, first.at[i].t);
            ck_assert_double_eq(events.at[i].value, first.at[i].value);
        }
    }
    ck_assert_double_eq(x_of(ds, 0), x);
    zn_snapshot_free(mid);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: first order");
    TCase *tc = tcase_create("modes");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_diode_conducts_every_other_half_turn);
    tcase_add_loop_test(tc, given_instants_know_no_unit_of_time, 0, 2);
    tcase_add_test(tc, a_rectifier_lets_one_half_wave_through);
    tcase_add_test(tc, the_diodes_of_a_bridge_commute_together);
    tcase_add_test(tc, a_relay_oscillator_switches_at_its_instants);
    tcase_add_test(tc, a_sliding_mode_is_entered_and_kept);
    tcase_add_test(tc, a_held_relay_lets_go_at_its_bound);
    tcase_add_test(tc, a_relay_with_a_slope_is_no_jump);
    tcase_add_test(tc, a_moving_threshold_is_followed);
    tcase_add_test(tc, a_threshold_is_followed_after_a_long_way);
    tcase_add_loop_test(tc, a_spiral_of_infinitely_many_turns_ends, 0, 2);
    tcase_add_test(tc, a_checkpoint_goes_on_with_the_same_bits);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
