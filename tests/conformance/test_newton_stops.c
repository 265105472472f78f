/* test_newton_stops.c - where Newton's method of Siconos stops
 *
 * It ends with a residual below a tolerance, above rounding, so what it leaves depends on its
 * matrix. Numbers of Siconos 4.4.0 as Debian packages it, where nothing else is said.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static void lagged(double tol)
{
    MUST(zn_simulation_set(sim, "projection", "none"));
    MUST(zn_simulation_set(sim, "newton_check", "lagged"));
    MUST(zn_simulation_set_real(sim, "newton_tol", tol));
}

/* A body with a spring and a damper at its centre and on its turning, on a ball joint:
 *     f_int = K (x - x0) + c x',   m_int = 4 (p1, p2, p3) + d Omega  (body frame) */
static const double K[3] = {12, 3, 5}, x0[3] = {.1, .2, -.3};
static const double c[3] = {1.5, 2.5, 3.5}, d[3] = {.3, .4, .5};

static void f_int(double t, double *q, double *v, double *f, unsigned n,
                  double *z)
{
    (void)t, (void)n, (void)z;
    for (int i = 0; i < 3; i++)
        f[i] = K[i] * (q[i] - x0[i]) + c[i] * v[i];
}

static void m_int(double t, double *q, double *v, double *m, unsigned n,
                  double *z)
{
    (void)t, (void)n, (void)z;
    for (int i = 0; i < 3; i++)
        m[i] = 4 * q[4 + i] + d[i] * v[3 + i];
}

/* Positions after 1 and 100 steps of 10 ms, theta = 1, to 1e-6. First with all four Jacobians
 * there; it leaves those of m_int out. Then a program apart from this one (NumPy) with
 * W = M + h c + h^2 dF/dq T(q). */
static const double there[2][2][7] = {
    {{0.4621668912994908, 0.10988776119513839, -0.19021938119936865,
      0.9809451572128066, 0.004072182457519931, 0.19402004518799743,
      0.009286438285073296},
     {0.12279389214833165, 0.331861089420945, -0.4207323246807867,
      0.7885976693477085, -0.06984461994258308, 0.5063877113193845,
      0.34177028950620464}},
    {{0.46216689405350486, 0.10988776210220493, -0.19021938417463674,
      0.9809451573311612, 0.004072193322566513, 0.19402004448306837,
      0.009286435746601165},
     {0.12280436700875377, 0.3318554461528157, -0.4207414449343271,
      0.7886038820660547, -0.06985417194190326, 0.5063863363935955,
      0.34175603896135165}},
};

static void set_jacobian(zn_ds *ds, const char *name, zn_index columns,
                         zn_index first, const double k[3])
{
    double J[21] = {0};

    for (int i = 0; k && i < 3; i++)
        J[i + 3 * (first + i)] = k[i];
    MUST(zn_ds_set_constant(ds, name, 3, columns, J));
}

static zn_ds *sprung(bool moments)
{
    const double a = 0.4, point[3] = {0, 0.1, 0}, four[3] = {4, 4, 4}, m = 1;
    const double q[7] = {cos(a) / 2, 0.1, -sin(a) / 2, cos(a / 2), 0,
                         sin(a / 2), 0};
    const double v[6] = {sin(a) / 2, 1, cos(a) / 2, 0.5, -1, 2};
    const double I[9] = {.1, 0, 0, 0, 1, 0, 0, 0, .7}, f[3] = {0, 0, -9.81};
    zn_interaction *knee;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "bar", 6, q, v, &ds));
    MUST(zn_ds_set(ds, "update", "series"));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)f_int));
    MUST(zn_ds_set_function(ds, "m_int", (zn_fn *)m_int));
    set_jacobian(ds, "jac_f_int_q", 7, 0, K);
    set_jacobian(ds, "jac_f_int_v", 6, 0, c);
    set_jacobian(ds, "jac_m_int_q", 7, 4, moments ? four : NULL);
    set_jacobian(ds, "jac_m_int_v", 6, 3, moments ? d : NULL);
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_joint_new(ctx, "spherical", "knee", ds, NULL, point, NULL, &r));
    MUST(zn_model_connect(model, "knee", equality(3), r, ds, NULL, &knee));
    return ds;
}

START_TEST(body_with_springs)
{
    zn_ds *ds = sprung(_i == 1);

    simulate("moreau-jean", "theta=1 start=velocity impulses=end matrix=every",
             0, 0.01, 1);
    lagged(1e-6);
    for (int step = 1; step <= 100; step++) {
        MUST(zn_simulation_step(sim));
        if (step != 1 && step != 100)
            continue;
        for (int i = 0; i < 7; i++)
            ck_assert_double_eq_tol(q_of(ds, i), there[_i][step == 100][i],
                                    1e-12);
    }
}
END_TEST

/* ---- forces without Jacobians ------------------------------------------------------- */

/* A mass that depends on its position, below a stop:
 *     (3/2 + q^2/2) v' = -10 sin q - 0.3 v |v| - 0.2 sin 3t - q v^2/2,  sin q + 0.3 q <= 1.2 */
static void pull(double t, unsigned n, double *q, double *v, double *f,
                 unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 10 * sin(q[0]) + 0.3 * v[0] * fabs(v[0]) + 0.2 * sin(3 * t);
}

static void gyr(unsigned n, double *q, double *v, double *f, unsigned nz,
                double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 0.5 * q[0] * v[0] * v[0];
}

static void mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = 1.5 + 0.5 * q[0] * q[0];
}

static void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = 1.2 - sin(q[0]) - 0.3 * q[0];
}

static void gradient(unsigned nq, double *q, unsigned ny, double *H,
                     unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = -cos(q[0]) - 0.3;
}

static zn_ds *below_a_stop(void)
{
    static const char *const none[] = {"jac_f_int_q", "jac_f_int_v",
                                       "jac_f_gyr_q", "jac_f_gyr_v"};
    const double q0 = 0.3, v0 = 4, zero = 0;
    zn_interaction *stop;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &q0, &v0, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)mass));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)pull));
    MUST(zn_ds_set_function(ds, "f_gyr", (zn_fn *)gyr));
    for (int i = 0; i < 4; i++)
        MUST(zn_ds_set_constant(ds, none[i], 1, 1, &zero));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "scleronomous", "stop", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)gap));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gradient));
    MUST(zn_model_connect(model, "stop", newton(0.7), r, ds, NULL, &stop));
    return ds;
}

/* theta = 1, 20 ms, 1e-3, and theta = 1/2, 10 ms, 1e-6: (q, v) after 1, 50 and 100 steps */
static const double stopped[2][3][2] = {
    {{0.37721310945778813, 3.860655472889408},
     {-0.5979623729986412, -1.7282512791342073},
     {-0.19298202950333312, 2.022358466468959}},
    {{0.3396667831597415, 3.9333566319483038},
     {0.5727907851519065, -2.5985123704619904},
     {-0.6924207013096678, -1.714111572758574}},
};

START_TEST(forces_without_jacobians)
{
    zn_ds *ds = below_a_stop();

    simulate(
        "moreau-jean",
        _i ? "theta=0.5 gamma_mass=1 start=velocity matrix=every impulses=end"
           : "theta=1 gamma_mass=1 start=velocity matrix=every impulses=end",
        0, _i ? 0.01 : 0.02, 10);
    lagged(_i ? 1e-6 : 1e-3);
    for (int step = 1; step <= 100; step++) {
        MUST(zn_simulation_step(sim));
        if (step != 1 && step % 50 != 0)
            continue;
        CLOSE(q_of(ds, 0), stopped[_i][step / 50][0], 1e-12);
        CLOSE(v_of(ds, 0), stopped[_i][step / 50][1], 1e-12);
    }
}
END_TEST

/* ---- first order ------------------------------------------------------------------------ */

static void van_der_pol(double t, unsigned n, const double *x, double *f,
                        unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = x[1];
    f[1] = 3 * (1 - x[0] * x[0]) * x[1] - x[0] + 0.5 * sin(t);
}

static void slope(double t, unsigned n, const double *x, double *J, unsigned nz,
                  double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    J[0] = 0;
    J[1] = -6 * x[0] * x[1] - 1;
    J[2] = 1;
    J[3] = 3 * (1 - x[0] * x[0]);
}

/* theta = 1/2, 50 ms, 1e-6: (x, lambda) after 1, 50 and 200 steps */
static const double relayed[3][3] = {
    {0.5758762772602538, 1.535051090410151, -1},
    {-1.7300158367212097, 0.1871836861864165, 1},
    {1.4370724732358118, -0.8448074579622519, -1},
};

START_TEST(van_der_pol_with_a_relay)
{
    const double start[2] = {0.5, 1.5}, C[2] = {1, 0.5}, B[2] = {0, 2};
    const double lb = -1, ub = 1;
    zn_interaction *relay;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "circuit", 2, start, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)van_der_pol));
    MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)slope));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_law_relay(ctx, 1, &lb, &ub, &law));
    MUST(zn_relation_new(ctx, "first-order-linear", "relay", 1, 2, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 2, C));
    MUST(zn_relation_set_constant(r, "B", 2, 1, B));
    MUST(zn_model_connect(model, "relay", law, r, ds, NULL, &relay));
    simulate("euler-moreau", "theta=0.5", 0, 0.05, 10);
    lagged(1e-6);
    for (int step = 1; step <= 200; step++) {
        MUST(zn_simulation_step(sim));
        if (step != 1 && step != 50 && step != 200)
            continue;
        const double *now = relayed[step == 1 ? 0 : step == 50 ? 1 : 2];
        CLOSE(zn_simulation_x(sim, ds)[0], now[0], 1e-11);
        CLOSE(zn_simulation_x(sim, ds)[1], now[1], 1e-11);
        CLOSE(zn_simulation_lambda(sim, relay, 0)[0], now[2], 1e-11);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: where Newton's method stops");
    TCase *tc = tcase_create("steps");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, body_with_springs, 0, 2);
    tcase_add_loop_test(tc, forces_without_jacobians, 0, 2);
    tcase_add_test(tc, van_der_pol_with_a_relay);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
