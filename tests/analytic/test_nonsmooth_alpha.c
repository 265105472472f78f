/* test_nonsmooth_alpha.c - the generalised alpha scheme with impulses: damping of fast
 * vibrations, rest, impacts, friction, a ball that bounces, slides and rolls
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/orders.h"
#include "tests/unit/osi_models.h"

static const double rhos[] = {0, 0.5, 0.9, 1};
enum { RHOS = 4 };

static void simulate_with(double rho, double h, double T)
{
    char options[32];

    snprintf(options, sizeof options, "rho=%g", rho);
    simulate("nonsmooth-alpha", options, 0, h, T);
}

/* ---- smooth motion -------------------------------------------------------------------- */

/* Two modes, h w = 0.01 and 10^5. Of the fast one n steps leave rho^n, but for a factor that
 * grows with n (a double root) and what begins; the slow one is there to h^2. */
START_TEST(fast_vibrations_are_damped_by_rho)
{
    const double rho = rhos[_i], h = 0.01, w = 1e7;
    const double M[4] = {1, 0, 0, 1}, K[4] = {1, 0, 0, w * w};
    const double q0[2] = {1, 1e-7}, v0[2] = {0, 0};
    zn_ds *ds = linear_system("modes", 2, M, NULL, K, q0, v0, NULL);
    double last = 0;

    simulate_with(rho, h, 1);
    for (int k = 1; k <= 100; k++) {
        MUST(zn_simulation_step(sim));
        if (k == 50)
            last = fabs(q_of(ds, 1));
    }
    CLOSE(q_of(ds, 0), cos(1), 1e-4);
    if (rho < 1)
        ck_assert_double_lt(fabs(q_of(ds, 1)),
                            fmax(10 * pow(rho, 50) * last, 1e-16));
    else
        ck_assert_double_gt(fabs(q_of(ds, 1)), 0.9e-7);
}
END_TEST

/* An option that is set between two steps holds for the next one: q and v say what a_k and
 * a_{k+1} were, and these obey the scheme with the new rho. */
START_TEST(rho_may_change_between_steps)
{
    static const char *const cls[] = {"nonsmooth-alpha", "generalised-alpha"};
    const double M = 1, K = 4, q0 = 1, v0 = 0, h = 0.1, rho = 0.2;
    const double m = (2 * rho - 1) / (rho + 1), f = rho / (rho + 1);
    const double gamma = 0.5 + f - m, beta = (gamma + 0.5) * (gamma + 0.5) / 4;
    zn_ds *ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, NULL);
    zn_osi *osi;

    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, cls[_i], "rho=0.9", &osi));
    MUST(zn_simulation_set_time(sim, 0, h, 1));
    steps(4);
    MUST(zn_osi_set_real(osi, "rho", rho));
    const double q = q_of(ds, 0), v = v_of(ds, 0);
    steps(1);
    const double q1 = q_of(ds, 0), v1 = v_of(ds, 0);
    const double x = (q1 - q - h * v) / (h * h), y = (v1 - v) / h;
    /* x = (1/2 - beta) a + beta a1, y = (1 - gamma) a + gamma a1 */
    const double det = (0.5 - beta) * gamma - beta * (1 - gamma);
    const double a = (gamma * x - beta * y) / det;
    const double a1 = ((0.5 - beta) * y - (1 - gamma) * x) / det;

    CLOSE((1 - m) * a1 + m * a, -(1 - f) * K * q1 - f * K * q, 1e-9);
}
END_TEST

/* ---- contacts ----------------------------------------------------------------------------- */

/* What rests does, to the bit, and the floor gives m g h. */
START_TEST(a_ball_at_rest_stays)
{
    const double one = 1, m = 2, h = 0.01;
    zn_ds *ds = point_mass("ball", m, 0, 0, -m * grav);
    zn_interaction *floor_ =
        join("floor", newton(0.5), 1, 1, &one, NULL, ds, NULL);

    simulate_with(rhos[_i], h, 1);
    while (zn_simulation_time(sim) < 0.999) {
        MUST(zn_simulation_step(sim));
        ck_assert_double_le(fabs(q_of(ds, 0)), 1e-15);
        ck_assert_double_le(fabs(v_of(ds, 0)), 1e-15);
        CLOSE(zn_simulation_lambda(sim, floor_, 1)[0], m * grav * h, 1e-13);
    }
}
END_TEST

/* In the step of the impact v+ = -e v-, and what is carried on is gravity alone. */
START_TEST(an_impact_turns_the_velocity)
{
    const double one = 1, e = 0.6, h = 0.01;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -grav);
    double before = 0, after;

    join("floor", newton(e), 1, 1, &one, NULL, ds, NULL);
    simulate_with(rhos[_i], h, 0.6);
    do {
        before = zn_simulation_time(sim) > 0 ? v_of(ds, 0) : 0;
        MUST(zn_simulation_step(sim));
    } while (v_of(ds, 0) <= 0);
    after = v_of(ds, 0);
    CLOSE(after, -e * before, 1e-13);
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ds, 0), after - h * grav, 1e-13);
}
END_TEST

/* ---- friction ------------------------------------------------------------------------------- */

static const double R = 0.1, mu = 0.2;

/* x, y, angle of a ball of 1 kg in the plane, on a floor; rows of the contact */
static zn_ds *ball(double y, double w, double e)
{
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 0.4 * R * R};
    const double q0[3] = {0, y, 0}, v0[3] = {0, 0, w}, f[3] = {0, -9.81, 0};
    const double C[6] = {0, 1, 1, 0, 0, R}, b[2] = {-R, 0};
    zn_ds *ds = linear_system("ball", 3, M, NULL, NULL, q0, v0, f);
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, e, 0, mu, &law));
    join("floor", law, 2, 3, C, b, ds, NULL);
    return ds;
}

/* On the floor from the start: x' = -mu g t, R w = 5 - 5/2 mu g t until they agree; exact in
 * both, as forces are constant. */
START_TEST(sliding_is_exact)
{
    const double g = 9.81, T = 0.5;
    zn_ds *ds = ball(R, 50, 0);

    simulate_with(rhos[_i], 0.01, T);
    MUST(zn_simulation_run(sim));
    CLOSE(v_of(ds, 0), -mu * g * T, 1e-12);
    CLOSE(q_of(ds, 0), -mu * g * T * T / 2, 1e-12);
    CLOSE(v_of(ds, 2), 50 - 2.5 * mu * g * T / R, 1e-12);
    CLOSE(q_of(ds, 2), 50 * T - 2.5 * mu * g * T * T / (2 * R), 1e-12);
}
END_TEST

/* The ball falls from 1 m, turning with 50/s, hits without restitution, slides and rolls
 * (Capobianco, Harsch, Eugster, Leine 2021, 10.1, case 2): at t = 1.1
 *     x = -0.871342861304,  angle 33.216428467411,  velocities (-10/7, 0, 100/7).
 * Their generalised alpha scheme has errors of 1e-3 to 1e-4 in x with such steps. */
START_TEST(a_turning_ball_falls_slides_and_rolls)
{
    const double h[] = {1e-2, 5e-3, 2.5e-3, 1.25e-3};

    for (int k = 0; k < 4; k++) {
        zn_ds *ds = ball(1, 50, 0);
        double worst = 0;
        simulate_with(0.9, h[k], 1.1);
        MUST(zn_simulation_set(sim, "projection", "combined"));
        MUST(zn_simulation_set(sim, "projection_tol", "1e-12"));
        while (zn_simulation_time(sim) < 1.1 - 1e-9) {
            MUST(zn_simulation_step(sim));
            worst = fmin(worst, q_of(ds, 1) - R);
        }
        ck_assert_double_ge(worst, -1e-12);
        CLOSE(v_of(ds, 0), -10.0 / 7, 1e-9);
        CLOSE(v_of(ds, 1), 0, 1e-12);
        CLOSE(v_of(ds, 2), 100.0 / 7, 1e-8);
        /* of order one, by the instant of the impact inside its step */
        CLOSE(q_of(ds, 0), -0.871342861304, 0.2 * h[k]);
        CLOSE(q_of(ds, 2), 33.216428467411, 0.25 * h[k]);
        scene_teardown();
        scene_setup();
    }
}
END_TEST

/* Case 1: e = 1/2, without a turn: it bounces some eight times by then, and rests. */
START_TEST(a_ball_comes_to_rest)
{
    zn_ds *ds = ball(1, 0, 0.5);
    double worst = 0;

    simulate_with(0.9, 0.01, 1.5);
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_set(sim, "projection_tol", "1e-12"));
    while (zn_simulation_time(sim) < 1.5 - 1e-9) {
        MUST(zn_simulation_step(sim));
        worst = fmin(worst, q_of(ds, 1) - R);
    }
    ck_assert_double_ge(worst, -1e-12);
    CLOSE(q_of(ds, 0), 0, 1e-12);
    CLOSE(q_of(ds, 1), R, 1e-12);
    for (int i = 0; i < 3; i++) /* 4 m/s halved some 36 times */
        CLOSE(v_of(ds, i), 0, 1e-9);
}
END_TEST

/* Both at once: e = 1/2 and a turn w0. Impact k has the percussion P = (1 + e) e^k v0 and
 * rubs with T = min(mu P, u/(1 + 5/2)), u the slip; flights between are 2 e^k v0/g long, and
 * what slip is left at their end is taken by sliding. x and the angle in closed form. */
static void bounced(double w0, double T, double *x, double *angle, double v[2])
{
    const double g = 9.81, e = 0.5, v0 = sqrt(2 * g * (1 - R));
    double t = v0 / g, flight = 2 * e * v0 / g, P = (1 + e) * v0, vx = 0,
           w = w0;

    *x = 0;
    *angle = w0 * t;
    for (int k = 0; k < 80; k++, P *= e, flight *= e) {
        const double f = fmin(mu * P, (vx + R * w) / 3.5);
        vx -= f;
        w -= f / (0.4 * R);
        *x += vx * flight;
        *angle += w * flight;
        t += flight;
    }
    ck_assert_double_lt(fabs(vx + R * w), 1e-12); /* it rolls by then */
    *x += vx * (T - t);
    *angle += w * (T - t);
    v[0] = vx;
    v[1] = w;
}

START_TEST(a_turning_ball_bounces_slips_and_rolls)
{
    static const double turns[] = {10, 50};
    const double h[] = {1e-2, 5e-3, 2.5e-3, 1.25e-3}, w0 = turns[_i], T = 1.5;
    double x, angle, v[2];

    bounced(w0, T, &x, &angle, v);
    for (int k = 0; k < 4; k++) {
        zn_ds *ds = ball(1, w0, 0.5);
        double worst = 0;
        simulate_with(0.9, h[k], T);
        MUST(zn_simulation_set(sim, "projection", "combined"));
        MUST(zn_simulation_set(sim, "projection_tol", "1e-12"));
        while (zn_simulation_time(sim) < T - 1e-9) {
            MUST(zn_simulation_step(sim));
            worst = fmin(worst, q_of(ds, 1) - R);
        }
        CLOSE(v_of(ds, 0), v[0], 1e-12);
        CLOSE(v_of(ds, 1), 0, 1e-9); /* halved at each impact, as in case 1 */
        CLOSE(v_of(ds, 2), v[1], 1e-12);
        /* of order one, by the instants of impacts inside their steps */
        CLOSE(q_of(ds, 0), x, 0.5 * h[k]);
        CLOSE(q_of(ds, 2), angle, 12.5 * h[k]);
        ck_assert_double_ge(worst, -1e-12);
        scene_teardown();
        scene_setup();
    }
}
END_TEST

/* ---- energy ---------------------------------------------------------------------------------- */

static zn_run_info balanced(double rho, double h, double T)
{
    char text[32];
    zn_run_info r;

    snprintf(text, sizeof text, "rho=%g", rho);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "nonsmooth-alpha", text, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert(r.energy);
    return r;
}

/* Impacts and friction take what they change the energy by: the balance of a ball that turns,
 * bounces and slides under its weight is zero, whatever rho and h. */
START_TEST(impacts_and_friction_are_balanced)
{
    zn_run_info r;

    ball(1, 50, 0.5);
    r = balanced(rhos[_i], 0.01, 1.5);
    ck_assert_double_lt(r.work.contact, -1);
    CLOSE(r.balance, 0, 1e-12);
}
END_TEST

/* With rho = 1 a spring loses nothing; with less the balance is what the scheme takes from it,
 * of order h^2 at least, which the energy is short of. */
START_TEST(the_balance_shows_what_the_scheme_takes)
{
    const double M = 1, K = 9, q0 = 1, v0 = 0;
    double lost[2];

    linear_system("spring", 1, &M, NULL, &K, &q0, &v0, NULL);
    CLOSE(balanced(1, 0.01, 10).balance, 0, 1e-12);
    for (int k = 0; k < 2; k++) {
        zn_run_info r;
        scene_again();
        linear_system("spring", 1, &M, NULL, &K, &q0, &v0, NULL);
        r = balanced(0.5, k ? 0.01 : 0.02, 10);
        lost[k] = r.balance;
        CLOSE(lost[k], r.kinetic1 + r.potential1 - K / 2, 1e-12);
    }
    ck_assert_double_lt(lost[1], 0);
    ck_assert_double_gt(lost[0] / lost[1], 3.9);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nonsmooth generalised alpha");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, fast_vibrations_are_damped_by_rho, 0, RHOS);
    tcase_add_loop_test(tc, rho_may_change_between_steps, 0, 2);
    tcase_add_loop_test(tc, a_ball_at_rest_stays, 0, RHOS);
    tcase_add_loop_test(tc, an_impact_turns_the_velocity, 0, RHOS);
    tcase_add_loop_test(tc, sliding_is_exact, 0, RHOS);
    tcase_add_test(tc, a_ball_comes_to_rest);
    tcase_add_test(tc, a_turning_ball_falls_slides_and_rolls);
    tcase_add_loop_test(tc, a_turning_ball_bounces_slips_and_rolls, 0, 2);
    tcase_add_loop_test(tc, impacts_and_friction_are_balanced, 0, RHOS);
    tcase_add_test(tc, the_balance_shows_what_the_scheme_takes);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
