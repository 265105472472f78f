/* test_event_sliding.c - dry friction under known loads, from event to event: instants at
 * which rows of relays stick, slide and turn round, against solutions in closed form
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static zn_law *friction(double F)
{
    zn_law *law;

    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_law_set_real(law, "lb", -F));
    MUST(zn_law_set_real(law, "ub", F));
    return law;
}

/* ---- a block on a belt, held by a spring -------------------------------------------- */

static const double belt = 0.15;

static void belt_h(unsigned nq, double *q, double t, unsigned ny, double *y,
                   unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] - belt * t;
}

static void belt_h_dot(unsigned nq, double *q, double t, unsigned ny,
                       double *y, unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    y[0] = -belt;
}

static void belt_jac(unsigned nq, double *q, double t, unsigned ny, double *H,
                     unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = 1;
}

static zn_ds *oscillator(double m, double k, double q0, double v0)
{
    const double zero = 0;

    return linear_system("block", 1, &m, NULL, &k, &q0, &v0, &zero);
}

/* m v' = -k q + lambda, lambda = F while v < v_b: q = a (1 - cos w t), a = F/k, until
 * a w sin w t = v_b; it sticks and goes with the belt until k q = F. */
START_TEST(friction_oscillator_sticks_and_breaks_away)
{
    const double m = 2, k = 40, F = 0.3 * m * 9.81, w = sqrt(k / m), a = F / k;
    const double stick = asin(belt / (a * w)) / w;
    const double q = a * (1 - cos(w * stick)), off = stick + (a - q) / belt;
    zn_ds *ds = oscillator(m, k, 0, 0);
    zn_relation *r;
    zn_interaction *at;

    MUST(zn_relation_new(ctx, "rheonomous", "belt", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)belt_h));
    MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)belt_h_dot));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)belt_jac));
    MUST(zn_model_connect(model, "belt", friction(F), r, ds, NULL, &at));
    event_driven(0, 0.01, 3);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));

    CLOSE(stick, 5.142039775423e-02, 1e-12);
    CLOSE(off, 1.006596297785, 1e-12);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, stick, 1e-11);
    /* the first slide is at t = 0 */
    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->value, F, 1e-15);
    CLOSE(event_at(ZN_EVENT_SLIDE, 1)->t, off, 1e-9); /* h'' by differences */
    CLOSE(event_at(ZN_EVENT_SLIDE, 1)->value, F, 1e-9);
    /* then q = a + (v_b/w) sin w (t - off), which touches the belt's velocity at the end
     * of each period: whether that is an event is for rounding to say, the motion is
     * the same */
    CLOSE(q_of(ds, 0), a + belt / w * sin(w * (3 - off)), 1e-8);
    CLOSE(v_of(ds, 0), belt * cos(w * (3 - off)), 1e-8);
}
END_TEST

/* ---- a spring and dry friction ------------------------------------------------------- */

/* Between turns q is a cosine about -+F/k: amplitudes fall by 2 F/k at each turn, at
 * n pi/w, and it rests where k |q| <= F. */
START_TEST(amplitudes_fall_by_the_same_at_each_turn)
{
    const double m = 0.5, k = 32, F = 3, w = sqrt(k / m), q0 = 1, one = 1;
    zn_ds *ds = oscillator(m, k, q0, 0);
    double q = q0;
    zn_run_info info;
    int n = 0;

    join("floor", friction(F), 1, 1, &one, NULL, ds, NULL);
    event_driven(0, 0.03, 5);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));
    while (k * fabs(q) > F) {
        q = -(q - (q > 0 ? 2 : -2) * F / k);
        n++;
    }
    ck_assert_int_eq(n, 5);
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 1);
    /* the first slide is at t = 0 */
    ck_assert_int_eq(event_count(ZN_EVENT_SLIDE), n);
    for (int i = 0; i < n; i++)
        CLOSE(event_at(ZN_EVENT_SLIDE, i)->t, i * M_PI / w, 1e-11);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, n * M_PI / w, 1e-11);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->value, k * q, 1e-9);
    CLOSE(q_of(ds, 0), q, 1e-11);
    CLOSE(v_of(ds, 0), 0, 1e-12);
    zn_simulation_run_info(sim, &info);
    CLOSE(info.balance, 0, 1e-9);
    CLOSE(info.work.contact, k * (q * q - q0 * q0) / 2, 1e-9);
}
END_TEST

/* ---- two blocks ------------------------------------------------------------------------- */

static void ramp(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = t;
}

/* The lower one is pulled with f = t and takes the upper one along as long as that needs
 * no more than F: m f/(m + M) = F. After that it is left behind. */
START_TEST(a_block_on_another_is_left_behind)
{
    const double m = 1, M = 3, F = 0.5, C[] = {-1, 1};
    const double off = F * (m + M) / m, T = 4;
    zn_ds *low = point_mass("low", M, 0, 0, 0), *up = point_mass("up", m, 0, 0, 0);

    MUST(zn_ds_set_function(low, "f_ext", (zn_fn *)ramp));
    join("between", friction(F), 1, 2, C, NULL, low, up);
    event_driven(0, 0.1, T);
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->t, off, 1e-12);
    CLOSE(v_of(up, 0), off * off / 2 / (m + M) + F / m * (T - off), 1e-11);
    CLOSE(v_of(low, 0),
          off * off / 2 / (m + M) +
              ((T * T - off * off) / 2 - F * (T - off)) / M,
          1e-11);
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 0);
}
END_TEST

/* ---- with impacts ------------------------------------------------------------------------- */

/* It slides to a wall, is thrown back with e and slides to its rest. */
START_TEST(an_impact_turns_sliding_round)
{
    const double m = 2, F = 5, d = 1, v0 = 3, e = 0.5, one = 1, minus = -1;
    const double a = F / m, v1 = sqrt(v0 * v0 - 2 * a * d);
    const double t1 = (v0 - v1) / a, t2 = t1 + e * v1 / a;
    zn_ds *ds = point_mass("block", m, 0, v0, 0);
    zn_interaction *floor_ =
        join("floor", friction(F), 1, 1, &one, NULL, ds, NULL);

    join("wall", newton(e), 1, 1, &minus, &d, ds, NULL);
    event_driven(0, 0.05, 3);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 1);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, t1, 1e-12);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->value, m * v1 * (1 + e), 1e-11);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, t2, 1e-12);
    CLOSE(q_of(ds, 0), d - e * e * v1 * v1 / (2 * a), 1e-11);
    CLOSE(zn_simulation_lambda(sim, floor_, 2)[0], 0, 1e-12);
    CLOSE(v_of(ds, 0), 0, 1e-12);
}
END_TEST

/* ---- conduct -------------------------------------------------------------------------------- */

/* Bounds that differ, and a force that is not enough: it never moves; then one that is. */
START_TEST(bounds_of_both_sides)
{
    const double one = 1;

    for (int k = 0; k < 2; k++) {
        zn_ds *ds = point_mass("block", 1, 0, 0, k ? -4.5 : 3);
        zn_law *law = friction(1);
        MUST(zn_law_set_real(law, "lb", -4)); /* against motion up */
        MUST(zn_law_set_real(law, "ub", 2));
        join("floor", law, 1, 1, &one, NULL, ds, NULL);
        event_driven(0, 0.1, 1);
        MUST(zn_simulation_run(sim));
        CLOSE(q_of(ds, 0), k ? -2.5 / 2 : 0, 1e-12);
        scene_again();
    }
}
END_TEST

START_TEST(bounds_by_row_are_refused)
{
    const double one[2] = {1, 1}, lb[2] = {-1, -2}, ub[2] = {1, 2};
    zn_ds *ds = point_mass("block", 1, 0, 0, 0);
    zn_law *law;

    MUST(zn_law_relay(ctx, 2, lb, ub, &law));
    join("floor", law, 2, 1, one, NULL, ds, NULL);
    event_driven(0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "of relays with the same bounds in each row");
}
END_TEST

/* A ball that bounces in a guide that rubs with F: it falls with g - F, and rises against g + F, so that
 * rates of impact fall by rho = e sqrt((g - F)/(g + F)). As impacts end the guide holds it, too. */
START_TEST(what_rubs_sticks_where_impacts_end)
{
    const double F = 2, e = 0.5, one = 1, down = grav - F, up = grav + F;
    const double hit = sqrt(2 * down), rho = e * sqrt(down / up);
    const double flight = e * hit / up + rho * hit / down, passed = 1e-4;
    zn_ds *ds = bouncing_ball(1, 0, e);

    join("guide", friction(F), 1, 1, &one, NULL, ds, NULL);
    event_driven(0, 0.1, 2);
    MUST(zn_simulation_set(sim, "accumulation", "1e-4"));
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_ACCUMULATION, 0)->limit,
          hit / down + flight / (1 - rho), passed);
    ck_assert_str_eq(
        zn_interaction_name(events.at[events.n - 1].interaction), "guide");
    ck_assert_int_eq(events.at[events.n - 1].what, ZN_EVENT_STICK);
    ck_assert_double_eq(events.at[events.n - 1].t,
                        event_at(ZN_EVENT_ACCUMULATION, 0)->t);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: sliding");
    TCase *tc = tcase_create("dry friction");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, friction_oscillator_sticks_and_breaks_away);
    tcase_add_test(tc, amplitudes_fall_by_the_same_at_each_turn);
    tcase_add_test(tc, a_block_on_another_is_left_behind);
    tcase_add_test(tc, an_impact_turns_sliding_round);
    tcase_add_test(tc, bounds_of_both_sides);
    tcase_add_test(tc, bounds_by_row_are_refused);
    tcase_add_test(tc, what_rubs_sticks_where_impacts_end);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
