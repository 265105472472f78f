/* test_friction.c - reference trajectories of mechanisms with friction, and of a
 * contact that moves without; Moreau-Jean scheme. Each model is the one of its
 * table's description, and so is the tolerance.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/zeno.h>

#include "tests/must.h"
#include "tests/conformance/reference.h"

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;
static reference ref;

/* Condensed, or with the equations of motion kept. */
static const char *const forms[2] = {"friction", "global"};
static const char *form = "auto";

static void setup(void)
{
    form = "auto";
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

static void start(const char *options, double solver_tol, double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", options, NULL));
    MUST(zn_simulation_set_real(sim, "solver_tol", solver_tol));
    MUST(zn_simulation_set(sim, "formulation", form));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_init(sim));
}

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

static zn_interaction *linear_contact(const char *name, zn_ds *d1, zn_ds *d2,
                                      zn_index nq, const double C[], double gap,
                                      double e, double mu)
{
    const double b[2] = {gap, 0};
    zn_relation *r;
    zn_law *law;
    zn_interaction *a;

    MUST(zn_law_friction(ctx, 2, e, 0, mu, &law));
    MUST(zn_relation_new(ctx, "linear", name, 2, nq, &r));
    MUST(zn_relation_set_constant(r, "C", 2, nq, C));
    MUST(zn_relation_set_constant(r, "e", 2, 1, b));
    MUST(zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

/* ---- woodpecker ------------------------------------------------------------- */

START_TEST(woodpecker)
{
    const double rO = 0.0025, rM = 0.0031, hM = 0.0058, lM = 0.010, lG = 0.015;
    const double hS = 0.020, lS = 0.0201, mM = 0.0003, mS = 0.0045;
    const double JM = 5e-9, JS = 7e-7, c = 0.0056, g = 9.81;
    const double M[9] = {mS + mM, mS * lM,           mS * lG,
                         mS * lM, JM + mS * lM * lM, mS * lM * lG,
                         mS * lG, mS * lM * lG,      JS + mS * lG * lG};
    const double K[9] = {0, 0, 0, 0, c, -c, 0, -c, c};
    const double F[3] = {-g * (mS + mM), -g * mS * lM, -g * mS * lG};
    const double H1[6] = {0, 1, 0, lM, -hS, lG - lS};
    const double H2[6] = {0, 1, hM, rM, 0, 0}, H3[6] = {0, 1, -hM, rM, 0, 0};
    const double q0[3] = {0, -0.1036, -0.2788};
    const double v0[3] = {-0.3411, 4.8572e-15, -7.4583};
    zn_ds *ds;

    form = forms[_i];
    if (!reference_read(&ref, "trajectories/Woodpecker/Woodpecker.ref"))
        return;
    MUST(zn_ds_new(ctx, "lagrangian-linear", "woodpecker", 3, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 3, 3, M));
    MUST(zn_ds_set_constant(ds, "stiffness", 3, 3, K));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, F));
    MUST(zn_model_add_ds(model, ds));
    linear_contact("beak", ds, NULL, 3, H1, lM + lG - lS - rO, 0.5, 0.3);
    linear_contact("lower", ds, NULL, 3, H2, rM - rO, 0, 0.3);
    linear_contact("upper", ds, NULL, 3, H3, rM - rO, 0, 0.3);
    start("theta=0.5", 1e-13, 2e-5, 0.3);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (zn_index i = 0; i < 3; i++) {
            reference_check(&ref, k, 1 + 2 * i, q(ds, i), 1e-9);
            reference_check(&ref, k, 2 + 2 * i, v(ds, i), 1e-9);
        }
    }
}
END_TEST

/* ---- pendulum on a slider --------------------------------------------------- */

/* m1 = m2 = l = 1, so that the mass matrix of the table is symmetric */
static void pendulum_mass(unsigned n, double *x, double *M, unsigned nz,
                          double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = 2;
    M[4] = M[8] = 1;
    M[2] = M[6] = cos(x[2]);
}

static void pendulum_gyr(unsigned n, double *x, double *u, double *N,
                         unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    N[0] = -u[2] * u[2] * sin(x[2]);
}

static void pendulum_int(double t, unsigned n, double *x, double *u, double *f,
                         unsigned nz, double *z)
{
    const double g = 9.81;

    (void)t, (void)n, (void)u, (void)nz, (void)z;
    f[1] = g * x[1];
    f[2] = g * sin(x[2]);
}

/* The Newton matrix of the table, since its run stopped at a residual of 1e-10:
 * entries (3,1) of the gyroscopic terms stand transposed. */
static void pendulum_gyr_q(unsigned n, double *x, double *u, double *J,
                           unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    J[2] = -u[2] * u[2] * cos(x[2]);
}

static void pendulum_gyr_v(unsigned n, double *x, double *u, double *J,
                           unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    J[2] = -2 * u[2] * sin(x[2]);
}

static void pendulum_int_q(double t, unsigned n, double *x, double *u,
                           double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)u, (void)nz, (void)z;
    J[4] = 9.81;
    J[8] = 9.81 * cos(x[2]);
}

static void pendulum_int_v(double t, unsigned n, double *x, double *u,
                           double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)x, (void)u, (void)J, (void)nz, (void)z;
}

START_TEST(pendulum_on_slider)
{
    const double a = 0.025, d = 0.25;
    const double q0[3] = {0.1, 0, 0.1}, v0[3] = {2, 0, 0};
    /* normal row, tangential row */
    const double ground[6] = {0, 1, 1, 0, 0, 0};
    const double right[6] = {-1, 0, 0, 1, 0, 0}, left[6] = {1, 0, 0, -1, 0, 0};
    zn_interaction *contact[3];
    zn_ds *ds;

    if (!reference_read(&ref,
                        "trajectories/PendulumOnSlider/PendulumSlider.ref"))
        return;
    MUST(zn_ds_new(ctx, "lagrangian", "slider", 3, q0, v0, &ds));
    const struct {
        const char *name;
        zn_fn *f;
    } ops[] = {
        {"mass", (zn_fn *)pendulum_mass},
        {"f_gyr", (zn_fn *)pendulum_gyr},
        {"f_int", (zn_fn *)pendulum_int},
        {"jac_f_gyr_q", (zn_fn *)pendulum_gyr_q},
        {"jac_f_gyr_v", (zn_fn *)pendulum_gyr_v},
        {"jac_f_int_q", (zn_fn *)pendulum_int_q},
        {"jac_f_int_v", (zn_fn *)pendulum_int_v},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        MUST(zn_operator_set_function(zn_ds_operator(ds, ops[i].name),
                                      ops[i].f));
    MUST(zn_model_add_ds(model, ds));
    contact[0] = linear_contact("ground", ds, NULL, 3, ground, 0, 0.5, 0.8);
    contact[1] = linear_contact("right", ds, NULL, 3, right, d - a / 2, 0.5, 0);
    contact[2] = linear_contact("left", ds, NULL, 3, left, -a / 2, 0.5, 0);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean",
                           "theta=0.5 gamma=1 gamma_mass=1 start=velocity",
                           NULL));
    /* begun and stopped as the table was */
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-10));
    MUST(zn_simulation_set(sim, "newton_check", "residual"));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    MUST(zn_simulation_set_time(sim, 0, 1e-3, 3));
    MUST(zn_simulation_init(sim));
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (zn_index i = 0; i < 3; i++) {
            reference_check(&ref, k, 1 + i, q(ds, i), 1e-8);
            reference_check(&ref, k, 4 + i, v(ds, i), 1e-8);
            if (k > 0) /* the table has none at the start */
                reference_check(&ref, k, 7 + i,
                                zn_simulation_y(sim, contact[i], 0)[0], 1e-8);
        }
    }
}
END_TEST

/* ---- two balls in the plane ------------------------------------------------- */

START_TEST(two_balls_in_the_plane)
{
    const double R = 0.5, mass[3] = {1, 1, 0.5}, F[3] = {-9.81, 0, 0};
    const double zero[3] = {0}, q1[3] = {1, 0, 0}, q2[3] = {2.1, 0, 0};
    /* with tangential rows and mu = 0: friction that never acts. The velocity
     * of the point of contact, R times the rate beside that of the centre */
    const double C1[6] = {1, 0, 0, 1, 0, -R};
    const double C2[12] = {-1, 0, 0, -1, 0, -R, 1, 0, 0, 1, 0, -R};
    zn_interaction *contact[2];
    zn_ds *ball[2];

    if (!reference_read(
            &ref, "trajectories/Ball2D-kernel-only/Ball2D_kernel_only.ref"))
        return;
    for (int i = 0; i < 2; i++) {
        MUST(zn_ds_new(ctx, "lagrangian-linear", i ? "upper" : "lower", 3,
                       i ? q2 : q1, zero, &ball[i]));
        MUST(zn_ds_set_diagonal(ball[i], "mass", 3, mass));
        MUST(zn_ds_set_constant(ball[i], "f_ext", 3, 1, F));
        MUST(zn_model_add_ds(model, ball[i]));
    }
    contact[0] = linear_contact("ground", ball[0], NULL, 3, C1, -R, 0.9, _i);
    contact[1] =
        linear_contact("balls", ball[0], ball[1], 6, C2, -2 * R, 0.9, _i);
    start("theta=0.5", 1e-13, 0.005, 10);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, q(ball[0], 0), 1e-10);
        reference_check(&ref, k, 2, v(ball[0], 0), 1e-10);
        reference_check(&ref, k, 3, zn_simulation_p(sim, ball[0])[0], 1e-10);
        reference_check(&ref, k, 4, zn_simulation_lambda(sim, contact[0], 1)[0],
                        1e-10);
        reference_check(&ref, k, 5, q(ball[1], 0), 1e-10);
        reference_check(&ref, k, 8, zn_simulation_lambda(sim, contact[1], 1)[0],
                        1e-10);
    }
}
END_TEST

/* ---- impacting stick ---------------------------------------------------------- */

static void stick_gap(unsigned nq, double *x, unsigned ny, double *y,
                      unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = x[1] - cos(x[2]) / 2;
    y[1] = -x[0] - sin(x[2]) / 2;
}

static void stick_jac(unsigned nq, double *x, unsigned ny, double *H,
                      unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[1] = -1;
    H[2] = 1;
    H[4] = sin(x[2]) / 2;
    H[5] = -cos(x[2]) / 2;
}

START_TEST(impacting_stick)
{
    const double m = 1, g = 10, mu = 0.01, pi = acos(-1);
    const double mass[3] = {m, m, m / 12}, F[3] = {0, -m * g, 0};
    const double q0[3] = {0.5 * sin(pi / 4), 0.5 * cos(pi / 4) + 0.01, pi / 4};
    const double v0[3] = {-0.5, 0.1, 0.1};
    zn_interaction *a;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    form = forms[_i];
    if (!reference_read(&ref, "trajectories/ImpactingStick/ImpactingStick.ref"))
        return;
    MUST(zn_ds_new(ctx, "lagrangian-linear", "stick", 3, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 3, mass));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, F));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_law_friction(ctx, 2, 1, 0, mu, &law));
    MUST(zn_relation_new(ctx, "scleronomous", "end", 2, 3, &r));
    MUST(zn_operator_set_function(zn_relation_operator(r, "h"),
                                  (zn_fn *)stick_gap));
    MUST(zn_operator_set_function(zn_relation_operator(r, "jac_h_q"),
                                  (zn_fn *)stick_jac));
    MUST(zn_model_connect(model, "ground", law, r, ds, NULL, &a));
    start("theta=0.5 relations=start", 1e-14, 1e-4, 0.2);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (zn_index i = 0; i < 3; i++) {
            reference_check(&ref, k, 1 + i, q(ds, i), 1e-11);
            reference_check(&ref, k, 4 + i, v(ds, i), 1e-11);
        }
        if (k > 0) /* the table has none at the start */
            reference_check(&ref, k, 8, zn_simulation_y(sim, a, 0)[0], 1e-11);
        reference_check(&ref, k, 12, zn_simulation_lambda(sim, a, 1)[0], 1e-11);
        reference_check(&ref, k, 13, zn_simulation_lambda(sim, a, 1)[1], 1e-11);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, reference trajectories");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, woodpecker, 0, 2);
    tcase_add_test(t, pendulum_on_slider);
    tcase_add_loop_test(t, two_balls_in_the_plane, 0, 2);
    tcase_add_loop_test(t, impacting_stick, 0, 2);
    suite_add_tcase(s, t);
    return test_main(s);
}
