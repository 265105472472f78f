/* test_euler_moreau.c - reference trajectories of relays, controllers, genes
 *
 * Each model is the one of its table's description, with the same scheme. The
 * solutions of the one-step problems are unique, hence solver and ties do not
 * matter, except where a comment says otherwise.
 *
 * kernel-testMatrixIntegration1 and 2 were made by exact integration
 * (zero-order hold). The second has A = 0, where every scheme is exact; the
 * first is left to the integrator of that name.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/electric.h"

/* ---- relays ---------------------------------------------------------------------- */

/* Table of time, x, lambda, y for three states and one relay. */
static void third_order(const char *path, const double A[], const double B[],
                        const double x0[], double tol_x, double tol_lambda)
{
    const double Cy[] = {1, 0, 0};
    double a[9];
    zn_interaction *sw;
    zn_ds *ds;

    if (!reference_read(&ref, path))
        return;
    ds = fo_system("plant", 3, by_rows(3, 3, A, a), x0);
    sw = fo_join("relay", relay(-1, 1), fo_relation("relay", 1, 3, Cy, NULL, B),
                 ds, NULL);
    start("theta=0.5", 0, 0.01, 99.99);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (int i = 0; i < 3; i++)
            reference_check(&ref, k, 1 + i, x_of(ds, i), tol_x);
        if (k == 0)
            continue;
        reference_check(&ref, k, 4, lambda_of(sw, 0), tol_lambda);
        reference_check(&ref, k, 5, y_of(sw, 0), tol_x);
    }
}

START_TEST(relay_oscillator)
{
    const double A[] = {0, 1, 0, 0, 0, 1, 0, -3, -2}, B[] = {0, 0, 1};
    const double x0[] = {0, 3 * sqrt(2) / (2 * acos(-1)), 0};

    third_order("trajectories/RelayOscillator/RelayOscillator.ref", A, B, x0,
                1e-12, 1e-12);
}
END_TEST

/* In sliding, lambda is a difference quotient of x: its roundoff is larger. */
START_TEST(relay_oscillator_with_sliding)
{
    const double xi = -0.07, om = 10, la = 0.05, k = 1, sigma = -1, rho = 1;
    const double A[] = {
        -(2 * xi * om + la), 1, 0, -(2 * xi * om * la + om * om), 0, 1,
        -la * om * om,       0, 0};
    const double B[] = {k, 2 * k * sigma * rho, k * rho * rho};
    const double x0[] = {0, 0.5, 0};

    third_order("trajectories/RelayOscillatorWithSliding/"
                "RelayOscillatorWithSliding.ref",
                A, B, x0, 1e-10, 1e-8);
}
END_TEST

START_TEST(friction_oscillator)
{
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1}, Cy[] = {0, 1};
    const double x0[] = {12, 6};
    zn_interaction *a;
    zn_ds *ds;

    if (!reference_read(
            &ref, "trajectories/FrictionOscillator/FrictionOscillator.ref"))
        return;
    ds = fo_system("mass", 2, A, x0);
    a = fo_join("friction", relay(-1, 1),
                fo_relation("friction", 1, 2, Cy, NULL, B), ds, NULL);
    start("theta=0.5", 0, 0.01, 99.99);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-11);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-11);
        if (k == 0)
            continue;
        reference_check(&ref, k, 3, lambda_of(a, 0), 1e-10);
        reference_check(&ref, k, 4, y_of(a, 0), 1e-11);
        /* the right-hand side there is A x_k + B lambda_k */
        reference_check(&ref, k, 7, x_of(ds, 1), 1e-10);
        reference_check(&ref, k, 8, lambda_of(a, 0) - x_of(ds, 0), 1e-10);
    }
}
END_TEST

/* x' = b lambda for two relays: a common table for two files */
static void two_relays(const char *path, double b, double h, double T)
{
    const double B[] = {b, 0, 0, b}, Cy[] = {1, 0, 0, 1}, x0[] = {1, -1};
    zn_interaction *a;
    zn_ds *ds;

    if (!reference_read(&ref, path))
        return;
    ds = fo_system("state", 2, NULL, x0);
    a = fo_join("relays", relay(-1, 1),
                fo_relation("relays", 2, 2, Cy, NULL, B), ds, NULL);
    start("theta=0.5", 0, h, T);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (int i = 0; i < 2; i++) {
            reference_check(&ref, k, 1 + i, x_of(ds, i), 1e-12);
            reference_check(&ref, k, 3 + i, lambda_of(a, i), 1e-12);
            if (ref.cols > 5)
                reference_check(&ref, k, 5 + i, y_of(a, i), 1e-12);
        }
    }
}

START_TEST(simple_relay)
{
    two_relays("trajectories/SimpleExampleRelay/SimpleExampleRelay.ref", 2,
               1e-3, 0.799);
}
END_TEST

START_TEST(relay_by_exact_integration)
{
    two_relays("trajectories/kernel-testMatrixIntegration2/"
               "testMatrixIntegration2.ref",
               1, 0.1, 10);
}
END_TEST

/* ---- nonlinear relations --------------------------------------------------------- */

static void genes_h(unsigned nx, double *x, unsigned nl, double *l, unsigned ny,
                    double *y)
{
    (void)nx, (void)nl, (void)l, (void)ny;
    y[0] = 4 - x[0];
    y[1] = 4 - x[1];
    y[2] = 8 - x[0];
    y[3] = 8 - x[1];
}

static void genes_g(unsigned nl, double *l, unsigned nr, double *r)
{
    (void)nl, (void)nr;
    r[0] = 40 * (1 - l[2]) * l[1];
    r[1] = 40 * l[0] * (1 - l[3]);
}

static void genes_B(unsigned nl, double *l, unsigned nr, double *B)
{
    (void)nl, (void)nr;
    B[1] = 40 * (1 - l[3]);
    B[2] = 40 * (1 - l[2]);
    B[4] = -40 * l[1];
    B[7] = -40 * l[0];
}

/* The table was made with a loose stopping rule, |r - g(lambda)| <= 5e-4, which
 * shows in its fifth digit; so the same rule here, for h r. */
START_TEST(step_system)
{
    const double A[] = {-4.5, -1.5}, x0[] = {1, 6};
    const double Cy[] = {-1, 0, -1, 0, 0, -1, 0, -1}, D[16] = {0};
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/StepSystem/simu.1.6.ref"))
        return;
    ds = fo_system("genes", 2, NULL, x0);
    MUST(zn_ds_set_diagonal(ds, "A", 2, A));
    MUST(zn_relation_new(ctx, "feedthrough", "steps", 4, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)genes_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)genes_g));
    MUST(zn_relation_set_constant(r, "jac_h_x", 4, 2, Cy));
    MUST(zn_relation_set_constant(r, "jac_h_lambda", 4, 4, D));
    MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)genes_B));
    a = fo_join("steps", relay(0, 1), r, ds, NULL);
    start("theta=0.5", 0, 1e-3, 2.999);
    MUST(zn_simulation_set(sim, "newton_check", "residual"));
    MUST(zn_simulation_set_real(sim, "newton_tol", 5e-7));
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (int i = 0; i < 2; i++)
            reference_check(&ref, k, 1 + i, x_of(ds, i), 1e-9);
        for (int i = 0; k > 0 && i < 4; i++)
            reference_check(&ref, k, 3 + i, lambda_of(a, i), 1e-8);
    }
}
END_TEST

static void control_f(double t, unsigned n, const double *x, double *f,
                      unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = x[1] / 2 + 0.5;
    f[1] = -x[0] / 2 - x[1];
    f[2] = -(x[0] - 2) + x[3] / 2;
    f[3] = -(x[1] + 1) - x[2] / 2 + x[3];
}

static void control_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                      double *y, unsigned nz, double *z)
{
    const double b1 = 0.5 - x[1] / 2, b2 = x[0] / 2;

    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = l[1] + 2 * (b1 * x[2] + b2 * x[3]);
    y[1] = 2 - l[0];
}

static void control_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                      double *r, unsigned nz, double *z)
{
    const double u = l[0] - 1;

    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = u * (0.5 - x[1] / 2);
    r[1] = u * x[0] / 2;
    r[2] = -u * x[3] / 2;
    r[3] = u * x[2] / 2;
}

/* Jacobians by differences: their error does not move the solution. The state
 * reaches 38000, so 1e-11 is its roundoff. */
START_TEST(optimal_control)
{
    const double x0[] = {3.4999939172, -2.2788416237, 1.1935988302,
                         -0.6365413023};
    const double A[] = {0,  0.5, 0, 0,   -0.5, -1, 0,    0,
                        -1, 0,   0, 0.5, 0,    -1, -0.5, 1};
    double a[16];
    zn_interaction *bang;
    zn_relation *r;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/OptimalControl/OptimalControl.ref"))
        return;
    MUST(zn_ds_new_first_order(ctx, "first-order", "state", 4, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)control_f));
    MUST(zn_ds_set_constant(ds, "jac_f_x", 4, 4, by_rows(4, 4, A, a)));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "nonlinear", "bang", 2, 4, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)control_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)control_g));
    bang = fo_join("bang", complementarity(2), r, ds, NULL);
    start("theta=0.5", 0, 2e-3, 10);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-11));
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        for (int i = 0; i < 4; i++)
            reference_check(&ref, k, 1 + i, x_of(ds, i), 1e-10);
        for (int i = 0; k > 0 && i < 2; i++) {
            reference_check(&ref, k, 5 + i, lambda_of(bang, i), 1e-10);
            reference_check(&ref, k, 7 + i, y_of(bang, i), 1e-10);
        }
    }
}
END_TEST

/* The multiplier of this controller is not unique: B has rank one, so that only
 * lambda_1 + 0.3 lambda_2 acts and can be compared. */
START_TEST(twisting_controller)
{
    const double h = 0.1, G = 10, beta = 0.3;
    const double A[] = {0, 0, 1, 0}, B[] = {0, G, 0, G * beta};
    const double Cy[] = {1, 0, 0, 1}, x0[] = {10, 10};
    const double H[] = {1, 0, -h / 2, 1, -1, 0, h / 2, -1};
    const double K[] = {-1, -1, -1, -1};
    double faces[8];
    zn_interaction *a;
    zn_law *law;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/kernel-testAVI/testAVI.ref"))
        return;
    ds = fo_system("integrator", 2, A, x0);
    MUST(zn_law_normal_cone(ctx, 2, 4, by_rows(4, 2, H, faces), K, &law));
    a = fo_join("twisting", law, fo_relation("twisting", 2, 2, Cy, NULL, B), ds,
                NULL);
    start("theta=0.5", 0, h, 20);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-11);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-11);
        if (k == 0)
            continue;
        const double l =
            reference_at(&ref, k, 3) + beta * reference_at(&ref, k, 4);
        reference_near(lambda_of(a, 0) + beta * lambda_of(a, 1), l, 1e-10);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("euler-moreau");
    TCase *tc = tcase_create("reference trajectories");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, relay_oscillator);
    tcase_add_test(tc, relay_oscillator_with_sliding);
    tcase_add_test(tc, friction_oscillator);
    tcase_add_test(tc, simple_relay);
    tcase_add_test(tc, relay_by_exact_integration);
    tcase_add_test(tc, step_system);
    tcase_add_test(tc, optimal_control);
    tcase_add_test(tc, twisting_controller);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
