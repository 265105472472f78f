/* test_body_springs.c - Siconos' steps of a body with springs and dampers
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* A body with a spring and a damper at its centre and on its turning, on a ball joint:
 *     f_int = K (x - x0) + c x',   m_int = 4 (p1, p2, p3) + d Omega  (body frame) */
static const double K[3] = {12, 3, 5}, x0[3] = {.1, .2, -.3};
static const double c[3] = {1.5, 2.5, 3.5}, d[3] = {.3, .4, .5};

static void f_int(double t, double *q, double *v, double *f, unsigned n, double *z)
{
    (void)t, (void)n, (void)z;
    for (int i = 0; i < 3; i++)
        f[i] = K[i] * (q[i] - x0[i]) + c[i] * v[i];
}

static void m_int(double t, double *q, double *v, double *m, unsigned n, double *z)
{
    (void)t, (void)n, (void)z;
    for (int i = 0; i < 3; i++)
        m[i] = 4 * q[4 + i] + d[i] * v[3 + i];
}

/* Positions after 1 and 100 steps of 10 ms, theta = 1, Newton's method to 1e-6: where it
 * stops the rows of the joint still lag, so that they depend on its matrix. First Siconos
 * 4.4.0 as Debian packages it, with all four Jacobians; it leaves those of m_int out.
 * Then a program apart from this one (NumPy) with W = M + h c + h^2 dF/dq T(q). */
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
    const double q[7] = {cos(a) / 2, 0.1, -sin(a) / 2, cos(a / 2), 0, sin(a / 2), 0};
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

START_TEST(stops_where_their_matrix_leads)
{
    zn_ds *ds = sprung(_i == 1);

    simulate("moreau-jean", "theta=1 start=velocity impulses=end matrix=every", 0,
             0.01, 1);
    MUST(zn_simulation_set(sim, "projection", "none"));
    MUST(zn_simulation_set(sim, "newton_check", "lagged"));
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-6));
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

int main(void)
{
    Suite *suite = suite_create("conformance: springs of bodies");
    TCase *tc = tcase_create("steps");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, stops_where_their_matrix_leads, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
