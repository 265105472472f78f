/* test_simultaneous.c - projection=simultaneous: what a projection moves counts, whatever is checked
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* A force that is zero where the step begins, a = 7.5 mm, and where it would end, b = -2.5 mm; of C times
 * 18.75 mm^2 on the surface between. */
static const double a = .0075, b = -.0025, C = 1e6;

static void between(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = C * (q[0] - a) * (q[0] - b);
}

static void between_q(double t, unsigned n, double *q, double *v, double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = C * (2 * q[0] - a - b);
}

static void none(double t, unsigned n, double *q, double *v, double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0;
}

/* At -1 m/s, h = 10 ms, the contact is not foreseen: y + h/2 v = 2.5 mm. So no impulse acts, and the
 * projection brings the mass of 1 kg to q = 0. The balance is that of the end that is reached,
 *     u = v - h/2 (f(a) + f(0)) = -1 + h/2 C a |b| = -0.90625 m/s;
 * of the end without projection it is u = v, which Newton's method begins with. */
START_TEST(the_balance_is_of_the_end_that_is_reached)
{
    static const char *const check[] = {"both", "increment", "residual"};
    const double one = 1, v = -1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &a, &v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)between));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)between_q));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)none));
    MUST(zn_model_add_ds(model, ds));
    join("wall", newton(0), 1, 1, &one, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, .01, .01);
    MUST(zn_simulation_set(sim, "projection", "simultaneous"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-14));
    MUST(zn_simulation_set(sim, "newton_check", check[_i]));
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0), 0, 1e-14);
    CLOSE(v_of(ds, 0), -1 + .005 * C * a * -b, 1e-10); /* newton_tol */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("simultaneous projection");
    TCase *tc = tcase_create("checks");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, the_balance_is_of_the_end_that_is_reached, 0, 3);
    suite_add_tcase(s, tc);
    return test_main(s);
}
