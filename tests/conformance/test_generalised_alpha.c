/* test_generalised_alpha.c - reference trajectory of a pendulum in x and y
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

/* y points down, the rod is 1 - x^2 - y^2 = 0 */
static void rod_h(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = 1 - q[0] * q[0] - q[1] * q[1];
}

static void rod_jac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = -2 * q[0];
    H[1] = -2 * q[1];
}

/* The table sets a to the acceleration at every step. Its rows are every 20th of a
 * run whose first two rows are both at t = 0, so its instants are k h - h. */
START_TEST(pendulum)
{
    const double M[4] = {1, 0, 0, 1}, f[2] = {0, 9.81}, v0[2] = {0};
    const double angle = acos(-1) / 3, q0[2] = {sin(angle), cos(angle)};
    const double h = 1e-3;
    zn_relation *r;
    zn_interaction *rod;
    reference ref;
    zn_ds *mass;

    if (!reference_read(&ref, "trajectories/SimplePendulum-NewmarkAlpha/"
                              "SimplePendulumED_AlphaScheme.ref"))
        return;
    mass = linear_system("mass", 2, M, NULL, NULL, q0, v0, f);
    MUST(zn_relation_new(ctx, "scleronomous", "rod", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)rod_h));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rod_jac));
    MUST(zn_model_connect(model, "rod", equality(1), r, mass, NULL, &rod));
    simulate("generalised-alpha", "rho=0.99 memory=renew", 0, h, 10);
    MUST(zn_simulation_set(sim, "newton_tol", "2.2e-12"));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-16"));
    MUST(zn_simulation_init(sim));
    ck_assert_int_eq(ref.rows, 501);
    for (long k = 0; k < ref.rows; k++) {
        while (zn_simulation_time(sim) < reference_at(&ref, k, 0) - h / 2)
            MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 0, zn_simulation_time(sim), 1e-12);
        for (int i = 0; i < 2; i++) {
            reference_check(&ref, k, 1 + i, q_of(mass, i), 1e-10);
            reference_check(&ref, k, 3 + i, v_of(mass, i), 1e-9);
        }
        if (k) /* divided by h^2 */
            reference_check(&ref, k, 9, zn_simulation_lambda(sim, rod, 0)[0],
                            1e-4);
    }
    reference_free(&ref);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: generalised alpha");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, pendulum);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
