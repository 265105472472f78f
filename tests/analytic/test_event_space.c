/* test_event_space.c - contacts with Coulomb's friction in space, from event to event,
 * against motions in closed form
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static zn_law *rough(double e, double mu)
{
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, e, 0, mu, &law));
    return law;
}

/* A point mass on the floor z = 0 under a force, q = (x, y, z); tangents that are turned
 * by an angle against x and y. */
static zn_ds *puck(double m, double mu, double e, const double q0[3],
                   const double v0[3], const double f[3])
{
    const double M[9] = {m, 0, 0, 0, m, 0, 0, 0, m}, a = 0.3;
    const double C[9] = {0, cos(a), -sin(a), 0, sin(a), cos(a), 1, 0, 0};
    zn_ds *ds = linear_system("puck", 3, M, NULL, NULL, q0, v0, f);

    join("floor", rough(e, mu), 3, 3, C, NULL, ds, NULL);
    return ds;
}

/* ---- one point ------------------------------------------------------------------------ */

/* Straight on with the deceleration mu g to v^2/(2 mu g), and there it stays. */
START_TEST(a_puck_stops)
{
    const double m = 2, mu = 0.3, v0[3] = {1.2, -0.5, 0}, v = 1.3;
    const double none[3] = {0, 0, 0}, f[3] = {0, 0, -m * grav};
    const double t = v / (mu * grav), s = v / (2 * mu * grav);
    zn_ds *ds = puck(m, mu, 0, none, v0, f);
    zn_run_info info;

    event_driven(0, 0.1, 1);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 1);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, t, 1e-12);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->value, 0, 1e-9);
    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->value, mu * m * grav, 1e-12);
    CLOSE(q_of(ds, 0), v0[0] * s, 1e-12);
    CLOSE(q_of(ds, 1), v0[1] * s, 1e-12);
    /* what rounding of the solution between two instants leaves of 1.3 m/s */
    CLOSE(v_of(ds, 0), 0, 4e-15);
    CLOSE(v_of(ds, 1), 0, 4e-15);
    zn_simulation_run_info(sim, &info);
    CLOSE(info.work.contact, -m * v * v / 2, 1e-11);
    CLOSE(info.balance, 0, 1e-11);
}
END_TEST

/* At rest it stays, and what pushes it has no resistance: f t^2/2m. No event is of it. */
START_TEST(a_puck_without_friction)
{
    const double none[3] = {0, 0, 0};

    for (int pushed = 0; pushed < 2; pushed++) {
        const double f[3] = {0.3 * pushed, -0.7 * pushed, -2 * grav};
        zn_ds *ds = puck(2, 0, 0, none, none, f);
        event_driven(0, 0.1, 1);
        MUST(zn_simulation_run(sim));
        for (int i = 0; i < 2; i++)
            CLOSE(q_of(ds, i), f[i] / 4, 1e-12);
        CLOSE(q_of(ds, 2), 0, 1e-14);
        ck_assert_int_eq(event_count(ZN_EVENT_SLIDE), 0);
        ck_assert_int_eq(event_count(ZN_EVENT_STICK), 0);
        scene_again();
    }
}
END_TEST

/* Thrown across a slope of angle a with v, k = mu/tan a > 1, b = g sin a. With theta the
 * angle between velocity and downhill, s = tan(theta/2): u = v s^k/sin theta, from s = 1
 * to 0. Time and ways are integrals of powers of s:
 *     t = (v/b) k/(k^2 - 1),                       downhill (v^2/b)/(4 (k^2 - 1)),
 *     across (v^2/b) 2 k/(4 k^2 - 1) */
START_TEST(a_puck_thrown_across_a_slope_stops)
{
    static const double ks[] = {1.25, 2, 5};
    const double a = 0.4, v = 1.7, b = grav * sin(a);

    for (int i = 0; i < 3; i++) {
        const double k = ks[i], t = v / b * k / (k * k - 1);
        const double none[3] = {0, 0, 0}, v0[3] = {0, v, 0};
        const double f[3] = {b, 0, -grav * cos(a)};
        zn_ds *ds = puck(1, k * tan(a), 0, none, v0, f);

        event_driven(0, 0.1, ceil(10 * t) / 10 + 0.5);
        MUST(zn_simulation_run(sim));
        ck_assert_int_eq(event_count(ZN_EVENT_STICK), 1);
        CLOSE(event_at(ZN_EVENT_STICK, 0)->t, t, 1e-7); /* accumulation */
        CLOSE(event_at(ZN_EVENT_STICK, 0)->value, b, 1e-9);
        CLOSE(q_of(ds, 0), v * v / b / (4 * (k * k - 1)), 1e-10);
        CLOSE(q_of(ds, 1), v * v / b * 2 * k / (4 * k * k - 1), 1e-10);
        scene_again();
    }
}
END_TEST

/* With mu = tan a it turns downhill for ever, |v| + v_x staying what it was; thrown across the
 * slope, or almost straight up, so that it turns by more than a right angle. */
START_TEST(on_the_slope_of_its_friction_it_turns_downhill)
{
    const double a = 0.4, v = 1.7, none[3] = {0, 0, 0};
    const double up = _i ? 0.8 : 0, kept = v * (1 - up);
    const double v0[3] = {-up * v, sqrt(1 - up * up) * v, 0};
    const double f[3] = {grav * sin(a), 0, -grav * cos(a)};
    zn_ds *ds = puck(1, tan(a), 0, none, v0, f);

    int steps = 0;
    event_driven(0, _i ? 3 : 0.1, 3);
    for (; zn_simulation_time(sim) < 2.95; steps++) {
        MUST(zn_simulation_step(sim));
        CLOSE(hypot(v_of(ds, 0), v_of(ds, 1)) + v_of(ds, 0), kept, 1e-10);
    }
    ck_assert_int_eq(steps, _i ? 1 : 30); /* nothing happens on the way */
    CLOSE(v_of(ds, 0), kept / 2, 1e-4);
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 0);
}
END_TEST

static const double pull = 0.9; /* direction of the pull, */
static double turns;            /* and how fast it turns from when the puck breaks away */
static int pulled;              /* how often it was asked for */

static void ramp(double t, unsigned n, double *f, unsigned nz, double *z)
{
    const double a = pull + turns * (t - 0.5 * grav);

    (void)n, (void)nz, (void)z;
    pulled++;
    f[0] = t * cos(a);
    f[1] = t * sin(a);
    f[2] = -2 * grav;
}

/* With t a puck of 2 kg breaks away at t0 = 2 mu g. */
static zn_ds *pulled_puck(double turn, const char *ode)
{
    const double none[3] = {0, 0, 0};
    zn_ds *ds = puck(2, 0.25, 0, none, none, none);

    turns = turn;
    pulled = 0;
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)ramp));
    event_driven(0, 0.25, 7);
    MUST(zn_simulation_set(sim, "ode", ode));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_SLIDE), 1);
    return ds;
}

/* m v' = t - t0. */
START_TEST(a_puck_breaks_away_where_it_is_pulled)
{
    const double t0 = 0.5 * grav, s = (7 - t0) * (7 - t0) * (7 - t0) / 12;
    zn_ds *ds = pulled_puck(0, "auto");

    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->t, t0, 1e-12);
    CLOSE(event_at(ZN_EVENT_SLIDE, 0)->value, t0, 1e-11);
    CLOSE(q_of(ds, 0), s * cos(pull), 1e-11);
    CLOSE(q_of(ds, 1), s * sin(pull), 1e-11);
    ck_assert_int_lt(pulled, 3000); /* of more than 10^6 of explicit steps */
}
END_TEST

/* In polar coordinates, with a = t/2 and the pull's direction b,
 *
 *     r' = a cos(b - p) - mu g,    r p' = a sin(b - p),
 *
 * from r = (t - t0)^2/4, p = b - (t - t0)^2 turns/(2 t0) at t - t0 = 1e-4 s: scipy's Radau
 * for log r and p with rtol = 1e-13. */
START_TEST(a_puck_follows_a_pull_that_turns)
{
    const char *ode[] = {"auto", "radau"};
    zn_ds *ds = pulled_puck(0.3, ode[_i]);

    CLOSE(q_of(ds, 0), 0.187003695988456, 1e-11);
    CLOSE(q_of(ds, 1), 0.737092691136217, 1e-11);
    CLOSE(log(hypot(v_of(ds, 0), v_of(ds, 1))), 0.088561396197803, 1e-11);
    CLOSE(atan2(v_of(ds, 1), v_of(ds, 0)), 1.452701476119452, 1e-11);
    ck_assert_int_lt(pulled, 20000);
}
END_TEST

/* The implicit integrator has no memory that a run would miss; it gives way at about 5 s. */
START_TEST(a_snapshot_while_its_direction_settles_gives_the_same_bits)
{
    const double none[3] = {0, 0, 0}, at[] = {4.906, 4.95, 5.01};
    double x[4], first[4];

    turns = 0.3;
    for (int k = 0; k < 4; k++) {
        scene_again();
        zn_ds *ds = puck(2, 0.25, 0, none, none, none);
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)ramp));
        event_driven(0, 1e-3, 5.2);
        MUST(k ? run_twice(at[k - 1]) : zn_simulation_run(sim));
        for (int i = 0; i < 2; i++) {
            x[i] = q_of(ds, i);
            x[2 + i] = v_of(ds, i);
        }
        if (k)
            ck_assert_int_eq(memcmp(x, first, sizeof x), 0);
        memcpy(first, x, sizeof x);
    }
}
END_TEST

/* It gives way where its steps are no longer many times of settling, also within an instant of the grid:
 * in one of 20 s there are no more steps than in those at which it is chosen anew. Six times as many would be
 * its own. */
START_TEST(an_implicit_integrator_gives_way_within_an_instant)
{
    const double none[3] = {0, 0, 0}, T = 20, h[2] = {0.25, T};
    double x[2][2];
    zn_index steps[2] = {0};

    turns = 0.3;
    for (int k = 0; k < 2; k++) {
        scene_again();
        zn_ds *ds = puck(2, 0.25, 0, none, none, none);
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)ramp));
        event_driven(0, h[k], T);
        while (zn_simulation_time(sim) < T) {
            MUST(zn_simulation_step(sim));
            steps[k] += zn_simulation_step_info(sim)->substeps;
        }
        for (int i = 0; i < 2; i++)
            x[k][i] = q_of(ds, i);
    }
    ck_assert_int_le(10 * steps[1], 11 * steps[0]);
    for (int i = 0; i < 2; i++) /* of 168 m and 61 m */
        CLOSE(x[1][i], x[0][i], 1e-11);
}
END_TEST

/* Thrown obliquely it bounces as in a plane: each impact takes mu (1 + e) times the normal
 * velocity off the tangent's, until that is zero, and the log is that of the plane. */
START_TEST(bounces_are_those_of_a_plane)
{
    static told plane;
    const double e = 0.6, mu = 0.15, v = 2.5, T = 2.5, a = 0.7;
    double q[2];

    for (int k = 0; k < 2; k++) {
        const double q0[3] = {0, 0, 0.5};
        const double v0[3] = {v * cos(k * a), v * sin(k * a), 0};
        const double f[3] = {0, 0, -grav};
        zn_ds *ds;
        if (k)
            ds = puck(1, mu, e, q0, v0, f);
        else {
            const double M[4] = {1, 0, 0, 1}, C[4] = {0, 1, 1, 0};
            zn_law *law;
            ds = linear_system("puck", 2, M, NULL, NULL, (double[]){0, 0.5},
                               (double[]){v, 0}, (double[]){0, -grav});
            MUST(zn_law_friction(ctx, 2, e, 0, mu, &law));
            join("floor", law, 2, 2, C, NULL, ds, NULL);
        }
        event_driven(0, 0.1, T);
        MUST(zn_simulation_run(sim));
        q[k] = k ? hypot(q_of(ds, 0), q_of(ds, 1)) : q_of(ds, 0);
        if (!k)
            plane = events;
        scene_again();
    }
    CLOSE(q[1], q[0], 1e-11);
    for (int i = 0, n = 0; i < plane.n && n < 10; i++)
        if (plane.at[i].what == ZN_EVENT_IMPACT && plane.at[i].row == 0) {
            const zn_event_record *r = &plane.at[i];
            int k = 0;
            while (k < events.n && (events.at[k].what != ZN_EVENT_IMPACT ||
                                    events.at[k].row != 0 ||
                                    fabs(events.at[k].t - r->t) > 1e-11))
                k++;
            ck_assert_int_lt(k, events.n);
            CLOSE(events.at[k].value, r->value, 1e-10);
            n++;
        }
}
END_TEST

/* ---- bodies ---------------------------------------------------------------------------- */

static zn_ds *ball_on(const double up[3], double R, double mu,
                      const double q0[7], const double v0[6], const double f[3])
{
    const double m = 1.5, J = 0.4 * m * R * R, I[3] = {J, J, J}, zero = 0;
    const double F[3] = {m * f[0], m * f[1], m * f[2]};
    zn_interaction *floor;
    zn_relation *r;
    zn_ds *ball;

    MUST(zn_ds_new(ctx, "newton-euler", "ball", 6, q0, v0, &ball));
    MUST(zn_ds_set_constant(ball, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ball, "inertia", 3, I));
    MUST(zn_ds_set_constant(ball, "f_ext", 3, 1, F));
    MUST(zn_model_add_ds(model, ball));
    MUST(zn_relation_new(ctx, "sphere-plane", "floor", 3, 7, &r));
    MUST(zn_relation_set_constant(r, "radius", 1, 1, &R));
    MUST(zn_relation_set_constant(r, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(r, "offset", 1, 1, &zero));
    MUST(zn_model_connect(model, "floor", rough(0, mu), r, ball, NULL, &floor));
    return ball;
}

/* A ball slides with u = v + w x (-R n), whose direction does not change, and rolls from
 * 2 |u|/(7 mu g) on, v having lost 2 u/7. */
START_TEST(a_ball_slides_and_rolls)
{
    const double R = 0.2, mu = 0.25, T = 1.5, up[3] = {0, 0, 1};
    const double q0[7] = {0, 0, R, 1, 0, 0, 0}, f[3] = {0, 0, -grav};
    const double v0[6] = {1.5, -0.4, 0, 8, 3, 5};
    const double u[2] = {v0[0] - R * v0[4], v0[1] + R * v0[3]};
    const double t = 2 * hypot(u[0], u[1]) / (7 * mu * grav);
    zn_ds *ds = ball_on(up, R, mu, q0, v0, f);

    event_driven(0, 0.1, T);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 1);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, t, 1e-11);
    for (int i = 0; i < 2; i++) {
        const double v = v0[i] - 2 * u[i] / 7;
        CLOSE(v_of(ds, i), v, 1e-11);
        CLOSE(q_of(ds, i), v0[i] * t - u[i] * t / 7 + v * (T - t), 1e-11);
    }
    CLOSE(q_of(ds, 2), R, 1e-12);
}
END_TEST

/* From rest on a slope a ball rolls with 5/7 g sin a if 2/7 tan a <= mu, else it slides
 * with g (sin a - mu cos a); gravity is oblique to the axes of the plane. */
START_TEST(a_ball_rolls_or_slides_down_a_slope)
{
    const double R = 0.1, a = 0.8, b = 1.1, T = 1; /* 2/7 tan a = 0.294 */

    for (int k = 0; k < 2; k++) {
        const double mu = k ? 0.2 : 0.4, up[3] = {0, 0, 1};
        const double q0[7] = {0, 0, R, 1, 0, 0, 0}, v0[6] = {0};
        const double f[3] = {grav * sin(a) * cos(b), grav * sin(a) * sin(b),
                             -grav * cos(a)};
        const double down =
            k ? grav * (sin(a) - mu * cos(a)) : 5.0 / 7 * grav * sin(a);
        zn_ds *ds = ball_on(up, R, mu, q0, v0, f);
        event_driven(0, 0.1, T);
        MUST(zn_simulation_run(sim));
        ck_assert_int_eq(event_count(ZN_EVENT_STICK), 1 - k);
        CLOSE(q_of(ds, 0), down * T * T / 2 * cos(b), 1e-10);
        CLOSE(q_of(ds, 1), down * T * T / 2 * sin(b), 1e-10);
        scene_again();
    }
}
END_TEST

/* ---- a joint ------------------------------------------------------------------------- */

/* A body on a ball joint goes round under it at the angle a, omega^2 l cos a = g, turning
 * with its arm; it needs no moment, since its inertia is that of a ball. The joint bears
 * m g upwards and m omega^2 l sin a inwards at every instant. */
START_TEST(a_ball_joint_bears_what_a_conical_pendulum_needs)
{
    const double m = 2, J = 0.7, l = 0.8, a = 0.6, T = 1.5;
    const double omega = sqrt(grav / (l * cos(a))), r = l * sin(a);
    const double f[3] = {0, 0, -m * grav}, I[3] = {J, J, J}, pin[3] = {0, 0, 0};
    zn_interaction *joint;
    zn_relation *rel;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "bob", 6,
                   (double[]){r, 0, -l * cos(a), 1, 0, 0, 0},
                   (double[]){0, omega * r, 0, 0, 0, omega}, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_joint_new(ctx, "spherical", "pin", ds, NULL, pin, NULL, &rel));
    MUST(zn_law_equality(ctx, 3, &law));
    MUST(zn_model_connect(model, "pin", law, rel, ds, NULL, &joint));
    event_driven(0, 0.1, T);
    while (zn_simulation_time(sim) < T) {
        MUST(zn_simulation_step(sim));
        const double turn = omega * zn_simulation_time(sim);
        const double *lam = zn_simulation_lambda(sim, joint, 2);
        CLOSE(q_of(ds, 0), r * cos(turn), 1e-9);
        CLOSE(q_of(ds, 1), r * sin(turn), 1e-9);
        /* dH/dt v by central differences of 6e-6 s: 1e-10 of its size, 12 m/s^2 */
        CLOSE(lam[0], -m * omega * omega * r * cos(turn), 5e-8);
        CLOSE(lam[1], -m * omega * omega * r * sin(turn), 5e-8);
        CLOSE(lam[2], m * grav, 5e-8);
    }
}
END_TEST

/* ---- conduct ---------------------------------------------------------------------------- */

/* Force and torque that come and go (N, N m), as a table shakes. */
static void shaken(double t, unsigned n, double *f, unsigned nz, double *z)
{
    const double side = 5.56386 * sin(3 * t), to = 2.25396;

    (void)n, (void)nz, (void)z;
    f[0] = side * cos(to);
    f[1] = side * sin(to);
    f[2] = -20;
    f[3] = f[4] = 0;
    f[5] = 0.3 * sin(2 * t);
}

/* A table of 2 kg on three feet, small turns: q = (x, y, z) and angles. */
static zn_ds *table_on_three_feet(void)
{
    static const double foot[3][2] = {{1.0994634270668029, 0.085320270061492925},
                                      {-0.44997883503049768, 0.93025637802422556},
                                      {-0.41396136775662995, -0.80631665212212811}};
    const double q0[6] = {0}, v0[6] = {-0.411875, 0.0772812}, down = -0.15;
    double M[36] = {0};
    zn_ds *ds;

    for (int i = 0; i < 6; i++)
        M[7 * i] = i < 3 ? 2 : 0.5 + 0.2 * i;
    ds = linear_system("table", 6, M, NULL, NULL, q0, v0, NULL);
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)shaken));
    for (int k = 0; k < 3; k++) {
        const double px = foot[k][0], py = foot[k][1];
        const double H[18] = {0,  1,    0, 0,   0,     1, 1,   0,  0,
                              py, 0, -down, -px, down, 0, 0, -py, px};
        char name[8];
        snprintf(name, sizeof name, "foot%d", k);
        join(name, rough(0.3, 0.25923), 3, 6, H, NULL, ds, NULL);
    }
    return ds;
}

/* All feet come to rest within 1e-10 s, each a little before the others, which sent it on. */
START_TEST(a_table_comes_to_rest_on_all_its_feet)
{
    double q[6];
    zn_ds *ds = table_on_three_feet();

    event_driven(0, 0.05, 1.2);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 6; i++) {
        q[i] = q_of(ds, i);
        CLOSE(v_of(ds, i), 0, 1e-9);
    }
    scene_again();
    ds = table_on_three_feet();
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 1.2);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 6; i++) /* of order one: 2e-6 at 1e-4 s */
        CLOSE(q_of(ds, i), q[i], 5e-5);
}
END_TEST

/* Two pucks of 1 kg and a ball that falls, q = (x, y, z), (x, y, z), b; a force k b' pushes the
 * second puck along x. */
static zn_ds *pucks_beside_a_ball(double mu, double v1, double v2, double b0, double k)
{
    const double q0[7] = {0, 0, 0, 0, 0, 0, b0}, v0[7] = {v1, 0, 0, v2, 0, 0, 0};
    const double f[7] = {0, 0, -grav, 0, 0, -grav, -grav};
    const double up[7] = {0, 0, 0, 0, 0, 0, 1};
    double M[49] = {0}, D[49] = {0};
    zn_ds *ds;

    for (int i = 0; i < 7; i++)
        M[8 * i] = 1;
    D[3 + 7 * 6] = -k;
    ds = linear_system("all", 7, M, D, NULL, q0, v0, f);
    for (int p = 0; p < 2; p++) {
        double C[21] = {0};
        for (int i = 0; i < 3; i++) /* z, x, y */
            C[i + 3 * (3 * p + (i + 2) % 3)] = 1;
        join(p ? "second" : "first", rough(0, mu), 3, 7, C, NULL, ds, NULL);
    }
    join("ball", newton(1), 1, 7, up, NULL, ds, NULL);
    return ds;
}

/* The first puck comes to rest at the instant t of an impact. Until then the second is braked by mu g + k g t,
 * which would end its sliding within `accumulation`, 6 ms later; from then on it is braked by mu g - k V, and
 * goes on until left - (mu g - k V) s - k g s^2/2 = 0. */
START_TEST(who_comes_to_rest_with_others_is_asked_after_the_impact)
{
    const double mu = 0.2, t = 0.5, k = 0.3, V = grav * t, left = 0.02;
    const double v1 = mu * grav * t, v2 = left + (mu * t + k * t * t / 2) * grav;
    const double a = mu * grav - k * V, b = k * grav;
    const double s = (sqrt(a * a + 2 * b * left) - a) / b;
    zn_ds *ds = pucks_beside_a_ball(mu, v1, v2, grav * t * t / 2, k);

    event_driven(0, 0.1, 0.7);
    MUST(zn_simulation_set(sim, "accumulation", "0.01"));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_STICK), 2);
    CLOSE(event_at(ZN_EVENT_STICK, 0)->t, t, 1e-12);
    ck_assert_double_eq(event_at(ZN_EVENT_IMPACT, 0)->t, event_at(ZN_EVENT_STICK, 0)->t);
    CLOSE(event_at(ZN_EVENT_STICK, 1)->t, t + s, 1e-11);
    CLOSE(q_of(ds, 0), v1 * t / 2, 1e-11);
    CLOSE(q_of(ds, 3),
          v2 * t - mu * grav * t * t / 2 - b * t * t * t / 6 + left * s -
              a * s * s / 2 - b * s * s * s / 6,
          1e-11);
}
END_TEST

START_TEST(a_snapshot_on_the_way_gives_the_same_bits)
{
    const double a = 0.4, v = 1.7, k = 2, none[3] = {0, 0, 0};
    const double v0[3] = {0, v, 0}, f[3] = {grav * sin(a), 0, -grav * cos(a)};
    zn_ds *ds = puck(1, k * tan(a), 0, none, v0, f);
    zn_snapshot *mid;
    double q[3], t;

    event_driven(0, 0.01, 0.5);
    while (zn_simulation_time(sim) < 0.1)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_new(sim, &mid));
    MUST(zn_snapshot_take(mid));
    MUST(zn_simulation_run(sim));
    t = event_at(ZN_EVENT_STICK, 0)->t;
    memcpy(q, zn_simulation_q(sim, ds), sizeof q);
    MUST(zn_snapshot_restore(mid));
    events.n = 0;
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq(event_at(ZN_EVENT_STICK, 0)->t, t);
    ck_assert_mem_eq(q, zn_simulation_q(sim, ds), sizeof q);
    zn_snapshot_free(mid);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: friction in space");
    TCase *tc = tcase_create("space");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_puck_stops);
    tcase_add_test(tc, a_puck_without_friction);
    tcase_add_test(tc, a_puck_thrown_across_a_slope_stops);
    tcase_add_loop_test(tc, on_the_slope_of_its_friction_it_turns_downhill, 0, 2);
    tcase_add_test(tc, a_puck_breaks_away_where_it_is_pulled);
    tcase_add_loop_test(tc, a_puck_follows_a_pull_that_turns, 0, 2);
    tcase_add_test(tc,
                   a_snapshot_while_its_direction_settles_gives_the_same_bits);
    tcase_add_test(tc, an_implicit_integrator_gives_way_within_an_instant);
    tcase_add_test(tc, bounces_are_those_of_a_plane);
    tcase_add_test(tc, a_ball_slides_and_rolls);
    tcase_add_test(tc, a_ball_rolls_or_slides_down_a_slope);
    tcase_add_test(tc, a_ball_joint_bears_what_a_conical_pendulum_needs);
    tcase_add_test(tc, a_table_comes_to_rest_on_all_its_feet);
    tcase_add_test(tc, who_comes_to_rest_with_others_is_asked_after_the_impact);
    tcase_add_test(tc, a_snapshot_on_the_way_gives_the_same_bits);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
