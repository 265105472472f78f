/* test_newton_units.c - Newton's method ends whatever masses are: rounding of large momenta
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#define GM 3.986e14 /* of the Earth (m^3/s^2) */

static double kilogram;

static void gravity(double t, unsigned n, double *q, double *v, double *f,
                    unsigned nz, double *z)
{
    const double r = hypot(q[0], q[1]), k = kilogram * GM / (r * r * r);

    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = k * q[0];
    f[1] = k * q[1];
}

/* A Jacobian that is far off. */
static void wrong(double t, unsigned n, double *q, double *v, double *J, unsigned nz,
                  double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = J[3] = -1e9 * kilogram;
}

/* A circle around the Earth. Its momentum is 7.7e3 N s per kg, which residuals cannot be known
 * to better than a 1e-16th of. */
static zn_ds *satellite(double mass, const char *check, const char *tol, zn_fn_s6 *jac)
{
    const double r = 6.8e6, v = sqrt(GM / r);
    const double q0[2] = {r, 0}, v0[2] = {0, v}, M[4] = {mass, 0, 0, mass};
    zn_ds *ds;

    kilogram = mass;
    MUST(zn_ds_new(ctx, "lagrangian", "satellite", 2, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, M));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)gravity));
    if (jac)
        MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)jac));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", "theta=0.5", 0, 1, 600);
    MUST(zn_simulation_set(sim, "newton_check", check));
    MUST(zn_simulation_set(sim, "newton_tol", tol));
    return ds;
}

static const struct {
    const char *check, *tol;
    double      apart; /* m; a residual alone allows what it divides by the mass */
} ways[] = {{"both", "1e-10", 1e-6}, {"residual", "1e-10", 1}, {"lagged", "1e-6", 100}};

/* From a gram to a thousand tons, at powers of two. */
START_TEST(a_satellite_flies_whatever_its_mass)
{
    static const double mass[] = {1, 0x1p-10, 0x1p10, 0x1p20, 0x1p30};
    double at[2] = {0};

    for (size_t k = 0; k < sizeof mass / sizeof *mass; k++) {
        scene_teardown();
        scene_setup();
        zn_ds *ds = satellite(mass[k], ways[_i].check, ways[_i].tol, NULL);
        MUST(zn_simulation_run(sim));
        /* the mean rule of order two, 1.1e-3 rad a step: radius to (h w)^2 of itself */
        ck_assert_double_eq_tol(hypot(q_of(ds, 0), q_of(ds, 1)) / 6.8e6, 1, 1.3e-6);
        for (int i = 0; i < 2 && k > 0; i++)
            ck_assert_double_eq_tol(q_of(ds, i), at[i], ways[_i].apart);
        at[0] = q_of(ds, 0);
        at[1] = q_of(ds, 1);
    }
}
END_TEST

START_TEST(what_does_not_converge_is_still_said)
{
    satellite(1024, "both", "1e-10", wrong);
    ck_assert_int_eq(zn_simulation_run(sim), ZN_UNSOLVED);
    ck_assert_msg(strstr(zn_errmsg(ctx), "did not converge") != NULL, "%s", zn_errmsg(ctx));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Newton's method and units");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(t, a_satellite_flies_whatever_its_mass, 0,
                        sizeof ways / sizeof *ways);
    tcase_add_test(t, what_does_not_converge_is_still_said);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
