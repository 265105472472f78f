/* test_control.c - reference trajectories of sampled control
 *
 * The plants are integrated exactly (zero-order hold). Rows are taken after the
 * events of their instant, so the input in a row acts after it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"
#include "tests/conformance/reference.h"

static reference ref;
static zn_control *control;

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

/* x' = A x + B z; z = 0 at first */
static zn_ds *plant(zn_index n, const double A[], const double B[],
                    const double x0[])
{
    const double zero = 0;
    zn_ds *ds = fo_system("plant", n, A, x0);

    MUST(zn_ds_set_constant(ds, "B", n, 1, B));
    MUST(zn_ds_set_z(ds, 1, &zero));
    return ds;
}

static zn_block *block(const char *cls, zn_ds *ds, zn_block *source, zn_index n)
{
    zn_block *b;

    MUST(zn_control_add(control, cls, cls, ds, source, n, &b));
    return b;
}

static void go_to_row(long row)
{
    const double t = reference_at(&ref, row, 0);
    const double slack =
        1e-3 * zn_simulation_end(sim) / (double)zn_simulation_step_count(sim);

    while (zn_simulation_time(sim) < t - slack)
        MUST(zn_simulation_step(sim));
}

static void start(double h, double T)
{
    simulate("zero-order-hold", NULL, 0, h, T);
    MUST(zn_control_new(sim, &control));
}

static void compare(const zn_ds *ds, double tol)
{
    MUST(zn_simulation_init(sim));
    for (long k = 0; k < ref.rows; k++) {
        go_to_row(k);
        reference_check(&ref, k, 1, x_of(ds, 0), tol);
        reference_check(&ref, k, 2, x_of(ds, 1), tol);
        reference_check(&ref, k, 3, zn_ds_z((zn_ds *)ds, NULL)[0], tol);
    }
}

START_TEST(pid_of_a_double_integrator)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {10, 0};
    const double C[] = {1, 0};
    zn_block *y, *u;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/PID/result.ref"))
        return;
    ds = plant(2, A, B, x0);
    start(0.05, 100);
    y = block("linear-sensor", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    u = block("pid", ds, y, 1);
    MUST(zn_block_set_real(u, "Kp", 0.25));
    MUST(zn_block_set_real(u, "Ki", 0.125));
    MUST(zn_block_set_real(u, "Kd", 2));
    compare(ds, 1e-10);
}
END_TEST

START_TEST(luenberger_observer_beside_a_slower_pid)
{
    /* the table's gain is written for e = C xhat - y, ours for y - C xhat; its
     * PID takes the step of the plant though it acts every second one */
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1}, x0[] = {10, 0};
    const double C[] = {1, 0}, L[] = {8.71455866, 24.02084375};
    const double start_from[] = {-10, -5};
    double last = 0, y_last = 0;
    zn_block *y, *z, *u;
    zn_ds *ds;

    if (!reference_read(
            &ref, "trajectories/LuenbergerObserver/LuenbergerObserver.ref"))
        return;
    ds = plant(2, A, B, x0);
    start(0.05, 100);
    u = NULL;
    y = block("linear-sensor", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    z = block("luenberger", ds, y, 2);
    MUST(zn_block_set_constant(z, "A", 2, 2, A));
    MUST(zn_block_set_constant(z, "B", 2, 1, B));
    MUST(zn_block_set_constant(z, "C", 1, 2, C));
    MUST(zn_block_set_constant(z, "L", 2, 1, L));
    MUST(zn_block_set_output(z, 2, start_from));
    u = block("pid", ds, y, 1);
    MUST(zn_block_set_real(u, "Kp", 0.25));
    MUST(zn_block_set_real(u, "Ki", 0.125));
    MUST(zn_block_set_real(u, "Kd", 2));
    MUST(zn_block_set_real(u, "step", 0.05));
    MUST(zn_block_set_period(y, 0, 0.1));
    MUST(zn_block_set_period(z, 0, 0.1));
    MUST(zn_block_set_period(u, 0, 0.1));
    MUST(zn_simulation_init(sim));
    for (long k = 0; k < ref.rows; k++) {
        const double *zh;
        go_to_row(k);
        zh = zn_block_output(z, NULL);
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-9);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-9);
        reference_check(&ref, k, 3, zn_ds_z(ds, NULL)[0], 1e-9);
        reference_check(&ref, k, 4, zh[0], 1e-9);
        reference_check(&ref, k, 5, zh[1], 1e-9);
        reference_check(&ref, k, 6, zn_block_output(u, NULL)[0], 1e-9);
        reference_check(&ref, k, 7, k ? last - y_last : 0, 1e-9);
        last = zh[0];
        y_last = zn_block_output(y, NULL)[0];
    }
}
END_TEST

static void wave(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    b[0] = sin(50 * t);
    b[1] = -sin(50 * t);
}

START_TEST(implicit_sliding_mode_against_a_disturbance)
{
    /* no linear part: the equivalent part is zero by itself */
    const double B[] = {0, 2}, x0[] = {1, -1}, C[] = {0, 1};
    zn_block *x, *u;
    zn_ds *ds;

    if (!reference_read(&ref,
                        "trajectories/SMC-Implicit/SMCExampleImplicit.ref"))
        return;
    ds = plant(2, NULL, B, x0);
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)wave));
    start(1e-4, 1);
    x = block("linear-sensor", ds, NULL, 2);
    u = block("sliding-mode", ds, x, 1);
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_constant(u, "C", 1, 2, C));
    MUST(zn_block_set_period(x, 0, 1e-2));
    MUST(zn_block_set_period(u, 0, 1e-2));
    compare(ds, 1e-11);
}
END_TEST

START_TEST(implicit_sliding_mode_with_equivalent_part)
{
    const double A[] = {0, 19, 1, -2}, B[] = {0, 1}, x0[] = {-15, 20};
    const double C[] = {1, 1};
    zn_block *x, *u;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/control-iSMC/iSMC.ref"))
        return;
    ds = plant(2, A, B, x0);
    start(0.05, 100);
    x = block("linear-sensor", ds, NULL, 2);
    u = block("sliding-mode", ds, x, 1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_constant(u, "C", 1, 2, C));
    compare(ds, 1e-8);
}
END_TEST

/* The table was made with an affine variational inequality inside the time step
 * (theta = 1/2, which is exact here since A^2 = 0); as a sampled controller it is
 * the same loop. The multipliers are not unique, the input is. */
START_TEST(implicit_twisting)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {10, 10};
    zn_block *x, *u;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/kernel-testAVI/testAVI.ref"))
        return;
    ds = plant(2, A, B, x0);
    start(0.1, 20);
    x = block("linear-sensor", ds, NULL, 2);
    u = block("twisting", ds, x, 1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_real(u, "gain", 10));
    MUST(zn_block_set_real(u, "beta", 0.3));
    MUST(zn_simulation_init(sim));
    for (long k = 0; k < ref.rows; k++) {
        const double l =
            reference_at(&ref, k, 3) + 0.3 * reference_at(&ref, k, 4);
        /* the multiplier of a row acted in the step before it */
        const double acted = zn_ds_z(ds, NULL)[0] / 10;
        go_to_row(k);
        reference_check(&ref, k, 1, x_of(ds, 0), 1e-11);
        reference_check(&ref, k, 2, x_of(ds, 1), 1e-11);
        if (k > 0)
            reference_near(acted, l, 1e-10);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("control, reference trajectories");
    TCase *tc = tcase_create("control");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, pid_of_a_double_integrator);
    tcase_add_test(tc, luenberger_observer_beside_a_slower_pid);
    tcase_add_test(tc, implicit_sliding_mode_against_a_disturbance);
    tcase_add_test(tc, implicit_sliding_mode_with_equivalent_part);
    tcase_add_test(tc, implicit_twisting);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
