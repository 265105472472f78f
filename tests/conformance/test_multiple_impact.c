/* test_multiple_impact.c - reference trajectories with multiple impacts by the law of
 * Liu, Zhao and Brogliato
 *
 * The tables were made with the law in equal steps of percussion, and with energies and rates up to 2.2e-16 taken
 * for none: solver "lzb-steps" with the same step and the same "nothing" agrees with them by event, the law
 * itself ("lzb") comes as close as their steps are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

enum { N = 10 };

static const double young = 203e9, poisson = 0.3, density = 7780;

static double ball_mass(double R)
{
    return 4.0 / 3 * 3.14159265 * R * R * R * density;
}

/* Hertz, of two balls of radius R */
static double ball_stiffness(double R)
{
    return 2.0 / 3 * sqrt(R / 2) * young / (1 - poisson * poisson);
}

static zn_law *lzb(double e, double K, double eta)
{
    zn_law *law;

    MUST(zn_law_multiple_impact(ctx, e, K, eta, &law));
    return law;
}

static void start(const char *solver, const char *step, double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_set(sim, "solver", solver));
    if (step) { /* which loses energy to the order of its steps */
        MUST(zn_simulation_solver_set(sim, "step", step));
        MUST(zn_simulation_solver_set(sim, "nothing", "2.220446049250313e-16"));
        MUST(zn_simulation_set(sim, "solver_tol", "1e-2"));
    }
    MUST(zn_simulation_init(sim));
}

/* The next row of the table: its instant, or, when that is the one of the row before,
 * the other side of an impact. */
static void go_to(const reference *ref, long k, double tol)
{
    const double t = reference_at(ref, k, 0);
    const bool after = k > 0 && t == reference_at(ref, k - 1, 0);

    if (after) {
        MUST(zn_simulation_step(sim));
        reference_check(ref, k, 0, zn_simulation_time(sim), tol);
        return;
    }
    do
        MUST(zn_simulation_step(sim));
    while (zn_simulation_time(sim) < t - tol);
    reference_check(ref, k, 0, zn_simulation_time(sim), tol);
}

/* ---- chains --------------------------------------------------------------------------- */

static zn_ds *ball[N];

static void chain(void)
{
    const double C[] = {-1, 1}, R = 0.01, b = -2 * R;

    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "ball%d", i);
        ball[i] = point_mass(name, ball_mass(R),
                             i ? 0.2 + 2 * R * i : 0, i == 0, 0);
        if (i) {
            snprintf(name, sizeof name, "contact%d", i);
            join(name, lzb(1, ball_stiffness(R), 1.5), 1, 2, C, &b,
                 ball[i - 1], ball[i]);
        }
    }
}

static void column(void)
{
    const double C[] = {-1, 1}, one = 1, R = 0.005, b = -2 * R, b0 = -R;
    const double E1 = young / (1 - poisson * poisson);
    const double K0 = 4.0 / 3 * sqrt(R) * E1 / 2, m = ball_mass(R);

    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "bead%d", i);
        ball[i] = point_mass(name, m, 0.05 + R + 2 * R * i, 0, -9.81 * m);
        snprintf(name, sizeof name, "contact%d", i);
        if (i)
            join(name, lzb(1, ball_stiffness(R), 1.5), 1, 2, C, &b,
                 ball[i - 1], ball[i]);
        else
            join(name, lzb(1, K0, 1.5), 1, 1, &one, &b0, ball[0], NULL);
    }
}

static void compare(const reference *ref, long k, double tq, double tv)
{
    for (int i = 0; i < N; i++) {
        reference_check(ref, k, 1 + i, q_of(ball[i], 0), tq);
        reference_check(ref, k, 11 + i, v_of(ball[i], 0), tv);
    }
}

START_TEST(chain_of_balls)
{
    reference ref;

    if (!reference_read(&ref, "trajectories/MonodisperseChainOfBalls-LZBModel/"
                              "MonodisperseChainOfBalls-LZBModel.ref"))
        return;
    for (int law = 0; law < 2; law++) {
        chain();
        start(law ? "lzb" : "lzb-steps", law ? NULL : "1e-6", 1e-3, 0.6);
        for (long k = 3; k < ref.rows; k++) {
            const double t = reference_at(&ref, k, 0);
            /* the impact is at an instant of the grid: a tie */
            if (fabs(t - 0.2) < 1e-6)
                continue;
            while (zn_simulation_time(sim) < t - 1e-9)
                MUST(zn_simulation_step(sim));
            compare(&ref, k, law ? 2e-4 : 1e-10, law ? 5e-4 : 1e-10);
        }
        scene_teardown();
        scene_setup();
    }
    reference_free(&ref);
}
END_TEST

/* Masses, stiffnesses, exponents and restitutions of many kinds, against what Siconos 4.4.0
 * gave: energies that it takes for nothing count, 6e-6 m/s if the least begin to act. */
START_TEST(four_balls_that_differ)
{
    static const double m[] = {1, 2, 0.5, 1.5}, v[] = {1, 0.2, 0, -0.5};
    static const double K[] = {1e4, 3e4, 2e3}, eta[] = {1.5, 1, 1.5};
    static const double e[] = {0.5, 0.8, 0.9};
    static const double after[] = {-0.19599089358974253, -0.091064044773103758,
                                   -0.084295576360664537, 0.71351118087752163};
    const double C[] = {-1, 1}, apart = -1;

    for (int i = 0; i < 4; i++) {
        char name[16];
        snprintf(name, sizeof name, "ball%d", i);
        ball[i] = point_mass(name, m[i], i, v[i], 0);
        snprintf(name, sizeof name, "contact%d", i);
        if (i)
            join(name, lzb(e[i - 1], K[i - 1], eta[i - 1]), 1, 2, C, &apart,
                 ball[i - 1], ball[i]);
    }
    start("lzb-steps", "1e-4", 0.01, 0.02);
    while (zn_simulation_time(sim) < 0.01)
        MUST(zn_simulation_step(sim));
    for (int i = 0; i < 4; i++)
        CLOSE(v_of(ball[i], 0), after[i], 1e-11);
}
END_TEST

START_TEST(column_of_beads)
{
    reference ref;

    if (!reference_read(&ref, "trajectories/BeadColumnED_LZBModel/"
                              "BeadColumnED_LZBModel.ref"))
        return;
    column();
    start("lzb-steps", "1e-6", 1e-3, 0.5);
    for (long k = 3; k < ref.rows; k++) {
        go_to(&ref, k, 1e-9);
        compare(&ref, k, 1e-9, 1e-7);
    }
    reference_free(&ref);
}
END_TEST

/* ---- a block on its corner ---------------------------------------------------------------- */

static const double half_length = 0.5, half_height = 0.25;

static void gaps(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                 double *z)
{
    const double s = half_length * sin(q[2]), c = half_height * cos(q[2]);

    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[1] - s - c;
    y[1] = q[1] + s - c;
}

static void gaps_jac(unsigned nq, double *q, unsigned ny, double *G,
                     unsigned nz, double *z)
{
    const double c = half_length * cos(q[2]), s = half_height * sin(q[2]);

    (void)nq, (void)ny, (void)nz, (void)z;
    G[0] = G[1] = 0;
    G[2] = G[3] = 1;
    G[4] = s - c;
    G[5] = s + c;
}

static void gaps_jac_dot(unsigned nq, double *q, unsigned nv, double *v,
                         double *dG, unsigned nz, double *z)
{
    const double s = half_length * sin(q[2]), c = half_height * cos(q[2]);

    (void)nq, (void)nv, (void)nz, (void)z;
    memset(dG, 0, 6 * sizeof *dG);
    dG[4] = (c + s) * v[2];
    dG[5] = (c - s) * v[2];
}

static zn_ds *block(void)
{
    const double a = acos(0.5), v0[3] = {0}, f[3] = {0, -9.81, 0};
    const double q0[3] = {half_length * cos(a) - half_height * sin(a),
                          half_length * sin(a) + half_height * cos(a), a};
    const double J = (1 + 0.25) / 12;
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, J};
    zn_ds *ds = linear_system("block", 3, M, NULL, NULL, q0, v0, f);
    zn_relation *r;
    zn_interaction *floor_;

    MUST(zn_relation_new(ctx, "scleronomous", "corners", 2, 3, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)gaps));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gaps_jac));
    MUST(zn_relation_set_function(r, "jac_h_q_dot", (zn_fn *)gaps_jac_dot));
    MUST(zn_model_connect(model, "floor", lzb(0.8, 1e10, 1), r, ds, NULL,
                          &floor_));
    return ds;
}

START_TEST(rocking_block)
{
    reference ref;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/RockingBlock-LZB-Lsodar/"
                              "resultED_LZBmodel_LsodarOSI.ref"))
        return;
    ds = block();
    start("lzb-steps", "5e-5", 0.01, 2);
    for (long k = 1; k < ref.rows; k++) {
        go_to(&ref, k, 1e-7);
        for (int i = 0; i < 3; i++) {
            reference_check(&ref, k, 1 + i, q_of(ds, i), 1e-7);
            reference_check(&ref, k, 4 + i, v_of(ds, i), 1e-6);
        }
    }
    reference_free(&ref);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: multiple impacts");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, chain_of_balls);
    tcase_add_test(tc, four_balls_that_differ);
    tcase_add_test(tc, column_of_beads);
    tcase_add_test(tc, rocking_block);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
