/* test_manifold.c - systems whose positions are not vectors, everywhere
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "tests/unit/scene.h"

#include "tests/unit/gyro.h"

static const double q0[7] = {0, 0, 1, 1, 0, 0, 0};
static const double v0[6] = {0.5, 0, 0, 1, 0.1, -0.2};

static void setup(void)
{
    scene_setup();
    memset(gyro_force, 0, sizeof gyro_force);
    MUST(zn_plugin_add(ctx, &gyro_plugin));
}

static zn_ds *gyro(const double q[], const double v[])
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "gyro", "body", 6, q, v, &ds));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* The same body, its momentum carried along: no force has to say how it turns. */
static zn_status constant_force(const zn_ds *ds, double t, const double q[], const double v[],
                                double F[])
{
    (void)ds, (void)t, (void)q, (void)v;
    memset(F, 0, 6 * sizeof *F);
    memcpy(F, gyro_force, sizeof gyro_force);
    return ZN_OK;
}

static void constant(const zn_ds *ds, zn_ds_variability *out)
{
    (void)ds;
    out->M = out->F = ZN_CONSTANT;
}

static bool carries(const zn_ds *ds)
{
    (void)ds;
    return true;
}

static void carry(const zn_ds *ds, const double w[], const double L[], double out[])
{
    double turn[4];

    (void)ds;
    zn_quaternion_exp(w + 3, turn);
    memcpy(out, L, 3 * sizeof *out);
    zn_rotate_back(turn, L + 3, out + 3);
}

/* At w = 0: d(L - w x L)/dw. */
static void carry_jac(const zn_ds *ds, const double w[], const double L[], double J[])
{
    (void)ds, (void)w;
    memset(J, 0, 36 * sizeof *J);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        J[3 + i + 6 * (3 + j)] = -L[3 + k];
        J[3 + i + 6 * (3 + k)] = L[3 + j];
    }
}

static double length(const double p[])
{
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
}

/* Where the body is after 1 s from event to event. */
static void fly(const char *cls, double q[7])
{
    zn_ds *ds;

    zn_simulation_free(sim);
    sim = NULL;
    zn_model_free(model);
    MUST(zn_model_new(ctx, &model));
    MUST(zn_ds_new(ctx, cls, "body", 6, q0, v0, &ds));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set(sim, "rtol", "1e-8"));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    MUST(zn_simulation_run(sim));
    memcpy(q, zn_simulation_q(sim, ds), 7 * sizeof *q);
}

/* The force is constant, the angular velocity is not. */
START_TEST(momenta_that_are_carried_turn_between_events)
{
    static zn_ds_type carrying;
    static const zn_type *const types[] = {&carrying.type, NULL};
    static zn_plugin plugin;
    double want[7], got[7];

    carrying = gyro_type;
    carrying.type.name = "carrying";
    carrying.varies = constant;
    carrying.force = constant_force;
    carrying.carries = carries;
    carrying.carry = carry;
    carrying.carry_jac = carry_jac;
    plugin = gyro_plugin;
    plugin.name = "carrying";
    plugin.types = types;
    MUST(zn_plugin_add(ctx, &plugin));
    gyro_force[2] = -2;
    fly("gyro", want);
    fly("carrying", got);
    for (int i = 0; i < 7; i++)
        CLOSE(got[i], want[i], 1e-7);
}
END_TEST

/* The class does not say what its force is made of: it is internal, and accounted for. The
 * balance is that of order 2 of theta = 1/2. */
START_TEST(the_work_of_a_force_without_shares_is_internal)
{
    double balance = 0;

    for (double h = 0.01; h > 0.002; h /= 2) {
        zn_run_info r;
        zn_simulation_free(sim);
        sim = NULL;
        zn_model_free(model);
        MUST(zn_model_new(ctx, &model));
        gyro_force[2] = -20;
        gyro(q0, v0);
        simulate("moreau-jean", "theta=0.5", 0, h, 1);
        MUST(zn_simulation_set(sim, "energy", "yes"));
        MUST(zn_simulation_run(sim));
        zn_simulation_run_info(sim, &r);
        ck_assert(r.energy);
        /* a fall of 5 m under 20 N */
        CLOSE(r.work.internal, 100, 1e-4);
        ck_assert_msg(fabs(r.balance) < 1e-11 || h == 0.01 || fabs(balance / r.balance - 4) < 0.6,
                      "h = %g: %g after %g", h, r.balance, balance);
        ck_assert_double_lt(fabs(r.balance), 1e-2);
        balance = r.balance;
    }
}
END_TEST

/* ---- sizes and operations ---------------------------------------------------- */

START_TEST(sizes_come_from_the_class)
{
    zn_ds *ds = gyro(q0, v0), *none;

    ck_assert_int_eq(zn_ds_nq(ds), 7);
    ck_assert_int_eq(zn_ds_nv(ds), 6);
    ck_assert(zn_ds_curved(ds));
    REFUSED(zn_ds_new(ctx, "gyro", "odd", 7, q0, v0, &none), ZN_EINVAL,
            "'odd' (gyro): n = 7, must be 6");
    ck_assert_ptr_null(none);
}
END_TEST

/* Operations on positions come together or not at all. */
START_TEST(half_a_manifold_is_refused)
{
    static zn_ds_type half;
    static const zn_type *const types[] = {&half.type, NULL};
    static zn_plugin plugin;

    half = gyro_type;
    half.type.name = "half";
    half.qdot = NULL;
    plugin = gyro_plugin;
    plugin.name = "half";
    plugin.types = types;
    REFUSED(zn_plugin_add(ctx, &plugin), ZN_EINVAL, "qdot");
    half.tangent = NULL;
    REFUSED(zn_plugin_add(ctx, &plugin), ZN_EINVAL, "tangent");
    half.retract = NULL;
    half.tangent = gyro_type.tangent;
    REFUSED(zn_plugin_add(ctx, &plugin), ZN_EINVAL, "retract");
}
END_TEST

START_TEST(lagrangian_systems_are_flat)
{
    const double q[2] = {1, 2}, w[2] = {0.5, -1}, C[4] = {1, 2, 3, 4};
    double out[2], H[4];
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "flat", 2, q, w, &ds));
    ck_assert(!zn_ds_curved(ds));
    zn_ds_retract(ds, q, w, out);
    ck_assert(out[0] == 1.5 && out[1] == 1);
    zn_ds_qdot(ds, q, w, out);
    ck_assert(out[0] == 0.5 && out[1] == -1);
    zn_ds_tangent(ds, q, 2, C, H);
    ck_assert_mem_eq(H, C, sizeof H);
    zn_ds_free(ds);
}
END_TEST

/* ---- motion -------------------------------------------------------------------- */

/* NE-11 of doc/rigid-bodies.md: the free body of inertia (1, 2, 3) at t = 1 s,
 * from the equations of motion at high accuracy. */
static const double free_p[4] = {8.717816099561e-01, 4.781382687381e-01,
                                 -1.498794845287e-03, -1.066694620055e-01};
static const double free_w[3] = {9.993904725106e-01, -1.059182866887e-01,
                                 -1.989818388237e-01};

static double spin_error(const char *options, double h)
{
    double error = 0;
    zn_ds *ds;

    setup();
    ds = gyro(q0, v0);
    simulate("moreau-jean", options, 0, h, 1);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-14));
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 4; i++)
        error = fmax(error, fabs(q_of(ds, 3 + i) - free_p[i]));
    for (int i = 0; i < 3; i++)
        error = fmax(error, fabs(v_of(ds, 3 + i) - free_w[i]));
    CLOSE(q_of(ds, 0), 0.5, 1e-14);
    CLOSE(length(zn_simulation_q(sim, ds) + 3), 1, 4e-16);
    scene_teardown();
    return error;
}

START_TEST(spin_converges_to_the_exact_motion)
{
    CLOSE(log2(spin_error("theta=0.5", 0.02) / spin_error("theta=0.5", 0.01)),
          2, 0.02);
    CLOSE(log2(spin_error("theta=1", 0.02) / spin_error("theta=1", 0.01)), 1,
          0.05);
}
END_TEST

/* NE-10.T.100: the same numbers as a program apart from this one. */
START_TEST(steps_are_those_of_the_theory)
{
    static const double p[4] = {8.717839197244e-01, 4.781345246442e-01,
                                -1.498614229515e-03, -1.066673699344e-01};
    static const double w[3] = {9.993905442572e-01, -1.059176581380e-01,
                                -1.989819514551e-01};
    zn_ds *ds = gyro(q0, v0);

    simulate("moreau-jean", "theta=0.5", 0, 0.01, 1);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-14));
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 4; i++)
        CLOSE(q_of(ds, 3 + i), p[i], 1e-12);
    for (int i = 0; i < 3; i++)
        CLOSE(v_of(ds, 3 + i), w[i], 1e-12);
}
END_TEST

/* ---- relations: the height of the body's point (0.3, 0, -0.5) -------------------- */

static const double rho[3] = {0.3, 0, -0.5};

/* row 3 of R(p) for a quaternion of any length, times rho, and its gradient */
static void height(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                   double *z)
{
    const double *p = q + 3;

    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[2] + 2 * (p[1] * p[3] - p[2] * p[0]) * rho[0] +
           (p[0] * p[0] - p[1] * p[1] - p[2] * p[2] + p[3] * p[3]) * rho[2];
}

static void height_jac(unsigned nq, double *q, unsigned ny, double *C,
                       unsigned nz, double *z)
{
    const double *p = q + 3;

    (void)nq, (void)ny, (void)nz, (void)z;
    C[2] = 1;
    C[3] = 2 * (-p[2] * rho[0] + p[0] * rho[2]);
    C[4] = 2 * (p[3] * rho[0] - p[1] * rho[2]);
    C[5] = 2 * (-p[0] * rho[0] - p[2] * rho[2]);
    C[6] = 2 * (p[1] * rho[0] + p[3] * rho[2]);
}

/* the same and 5 p' besides, which no motion sees; and a wrong one */
static void height_jac_off(unsigned nq, double *q, unsigned ny, double *C,
                           unsigned nz, double *z)
{
    height_jac(nq, q, ny, C, nz, z);
    for (int i = 3; i < 7; i++)
        C[i] += 5 * q[i];
}

static void height_jac_bad(unsigned nq, double *q, unsigned ny, double *C,
                           unsigned nz, double *z)
{
    height_jac(nq, q, ny, C, nz, z);
    C[4] += 0.1;
}

typedef void h_fn(unsigned, double *, unsigned, double *, unsigned, double *);

static zn_interaction *contact(zn_ds *ds, h_fn *jac)
{
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "scleronomous", "height", 1, 7, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)height));
    if (jac)
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)jac));
    MUST(zn_model_connect(model, "floor", newton(0.5), r, ds, NULL, &a));
    return a;
}

/* The body falls on its point and turns over. */
static void fall(h_fn *jac, double h, double end[7])
{
    zn_ds *ds;
    zn_interaction *a;
    double y;

    setup();
    gyro_force[2] = -2 * 9.81;
    ds = gyro(q0, v0);
    a = contact(ds, jac);
    simulate("moreau-jean", "theta=0.5", 0, h, 0.5);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    y = 0;
    while (goes_on()) {
        const double u = zn_simulation_y(sim, a, 1)[0];
        const double y1 = zn_simulation_y(sim, a, 0)[0];
        /* u is dy/dt: the mean over a step, to its second order */
        if (zn_simulation_step_number(sim) > 1 &&
            zn_simulation_lambda(sim, a, 1)[0] == 0)
            ck_assert(fabs((y1 - y) / h - u) < 20 * h);
        y = y1;
    }
    ck_assert(fabs(zn_simulation_time(sim) - 0.5) < 1e-12);
    memcpy(end, zn_simulation_q(sim, ds), 7 * sizeof *end);
    scene_teardown();
}

START_TEST(gradients_given_and_differenced_agree)
{
    double a[7], b[7], c[7];

    fall(height_jac, 1e-3, a);
    fall(height_jac_off, 1e-3, b);
    fall(NULL, 1e-3, c);
    ck_assert(a[4] * a[4] + a[5] * a[5] > 0.01); /* it did turn over */
    for (int i = 0; i < 7; i++) {
        CLOSE(b[i], a[i], 1e-12);
        CLOSE(c[i], a[i], 1e-8); /* differences leave 1e-10 per step */
    }
}
END_TEST

static void take(void *user, const zn_jacobian_check *found)
{
    *(zn_jacobian_check *)user = *found;
}

/* What no motion sees is no fault of a gradient; what it sees, is. */
START_TEST(gradients_are_checked_along_velocities)
{
    h_fn *const jacs[] = {height_jac, height_jac_off, height_jac_bad};

    for (int i = 0; i < 3; i++) {
        zn_jacobian_check found;
        zn_index wrong;
        scene_teardown();
        setup();
        contact(gyro(q0, v0), jacs[i]);
        MUST(zn_model_seal(model));
        MUST(zn_check_jacobians(model, NULL, take, &found, &wrong));
        ck_assert_int_eq(wrong, i == 2);
        ck_assert_int_eq(found.compared, 5);
        if (i == 2)
            ck_assert_int_ge(found.col, 3);
    }
}
END_TEST

/* How much higher the point of one body is than that of another. */
static void above(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    double other;

    height(nq, q, ny, y, nz, z);
    height(nq, q + 7, ny, &other, nz, z);
    y[0] -= other;
}

static void above_jac(unsigned nq, double *q, unsigned ny, double *C,
                      unsigned nz, double *z)
{
    height_jac(nq, q, ny, C, nz, z);
    height_jac(nq, q + 7, ny, C + 7, nz, z);
    for (int i = 7; i < 14; i++)
        C[i] = -C[i];
}

static void above_jac_bad(unsigned nq, double *q, unsigned ny, double *C,
                          unsigned nz, double *z)
{
    above_jac(nq, q, ny, C, nz, z);
    C[11] += 0.1;
}

/* Each of two bodies along its own velocities, at its own place. */
START_TEST(gradients_of_two_bodies_are_checked)
{
    static const double other[7] = {1, 2, 3, 0.1, 0.7, -0.5, 0.5};
    h_fn *const jacs[] = {above_jac, above_jac_bad};

    for (int i = 0; i < 2; i++) {
        zn_jacobian_check found;
        zn_interaction *a;
        zn_relation *r;
        zn_index wrong;
        zn_ds *d1, *d2;

        scene_teardown();
        setup();
        d1 = gyro(q0, v0);
        MUST(zn_ds_new(ctx, "gyro", "other", 6, other, v0, &d2));
        MUST(zn_model_add_ds(model, d2));
        MUST(zn_relation_new(ctx, "scleronomous", "above", 1, 14, &r));
        MUST(zn_relation_set_function(r, "h", (zn_fn *)above));
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)jacs[i]));
        MUST(zn_model_connect(model, "a", newton(0.5), r, d1, d2, &a));
        MUST(zn_model_seal(model));
        MUST(zn_check_jacobians(model, NULL, take, &found, &wrong));
        ck_assert_int_eq(wrong, i);
        if (i)
            ck_assert_int_ge(found.col, 9);
    }
}
END_TEST

/* ---- who takes them --------------------------------------------------------------- */

START_TEST(position_schemes_refuse_them)
{
    gyro(q0, v0);
    simulate("schatzman-paoli", NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "needs q' = v");
}
END_TEST

static void h13(double t, unsigned n, double *q, unsigned m, double *lambda,
                double *out, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)m, (void)lambda, (void)nz, (void)z;
    out[0] = 0;
}

START_TEST(input_given_as_g_is_refused)
{
    zn_ds *ds = gyro(q0, v0);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "nonlinear", "r", 1, 7, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h13));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)h13));
    MUST(zn_model_connect(model, "a", complementarity(1), r, ds, NULL, &a));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "for systems with q' = v");
}
END_TEST

/* ---- columns and checkpoints -------------------------------------------------------- */

START_TEST(columns_of_all_coordinates)
{
    char path[] = "/tmp/zeno-manifold-XXXXXX", line[400] = "";
    zn_recorder *r;
    zn_ds *ds;
    FILE *f;

    ck_assert_int_ne(mkdtemp(path) == NULL, 1);
    char name[64];
    snprintf(name, sizeof name, "%s/run.csv", path);
    ds = gyro(q0, v0);
    simulate("moreau-jean", NULL, 0, 0.1, 0.2);
    MUST(zn_recorder_new(sim, name, 1, &r));
    MUST(zn_recorder_add_q(r, ds, 6, "p3", "-"));
    ck_assert_int_eq(zn_recorder_add_q(r, ds, 7, "p4", "-"), ZN_EINVAL);
    ck_assert_int_eq(zn_recorder_add_v(r, ds, 6, "w3", "rad/s"), ZN_EINVAL);
    MUST(zn_simulation_run(sim));
    MUST(zn_recorder_close(r));
    f = fopen(name, "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
    ck_assert_msg(strstr(line, "p3[-]") != NULL, "%s", line);
    fclose(f);
    remove(name);
    rmdir(path);
}
END_TEST

static zn_ds *start_fall(void)
{
    zn_ds *ds;

    gyro_force[2] = -2 * 9.81;
    ds = gyro(q0, v0);
    contact(ds, height_jac);
    simulate("moreau-jean", NULL, 0, 1e-2, 0.5);
    MUST(zn_simulation_init(sim));
    return ds;
}

START_TEST(a_restarted_run_has_the_same_bits)
{
    char path[] = "/tmp/zeno-manifold-XXXXXX";
    double q[7], v[6];
    const int fd = mkstemp(path);
    zn_ds *ds = start_fall();

    ck_assert_int_ge(fd, 0);
    close(fd);
    for (int k = 0; k < 20; k++)
        MUST(zn_simulation_step(sim));
    MUST(zn_checkpoint_save(sim, path));
    MUST(zn_simulation_run(sim));
    memcpy(q, zn_simulation_q(sim, ds), sizeof q);
    memcpy(v, zn_simulation_v(sim, ds), sizeof v);
    scene_teardown();

    setup();
    ds = start_fall();
    MUST(zn_checkpoint_load(sim, path));
    MUST(zn_simulation_run(sim));
    ck_assert_mem_eq(zn_simulation_q(sim, ds), q, sizeof q);
    ck_assert_mem_eq(zn_simulation_v(sim, ds), v, sizeof v);
    remove(path);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("manifold");
    TCase *tc = tcase_create("manifold");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc, momenta_that_are_carried_turn_between_events);
    tcase_add_test(tc, the_work_of_a_force_without_shares_is_internal);
    tcase_add_test(tc, sizes_come_from_the_class);
    tcase_add_test(tc, half_a_manifold_is_refused);
    tcase_add_test(tc, lagrangian_systems_are_flat);
    tcase_add_test(tc, steps_are_those_of_the_theory);
    tcase_add_test(tc, gradients_of_two_bodies_are_checked);
    tcase_add_test(tc, gradients_are_checked_along_velocities);
    tcase_add_test(tc, position_schemes_refuse_them);
    tcase_add_test(tc, input_given_as_g_is_refused);
    tcase_add_test(tc, columns_of_all_coordinates);
    tcase_add_test(tc, a_restarted_run_has_the_same_bits);
    suite_add_tcase(s, tc);

    /* these make their scenes themselves */
    tc = tcase_create("runs");
    tcase_add_test(tc, spin_converges_to_the_exact_motion);
    tcase_add_test(tc, gradients_given_and_differenced_agree);
    suite_add_tcase(s, tc);
    return test_main(s);
}
