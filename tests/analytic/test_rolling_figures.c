/* test_rolling_figures.c - sliding that becomes rolling, against exact end states: the rotating
 * ball of Capobianco et al., and the box under balls of SimBenchmark
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double g = 9.81;

/* ---- the rotating ball ----------------------------------------------------------------- */

/* G. Capobianco, J. Harsch, S.R. Eugster, R.I. Leine, A nonsmooth generalized-alpha method for
 * mechanical systems with frictional contact, IJNME (2021), section 10.1: m = 1 kg, R = 0.1 m,
 * J = 2/5 m R^2, mu = 0.2, dropped from y = 1 m. */
static zn_ds *ball(double e, double w0, double h, double T)
{
    const double m = 1, R = 0.1, q0[3] = {0, 1, 0}, v0[3] = {0, 0, w0};
    const double f[3] = {0, -g * m, 0}, up[2] = {0, 1};
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    MUST(zn_planar_body_new(ctx, "ball", m, 0.4 * m * R * R, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "disc-line", "floor", 2, 3, &r));
    MUST(zn_relation_set_constant(r, "radius", 1, 1, &R));
    MUST(zn_relation_set_constant(r, "normal", 2, 1, up));
    MUST(zn_relation_set_constant(r, "offset", 1, 1, &(double){0}));
    MUST(zn_law_friction(ctx, 2, e, 0, 0.2, &law));
    MUST(zn_model_connect(model, "floor", law, r, ds, NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-12));
    MUST(zn_simulation_run(sim));
    return ds;
}

START_TEST(a_ball_without_spin_comes_to_rest_below)
{
    zn_ds *ds = ball(0.5, 0, 1e-3, 1.5);

    CLOSE(q_of(ds, 0), 0, 1e-12);
    CLOSE(q_of(ds, 1), 0.1, 1e-11);
    CLOSE(q_of(ds, 2), 0, 1e-12);
    CLOSE(v_of(ds, 1), 0, 1e-9);
}
END_TEST

/* It slides, and rolls away at 10/7 m/s whatever h; where it is then, is of first order. */
START_TEST(a_ball_with_spin_rolls_away)
{
    const double x = -0.871342861304, phi = 33.216428467411;
    double error[2];

    for (int k = 0; k < 2; k++) {
        zn_ds *ds = ball(0, 50, k ? 1e-4 : 1e-3, 1.1);
        CLOSE(v_of(ds, 0), -10. / 7, 1e-9);
        CLOSE(v_of(ds, 1), 0, 1e-9);
        CLOSE(v_of(ds, 2), 100. / 7, 1e-9);
        CLOSE(q_of(ds, 1), 0.1, 1e-11);
        error[k] = hypot(q_of(ds, 0) - x, 0.1 * (q_of(ds, 2) - phi));
    }
    ck_assert_msg(error[1] < 1e-3, "%g", error[1]);
    ck_assert_msg(error[1] < error[0] / 3, "%g, then %g", error[0], error[1]);
}
END_TEST

/* ---- a box under balls ------------------------------------------------------------------- */

enum { BALLS = 25 };
static const double R = 0.1, half = 0.25;

/* The lowest point of a ball and the point of the box below it. */
static void on_box(unsigned nq, double *q, unsigned n, double *out, unsigned nz,
                   double *z)
{
    const double low[9] = {q[0],        q[1], q[2] - R, q[0], q[1],
                           q[9] + half, 0,    0,        1};

    (void)nq, (void)n, (void)nz, (void)z;
    memcpy(out, low, sizeof low);
}

static void on_ground(unsigned nq, double *q, unsigned n, double *out,
                      unsigned nz, double *z)
{
    const double low[9] = {q[0], q[1], q[2] - half, q[0], q[1], 0, 0, 0, 1};

    (void)nq, (void)n, (void)nz, (void)z;
    memcpy(out, low, sizeof low);
}

static zn_ds *body(const char *name, double m, double J, double x, double y,
                   double z, const double f[3])
{
    const double q0[7] = {x, y, z, 1}, none[6] = {0}, I[3] = {J, J, J};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q0, none, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void touch(zn_fn *points, double mu, zn_ds *d1, zn_ds *d2)
{
    zn_relation *r;
    zn_law *law;

    MUST(zn_relation_new(ctx, "contact", NULL, 3, d2 ? 14 : 7, &r));
    MUST(zn_relation_set_function(r, "points", points));
    MUST(zn_law_friction(ctx, 3, 0, 0, mu, &law));
    MUST(zn_model_connect(model, NULL, law, r, d1, d2, NULL));
}

/* leggedrobotics/SimBenchmark "rolling": a box of 10 kg on the ground (mu = 0.4), 25 balls of
 * 1 kg on it (0.8), pulled by 150 N along an axis, or along a diagonal, which pyramids of
 * friction do not take. Every ball rolls: with f_1 = mu (M + n m) g,
 * f_2 = ((F - f_1)/M)/(3.5/m + n/M), the box has a = (F - f_1 - n f_2)/M, a ball f_2/m. */
START_TEST(a_box_under_balls_goes_where_it_is_pulled)
{
    const double M = 10, m = 1, F = 150, T = 0.4, angle = _i * acos(-1) / 8;
    const double c = cos(angle), s = sin(angle), fm[3] = {0, 0, -g * m};
    const double pull[3] = {F * c, F * s, -g * M}, fixed[3] = {0};
    const zn_index turns[3] = {3, 4, 5};
    const double f1 = 0.4 * (M + BALLS * m) * g;
    const double f2 = (F - f1) / M / (3.5 / m + BALLS / M);
    const double a = (F - f1 - BALLS * f2) / M;
    zn_ds *box = body("box", M, 1, 0, 0, half, pull), *b[BALLS];

    MUST(zn_ds_prescribe(box, 3, turns, fixed));
    touch((zn_fn *)on_ground, 0.4, box, NULL);
    for (int k = 0; k < BALLS; k++) {
        char name[16];
        snprintf(name, sizeof name, "ball %d", k);
        b[k] = body(name, m, 0.4 * m * R * R, 0.3 * (k % 5), 0.3 * (k / 5),
                    2 * half + R, fm);
        touch((zn_fn *)on_box, 0.8, b[k], box);
    }
    simulate("moreau-jean", "theta=0.5", 0, 0.01, T);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-12));
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    MUST(zn_simulation_run(sim));
    CLOSE(a, 0.7385, 1e-4);
    CLOSE(f2 / m, 0.2110, 1e-4);
    CLOSE(v_of(box, 0), a * T * c, 1e-11);
    CLOSE(v_of(box, 1), a * T * s, 1e-11);
    CLOSE(v_of(box, 0) * s - v_of(box, 1) * c, 0, 1e-12); /* its direction */
    for (int k = 0; k < BALLS; k++) {
        CLOSE(v_of(b[k], 0), f2 / m * T * c, 1e-11);
        CLOSE(v_of(b[k], 1), f2 / m * T * s, 1e-11);
        CLOSE(v_of(b[k], 0) * s - v_of(b[k], 1) * c, 0, 1e-12);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rolling, exact end states");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, a_ball_without_spin_comes_to_rest_below);
    tcase_add_test(t, a_ball_with_spin_rolls_away);
    tcase_add_loop_test(t, a_box_under_balls_goes_where_it_is_pulled, 0, 3);
    suite_add_tcase(s, t);
    return test_main(s);
}
