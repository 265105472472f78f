/* test_input_pattern.c - relations whose input depends on the state beside an output that is affine
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static void one_h(double t, unsigned nq, double *q, unsigned nl, double *l, double *y, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)nl, (void)nz, (void)z;
    y[0] = q[0] + l[0] / 50 + .02;
}

static void one_g(double t, unsigned nq, double *q, unsigned nl, double *l, double *p, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)q, (void)nl, (void)nz, (void)z;
    p[0] = l[0] - 3 * q[0] * q[0] * q[0];
}

/* y = 0 is a spring of 50 N/m, and there is one that hardens: with theta = 1
 *     v1 = v + h (-50 (q1 + 0.02) - 3 q1^3),   q1 = q + h v1 */
START_TEST(a_spring_by_an_affine_output)
{
    const double q0 = .5, v0 = 0, m = 1, C = 1, D = .02, h = 1e-2;
    double q = q0, v = v0;
    zn_law *law;
    zn_relation *r;
    zn_ds *ds;

    scene_setup();
    MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &q0, &v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_model_add_ds(model, ds));
    law = equality(1);
    MUST(zn_model_add_law(model, law));
    MUST(zn_relation_new(ctx, "nonlinear", "spring", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)one_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)one_g));
    MUST(zn_relation_set_constant(r, "jac_h_q", 1, 1, &C));
    MUST(zn_relation_set_constant(r, "jac_h_lambda", 1, 1, &D));
    MUST(zn_model_connect(model, NULL, law, r, ds, NULL, NULL));
    simulate("moreau-jean", "theta=1", 0, h, 1);
    MUST(zn_simulation_set(sim, "newton_tol", "1e-12"));
    for (int k = 0; k < 100; k++) {
        double x = q;

        for (int i = 0; i < 20; i++) /* Newton's method */
            x -= (x - q - h * v + h * h * (50 * (x + .02) + 3 * x * x * x)) / (1 + h * h * (50 + 9 * x * x));
        v = (x - q) / h;
        q = x;
        MUST(zn_simulation_step(sim));
        CLOSE(q_of(ds, 0), q, 1e-11);
        ck_assert_int_le(zn_simulation_step_info(sim)->newton_iterations, 5);
    }
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inputs of few unknowns");
    TCase *t = tcase_create("pattern");

    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_spring_by_an_affine_output);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
