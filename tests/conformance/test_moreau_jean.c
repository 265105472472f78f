/* test_moreau_jean.c - reference trajectories of the Moreau-Jean scheme
 *
 * Each model is the one of its table's description, with the same scheme; the
 * tolerance is what two correct programs in double precision can meet. The
 * compliant ball has test_compliant.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/zeno.h>

#include "tests/must.h"
#include "tests/conformance/reference.h"

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;
static reference ref;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
}

static void teardown(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_ctx_free(ctx);
    reference_free(&ref);
}

/* A point of n coordinates with diagonal mass under a constant force. */
static zn_ds *particle(const char *name, zn_index n, const double mass[],
                       const double q0[], const double v0[],
                       const double force[])
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", name, n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", n, mass));
    if (force)
        MUST(zn_ds_set_constant(ds, "f_ext", n, 1, force));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* Contact y = C q + b with restitution e. */
static zn_interaction *contact(const char *name, zn_index nq, const double C[],
                               double b, double e, zn_ds *d1, zn_ds *d2)
{
    zn_relation *r;
    zn_law *law;
    zn_interaction *a;

    MUST(zn_law_newton_impact(ctx, e, &law));
    MUST(zn_relation_new(ctx, "linear", name, 1, nq, &r));
    MUST(zn_relation_set_constant(r, "C", 1, nq, C));
    if (b != 0)
        MUST(zn_relation_set_constant(r, "e", 1, 1, &b));
    MUST(zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

static void start(const char *options, double t0, double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", options, NULL));
    MUST(zn_simulation_set_time(sim, t0, h, T));
    MUST(zn_simulation_init(sim));
}

/* Step until the time of a row of the table. */
static void go_to_row(long row)
{
    const double t = reference_at(&ref, row, 0);

    while (zn_simulation_time(sim) < t - 1e-9)
        MUST(zn_simulation_step(sim));
}

static double q(const zn_ds *ds, zn_index i)
{
    return zn_simulation_q(sim, ds)[i];
}

static double v(const zn_ds *ds, zn_index i)
{
    return zn_simulation_v(sim, ds)[i];
}

static double lambda(const zn_interaction *a)
{
    return zn_simulation_lambda(sim, a, 1)[0];
}

static const double ball_mass[3] = {1, 1, 2.0 / 5 * 0.1 * 0.1};

START_TEST(bouncing_ball)
{
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, f[3] = {-9.81, 0, 0};
    const double C[3] = {1, 0, 0};
    zn_interaction *floor;
    zn_ds *ball;

    if (!reference_read(&ref, "trajectories/BouncingBallTS/BouncingBallTS.ref"))
        return;
    ball = particle("ball", 3, ball_mass, q0, v0, f);
    floor = contact("floor", 3, C, 0, 0.9, ball, NULL);
    start("theta=0.5", 0, 0.005, 10);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, q(ball, 0), 1e-11);
        reference_check(&ref, k, 2, v(ball, 0), 1e-11);
        reference_check(&ref, k, 3, zn_simulation_p(sim, ball)[0], 1e-11);
        reference_check(&ref, k, 4, lambda(floor), 1e-11);
    }
}
END_TEST

static void tilted_gap(unsigned nq, double *x, unsigned ny, double *y,
                       unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = x[0] + 0.1 * x[1];
}

static void tilted_jac(unsigned nq, double *x, unsigned ny, double *H,
                       unsigned nz, double *z)
{
    (void)nq, (void)x, (void)ny, (void)nz, (void)z;
    H[0] = 1;
    H[1] = 0.1;
    H[2] = 0;
}

/* The table was made with the gap at the predictor q_k + h v_k: for this linear
 * gap that is also an activation with gamma = 3/2. */
static const char *const ahead[] = {"theta=0.5 gamma=1.5",
                                    "theta=0.5 relations=predicted"};

START_TEST(bouncing_ball_on_a_scleronomous_relation)
{
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, f[3] = {-10, 0, 0};
    zn_interaction *floor;
    zn_relation *r;
    zn_law *law;
    zn_ds *ball;

    if (!reference_read(&ref, "trajectories/BouncingBallTS-Scleronomous/"
                              "BouncingBallTS-Scleronomous.ref"))
        return;
    ball = particle("ball", 3, ball_mass, q0, v0, f);
    MUST(zn_law_newton_impact(ctx, 0.9, &law));
    MUST(zn_relation_new(ctx, "scleronomous", "gap", 1, 3, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)tilted_gap));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)tilted_jac));
    MUST(zn_model_connect(model, "floor", law, r, ball, NULL, &floor));
    start(ahead[_i], 0, 0.025, 10);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, q(ball, 0), 1e-11);
        reference_check(&ref, k, 2, q(ball, 1), 1e-11);
        reference_check(&ref, k, 3, v(ball, 0), 1e-11);
        reference_check(&ref, k, 4, v(ball, 1), 1e-11);
        reference_check(&ref, k, 5, zn_simulation_p(sim, ball)[0], 1e-11);
        reference_check(&ref, k, 6, lambda(floor), 1e-11);
    }
}
END_TEST

/* The cam never acts in this table: a spring and mass bounce on q = 0. */
START_TEST(spring_and_mass_of_the_rheonomous_cam)
{
    const double m = 1.221, K = 1430.8, q0 = 0.4, v0 = 0.4, C = 1;
    zn_interaction *stop;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/CamFollower-Rheonomous/"
                              "CamFollower-Rheonomous.ref"))
        return;
    ds = particle("follower", 1, &m, &q0, &v0, NULL);
    MUST(zn_ds_set_constant(ds, "stiffness", 1, 1, &K));
    stop = contact("cam", 1, &C, 0, 0.8, ds, NULL);
    start("theta=0.5", 0, 1e-4, 1);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, q(ds, 0), 1e-11);
        reference_check(&ref, k, 2, v(ds, 0), 1e-11);
        reference_check(&ref, k, 3, lambda(stop), 1e-11);
    }
}
END_TEST

START_TEST(column_of_ten_beads)
{
    enum { N = 10 };
    const double v0[1] = {0}, f = -9.81, m = 1, ground = 1;
    const double pair[2] = {-1, 1};
    zn_ds *bead[N];

    if (!reference_read(&ref,
                        "trajectories/ColumnOfBeadsTS/ColumnOfBeadsTS.ref"))
        return;
    for (int i = 0; i < N; i++) {
        const double q0 = 1 + 0.25 * i;
        char name[16];
        snprintf(name, sizeof name, "bead%d", i);
        bead[i] = particle(name, 1, &m, &q0, v0, &f);
        snprintf(name, sizeof name, "contact%d", i);
        if (i == 0)
            contact(name, 1, &ground, -0.1, 0.9, bead[0], NULL);
        else
            contact(name, 2, pair, -0.2, 0.9, bead[i - 1], bead[i]);
    }
    start("theta=0.5", 0, 5e-4, 2);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (long i = 0; i < N; i++) {
            reference_check(&ref, k, 1 + 2 * i, q(bead[i], 0), 1e-10);
            reference_check(&ref, k, 2 + 2 * i, v(bead[i], 0), 1e-10);
        }
    }
}
END_TEST

/* ---- double pendulum: nonlinear mass, gyroscopic terms ---- */

static void pendulum_mass(unsigned n, double *x, double *M, unsigned nz,
                          double *z)
{
    const double c = cos(x[0] - x[1]);

    (void)n, (void)nz, (void)z;
    M[0] = 2;
    M[1] = M[2] = c;
    M[3] = 1;
}

static void pendulum_gyr(unsigned n, double *x, double *u, double *N,
                         unsigned nz, double *z)
{
    const double s = sin(x[0] - x[1]);

    (void)n, (void)nz, (void)z;
    N[0] = s * u[1] * u[1];
    N[1] = -s * u[0] * u[0];
}

/* The entry (0,0) has v0 v1 where v1^2 is right: the table was made with this
 * slip and one Newton iteration, so it shows and must be copied. */
static void pendulum_gyr_q(unsigned n, double *x, double *u, double *J,
                           unsigned nz, double *z)
{
    const double c = cos(x[0] - x[1]);

    (void)n, (void)nz, (void)z;
    J[0] = u[1] * u[0] * c;
    J[1] = -u[0] * u[0] * c;
    J[2] = -u[1] * u[1] * c;
    J[3] = u[0] * u[0] * c;
}

static void pendulum_gyr_v(unsigned n, double *x, double *u, double *J,
                           unsigned nz, double *z)
{
    const double s = sin(x[0] - x[1]);

    (void)n, (void)nz, (void)z;
    J[0] = 0;
    J[1] = -2 * s * u[0];
    J[2] = 2 * s * u[1];
    J[3] = 0;
}

static void pendulum_int(double t, unsigned n, double *x, double *u, double *f,
                         unsigned nz, double *z)
{
    (void)t, (void)n, (void)u, (void)nz, (void)z;
    f[0] = 20 * sin(x[0]);
    f[1] = 10 * sin(x[1]);
}

static void pendulum_int_q(double t, unsigned n, double *x, double *u,
                           double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)u, (void)nz, (void)z;
    J[0] = 20 * cos(x[0]);
    J[1] = J[2] = 0;
    J[3] = 10 * cos(x[1]);
}

static void wall1(unsigned nq, double *x, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = sin(x[0]);
}

static void wall1_q(unsigned nq, double *x, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = cos(x[0]);
    H[1] = 0;
}

static void wall2(unsigned nq, double *x, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = sin(x[0]) + sin(x[1]);
}

static void wall2_q(unsigned nq, double *x, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = cos(x[0]);
    H[1] = cos(x[1]);
}

static zn_interaction *wall(const char *name, zn_fn_s9 *h, zn_fn_s9 *jac,
                            double e, zn_ds *ds)
{
    zn_interaction *a;
    zn_relation *r;
    zn_law *law;

    MUST(zn_law_newton_impact(ctx, e, &law));
    MUST(zn_relation_new(ctx, "scleronomous", name, 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)jac));
    MUST(zn_model_connect(model, name, law, r, ds, NULL, &a));
    return a;
}

START_TEST(double_pendulum_with_walls)
{
    const double q0[2] = {0.1, 0.2}, v0[2] = {0};
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/DoublePendulum/"
                              "DoublePendulumResult.ref"))
        return;
    MUST(zn_ds_new(ctx, "lagrangian", "pendulum", 2, q0, v0, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)pendulum_mass));
    MUST(zn_ds_set_function(ds, "f_gyr", (zn_fn *)pendulum_gyr));
    MUST(zn_ds_set_function(ds, "jac_f_gyr_q", (zn_fn *)pendulum_gyr_q));
    MUST(zn_ds_set_function(ds, "jac_f_gyr_v", (zn_fn *)pendulum_gyr_v));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)pendulum_int));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)pendulum_int_q));
    MUST(zn_model_add_ds(model, ds));
    wall("wall1", wall1, wall1_q, 1, ds);
    wall("wall2", wall2, wall2_q, 0, ds);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    /* the table is that of one iteration from v_k, which is far from converged */
    MUST(zn_simulation_use(sim, "moreau-jean",
                           "theta=0.500001 gamma_mass=1 start=velocity", NULL));
    MUST(zn_simulation_set_real(sim, "newton_tol", 0.05));
    MUST(zn_simulation_set(sim, "newton_check", "residual"));
    MUST(zn_simulation_set_time(sim, 0, 5e-4, 5));
    MUST(zn_simulation_init(sim));
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (long i = 0; i < 2; i++) {
            reference_check(&ref, k, 1 + 2 * i, q(ds, i), 1e-9);
            reference_check(&ref, k, 2 + 2 * i, v(ds, i), 1e-9);
        }
    }
}
END_TEST

static void plane_velocity(double t, unsigned n, double *u)
{
    (void)n;
    u[0] = 2 + cos(acos(-1.0) / 2 * t);
}

START_TEST(ball_on_a_moving_plane)
{
    const double m = 1, q0 = 1, zero = 0, f = -9.81, pair[2] = {1, -1};
    const zn_index component = 0;
    zn_interaction *a;
    zn_ds *ball, *plane;

    if (!reference_read(&ref, "trajectories/BallOnMovingPlane/"
                              "BallOnMovingPlane.ref"))
        return;
    ball = particle("ball", 1, &m, &q0, &zero, &f);
    plane = particle("plane", 1, &m, &zero, &zero, NULL);
    MUST(zn_ds_prescribe_function(plane, 1, &component, plane_velocity));
    a = contact("contact", 2, pair, 0, 0.9, ball, plane);
    start("theta=0.5", 0, 0.005, 10);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, q(ball, 0), 1e-11);
        reference_check(&ref, k, 2, v(ball, 0), 1e-11);
        reference_check(&ref, k, 3, zn_simulation_p(sim, ball)[0], 1e-11);
        reference_check(&ref, k, 4, lambda(a), 1e-11);
        reference_check(&ref, k, 7, q(plane, 0), 1e-11);
        if (k > 0) /* row 0 of the table holds 0 */
            reference_check(&ref, k, 8, v(plane, 0), 1e-11);
    }
}
END_TEST

START_TEST(impacting_bar)
{
    enum { N = 100 };
    const double E = 210e9, S = 0.000314, rho = 7800, l = 1.0 / N;
    double *M = calloc(N * N, sizeof *M), *K = calloc(N * N, sizeof *K);
    double q0[N], v0[N], C[N] = {1};
    zn_interaction *tip;
    zn_ds *bar;

    if (!reference_read(&ref, "trajectories/ImpactingBar/ImpactingBar.ref"))
        return;
    for (int i = 0; i < N; i++) {
        const bool end = i == 0 || i == N - 1;
        q0[i] = 5e-5;
        v0[i] = -0.1;
        M[i + i * N] = rho * S * l * (end ? 1.0 / 3 : 2.0 / 3);
        K[i + i * N] = E * S / l * (end ? 1 : 2);
        if (i + 1 < N) {
            M[i + (i + 1) * N] = M[i + 1 + i * N] = rho * S * l / 6;
            K[i + (i + 1) * N] = K[i + 1 + i * N] = -E * S / l;
        }
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "bar", N, q0, v0, &bar));
    MUST(zn_ds_set_constant(bar, "mass", N, N, M));
    MUST(zn_ds_set_constant(bar, "stiffness", N, N, K));
    MUST(zn_model_add_ds(model, bar));
    tip = contact("tip", N, C, 0, 0, bar, NULL);
    start("theta=0.5 gamma=0", 1e-8, 2e-6, 0.0015);
    for (long k = 0; k < ref.rows; k++) {
        const double h = 2e-6;
        while (zn_simulation_time(sim) < reference_at(&ref, k, 0) - h / 2)
            MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 1, q(bar, 0), 1e-15);
        reference_check(&ref, k, 2, v(bar, 0), 1e-11);
        reference_check(&ref, k, 4, lambda(tip), 1e-10);
        reference_check(&ref, k, 7, q(bar, N - 1), 1e-15);
        reference_check(&ref, k, 8, v(bar, N - 1), 1e-11);
        reference_check(&ref, k, 9, q(bar, N / 2), 1e-15);
        reference_check(&ref, k, 10, v(bar, N / 2), 1e-11);
    }
    free(M);
    free(K);
}
END_TEST

START_TEST(two_discs_in_the_plane)
{
    const double mass[3] = {1, 1, 0.5 * 0.5 * 0.5}, zero[3] = {0};
    const double qa[3] = {1, 0, 0}, qb[3] = {2.1, 0, 0}, f[3] = {-9.81, 0, 0};
    const double ground[3] = {1, 0, 0}, pair[6] = {-1, 0, 0, 1, 0, 0};
    zn_interaction *low, *high;
    zn_ds *a, *b;

    if (!reference_read(&ref, "trajectories/Ball2D-kernel-only/"
                              "Ball2D_kernel_only.ref"))
        return;
    a = particle("a", 3, mass, qa, zero, f);
    b = particle("b", 3, mass, qb, zero, f);
    low = contact("ground", 3, ground, -0.5, 0.9, a, NULL);
    high = contact("pair", 6, pair, -1, 0.9, a, b);
    start("theta=0.5", 0, 0.005, 10);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, q(a, 0), 1e-10);
        reference_check(&ref, k, 2, v(a, 0), 1e-10);
        reference_check(&ref, k, 3, zn_simulation_p(sim, a)[0], 1e-10);
        reference_check(&ref, k, 4, lambda(low), 1e-10);
        reference_check(&ref, k, 5, q(b, 0), 1e-10);
        reference_check(&ref, k, 8, lambda(high), 1e-10);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: Moreau-Jean");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, bouncing_ball);
    tcase_add_loop_test(tc, bouncing_ball_on_a_scleronomous_relation, 0, 2);
    tcase_add_test(tc, spring_and_mass_of_the_rheonomous_cam);
    tcase_add_test(tc, column_of_ten_beads);
    tcase_add_test(tc, double_pendulum_with_walls);
    tcase_add_test(tc, ball_on_a_moving_plane);
    tcase_add_test(tc, impacting_bar);
    tcase_add_test(tc, two_discs_in_the_plane);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
