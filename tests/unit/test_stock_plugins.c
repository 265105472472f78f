/* test_stock_plugins.c - the functions of BallPlugin and FollowerPlugin
 * SPDX-License-Identifier: Apache-2.0 */
#include "../faults/plugin_files.h"

#include <math.h>

#include <zeno/zeno.h>

static zn_ctx *ctx;

static void setup(void)
{
    ctx = plugin_ctx(NULL);
    ck_assert_ptr_nonnull(ctx);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

static zn_fn *function(const char *plugin, const char *symbol)
{
    zn_fn *fn;
    const zn_symbol *desc;
    ck_assert_msg(zn_plugin_symbol(ctx, plugin, symbol, &fn, &desc) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_ptr_nonnull(desc);
    return fn;
}

/* ---- the ball -------------------------------------------------------------------- */

START_TEST(a_ball_has_its_weight_along_the_first_coordinate)
{
    double f[3] = {0}, z[] = {2, 9.81};
    ((zn_fn_s2 *)function("BallPlugin", "ballFExt"))(0, 3, f, 2, z);
    ck_assert(f[0] == -19.62 && f[1] == 0 && f[2] == 0);
}
END_TEST

START_TEST(the_gap_of_a_ball_is_that_of_its_lowest_point)
{
    double y, G[3] = {0}, q[] = {1, 5, 6}, z[] = {0.1};
    ((zn_fn_s9 *)function("BallPlugin", "ballGap"))(3, q, 1, &y, 1, z);
    ck_assert(y == 0.9);
    ((zn_fn_s9 *)function("BallPlugin", "ballGapJac"))(3, q, 1, G, 1, z);
    ck_assert(G[0] == 1 && G[1] == 0 && G[2] == 0);
}
END_TEST

START_TEST(the_gap_of_two_balls_is_along_the_line_of_their_centres)
{
    /* centres (1, 2) and (4, 6) at a distance of 5; two rotations unused */
    double y, G[6] = {0}, q[] = {1, 2, 9, 4, 6, 8}, z[] = {0.5, 0.25, 2};
    const double expected[] = {-0.6, -0.8, 0, 0.6, 0.8, 0};
    ((zn_fn_s9 *)function("BallPlugin", "ballPairGap"))(6, q, 1, &y, 3, z);
    ck_assert(y == 4.25);
    ((zn_fn_s9 *)function("BallPlugin", "ballPairGapJac"))(6, q, 1, G, 3, z);
    for (int k = 0; k < 6; k++)
        ck_assert_double_eq_tol(G[k], expected[k], 1e-15);
}
END_TEST

/* ---- the cam --------------------------------------------------------------------------- */

enum { CYCLOIDAL, POLY_345, POLY_4567, ARCS };

/* profile, 358 rpm from 0, lift 0.05 m over 0, 100, 40, 100 degrees; the
 * follower of the theory's page, mu, zeta, kappa, f_v */
static void parameters(int profile, double z[12])
{
    const double degree = acos(-1.0) / 180;
    const double all[] = {
        profile,     358,          0,     0.05, 0,      100 * degree,
        40 * degree, 100 * degree, 1.221, 0,    1430.8, 0};
    memcpy(z, all, sizeof all);
}

static void cam(double t, const double z[12], double c[3])
{
    zn_fn_s2 *f = (zn_fn_s2 *)function("FollowerPlugin", "FollowerCam");
    double copy[12];
    memcpy(copy, z, sizeof copy);
    f(t, 3, c, 12, copy);
}

START_TEST(the_rise_laws_have_the_values_of_their_formulas)
{
    /* c, c', c'' from an independent evaluation in 50 digits, rounded */
    static const struct {
        int profile;
        double t, c[3];
    } table[] = {
        {CYCLOIDAL,
         0.01,
         {2.976088728265e-03, 8.383972192848e-01, 1.414193556947e+02}},
        {CYCLOIDAL,
         0.03,
         {3.848942195121e-02, 1.735456736835e+00, -1.141972881820e+02}},
        {CYCLOIDAL, 0.06, {5e-02, 0, 0}},
        {CYCLOIDAL,
         0.1,
         {4.642881155668e-03, -1.087495926835e+00, 1.449386244596e+02}},
        {POLY_345,
         0.03,
         {3.780360053954e-02, 1.691843176670e+00, -9.160185778447e+01}},
        {POLY_4567,
         0.03,
         {3.954107746385e-02, 1.809189960794e+00, -1.469330879295e+02}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double z[12], c[3];
        parameters(table[i].profile, z);
        cam(table[i].t, z, c);
        for (int k = 0; k < 3; k++) /* the table has 13 digits */
            ck_assert_double_eq_tol(c[k], table[i].c[k],
                                    2e-12 * fabs(table[i].c[k]) + 1e-15);
    }
}
END_TEST

START_TEST(velocity_and_acceleration_are_the_derivatives_of_position)
{
    for (int profile = CYCLOIDAL; profile <= ARCS; profile++) {
        double z[12], c[3], before[3], after[3];
        const double h = 1e-6;
        int compared = 0;
        parameters(profile, z);
        z[2] = 0.3; /* turned a little */
        for (int k = 0; k < 400; k++) {
            const double t = -0.1 + 0.0011 * k; /* some turns, past zero */
            cam(t, z, c);
            cam(t - h, z, before);
            cam(t + h, z, after);
            /* c'' of the arcs jumps where they meet: not across that */
            if (fabs(after[2] - before[2]) > 1)
                continue;
            compared++;
            /* a central difference errs by h^2/6 of the third derivative, which
             * c'' tells, and by rounding of c, c' and the angle over h; half
             * as much again for what follows in the series */
            const double c3 = (after[2] - before[2]) / (2 * h);
            const double c4 = (after[2] - 2 * c[2] + before[2]) / (h * h);
            ck_assert_double_eq_tol((after[0] - before[0]) / (2 * h), c[1],
                                    h * h / 4 * fabs(c3) + 2e-9);
            ck_assert_double_eq_tol((after[1] - before[1]) / (2 * h), c[2],
                                    h * h / 4 * fabs(c4) + 2e-8);
        }
        ck_assert_int_gt(compared, 350);
    }
}
END_TEST

START_TEST(the_cam_of_arcs_has_the_positions_of_the_reference)
{
    char path[TEST_PATH];
    if (!test_reference(path, "trajectories/CamFollower/CF.ref"))
        return;
    FILE *f = fopen(path, "r");
    int rows = 0, cols = 0, read = 0;
    double z[12], row[8], c[3];
    ck_assert_int_eq(fscanf(f, "%d %d", &rows, &cols), 2);
    ck_assert(rows == 2001 && cols == 8);
    parameters(ARCS, z);
    for (; read < rows; read++) {
        for (int k = 0; k < 8; k++)
            ck_assert_int_eq(fscanf(f, "%lf", &row[k]), 1);
        cam(row[0], z, c);
        /* 1e-13: what the description of these columns allows */
        ck_assert_double_eq_tol(c[0], row[5], 1e-13);
        ck_assert_double_eq_tol(c[1], row[6], 1e-13);
    }
    fclose(f);
}
END_TEST

START_TEST(the_two_forms_describe_one_follower)
{
    double z[12], c[3], f = 0, y, dot, G = 0, u = 0.43, t = 0.03;
    parameters(POLY_345, z);
    z[9] = 3;   /* damping */
    z[11] = -7; /* valve */
    cam(t, z, c);
    ((zn_fn_s2 *)function("FollowerPlugin", "FollowerFExt"))(t, 1, &f, 12, z);
    ck_assert_double_eq_tol(f, -7 - (1.221 * c[2] + 3 * c[1] + 1430.8 * c[0]),
                            1e-12);
    ((zn_fn_s11 *)function("FollowerPlugin", "FollowerGap"))(1, &u, t, 1, &y, 8,
                                                             z);
    ck_assert(y == u - c[0]);
    ((zn_fn_s11 *)function("FollowerPlugin", "FollowerGapDot"))(1, &u, t, 1,
                                                                &dot, 8, z);
    ck_assert(dot == -c[1]);
    ((zn_fn_s11 *)function("FollowerPlugin", "FollowerGapJac"))(1, &u, t, 1, &G,
                                                                8, z);
    ck_assert(G == 1);
}
END_TEST

/* ---- wrong parameters ---------------------------------------------------------------------- */

/* What the system's force says with these parameters. */
static void raises(const char *name, zn_index nz, const double z[],
                   const char *words)
{
    const double zero = 0;
    double F;
    zn_ds *ds;
    ck_assert_int_eq(zn_ds_new(ctx, "lagrangian", "s", 1, &zero, &zero, &ds),
                     ZN_OK);
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", name), ZN_OK);
    ck_assert_int_eq(zn_ds_set_z(ds, nz, z), ZN_OK);
    ck_assert_int_eq(zn_ds_class(ds)->force(ds, 0, &zero, &zero, &F), ZN_EUSER);
    says(ctx, words);
    zn_ds_free(ds);
}

START_TEST(wrong_parameters_are_said)
{
    double z[12];
    raises("BallPlugin:ballFExt", 1, (double[]){1},
           "needs 2 parameters (m, g), got 1");
    parameters(CYCLOIDAL, z);
    raises("FollowerPlugin:FollowerFExt", 8, z,
           "needs 12 parameters, got 8 (FollowerPlugin.c lists them)");
    z[0] = 1.5;
    raises("FollowerPlugin:FollowerFExt", 12, z,
           "profile z[0] = 1.5, expected 0, 1, 2 or 3");
    parameters(CYCLOIDAL, z);
    z[6] = 5;
    raises("FollowerPlugin:FollowerFExt", 12, z,
           "rise, dwell and return z[5..7] = 1.74533, 5, 1.74533 rad");
    z[0] = NAN;
    raises("FollowerPlugin:FollowerFExt", 12, z, "profile z[0] = nan");
}
END_TEST

/* ---- both forms, simulated --------------------------------------------------------------------- */

typedef struct sample {
    zn_index k;
    double q, v;
} sample;

static void must(zn_status st)
{
    ck_assert_msg(st == ZN_OK, "%s: %s", zn_status_name(st), zn_errmsg(ctx));
}

/* Moreau-Jean, h = 1e-4, theta = 1/2, from u^ = v^ = 0.4; the values are of an
 * independent implementation of the scheme and have 13 digits. */
static void follow(bool moving_frame, const sample expected[3])
{
    double z[12], c[3], q0 = 0.4, v0 = 0.4;
    const double m = 1.221, k = 1430.8, one = 1;
    zn_model *model;
    zn_ds *ds;
    zn_relation *r;
    zn_law *law;
    zn_simulation *sim;
    parameters(CYCLOIDAL, z);
    if (!moving_frame) {
        cam(0, z, c);
        q0 += c[0];
        v0 += c[1];
    }

    must(zn_model_new(ctx, &model));
    must(zn_ds_new(ctx, "lagrangian-linear", "follower", 1, &q0, &v0, &ds));
    must(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    must(zn_ds_set_constant(ds, "stiffness", 1, 1, &k));
    must(zn_ds_set_z(ds, 12, z));
    must(zn_model_add_ds(model, ds));
    if (moving_frame) {
        must(zn_ds_set_name(ds, "f_ext", "FollowerPlugin:FollowerFExt"));
        must(zn_relation_new(ctx, "linear", "cam", 1, 1, &r));
        must(zn_relation_set_constant(r, "C", 1, 1, &one));
    } else {
        must(zn_relation_new(ctx, "rheonomous", "cam", 1, 1, &r));
        must(zn_relation_set_name(r, "h", "FollowerPlugin:FollowerGap"));
        must(zn_relation_set_name(r, "h_dot", "FollowerPlugin:FollowerGapDot"));
        must(zn_relation_set_name(r, "jac_h_q",
                                  "FollowerPlugin:FollowerGapJac"));
        must(zn_relation_set_z(r, 8, z));
    }
    must(zn_law_newton_impact(ctx, 0.8, &law));
    must(zn_model_connect(model, "contact", law, r, ds, NULL, NULL));
    must(zn_model_seal(model));
    must(zn_simulation_new(model, &sim));
    must(zn_simulation_use(sim, "moreau-jean", "theta=0.5 gamma=0.5", NULL));
    must(zn_simulation_set_time(sim, 0, 1e-4, 0.1));

    zn_index step = 0;
    for (int i = 0; i < 3; i++) {
        for (; step < expected[i].k; step++)
            must(zn_simulation_step(sim));
        /* c'' of 300 m/s^2 in rounding over 1000 steps: 1e-11 */
        ck_assert_double_eq_tol(zn_simulation_q(sim, ds)[0], expected[i].q,
                                1e-11);
        ck_assert_double_eq_tol(zn_simulation_v(sim, ds)[0], expected[i].v,
                                1e-10);
    }
    zn_simulation_free(sim);
    zn_model_free(model);
}

START_TEST(the_follower_in_the_frame_of_the_cam_moves_as_known)
{
    follow(true, (sample[]){{400, 4.239568466455e-02, -1.372920586639e+01},
                            {500, 7.289527678396e-02, 1.038350550629e+01},
                            {1000, 2.784365601753e-01, -4.534984662272e+00}});
}
END_TEST

START_TEST(the_follower_over_a_moving_cam_moves_as_known)
{
    follow(false, (sample[]){{400, 9.151192309758e-02, -1.333562293801e+01},
                             {500, 1.228945388770e-01, 1.038347640019e+01},
                             {1000, 2.830789929363e-01, -5.622450817785e+00}});
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stock plugins");
    TCase *tc = tcase_create("functions");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_ball_has_its_weight_along_the_first_coordinate);
    tcase_add_test(tc, the_gap_of_a_ball_is_that_of_its_lowest_point);
    tcase_add_test(tc, the_gap_of_two_balls_is_along_the_line_of_their_centres);
    tcase_add_test(tc, the_rise_laws_have_the_values_of_their_formulas);
    tcase_add_test(tc,
                   velocity_and_acceleration_are_the_derivatives_of_position);
    tcase_add_test(tc, the_cam_of_arcs_has_the_positions_of_the_reference);
    tcase_add_test(tc, the_two_forms_describe_one_follower);
    tcase_add_test(tc, wrong_parameters_are_said);
    suite_add_tcase(suite, tc);

    tc = tcase_create("simulated");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, the_follower_in_the_frame_of_the_cam_moves_as_known);
    tcase_add_test(tc, the_follower_over_a_moving_cam_moves_as_known);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
