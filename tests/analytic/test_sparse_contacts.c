/* test_sparse_contacts.c - contacts at nodes of large sparse systems: rows that touch few
 * unknowns give what full rows give, and cost what they touch
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/bytes.h"
#include "tests/analytic/rubber.h"

/* A contact of node k of the lower side with a floor e below it: a normal row, and with
 * friction a tangential one behind it. */
static void add_contact(const mesh *g, zn_ds *ds, zn_law *law, zn_index rows,
                        zn_index k, double e, bool sparse)
{
    const zn_index n = g->n, i[2] = {1, 0};
    const double x[2] = {1, 1}, gap[2] = {e, 0};
    zn_index *p = calloc((size_t)(n + 1), sizeof *p);
    zn_relation *r;

    for (zn_index j = 0; j < n; j++) /* x of the node is row 1, y row 0 */
        p[j + 1] = p[j] + (j == 2 * k + 1 || (j == 2 * k && rows > 1));
    const zn_matrix C = {.storage = ZN_CSC, .rows = rows, .cols = n, .p = p,
                         .i = rows > 1 ? i : i + 1, .x = x};

    MUST(zn_relation_new(ctx, "linear", NULL, rows, n, &r));
    if (sparse) {
        MUST(zn_relation_set_sparse(r, "C", &C));
    } else {
        double *A = calloc((size_t)(rows * n), sizeof *A);

        zn_matrix_to_dense(&C, A);
        MUST(zn_relation_set_constant(r, "C", rows, n, A));
        free(A);
    }
    MUST(zn_relation_set_constant(r, "e", rows, 1, gap));
    MUST(zn_model_connect(model, NULL, law, r, ds, NULL, NULL));
    free(p);
}

/* Thrown onto the floor, all nodes of the lower side at most 1 mm apart from it. */
static zn_ds *thrown(const mesh *g, bool friction, bool sparse, zn_index contacts)
{
    double *q0 = calloc((size_t)g->n, sizeof *q0);
    double *v0 = calloc((size_t)g->n, sizeof *v0);
    zn_law *law;
    zn_ds *ds;

    for (zn_index k = 0; k < g->n; k += 2) {
        v0[k] = 0.2;
        v0[k + 1] = -0.5;
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "rubber", g->n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", g->n, g->m));
    set_stiffness(ds, g, COLUMNS);
    MUST(zn_model_add_ds(model, ds));
    if (friction)
        MUST(zn_law_friction(ctx, 2, 0, 0, 0.3, &law));
    else
        law = newton(0.3);
    MUST(zn_model_add_law(model, law));
    for (zn_index k = 0; k < contacts; k++)
        add_contact(g, ds, law, friction ? 2 : 1, k,
                    1e-3 * (double)(1 + k % 3), sparse);
    free(q0);
    free(v0);
    return ds;
}

static double *landing(const char *osi, const char *options, const char *name,
                       const char *value, bool friction, bool sparse,
                       zn_index *n)
{
    double *out;
    zn_ds *ds;
    mesh g;

    scene_setup();
    g = rubber(8, 4);
    *n = 2 * g.n;
    ds = thrown(&g, friction, sparse, g.nx + 1);
    simulate(osi, options, 0, 2e-4, 0.02);
    MUST(zn_simulation_set(sim, name, value));
    MUST(zn_simulation_run(sim));
    out = calloc((size_t)*n, sizeof *out);
    memcpy(out, zn_simulation_q(sim, ds), (size_t)g.n * sizeof *out);
    memcpy(out + g.n, zn_simulation_v(sim, ds), (size_t)g.n * sizeof *out);
    mesh_free(&g);
    scene_teardown();
    return out;
}

START_TEST(rows_that_touch_few_unknowns_act_as_full_ones)
{
    const struct {
        const char *osi, *options, *name, *value;
        bool friction;
        double tol; /* products are summed in another order; solvers stop at 1e-10 */
    } c[] = {
        {"moreau-jean", NULL, "warm_start", "yes", false, 1e-9},
        {"moreau-jean", NULL, "warm_start", "yes", true, 1e-7},
        {"moreau-jean", NULL, "formulation", "global", true, 1e-7},
        {"moreau-jean", NULL, "projection", "direct", false, 1e-9},
        {"schatzman-paoli", NULL, "warm_start", "yes", false, 1e-9},
        {"d1-minus", NULL, "warm_start", "yes", false, 1e-9},
    };

    for (size_t k = 0; k < sizeof c / sizeof *c; k++) {
        zn_index n;
        double *full = landing(c[k].osi, c[k].options, c[k].name, c[k].value,
                               c[k].friction, false, &n);
        double *thin = landing(c[k].osi, c[k].options, c[k].name, c[k].value,
                               c[k].friction, true, &n);

        ck_assert_double_gt(full[n / 2 + 1], -0.49); /* the floor was there */
        for (zn_index i = 0; i < n; i++)
            ck_assert_msg(fabs(thin[i] - full[i]) <= c[k].tol,
                          "%s, %s = %s: %td: %.17g, full %.17g", c[k].osi,
                          c[k].name, c[k].value, i, thin[i], full[i]);
        free(full);
        free(thin);
    }
}
END_TEST

/* A contact that comes to a running model, and a row that touches everything. */
static double grown(bool sparse, bool late)
{
    const double far = 10;
    double *C, out;
    zn_law *law;
    zn_ds *ds;
    mesh g;

    scene_setup();
    g = rubber(6, 3);
    C = calloc((size_t)g.n, sizeof *C);
    for (zn_index i = 1; i < g.n; i += 2)
        C[i] = 1;
    ds = thrown(&g, true, sparse, late ? g.nx : g.nx + 1);
    law = newton(0.3);
    MUST(zn_model_add_law(model, law));
    simulate("moreau-jean", NULL, 0, 2e-4, 0.02);
    if (late) {
        MUST(zn_simulation_init(sim));
        zn_model_reopen(model);
        add_contact(&g, ds, zn_interaction_law(zn_model_interaction_at(model, 0)),
                    2, g.nx, 1e-3 * (double)(1 + g.nx % 3), sparse);
        MUST(zn_model_seal(model));
    }
    for (int k = 0; k < 50; k++)
        MUST(zn_simulation_step(sim));
    zn_model_reopen(model); /* far above: it changes the way, not the result */
    join("all", law, 1, g.n, C, &far, ds, NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_run(sim));
    out = v_of(ds, 2 * g.ny * (g.nx + 1) + 1);
    ck_assert_double_gt(out, -0.49);
    free(C);
    mesh_free(&g);
    scene_teardown();
    return out;
}

START_TEST(they_may_come_later_and_meet_full_ones)
{
    const double full = grown(false, false);

    CLOSE(grown(true, false), full, 1e-7);
    CLOSE(grown(true, true), full, 1e-7);
}
END_TEST

/* Most bytes at once in three steps with friction at all lower nodes. */
static size_t most_bytes(zn_index nx, zn_index ny, const char *projection,
                         const char *metric, zn_index *n)
{
    byte_count b = {0};
    const zn_allocator alloc = {.resize = resize, .user = &b};
    mesh g;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
    g = rubber(nx, ny);
    (void)thrown(&g, true, true, g.nx + 1);
    simulate("moreau-jean", NULL, 0, 5e-3, 15e-3);
    MUST(zn_simulation_set(sim, "formulation", "friction"));
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates */
    MUST(zn_simulation_set(sim, "projection", projection));
    MUST(zn_simulation_set(sim, "projection_metric", metric));
    MUST(zn_simulation_run(sim));
    ck_assert_int_gt(zn_simulation_step_info(sim)->rows, nx / 2);
    *n = g.n;
    mesh_free(&g);
    scene_teardown();
    ck_assert_uint_eq(b.now, 0);
    return b.top;
}

START_TEST(a_hundred_thousand_unknowns_on_a_hundred_nodes)
{
    if (test_is_slowed())
        return;
    zn_index n;
    const size_t top = most_bytes(112, 444, "joints", "mass", &n);

    /* full rows would be 226 x n numbers thrice: 5400 bytes more for each unknown */
    ck_assert_int_ge(n, 100000);
    ck_assert_uint_lt(top / (size_t)n, 5000 + 1000);
}
END_TEST

/* A metric of n x n numbers would be 80 000 bytes for each unknown. */
START_TEST(ten_thousand_unknowns_that_are_projected)
{
    static const char *const metric[] = {"mass", "identity"};
    zn_index n, few;
    const size_t top = most_bytes(16, 293, "direct", metric[_i], &n);
    const size_t small = most_bytes(16, 146, "direct", metric[_i], &few);

    ck_assert_int_ge(n, 9900);
    printf("projected, %s: %zu and %zu bytes for each of %td and %td unknowns\n",
           metric[_i], top / (size_t)n, small / (size_t)few, n, few);
    ck_assert_uint_lt(top / (size_t)n, 1950 + 500);
    ck_assert_double_lt((double)top / (double)n,
                        1.1 * (double)small / (double)few);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("contacts of sparse systems");
    TCase *tc = tcase_create("contacts");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, rows_that_touch_few_unknowns_act_as_full_ones);
    tcase_add_test(tc, they_may_come_later_and_meet_full_ones);
    tcase_add_test(tc, a_hundred_thousand_unknowns_on_a_hundred_nodes);
    tcase_add_loop_test(tc, ten_thousand_unknowns_that_are_projected, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
