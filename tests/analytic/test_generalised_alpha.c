/* test_generalised_alpha.c - Newmark and generalised alpha: orders of smooth and
 * constrained motion, damping of fast modes, energy, restart, refusals
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/orders.h"
#include "tests/unit/osi_models.h"

static const char *const osi = "generalised-alpha";
static const char *const method[] = {"rho=0.9", "method=newmark", "rho=0.2",
                                     "rho=1 memory=renew"};
enum { METHODS = 4 };

/* ---- smooth motion ---- */

START_TEST(one_step_of_newmark_by_hand)
{
    /* 2 v' = -8 q + 3, h = 1/2, q = 1, v = -1: a0 = -5/2,
     *   q1 = 1 - 1/2 + (a0 + a1)/16 = 11/32 + a1/16, 2 a1 = 3 - 8 q1,
     *   a1 = 1/10, q1 = 7/20, v1 = -1 + (a0 + a1)/4 = -8/5 */
    const double M = 2, K = 8, f = 3, q0 = 1, v0 = -1;
    zn_ds *ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, &f);

    simulate(osi, "method=newmark", 0, 0.5, 0.5);
    steps(1);
    CLOSE(q_of(ds, 0), 0.35, 1e-15);
    CLOSE(v_of(ds, 0), -1.6, 1e-15);
}
END_TEST

static void slider_rhs(double t, const double x[], double dx[])
{
    double M[4], N[2] = {0}, K[2] = {0}, f[2], det;
    double q[2] = {x[0], x[1]}, v[2] = {x[2], x[3]};

    slider_mass(2, q, M, 0, NULL);
    slider_f_gyr(2, q, v, N, 0, NULL);
    slider_f_int(t, 2, q, v, K, 0, NULL);
    slider_f_ext(t, 2, f, 0, NULL);
    for (int i = 0; i < 2; i++)
        f[i] -= N[i] + K[i];
    det = M[0] * M[3] - M[1] * M[2];
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (M[3] * f[0] - M[2] * f[1]) / det;
    dx[3] = (M[0] * f[1] - M[1] * f[0]) / det;
}

START_TEST(smooth_motion_is_of_order_two)
{
    enum { N = 4 };
    const double q0[2] = {0.1, 0.5}, v0[2] = {1, -2};
    double h[N], eq[N], ev[N];

    for (int k = 0; k < N; k++) { /* a mass that moves, damping, gyroscopic */
        double x[4] = {q0[0], q0[1], v0[0], v0[1]};
        zn_ds *ds;

        h[k] = 0.0025 / (1 << k);
        scene_again();
        orders_exact(slider_rhs, 4, x, 1, 2000);
        ds = slider(q0, v0);
        simulate(osi, method[_i], 0, h[k], 1);
        MUST(zn_simulation_run(sim));
        eq[k] = fmax(fabs(q_of(ds, 0) - x[0]), fabs(q_of(ds, 1) - x[1]));
        ev[k] = fmax(fabs(v_of(ds, 0) - x[2]), fabs(v_of(ds, 1) - x[3]));
    }
    orders_check("slider, q", 2, 0.15, N, h, eq);
    orders_check("slider, v", 2, 0.15, N, h, ev);
}
END_TEST

/* ---- motion on a constraint: a pendulum of length 1 in x and y ---- */

static void rod_h(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] * q[0] + q[1] * q[1] - 1;
}

static void rod_jac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = 2 * q[0];
    H[1] = 2 * q[1];
}

static void angle_rhs(double t, const double x[], double dx[])
{
    (void)t;
    dx[0] = x[1];
    dx[1] = -grav * sin(x[0]);
}

/* Errors of place, velocity and force of the rod (N, lambda is it over 2). */
static void pendulum(const char *options, double h, double e[3])
{
    const double f[2] = {0, -grav}, zero[2] = {0};
    const double M[4] = {1, 0, 0, 1};
    double x[2] = {acos(-1) / 3, 0}, q0[2];
    zn_relation *r;
    zn_interaction *a;
    zn_ds *ds;

    scene_again();
    q0[0] = sin(x[0]);
    q0[1] = -cos(x[0]);
    ds = linear_system("mass", 2, M, NULL, NULL, q0, zero, f);
    MUST(zn_relation_new(ctx, "scleronomous", "rod", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)rod_h));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rod_jac));
    MUST(zn_model_connect(model, "rod", equality(1), r, ds, NULL, &a));
    simulate(osi, options, 0, h, 1);
    MUST(zn_simulation_run(sim));
    orders_exact(angle_rhs, 2, x, 1, 4000);
    ck_assert_double_eq_tol(zn_simulation_y(sim, a, 0)[0], 0, 1e-12);
    e[0] = hypot(q_of(ds, 0) - sin(x[0]), q_of(ds, 1) + cos(x[0]));
    e[1] = hypot(v_of(ds, 0) - cos(x[0]) * x[1],
                 v_of(ds, 1) - sin(x[0]) * x[1]);
    e[2] = fabs(2 * zn_simulation_lambda(sim, a, 0)[0] +
                grav * cos(x[0]) + x[1] * x[1]);
}

START_TEST(motion_on_a_constraint_is_of_order_two)
{
    enum { N = 4 };
    double h[N], e[3][N];

    for (int k = 0; k < N; k++) {
        double one[3];
        h[k] = 0.01 / (1 << k);
        pendulum(method[_i], h[k], one);
        for (int i = 0; i < 3; i++)
            e[i][k] = one[i];
    }
    orders_check("q", 2, 0.2, N, h, e[0]);
    orders_check("v", 2, 0.2, N, h, e[1]);
    ck_assert_double_lt(e[2][N - 1], 1e-3);
}
END_TEST

/* ---- stiff modes and energy ---- */

/* What is left of an oscillator with omega h = 1000 after n steps. */
static double left(const char *options, int n)
{
    const double one = 1, K = 1e8, q0 = 1e-3, v0 = 0, h = 0.1;
    zn_ds *ds;

    scene_again();
    ds = linear_system("fast", 1, &one, NULL, &K, &q0, &v0, NULL);
    simulate(osi, options, 0, h, n * h);
    MUST(zn_simulation_run(sim));
    return fabs(q_of(ds, 0)) / q0;
}

START_TEST(rho_is_what_a_fast_mode_keeps_per_step)
{
    /* the roots for h -> infinity are of modulus rho, so the decay is rho^n times a
     * polynomial of n */
    CLOSE(pow(left("rho=0.5", 40) / left("rho=0.5", 20), 0.05), 0.5, 0.05);
    CLOSE(pow(left("rho=0.8", 80) / left("rho=0.8", 40), 0.025), 0.8, 0.05);
    ck_assert_double_lt(left("rho=1", 200), 1.001);
    ck_assert_double_lt(left("method=newmark", 200), 1.001);
}
END_TEST

START_TEST(newmark_keeps_the_energy_of_linear_systems)
{
    const double zero[2] = {0, 0};
    double E0 = 0;
    zn_ds *ds = linear_system("pair", 2, pair_M, NULL, pair_K, pair_q0, zero, NULL);

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            E0 += pair_q0[i] * pair_K[i + 2 * j] * pair_q0[j] / 2;
    simulate(osi, "method=newmark", 0, 0.3, 300);
    while (zn_simulation_step(sim) == ZN_OK) {
        double E = 0;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                E += (q_of(ds, i) * pair_K[i + 2 * j] * q_of(ds, j) +
                      v_of(ds, i) * pair_M[i + 2 * j] * v_of(ds, j)) / 2;
        CLOSE(E, E0, 1e-11);
    }
}
END_TEST

/* ---- restart, memory, refusals ---- */

START_TEST(a_run_that_is_taken_up_has_the_same_bits)
{
    const double q0[2] = {0, 0.9}, v0[2] = {-2, 0.4};
    zn_ds *ds = slider(q0, v0);
    void *saved;
    size_t bytes;
    double q, v;

    simulate(osi, method[_i], 0.3, 1e-2, 1.3);
    steps(50);
    MUST(zn_checkpoint_to_memory(sim, &saved, &bytes));
    MUST(zn_simulation_run(sim));
    q = q_of(ds, 1);
    v = v_of(ds, 0);
    MUST(zn_simulation_reset(sim));
    MUST(zn_checkpoint_from_memory(sim, saved, bytes));
    MUST(zn_simulation_run(sim));
    ck_assert(q == q_of(ds, 1) && v == v_of(ds, 0));
    zn_free_array(ctx, saved);
}
END_TEST

START_TEST(a_step_allocates_nothing)
{
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    const double q0[2] = {-0.5, 0.9}, v0[2] = {-2, 0.4};
    long before;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    slider(q0, v0);
    simulate(osi, NULL, 0.3, 0.01, 1.3);
    steps(20);
    before = mem.calls;
    steps(40);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

START_TEST(what_it_cannot_do_it_refuses)
{
    const double one = 1;
    const zn_index first = 0;
    zn_relation *r;
    zn_ds *ds = point_mass("driven", 1, 0, 0, 0);

    MUST(zn_ds_prescribe(ds, 1, &first, &one));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "no prescribed velocities");

    scene_again();
    ds = point_mass("ball", 1, 1, 0, 0);
    floor_contact(ds, 1, &one, 0.5);
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "for impacts and friction use 'moreau-jean'");

    scene_again();
    ds = point_mass("soft", 1, 0, 0, 0);
    MUST(zn_relation_new(ctx, "linear", "spring", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &one));
    MUST(zn_model_connect(model, "spring", equality(1), r, ds, NULL, NULL));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "depends on lambda");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generalised alpha");
    TCase *tc = tcase_create("generalised alpha");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, one_step_of_newmark_by_hand);
    tcase_add_loop_test(tc, smooth_motion_is_of_order_two, 0, METHODS);
    tcase_add_loop_test(tc, motion_on_a_constraint_is_of_order_two, 0, METHODS);
    tcase_add_test(tc, rho_is_what_a_fast_mode_keeps_per_step);
    tcase_add_test(tc, newmark_keeps_the_energy_of_linear_systems);
    tcase_add_loop_test(tc, a_run_that_is_taken_up_has_the_same_bits, 0, METHODS);
    tcase_add_test(tc, a_step_allocates_nothing);
    tcase_add_test(tc, what_it_cannot_do_it_refuses);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
