/* test_newton_euler.c - rigid bodies: completeness, free motion, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/body_models.h"

/* ---- completeness ---------------------------------------------------------------- */

START_TEST(a_quaternion_of_another_length_is_refused_with_its_length)
{
    double q[7] = {0, 0, 0, 1, 1, 0, 0}, v[6] = {0};
    zn_ds *ds = body(q, v, 1, inertia);

    REFUSED(zn_model_seal(model), ZN_EINVAL, "has length 1.41421356237");
    MUST(zn_ds_set(ds, "quaternion", "normalise"));
    MUST(zn_model_seal(model));
    ck_assert(fabs(zn_ds_q0(ds)[3] - sqrt(0.5)) < 3e-16);
}
END_TEST

START_TEST(what_is_missing_or_impossible_is_named)
{
    const double bad[9] = {1, 0, 0, 0, 1, 0.5, 0, 0, 1};
    const double flat[9] = {1, 0, 0, 0, -1, 0, 0, 0, 1};
    const double zero = 0, J[21] = {0};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q0, v0, &ds));
    MUST(zn_model_add_ds(model, ds));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "mass is not given");
    REFUSED(zn_model_seal(model), ZN_EINVAL, "inertia is not given");
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &zero));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "mass = 0, must be > 0");
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, bad));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "inertia is not symmetric");
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, flat));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "principal moment -1");
    MUST(zn_ds_set_constant(ds, "jac_f_int_q", 3, 7, J));
    REFUSED(zn_model_seal(model), ZN_EINVAL,
            "jac_f_int_q is given, but f_int is not given");
    REFUSED(zn_ds_set(ds, "update", "euler"), ZN_EINVAL, "system 'body'");
}
END_TEST

/* What rounding leaves of the symmetry is measured by the largest moment, wherever it stands. */
START_TEST(symmetry_is_as_good_as_rounding)
{
    const double off[2] = {9e-13, 3e-12};

    for (int k = 0; k < 3; k++)
        for (int bad = 0; bad < 2; bad++) {
            double I[9] = {1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3};
            zn_model *one;
            zn_ds *ds;

            /* the other two are half of it: as parts of them more than 1e-12 is off */
            I[4 * k] = 2e-3;
            I[(k + 1) % 3 + 3 * ((k + 2) % 3)] = 2e-3 * off[bad];
            MUST(zn_model_new(ctx, &one));
            MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q0, v0, &ds));
            MUST(zn_ds_set_constant(ds, "mass", 1, 1, &I[8]));
            MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
            MUST(zn_model_add_ds(one, ds));
            if (bad)
                REFUSED(zn_model_seal(one), ZN_EINVAL, "inertia is not symmetric");
            else
                MUST(zn_model_seal(one));
            zn_model_free(one);
        }
}
END_TEST

START_TEST(principal_frame_is_found)
{
    zn_ds *ds = body(q0, v0, 1, inertia);
    double m[3], A[9];

    REFUSED(zn_body_principal(ds, m, A), ZN_ESTATE, "sealed");
    MUST(zn_model_seal(model));
    MUST(zn_body_principal(ds, m, A));
    ck_assert(m[0] <= m[1] && m[1] <= m[2]);
    for (int k = 0; k < 3; k++) /* I a = m a */
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int j = 0; j < 3; j++)
                sum += inertia[i + 3 * j] * A[j + 3 * k];
            CLOSE(sum, m[k] * A[i + 3 * k], 1e-14);
        }
    CLOSE(A[0] * (A[4] * A[8] - A[5] * A[7]) -
              A[1] * (A[3] * A[8] - A[5] * A[6]) +
              A[2] * (A[3] * A[7] - A[4] * A[6]),
          1, 1e-14);
}
END_TEST

/* ---- motion ------------------------------------------------------------------------- */

/* The same forces with given and with differenced Jacobians; Newton's method
 * converges in few iterations, quadratically, with the exact ones. */
START_TEST(newton_converges_quadratically)
{
    double end[2][7];

    for (int k = 0; k < 2; k++) {
        zn_run_info info;
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        ds = loaded(k);
        MUST(zn_ds_set(ds, "m_ext", "inertial"));
        MUST(zn_ds_set(ds, "m_int", "inertial"));
        simulate("moreau-jean", "theta=0.5 start=velocity", 0, 0.05, 2);
        MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
        while (goes_on())
            ck_assert_int_le(zn_simulation_step_info(sim)->newton_iterations,
                             5);
        zn_simulation_run_info(sim, &info);
        memcpy(end[k], zn_simulation_q(sim, ds), sizeof end[k]);
        CLOSE(zn_quaternion_length(end[k] + 3), 1, 4e-16);
    }
    for (int i = 0; i < 7; i++)
        CLOSE(end[0][i], end[1][i], 1e-11);
}
END_TEST

/* NE-10 and NE-11: the free body of inertia (1, 2, 3). */
static const double principal[9] = {1, 0, 0, 0, 2, 0, 0, 0, 3};
static const double upright[7] = {0, 0, 0, 1, 0, 0, 0};
static const double spin[6] = {0, 0, 0, 1, 0.1, -0.2};
static const double exact[7] = {8.717816099561e-01,  4.781382687381e-01,
                                -1.498794845287e-03, -1.066694620055e-01,
                                9.993904725106e-01,  -1.059182866887e-01,
                                -1.989818388237e-01};

static zn_ds *spinning(const char *update, const char *gyro,
                       const char *options, double h, double T)
{
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    ds = body(upright, spin, 1, principal);
    MUST(zn_ds_set(ds, "update", update));
    MUST(zn_ds_set(ds, "gyroscopic", gyro));
    simulate("moreau-jean", options, 0, h, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-14));
    return ds;
}

START_TEST(steps_are_those_of_the_theory)
{
    static const struct {
        const char *update;
        int steps;
        double end[7];
    } runs[] = {
        {"tangent",
         1,
         {9.999868744457e-01, 5.000429765383e-03, 4.949888813281e-04,
          -1.000811936827e-03, 1.000198159863e+00, 9.799815136672e-02,
          -2.003300292844e-01}},
        {"tangent",
         100,
         {8.717839197244e-01, 4.781345246442e-01, -1.498614229515e-03,
          -1.066673699344e-01, 9.993905442572e-01, -1.059176581380e-01,
          -1.989819514551e-01}},
        {"exponential",
         1,
         {9.999868742160e-01, 5.000473521163e-03, 4.949932126808e-04,
          -1.000820694336e-03, 1.000198159863e+00, 9.799815136672e-02,
          -2.003300292844e-01}},
        {"exponential",
         100,
         {8.717817208839e-01, 4.781383264557e-01, -1.498626509573e-03,
          -1.066682990650e-01, 9.993905442572e-01, -1.059176581380e-01,
          -1.989819514551e-01}},
    };

    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        const zn_ds *ds =
            spinning(runs[k].update, "force", "theta=0.5", 0.01, 1);
        for (int i = 0; i < runs[k].steps; i++)
            MUST(zn_simulation_step(sim));
        for (int i = 0; i < 4; i++)
            CLOSE(q_of(ds, 3 + i), runs[k].end[i], 1e-12);
        for (int i = 0; i < 3; i++)
            CLOSE(v_of(ds, 3 + i), runs[k].end[4 + i], 1e-12);
    }
}
END_TEST

static double spin_error(const char *update, const char *gyro,
                         const char *options, double h)
{
    const zn_ds *ds = spinning(update, gyro, options, h, 1);
    double error = 0;

    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 4; i++)
        error = fmax(error, fabs(q_of(ds, 3 + i) - exact[i]));
    for (int i = 0; i < 3; i++)
        error = fmax(error, fabs(v_of(ds, 3 + i) - exact[4 + i]));
    return error;
}

START_TEST(free_rotation_converges)
{
    static const struct {
        const char *update, *gyro, *options;
        double order;
    } runs[] = {{"exponential", "force", "theta=0.5", 2},
                {"tangent", "force", "theta=0.5", 2},
                {"exponential", "force", "theta=1", 1},
                {"exponential", "carried", "theta=0.5", 2},
                {"tangent", "carried", "theta=0.5", 2},
                {"exponential", "carried", "theta=1", 1}};

    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++)
        CLOSE(log2(spin_error(runs[k].update, runs[k].gyro, runs[k].options,
                              0.02) /
                   spin_error(runs[k].update, runs[k].gyro, runs[k].options,
                              0.01)),
              runs[k].order, 0.05);
}
END_TEST

/* ---- memory --------------------------------------------------------------------------- */

static zn_status hang(zn_ctx *c, zn_model *mod, zn_ds *ds, const char *name,
                      double at)
{
    const double point[3] = {0, at, 0}, axis[3] = {0, 1, 0};
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = zn_law_equality(c, 5, &law);

    if (!st)
        st = zn_joint_new(c, "revolute", name, ds, NULL, point, axis, &r);
    if (!st)
        st = zn_model_connect(mod, name, law, r, ds, NULL, NULL);
    if (st) {
        zn_law_free(law);
        zn_relation_free(r);
    }
    return st;
}

/* A body on two hinges, of which one would do, some steps; the steps after the first
 * allocate nothing. */
static zn_status build(zn_ctx *c, zn_model *mod, zn_ds **ds)
{
    const double f[3] = {0, 0, -9}, m = 2;
    zn_status st = zn_ds_new(c, "newton-euler", "body", 6, q0, v0, ds);

    if (!st)
        st = zn_ds_set_constant(*ds, "mass", 1, 1, &m);
    if (!st)
        st = zn_ds_set_constant(*ds, "inertia", 3, 3, inertia);
    if (!st)
        st = zn_ds_set_constant(*ds, "f_ext", 3, 1, f);
    if (!st)
        st = zn_model_add_ds(mod, *ds);
    if (st) {
        zn_ds_free(*ds);
        return st;
    }
    st = hang(c, mod, *ds, "hinge", 0);
    return st ? st : hang(c, mod, *ds, "second", 1);
}

static zn_status run_body(const zn_allocator *alloc)
{
    const test_memory *mem = alloc->user;
    zn_simulation *run = NULL;
    zn_model *mod = NULL;
    zn_ctx *c = NULL;
    zn_ds *ds = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_model_new(c, &mod);
    if (!st)
        st = build(c, mod, &ds);
    if (!st)
        st = zn_model_seal(mod);
    if (!st)
        st = zn_simulation_new(mod, &run);
    if (!st)
        st = zn_simulation_use(run, "moreau-jean", NULL, NULL);
    if (!st)
        st = zn_simulation_set_time(run, 0, 1e-3, 1);
    if (!st)
        st = zn_simulation_set(run, "recompute", "no"); /* that allocates */
    if (!st)
        st = zn_simulation_step(run);
    const long count = mem->calls;
    for (int k = 0; !st && k < 20; k++)
        st = zn_simulation_step(run);
    ck_assert(st || mem->calls == count);
    zn_simulation_free(run);
    zn_model_free(mod);
    zn_ctx_free(c);
    return st;
}

START_TEST(memory_may_run_out_at_any_time)
{
    test_torture(run_body);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("newton_euler");
    TCase *tc = tcase_create("newton_euler");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc,
                   a_quaternion_of_another_length_is_refused_with_its_length);
    tcase_add_test(tc, what_is_missing_or_impossible_is_named);
    tcase_add_test(tc, symmetry_is_as_good_as_rounding);
    tcase_add_test(tc, principal_frame_is_found);
    tcase_add_test(tc, newton_converges_quadratically);
    tcase_add_test(tc, steps_are_those_of_the_theory);
    tcase_add_test(tc, free_rotation_converges);
    tcase_add_test(tc, memory_may_run_out_at_any_time);
    suite_add_tcase(s, tc);
    return test_main(s);
}
