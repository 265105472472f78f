/* test_theory_numbers.c - single steps of Moreau-Jean against numbers computed
 * from the formulas of the scheme by a separate program, 13 digits
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double TOL = 1e-11; /* the numbers have 13 digits */

static void linear_data(double M[4], double C[4], double K[4])
{
    const double m[4] = {2, .3, .3, 1}, c[4] = {.2, 0, 0, .1};
    const double k[4] = {4, -1, -1, 3};

    memcpy(M, m, sizeof m);
    memcpy(C, c, sizeof c);
    memcpy(K, k, sizeof k);
}

START_TEST(linear_free_velocity)
{
    double M[4], C[4], K[4];
    const double q0[2] = {.1, -.2}, v0[2] = {-1, .5}, f[2] = {0, -1};
    zn_ds *ds;

    linear_data(M, C, K);
    ds = linear_system("s", 2, M, C, K, q0, v0, f);
    simulate("moreau-jean", "theta=0.5", 0, .1, .1);
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ds, 0), -1.001833403071, TOL);
    CLOSE(v_of(ds, 1), 4.536251233714e-01, TOL);
}
END_TEST

START_TEST(linear_step_with_an_active_contact)
{
    double M[4], C[4], K[4];
    const double q0[2] = {.1, -.2}, v0[2] = {-1, .5}, f[2] = {0, -1};
    const double H[2] = {1, 0};
    zn_interaction *a;
    zn_ds *ds;

    linear_data(M, C, K);
    ds = linear_system("s", 2, M, C, K, q0, v0, f);
    /* a gap below zero, so that the contact is active whatever the rule */
    a = join("c", newton(.5), 1, 2, H, (double[]){-.2}, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, .1, .1);
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ds, 0), .5, TOL);
    CLOSE(v_of(ds, 1), 1.234567901235e-02, TOL);
    CLOSE(q_of(ds, 0), 7.5e-02, TOL);
    CLOSE(q_of(ds, 1), -1.743827160494e-01, TOL);
    CLOSE(zn_simulation_lambda(sim, a, 1)[0], 2.902422839506, TOL);
}
END_TEST

/* ---- slider and pendulum: everything nonlinear ------------------------- */

static const double m1 = 1.3, m2 = .7, L = .9, g = 9.81;

static void mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = m1 + m2;
    M[1] = M[2] = m2 * L * cos(q[1]);
    M[3] = m2 * L * L;
}

static void gyr(unsigned n, double *q, double *v, double *N, unsigned nz,
                double *z)
{
    (void)n, (void)nz, (void)z;
    N[0] = -m2 * L * sin(q[1]) * v[1] * v[1];
    N[1] = 0;
}

static void gyr_q(unsigned n, double *q, double *v, double *J, unsigned nz,
                  double *z)
{
    (void)n, (void)nz, (void)z;
    J[2] = -m2 * L * cos(q[1]) * v[1] * v[1];
}

static void gyr_v(unsigned n, double *q, double *v, double *J, unsigned nz,
                  double *z)
{
    (void)n, (void)nz, (void)z;
    J[2] = -2 * m2 * L * sin(q[1]) * v[1];
}

static void f_int(double t, unsigned n, double *q, double *v, double *f,
                  unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = 3 * q[0] + .4 * v[0];
    f[1] = m2 * g * L * sin(q[1]) + .1 * v[1];
}

static void f_int_q(double t, unsigned n, double *q, double *v, double *J,
                    unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = 3;
    J[3] = m2 * g * L * cos(q[1]);
}

static void f_int_v(double t, unsigned n, double *q, double *v, double *J,
                    unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = .4;
    J[3] = .1;
}

static void f_ext(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = sin(3 * t);
    f[1] = .2;
}

static zn_ds *slider_pendulum(const double q0[2], const double v0[2],
                              bool jacobians)
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "slider", 2, q0, v0, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)mass));
    MUST(zn_ds_set_function(ds, "f_gyr", (zn_fn *)gyr));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)f_int));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)f_ext));
    if (jacobians) {
        MUST(zn_ds_set_function(ds, "jac_f_gyr_q", (zn_fn *)gyr_q));
        MUST(zn_ds_set_function(ds, "jac_f_gyr_v", (zn_fn *)gyr_v));
        MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)f_int_q));
        MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)f_int_v));
    }
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void gap(unsigned nq, double *q, double t, unsigned ny, double *y,
                unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] + L * sin(q[1]) - .2 - .1 * sin(2 * t);
}

static void gap_dot(unsigned nq, double *q, double t, unsigned ny, double *y,
                    unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    y[0] = -.2 * cos(2 * t);
}

static void gap_q(unsigned nq, double *q, double t, unsigned ny, double *H,
                  unsigned nz, double *z)
{
    (void)nq, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = 1;
    H[1] = L * cos(q[1]);
}

static void nonlinear_step(bool jacobians)
{
    const double q0[2] = {-.5, .85}, v0[2] = {-2, .4};
    zn_ds *ds = slider_pendulum(q0, v0, jacobians);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "rheonomous", "gap", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)gap));
    MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)gap_dot));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gap_q));
    MUST(zn_model_connect(model, "stop", newton(.5), r, ds, NULL, &a));
    simulate("moreau-jean", "theta=0.6 gamma_mass=0.4", .3, .02, .32);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-13));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(ds, 0), -5.229545954036e-01, TOL);
    CLOSE(q_of(ds, 1), 8.892579141670e-01, TOL);
    CLOSE(v_of(ds, 0), -5.795496169671e-01, TOL);
    CLOSE(v_of(ds, 1), 3.004826180583, TOL);
    CLOSE(zn_simulation_lambda(sim, a, 1)[0], 3.794745688195, TOL);
}

START_TEST(nonlinear_step_on_a_moving_constraint)
{
    nonlinear_step(true);
}
END_TEST

START_TEST(nonlinear_step_with_finite_differences)
{
    nonlinear_step(false);
}
END_TEST

/* y = sin x + phi^2/2 + .4 l + .1 l^3 - .6,  p = (l cos x + .05 l^2, phi l) */
static void rel_h(double t, unsigned n, double *q, unsigned m, double *l,
                  double *y, unsigned nz, double *z)
{
    (void)t, (void)n, (void)m, (void)nz, (void)z;
    y[0] =
        sin(q[0]) + q[1] * q[1] / 2 + .4 * l[0] + .1 * l[0] * l[0] * l[0] - .6;
}

static void rel_g(double t, unsigned n, double *q, unsigned m, double *l,
                  double *p, unsigned nz, double *z)
{
    (void)t, (void)n, (void)m, (void)nz, (void)z;
    p[0] = l[0] * cos(q[0]) + .05 * l[0] * l[0];
    p[1] = q[1] * l[0];
}

static void rel_hq(double t, unsigned n, double *q, unsigned m, double *l,
                   double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)m, (void)l, (void)nz, (void)z;
    J[0] = cos(q[0]);
    J[1] = q[1];
}

static void rel_hl(double t, unsigned n, double *q, unsigned m, double *l,
                   double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)m, (void)nz, (void)z;
    J[0] = .4 + .3 * l[0] * l[0];
}

static void rel_gl(double t, unsigned n, double *q, unsigned m, double *l,
                   double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)m, (void)nz, (void)z;
    J[0] = cos(q[0]) + .1 * l[0];
    J[1] = q[1];
}

static void rel_gq(double t, unsigned n, double *q, unsigned m, double *l,
                   double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)m, (void)nz, (void)z;
    J[0] = -l[0] * sin(q[0]);
    J[3] = l[0];
}

START_TEST(fully_nonlinear_relation)
{
    const double q0[2] = {-.3, .2}, v0[2] = {-1, .5};
    zn_ds *ds = slider_pendulum(q0, v0, true);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "nonlinear", "stop", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)rel_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)rel_g));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rel_hq));
    MUST(zn_relation_set_function(r, "jac_h_lambda", (zn_fn *)rel_hl));
    MUST(zn_relation_set_function(r, "jac_g_q", (zn_fn *)rel_gq));
    MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)rel_gl));
    MUST(zn_model_connect(model, "stop", complementarity(1), r, ds, NULL, &a));
    simulate("moreau-jean", "theta=0.6 gamma_input=0.7 gamma_mass=0.4", .1, .1,
             .2);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-13));
    MUST(zn_simulation_init(sim));
    zn_simulation_state_rw(sim)->lambda[0][zn_interaction_offset(a)] = .5;
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(ds, 0), -3.819983979730e-01, TOL);
    CLOSE(q_of(ds, 1), 2.213047602843e-01, TOL);
    CLOSE(v_of(ds, 0), -6.999732995493e-01, TOL);
    CLOSE(v_of(ds, 1), 2.174600473820e-02, TOL);
    CLOSE(zn_simulation_lambda(sim, a, 0)[0], 1.509993146469, TOL);
}
END_TEST

START_TEST(compliant_ball)
{
    const double C = 1, D = 1e-3;
    zn_ds *ds = point_mass("ball", 1, 0, -1, -9.81);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", "floor", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &C));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &D));
    MUST(zn_model_connect(model, "floor", complementarity(1), r, ds, NULL, &a));
    simulate("moreau-jean", "theta=0.5 gamma_input=0.5", 0, 1e-3, 30e-3);
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0), -2.978931471098e-02, TOL);
    CLOSE(v_of(ds, 0), -8.349030384898e-01, TOL);
    CLOSE(zn_simulation_lambda(sim, a, 0)[0], 2.978931471098e+01, TOL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("numbers of the theory");
    TCase *tc = tcase_create("Moreau-Jean");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, linear_free_velocity);
    tcase_add_test(tc, linear_step_with_an_active_contact);
    tcase_add_test(tc, nonlinear_step_on_a_moving_constraint);
    tcase_add_test(tc, nonlinear_step_with_finite_differences);
    tcase_add_test(tc, fully_nonlinear_relation);
    tcase_add_test(tc, compliant_ball);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
