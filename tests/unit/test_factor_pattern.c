/* test_factor_pattern.c - factors that follow the pattern, what they cost, and
 * which ordering is taken
 * SPDX-License-Identifier: Apache-2.0 */
#include "pattern_matrices.h"

#include <amd.h>
#include <klu.h>

#include <zeno/factor.h>

#include "solvers/core/monitor.h"
#include "solvers/linalg/csc.h"
#include "solvers/linalg/lu.h"

static zn_ctx *ctx;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* |A x - b| / (|A| |x| + |b|), largest */
static double residual(const zn_pattern *a, const double v[], zn_factor *f)
{
    const zn_index n = a->rows;
    double *b = calloc((size_t)n, sizeof *b), *x = calloc((size_t)n, sizeof *x);
    double *r = calloc((size_t)n, sizeof *r), worst = 0, top = 0, big = 0;

    for (zn_index i = 0; i < n; i++)
        x[i] = b[i] = number();
    zn_factor_solve(f, 1, x);
    zn_pattern_mul(a, v, 1, x, r);
    for (zn_index k = 0; k < zn_pattern_count(a); k++)
        big = fmax(big, fabs(v[k]));
    for (zn_index i = 0; i < n; i++) {
        top = fmax(top, fabs(x[i]));
        worst = fmax(worst, fabs(r[i] - b[i]));
    }
    free(b);
    free(x);
    free(r);
    return worst / (big * top + 1);
}

/* ---- every shape ---- */

START_TEST(every_shape_solves_what_the_dense_one_does)
{
    double A[ORDER * ORDER], b[2 * ORDER], c[2 * ORDER];
    zn_factor *f, *g;
    sample s;

    make_sample(&s, (zn_pattern_shape)_i);
    if (s.a.shape == ZN_SHAPE_ZERO)
        return;
    const zn_pattern diag = zn_pattern_diagonal(ORDER);
    const zn_pattern *term[] = {&s.a, &diag};
    double heavy[ORDER], W[2 * ORDER * ORDER] = {0};
    zn_sum *sum;

    for (int k = 0; k < ORDER; k++) /* a heavy diagonal: regular */
        heavy[k] = 5 + k;
    ck_assert_int_eq(zn_sum_new(ctx, ORDER, 2, term, &sum), ZN_OK);
    zn_sum_add(sum, 0, 1, s.x, W);
    zn_sum_add(sum, 1, 1, heavy, W);
    zn_pattern_to_dense(zn_sum_pattern(sum), W, 1, A);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, zn_sum_pattern(sum), &f),
                     ZN_OK);
    ck_assert_int_eq(zn_factor_new(ctx, ORDER, &g), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, W), ZN_OK);
    ck_assert_int_eq(zn_factor_set(g, A), ZN_OK);
    for (int k = 0; k < 2 * ORDER; k++)
        b[k] = c[k] = number();
    zn_factor_solve(f, 2, b);
    zn_factor_solve(g, 2, c);
    for (int k = 0; k < 2 * ORDER; k++) /* kappa about 10 */
        ck_assert_double_eq_tol(b[k], c[k], 1e-14);
    zn_factor_free(f);
    zn_factor_free(g);
    zn_sum_free(sum);
}
END_TEST

START_TEST(a_symmetric_band_is_solved_by_cholesky_and_another_by_lu)
{
    /* [2 1 0; 1 2 1; 0 1 2] x = [4; 8; 8] at x = (1, 2, 3); with (1,0) = 1/2:
     * [2 1 0; 0.5 2 1; 0 1 2] x = [4; 7.5; 8] */
    double x[] = {0, 2, 1, 1, 2, 1, 1, 2, 0}, b[] = {4, 8, 8},
           c[] = {4, 7.5, 8};
    const zn_pattern a = zn_pattern_banded(3, 1, 1);
    zn_factor *f;

    ck_assert_int_eq(zn_factor_new_pattern(ctx, &a, &f), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "none");
    ck_assert_int_eq(zn_factor_pattern(f)->shape, ZN_SHAPE_BANDED);
    ck_assert(zn_factor_pattern(f)->rows == 3 && zn_factor_pattern(f)->kl == 1);
    ck_assert_int_eq(zn_factor_set(f, x), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "banded");
    zn_factor_solve(f, 1, b);
    x[2] = 0.5;
    ck_assert_int_eq(zn_factor_set(f, x), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "band lu");
    /* exchanges widen the upper band to kl + ku: 3 (1 + 1 + 2) numbers */
    ck_assert_double_eq(zn_factor_spent(f).values, 12);
    ck_assert_double_eq(zn_factor_spent(f).operations, 18);
    zn_factor_solve(f, 1, c);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(b[k], k + 1, 1e-14);
        ck_assert_double_eq_tol(c[k], k + 1, 1e-14);
    }
    zn_factor_free(f);
}
END_TEST

/* ---- large ones ---- */

/* n rows of a diagonal and l beside it; each pivot divides l numbers and takes l products
 * of l from the rest, half of them by symmetry: n (l + 1) numbers, n l (l + 1) operations */
START_TEST(the_cost_of_a_symmetric_band_is_told)
{
    double x[5 * 5] = {0};
    const zn_pattern a = zn_pattern_banded(5, 2, 2);
    zn_factor *f;

    ck_assert_int_eq(zn_factor_new_pattern(ctx, &a, &f), ZN_OK);
    for (int j = 0; j < 5; j++)
        x[2 + 5 * j] = 4;
    ck_assert_int_eq(zn_factor_set(f, x), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "banded");
    ck_assert_double_eq(zn_factor_spent(f).values, 15);
    ck_assert_double_eq(zn_factor_spent(f).operations, 30);
    zn_factor_free(f);
}
END_TEST

START_TEST(a_large_symmetric_mesh_takes_cholesky_and_its_predicted_cost)
{
    zn_factor_cost cost, spent;
    const char *how;
    zn_factor *f;
    matrix m;

    mesh(&m, 60, 0);
    ck_assert_int_eq(zn_factor_predict(ctx, &m.a, m.x, &cost, &how), ZN_OK);
    ck_assert_str_eq(how, "sparse cholesky");
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "sparse cholesky");
    spent = zn_factor_spent(f);
    ck_assert_double_eq(spent.values, cost.values);
    ck_assert_double_eq(spent.operations, cost.operations);
    /* n log2 n / 4 numbers are usual for a plane mesh, n^2/2 would be dense */
    ck_assert_double_lt(cost.values, 20 * 3600.0);
    ck_assert_double_lt(residual(&m.a, m.x, f), 1e-14);
    zn_factor_free(f);
    end(&m);
}
END_TEST

START_TEST(a_cube_is_ordered_by_dissection)
{
    double control[AMD_CONTROL], amd[AMD_INFO];
    zn_index order[24 * 24 * 24];
    zn_factor_cost cost;
    const char *how;
    zn_factor *f;
    matrix m;

    cube(&m, 24);
    amd_l_defaults(control);
    ck_assert_int_eq(amd_l_order(m.n, m.p, m.i, order, control, amd), AMD_OK);
    ck_assert_int_eq(zn_factor_predict(ctx, &m.a, m.x, &cost, &how), ZN_OK);
    ck_assert_str_eq(how, "sparse cholesky");
    /* the separators of a cube, George, SIAM J. Numer. Anal. 10 (1973); minimum degree
     * takes twice the operations */
    ck_assert_double_lt(cost.operations, 0.7 * 2 * amd[AMD_NMULTSUBS_LDL]);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
    ck_assert_double_eq(zn_factor_spent(f).operations, cost.operations);
    ck_assert_double_lt(residual(&m.a, m.x, f), 1e-14);
    zn_factor_free(f);
    end(&m);
}
END_TEST

/* The pattern of m, by who has no time left; and by who has all. */
static void ordered_late(const matrix *m, zn_status late_st)
{
    zn_monitor late = {.end = zni_clock()};
    const zn_matrix A = {
        .storage = ZN_CSC, .rows = m->n, .cols = m->n, .x = m->x, .p = m->p, .i = m->i};
    struct zni_chol *k = NULL;
    zni_csc c = {0};
    bool fresh;

    ck_assert_int_eq(zni_csc_set(ctx, &c, &A, &fresh), ZN_OK);
    ck_assert_int_eq(zni_chol_new(ctx, &k), ZN_OK);
    ck_assert_int_eq(zni_chol_pattern(ctx, k, &c, &late), late_st);
    ck_assert_int_eq(zni_chol_pattern(ctx, k, &c, NULL), ZN_OK);
    ck_assert_double_gt(zni_chol_cost(k).operations, 0);
    zni_chol_free(ctx, k);
    zni_csc_fini(ctx, &c);
}

START_TEST(a_second_ordering_is_not_begun_where_no_time_is_left)
{
    matrix m;

    mesh(&m, 20, 0); /* needs none */
    ordered_late(&m, ZN_OK);
    end(&m);
    cube(&m, 24);
    ordered_late(&m, ZN_UNSOLVED);
    end(&m);
}
END_TEST

START_TEST(factors_that_could_not_be_made_are_none)
{
    zn_factor *f;
    matrix m;

    mesh(&m, 20, 0);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set_definite(f, m.x), ZN_OK);
    ck_assert_str_ne(zn_factor_structure(f), "none");
    for (zn_index k = 0; k < m.p[m.n]; k++)
        m.x[k] = -m.x[k];
    ck_assert_int_eq(zn_factor_set_definite(f, m.x), ZN_ESINGULAR);
    ck_assert_str_eq(zn_factor_structure(f), "none");
    zn_factor_free(f);
    end(&m);
}
END_TEST

START_TEST(a_large_unsymmetric_mesh_takes_lu_and_its_predicted_cost)
{
    zn_factor_cost cost, spent;
    const char *how;
    zn_factor *f;
    matrix m;

    mesh(&m, 60, 0.5);
    ck_assert_int_eq(zn_factor_predict(ctx, &m.a, m.x, &cost, &how), ZN_OK);
    ck_assert_str_eq(how, "sparse lu");
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "sparse lu");
    spent = zn_factor_spent(f);
    /* pivots stay on the strong diagonal: what was foreseen */
    ck_assert_double_le(spent.values, 1.01 * cost.values);
    ck_assert_double_ge(spent.values, 0.5 * cost.values);
    ck_assert_double_lt(residual(&m.a, m.x, f), 1e-14);

    /* the same pattern with other values: the analysis serves */
    for (zn_index k = 0; k < m.p[m.n]; k++)
        m.x[k] *= 1 + 0.1 * number();
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
    ck_assert_double_lt(residual(&m.a, m.x, f), 1e-14);
    zn_factor_free(f);
    end(&m);
}
END_TEST

START_TEST(factors_that_fill_the_square_are_dense)
{
    zn_factor_cost cost, spent;
    const char *how;
    zn_factor *f;
    matrix m;

    graph(&m, 700);
    ck_assert_int_eq(zn_factor_predict(ctx, &m.a, m.x, &cost, &how), ZN_OK);
    ck_assert_str_eq(how, "lu");
    ck_assert_double_eq(cost.values, 700.0 * 700);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    for (int again = 0; again < 2; again++) {
        ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
        ck_assert_str_eq(zn_factor_structure(f), "lu");
        spent = zn_factor_spent(f);
        ck_assert_double_eq(spent.values, cost.values);
        ck_assert_double_eq(spent.operations, cost.operations);
        ck_assert_double_lt(residual(&m.a, m.x, f), 1e-14);
        for (zn_index k = 0; k < m.p[m.n]; k++)
            m.x[k] *= 1 + 0.1 * number();
    }
    /* a row of zeros */
    for (zn_index k = 0; k < m.p[m.n]; k++)
        m.x[k] = m.i[k] == 5 ? 0 : m.x[k];
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_ESINGULAR);
    ck_assert_str_eq(zn_factor_structure(f), "none");
    zn_factor_free(f);
    end(&m);
}
END_TEST

/* Rows of a band in any order: where pivots come from elsewhere than the diagonal, what is
 * foreseen for those on it is no reason for full factors. */
START_TEST(a_weak_diagonal_is_no_reason_for_dense_factors)
{
    enum { N = 1500, BAND = 3 };
    zn_index row[N]; /* which is row i */
    zn_factor_cost cost;
    const char *how;
    zn_factor *f;
    matrix m;

    for (zn_index i = 0; i < N; i++) {
        const zn_index k = (zn_index)((double)(i + 1) * fabs(number())) % (i + 1);

        row[i] = row[k];
        row[k] = i;
    }
    begin(&m, N, (2 * BAND + 1) * N);
    for (zn_index j = 0; j < N; j++) {
        next(&m, j);
        for (zn_index i = 0; i < N; i++)
            if (labs(row[i] - j) <= BAND)
                put(&m, j, i, row[i] == j ? 8 : number());
    }
    ck_assert_int_eq(zn_factor_predict(ctx, &m.a, m.x, &cost, &how), ZN_OK);
    ck_assert_str_eq(how, "sparse lu");
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "sparse lu");
    /* pivots are a thousandth of their column at the least */
    ck_assert_double_lt(residual(&m.a, m.x, f), 1e-12);
    zn_factor_free(f);
    end(&m);
}
END_TEST

START_TEST(a_long_chain_in_columns_is_found_to_be_a_band)
{
    zn_factor_cost cost;
    const char *how;
    zn_factor *f;
    matrix m;

    begin(&m, 1000, 3000);
    for (zn_index j = 0; j < 1000; j++) {
        next(&m, j);
        if (j > 0)
            put(&m, j, j - 1, -1);
        put(&m, j, j, 2.5);
        if (j < 999)
            put(&m, j, j + 1, -1);
    }
    ck_assert_int_eq(zn_factor_predict(ctx, &m.a, m.x, &cost, &how), ZN_OK);
    ck_assert_str_eq(how, "band lu");
    ck_assert_double_le(cost.values, 4000);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
    ck_assert_double_lt(residual(&m.a, m.x, f), 1e-14);
    zn_factor_free(f);
    end(&m);
}
END_TEST

/* ---- orderings ---- */

/* Numbers in KLU's factors by an ordering. */
static double fill_of(const matrix *m, int ordering)
{
    klu_l_common k;
    klu_l_symbolic *s;
    klu_l_numeric *f;
    double count;

    klu_l_defaults(&k);
    k.ordering = ordering;
    s = klu_l_analyze(m->n, m->p, m->i, &k);
    f = klu_l_factor(m->p, m->i, m->x, s, &k);
    count = (double)f->lnz + (double)f->unz;
    klu_l_free_numeric(&f, &k);
    klu_l_free_symbolic(&s, &k);
    return count;
}

START_TEST(where_the_diagonal_is_weak_the_cheaper_ordering_is_taken)
{
    zn_factor_cost cost, spent;
    zn_factor *f;
    matrix m;

    weak(&m, 1000);
    ck_assert_double_gt(fill_of(&m, 0), 1.2 * fill_of(&m, 1)); /* AMD loses */
    ck_assert_int_eq(zn_factor_predict(ctx, &m.a, m.x, &cost, NULL), ZN_OK);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
    spent = zn_factor_spent(f);
    ck_assert_double_eq(spent.values, fill_of(&m, 1));
    ck_assert_double_le(spent.values, cost.values); /* it was a bound */
    ck_assert_double_lt(residual(&m.a, m.x, f), 1e-14);
    zn_factor_free(f);
    end(&m);
}
END_TEST

START_TEST(no_family_is_factored_by_much_more_than_the_better_ordering)
{
    matrix m;
    zn_factor *f;

    /* random circuits: conductances, and branches that conduct or block */
    for (int round = 0; round < 10; round++) {
        const zn_index k = 300;
        double *A = calloc((size_t)(4 * k * k), sizeof *A);
        const zn_index n = 2 * k;

        for (zn_index j = 0; j < k; j++) {
            const zn_index a = (zn_index)((number() + 1) / 2 * (double)k);
            const zn_index b = (a + 1 + j % 7) % k;
            const bool on = number() > 0;

            A[j + j * n] += 1e-6 * round;
            A[a + (k + j) * n] = 1;
            A[b + (k + j) * n] = -1;
            A[k + j + (on ? a : k + j) * n] = 1;
            if (on) {
                A[k + j + b * n] = -1;
                A[k + j + (k + j) * n] = -1e-3;
            }
            A[j + j * n] += 1e-3;
        }
        begin(&m, n, 8 * n);
        for (zn_index j = 0; j < n; j++) {
            next(&m, j);
            for (zn_index i = 0; i < n; i++)
                if (A[i + j * n] != 0)
                    put(&m, j, i, A[i + j * n]);
        }
        free(A);
        ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
        ck_assert_int_eq(zn_factor_set(f, m.x), ZN_OK);
        ck_assert_double_le(zn_factor_spent(f).values,
                            2 * fmin(fill_of(&m, 0), fill_of(&m, 1)));
        zn_factor_free(f);
        end(&m);
    }
}
END_TEST

/* ---- faults ---- */

/* ---- restarts ---- */

/* A restart between two patterns is of factors that are gone: the new ones cost what they cost. */
START_TEST(a_restart_of_a_pattern_that_is_gone_hides_no_cost)
{
    zn_index p[] = {0, 2, 4}, i[] = {0, 1, 0, 1}, diag[] = {0, 3};
    double x[] = {4, 1, 1, 3}, b[] = {6, 7}; /* A (1, 2) */
    const zni_csc c = {.n = 2, .nnz = 4, .p = p, .i = i, .diag = diag, .x = x};
    struct zni_klu *klu = NULL;

    ck_assert_int_eq(zni_klu_new(ctx, &klu, true), ZN_OK);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(zni_klu_pattern(ctx, klu, &c), ZN_OK);
        ck_assert_int_eq(zni_klu_factor(ctx, klu, &c, x), ZN_OK);
        ck_assert_double_eq(zni_klu_spent(klu).values, 6); /* L and U, full */
        zni_klu_restart(klu);
    }
    ck_assert_double_eq(zni_klu_spent(klu).values, 0);
    ck_assert_int_eq(zni_klu_factor(ctx, klu, &c, x), ZN_OK);
    zni_klu_solve(klu, 2, b);
    ck_assert_double_eq_tol(b[0], 1, 1e-15);
    ck_assert_double_eq_tol(b[1], 2, 1e-15);
    zni_klu_free(ctx, klu);
}
END_TEST

START_TEST(singular_matrices_and_nan_are_refused)
{
    const zn_pattern zero = zn_pattern_zero(3, 3);
    const zn_pattern flat = {.rows = 3, .cols = 2};
    zn_factor *f;
    matrix m;

    ck_assert_int_eq(zn_factor_new_pattern(ctx, &flat, &f), ZN_EINVAL);
    ck_assert_ptr_null(f);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &zero, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, NULL), ZN_ESINGULAR);
    zn_factor_free(f);

    mesh(&m, 30, 0.5);
    ck_assert_int_eq(zn_factor_new_pattern(ctx, &m.a, &f), ZN_OK);
    for (zn_index k = m.p[77]; k < m.p[78]; k++)
        m.x[k] = 0;
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_ESINGULAR);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "900 x 900"));
    m.x[m.p[77]] = NAN;
    ck_assert_int_eq(zn_factor_set(f, m.x), ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "(47,77)"));
    zn_factor_free(f);
    end(&m);
}
END_TEST

START_TEST(a_band_that_is_singular_or_nan_is_refused)
{
    double x[] = {0, 1, 1, 1, 1, 0, 0, 1, 0};
    const zn_pattern a = zn_pattern_banded(3, 1, 1);
    zn_factor *f;

    ck_assert_int_eq(zn_factor_new_pattern(ctx, &a, &f), ZN_OK);
    ck_assert_int_eq(zn_factor_set(f, x), ZN_ESINGULAR);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "singular"));
    x[0] = x[8] = NAN; /* corners are nobody's */
    ck_assert_int_eq(zn_factor_set(f, x), ZN_ESINGULAR);
    x[4] = NAN;
    ck_assert_int_eq(zn_factor_set(f, x), ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "(1,1)"));
    zn_factor_free(f);
}
END_TEST

static zn_status make_one(const zn_allocator *alloc)
{
    zn_factor_cost cost;
    zn_factor *f = NULL;
    zn_ctx *c = NULL;
    matrix m;
    zn_status st = zn_ctx_new_with(alloc, &c);

    mesh(&m, 20, 0.5);
    if (!st)
        st = zn_factor_predict(c, &m.a, m.x, &cost, NULL);
    if (!st)
        st = zn_factor_new_pattern(c, &m.a, &f);
    if (!st)
        st = zn_factor_set(f, m.x);
    zn_factor_free(f);
    zn_ctx_free(c);
    end(&m);
    return st;
}

START_TEST(no_memory_leaves_nothing_behind)
{
    test_torture(make_one);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("factors by pattern");
    TCase *tc = tcase_create("factors");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, every_shape_solves_what_the_dense_one_does, 0,
                        SHAPES);
    tcase_add_test(tc, a_symmetric_band_is_solved_by_cholesky_and_another_by_lu);
    tcase_add_test(tc,
                   a_large_symmetric_mesh_takes_cholesky_and_its_predicted_cost);
    tcase_add_test(tc, a_cube_is_ordered_by_dissection);
    tcase_add_test(tc, a_second_ordering_is_not_begun_where_no_time_is_left);
    tcase_add_test(tc,
                   a_large_unsymmetric_mesh_takes_lu_and_its_predicted_cost);
    tcase_add_test(tc, the_cost_of_a_symmetric_band_is_told);
    tcase_add_test(tc, factors_that_could_not_be_made_are_none);
    tcase_add_test(tc, factors_that_fill_the_square_are_dense);
    tcase_add_test(tc, a_weak_diagonal_is_no_reason_for_dense_factors);
    tcase_add_test(tc, a_long_chain_in_columns_is_found_to_be_a_band);
    tcase_add_test(tc,
                   where_the_diagonal_is_weak_the_cheaper_ordering_is_taken);
    tcase_add_test(tc,
                   no_family_is_factored_by_much_more_than_the_better_ordering);
    tcase_add_test(tc, a_restart_of_a_pattern_that_is_gone_hides_no_cost);
    tcase_add_test(tc, singular_matrices_and_nan_are_refused);
    tcase_add_test(tc, a_band_that_is_singular_or_nan_is_refused);
    tcase_add_test(tc, no_memory_leaves_nothing_behind);
    suite_add_tcase(s, tc);
    return test_main(s);
}
