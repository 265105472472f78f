/* test_ds_linear.c - linear Lagrangian systems and the structure of their matrices
 * SPDX-License-Identifier: Apache-2.0 */
#include "model_test.h"

#include <pthread.h>

#include "kernel/model/structure.h"

static zn_ds *sealed(zn_ds *ds)
{
    MUST(zn_model_add_ds(m, ds));
    MUST(zn_model_seal(m));
    return ds;
}

/* ---- linear Lagrangian ---------------------------------------------------------- */

START_TEST(one_linear_step_agrees_with_the_reference)
{
    /* M = [2 .3; .3 1], K = [4 -1; -1 3], C = diag(.2, .1), F = (0, -1),
     * q = (.1, -.2), v = (-1, .5), h = .1, theta = .5; W = M - h theta dF/dv -
     * h^2 theta^2 dF/dq; v_free = v + W^-1 h (F - h theta K v) */
    const double M[] = {2, 0.3, 0.3, 1}, K[] = {4, -1, -1, 3}, C[] = {0.2, 0.1};
    const double f[] = {0, -1}, q[] = {0.1, -0.2}, v[] = {-1, 0.5};
    const double v_free[] = {-1.001833403070790, 0.453625123371417};
    double W[4], Kq[4], Cv[4], F[2], b[2], out[2];
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "a", 2, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, M));
    MUST(zn_ds_set_constant(ds, "stiffness", 2, 2, K));
    MUST(zn_ds_set_diagonal(ds, "damping", 2, C));
    MUST(zn_ds_set_constant(ds, "f_ext", 2, 1, f));
    sealed(ds);
    const zn_ds_type *t = zn_ds_class(ds);
    written_out_mass(ds, q, W);
    written_out_jac(ds, 0, q, v, Kq, Cv);
    MUST(t->force(ds, 0, q, v, F));
    for (int i = 0; i < 4; i++)
        W[i] += -0.05 * Cv[i] - 0.0025 * Kq[i];
    for (int i = 0; i < 2; i++)
        b[i] = 0.1 * F[i] + 0.1 * 0.05 * (Kq[i] * v[0] + Kq[i + 2] * v[1]);
    const double det = W[0] * W[3] - W[1] * W[2];
    out[0] = v[0] + (W[3] * b[0] - W[2] * b[1]) / det;
    out[1] = v[1] + (W[0] * b[1] - W[1] * b[0]) / det;
    close_to(2, out, v_free, 1e-14);
    ck_assert(zn_ds_constant_matrices(zn_ds_varies(ds)));
    ck_assert_uint_eq(zn_ds_varies(ds)->F, ZN_WITH_STATE);
}
END_TEST

START_TEST(what_has_a_potential_is_not_internal_work)
{
    /* K = S + A, S = [4 1; 1 6], A = [0 -2; 2 0]: V = q'Sq/2 at (1, 2) is
     * (4 + 4 + 24)/2 = 16; damping: -C v = -(6, 8), internal: -A q = (4, -2) */
    const double K[] = {4, 3, -1, 6}, C[] = {2, 2}, one[] = {1, 1};
    const double q[] = {1, 2}, v[] = {3, 4};
    double e[2] = {0}, i[2] = {0}, g[2] = {0}, d[2] = {0}, F[2];
    zn_force_parts parts = {e, i, g, d};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "a", 2, q, v, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, one));
    MUST(zn_ds_set_constant(ds, "stiffness", 2, 2, K));
    MUST(zn_ds_set_diagonal(ds, "damping", 2, C));
    sealed(ds);
    const zn_ds_type *t = zn_ds_class(ds);
    ck_assert_double_eq(t->potential(ds, q), 16);
    MUST(t->force_parts(ds, 0, q, v, &parts));
    close_to(2, i, (const double[]){4, -2}, 1e-15);
    close_to(2, d, (const double[]){-6, -8}, 1e-15);
    close_to(2, g, (const double[]){0, 0}, 0);
    close_to(2, e, (const double[]){0, 0}, 0);
    MUST(t->force(ds, 0, q, v, F)); /* -C v - K q = -(6,8) - (2,15) */
    close_to(2, F, (const double[]){-8, -23}, 1e-15);
}
END_TEST

/* K of a bar of n springs of stiffness 3 */
static void bar(zn_index n, double K[])
{
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    for (zn_index i = 0; i < n; i++) {
        K[i * (n + 1)] = 6;
        if (i > 0)
            K[i + (i - 1) * n] = K[i - 1 + i * n] = -3;
    }
}

START_TEST(a_bar_is_banded_and_costs_three_entries_a_node)
{
    enum { N = 100 };
    static double K[N * N], zero[N], one[N], v[N], F[N], dense[N * N],
        damp[N * N];
    zn_ds *ds;

    bar(N, K);
    for (int i = 0; i < N; i++) {
        one[i] = 1;
        v[i] = 0.1 * (i % 7);
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "bar", N, zero, zero, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", N, one));
    MUST(zn_ds_set_constant(ds, "stiffness", N, N, K));
    sealed(ds);
    MUST(zn_ds_class(ds)->force(ds, 0, v, zero, F));
    for (int i = 0; i < N; i++) {
        const double left = i > 0 ? v[i - 1] : 0;
        const double right = i < N - 1 ? v[i + 1] : 0;
        ck_assert_double_eq_tol(F[i], 3 * left - 6 * v[i] + 3 * right, 1e-14);
    }
    written_out_jac(ds, 0, v, zero, dense, damp);
    for (int i = 0; i < N * N; i++)
        ck_assert(dense[i] == -K[i] && damp[i] == 0);

    zni_smatrix s;
    zni_smatrix_detect(&s, zn_ds_operator(ds, "stiffness"), N);
    ck_assert_int_eq(s.pattern.shape, ZN_SHAPE_BANDED);
    ck_assert_int_eq(zn_pattern_count(&s.pattern), 3 * N);
}
END_TEST

/* Fill A (n x n) with entries within the band, by a small generator. */
static void random_band(zn_index n, zn_index kl, zn_index ku, double A[])
{
    static unsigned seed = 12345;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            A[i + j * n] =
                i - j <= kl && j - i <= ku ? (double)(seed >> 8) / 1e7 : 0;
        }
}

START_TEST(every_structure_multiplies_like_the_dense_matrix)
{
    const struct {
        zn_index n, kl, ku;
        zn_pattern_shape kind;
    } cases[] = {
        {1, 0, 0, ZN_SHAPE_DIAGONAL}, {9, 0, 0, ZN_SHAPE_DIAGONAL},
        {9, 0, 1, ZN_SHAPE_BANDED},   {9, 2, 0, ZN_SHAPE_BANDED},
        {9, 1, 2, ZN_SHAPE_BANDED},   {9, 8, 8, ZN_SHAPE_DENSE},
        {9, 0, 8, ZN_SHAPE_DENSE},    {2, 1, 1, ZN_SHAPE_DENSE},
        {9, -9, 0, ZN_SHAPE_ZERO}, /* nothing within the band */
    };
    const double q[9] = {0};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const zn_index n = cases[c].n;
        double A[81], x[9], y[9], yt[9], store[81], dense[81], *at = store;
        double quad = 0;
        zni_smatrix s;
        zn_ds *ds;

        random_band(n, cases[c].kl, cases[c].ku, A);
        if (cases[c].kind == ZN_SHAPE_ZERO)
            memset(A, 0, sizeof A);
        MUST(zn_ds_new(ctx, "lagrangian-linear", "a", n, q, q, &ds));
        MUST(zn_ds_set_constant(ds, "stiffness", n, n, A));
        zni_smatrix_detect(&s, zn_ds_operator(ds, "stiffness"), n);
        ck_assert_int_eq(s.pattern.shape, cases[c].kind);
        zni_smatrix_fill(&s, zn_ds_operator(ds, "stiffness"), &at);
        ck_assert_int_eq(at - store,
                         zni_smatrix_count(&s, zn_ds_operator(ds, "stiffness")));

        for (zn_index i = 0; i < n; i++) {
            x[i] = 1 + (double)i;
            y[i] = yt[i] = 5;
        }
        zn_pattern_mul(&s.pattern, s.x, 2, x, y);
        zn_pattern_mul_t(&s.pattern, s.x, 2, x, yt);
        zn_pattern_to_dense(&s.pattern, s.x, -1, dense);
        for (zn_index i = 0; i < n; i++) {
            double row = 5, col = 5;
            for (zn_index j = 0; j < n; j++) {
                row += 2 * A[i + j * n] * x[j];
                col += 2 * A[j + i * n] * x[j];
                quad += x[i] * A[i + j * n] * x[j];
                ck_assert_double_eq(dense[i + j * n], -A[i + j * n]);
            }
            ck_assert_double_eq_tol(y[i], row, 1e-12);
            ck_assert_double_eq_tol(yt[i], col, 1e-12);
        }
        ck_assert_double_eq_tol(zn_pattern_quad(&s.pattern, s.x, x), quad, 1e-11);
        zn_ds_free(ds);
    }
}
END_TEST

START_TEST(symmetry_is_seen_in_every_structure)
{
    const double q[9] = {0};
    double A[81];
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "a", 9, q, q, &ds));
    for (int c = 0; c < 4; c++) {
        double store[81], *at = store;
        zni_smatrix s;
        bar(9, A);
        if (c >= 2)
            A[8] = A[72] = 0.25; /* full bandwidth: dense */
        if (c % 2)
            A[1] += 1e-3;
        MUST(zn_ds_set_constant(ds, "stiffness", 9, 9, A));
        zni_smatrix_detect(&s, zn_ds_operator(ds, "stiffness"), 9);
        zni_smatrix_fill(&s, zn_ds_operator(ds, "stiffness"), &at);
        ck_assert_int_eq(s.pattern.shape, c < 2 ? ZN_SHAPE_BANDED : ZN_SHAPE_DENSE);
        ck_assert_int_eq(zn_pattern_symmetric(&s.pattern, s.x, 0), c % 2 == 0);
    }
    zn_ds_free(ds);
}
END_TEST

/* ---- a force that is a function of time ------------------------------------------------ */

static _Thread_local int asked; /* by this thread */

static void ramp(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz, (void)z;
    asked++;
    for (unsigned i = 0; i < n; i++)
        f[i] = (i + 1) * t;
}

static void asks(const zn_ds *ds, double t, int calls)
{
    const double q[2] = {0}, v[2] = {0};
    double F[2];

    asked = 0;
    MUST(zn_ds_class(ds)->force(ds, t, q, v, F));
    ck_assert(F[0] == t && F[1] == 2 * t);
    ck_assert_int_eq(asked, calls);
}

/* 3/4 f(1) + 1/4 f(t1) */
static void asks_mean(const zn_ds *ds, double t1, double mean, int calls)
{
    const double q[2] = {0}, v[2] = {0};
    double F[2], room[2];

    asked = 0;
    MUST(zn_ds_class(ds)->force_mean(ds, 1, t1, .25, q, v, room, F));
    ck_assert(F[0] == mean && F[1] == 2 * mean);
    ck_assert_int_eq(asked, calls);
}

static void *another_thread(void *ds)
{
    asks(ds, 1, 1);
    asks(ds, 1, 1);
    asks_mean(ds, 4, 1.75, 2);
    return NULL;
}

/* It is asked once at each instant by the thread that asked it first; another one neither
 * finds what that remembers nor changes it. */
START_TEST(a_force_is_remembered_for_one_thread)
{
    const double M[] = {1, 1}, zero[] = {0, 0};
    pthread_t other;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "a", 2, zero, zero, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, M));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)ramp));
    sealed(ds);
    asks(ds, 1, 1);
    asks(ds, 1, 0);
    asks_mean(ds, 4, 1.75, 1);
    asks(ds, 4, 0);
    ck_assert_int_eq(pthread_create(&other, NULL, another_thread, ds), 0);
    pthread_join(other, NULL);
    asks(ds, 4, 0);
    asks_mean(ds, 7, 2.5, 2);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("ds, linear");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, one_linear_step_agrees_with_the_reference);
    tcase_add_test(t, what_has_a_potential_is_not_internal_work);
    tcase_add_test(t, a_bar_is_banded_and_costs_three_entries_a_node);
    tcase_add_test(t, every_structure_multiplies_like_the_dense_matrix);
    tcase_add_test(t, symmetry_is_seen_in_every_structure);
    tcase_add_test(t, a_force_is_remembered_for_one_thread);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
