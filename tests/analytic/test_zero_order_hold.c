/* test_zero_order_hold.c - exact steps against exact solutions
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"
#include "tests/conformance/reference.h"

static reference ref;

static void setup(void)
{
    scene_setup();
    memset(&ref, 0, sizeof ref);
}

static void teardown(void)
{
    scene_teardown();
    reference_free(&ref);
}

static void start(const char *options, double h, double T)
{
    simulate("zero-order-hold", options, 0, h, T);
    MUST(zn_simulation_init(sim));
}

static void run(void)
{
    MUST(zn_simulation_run(sim));
}

static void close_to(double a, double b, double tol)
{
    ck_assert_msg(fabs(a - b) <= tol, "%.17g, expected %.17g, difference %.3g",
                  a, b, a - b);
}

/* x' = v, v' = -x: x = (cos t, -sin t) */
static const double turn[] = {0, -1, 1, 0};

START_TEST(rotation_is_exact_whatever_the_step)
{
    const double x0[] = {1, 0}, h[] = {0.01, 0.1, 0.7, 5};

    for (int k = 0; k < 4; k++) {
        char name[16];
        zn_ds *ds;
        snprintf(name, sizeof name, "r%d", k);
        scene_teardown();
        scene_setup();
        ds = fo_system(name, 2, turn, x0);
        start(NULL, h[k], 10);
        run();
        /* rounding adds up over at most 1000 steps */
        close_to(x_of(ds, 0), cos(10), 5e-14);
        close_to(x_of(ds, 1), -sin(10), 5e-14);
    }
}
END_TEST

START_TEST(constant_input_and_mass_are_exact)
{
    /* 2 x' = -3 x + 5: x = 5/3 + (x0 - 5/3) exp(-1.5 t), x0 = -1 */
    const double A = -3, M = 2, b = 5, x0 = -1;
    zn_ds *ds = fo_system("tank", 1, &A, &x0);

    MUST(zn_ds_set_constant(ds, "M", 1, 1, &M));
    MUST(zn_ds_set_constant(ds, "b", 1, 1, &b));
    start(NULL, 0.25, 2);
    run();
    close_to(x_of(ds, 0), 5. / 3 - 8. / 3 * exp(-3), 1e-15);
}
END_TEST

START_TEST(held_input_z_may_change_between_steps)
{
    /* double integrator: h = 0.5 with u = 3, then with u = -4:
     * (0,0) -> (0.375, 1.5) -> (0.375 + 0.75 - 0.5, 1.5 - 2) */
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {0, 0}, u = 3;
    zn_ds *ds = fo_system("cart", 2, A, x0);

    MUST(zn_ds_set_constant(ds, "B", 2, 1, B));
    MUST(zn_ds_set_z(ds, 1, &u));
    start(NULL, 0.5, 1);
    MUST(zn_simulation_step(sim));
    close_to(x_of(ds, 0), 0.375, 1e-15);
    close_to(x_of(ds, 1), 1.5, 1e-15);
    *zn_ds_z(ds, NULL) = -4;
    MUST(zn_simulation_step(sim));
    close_to(x_of(ds, 0), 0.625, 1e-15);
    close_to(x_of(ds, 1), -0.5, 1e-15);
}
END_TEST

static void ramp(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    b[0] = cos(3 * t);
}

/* x' = -x + cos 3t, x(0) = 0: x = (cos 3t + 3 sin 3t - e^-t) / 10 */
static double error_of_input(const char *options, double h)
{
    const double A = -1, x0 = 0;
    zn_ds *ds;
    double e;

    scene_teardown();
    scene_setup();
    ds = fo_system("filter", 1, &A, &x0);
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)ramp));
    start(options, h, 2);
    run();
    e = fabs(x_of(ds, 0) - (cos(6) + 3 * sin(6) - exp(-2)) / 10);
    return e;
}

START_TEST(moving_input_has_order_one_at_the_end_two_in_the_middle)
{
    const double end = log2(error_of_input("input=end", 0.02) /
                            error_of_input("input=end", 0.01));
    const double middle = log2(error_of_input("input=middle", 0.02) /
                               error_of_input("input=middle", 0.01));

    close_to(end, 1, 0.1);
    close_to(middle, 2, 0.1);
}
END_TEST

/* x' = -x + 3 lambda, 0 <= y = x + 0.5 lambda - 1  _|_  lambda >= 0 by one step
 * from x = 0: Phi = e^-h, Psi = 1 - e^-h, so (3 Psi + 0.5) lambda = 1 */
START_TEST(complementarity_sees_the_held_multiplier)
{
    const double A = -1, x0 = 0, C = 1, D = 0.5, B = 3, e = -1, h = 0.3;
    const double Psi = -expm1(-h), lambda = 1 / (3 * Psi + 0.5);
    zn_ds *ds = fo_system("s", 1, &A, &x0);
    zn_relation *r = fo_relation("r", 1, 1, &C, &D, &B);
    zn_interaction *a;

    MUST(zn_relation_set_constant(r, "e", 1, 1, &e));
    a = fo_join("a", complementarity(1), r, ds, NULL);
    start(NULL, h, h);
    run();
    close_to(lambda_of(a, 0), lambda, 1e-14);
    close_to(x_of(ds, 0), 3 * Psi * lambda, 1e-14);
    close_to(zn_simulation_r(sim, ds)[0], 3 * lambda, 1e-14);
}
END_TEST

static void h_of(double t, unsigned nx, double *x, unsigned nl, double *l,
                 double *y, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)l, (void)nz, (void)z;
    y[0] = x[0] - 1;
}

static void g_of(double t, unsigned nx, double *x, unsigned nl, double *l,
                 double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = x[0] * x[0] + l[0];
}

/* x' = r with r = x^2 + lambda held at its value at the end, equality x = 1:
 * from x = 0.25, h = 0.5: 0.75 = 0.5 (1 + lambda), lambda = 0.5. */
START_TEST(input_that_depends_on_the_state)
{
    const double x0 = 0.25;
    zn_ds *ds = fo_system("s", 1, NULL, &x0);
    zn_relation *r;
    zn_law *law;
    zn_interaction *a;

    MUST(zn_relation_new(ctx, "nonlinear", "r", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h_of));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)g_of));
    MUST(zn_law_new(ctx, "equality", &law));
    a = fo_join("a", law, r, ds, NULL);
    simulate("zero-order-hold", NULL, 0, 0.5, 0.5);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-9));
    run();
    close_to(x_of(ds, 0), 1, 1e-9);
    close_to(lambda_of(a, 0), 0.5, 1e-8);
}
END_TEST

static void minus_two(double t, unsigned nx, double *x, unsigned nl, double *l,
                      double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    r[0] = -2 * x[0] + l[0];
}

START_TEST(newton_knows_how_the_input_follows_the_state)
{
    /* x' = r = -2 x + lambda with an inactive complementarity lambda = 0:
     * x1 = x0 - 2 h x1, x1 = x0 / (1 + 2 h); found with C x + 5 > 0 */
    const double x0 = 3, h = 0.25;
    zn_ds *ds = fo_system("s", 1, NULL, &x0);
    zn_relation *r;

    MUST(zn_relation_new(ctx, "nonlinear", "r", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h_of));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)minus_two));
    fo_join("a", complementarity(1), r, ds, NULL);
    start(NULL, h, h);
    run();
    close_to(x_of(ds, 0), x0 / (1 + 2 * h), 1e-9);
    ck_assert_int_le(zn_simulation_step_info(sim)->newton_iterations, 2);
}
END_TEST

/* ---- what is refused -------------------------------------------------------- */

static void drift(double t, unsigned n, double *x, double *f, unsigned nz,
                  double *z)
{
    (void)t, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = -x[i] * x[i];
}

START_TEST(a_nonlinear_system_is_refused)
{
    const double x0 = 1;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "curve", 1, &x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)drift));
    MUST(zn_model_add_ds(model, ds));
    simulate("zero-order-hold", NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "must be constant");
}
END_TEST

START_TEST(a_singular_mass_is_refused)
{
    const double x0[] = {1, 0}, M[] = {1, 0, 0, 0};
    zn_ds *ds = fo_system("dae", 2, turn, x0);

    MUST(zn_ds_set_constant(ds, "M", 2, 2, M));
    start(NULL, 0.1, 1);
    REFUSED(zn_simulation_step(sim), ZN_ESINGULAR, "regular M, system 'dae'");
}
END_TEST

START_TEST(an_input_matrix_of_the_wrong_width_is_named)
{
    const double x0[] = {1, 0}, B[] = {0, 1}, z[] = {1, 2};
    zn_ds *ds = fo_system("cart", 2, turn, x0);

    MUST(zn_ds_set_constant(ds, "B", 2, 1, B));
    MUST(zn_ds_set_z(ds, 2, z));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "B is 2 x 1, must be 2 x 2");
}
END_TEST

/* ---- reference trajectories --------------------------------------------------- */

START_TEST(matrix_integration_1)
{
    const double x0[] = {1, 0};
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/kernel-testMatrixIntegration1/"
                              "testMatrixIntegration1.ref"))
        return;
    ds = fo_system("s", 2, turn, x0);
    start(NULL, 0.1, 10);
    for (long k = 0; k < ref.rows; k++) {
        if (k)
            MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-11);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-11);
    }
}
END_TEST

START_TEST(matrix_integration_2)
{
    const double x0[] = {1, -1}, I[] = {1, 0, 0, 1};
    zn_interaction *a;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/kernel-testMatrixIntegration2/"
                              "testMatrixIntegration2.ref"))
        return;
    ds = fo_system("s", 2, NULL, x0);
    a = fo_join("a", relay(-1, 1), fo_relation("r", 2, 2, I, NULL, I), ds,
                NULL);
    start(NULL, 0.1, 10);
    for (long k = 0; k < ref.rows; k++) {
        if (k)
            MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-12);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-12);
        reference_check(&ref, k, 3, lambda_of(a, 0), 1e-12);
        reference_check(&ref, k, 4, lambda_of(a, 1), 1e-12);
    }
}
END_TEST

START_TEST(a_step_allocates_nothing)
{
    static test_memory mem; /* the teardown still frees into it */
    const zn_allocator alloc = test_allocator(&mem);
    const double x0[] = {1, 0}, times[] = {0, 0.1, 0.2, 0.35, 0.6};
    long before;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    (void)fo_system("s", 2, turn, x0);
    simulate("zero-order-hold", NULL, 0, 0.1, 1);
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates */
    MUST(zn_simulation_set_instants(sim, 5, times));
    MUST(zn_simulation_step(sim));
    before = mem.calls;
    run();
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("zero-order hold");
    TCase *tc = tcase_create("zero-order hold");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, rotation_is_exact_whatever_the_step);
    tcase_add_test(tc, constant_input_and_mass_are_exact);
    tcase_add_test(tc, held_input_z_may_change_between_steps);
    tcase_add_test(tc, moving_input_has_order_one_at_the_end_two_in_the_middle);
    tcase_add_test(tc, complementarity_sees_the_held_multiplier);
    tcase_add_test(tc, input_that_depends_on_the_state);
    tcase_add_test(tc, newton_knows_how_the_input_follows_the_state);
    tcase_add_test(tc, a_nonlinear_system_is_refused);
    tcase_add_test(tc, a_singular_mass_is_refused);
    tcase_add_test(tc, an_input_matrix_of_the_wrong_width_is_named);
    tcase_add_test(tc, matrix_integration_1);
    tcase_add_test(tc, matrix_integration_2);
    tcase_add_test(tc, a_step_allocates_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
