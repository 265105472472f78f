/* test_sparse.c - systems whose matrices have patterns move as the dense ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/rubber.h"

/* The mesh falls; its lower left node meets the floor. */
static zn_ds *falling(const mesh *g, int how)
{
    double *q0 = calloc((size_t)g->n, sizeof *q0), *v0 = calloc((size_t)g->n, sizeof *v0);
    double *f = calloc((size_t)g->n, sizeof *f), *C = calloc((size_t)g->n, sizeof *C);
    const double gap = 1e-3;
    zn_ds *ds;

    for (zn_index k = 1; k < g->n; k += 2) {
        v0[k] = -1;
        f[k] = -9.81 * g->m[k];
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "rubber", g->n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", g->n, g->m));
    set_stiffness(ds, g, how);
    MUST(zn_ds_set_constant(ds, "f_ext", g->n, 1, f));
    MUST(zn_model_add_ds(model, ds));
    C[1] = 1;
    join("floor", newton(0), 1, g->n, C, &gap, ds, NULL);
    free(q0);
    free(v0);
    free(f);
    free(C);
    return ds;
}

/* End point of a run, with the energy balance behind it: n + n + 1 numbers. */
static double *end_of(zn_index nx, zn_index ny, int how, const char *osi,
                      zn_index *n)
{
    zn_run_info info;
    double *out;
    zn_ds *ds;
    mesh g;

    scene_setup();
    g = rubber(nx, ny);
    ds = falling(&g, how);
    simulate(osi, NULL, 0, 1e-4, 0.02);
    MUST(zn_simulation_set(sim, "energy", "true"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    *n = g.n;
    out = calloc((size_t)(2 * g.n + 1), sizeof *out);
    memcpy(out, zn_simulation_q(sim, ds), (size_t)g.n * sizeof *out);
    memcpy(out + g.n, zn_simulation_v(sim, ds), (size_t)g.n * sizeof *out);
    out[2 * g.n] = info.balance;
    ck_assert_double_gt(fabs(zn_simulation_q(sim, ds)[1]), 0);
    mesh_free(&g);
    scene_teardown();
    return out;
}

static void same_motion(const char *osi, int how, zn_index nx, zn_index ny)
{
    zn_index n;
    double *dense = end_of(nx, ny, DENSE, osi, &n);
    double *other = end_of(nx, ny, how, osi, &n);

    /* 200 steps; W has a condition of 10, so that rounding stays rounding */
    for (zn_index k = 0; k < 2 * n; k++)
        CLOSE(other[k], dense[k], 1e-11);
    ck_assert_double_eq_tol(other[2 * n], dense[2 * n], 1e-10);
    free(dense);
    free(other);
}

START_TEST(a_mesh_in_columns_moves_as_the_dense_one)
{
    same_motion("moreau-jean", COLUMNS, 5, 3);
    same_motion("schatzman-paoli", COLUMNS, 5, 3);
}
END_TEST

START_TEST(a_mesh_in_blocks_moves_as_the_dense_one)
{
    same_motion("moreau-jean", BLOCKS, 5, 3);
    same_motion("moreau-jean", BLOCKS, 16, 12); /* by CHOLMOD */
}
END_TEST

/* ---- prescribed velocities ---- */

static double driven(int how, zn_index node)
{
    const zn_index index[] = {0, 1, 6, 7};
    const double values[] = {0.5, 0, 0.5, 0.1};
    const double v0[200] = {[0] = 0.5, [6] = 0.5, [7] = 0.1};
    const double q0[200] = {0};
    double q, bc;
    zn_ds *ds;
    mesh g;

    scene_setup();
    g = rubber(5, 4);
    MUST(zn_ds_new(ctx, "lagrangian-linear", "rubber", g.n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", g.n, g.m));
    set_stiffness(ds, &g, how);
    MUST(zn_ds_prescribe(ds, 4, index, values));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", NULL, 0, 1e-3, 0.05);
    MUST(zn_simulation_run(sim));
    q = q_of(ds, node);
    bc = zn_simulation_bc(sim, ds)[0];
    ck_assert_double_eq_tol(q_of(ds, 0), 0.025, 1e-15);
    ck_assert_double_gt(fabs(bc), 0);
    mesh_free(&g);
    scene_teardown();
    return q + bc;
}

START_TEST(prescribed_velocities_mask_sparse_matrices_too)
{
    CLOSE(driven(COLUMNS, 13), driven(DENSE, 13), 1e-12);
    CLOSE(driven(BLOCKS, 21), driven(DENSE, 21), 1e-12);
}
END_TEST

/* ---- functions that fill a pattern ---- */

/* A chain of masses with cubic springs to their neighbours and the walls,
 *     f_i = s(q_i - q_{i-1}) - s(q_{i+1} - q_i),   s(x) = x + x^3. */
enum { LINKS = 40 };
static int calls;

static double slope(double x)
{
    return 1 + 3 * x * x;
}

static void f_int(double t, unsigned n, double *q, double *v, double *out,
                  unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz, (void)z;
    calls++;
    for (unsigned i = 0; i < n; i++) {
        const double l = q[i] - (i > 0 ? q[i - 1] : 0);
        const double r = (i + 1 < n ? q[i + 1] : 0) - q[i];

        out[i] = l + l * l * l - r - r * r * r;
    }
}

static void jac_dense(double t, unsigned n, double *q, double *v, double *out,
                      unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++) {
        const double l = slope(q[i] - (i > 0 ? q[i - 1] : 0));
        const double r = slope((i + 1 < n ? q[i + 1] : 0) - q[i]);

        out[i + i * n] = l + r;
        if (i > 0)
            out[i + (i - 1) * n] = -l;
        if (i + 1 < n)
            out[i + (i + 1) * n] = -r;
    }
}

/* The same into a band (above, diagonal, below). */
static void jac_band(double t, unsigned n, double *q, double *v, double *out,
                     unsigned nz, double *z)
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

static void no_jac(double t, unsigned n, double *q, double *v, double *out,
                   unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)out, (void)nz, (void)z;
}

/* q in the middle at the end; how: the Jacobian is dense, in a band, or differences
 * in a band. *spent: calls of f_int. */
static double chain(int how, int *spent)
{
    const zn_pattern band = zn_pattern_banded(LINKS, 1, 1);
    const zn_pattern none = zn_pattern_zero(LINKS, LINKS);
    double q0[LINKS], v0[LINKS] = {0}, q;
    zn_ds *ds;

    scene_setup();
    for (int i = 0; i < LINKS; i++)
        q0[i] = sin(0.3 * i);
    MUST(zn_ds_new(ctx, "lagrangian", "chain", LINKS, q0, v0, &ds));
    MUST(zn_ds_set(ds, "unit_mass", "yes"));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)f_int));
    if (how == 0)
        MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)jac_dense));
    else
        MUST(zn_ds_set_pattern(ds, "jac_f_int_q", &band));
    if (how == 1)
        MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)jac_band));
    MUST(zn_ds_set_pattern(ds, "jac_f_int_v", &none));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)no_jac));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_set(sim, "newton_tol", "1e-12"));
    calls = 0;
    MUST(zn_simulation_run(sim));
    *spent = calls;
    q = q_of(ds, LINKS / 2);
    scene_teardown();
    return q;
}

START_TEST(a_function_may_fill_a_pattern)
{
    int dense, band;
    const double q = chain(0, &dense);

    ck_assert_double_gt(fabs(q), 1e-3);
    CLOSE(chain(1, &band), q, 1e-11);
    ck_assert_int_eq(dense, band);
}
END_TEST

START_TEST(differences_in_a_band_cost_its_width_not_its_order)
{
    int given, found;
    const double q = chain(1, &given);

    CLOSE(chain(2, &found), q, 1e-10);
    /* three colours, two calls each, for every matrix there was; the matrices
     * are fewer than the evaluations */
    ck_assert_int_gt(found, given);
    ck_assert_int_le(found, given * (1 + 6));
}
END_TEST

START_TEST(a_pattern_that_does_not_fit_is_refused)
{
    const zn_pattern wrong = zn_pattern_banded(3, 1, 1);
    const zn_pattern band = zn_pattern_banded(4, 1, 1);
    const zn_index p[] = {0, 1, 2}, i[] = {0, 1};
    const double x[] = {1, 2}, zero[4] = {0};
    const zn_matrix small = {.storage = ZN_CSC, .rows = 2, .cols = 2, .p = p,
                             .i = i, .x = x};
    zn_ds *ds, *other;

    scene_setup();
    MUST(zn_ds_new(ctx, "lagrangian", "a", 4, zero, zero, &ds));
    REFUSED(zn_ds_set_pattern(ds, "mass", &wrong), ZN_EINVAL,
            "3 x 3, expected 4 x 4");
    REFUSED(zn_ds_set_pattern(ds, "f_ext", &band), ZN_EINVAL, "dense");
    REFUSED(zn_ds_set_sparse(ds, "mass", &small), ZN_EINVAL,
            "2 x 2, expected 4 x 4");
    MUST(zn_ds_new_first_order(ctx, "first-order", "b", 4, zero, &other));
    REFUSED(zn_ds_set_pattern(other, "jac_f_x", &band), ZN_EINVAL, "dense");
    zn_ds_free(ds);
    zn_ds_free(other);
    scene_teardown();
}
END_TEST

/* ---- first order: heat in a rod, and in a plate ---- */

static double heat(int how, const char *osi)
{
    const double start[64] = {[27] = 1, [28] = 2};
    double A[64 * 64] = {0}, x[64 * 5], at;
    zn_index p[65] = {0}, i[64 * 5], nnz = 0;
    zn_ds *ds;

    scene_setup();
    for (int j = 0; j < 64; j++) {
        const int near[] = {j - 8, j - 1, j, j + 1, j + 8};

        for (int k = 0; k < 5; k++) {
            if (near[k] < 0 || near[k] > 63 ||
                (near[k] - j == 1 && near[k] % 8 == 0) ||
                (j - near[k] == 1 && j % 8 == 0))
                continue;
            i[nnz] = near[k];
            x[nnz++] = A[near[k] + 64 * j] = k == 2 ? -4 : 1;
        }
        p[j + 1] = nnz;
    }
    const zn_matrix S = {.storage = ZN_CSC, .rows = 64, .cols = 64, .p = p,
                         .i = i, .x = x};

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "plate", 64, start,
                               &ds));
    if (how == DENSE)
        MUST(zn_ds_set_constant(ds, "A", 64, 64, A));
    else
        MUST(zn_ds_set_sparse(ds, "A", &S));
    MUST(zn_model_add_ds(model, ds));
    simulate(osi, NULL, 0, 0.05, 1);
    MUST(zn_simulation_run(sim));
    at = zn_simulation_x(sim, ds)[12];
    ck_assert_double_gt(at, 1e-3);
    scene_teardown();
    return at;
}

START_TEST(sparse_systems_of_first_order_move_as_the_dense_ones)
{
    CLOSE(heat(COLUMNS, "euler-moreau"), heat(DENSE, "euler-moreau"), 1e-13);
    CLOSE(heat(COLUMNS, "zero-order-hold"), heat(DENSE, "zero-order-hold"),
          1e-13);
}
END_TEST

static zn_status small_run(const zn_allocator *alloc)
{
    mesh g = {.nx = 3, .ny = 2, .width = 1, .height = 1,
              .E = 1e3, .nu = 0.2, .rho = 1};
    double zero[64] = {0};
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_matrix K;
    zn_ds *ds = NULL;
    zn_ctx *c = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    ck_assert_int_eq(mesh_make(&g), ZN_OK);
    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = zn_ds_new(c, "lagrangian-linear", "a", g.n, zero, zero, &ds);
    if (!st) {
        K = mesh_stiffness(&g);
        st = zn_ds_set_diagonal(ds, "mass", g.n, g.m);
        if (!st)
            st = zn_ds_set_sparse(ds, "stiffness", &K);
        if (!st)
            st = zn_model_add_ds(m, ds);
        if (st)
            zn_ds_free(ds);
    }
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, "moreau-jean", NULL, NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, 0.1, 0.2);
    if (!st)
        st = zn_simulation_run(s);
    zn_simulation_free(s);
    zn_model_free(m);
    mesh_free(&g);
    zn_ctx_free(c);
    return st;
}

START_TEST(no_memory_leaves_nothing_behind)
{
    test_torture(small_run);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sparse systems");
    TCase *tc = tcase_create("sparse");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_mesh_in_columns_moves_as_the_dense_one);
    tcase_add_test(tc, a_mesh_in_blocks_moves_as_the_dense_one);
    tcase_add_test(tc, prescribed_velocities_mask_sparse_matrices_too);
    tcase_add_test(tc, a_function_may_fill_a_pattern);
    tcase_add_test(tc, differences_in_a_band_cost_its_width_not_its_order);
    tcase_add_test(tc, a_pattern_that_does_not_fit_is_refused);
    tcase_add_test(tc, sparse_systems_of_first_order_move_as_the_dense_ones);
    tcase_add_test(tc, no_memory_leaves_nothing_behind);
    suite_add_tcase(s, tc);
    return test_main(s);
}
