/* test_rotation_motion.c - rigid bodies against motions computed by other means
 *
 * The free box and the heavy top are benchmarks of the multibody field; their
 * numbers come from independent formulations that agree to the digits given.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* ---- the free box: 0.1 x 0.4 x 0.9 m, spinning near its middle axis ----------------- */

static const double box_I[9] = {.97, 0, 0, 0,  .82,
                                0,   0, 0, .17}; /* times m/12 */
static const double box_q[7] = {0, 0, 0, 1};
static const double box_v[6] = {-2, 2, 8, .1, 5, .1};

static zn_ds *box(const char *gyro, double h, double T)
{
    const double m = 12, f[3] = {0, 0, -9.8 * 12};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "box", 6, box_q, box_v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, box_I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_ds_set(ds, "gyroscopic", gyro));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-15));
    MUST(zn_simulation_set(sim, "newton_check", "increment"));
    return ds;
}

/* Angular momentum in the inertial frame, and twice the energy of the rotation. */
static double invariants(const zn_ds *ds, double L[3])
{
    const double *w = zn_simulation_v(sim, ds) + 3;
    double twice = 0;

    for (int i = 0; i < 3; i++) {
        L[i] = box_I[4 * i] * w[i];
        twice += L[i] * w[i];
    }
    zn_rotate(zn_simulation_q(sim, ds) + 3, L, L);
    return twice;
}

static double norm(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* Momentum and energy over `count` steps, sampled. */
static void conserves(long count, double tol, double energy_tol)
{
    double L0[3], L[3], E0, worst = 0, energy = 0;
    zn_ds *ds = box("carried", 1e-2, 1e-2 * (double)count);

    MUST(zn_simulation_init(sim));
    E0 = invariants(ds, L0);
    for (long k = 0; k < count; k++) {
        MUST(zn_simulation_step(sim));
        if (k % 100 != 99)
            continue;
        const double E = invariants(ds, L);
        for (int i = 0; i < 3; i++)
            L[i] -= L0[i];
        worst = fmax(worst, norm(L) / norm(L0));
        energy = fmax(energy, fabs(E - E0) / E0);
    }
    ck_assert_msg(worst <= tol, "momentum changed by %g", worst);
    ck_assert_msg(energy <= energy_tol, "energy changed by %g", energy);
}

/* 5 rad/s and h = 0.01 s: steps of 3 degrees, 160 turns. With ZENO_LONG_TESTS 10^6
 * steps: the momentum to the same bound, the energy, which also feels where Newton's
 * method stops, to a few times that. */
START_TEST(a_free_box_keeps_momentum_and_energy)
{
    const bool all = getenv("ZENO_LONG_TESTS") != NULL;

    conserves(all ? 1000000 : 20000, 1e-12, all ? 4e-12 : 1e-12);
}
END_TEST

/* Without it, they drift by what the scheme's order leaves. */
START_TEST(as_a_force_they_drift)
{
    double L0[3], L[3];
    zn_ds *ds = box("force", 1e-2, 10);

    MUST(zn_simulation_init(sim));
    invariants(ds, L0);
    MUST(zn_simulation_run(sim));
    invariants(ds, L);
    for (int i = 0; i < 3; i++)
        L[i] -= L0[i];
    ck_assert(norm(L) / norm(L0) > 1e-6);
}
END_TEST

/* w(1), w(5), w(10) and p(10) */
static double box_error(const char *gyro, double h)
{
    static const double w[3][3] = {
        {3.42379844155, 2.81918543840, 3.92838444947},
        {.37499077969, 4.98094688101, -.42660324532},
        {2.75584040524, -3.73596351912, -3.16180900357}};
    static const double p[4] = {.22516456342, -.61992756250, -.27702915070,
                                .69874572364};
    static const double at[3] = {1, 5, 10};
    double error = 0;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    ds = box(gyro, h, 10);
    for (int k = 0; k < 3; k++) {
        while (zn_simulation_time(sim) < at[k] - h / 2)
            MUST(zn_simulation_step(sim));
        for (int i = 0; i < 3; i++)
            error = fmax(error, fabs(v_of(ds, 3 + i) - w[k][i]));
    }
    for (int i = 0; i < 4; i++)
        error = fmax(error, fabs(q_of(ds, 3 + i) - p[i]));
    return error;
}

START_TEST(the_free_box_tumbles_as_it_should)
{
    static const char *const gyro[] = {"force", "carried"};

    for (int k = 0; k < 2; k++) {
        const double a = box_error(gyro[k], 2e-3), b = box_error(gyro[k], 1e-3);
        ck_assert_msg(b < 3e-3, "%s: %g", gyro[k], b);
        CLOSE(log2(a / b), 2, 0.02);
    }
}
END_TEST

/* ---- the heavy top, fixed at its tip (Bruls & Cardona 2010) ----------------------------- */

static const double com[3] = {0, 1, 0}; /* from the tip, in the body (m) */
static const double top_m = 15;

/* minus the moment of the weight about the tip, in the body frame */
static void top_moment(double t, double *q, double *v, double *m, unsigned nq,
                       double *q0)
{
    double g[3] = {0, 0, -9.81};

    (void)t, (void)v, (void)nq, (void)q0;
    zn_rotate_back(q + 3, g, g);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        m[i] = -top_m * (com[j] * g[k] - com[k] * g[j]);
    }
}

/* gyro: of the body, or "split", which is an option of the integrator */
static zn_ds *top(const char *gyro, double h, double T)
{
    const bool split = strcmp(gyro, "split") == 0;
    const double I[9] = {15.234375, 0, 0, 0, .46875, 0, 0, 0, 15.234375};
    const double q0[7] = {0, 0, 0, 1}, v0[6] = {0, 0, 0, 0, 150, -4.61538};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "top", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &top_m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_ds_set_function(ds, "m_int", (zn_fn *)top_moment));
    MUST(zn_ds_set(ds, "gyroscopic", split ? "carried" : gyro));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", split ? "theta=0.5 motion=split" : "theta=0.5", 0, h, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    return ds;
}

/* Where the centre of mass is at t = 0.2 s, 1 s and 2 s. */
static double top_error(const char *gyro, double h)
{
    static const double tip[3][3] = {{.605550561, .598957682, -.523983027},
                                     {.173343964, .640088592, -.748490791},
                                     {-.150416823, -.724165592, -.673022270}};
    static const double at[3] = {.2, 1, 2};
    double error = 0;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    ds = top(gyro, h, 2);
    for (int k = 0; k < 3; k++) {
        double x[3];
        while (zn_simulation_time(sim) < at[k] - h / 2)
            MUST(zn_simulation_step(sim));
        zn_rotate(zn_simulation_q(sim, ds) + 3, com, x);
        for (int i = 0; i < 3; i++)
            error = fmax(error, fabs(x[i] - tip[k][i]));
    }
    return error;
}

/* How far the momenta about the vertical and about the axis of the top move away from those
 * of the start, relative to the whole. */
static void momenta(const char *gyro, long count, double *vertical,
                    double *axis)
{
    const double I[3] = {15.234375, .46875, 15.234375}, h = 5e-4;
    zn_ds *ds = top(gyro, h, h * (double)count);
    double size = 0, first[2] = {0};

    *vertical = *axis = 0;
    MUST(zn_simulation_init(sim));
    for (long k = 0; k <= count; k++) {
        const double *w = zn_simulation_v(sim, ds) + 3;
        double L[3], about;

        for (int i = 0; i < 3; i++)
            L[i] = I[i] * w[i];
        about = L[1];
        if (k == 0)
            size = norm(L);
        zn_rotate(zn_simulation_q(sim, ds) + 3, L, L);
        if (k == 0) {
            first[0] = L[2];
            first[1] = about;
        }
        *vertical = fmax(*vertical, fabs(L[2] - first[0]) / size);
        *axis = fmax(*axis, fabs(about - first[1]) / size);
        if (k < count)
            MUST(zn_simulation_step(sim));
    }
}

/* The weight has no moment about the vertical, nor about the axis of the top. A scheme that
 * carries momenta along sums them in the inertial frame and keeps the first; what is about
 * the axis swings by what its order leaves, 1.4e-5, and comes back. One that has
 * Omega x I Omega as a force sums them in the body, where that term has no component
 * along the axis, and keeps the second. Free rotation between two kicks keeps both: the kicks
 * have no component along either, and what turns freely keeps its momentum and its energy, so
 * that of a symmetric body about its axis, too. With ZENO_LONG_TESTS over 10^6 steps. */
START_TEST(the_heavy_top_keeps_its_momenta)
{
    const long count = getenv("ZENO_LONG_TESTS") ? 1000000 : 20000;
    double vertical, axis;

    momenta("carried", count, &vertical, &axis);
    ck_assert_msg(vertical <= 1e-12, "vertical %g", vertical);
    ck_assert_msg(axis <= 2e-5, "axis %g", axis);
    scene_teardown();
    scene_setup();
    momenta("split", count, &vertical, &axis);
    ck_assert_msg(vertical <= 1e-12, "split: vertical %g", vertical);
    ck_assert_msg(axis <= 1e-12, "split: axis %g", axis);
    scene_teardown();
    scene_setup();
    momenta("force", 20000, &vertical, &axis);
    ck_assert_msg(vertical > 1e-3, "vertical %g",
                  vertical); /* drifts: 1e-2 in 10 s */
    ck_assert_msg(axis <= 1e-12, "axis %g", axis);
}
END_TEST

START_TEST(the_heavy_top_is_met_at_order_two)
{
    static const char *const gyro[] = {"force", "carried", "split"};

    for (int k = 0; k < 3; k++) {
        const double a = top_error(gyro[k], 5e-4),
                     b = top_error(gyro[k], 2.5e-4);
        ck_assert_msg(b < 1e-2, "%s: %g", gyro[k], b);
        CLOSE(log2(a / b), 2, 0.05);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rotation: motions");
    TCase *tc = tcase_create("rotation");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_free_box_keeps_momentum_and_energy);
    tcase_add_test(tc, as_a_force_they_drift);
    tcase_add_test(tc, the_free_box_tumbles_as_it_should);
    tcase_add_test(tc, the_heavy_top_keeps_its_momenta);
    tcase_add_test(tc, the_heavy_top_is_met_at_order_two);
    suite_add_tcase(s, tc);
    return test_main(s);
}
