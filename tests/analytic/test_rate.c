/* test_rate.c - control terms in x' under the theta-gamma schemes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"
#include "tests/unit/orders.h"

/* control = -k x' beside f = A x: the same as M = (1 + k) I, to the bit of rounding */
static void drag(double t, unsigned n, double *x, double *v, double *out,
                 unsigned nz, double *z)
{
    (void)t, (void)x, (void)nz;
    for (unsigned i = 0; i < n; i++)
        out[i] = -z[0] * v[i];
}

static void drag_rate(double t, unsigned n, double *x, double *v, double *out,
                      unsigned nz, double *z)
{
    (void)t, (void)x, (void)v, (void)nz;
    for (unsigned i = 0; i < n; i++)
        out[i + i * n] = -z[0];
}

static void turn(double t, unsigned n, const double *x, double *f, unsigned nz,
                 double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = -x[0] + 3 * x[1];
    f[1] = -3 * x[0] - x[1] * x[1];
}

static zn_ds *turning(bool as_rate)
{
    const double x0[] = {1, 0.4}, k = 0.7, M[] = {1.7, 0, 0, 1.7};
    const double none[4] = {0};
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "plant", 2, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)turn));
    if (as_rate) {
        MUST(zn_ds_set_function(ds, "control", (zn_fn *)drag));
        MUST(zn_ds_set_constant(ds, "jac_control_x", 2, 2, none));
        MUST(zn_ds_set_function(ds, "jac_control_xdot", (zn_fn *)drag_rate));
        MUST(zn_ds_set_z(ds, 1, &k));
    } else {
        MUST(zn_ds_set_constant(ds, "M", 2, 2, M));
    }
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

START_TEST(a_control_by_the_rate_acts_like_a_mass)
{
    static const char *const schemes[] = {"theta=1", "theta=0.5 scheme=full",
                                          "theta=0.7 scheme=midpoint"};

    for (int k = 0; k < 3; k++) {
        double x[2][2];
        for (int rate = 0; rate < 2; rate++) {
            zn_ds *ds;
            again();
            ds = turning(rate);
            simulate("euler-moreau", schemes[k], 0, 0.05, 1);
            MUST(zn_simulation_set(sim, "newton_tol", "1e-13"));
            MUST(zn_simulation_run(sim));
            x[rate][0] = x_of(ds, 0);
            x[rate][1] = x_of(ds, 1);
        }
        for (int i = 0; i < 2; i++)
            ck_assert_double_eq_tol(x[0][i], x[1][i], 1e-12);
    }
}
END_TEST

/* x = sin t solves x' = f + T(x) u(x') with T = x, u = sin(x'), and f made for it;
 * the equation is stiff in neither. */
static void made(double t, unsigned n, const double *x, double *f, unsigned nz,
                 double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = cos(t) - 0.6 * sin(t) * sin(cos(t)) - 2 * (x[0] - sin(t));
}

static void steered(double t, unsigned n, double *x, double *v, double *out,
                    unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    out[0] = 0.6 * x[0] * sin(v[0]);
}

static void steered_x(double t, unsigned n, double *x, double *v, double *out,
                      unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z, (void)x;
    out[0] = 0.6 * sin(v[0]);
}

static void steered_rate(double t, unsigned n, double *x, double *v,
                         double *out, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    out[0] = 0.6 * x[0] * cos(v[0]);
}

static double made_error(const char *options, bool jacobians, double h,
                         zn_index *iterations)
{
    const double x0 = 0;
    zn_run_info run;
    zn_index wrong;
    zn_ds *ds;

    again();
    MUST(zn_ds_new_first_order(ctx, "first-order", "made", 1, &x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)made));
    MUST(zn_ds_set_function(ds, "control", (zn_fn *)steered));
    if (jacobians) {
        MUST(zn_ds_set_function(ds, "jac_control_x", (zn_fn *)steered_x));
        MUST(zn_ds_set_function(ds, "jac_control_xdot", (zn_fn *)steered_rate));
    }
    MUST(zn_model_add_ds(model, ds));
    simulate("euler-moreau", options, 0, h, 1);
    MUST(zn_simulation_set(sim, "newton_tol", "1e-13"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &run);
    *iterations = run.newton_iterations;
    MUST(zn_check_jacobians(model, NULL, NULL, NULL, &wrong));
    ck_assert_int_eq(wrong, 0);
    return fabs(x_of(ds, 0) - sin(1));
}

START_TEST(a_control_with_the_rate_has_the_order_of_the_scheme)
{
    const double h[] = {0.05, 0.025, 0.0125};
    double two[3], full[3], middle[3], one[3], differences;
    zn_index given, differenced;

    for (int k = 0; k < 3; k++) {
        two[k] = made_error("theta=0.5", true, h[k], &given);
        full[k] = made_error("theta=0.5 scheme=full", true, h[k], &given);
        middle[k] = made_error("theta=0.5 scheme=midpoint", true, h[k], &given);
        one[k] = made_error("theta=1", true, h[k], &given);
    }
    orders_check("theta = 1/2", 2, 0.1, 3, h, two);
    orders_check("full, theta = 1/2", 2, 0.1, 3, h, full);
    orders_check("midpoint, theta = 1/2", 2, 0.1, 3, h, middle);
    orders_check("theta = 1", 1, 0.1, 3, h, one);
    /* with its Jacobians Newton's method converges at once */
    ck_assert_int_le(given, 5 * 80);
    differences = made_error("theta=1", false, h[2], &differenced);
    ck_assert_double_eq_tol(differences, one[2], 1e-12);
    ck_assert_int_le(differenced, given + 8);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("control by the rate");
    TCase *tc = tcase_create("rate");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_control_by_the_rate_acts_like_a_mass);
    tcase_add_test(tc, a_control_with_the_rate_has_the_order_of_the_scheme);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
