/* test_input_pattern.c - what a relation adds to W, dg/dq of two unknowns of many, leaves it sparse
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include "kernel/simulation/simulation.h"

enum { MANY = 200, A = 5, B = 150 };

/* Masses on a line that pull at their neighbours: p + 50 p^3 for a stretch p. Between A and B, far apart, there is
 *     f_A = -4 sin q_B,   f_B = -4 sin q_A,
 * as a part of the system, or as inputs that depend on the state. */
static bool inside;
static double strength; /* of that, as a function of time it may come later */

static double pull(double p)
{
    return 100 * (p + 50 * p * p * p);
}

static double slope(double p)
{
    return 100 * (1 + 150 * p * p);
}

static double at(double t)
{
    return t < .1 ? 0 : strength;
}

static void f_int(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    (void)v, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = pull(q[i] - (i > 0 ? q[i - 1] : 0)) - pull((i + 1 < n ? q[i + 1] : 0) - q[i]);
    if (inside) {
        f[A] += at(t) * sin(q[B]);
        f[B] += at(t) * sin(q[A]);
    }
}

static void jac_whole(double t, unsigned n, double *q, double *v, double *out, unsigned nz, double *z)
{
    (void)v, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++) {
        const double l = slope(q[i] - (i > 0 ? q[i - 1] : 0));
        const double r = slope((i + 1 < n ? q[i + 1] : 0) - q[i]);

        out[i + i * n] = l + r;
        if (i > 0)
            out[i + (i - 1) * n] = -l;
        if (i + 1 < n)
            out[i + (i + 1) * n] = -r;
    }
    out[A + B * n] = at(t) * cos(q[B]);
    out[B + A * n] = at(t) * cos(q[A]);
}

static void jac_band(double t, unsigned n, double *q, double *v, double *out, unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++) {
        const double l = slope(q[i] - (i > 0 ? q[i - 1] : 0));
        const double r = slope((i + 1 < n ? q[i + 1] : 0) - q[i]);

        out[3 * i + 1] = l + r;
        out[3 * i] = i > 0 ? -l : 0;
        out[3 * i + 2] = i + 1 < n ? -r : 0;
    }
}

static void no_jac(double t, unsigned n, double *q, double *v, double *out, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)out, (void)nz, (void)z;
}

/* ---- a spring at A, and what else acts on both --------------------------------------------- */

static void h(double t, unsigned nq, double *q, unsigned nl, double *l, double *y, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)nl, (void)nz, (void)z;
    y[0] = q[0] + l[0] / 50 + .02;
}

static void g(double t, unsigned nq, double *q, unsigned nl, double *l, double *p, unsigned nz, double *z)
{
    (void)nq, (void)nl, (void)nz, (void)z;
    p[0] = l[0] - (inside ? 0 : at(t) * sin(q[1]));
    p[1] = inside ? 0 : -at(t) * sin(q[0]);
}

static void g_q(double t, unsigned nq, double *q, unsigned nl, double *l, double *K, unsigned nz, double *z)
{
    (void)nq, (void)nl, (void)l, (void)nz, (void)z;
    K[0] = K[3] = 0;
    K[1] = inside ? 0 : -at(t) * cos(q[0]);
    K[2] = inside ? 0 : -at(t) * cos(q[1]);
}

static zn_ds *line(void)
{
    const zn_pattern band = zn_pattern_banded(MANY, 1, 1), none = zn_pattern_zero(MANY, MANY);
    double q0[MANY], v0[MANY];
    zn_ds *ds;

    for (int i = 0; i < MANY; i++) {
        q0[i] = .05 * sin(.3 * i);
        v0[i] = -.2 * cos(.1 * i);
    }
    MUST(zn_ds_new(ctx, "lagrangian", "line", MANY, q0, v0, &ds));
    MUST(zn_ds_set(ds, "unit_mass", "yes"));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)f_int));
    if (!inside)
        MUST(zn_ds_set_pattern(ds, "jac_f_int_q", &band));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)(inside ? jac_whole : jac_band)));
    MUST(zn_ds_set_pattern(ds, "jac_f_int_v", &none));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)no_jac));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* *entries: of W at the end; *iterations: of all steps */
static void run(const char *osi, double out[MANY], zn_index *entries, zn_index *iterations)
{
    const double C[2] = {1, 0}, D = .02, Bl[2] = {1, 0};
    const zn_index which[2] = {A, B};
    const zni_body *b;
    const zn_pattern *pattern;
    const double *W;
    zn_run_info info;
    zn_law *law;
    zn_relation *r;
    zn_ds *ds;

    scene_setup();
    ds = line();
    law = equality(1);
    MUST(zn_model_add_law(model, law));
    MUST(zn_relation_new(ctx, "nonlinear", "spring", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)g));
    MUST(zn_relation_set_constant(r, "jac_h_q", 1, 2, C));
    MUST(zn_relation_set_constant(r, "jac_h_lambda", 1, 1, &D));
    MUST(zn_relation_set_function(r, "jac_g_q", (zn_fn *)g_q));
    MUST(zn_relation_set_constant(r, "jac_g_lambda", 2, 1, Bl));
    MUST(zn_model_connect_ends(model, NULL, law, r, &(zn_end){ds, 2, which}, NULL, NULL));
    simulate(osi, "theta=1", 0, 1e-2, .4);
    MUST(zn_simulation_set(sim, "newton_tol", "1e-12"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    *iterations = info.newton_iterations;
    memcpy(out, zn_simulation_q(sim, ds), MANY * sizeof *out);
    b = &sim->body[0];
    MUST(b->osi->type->matrix(b->osi->state, b->ds, b->w, &pattern, &W));
    *entries = zn_pattern_count(pattern);
    scene_teardown();
}

START_TEST(an_input_of_two_unknowns_adds_two_entries)
{
    double whole[MANY], apart[MANY], without[MANY], moved = 0;
    zn_index entries, iterations, more;

    strength = 0;
    inside = false;
    run("moreau-jean", without, &entries, &iterations);
    ck_assert_int_le(entries, 3 * MANY);
    strength = 40;
    inside = true;
    run("moreau-jean", whole, &entries, &iterations);
    ck_assert_int_eq(entries, MANY * MANY);
    inside = false;
    run("moreau-jean", apart, &entries, &more);
    ck_assert_int_le(entries, 3 * MANY + 2);
    ck_assert_int_le(more, iterations + iterations / 10);
    for (int i = 0; i < MANY; i++) {
        moved = fmax(moved, fabs(whole[i] - without[i]));
        CLOSE(apart[i], whole[i], 1e-10);
    }
    ck_assert_double_gt(moved, 1e-2);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------------------ */

static zn_status few_set(zn_ds *ds, zn_relation *r)
{
    const zn_pattern band = zn_pattern_banded(MANY, 1, 1);
    const double C[2] = {1, 0}, D = .02, Bl[2] = {1, 0};
    zn_status st = zn_ds_set(ds, "unit_mass", "yes");

    if (!st)
        st = zn_ds_set_function(ds, "f_int", (zn_fn *)f_int);
    if (!st)
        st = zn_ds_set_pattern(ds, "jac_f_int_q", &band);
    if (!st)
        st = zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)jac_band);
    if (!st)
        st = zn_relation_set_function(r, "h", (zn_fn *)h);
    if (!st)
        st = zn_relation_set_function(r, "g", (zn_fn *)g);
    if (!st)
        st = zn_relation_set_constant(r, "jac_h_q", 1, 2, C);
    if (!st)
        st = zn_relation_set_constant(r, "jac_h_lambda", 1, 1, &D);
    if (!st)
        st = zn_relation_set_function(r, "jac_g_q", (zn_fn *)g_q);
    return st ? st : zn_relation_set_constant(r, "jac_g_lambda", 2, 1, Bl);
}

static zn_status few_model(zn_ctx *c, zn_model *m)
{
    const zn_index which[2] = {A, B};
    const double q0[MANY] = {.1}, v0[MANY] = {.2};
    zn_ds *ds = NULL;
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = zn_relation_new(c, "nonlinear", "spring", 1, 2, &r);

    if (!st)
        st = zn_law_equality(c, 1, &law);
    if (!st)
        st = zn_ds_new(c, "lagrangian", "line", MANY, q0, v0, &ds);
    if (!st)
        st = few_set(ds, r);
    if (!st && (st = zn_model_add_ds(m, ds)) == ZN_OK) {
        const zn_end end = {ds, 2, which};

        ds = NULL;
        st = zn_model_connect_ends(m, NULL, law, r, &end, NULL, NULL);
    }
    if (st) {
        zn_ds_free(ds);
        zn_relation_free(r);
        zn_law_free(law);
    }
    return st;
}

/* W has become another one before the end. */
static zn_status few_run(const zn_allocator *alloc)
{
    zn_ctx *c = NULL;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = few_model(c, m);
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, "moreau-jean", "theta=1", NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, .05, .15);
    if (!st)
        st = zn_simulation_run(s);
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return st;
}

START_TEST(without_memory_for_a_wider_matrix_a_step_says_so)
{
    inside = false;
    strength = 40;
    test_torture(few_run);
}
END_TEST

/* ---- an output that is affine, an input that is not --------------------------------------- */

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
    tcase_add_test(t, an_input_of_two_unknowns_adds_two_entries);
    tcase_add_test(t, without_memory_for_a_wider_matrix_a_step_says_so);
    tcase_add_test(t, a_spring_by_an_affine_output);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
