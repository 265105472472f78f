/* test_four_bar.c - reference trajectory of a linkage with play in three pins, by the
 * combined projection; the model is that of the sample
 *
 * The table was written with newton_tol, solver_tol and projection_tol 1e-6 and the
 * contacts in random order: it is converged to about 1e-6 itself. Up to row 10
 * (t = 0.5 s) it is met to that, rates to 2e-5. Then a pin touches its bearing so
 * lightly that such a difference decides in which step; what follows differs by
 * 3e-4 rad and, once, 0.05 rad/s of 15.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

#include "samples/four_bar/LinkagePlugin.c"

enum { SHARP = 10 };

/* All that the table's programme had of the derivatives of the force. */
static void weight_by_q(double t, unsigned n, double *q, double *v, double *J,
                        unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = -m1 * g * l1 * sin(q[0]) / 2;
}

static zn_ds *linkage(void)
{
    const double z[4] = {200, 10, 6, 0.75 * 3.14159265};
    const double q0[7] = {1.570823772407980, 0.3532842020624460,
                          1.264872058968431, 1.876454585097650,
                          1.691962091335582, 0.3764686197082958,
                          1.191962183453451};
    const double v0[7] = {0}, none[49] = {0};
    const double J2 = m2 * l2 * l2 / 12, J3 = m3 * l3 * l3 / 12;
    const double diag[7] = {m1 * l1 * l1 / 3, J2, J3, m2, m2, m3, m3};
    double M[49] = {0};
    zn_ds *ds;

    for (int i = 0; i < 7; i++)
        M[8 * i] = diag[i];
    MUST(zn_ds_new(ctx, "lagrangian", "linkage", 7, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 7, 7, M));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)linkageInt));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)weight_by_q));
    MUST(zn_ds_set_constant(ds, "jac_f_int_v", 7, 7, none));
    MUST(zn_ds_set_z(ds, 4, z));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static zn_interaction *pins(zn_ds *ds)
{
    const double play = 0.005;
    zn_interaction *a;
    zn_relation *r;
    zn_law *law;

    MUST(zn_relation_new(ctx, "scleronomous", "pins", 6, 7, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)linkagePins));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)linkagePinsJac));
    MUST(zn_relation_set_z(r, 1, &play));
    MUST(zn_law_friction(ctx, 2, 0, 0, .1, &law));
    MUST(zn_model_connect(model, "pins", law, r, ds, NULL, &a));
    return a;
}

static void compare(const reference *ref, long k, const zn_ds *ds, double tol_q,
                    double tol_v)
{
    for (zn_index i = 0; i < 7; i++)
        reference_check(ref, k, 1 + (long)i, q_of(ds, i), tol_q);
    for (zn_index i = 0; i < 3; i++)
        reference_check(ref, k, 8 + (long)i, v_of(ds, i), tol_v);
}

START_TEST(four_bar)
{
    zn_interaction *a;
    double worst = 0;
    reference ref;
    zn_ds *ds;

    if (!reference_read(&ref,
                        "trajectories/FourBarClearance/FourBarClearance.ref"))
        return;
    ds = linkage();
    a = pins(ds);
    simulate("moreau-jean",
             "theta=0.5 gamma_mass=1 start=velocity matrix=every", 0, 1e-4, 1);
    MUST(zn_simulation_set(sim, "newton_check", "lagged"));
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-6));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-12));
    MUST(zn_simulation_set(sim, "projection", "combined"));
    MUST(zn_simulation_set(sim, "projection_metric", "identity"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-6));
    MUST(zn_simulation_init(sim));
    for (long k = 0; k < ref.rows; k++) {
        while (zn_simulation_time(sim) < reference_at(&ref, k, 0) - 1e-9) {
            MUST(zn_simulation_step(sim));
            for (int i = 0; i < 3; i++)
                worst = fmin(worst, zn_simulation_y(sim, a, 0)[2 * i]);
        }
        compare(&ref, k, ds, k <= SHARP ? 1e-6 : 5e-4, k <= SHARP ? 2e-5 : .06);
    }
    ck_assert_double_ge(worst, -1e-6);
    reference_free(&ref);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("four-bar");
    TCase *tc = tcase_create("four-bar");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, four_bar);
    suite_add_tcase(s, tc);
    return test_main(s);
}
