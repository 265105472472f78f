/* test_friction.c - contacts with friction and rolling friction in models: known
 * motions, thresholds
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_model.h"

/* ---- blocks ----------------------------------------------------------------- */

/* A block of 1 kg on a plane, pushed along and into it; dimension 2 or 3. */
static zn_ds *pushed(zn_index d, double mu, double along, double into)
{
    const double C2[] = {0, 1, 1, 0};
    const double C3[] = {0, 1, 0, 0, 0, 1, 1, 0, 0};
    const double mass[] = {1, 1, 1}, zero[3] = {0};
    /* 3-4-5 in the plane of contact */
    const double f2[] = {along, -into}, f3[] = {.6 * along, .8 * along, -into};
    zn_ds *ds = body("block", d, mass, zero, zero, d == 2 ? f2 : f3);
    zn_law *law;

    MUST(zn_law_friction(ctx, d, 0, 0, mu, &law));
    contact("plane", law, d, d, d == 2 ? C2 : C3, 0, ds, NULL);
    return ds;
}

/* 4.9 N against mu m g = 4.905 N: for ever; 4.91 N: a = 0.005 m/s^2 */
START_TEST(a_block_is_held_up_to_mu_times_its_weight)
{
    const zn_index d = 2 + _i % 2;
    const bool held = _i / 2;
    zn_ds *ds = pushed(d, 0.5, held ? 4.9 : 4.91, g);
    double speed = 0;

    start(0.01, 20);
    MUST(zn_simulation_run(sim));
    const double *v = zn_simulation_v(sim, ds);
    for (zn_index i = 0; i + 1 < d; i++)
        speed += v[i] * v[i];
    speed = sqrt(speed);
    if (held)
        ck_assert_double_le(speed, 1e-12);
    else /* 2000 steps of a solver that is accurate to 1e-8 of g h or better */
        ck_assert_double_eq_tol(speed, 0.005 * 20, 1e-5);
    ck_assert_double_le(fabs(v[d - 1]), 1e-9);
}
END_TEST

/* tan(slope) = mu (1 -+ 1e-6): rests, or slides with 1e-6 mu g cos(slope) */
START_TEST(a_slope_holds_up_to_mu)
{
    const bool held = _i;
    const double mu = 0.6, slope = atan(mu * (1 + (held ? -1e-6 : 1e-6)));
    zn_ds *ds = pushed(2, mu, g * sin(slope), g * cos(slope));
    double a = held ? 0 : 1e-6 * mu * g * cos(slope);

    start(0.01, 10);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(zn_simulation_v(sim, ds)[0], a * 10,
                            held ? 1e-13 : 1e-9);
}
END_TEST

/* slides with v0 - mu g t, stops after v0 / (mu g), at v0^2 / (2 mu g) */
START_TEST(a_sliding_block_stops_where_it_should)
{
    const double C[] = {0, 1, 1, 0}, mass[] = {3, 3}, zero[2] = {0};
    const double v0[] = {2, 0}, f[] = {0, -3 * g}, h = 1e-3, mu = 0.4;
    zn_ds *ds = body("block", 2, mass, zero, v0, f);
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, 0, 0, mu, &law));
    contact("plane", law, 2, 2, C, 0, ds, NULL);
    start(h, 1);
    MUST(zn_simulation_run(sim));
    ck_assert_double_le(fabs(zn_simulation_v(sim, ds)[0]), 1e-12);
    /* theta = 1/2 is exact while it slides; the last step is of h v / 2 */
    ck_assert_double_eq_tol(zn_simulation_q(sim, ds)[0], 4 / (2 * mu * g),
                            mu * g * h * h);
}
END_TEST

/* A plate that is rougher across its grain: tangents s_x x', s_y y'. */
static zn_ds *grained(const double s[2], double mu, const double f[3],
                      const double v0[3])
{
    const double C[] = {0, s[0], 0, 0, 0, s[1], 1, 0, 0};
    const double mass[] = {1, 1, 1}, zero[3] = {0};
    zn_ds *ds = body("block", 3, mass, zero, v0, f);
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, 0, 0, mu, &law));
    contact("plate", law, 3, 3, C, 0, ds, NULL);
    return ds;
}

/* The force that holds is within the ellipse of half axes mu s g m: 1 - 1e-3 of it along 3-4-5
 * stays, 1 + 1e-3 goes. */
START_TEST(friction_with_a_grain_holds_up_to_an_ellipse)
{
    const double s[2] = {1, 0.5}, zero[3] = {0}, mu = 0.4;
    const double edge = mu * g / hypot(.6 / s[0], .8 / s[1]);
    const double f = edge * (1 + (_i ? 1e-3 : -1e-3));
    const double force[3] = {.6 * f, .8 * f, -g};
    zn_ds *ds = grained(s, mu, force, zero);

    start(0.01, 2);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    MUST(zn_simulation_run(sim));
    const double *v = zn_simulation_v(sim, ds);
    if (_i)
        ck_assert_double_gt(hypot(v[0], v[1]), 1e-4);
    else
        ck_assert_double_le(hypot(v[0], v[1]), 1e-12);
}
END_TEST

/* v_i' = -mu g s_i^2 v_i/|(s_1 v_1, s_2 v_2)|, so v_y = v_y0 (v_x/v_x0)^(s_y^2/s_x^2): the block
 * turns along the grain. Of order 1 in h. */
START_TEST(slip_turns_along_the_grain)
{
    const double s[2] = {1, 0.5}, v0[3] = {2, 1.5, 0}, f[3] = {0, 0, -g};
    double error[2];

    for (int k = 0; k < 2; k++) {
        zn_ds *ds = grained(s, 0.4, f, v0);
        start(k ? 1e-3 : 2e-3, 0.5);
        MUST(zn_simulation_set_real(sim, "solver_tol", 1e-12));
        MUST(zn_simulation_run(sim));
        const double *v = zn_simulation_v(sim, ds);
        ck_assert_double_lt(v[0], 1);
        error[k] =
            v[1] - v0[1] * pow(v[0] / v0[0], s[1] * s[1] / (s[0] * s[0]));
        teardown();
        setup();
    }
    ck_assert_double_le(fabs(error[1]), 1e-3);
    ck_assert_double_eq_tol(error[0] / error[1], 2, 0.1);
}
END_TEST

static void viscous(unsigned n, double *u, unsigned m, double *mu, unsigned nz,
                    double *z)
{
    (void)n, (void)m;
    mu[0] = nz > 0 && u[1] < 0 ? z[0] : 0.1 + 0.05 * fabs(u[1]);
}

static double slows_down(double h)
{
    const double C[] = {0, 1, 1, 0}, mass[] = {1, 1}, zero[2] = {0};
    const double v0[] = {3, 0}, f[] = {0, -g};
    zn_ds *ds = body("block", 2, mass, zero, v0, f);
    zn_law *law;
    double v;

    MUST(zn_law_friction(ctx, 2, 0, 0, 0, &law));
    MUST(
        zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)viscous));
    contact("plane", law, 2, 2, C, 0, ds, NULL);
    start(h, 1);
    MUST(zn_simulation_run(sim));
    v = zn_simulation_v(sim, ds)[0];
    teardown();
    setup();
    return v;
}

/* v' = -g (0.1 + 0.05 v): v = (v0 + 2) exp(-0.05 g t) - 2; mu at the start of
 * the step makes it a scheme of order 1 */
START_TEST(mu_may_depend_on_the_velocity)
{
    const double exact = 5 * exp(-0.05 * g) - 2;
    const double coarse = slows_down(0.02) - exact;
    const double fine = slows_down(0.01) - exact;

    ck_assert_double_le(fabs(fine), 0.01);
    ck_assert_double_eq_tol(coarse / fine, 2, 0.1);
}
END_TEST

START_TEST(mu_of_a_function_is_checked)
{
    const double C[] = {0, 1, 1, 0}, mass[] = {1, 1}, zero[2] = {0}, z = -0.5;
    const double v0[] = {-3, 0}, f[] = {0, -g};
    zn_ds *ds = body("block", 2, mass, zero, v0, f);
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, 0, 0, 0, &law));
    MUST(
        zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)viscous));
    MUST(zn_operator_set_z(zn_law_operator(law, "mu"), 1, &z));
    contact("plane", law, 2, 2, C, 0, ds, NULL);
    start(0.01, 1);
    REFUSED(zn_simulation_run(sim), ZN_EINVAL,
            "interaction 'plane': law 'newton-impact-friction': set "
            "'friction': mu = -0.5, must be >= 0");
}
END_TEST

/* ---- rolling ---------------------------------------------------------------- */

/* A wheel, J = m R^2 / 2, rolls without slip: m v' = -F, J w' = F R - mu_r m g,
 * v = R w, so that v' = -mu_r g / (1.5 R) until it rests. */
START_TEST(a_wheel_rolls_to_rest)
{
    const bool space = _i;
    const double R = 0.5, J = 0.5 * R * R, v = 1.5, mu_r = 0.02, T = 2;
    const double zero[6] = {0};
    /* q = (z, x, angle): normal, slip at the floor, rolling */
    const double C2[9] = {1, 0, 0, 0, 1, 0, 0, -R, 1};
    const double m2[3] = {1, 1, J}, f2[3] = {-g, 0, 0}, v2[3] = {0, v, v / R};
    /* q = (z, x, y, about x, about y), obliquely by 3-4-5 */
    const double C3[25] = {1, 0, 0, 0, 0, 0, 1, 0, 0,  0, 0, 0, 1,
                           0, 0, 0, 0, R, 1, 0, 0, -R, 0, 0, 1};
    const double m3[5] = {1, 1, 1, J, J}, f3[5] = {-g, 0, 0, 0, 0};
    const double v3[5] = {0, .6 * v, .8 * v, -.8 * v / R, .6 * v / R};
    zn_ds *ds = space ? body("wheel", 5, m3, zero, v3, f3)
                      : body("wheel", 3, m2, zero, v2, f2);
    double rate = mu_r * g / (1.5 * R), speed;
    zn_law *law;

    MUST(zn_law_rolling_friction(ctx, space ? 5 : 3, 0, 0.5, mu_r, &law));
    contact("floor", law, space ? 5 : 3, space ? 5 : 3, space ? C3 : C2, 0, ds,
            NULL);
    start(2e-3, 8);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-12));
    while (zn_simulation_time(sim) < T - 1e-9)
        MUST(zn_simulation_step(sim));
    const double *u = zn_simulation_v(sim, ds);
    speed = space ? hypot(u[1], u[2]) : u[1];
    ck_assert_double_eq_tol(speed, v - rate * T, 1e-8);
    if (space)
        ck_assert_double_eq_tol(u[2] / u[1], 4.0 / 3, 1e-7);
    MUST(zn_simulation_run(sim));
    u = zn_simulation_v(sim, ds);
    for (zn_index i = 0; i < (space ? 5 : 3); i++)
        ck_assert_double_le(fabs(u[i]), 1e-10);
}
END_TEST

START_TEST(positions_know_no_friction)
{
    pushed(2, 0.5, 1, g);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "schatzman-paoli", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.01, 1));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "without friction: use 'moreau-jean'");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction in models");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_block_is_held_up_to_mu_times_its_weight, 0, 4);
    tcase_add_loop_test(t, a_slope_holds_up_to_mu, 0, 2);
    tcase_add_test(t, a_sliding_block_stops_where_it_should);
    tcase_add_loop_test(t, friction_with_a_grain_holds_up_to_an_ellipse, 0, 2);
    tcase_add_test(t, slip_turns_along_the_grain);
    tcase_add_test(t, mu_may_depend_on_the_velocity);
    tcase_add_test(t, mu_of_a_function_is_checked);
    tcase_add_loop_test(t, a_wheel_rolls_to_rest, 0, 2);
    tcase_add_test(t, positions_know_no_friction);
    suite_add_tcase(s, t);
    return test_main(s);
}
