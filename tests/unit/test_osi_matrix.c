/* test_osi_matrix.c - integrators hand out W, what they leave out is done, and who
 * wants W is counted
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include "kernel/simulation/simulation.h"

/* W of system 0 after a step, times what `solve` makes of b, is b. */
static void expect_inverse(zn_index n)
{
    const zni_body *body = &sim->body[0];
    const zn_osi_type *t = body->osi->type;
    const zn_pattern *a;
    const double *W;
    double b[8], x[8], back[8] = {0};

    ck_assert_ptr_nonnull(t->matrix);
    MUST(t->matrix(body->osi->state, body->ds, body->w, &a, &W));
    ck_assert_int_eq(a->rows, n);
    for (zn_index i = 0; i < n; i++)
        b[i] = x[i] = 1 + (double)(i * i);
    t->solve(body->osi->state, body->ds, body->w, 1, x);
    zn_pattern_mul(a, W, 1, x, back);
    for (zn_index i = 0; i < n; i++)
        CLOSE(back[i], b[i], 1e-14);
}

static void second_order(const char *osi)
{
    const double M[] = {2, 0.3, 0.3, 1}, C[] = {0.2, 0, 0, 0.1};
    const double K[] = {40, -10, -10, 30}, q[] = {0.1, -0.2}, v[] = {-1, 0.5};

    scene_setup();
    linear_system("a", 2, M, C, K, q, v, NULL);
    simulate(osi, NULL, 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    expect_inverse(2);
    scene_teardown();
}

START_TEST(w_is_what_solve_inverts)
{
    const double A[] = {-1, 2, -3, -4}, x[] = {1, 0};
    zn_ds *ds;

    second_order("moreau-jean");
    second_order("schatzman-paoli");
    scene_setup();
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "b", 2, x, &ds));
    MUST(zn_ds_set_constant(ds, "A", 2, 2, A));
    MUST(zn_model_add_ds(model, ds));
    simulate("euler-moreau", NULL, 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    expect_inverse(2);
    scene_teardown();
}
END_TEST

/* A body whose forces are constant keeps M for W, a diagonal without a factor beside it. */
START_TEST(a_diagonal_w_is_its_own_factor)
{
    const double I[3] = {0.5, 2, 8}, m = 3, q[7] = {0, 0, 0, 1}, v[6] = {1, 2, 3};
    const double M[6] = {3, 3, 3, 0.5, 2, 8};
    const zn_pattern *a;
    const double *W;
    zn_ds *ds;

    scene_setup();
    MUST(zn_ds_new(ctx, "newton-euler", "b", 6, q, v, &ds));
    MUST(zn_ds_set(ds, "gyroscopic", "off"));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", NULL, 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    expect_inverse(6);
    MUST(sim->body[0].osi->type->matrix(sim->body[0].osi->state, ds,
                                        sim->body[0].w, &a, &W));
    ck_assert_int_eq(a->shape, ZN_SHAPE_DIAGONAL);
    ck_assert_int_eq(a->cols, 6);
    ck_assert_mem_eq(W, M, sizeof M);
    scene_teardown();
}
END_TEST

/* ---- a class that says as little as it can: explicit Euler ---------------------- */

static zn_status make(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      double W[])
{
    (void)s, (void)w;
    return zn_ds_class(ds)->mass(ds, zn_step_view_of(step, ds).q, W);
}

static bool divides; /* by M, which the host has no factors of */

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_step_view a = zn_step_view_of(step, ds);

    (void)s, (void)m;
    if (divides)
        return zn_osi_divide_mass(ds, w, a.q, a.v1);
    for (zn_index i = 0; i < a.n; i++) {
        a.v1[i] = a.v[i];
        a.q1[i] = a.q[i] + step->h * a.v[i];
    }
    return ZN_OK;
}

/* M (v - v_k) - h F_k */
static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view a = zn_step_view_of(step, ds);
    zn_osi_work *b = w;
    double *d = zn_osi_vector(w, 0);
    zn_status st;

    (void)s;
    for (zn_index i = 0; i < a.n; i++)
        d[i] = a.v1[i] - a.v[i];
    st = zn_ds_class(ds)->mass_mul(ds, a.q, d, b->R);
    if (!st)
        st = zn_ds_class(ds)->force(ds, step->t, a.q, a.v, d);
    *norm = 0;
    for (zn_index i = 0; !st && i < a.n; i++) {
        b->R[i] -= step->h * d[i];
        *norm += fabs(b->R[i] - p[i]);
    }
    return st;
}

static const zn_osi_type explicit_euler = {
    .type = {.size = sizeof explicit_euler,
             .kind = ZN_KIND_OSI,
             .name = "test-explicit-euler",
             .summary = "v' = F/M by Euler's method",
             .state_size = 1},
    .family = ZN_SECOND_ORDER,
    .vectors = 1,
    .make = make,
    .begin = begin,
    .residual = residual,
};
static const zn_osi_type nothing = {
    .type = {.size = sizeof nothing,
             .kind = ZN_KIND_OSI,
             .name = "test-nothing",
             .summary = "neither attach nor make",
             .state_size = 1},
    .family = ZN_FIRST_ORDER,
    .begin = begin,
    .residual = residual,
};

/* ---- weights: v1 = v + h M^-1 F(t1, q + h v1, v1) --------------------------------- */

static zn_status move(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double dv[])
{
    const zn_step_view a = zn_step_view_of(step, ds);
    const zn_osi_work *b = w;

    (void)s;
    for (zn_index i = 0; i < a.n; i++) {
        a.v1[i] = b->free[i] + dv[i];
        a.q1[i] = a.q[i] + step->h * a.v1[i];
    }
    return ZN_OK;
}

/* M (v1 - v) - h F at the iterate */
static zn_status implicit(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view a = zn_step_view_of(step, ds);
    zn_osi_work *b = w;
    double *d = zn_osi_vector(w, 0);
    zn_status st;

    (void)s, (void)p, (void)norm;
    for (zn_index i = 0; i < a.n; i++)
        d[i] = a.v1[i] - a.v[i];
    st = zn_ds_class(ds)->mass_mul(ds, a.q1, d, b->R);
    if (!st)
        st = zn_ds_class(ds)->force(ds, step->t1, a.q1, a.v1, d);
    for (zn_index i = 0; i < a.n; i++)
        b->R[i] -= step->h * d[i];
    return st;
}

static void weights(const void *s, const zn_step *step, const zn_ds *ds,
                    const void *w, double c[])
{
    (void)s, (void)ds, (void)w;
    c[0] = 1;
    c[1] = -step->hw * step->hw;
    c[2] = -step->hw;
}

static const zn_osi_type implicit_euler = {
    .type = {.size = sizeof implicit_euler,
             .kind = ZN_KIND_OSI,
             .name = "test-implicit-euler",
             .summary = "Euler's implicit method",
             .state_size = 1},
    .family = ZN_SECOND_ORDER,
    .vectors = 1,
    .begin = begin,
    .residual = implicit,
    .update = move,
    .weights = weights,
};

static const zn_type *const good[] = {&explicit_euler.type,
                                      &implicit_euler.type, NULL};
static const zn_type *const bad[] = {&nothing.type, NULL};

static zn_status add(const zn_type *const *types, zn_plugin *p)
{
    *p = (zn_plugin){.size = sizeof *p,
                     .major = ZN_PLUGIN_MAJOR,
                     .minor = ZN_PLUGIN_MINOR,
                     .build = ZN_PLUGIN_BUILD,
                     .name = "test-euler",
                     .types = types};
    return zn_plugin_add(ctx, p);
}

START_TEST(what_has_one_answer_may_be_left_out)
{
    /* m = 2, F = -3, v = 1: v_1 = 1 - 0.1 3/2, q_1 = 0.05 + 0.1; then q <= 0 is
     * reached from above with v < 0 and the floor stops it */
    const double m = 2, q = 0.05, v = -1, f = -3, one = 1;
    zn_interaction *a;
    zn_plugin plugin;
    zn_ds *ds;

    scene_setup();
    MUST(add(good, &plugin));
    ds = linear_system("a", 1, &m, NULL, NULL, &q, &v, &f);
    a = join("floor", newton(0.5), 1, 1, &one, NULL, ds, NULL);
    simulate("test-explicit-euler", NULL, 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    /* every contact is active always: y = 0.05, v+ = 0.5 at once */
    ck_assert_double_eq_tol(v_of(ds, 0), 0.5, 1e-14);
    ck_assert_double_eq_tol(q_of(ds, 0), -0.05, 1e-15);
    /* m (0.5 - (-1)) + 0.1 3 */
    ck_assert_double_eq_tol(zn_simulation_lambda(sim, a, 1)[0], 3.3, 1e-13);
    expect_inverse(1);
    scene_teardown();
}
END_TEST

START_TEST(without_weights_there_are_no_factors_of_the_mass)
{
    const double m = 2, q = 1, v = 0;
    zn_plugin plugin;

    scene_setup();
    MUST(add(good, &plugin));
    linear_system("a", 1, &m, NULL, NULL, &q, &v, NULL);
    simulate("test-explicit-euler", NULL, 0, 0.1, 1);
    divides = true;
    REFUSED(zn_simulation_step(sim), ZN_ENOTSUP,
            "factors of M are kept for classes with `weights`");
    divides = false;
    scene_teardown();
}
END_TEST

START_TEST(three_weights_make_w_and_its_factors)
{
    /* (M + h C + h^2 K) v1 = M v - h K q with h = 0.1:
     * M = [2 0.3; 0.3 1], C = diag(0.2, 0.1), K = [40 -10; -10 30] give
     *   W = [2.42 0.2; 0.2 1.31],  right side [-1.85 - 0.6; 0.2 + 0.7] */
    const double M[] = {2, 0.3, 0.3, 1}, C[] = {0.2, 0, 0, 0.1};
    const double K[] = {40, -10, -10, 30}, q[] = {0.1, -0.2}, v[] = {-1, 0.5};
    const double det = 2.42 * 1.31 - 0.2 * 0.2, rest = 0;
    const zn_index first = 0;
    zn_plugin plugin;
    zn_osi *osi;
    zn_ds *ds;

    scene_setup();
    MUST(add(good, &plugin));
    ds = linear_system("a", 2, M, C, K, q, v, NULL);
    simulate("test-implicit-euler", NULL, 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ds, 0), (-2.45 * 1.31 - 0.9 * 0.2) / det, 1e-14);
    CLOSE(v_of(ds, 1), (0.9 * 2.42 + 2.45 * 0.2) / det, 1e-14);
    expect_inverse(2);
    scene_teardown();

    /* what the host's part does not know is refused for the class */
    scene_setup();
    MUST(add(good, &plugin));
    ds = linear_system("a", 2, M, C, K, q, v, NULL);
    MUST(zn_ds_prescribe(ds, 1, &first, &rest));
    MUST(zn_osi_new(ctx, "test-implicit-euler", &osi));
    REFUSED(zn_osi_assign(osi, ds), ZN_ENOTSUP, "no prescribed velocities");
    zn_osi_free(osi);
    scene_teardown();
}
END_TEST

START_TEST(neither_attach_nor_make_is_refused)
{
    zn_plugin plugin;

    scene_setup();
    REFUSED(add(bad, &plugin), ZN_EINVAL, "attach, or make");
    scene_teardown();
}
END_TEST

/* ---- what decides whether the equations of motion are kept ------------------------ */

/* The estimate by its definition, from all that takes part. */
static void expect_estimate(zn_index bodies)
{
    const zni_problem *p = &sim->problem;
    const zni_estimate *e = &p->global.estimate;
    double on[8] = {0}, rows = 0, kept = 0, condensed = 0;

    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_lin *a = zni_problem_lin(p, k);

        rows += zni_problem_member(p, k)->in ? (double)a->m : 0;
        for (zn_index j = 0; zni_problem_member(p, k)->in && j < a->nds; j++) {
            on[a->body[j]] += (double)a->m;
            kept += 2 * (double)(a->m * a->n[j]);
        }
    }
    for (zn_index b = 0; b < bodies; b++)
        condensed += on[b] * on[b];
    ck_assert_double_eq(e->rows, rows);
    ck_assert_double_eq(e->kept, kept);
    ck_assert_double_eq(e->condensed, condensed);
}

START_TEST(the_estimate_follows_what_comes_and_goes)
{
    const double C[] = {1, -1}, one = 1;
    zn_ds *mass[4];
    zn_interaction *a;
    char name[16];

    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "mass %d", i);
        mass[i] = point_mass(name, 1, 2 - i, 0, -1);
    }
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "between %d", i);
        join(name, newton(0.5), 1, 2, C, NULL, mass[i], mass[i + 1]);
    }
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_step(sim));
    expect_estimate(4);
    ck_assert_double_eq(sim->problem.global.estimate.condensed, 1 + 4 + 4 + 1);
    zn_model_reopen(model);
    MUST(zn_model_remove_interaction(model, zn_model_interaction(model, "between 1")));
    join("under", newton(0), 1, 1, &one, NULL, mass[0], NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_step(sim));
    expect_estimate(4);
    ck_assert_double_eq(sim->problem.global.estimate.condensed, 4 + 1 + 1 + 1);
    zn_model_reopen(model);
    MUST(zn_model_remove_ds(model, mass[0]));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_step(sim));
    expect_estimate(4);
    a = zn_model_interaction(model, "between 2");
    ck_assert_ptr_nonnull(a);
    ck_assert_double_eq(sim->problem.global.estimate.condensed, 1 + 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("W of integrators");
    TCase *tc = tcase_create("W");

    tcase_add_test(tc, w_is_what_solve_inverts);
    tcase_add_test(tc, a_diagonal_w_is_its_own_factor);
    tcase_add_test(tc, what_has_one_answer_may_be_left_out);
    tcase_add_test(tc, without_weights_there_are_no_factors_of_the_mass);
    tcase_add_test(tc, three_weights_make_w_and_its_factors);
    tcase_add_test(tc, neither_attach_nor_make_is_refused);
    suite_add_tcase(s, tc);
    tc = tcase_create("estimate");
    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, the_estimate_follows_what_comes_and_goes);
    suite_add_tcase(s, tc);
    return test_main(s);
}
