/* test_control_blocks.c - what each block does, against what is known of it
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/control_scene.h"

/* ---- sensors, PID, observers ---------------------------------------------------------------------- */

START_TEST(sensor_adds_what_passes_directly)
{
    const double C[] = {2, -1}, D[] = {0, 3};
    const double x0 = 5, u = 4;
    zn_ds *ds = integrator(x0);
    zn_block *s;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.1, 1);
    s = block("linear-sensor", "s", ds, NULL, 2);
    MUST(zn_block_set_constant(s, "C", 2, 1, C));
    MUST(zn_block_set_constant(s, "D", 2, 1, D));
    MUST(zn_simulation_init(sim));
    close_to(zn_block_output(s, NULL)[0], 10, 0);
    close_to(zn_block_output(s, NULL)[1], 7, 0);
}
END_TEST

/* x = 5 + 4 t, measured every 0.1 s and told 0.3 s later */
START_TEST(a_sensor_may_be_late)
{
    const double u = 4, before = -1;
    zn_ds *ds = integrator(5);
    zn_block *s;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.05, 1);
    s = block("linear-sensor", "s", ds, NULL, 1);
    MUST(zn_block_set(s, "delay", "3"));
    MUST(zn_block_set_output(s, 1, &before));
    MUST(zn_block_set_period(s, 0, 0.1));
    MUST(zn_simulation_init(sim));
    for (int k = 0; k < 20; k++) {
        const int sampling = k / 2;
        close_to(zn_block_output(s, NULL)[0],
                 sampling < 3 ? before : 5 + 4 * 0.1 * (sampling - 3), 1e-14);
        MUST(zn_simulation_step(sim));
    }
    REFUSED(zn_block_set(s, "delay", "-1"), ZN_EINVAL, "block 's' (linear-sensor)");
}
END_TEST

START_TEST(a_wrong_option_is_told_with_its_block)
{
    zn_ds *ds = integrator(0);
    zn_block *u;

    start(0.1, 1);
    u = block("linear-sensor", "governor", ds, NULL, 1);
    REFUSED(zn_block_set(u, "Kq", "1"), ZN_ENOENT, "block 'governor' (linear-sensor)");
    REFUSED(zn_block_set_real(u, "Kq", 1), ZN_ENOENT, "block 'governor' (linear-sensor)");
    u = block("pid", "pid", ds, u, 1);
    REFUSED(zn_block_set_constant(u, "A", 1, 1, (double[]){1}), ZN_ENOENT,
            "has no operator 'A', it has: none");
}
END_TEST

START_TEST(an_option_of_a_block_is_read_back)
{
    zn_ds *ds = integrator(0);
    char buf[32];
    zn_block *u;

    start(0.1, 1);
    u = block("pid", "pid", ds, block("linear-sensor", "eye", ds, NULL, 1), 1);
    MUST(zn_block_set_real(u, "Kp", 0.1));
    MUST(zn_block_get(u, "Kp", buf, sizeof buf));
    ck_assert(strtod(buf, NULL) == 0.1); /* to the bit */
    REFUSED(zn_block_get(u, "Kq", buf, sizeof buf), ZN_ENOENT, "block 'pid' (pid)");
}
END_TEST

static void force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = z[0];
}

START_TEST(pid_holds_a_mass_of_the_other_family)
{
    /* m q'' = u, PD with integral part to the place 1; poles well inside */
    const double C[] = {1, 0}, zero = 0;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);
    zn_block *y, *u;

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)force));
    MUST(zn_ds_set_z(ds, 1, &zero));
    simulate("moreau-jean", "theta=1", 0, 1e-3, 20);
    MUST(zn_control_new(sim, &control));
    y = block("linear-sensor", "y", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    u = block("pid", "u", ds, y, 1);
    MUST(zn_block_set_real(u, "Kp", 12));
    MUST(zn_block_set_real(u, "Ki", 6));
    MUST(zn_block_set_real(u, "Kd", 7));
    MUST(zn_block_set_real(u, "reference", 1));
    MUST(zn_simulation_run(sim));
    close_to(zn_simulation_q(sim, ds)[0], 1, 1e-3);
}
END_TEST

START_TEST(luenberger_estimate_converges_as_its_poles_say)
{
    /* sampled error matrix Ad - Ld C, spectral radius 0.60 at 0.1 s */
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1}, x0[] = {3, -1};
    const double C[] = {1, 0}, L[] = {8.7, 24}, u = 0.5;
    zn_ds *ds = plant(2, A, B, x0);
    zn_block *y, *z;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.1, 10);
    y = block("linear-sensor", "y", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    z = block("luenberger", "z", ds, y, 2);
    MUST(zn_block_set_constant(z, "A", 2, 2, A));
    MUST(zn_block_set_constant(z, "B", 2, 1, B));
    MUST(zn_block_set_constant(z, "C", 1, 2, C));
    MUST(zn_block_set_constant(z, "L", 2, 1, L));
    MUST(zn_simulation_run(sim));
    close_to(zn_block_output(z, NULL)[0], x_of(ds, 0), 1e-10);
    close_to(zn_block_output(z, NULL)[1], x_of(ds, 1), 1e-10);
}
END_TEST

START_TEST(reduced_order_observer_stays_on_the_output)
{
    /* Ld = int exp(A s) ds L with C Ld = 1 and the free error multiplied by a
     * per sampling. A nilpotent, h = 0.5: Ad = [1 h; 0 1], so the error of x_2,
     * with that of x_1 zero, goes to (1 - h l_2) of itself, l = Ld. With l =
     * (1, 1): 0.5. L from [h h^2/2; 0 h] L = l: L_2 = 2, L_1 = (1 - 0.25) / h */
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {3, -1};
    const double C[] = {1, 0}, L[] = {1.5, 2}, u = 0.5;
    zn_ds *ds = plant(2, A, B, x0);
    double last = 0;
    zn_block *y, *z;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.5, 5);
    y = block("linear-sensor", "y", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    z = block("reduced-order", "z", ds, y, 2);
    MUST(zn_block_set_constant(z, "A", 2, 2, A));
    MUST(zn_block_set_constant(z, "B", 2, 1, B));
    MUST(zn_block_set_constant(z, "C", 1, 2, C));
    MUST(zn_block_set_constant(z, "L", 2, 1, L));
    MUST(zn_simulation_init(sim));
    for (int k = 0; k <= 10; k++) {
        const double *zh = zn_block_output(z, NULL);
        close_to(zh[0], x_of(ds, 0), 1e-13);
        if (k > 0)
            close_to(zh[1] - x_of(ds, 1), 0.5 * last, 1e-13);
        else
            close_to(zh[1] - x_of(ds, 1), 1, 0);
        last = zh[1] - x_of(ds, 1);
        if (k < 10)
            MUST(zn_simulation_step(sim));
    }
}
END_TEST

/* What is measured first is met on the shortest way: C z = y with z along C = (3, 4), here of a
 * system at rest, A = 0, at (1, 2): y = 11, z = (3, 4) 11/25. C h L = 1. */
START_TEST(reduced_order_observer_begins_at_the_nearest_point)
{
    const double A[4] = {0}, B[] = {0, 1}, x0[] = {1, 2}, u = 0;
    const double C[] = {3, 4}, L[] = {2.0 / 3, 0};
    zn_ds *ds = plant(2, A, B, x0);
    zn_block *y, *z;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.5, 5);
    y = block("linear-sensor", "y", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    z = block("reduced-order", "z", ds, y, 2);
    MUST(zn_block_set_constant(z, "A", 2, 2, A));
    MUST(zn_block_set_constant(z, "B", 2, 1, B));
    MUST(zn_block_set_constant(z, "C", 1, 2, C));
    MUST(zn_block_set_constant(z, "L", 2, 1, L));
    MUST(zn_simulation_init(sim));
    close_to(zn_block_output(z, NULL)[0], 3 * 11.0 / 25, 1e-14);
    close_to(zn_block_output(z, NULL)[1], 4 * 11.0 / 25, 1e-14);
}
END_TEST

/* x1' = x2 is measured; only the first estimate has a gain, and is corrected each time. C h L = 1. */
START_TEST(an_estimate_without_gain_learns_nothing)
{
    const double A[9] = {[3] = 1}, B[] = {0, 0, 1}, C[] = {1, 0, 0}, L[] = {2, 0, 0};
    const double x0[] = {1, 2, 5}, u = 0;
    zn_ds *ds = plant(3, A, B, x0);
    zn_block *y, *z;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.5, 5);
    y = block("linear-sensor", "y", ds, NULL, 1);
    z = block("reduced-order", "z", ds, y, 3);
    MUST(zn_block_set_constant(y, "C", 1, 3, C));
    MUST(zn_block_set_constant(z, "A", 3, 3, A));
    MUST(zn_block_set_constant(z, "B", 3, 1, B));
    MUST(zn_block_set_constant(z, "C", 1, 3, C));
    MUST(zn_block_set_constant(z, "L", 3, 1, L));
    MUST(zn_simulation_run(sim));
    close_to(zn_block_output(z, NULL)[0], 11, 1e-13);
    close_to(zn_block_output(z, NULL)[1], 0, 0);
    close_to(zn_block_output(z, NULL)[2], 0, 0);
}
END_TEST

/* ---- the term of the held input -------------------------------------------------- */

/* f = -a x, input = k x u with (a, k) = z */
static void decay(double t, unsigned n, const double *x, double *f, unsigned nz,
                  double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = -z[0] * x[0];
}

static void decay_jac(double t, unsigned n, const double *x, double *A,
                      unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)x;
    A[0] = -z[0];
}

static void gain(double t, unsigned nx, double *x, unsigned nu, double *u,
                 double *out, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nz;
    ck_assert_uint_eq(nu, 1);
    out[0] = z[1] * x[0] * u[0];
}

static void gain_jac(double t, unsigned nx, double *x, unsigned nu, double *u,
                     double *out, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nz, (void)x, (void)nu;
    out[0] = z[1] * u[0];
}

/* x' = (k u - a) x with u held: one step with theta = 1/2 multiplies x by
 * (1 + h m/2) / (1 - h m/2), m = k u - a, also when u is changed between steps
 * and whoever gives the Jacobian. */
static void bilinear(bool jacobian, double tol)
{
    const double z[] = {0.5, 2}, u0 = 0.3, x0 = 1.5, h = 0.1;
    double x = x0, u = u0;
    zn_index nu;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    MUST(zn_ds_new_first_order(ctx, "first-order", "plant", 1, &x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)decay));
    MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)decay_jac));
    MUST(zn_ds_set_function(ds, "input", (zn_fn *)gain));
    if (jacobian)
        MUST(zn_ds_set_function(ds, "jac_input_x", (zn_fn *)gain_jac));
    MUST(zn_ds_set_z(ds, 2, z));
    MUST(zn_ds_set_u(ds, 1, &u0));
    MUST(zn_model_add_ds(model, ds));
    simulate("euler-moreau", "theta=0.5", 0, h, 1);
    MUST(zn_simulation_set(sim, "newton_tol", "1e-13"));
    for (int k = 0; k < 10; k++) {
        const double m = z[1] * u - z[0];
        MUST(zn_simulation_step(sim));
        x *= (1 + h * m / 2) / (1 - h * m / 2);
        close_to(x_of(ds, 0), x, tol);
        u = 0.3 - 0.1 * k;
        zn_ds_u(ds, &nu)[0] = u;
        ck_assert_int_eq(nu, 1);
    }
}

START_TEST(the_input_term_sees_the_held_input)
{
    bilinear(true, 1e-14);
    bilinear(false, 1e-12);
}
END_TEST

/* u = Kp (1 - x) by a PID in velocity form; z stays with the functions. */
START_TEST(a_controller_writes_u_and_leaves_z)
{
    const double z[] = {0.5, 2}, zero = 0, x0 = 1.5;
    zn_block *c;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "plant", 1, &x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)decay));
    MUST(zn_ds_set_function(ds, "input", (zn_fn *)gain));
    MUST(zn_ds_set_z(ds, 2, z));
    MUST(zn_ds_set_u(ds, 1, &zero));
    MUST(zn_model_add_ds(model, ds));
    simulate("euler-moreau", "theta=0.5", 0, 0.01, 30);
    MUST(zn_control_new(sim, &control));
    c = block("pid", "c", ds, block("linear-sensor", "y", ds, NULL, 1), 1);
    MUST(zn_block_set_real(c, "Kp", 1));
    MUST(zn_block_set_real(c, "Ki", 1));
    MUST(zn_block_set_real(c, "reference", 1));
    MUST(zn_simulation_run(sim));
    /* at rest k u = a */
    close_to(x_of(ds, 0), 1, 1e-4);
    close_to(zn_ds_u(ds, NULL)[0], 0.25, 1e-4);
    ck_assert_mem_eq(zn_ds_z(ds, NULL), z, sizeof z);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("control blocks");
    TCase *tc = tcase_create("control blocks");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_wrong_option_is_told_with_its_block);
    tcase_add_test(tc, an_option_of_a_block_is_read_back);
    tcase_add_test(tc, sensor_adds_what_passes_directly);
    tcase_add_test(tc, a_sensor_may_be_late);
    tcase_add_test(tc, pid_holds_a_mass_of_the_other_family);
    tcase_add_test(tc, luenberger_estimate_converges_as_its_poles_say);
    tcase_add_test(tc, reduced_order_observer_begins_at_the_nearest_point);
    tcase_add_test(tc, reduced_order_observer_stays_on_the_output);
    tcase_add_test(tc, an_estimate_without_gain_learns_nothing);
    tcase_add_test(tc, the_input_term_sees_the_held_input);
    tcase_add_test(tc, a_controller_writes_u_and_leaves_z);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
