/* test_fremond.c - the stick of the reference tables under Fremond's impact law
 *
 * The table was made with everything that depends on the position (gap, H, the velocity
 * u_k of the law) taken at the predictor q_k + h v_k: relations=predicted.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/zeno.h>

#include "tests/must.h"
#include "tests/conformance/reference.h"

static zn_ctx *ctx;

/* ---- the stick --------------------------------------------------------------------- */

static void stick_gap(unsigned nq, double *x, unsigned ny, double *y,
                      unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = x[1] - cos(x[2]) / 2;
    y[1] = -x[0] - sin(x[2]) / 2;
}

static void stick_jac(unsigned nq, double *x, unsigned ny, double *H,
                      unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[1] = -1;
    H[2] = 1;
    H[4] = sin(x[2]) / 2;
    H[5] = -cos(x[2]) / 2;
}

/* By Fremond's law, and by Newton's with e_t = (1 - theta)/theta = 1, which is how the
 * author of the table writes it whatever e and the sign of u_N- are. */
START_TEST(impacting_stick)
{
    const double g = 10, mu = 0.01, h = 1e-4, a = acos(-1) / 4;
    const double mass[3] = {1, 1, 1. / 12}, F[3] = {0, -g, 0};
    const double v0[3] = {-0.5, 0.1, 0.1};
    const double q0[3] = {0.5 * sin(a), 0.5 * cos(a) + 0.01, a};
    double normal = 0, tangential = 0, before[2];
    zn_simulation *sim;
    zn_interaction *c;
    zn_model *model;
    zn_relation *r;
    reference ref;
    zn_law *law;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/ImpactingStick-FremondNSL/"
                              "ImpactingStick-FremondNSL.ref"))
        return;
    MUST(zn_ctx_new(&ctx));
    MUST(zn_kernel_register(ctx));
    MUST(zn_model_new(ctx, &model));
    MUST(zn_ds_new(ctx, "lagrangian-linear", "stick", 3, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 3, mass));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, F));
    MUST(zn_model_add_ds(model, ds));
    if (_i == 0)
        MUST(zn_law_fremond(ctx, 2, 1, mu, &law));
    else
        MUST(zn_law_friction(ctx, 2, 1, 1, mu, &law));
    MUST(zn_relation_new(ctx, "scleronomous", "end", 2, 3, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)stick_gap));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)stick_jac));
    MUST(zn_model_connect(model, "ground", law, r, ds, NULL, &c));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", "relations=predicted", NULL));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-14));
    MUST(zn_simulation_set_time(sim, 0, h, 0.2));
    MUST(zn_simulation_init(sim));
    ck_assert_int_eq(ref.rows, 501);
    for (long k = 0; k < ref.rows; k++) {
        const double *v = zn_simulation_v(sim, ds);
        const double *q = zn_simulation_q(sim, ds);
        const double *lambda = zn_simulation_lambda(sim, c, 1);
        double H[6] = {0}, u[2] = {0};
        while (zn_simulation_time(sim) < reference_at(&ref, k, 0) - 1e-9) {
            double at[3] = {0, 0, q[2] + h * v[2]};
            stick_jac(3, at, 2, H, 0, NULL);
            for (int i = 0; i < 2; i++)
                before[i] = H[i] * v[0] + H[i + 2] * v[1] + H[i + 4] * v[2];
            MUST(zn_simulation_step(sim));
            at[2] = q[2];
            stick_jac(3, at, 2, H, 0, NULL);
            for (int i = 0; i < 2; i++)
                u[i] = H[i] * v[0] + H[i + 2] * v[1] + H[i + 4] * v[2];
            normal += (before[0] + u[0]) / 2 * lambda[0];
            tangential += (before[1] + u[1]) / 2 * lambda[1];
        }
        for (zn_index i = 0; i < 3; i++) {
            reference_check(&ref, k, 1 + i, q[i], 1e-11);
            reference_check(&ref, k, 4 + i, v[i], 1e-11);
        }
        reference_check(&ref, k, 12, lambda[0], 1e-11);
        reference_check(&ref, k, 13, lambda[1], 1e-11);
        reference_check(&ref, k, 17, normal, 1e-11);
        reference_check(&ref, k, 18, tangential, 1e-11);
    }
    ck_assert_double_lt(tangential, -1e-3); /* friction takes */
    reference_free(&ref);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("Fremond's impact law, reference trajectory");
    TCase *t = tcase_create("all");

    tcase_add_loop_test(t, impacting_stick, 0, 2);
    suite_add_tcase(s, t);
    return test_main(s);
}
