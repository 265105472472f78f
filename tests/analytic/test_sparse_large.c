/* test_sparse_large.c - contacts of sparse systems, and memory proportional to what
 * is stored
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/rubber.h"

#include "tests/analytic/bytes.h"

/* ---- contacts whose C is sparse ---- */

/* How the rows of C are given. */
enum { FULL_C, SPARSE_C, BOTH };

/* Rows `first` ... of the floor under every node of the lower side (nx + 1 rows), as
 * one relation. */
static void add_floor(const char *name, const mesh *g, zn_ds *ds, bool sparse)
{
    const zn_index m = g->nx + 1, n = g->n;
    zn_index *p = calloc((size_t)(n + 1), sizeof *p);
    zn_index *i = calloc((size_t)m, sizeof *i);
    double *x = calloc((size_t)m, sizeof *x), *e = calloc((size_t)m, sizeof *e);
    zn_relation *r;

    for (zn_index k = 0; k < m; k++) {
        i[k] = k;
        x[k] = 1;
        e[k] = 1e-3 * (1 + 0.1 * (double)k);
    }
    for (zn_index j = 0; j < n; j++)
        p[j + 1] = p[j] + (j % 2 == 1 && j / 2 < m);
    const zn_matrix C = {.storage = ZN_CSC, .rows = m, .cols = n, .p = p,
                         .i = i, .x = x};

    MUST(zn_relation_new(ctx, "linear", name, m, n, &r));
    if (sparse) {
        MUST(zn_relation_set_sparse(r, "C", &C));
    } else {
        double *A = calloc((size_t)(m * n), sizeof *A);

        zn_matrix_to_dense(&C, A);
        MUST(zn_relation_set_constant(r, "C", m, n, A));
        free(A);
    }
    MUST(zn_relation_set_constant(r, "e", m, 1, e));
    MUST(zn_model_connect(model, name, newton(0.3), r, ds, NULL, NULL));
    free(p);
    free(i);
    free(x);
    free(e);
}

/* The mesh on its floor, and with BOTH a second relation with a full C on node 0. */
static double *landing(int how, const char *osi, zn_index *n)
{
    double *out, *q0, *v0;
    zn_ds *ds;
    mesh g;

    scene_setup();
    g = rubber(8, 4);
    *n = g.n;
    q0 = calloc((size_t)g.n, sizeof *q0);
    v0 = calloc((size_t)g.n, sizeof *v0);
    for (zn_index k = 1; k < g.n; k += 2)
        v0[k] = -0.5;
    MUST(zn_ds_new(ctx, "lagrangian-linear", "rubber", g.n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", g.n, g.m));
    set_stiffness(ds, &g, COLUMNS);
    MUST(zn_model_add_ds(model, ds));
    add_floor("floor", &g, ds, how != FULL_C);
    if (how == BOTH) { /* far below: it changes nothing but the way */
        const double far = 10;

        q0[1] = 1;
        join("deep", newton(0), 1, g.n, q0, &far, ds, NULL);
    }
    simulate(osi, NULL, 0, 2e-4, 0.04);
    MUST(zn_simulation_run(sim));
    out = calloc((size_t)(2 * g.n), sizeof *out);
    memcpy(out, zn_simulation_q(sim, ds), (size_t)g.n * sizeof *out);
    memcpy(out + g.n, zn_simulation_v(sim, ds), (size_t)g.n * sizeof *out);
    free(q0);
    free(v0);
    mesh_free(&g);
    scene_teardown();
    return out;
}

START_TEST(a_sparse_relation_acts_as_the_full_one)
{
    const char *const osi[] = {"moreau-jean", "schatzman-paoli"};
    zn_index n;

    for (int o = 0; o < 2; o++) {
        double *full = landing(FULL_C, osi[o], &n);
        double *thin = landing(SPARSE_C, osi[o], &n);
        double *both = landing(BOTH, osi[o], &n);

        ck_assert_double_gt(full[n + 1], -0.49); /* the floor was there */
        for (zn_index k = 0; k < 2 * n; k++) {
            CLOSE(thin[k], full[k], 1e-10);
            CLOSE(both[k], full[k], 1e-10);
        }
        free(full);
        free(thin);
        free(both);
    }
}
END_TEST

/* Two meshes, one above the other: each lower node of the upper one meets the upper
 * node below it; the lower one stands on springs of its own stiffness. */
static double stacked(bool sparse)
{
    zn_index *p, *i, m, n, at = 0;
    double *x, *A, *q0, *v0, out;
    zn_relation *r;
    zn_ds *ds[2];
    mesh g;

    scene_setup();
    g = rubber(4, 3);
    m = g.nx + 1;
    n = 2 * g.n;
    p = calloc((size_t)(n + 1), sizeof *p);
    i = calloc((size_t)(2 * m), sizeof *i);
    x = calloc((size_t)(2 * m), sizeof *x);
    A = calloc((size_t)(m * n), sizeof *A);
    q0 = calloc((size_t)g.n, sizeof *q0);
    v0 = calloc((size_t)g.n, sizeof *v0);
    for (int k = 0; k < 2; k++) {
        for (zn_index j = 1; j < g.n; j += 2)
            v0[j] = k ? -1 : 0;
        MUST(zn_ds_new(ctx, "lagrangian-linear", k ? "upper" : "lower", g.n, q0,
                       v0, &ds[k]));
        MUST(zn_ds_set_diagonal(ds[k], "mass", g.n, g.m));
        set_stiffness(ds[k], &g, COLUMNS);
        MUST(zn_model_add_ds(model, ds[k]));
    }
    /* y_k = (lower side of the upper) - (upper side of the lower) */
    for (zn_index j = 0; j < n; j++) {
        const bool upper = j >= g.n;
        const zn_index node = (upper ? j - g.n : j) / 2;
        const zn_index k = upper ? node : node - g.ny * (g.nx + 1);

        if (j % 2 == 1 && k >= 0 && k < m) {
            i[at] = k;
            x[at++] = A[k + j * m] = upper ? 1 : -1;
        }
        p[j + 1] = at;
    }
    const zn_matrix C = {.storage = ZN_CSC, .rows = m, .cols = n, .p = p,
                         .i = i, .x = x};

    MUST(zn_relation_new(ctx, "linear", "between", m, n, &r));
    MUST(sparse ? zn_relation_set_sparse(r, "C", &C)
                : zn_relation_set_constant(r, "C", m, n, A));
    MUST(zn_model_connect(model, "between", newton(0), r, ds[0], ds[1], NULL));
    simulate("moreau-jean", NULL, 0, 1e-4, 0.01);
    MUST(zn_simulation_run(sim));
    out = v_of(ds[0], 2 * g.ny * (g.nx + 1) + 1);
    ck_assert_double_lt(out, -0.01);
    free(p);
    free(i);
    free(x);
    free(A);
    free(q0);
    free(v0);
    mesh_free(&g);
    scene_teardown();
    return out;
}

START_TEST(a_sparse_relation_may_join_two_systems)
{
    CLOSE(stacked(true), stacked(false), 1e-11);
}
END_TEST

/* ---- memory ---- */

/* The mesh with one node on the floor. */
static void falling_on(const mesh *g, int how)
{
    double *q0 = calloc((size_t)g->n, sizeof *q0);
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "rubber", g->n, q0, q0, &ds));
    for (zn_index k = 1; k < g->n; k += 2)
        q0[k] = -9.81e3 * g->m[k];
    MUST(zn_ds_set_diagonal(ds, "mass", g->n, g->m));
    set_stiffness(ds, g, how);
    MUST(zn_ds_set_constant(ds, "f_ext", g->n, 1, q0));
    MUST(zn_model_add_ds(model, ds));
    memset(q0, 0, (size_t)g->n * sizeof *q0);
    q0[1] = 1;
    join("floor", newton(0.3), 1, g->n, q0, NULL, ds, NULL);
    free(q0);
}

/* Most bytes at once in three steps of a mesh, contacts and all. */
static size_t most_bytes(zn_index nx, zn_index ny, int how, zn_index *n)
{
    byte_count b = {0};
    const zn_allocator alloc = {.resize = resize, .user = &b};
    mesh g;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
    g = rubber(nx, ny);
    falling_on(&g, how);
    simulate("moreau-jean", NULL, 0, 1e-3, 3e-3);
    MUST(zn_simulation_run(sim));
    ck_assert_int_gt(zn_simulation_step_info(sim)->rows, 0);
    *n = g.n;
    mesh_free(&g);
    scene_teardown();
    ck_assert_uint_eq(b.now, 0);
    return b.top;
}

START_TEST(memory_is_proportional_to_what_is_stored)
{
    zn_index n1, n2;
    const size_t small = most_bytes(40, 20, COLUMNS, &n1);
    const size_t large = most_bytes(80, 40, COLUMNS, &n2);

    /* 18 values a column, 16 bytes each, in the mesh, the operator, the
     * Jacobian, W, its copy for the factors and the maps between them */
    ck_assert_uint_lt(small / (size_t)n1, 5000);
    ck_assert_double_lt((double)large / (double)small,
                        1.02 * (double)n2 / (double)n1);
}
END_TEST

START_TEST(a_hundred_thousand_unknowns_step)
{
    if (test_is_slowed())
        return;
    zn_index n;
    const size_t most = most_bytes(224, 222, BLOCKS, &n);

    /* dense, one matrix would be 80 GB */
    ck_assert_uint_lt(most / (size_t)n, 5000);
    ck_assert_int_ge(n, 100000);
}
END_TEST

/* A bar of 10^5 elements, by a band: the exact first instants of its impact, as in
 * the sample impacting_bar: the wall feels rho S c |v0|, c = sqrt(E / rho). */
START_TEST(a_bar_of_a_hundred_thousand_elements_feels_the_wall)
{
    const zn_index n = 100001, steps = test_rounds(1000);
    const double l = 1e-5, h = 2e-5; /* c = 1, rho S = 1 */
    zn_index *p = calloc((size_t)n + 1, sizeof *p);
    zn_index *i = calloc(3 * (size_t)n, sizeof *i), nnz = 0;
    double *K = calloc(3 * (size_t)n, sizeof *K);
    double *m = calloc((size_t)n, sizeof *m), *C = calloc((size_t)n, sizeof *C);
    double *q0 = calloc((size_t)n, sizeof *q0), *v0 = calloc((size_t)n, sizeof *v0);
    double impulse = 0;
    zn_interaction *tip;
    zn_ds *ds;

    scene_setup();
    for (zn_index j = 0; j < n; j++) {
        if (j > 0) {
            i[nnz] = j - 1;
            K[nnz++] = -1 / l;
        }
        i[nnz] = j;
        K[nnz++] = (j > 0 && j + 1 < n ? 2 : 1) / l;
        if (j + 1 < n) {
            i[nnz] = j + 1;
            K[nnz++] = -1 / l;
        }
        p[j + 1] = nnz;
        m[j] = j > 0 && j + 1 < n ? l : l / 2;
        v0[j] = -1;
    }
    const zn_matrix S = {.storage = ZN_CSC, .rows = n, .cols = n, .p = p,
                         .i = i, .x = K};
    MUST(zn_ds_new(ctx, "lagrangian-linear", "bar", n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", n, m));
    MUST(zn_ds_set_sparse(ds, "stiffness", &S));
    MUST(zn_model_add_ds(model, ds));
    C[0] = 1;
    tip = join("tip", newton(0), 1, n, C, NULL, ds, NULL);
    simulate("moreau-jean", NULL, 0, h, (double)steps * h);
    for (zn_index k = 0; k < steps; k++) {
        MUST(zn_simulation_step(sim));
        impulse += zn_simulation_lambda(sim, tip, 1)[0];
    }
    /* force 1 for 0.02 s, the first step short of one wave's passage */
    CLOSE(impulse, (double)steps * h, 2e-5);
    ck_assert_double_eq_tol(v_of(ds, 0), 0, 1e-9);
    ck_assert_double_eq_tol(v_of(ds, n - 1), -1, 1e-9);
    free(p);
    free(i);
    free(K);
    free(m);
    free(C);
    free(q0);
    free(v0);
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("large sparse systems");
    TCase *tc = tcase_create("large");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_sparse_relation_acts_as_the_full_one);
    tcase_add_test(tc, a_sparse_relation_may_join_two_systems);
    tcase_add_test(tc, memory_is_proportional_to_what_is_stored);
    tcase_add_test(tc, a_hundred_thousand_unknowns_step);
    tcase_add_test(tc, a_bar_of_a_hundred_thousand_elements_feels_the_wall);
    suite_add_tcase(s, tc);
    return test_main(s);
}
