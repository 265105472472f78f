/* test_euler_moreau_circuits.c - reference trajectories of circuits
 *
 * Each model is the one of its table's description, with the same scheme. The
 * solutions of the one-step problems are unique, hence solver and ties do not
 * matter, except where a comment says otherwise.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/electric.h"

/* oscillator of a coil L and a capacitor C */
static const double L = 1e-2, C = 1e-6, R = 1e3;

static zn_ds *oscillator(void)
{
    const double A[] = {0, 1 / L, -1 / C, 0}, x0[] = {10, 0};

    return fo_system("oscillator", 2, A, x0);
}

START_TEST(oscillator_with_resistor_and_diode)
{
    const double B[] = {-1 / C, 0}, Cy[] = {-1, 0};
    zn_interaction *diode;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/CircuitRLCD/CircuitRLCD.ref"))
        return;
    ds = oscillator();
    diode = fo_join("diode", complementarity(1),
                    fo_relation("diode", 1, 2, Cy, &R, B), ds, NULL);
    start("theta=0.5000000000001", 0, 1e-5, 499e-5);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-12);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-12);
        if (k == 0)
            continue; /* the table has y = -10 there, before any solution */
        reference_check(&ref, k, 3, -y_of(diode, 0), 1e-12);
        reference_check(&ref, k, 4, lambda_of(diode, 0), 1e-12);
    }
}
END_TEST

static zn_interaction *bridge(zn_ds *ds)
{
    const double B[] = {0, 0, -1 / C, 1 / C, 0, 0, 0, 0};
    const double Cy[] = {0, 0, 0, 0, -1, 0, 1, 0};
    const double D[] = {1 / R, 1 / R, -1, 0, 1 / R, 1 / R, 0, -1,
                        1,     0,     0,  0, 0,     1,     0, 0};
    double b[8], c[8], d[16];

    return fo_join("bridge", complementarity(4),
                   fo_relation("bridge", 4, 2, by_rows(4, 2, Cy, c),
                               by_rows(4, 4, D, d), by_rows(2, 4, B, b)),
                   ds, NULL);
}

START_TEST(diode_bridge)
{
    zn_interaction *diodes;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/DiodeBridge/DiodeBridge.ref"))
        return;
    ds = oscillator();
    diodes = bridge(ds);
    start("theta=0.5", 0, 1e-6, 4999e-6);
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-11);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-11);
        if (k == 0)
            continue; /* zeros, before any solution */
        reference_check(&ref, k, 3, y_of(diodes, 0), 1e-11);
        reference_check(&ref, k, 4, -lambda_of(diodes, 0), 1e-11);
        reference_check(&ref, k, 5, -lambda_of(diodes, 1), 1e-11);
        reference_check(&ref, k, 6, lambda_of(diodes, 2), 1e-11);
        reference_check(&ref, k, 7, y_of(diodes, 0) + lambda_of(diodes, 2),
                        1e-11);
    }
}
END_TEST

START_TEST(diode_bridge_by_the_full_theta_gamma_scheme)
{
    zn_interaction *diodes;
    zn_ds *ds;
    double lost = 0;
    long row = 0;

    if (!reference_read(&ref,
                        "trajectories/DiodeBridge-ThetaGamma/DiodeBridge.ref"))
        return;
    ds = oscillator();
    diodes = bridge(ds);
    start("scheme=full theta=0.5 gamma=0.5", 0, 1e-6, 4999e-6);
    for (long k = 0; k < 5000; k++) {
        const double v = x_of(ds, 0), i = x_of(ds, 1);
        if (k > 0) {
            const double u = lambda_of(diodes, 0) + lambda_of(diodes, 1);
            lost += 1e-6 * u * u / R;
        }
        if (k > 0 &&
            fabs(reference_at(&ref, row, 0) - zn_simulation_time(sim)) < 1e-9) {
            reference_check(&ref, row, 1, v, 1e-10);
            reference_check(&ref, row, 2, i, 1e-10);
            reference_check(&ref, row, 3, y_of(diodes, 0), 1e-10);
            reference_check(&ref, row, 4, -lambda_of(diodes, 0), 1e-10);
            reference_check(&ref, row, 5, -lambda_of(diodes, 1), 1e-10);
            reference_check(&ref, row, 6, lambda_of(diodes, 2), 1e-10);
            reference_check(&ref, row, 7, (C * v * v + L * i * i) / 2, 1e-10);
            reference_check(&ref, row, 8, lost, 1e-10);
        }
        while (row < ref.rows &&
               reference_at(&ref, row, 0) < zn_simulation_time(sim) + 1e-9)
            row++;
        if (k < 4999)
            MUST(zn_simulation_step(sim));
    }
    ck_assert_int_eq(row, ref.rows);
}
END_TEST

static double source(double t)
{
    return 10 * cos(1e4 * t);
}

/* threshold 0.21 V of the diodes, and the source: e(t) */
static void supply_e(double t, unsigned n, double *e, unsigned nz, double *z)
{
    const double th = 0.21, Vs = source(t);

    (void)n, (void)nz, (void)z;
    e[0] = th * (1 + 1); /* oy - D ol, oy = (1, 0, 1, 1), ol = (0, 1, 0, 0) */
    e[1] = 0;
    e[2] = th * (1 + 1) - Vs;
    e[3] = th * (1 - 1) + Vs;
}

START_TEST(power_supply)
{
    const double Cf = 300e-9, A = -1 / (R * Cf), x0 = 0;
    const double B[] = {1 / Cf, 0, 1 / Cf, 0}, Cy[] = {1, 0, 1, 0};
    const double D[] = {0, -1, 0, 0, 1, 0, 1, -1, 0, -1, 0, 0, 0, 1, 0, 0};
    double d[16];
    const char *path =
        "trajectories/DiodeBridge-PowerSupply/DiodeBridgePowSupTRAP1us.dat";
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    if (!reference_read_plain(&ref, path, 1001, 9))
        return;
    ds = fo_system("capacitor", 1, &A, &x0);
    r = fo_relation("bridge", 4, 1, Cy, by_rows(4, 4, D, d), B);
    MUST(zn_relation_set_function(r, "e", (zn_fn *)supply_e));
    a = fo_join("bridge", complementarity(4), r, ds, NULL);
    start("theta=0.5 gamma=0.5", 0, 1e-6, 5000e-6);
    for (long k = 0; k < ref.rows; k++) {
        double l[4];
        go_to_row(k);
        if (k == 0)
            continue;
        for (int i = 0; i < 4; i++)
            l[i] = lambda_of(a, i);
        /* the file has seven digits */
        reference_check(&ref, k, 1, source(zn_simulation_time(sim)), 1e-6);
        reference_check(&ref, k, 2, l[2] - l[3], 1e-6);
        reference_check(&ref, k, 3, l[0], 1e-6);
        reference_check(&ref, k, 4, 0.21 - y_of(a, 0), 1e-6);
        reference_check(&ref, k, 5, 0.21 - l[1], 1e-6);
        reference_check(&ref, k, 6, l[2], 1e-6);
        reference_check(&ref, k, 7, y_of(a, 1), 1e-6);
        reference_check(&ref, k, 8, l[3], 1e-6);
    }
}
END_TEST

/* A switch and a diode with on and off resistances: nine unknowns, five of
 * them in equations; l5 .. l8 in complementarity. */
static const double coil = 200e-6, on = 0.001, off = 1000, sample = 0.1e-6;

/* The file's value at the jumps is that of the end of the period. */
static double saw(double t)
{
    const double period = 20e-6, u = t / period;

    return 7.5 - 10 * u + 10 * (ceil(u - 1e-9) - 1);
}

static void switch_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                     double *y, unsigned nz, double *z)
{
    (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = l[4] - saw(t);
    y[1] = x[0] - l[3];
    y[2] = l[2] - 20 + l[0] * (l[6] + on);
    y[3] = l[2] + l[1] * (l[8] + on);
    y[4] = x[0] - l[0] - l[1];
    y[5] = off - l[6] - on;
    y[6] = 100 * (l[4] - l[3]) + l[5];
    y[7] = off - l[8] - on;
    y[8] = -l[2] + l[7];
}

static void switch_C(double t, unsigned nx, double *x, unsigned nl, double *l,
                     double *J, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)l, (void)nz, (void)z;
    J[1] = J[4] = 1;
}

static void switch_D(double t, unsigned nx, double *x, unsigned nl, double *l,
                     double *J, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz, (void)z;
    J[0 + 4 * 9] = 1;
    J[1 + 3 * 9] = -1;
    J[2 + 2 * 9] = J[3 + 2 * 9] = 1;
    J[2 + 0 * 9] = l[6] + on;
    J[2 + 6 * 9] = l[0];
    J[3 + 1 * 9] = l[8] + on;
    J[3 + 8 * 9] = l[1];
    J[4 + 0 * 9] = J[4 + 1 * 9] = -1;
    J[5 + 6 * 9] = J[7 + 8 * 9] = -1;
    J[6 + 4 * 9] = 100;
    J[6 + 3 * 9] = -100;
    J[6 + 5 * 9] = J[8 + 7 * 9] = 1;
    J[8 + 2 * 9] = -1;
}

static void switch_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                     double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz, (void)z;
    r[0] = (l[2] - l[3]) / coil;
}

START_TEST(ideal_switch)
{
    const double x0 = 0, zero = 0, B[9] = {0, 0, 1 / coil, -1 / coil};
    const char *path = "trajectories/IdealSwitch/NonLinearSwitch.ref";
    zn_relation *r;
    zn_interaction *a;
    zn_law *law;
    zn_ds *ds;

    if (!reference_read_plain(&ref, path, 2000, 8))
        return;
    ds = fo_system("coil", 1, NULL, &x0);
    MUST(zn_relation_new(ctx, "nonlinear", "circuit", 9, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)switch_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)switch_g));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)switch_C));
    MUST(zn_relation_set_function(r, "jac_h_lambda", (zn_fn *)switch_D));
    MUST(zn_relation_set_constant(r, "jac_g_q", 1, 1, &zero));
    MUST(zn_relation_set_constant(r, "jac_g_lambda", 1, 9, B));
    MUST(zn_law_mixed(ctx, 9, 5, &law));
    a = fo_join("circuit", law, r, ds, NULL);
    start("theta=1", 0, sample, 2000 * sample);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-11));
    for (long k = 0; k < ref.rows; k++) {
        MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-8);
        for (int i = 0; i < 6; i++)
            reference_check(&ref, k, 2 + i, lambda_of(a, i), 1e-8);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("euler-moreau, circuits");
    TCase *tc = tcase_create("reference trajectories");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, oscillator_with_resistor_and_diode);
    tcase_add_test(tc, diode_bridge);
    tcase_add_test(tc, diode_bridge_by_the_full_theta_gamma_scheme);
    tcase_add_test(tc, power_supply);
    tcase_add_test(tc, ideal_switch);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
