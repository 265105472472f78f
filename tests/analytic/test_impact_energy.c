/* test_impact_energy.c - which laws of impact may give energy, and which never do
 *
 * One step without forces is an impact: v+ = v- + M^-1 H' lambda, and the kinetic energy
 * before and after it is all there is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/zeno.h>

#include <math.h>

#include "tests/must.h"
#include "tests/unit/zeno_test.h"

enum { DOFS = 6, CONTACTS = 4 };

static zn_ctx *ctx;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* An impact of contacts that are all closed: rows (N, T) or (N) of H, n columns. */
typedef struct impact {
    zn_index n, contacts, rows;
    double M[DOFS * DOFS], H[CONTACTS * 2 * DOFS], v[DOFS];
    const char *law[CONTACTS];
    double e[CONTACTS], mu[CONTACTS], theta;
} impact;

static double kinetic(const impact *x, const double v[])
{
    double T = 0;

    for (zn_index j = 0; j < x->n; j++)
        for (zn_index i = 0; i < x->n; i++)
            T += v[i] * x->M[i + j * x->n] * v[j] / 2;
    return T;
}

static zn_law *law_of(const impact *x, zn_index a)
{
    zn_law *law;

    if (x->rows == 1 && strcmp(x->law[a], "newton-impact-friction") == 0) {
        MUST(zn_law_newton_impact(ctx, x->e[a], &law));
        return law;
    }
    MUST(zn_law_new(ctx, x->law[a], &law));
    MUST(zn_law_set_real(law, "size", (double)x->rows));
    MUST(zn_law_set_real(law, "e", x->e[a]));
    MUST(zn_law_set_real(law, "mu", x->mu[a]));
    if (x->theta > 0)
        MUST(zn_law_set_real(law, "theta", x->theta));
    return law;
}

/* Energy after the impact, relative to that before; NAN if it has no answer. v: the
 * velocity after it, or NULL. */
static double energy_after(const impact *x, double v[])
{
    const double zero[DOFS] = {0};
    const double closed[2] = {-1, 0};
    zn_simulation *sim;
    zn_model *model;
    double T;
    zn_ds *ds;

    MUST(zn_model_new(ctx, &model));
    MUST(zn_ds_new(ctx, "lagrangian-linear", "body", x->n, zero, x->v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", x->n, x->n, x->M));
    MUST(zn_model_add_ds(model, ds));
    for (zn_index a = 0; a < x->contacts; a++) {
        zn_relation *r;
        MUST(zn_relation_new(ctx, "linear", NULL, x->rows, x->n, &r));
        MUST(zn_relation_set_constant(r, "C", x->rows, x->n,
                                      x->H + a * x->rows * x->n));
        MUST(zn_relation_set_constant(r, "e", x->rows, 1, closed));
        MUST(zn_model_connect(model, NULL, law_of(x, a), r, ds, NULL, NULL));
    }
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-12));
    MUST(zn_simulation_set_time(sim, 0, 1e-6, 1e-6));
    const zn_status st = zn_simulation_step(sim);
    if (st != ZN_UNSOLVED)
        MUST(st);
    T = st ? NAN : kinetic(x, zn_simulation_v(sim, ds)) / kinetic(x, x->v);
    for (zn_index i = 0; v && i < x->n; i++)
        v[i] = zn_simulation_v(sim, ds)[i];
    zn_simulation_free(sim);
    zn_model_free(model);
    return T;
}

/* T.R. Kane's puzzle (Stanford Mechanics Alumni Club Newsletter, 1984): a double pendulum of
 * two equal rods, 20 and 30 degrees from the vertical, strikes a rough floor with angular
 * velocities -0.1 and -0.2. M = m l^2 [4/3 c/2; c/2 1/3], c = cos(10 degrees); the tip has
 * u_N = l (s1 w1 + s2 w2), u_T = l (c1 w1 + c2 w2). By hand: the tip slips back after
 * the impact, lambda = (0.916584813765, -0.458292406883), u+ = (0.0939414100328,
 * 0.00884567357741), T = 0.0231814108635 and then 0.0639253154169. */
static impact kane(const char *law)
{
    const double a = acos(-1) / 9, b = acos(-1) / 6, c = cos(b - a);

    return (impact){.n = 2,
                    .contacts = 1,
                    .rows = 2,
                    .M = {4. / 3, c / 2, c / 2, 1. / 3},
                    .H = {sin(a), cos(a), sin(b), cos(b)},
                    .v = {-0.1, -0.2},
                    .law = {law},
                    .e = {0.7},
                    .mu = {0.5}};
}

START_TEST(newtons_law_with_friction_creates_energy_in_kanes_example)
{
    const impact x = kane("newton-impact-friction");
    double v[2];

    ck_assert_double_eq_tol(kinetic(&x, x.v), 0.023181410863455418, 1e-15);
    ck_assert_double_eq_tol(energy_after(&x, v),
                            0.06392531541690086 / 0.023181410863455418, 1e-11);
    ck_assert_double_eq_tol(x.H[0] * v[0] + x.H[2] * v[1], 0.09394141003279696,
                            1e-12);
    ck_assert_double_eq_tol(x.H[1] * v[0] + x.H[3] * v[1], 0.008845673577410396,
                            1e-12);
}
END_TEST

/* The same impact: it slips all the time, lambda_T = +mu lambda_N against u_m,T < 0 or
 * sticks in the mean; either way the tip comes up with e times its velocity. */
START_TEST(fremonds_law_takes_energy_there)
{
    const impact x = kane("fremond-impact");
    double v[2], T = energy_after(&x, v);

    ck_assert_double_eq_tol(x.H[0] * v[0] + x.H[2] * v[1], 0.09394141003279696,
                            1e-12);
    ck_assert_double_lt(T, 1);
    ck_assert_double_gt(T, 0);
}
END_TEST

/* Two frictionless contacts with W = [1 c; c 1], e = 1 and 0, all directions of v-: a contact
 * that is about to part is thrown back by the other. With equal e the energy changes by
 * -(1 - e)/(1 + e) lambda W lambda / 2 (J.J. Moreau), with different ones it may grow. */
START_TEST(different_restitutions_may_create_energy_by_newtons_law)
{
    const double c = -0.9, s = sqrt(1 - c * c);
    impact x = {.n = 2,
                .contacts = 2,
                .rows = 1,
                .M = {1, 0, 0, 1},
                .H = {1, 0, c, s},
                .law = {"newton-impact-friction", "newton-impact-friction"}};
    double most = 0;

    for (int k = 0; k < 72; k++) {
        x.v[0] = cos(k * acos(-1) / 36);
        x.v[1] = sin(k * acos(-1) / 36);
        x.e[0] = 1;
        x.e[1] = 0;
        const double T = energy_after(&x, NULL);
        most = T > most ? T : most;
        x.e[1] = 1; /* all the same: never */
        ck_assert_double_le(energy_after(&x, NULL), 1 + 1e-12);
    }
    ck_assert_double_gt(most, 1.2);
    x.law[0] = x.law[1] = "fremond-impact";
    x.e[1] = 0;
    for (int k = 0; k < 72; k++) {
        x.v[0] = cos(k * acos(-1) / 36);
        x.v[1] = sin(k * acos(-1) / 36);
        ck_assert_double_le(energy_after(&x, NULL), 1 + 1e-12);
    }
}
END_TEST

static double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Any mass, any rows, any velocities, e and mu of each contact its own. */
static void draw(impact *x, uint64_t *seed)
{
    x->n = 2 + (zn_index)(uniform(seed) * (DOFS - 1));
    x->contacts = 1 + (zn_index)(uniform(seed) * CONTACTS);
    x->rows = 2;
    for (zn_index j = 0; j < x->n; j++) {
        x->v[j] = 2 * uniform(seed) - 1;
        for (zn_index i = 0; i < x->n; i++)
            x->M[i + j * x->n] = i == j ? 1 + uniform(seed) : 0;
    }
    for (zn_index i = 0; i < 2 * x->contacts * x->n; i++)
        x->H[i] = 2 * uniform(seed) - 1;
    for (zn_index a = 0; a < x->contacts; a++) {
        x->e[a] = uniform(seed);
        x->mu[a] = uniform(seed);
    }
}

/* theta = 3/4 allows e up to 1/3 */
START_TEST(fremonds_law_never_creates_energy)
{
    const double theta = _i == 0 ? 0.5 : 0.75;
    uint64_t seed = 7;
    impact x = {0};

    for (int trial = 0; trial < 1000; trial++) {
        draw(&x, &seed);
        x.theta = theta;
        for (zn_index a = 0; a < x.contacts; a++) {
            x.law[a] = "fremond-impact";
            x.e[a] *= (1 - theta) / theta;
        }
        const double T = energy_after(&x, NULL);
        ck_assert_msg(T <= 1 + 1e-10, "trial %d: energy times %.15g", trial, T);
    }
}
END_TEST

/* What doc/friction-laws.md says of Newton's law: e = 0 takes, e > 0 may give, or have no
 * answer. */
START_TEST(newtons_law_without_restitution_never_creates_energy)
{
    uint64_t seed = 7;
    impact x = {0};
    int more = 0;

    for (int trial = 0; trial < 500; trial++) {
        draw(&x, &seed);
        for (zn_index a = 0; a < x.contacts; a++)
            x.law[a] = "newton-impact-friction";
        more += energy_after(&x, NULL) > 1 + 1e-6;
        for (zn_index a = 0; a < x.contacts; a++)
            x.e[a] = 0;
        const double T = energy_after(&x, NULL);
        ck_assert_msg(T <= 1 + 1e-10, "trial %d: energy times %.15g", trial, T);
    }
    ck_assert_int_gt(more, 10);
}
END_TEST

static void twice(unsigned n_in, double *u, unsigned n_out, double *out,
                  unsigned nz, double *z)
{
    (void)n_in, (void)u, (void)n_out, (void)nz, (void)z;
    out[0] = 2;
}

START_TEST(a_restitution_that_would_create_energy_is_refused)
{
    impact x = kane("fremond-impact");
    zn_simulation *sim;
    zn_relation *r;
    zn_model *model;
    zn_law *law;
    zn_ds *ds;

    for (int late = 0; late < 2; late++) {
        MUST(zn_model_new(ctx, &model));
        MUST(zn_ds_new(ctx, "lagrangian-linear", "body", 2, x.v, x.v, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 2, 2, x.M));
        MUST(zn_model_add_ds(model, ds));
        MUST(zn_relation_new(ctx, "linear", "tip", 2, 2, &r));
        MUST(zn_relation_set_constant(r, "C", 2, 2, x.H));
        MUST(zn_law_fremond(ctx, 2, late ? 0.5 : 0.7, 0.5, &law));
        MUST(zn_law_set_real(law, "theta", 0.625)); /* allows 0.6 */
        if (late)
            MUST(zn_operator_set_function(zn_law_operator(law, "e"),
                                          (zn_fn *)twice));
        MUST(zn_model_connect(model, "floor", law, r, ds, NULL, NULL));
        if (!late) {
            ck_assert_int_eq(zn_model_seal(model), ZN_EINVAL);
            ck_assert_msg(strstr(zn_errmsg(ctx),
                                 "e = 0.7 with theta = 0.625 would create "
                                 "energy") != NULL,
                          "%s", zn_errmsg(ctx));
        } else {
            MUST(zn_model_seal(model));
            MUST(zn_simulation_new(model, &sim));
            MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
            MUST(zn_simulation_set_time(sim, 0, 1e-3, 1));
            ck_assert_int_eq(zn_simulation_step(sim), ZN_EINVAL);
            ck_assert_msg(strstr(zn_errmsg(ctx), "e = 2 with theta") != NULL,
                          "%s", zn_errmsg(ctx));
            zn_simulation_free(sim);
        }
        zn_model_free(model);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("energy of impacts");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t,
                   newtons_law_with_friction_creates_energy_in_kanes_example);
    tcase_add_test(t, fremonds_law_takes_energy_there);
    tcase_add_test(t, different_restitutions_may_create_energy_by_newtons_law);
    tcase_add_loop_test(t, fremonds_law_never_creates_energy, 0, 2);
    tcase_add_test(t, newtons_law_without_restitution_never_creates_energy);
    tcase_add_test(t, a_restitution_that_would_create_energy_is_refused);
    suite_add_tcase(s, t);
    return test_main(s);
}
