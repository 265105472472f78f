/* test_fremond.c - the stick of the reference tables under Fremond's impact law
 *
 * The table was made with everything that depends on the position (gap, H, the velocity
 * u_k of the law) taken at the predictor Q_k = q_k + h v_k. Here Q is the position of
 * the system, moved by an integrator of the test,
 *     M (v_{k+1} - v_k) = h F + H(Q_k)' lambda      (M and F constant)
 *     Q_{k+1} = Q_k + h (3/2 v_{k+1} - 1/2 v_k),
 * which is q_{k+1} = q_k + h/2 (v_k + v_{k+1}) in other words.
 *
 * (BouncingBallTS-CompliantContact has no test: its one-step problem counts h v_k twice
 * and takes the answer of a position to an impulse as theta W instead of h theta W, as its
 * description says; no consistent scheme gives these numbers.)
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/osi.h>
#include <zeno/zeno.h>

#include "tests/conformance/reference.h"

static zn_ctx *ctx;

#define MUST(call)                                                             \
    do {                                                                       \
        const zn_status must_st = (call);                                      \
        ck_assert_msg(must_st == ZN_OK, "%s: %s: %s", #call,                   \
                      zn_status_name(must_st), zn_errmsg(ctx));                \
    } while (0)

/* ---- the integrator ------------------------------------------------------------- */

typedef struct predicting {
    double gamma;
} predicting;

static const zn_option options[] = {
    ZN_OPT_REAL(predicting, gamma, 0.5, -2, 2, "-",
                "contact active if y + gamma h u <= 0"),
    ZN_OPT_END,
};

static zn_status make(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      double W[])
{
    (void)s, (void)w;
    return zn_ds_class(ds)->mass(ds, zn_step_view_of(step, ds).q, W);
}

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zn_osi_work *b = w;
    zn_status st;

    (void)s, (void)p, (void)norm;
    for (zn_index i = 0; i < x.n; i++)
        b->free[i] = x.v1[i] - x.v[i];
    st = zn_ds_class(ds)->mass_mul(ds, x.q, b->free, b->R);
    if (!st)
        st = zn_ds_class(ds)->force(ds, step->t, x.q, x.v, b->free);
    for (zn_index i = 0; i < x.n; i++)
        b->R[i] -= step->h * b->free[i];
    return st;
}

static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level level, double e, double q[])
{
    const zn_step_view x = zn_step_view_of(step, ds);

    (void)s, (void)w, (void)level, (void)e;
    memcpy(q, x.q, (size_t)x.nq * sizeof *q);
}

static bool active(const void *s, const zn_step *step, const double y[],
                   const double u[], bool was)
{
    (void)was;
    return y[0] + ((const predicting *)s)->gamma * step->h * u[0] <= 0;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double dv[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_osi_work *b = w;

    (void)s;
    for (zn_index i = 0; i < x.n; i++) {
        x.v1[i] = b->free[i] + dv[i];
        x.q1[i] = x.q[i] + step->h * (1.5 * x.v1[i] - 0.5 * x.v[i]);
    }
    return ZN_OK;
}

static const zn_osi_type predicting_type = {
    .type = {.size = sizeof predicting_type,
             .kind = ZN_KIND_OSI,
             .name = "predicting",
             .summary = "theta = 1/2 by predictors",
             .state_size = sizeof(predicting),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .make = make,
    .residual = residual,
    .point = point,
    .active = active,
    .update = update,
};

static const zn_type *const types[] = {&predicting_type.type, NULL};
static const zn_plugin predicting_plugin = {.size = sizeof predicting_plugin,
                                            .major = ZN_PLUGIN_MAJOR,
                                            .minor = ZN_PLUGIN_MINOR,
                                            .build = ZN_PLUGIN_BUILD,
                                            .name = "predicting",
                                            .version = "1",
                                            .license = "Apache-2.0",
                                            .types = types};

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

START_TEST(impacting_stick)
{
    const double g = 10, mu = 0.01, h = 1e-4, a = acos(-1) / 4;
    const double mass[3] = {1, 1, 1. / 12}, F[3] = {0, -g, 0};
    const double v0[3] = {-0.5, 0.1, 0.1};
    double Q[3] = {0.5 * sin(a), 0.5 * cos(a) + 0.01, a};
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
    for (int i = 0; i < 3; i++)
        Q[i] += h * v0[i];
    MUST(zn_ctx_new(&ctx));
    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &predicting_plugin));
    MUST(zn_model_new(ctx, &model));
    MUST(zn_ds_new(ctx, "lagrangian-linear", "stick", 3, Q, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 3, mass));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, F));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_law_fremond(ctx, 2, 1, mu, &law));
    MUST(zn_relation_new(ctx, "scleronomous", "end", 2, 3, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)stick_gap));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)stick_jac));
    MUST(zn_model_connect(model, "ground", law, r, ds, NULL, &c));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "predicting", NULL, NULL));
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
            stick_jac(3, (double *)(uintptr_t)q, 2, H, 0, NULL);
            for (int i = 0; i < 2; i++)
                before[i] = H[i] * v[0] + H[i + 2] * v[1] + H[i + 4] * v[2];
            MUST(zn_simulation_step(sim));
            const double at[3] = {0, 0, q[2] - h * v[2]};
            stick_jac(3, (double *)(uintptr_t)at, 2, H, 0, NULL);
            for (int i = 0; i < 2; i++)
                u[i] = H[i] * v[0] + H[i + 2] * v[1] + H[i + 4] * v[2];
            normal += (before[0] + u[0]) / 2 * lambda[0];
            tangential += (before[1] + u[1]) / 2 * lambda[1];
        }
        for (zn_index i = 0; i < 3; i++) {
            reference_check(&ref, k, 1 + i, q[i] - h * v[i], 1e-11);
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

    tcase_add_test(t, impacting_stick);
    suite_add_tcase(s, t);
    return test_main(s);
}
