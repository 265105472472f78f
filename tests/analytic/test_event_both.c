/* test_event_both.c - machines and their circuits in one model, from event to event,
 * against solutions in closed form, piece by piece
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

#include <zeno/lcs.h>

/* No integrator is named: what moves the systems is the simulation itself. */
static void both(double h, double T)
{
    events.n = 0;
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_on_event(sim, note_event, NULL));
}

static double x_of(const zn_ds *ds)
{
    return zn_simulation_x(sim, ds)[0];
}

static zn_law *relay(double level)
{
    const double lb = -level;
    zn_law *law;

    MUST(zn_law_relay(ctx, 1, &lb, &level, &law));
    return law;
}

/* ---- a motor that drives a stop ------------------------------------------------------------ */

/* A linear motor behind a diode, pulled back by F, before a stop with restitution e:
 *     v' = i - F,    0 <= d - q,    i' = V - v + l,    0 <= i  _|_  l >= 0
 * (all units one). While it conducts
 *     v = V + a cos t + b sin t,   i = F + b cos t - a sin t,   a = v0 - V, b = i0 - F,
 * while it blocks v = v0 - F t, until v = V or an impact. */
static const double volt = 1, pull = 0.5, rest = 0.5;
static double stop;

static void coil(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)t, (void)n;
    ck_assert_uint_eq(nz, 2); /* place and velocity of the mass */
    b[0] = volt - z[1];
}

static void thrust(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n;
    ck_assert_uint_eq(nz, 1);
    f[0] = z[0] - pull;
}

typedef struct motor {
    zn_ds *mass, *circuit;
    zn_interaction *stop, *diode;
} motor;

static motor a_motor(double v0, double d)
{
    const double one = 1, zero = 0, minus = -1;
    const zn_lcs p = {
        .n = 1, .m = 1, .A = &zero, .B = &one, .C = &one, .x0 = &zero};
    motor m;

    stop = d;
    MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &zero, &v0, &m.mass));
    MUST(zn_ds_set_constant(m.mass, "mass", 1, 1, &one));
    MUST(zn_ds_set_function(m.mass, "f_ext", (zn_fn *)thrust));
    MUST(zn_model_add_ds(model, m.mass));
    MUST(zn_lcs_add(model, "circuit", &p, NULL, &m.circuit, &m.diode));
    MUST(zn_ds_set_function(m.circuit, "b", (zn_fn *)coil));
    m.stop = join("stop", newton(rest), 1, 1, &minus, &stop, m.mass, NULL);
    MUST(zn_model_follow(model, m.circuit, m.mass));
    MUST(zn_model_follow(model, m.mass, m.circuit));
    return m;
}

typedef struct piece {
    double q, v, i;
    bool conducts;
} piece;

static piece later(piece p, double t)
{
    const double a = p.v - volt, b = p.i - pull;
    piece n = p;

    if (p.conducts) {
        n.q += volt * t + a * sin(t) + b * (1 - cos(t));
        n.v = volt + a * cos(t) + b * sin(t);
        n.i = pull + b * cos(t) - a * sin(t);
    } else {
        n.q += p.v * t - pull * t * t / 2;
        n.v -= pull * t;
    }
    return n;
}

/* Does the piece go on at p? */
static bool holds(piece p)
{
    return p.q <= stop && (p.conducts ? p.i >= 0 : p.v >= volt);
}

/* Where the piece ends: looked for in steps of `fine`, then by bisection. */
static double end_of(piece p, double fine)
{
    double a = fine / 2, b = fine;

    while (holds(later(p, b)) && b < 100)
        a = b, b += fine;
    for (int k = 0; k < 200; k++)
        *(holds(later(p, (a + b) / 2)) ? &a : &b) = (a + b) / 2;
    return b;
}

START_TEST(a_motor_behind_a_diode_hits_its_stop)
{
    const motor m = a_motor(3, 3);
    piece p = {0, 3, 0, false};
    double t = 0;
    int impacts = 0, opened = 0, closed = 0, impact_closes = 0;

    both(0.25, 9);
    MUST(zn_simulation_run(sim));
    while (t < 9) {
        const double d = end_of(p, 1e-4);
        if (t + d > 9 || (impacts > 2 && d < 1e-2))
            break;
        t += d;
        p = later(p, d);
        if (p.q > stop - 1e-9) {
            const zn_event_record *r = event_at(ZN_EVENT_IMPACT, impacts++);
            CLOSE(r->t, t, 1e-10);
            CLOSE(r->before, -p.v, 1e-9);
            CLOSE(r->value, (1 + rest) * p.v, 1e-9);
            p.q = stop;
            p.v *= -rest;
            /* the diode sees the new velocity at this very instant (`open`: its row,
             * whose y is the current, is not held) */
            if (!p.conducts) {
                impact_closes++;
                CLOSE(event_at(ZN_EVENT_OPEN, opened++)->t, t, 1e-10);
            }
            p.conducts = true;
        } else if (p.conducts) { /* no current */
            CLOSE(event_at(ZN_EVENT_CLOSE, ++closed)->t, t, 1e-10);
            p.conducts = false;
            p.i = 0;
        } else {
            CLOSE(event_at(ZN_EVENT_OPEN, opened++)->t, t, 1e-10);
            p.conducts = true;
        }
    }
    ck_assert_int_gt(impacts, 3);
    ck_assert_int_eq(impact_closes, 1);
    /* ever shorter flights end; then it rests, and bears all of the thrust */
    ck_assert_int_ge(event_count(ZN_EVENT_ACCUMULATION), 1);
    CLOSE(v_of(m.mass, 0), 0, 1e-12);
    CLOSE(zn_simulation_lambda(sim, m.stop, ZN_LEVEL_ACCELERATION)[0],
          x_of(m.circuit) - pull, 1e-9);
}
END_TEST

/* Far from any stop the mass becomes faster than V, the current falls to zero, and the diode
 * waits until the pull has taken the mass back to V. */
START_TEST(a_diode_waits_for_the_speed_of_its_motor)
{
    const motor m = a_motor(0, 100);
    piece p = {0, 0, 0, true};
    double t = 0;
    int n[2] = {0, 0};

    both(0.5, 12);
    MUST(zn_simulation_run(sim));
    while (true) {
        const double d = end_of(p, 1e-4);
        if (t + d > 12)
            break;
        t += d;
        p = later(p, d);
        CLOSE(event_at(p.conducts ? ZN_EVENT_CLOSE : ZN_EVENT_OPEN,
                       n[p.conducts]++)
                  ->t,
              t, 1e-10);
        p.conducts = !p.conducts;
        p.i = 0;
    }
    ck_assert_int_ge(n[0], 1);
    ck_assert_int_ge(n[1], 1);
    CLOSE(zn_simulation_q(sim, m.mass)[0], later(p, 12 - t).q, 1e-9);
}
END_TEST

/* ---- a relay that slides, and impacts -------------------------------------------------------- */

static const double gravity = 10;

/* x follows the velocity of a ball by a relay, x' = l, y = x - v, l in [-U, U]. In flight it
 * slides with l = v' = -g; an impact moves v by (1 + e) v0, l = U takes x there in
 *     s = (1 + e) v0 / (U + g). */
static void a_relay_behind_a_ball(double U, double e, zn_ds **ball, zn_ds **x)
{
    const double one = 1, zero = 0, see[2] = {0, -1};
    zn_relation *r;
    zn_interaction *at;

    *ball = point_mass("ball", 1, 1, 0, -gravity);
    join("floor", newton(e), 1, 1, &one, NULL, *ball, NULL);
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "x", 1, &zero, x));
    MUST(zn_model_add_ds(model, *x));
    MUST(zn_relation_new(ctx, "first-order-linear", "error", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "F", 1, 2, see));
    MUST(zn_relation_set_z(r, 0, NULL));
    MUST(zn_model_connect(model, "relay", relay(U), r, *x, NULL, &at));
    MUST(zn_model_follow_relation(model, r, *ball));
}

START_TEST(an_impact_throws_a_relay_out_of_its_sliding)
{
    const double U = 25, e = 0.8;
    double t = sqrt(2 / gravity), v = gravity * t;
    zn_ds *ball, *x;

    a_relay_behind_a_ball(U, e, &ball, &x);
    both(0.1, 2.5);
    for (int k = 0; t < 2.4; k++) {
        const double s = (1 + e) * v / (U + gravity);
        double next;

        /* just after the impact the relay pushes with all it has */
        while (event_count(ZN_EVENT_IMPACT) <= k)
            MUST(zn_simulation_step(sim));
        CLOSE(event_at(ZN_EVENT_IMPACT, k)->t, t, 1e-11);
        CLOSE(event_at(ZN_EVENT_SLIDE, k)->t, t, 1e-11);
        CLOSE(zn_simulation_lambda(sim, zn_model_interaction(model, "relay"),
                                   0)[0],
              U, 0);
        CLOSE(x_of(x), -v, 1e-10);
        while (event_count(ZN_EVENT_STICK) <= k)
            MUST(zn_simulation_step(sim));
        CLOSE(event_at(ZN_EVENT_STICK, k)->t, t + s, 1e-10);
        CLOSE(x_of(x), e * v - gravity * (zn_simulation_time(sim) - t), 1e-10);
        CLOSE(x_of(x), v_of(ball, 0), 1e-10);
        v *= e;
        next = t + 2 * v / gravity;
        ck_assert_double_gt(next, t + s);
        t = next;
    }
    CLOSE(zn_simulation_lambda(sim, zn_model_interaction(model, "relay"), 0)[0],
          -gravity, 1e-9);
}
END_TEST

/* A mass under a force -1 + 3 t, and x' = -x + l that keeps to its velocity v = v0 - t + 1.5 t^2 by
 * l = v' + v = v0 - 1 + 2 t + 1.5 t^2, until that is U. There v' is below zero: with the acceleration of that
 * very instant l would go back, and it is the force a little later that says that x lets go. */
static void pushed_more(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = -1 + 3 * t;
}

START_TEST(a_relay_lets_go_as_the_force_on_what_it_follows_grows)
{
    const double one = 1, zero = 0, minus = -1, see[2] = {0, -1};
    const double v0 = 0.9, U = 0.2, T = 0.6, t1 = (-2 + sqrt(4 + 6 * (U + 1 - v0))) / 3;
    const double x1 = v0 - t1 + 1.5 * t1 * t1;
    zn_ds *mass, *x;
    zn_relation *r;
    zn_interaction *at;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &zero, &v0, &mass));
    MUST(zn_ds_set_constant(mass, "mass", 1, 1, &one));
    MUST(zn_ds_set_function(mass, "f_ext", (zn_fn *)pushed_more));
    MUST(zn_model_add_ds(model, mass));
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "x", 1, &v0, &x));
    MUST(zn_ds_set_constant(x, "A", 1, 1, &minus));
    MUST(zn_model_add_ds(model, x));
    MUST(zn_relation_new(ctx, "first-order-linear", "error", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "F", 1, 2, see));
    MUST(zn_relation_set_z(r, 0, NULL));
    MUST(zn_model_connect(model, "relay", relay(U), r, x, NULL, &at));
    MUST(zn_model_follow_relation(model, r, mass));
    both(0.05, T);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_SLIDE), 1);
    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->t, t1, 1e-11);
    CLOSE(x_of(x), U + (x1 - U) * exp(t1 - T), 1e-10);
}
END_TEST

/* With U = g (1 - e)/(2 e) x comes to v where the ball is down again, 2 e v0/g = s: the relay
 * begins to slide and is thrown out of it at one instant, whatever comes first. From there
 * x = -e v0 + U t, and so on at each impact, until the ball rests and x with it. */
START_TEST(sliding_begins_at_the_instant_of_an_impact)
{
    const double e = 0.2, U = gravity * (1 - e) / (2 * e);
    double t = sqrt(2 / gravity), v = gravity * t;
    zn_ds *ball, *x;

    a_relay_behind_a_ball(U, e, &ball, &x);
    both(0.1, 1);
    for (int k = 0; k < 8; k++) {
        while (event_count(ZN_EVENT_IMPACT) <= k)
            MUST(zn_simulation_step(sim));
        CLOSE(zn_simulation_time(sim), t, 1e-11);
        CLOSE(x_of(x), -v, 1e-10);
        CLOSE(zn_simulation_lambda(sim, zn_model_interaction(model, "relay"),
                                   0)[0],
              U, 0);
        v *= e;
        t += 2 * v / gravity;
    }
    MUST(zn_simulation_run(sim));
    CLOSE(v_of(ball, 0), 0, 1e-12);
    CLOSE(x_of(x), 0, 1e-12);
}
END_TEST

/* Outputs in a small unit beside gaps in metres: y = 10^6 (x - 1), held from x = 1 on with
 * x' = l, l in [-2, 2], beside a ball that bounces. At t = 1.3 somebody moves x by 10^-9,
 * which is 10^-3 of y: tol_out says that this is none. */
START_TEST(outputs_have_a_tolerance_of_their_own)
{
    const double one = 1, zero = 0, large = 1e6, minus = -1e6;
    int sticks[2];

    for (int k = 0; k < 2; k++) {
        zn_relation *r;
        zn_interaction *at;
        zn_ds *x;
        scene_again();
        bouncing_ball(1, 0, 0.5);
        MUST(zn_ds_new_first_order(ctx, "first-order-linear", "x", 1, &zero,
                                   &x));
        MUST(zn_model_add_ds(model, x));
        MUST(zn_relation_new(ctx, "first-order-linear", "y", 1, 1, &r));
        MUST(zn_relation_set_constant(r, "C", 1, 1, &large));
        MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
        MUST(zn_relation_set_constant(r, "e", 1, 1, &minus));
        MUST(zn_model_connect(model, "relay", relay(2), r, x, NULL, &at));
        both(0.1, 2);
        if (k)
            MUST(zn_simulation_set(sim, "tol_out", "1e-2"));
        while (zn_simulation_time(sim) < 1.3)
            MUST(zn_simulation_step(sim));
        zn_simulation_state_rw(sim)->x[0] += 1e-9;
        MUST(zn_simulation_run(sim));
        CLOSE(x_of(x), 1, k ? 2e-9 : 1e-12);
        CLOSE(event_at(ZN_EVENT_IMPACT, 1)->t, 2 * sqrt(2 / grav), 1e-11);
        sticks[k] = event_count(ZN_EVENT_STICK);
    }
    ck_assert_int_gt(sticks[0], sticks[1]);
}
END_TEST

/* ---- the same bits, and order --------------------------------------------------------------------- */

START_TEST(a_checkpoint_goes_on_with_the_same_bits)
{
    const motor m = a_motor(3, 3);
    zn_snapshot *mid;
    double x, v;
    int n;

    both(0.25, 9);
    while (event_count(ZN_EVENT_IMPACT) < 2)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_new(sim, &mid));
    MUST(zn_snapshot_take(mid));
    n = events.n;
    MUST(zn_simulation_run(sim));
    x = x_of(m.circuit);
    v = v_of(m.mass, 0);
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
    ck_assert_double_eq(x_of(m.circuit), x);
    ck_assert_double_eq(v_of(m.mass, 0), v);
    zn_snapshot_free(mid);
}
END_TEST

/* Place after one unit of time, by time steps from a velocity. */
static double stepped(double v0, double h)
{
    motor m;

    scene_again();
    m = a_motor(v0, 3);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, 1));
    MUST(zn_simulation_run(sim));
    return zn_simulation_q(sim, m.mass)[0];
}

START_TEST(time_steps_see_the_state_at_their_beginning)
{
    /* v falls from 1.5 to V in one unit of time; the diode blocks till then */
    const double conducting = later((piece){0, 0, 0, true}, 1).q;
    double error[2];

    CLOSE(stepped(1.5, 0.125), 1.5 - pull / 2, 1e-12);
    for (int k = 0; k < 2; k++)
        error[k] = stepped(0, k ? 0.0005 : 0.001) - conducting;
    ck_assert_double_lt(fabs(error[1]), 1e-3);
    CLOSE(error[0] / error[1], 2, 0.02); /* of order 1 in h */
}
END_TEST

/* A second run from the start has the bits of the first, also where the integrator asks for forces
 * before the first step. */
START_TEST(a_run_that_begins_anew_sees_the_start)
{
    static const char *const classes[] = {"moreau-jean", "schatzman-paoli"};
    const motor m = a_motor(0, 3);
    double q;

    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, classes[_i], NULL, NULL));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.01, 1));
    MUST(zn_simulation_run(sim));
    q = zn_simulation_q(sim, m.mass)[0];
    MUST(zn_simulation_reset(sim));
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq(zn_simulation_q(sim, m.mass)[0], q);
}
END_TEST

/* ---- one beside the other, and what is refused --------------------------------------------------------- */

START_TEST(without_coupling_each_goes_its_way)
{
    const double one = 1, x0 = 1;
    zn_relation *r;
    zn_interaction *at;
    zn_ds *x, *ball;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "x", 1, &x0, &x));
    MUST(zn_model_add_ds(model, x));
    ball = bouncing_ball(1, 0, 0.5);
    MUST(zn_relation_new(ctx, "first-order-linear", "r", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
    MUST(zn_model_connect(model, "relay", relay(2), r, x, NULL, &at));
    both(0.1, 1);
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, 0.5, 1e-12);
    CLOSE(x_of(x), 0, 1e-12);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, sqrt(2 / grav), 1e-12);
    CLOSE(event_at(ZN_EVENT_IMPACT, 1)->t, 2 * sqrt(2 / grav), 1e-12);
    CLOSE(v_of(ball, 0),
          0.25 * sqrt(2 * grav) - grav * (1 - 2 * sqrt(2 / grav)), 1e-11);
}
END_TEST

START_TEST(what_cannot_follow_is_said)
{
    const double one = 1, x0 = 1;
    zn_ds *ball = point_mass("ball", 1, 1, 0, 0), *x, *alone;
    zn_interaction *at;
    zn_model *other;
    zn_index nz;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "x", 1, &x0, &x));
    MUST(zn_model_add_ds(model, x));
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "y", 1, &x0, &alone));
    REFUSED(zn_model_follow(model, ball, ball), ZN_EINVAL, "follow itself");
    REFUSED(zn_model_follow(model, ball, alone), ZN_EINVAL, "'y' is not in it");
    REFUSED(zn_model_follow(model, alone, ball), ZN_EINVAL,
            "system 'y' is not in this model");
    REFUSED(zn_model_follow(model, NULL, ball), ZN_EINVAL, "NULL");
    REFUSED(zn_model_follow_relation(model, NULL, ball), ZN_EINVAL, "NULL");
    MUST(zn_model_new(ctx, &other));
    MUST(zn_model_add_ds(other, alone));
    REFUSED(zn_model_follow(model, ball, alone), ZN_EINVAL, "not in it");

    /* what is removed is followed no more, z stays */
    MUST(zn_model_follow(model, ball, x));
    MUST(zn_model_remove_ds(model, x));
    CLOSE(zn_ds_z(ball, &nz)[0], 1, 0);
    ck_assert_int_eq(nz, 1);

    /* gaps that see states have rates that nobody knows */
    at = join("floor", newton(0.5), 1, 1, &one, NULL, ball, NULL);
    MUST(zn_model_follow_relation(model, zn_interaction_relation(at), ball));
    MUST(zn_model_seal(model));
    REFUSED(zn_model_follow(model, ball, ball), ZN_EINVAL, "itself");
    REFUSED(zn_model_follow_relation(model, zn_interaction_relation(at), ball),
            ZN_ESTATE, "sealed");
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "sees the state of a system");
    zn_model_free(other);
}
END_TEST

START_TEST(parameters_set_too_late_are_said)
{
    const motor m = a_motor(0, 3);

    MUST(zn_ds_set_z(m.circuit, 1, &pull));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    REFUSED(zn_simulation_init(sim), ZN_ESTATE, "set it before");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: both orders");
    TCase *tc = tcase_create("both");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_motor_behind_a_diode_hits_its_stop);
    tcase_add_test(tc, a_diode_waits_for_the_speed_of_its_motor);
    tcase_add_test(tc, a_relay_lets_go_as_the_force_on_what_it_follows_grows);
    tcase_add_test(tc, an_impact_throws_a_relay_out_of_its_sliding);
    tcase_add_test(tc, sliding_begins_at_the_instant_of_an_impact);
    tcase_add_test(tc, outputs_have_a_tolerance_of_their_own);
    tcase_add_test(tc, a_checkpoint_goes_on_with_the_same_bits);
    tcase_add_test(tc, time_steps_see_the_state_at_their_beginning);
    tcase_add_loop_test(tc, a_run_that_begins_anew_sees_the_start, 0, 2);
    tcase_add_test(tc, without_coupling_each_goes_its_way);
    tcase_add_test(tc, what_cannot_follow_is_said);
    tcase_add_test(tc, parameters_set_too_late_are_said);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
