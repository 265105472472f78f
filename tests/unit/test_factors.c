/* test_factors.c - the solvers' own sparse copy and their direct methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "../../solvers/linalg/lu.h"

/* a matrix with `per` entries beside the diagonal in each row, within `reach` */
static double *scattered(rng *r, zn_index n, int per, zn_index reach, bool sym)
{
    double *M = reals(n * n);

    for (zn_index i = 0; i < n; i++) {
        for (int k = 0; k < per; k++) {
            zn_index j =
                i + (zn_index)uniform(r, -(double)reach, (double)reach);

            if (j < 0 || j >= n || j == i)
                continue;
            M[i + j * n] = uniform(r, -1, 1);
            if (sym)
                M[j + i * n] = M[i + j * n];
        }
        M[i + i * n] += 2.0 * per;
    }
    return M;
}

static void expect_equal(const zni_csc *c, zn_index n, const double M[])
{
    zn_index k = 0;

    ck_assert_int_eq(c->n, n);
    for (zn_index j = 0; j < n; j++) {
        ck_assert_int_eq(c->p[j], k);
        ck_assert_int_eq(c->i[c->diag[j]], j);
        for (zn_index i = 0; i < n; i++) {
            if (k < c->p[j + 1] && c->i[k] == i)
                ck_assert_double_eq(c->x[k++], M[i + j * n]);
            else
                ck_assert_double_eq(M[i + j * n], 0);
        }
        ck_assert_int_eq(c->p[j + 1], k);
    }
}

/* the same, of a copy that may hold zeros too */
static void expect_values(const zni_csc *c, zn_index n, const double M[])
{
    double *A = reals(n * n);

    ck_assert_int_eq(c->n, n);
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++)
            A[c->i[k] + j * n] += c->x[k];
    for (zn_index k = 0; k < n * n; k++)
        ck_assert_double_eq(A[k], M[k]);
    free(A);
}

START_TEST(a_copy_has_the_entries_of_any_view_and_all_of_the_diagonal)
{
    rng r = {4};
    zn_ctx *ctx = context();
    zni_csc c = {0};

    for (zn_index n = 1; n < 30; n += 4) {
        double *M = scattered(&r, n, 3, 9, false);
        bool fresh;

        for (zn_index i = 0; i < n; i += 2)
            M[i + i * n] = 0; /* the view lacks it, the copy has it */
        stored csc = to_csc(n, M), bsr = to_bsr(n, M);

        ck_assert_int_eq(zni_csc_set(ctx, &c, &csc.m, &fresh), ZN_OK);
        ck_assert(fresh);
        expect_equal(&c, n, M);
        ck_assert_int_eq(zni_csc_set(ctx, &c, &bsr.m, &fresh), ZN_OK);
        ck_assert(fresh);
        expect_equal(&c, n, M);

        /* the same pattern again: only values move */
        for (zn_index k = 0; k < n * n; k++) {
            bsr.x[k] *= 3;
            M[k] *= 3;
        }
        ck_assert_int_eq(zni_csc_set(ctx, &c, &bsr.m, &fresh), ZN_OK);
        ck_assert(!fresh);
        expect_equal(&c, n, M);
        stored_free(&csc);
        stored_free(&bsr);
        free(M);
    }
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* Three rows of blocks 1 x 1; the second has one, or two, of the four. */
START_TEST(blocks_that_change_their_row_are_another_pattern)
{
    const zn_index cut[] = {0, 1, 2, 3}, i[] = {0, 0, 1, 2}, bp[] = {0, 1, 2, 3};
    const zn_index one[] = {0, 1, 2, 4}, two[] = {0, 1, 3, 4};
    const double x[] = {1, 2, 3, 4};
    const double M1[] = {1, 2, 0, 0, 0, 3, 0, 0, 4};
    const double M2[] = {1, 2, 0, 0, 3, 0, 0, 0, 4};
    zn_matrix A = {.storage = ZN_BSR, .rows = 3, .cols = 3, .x = x, .p = one, .i = i,
                   .nbr = 3, .nbc = 3, .ro = cut, .co = cut, .bp = bp};
    zn_ctx *ctx = context();
    zni_csc c = {0};
    bool fresh;

    ck_assert_int_eq(zni_csc_set(ctx, &c, &A, &fresh), ZN_OK);
    expect_values(&c, 3, M1);
    A.p = two;
    ck_assert_int_eq(zni_csc_set(ctx, &c, &A, &fresh), ZN_OK);
    ck_assert(fresh);
    expect_values(&c, 3, M2);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_band_is_as_wide_as_its_entries_are_far)
{
    /* one below the diagonal, two above it, the last at (4, 6) */
    double M[49] = {0};
    zn_ctx *ctx = context();
    zni_csc c = {0};
    bool fresh;

    for (int i = 0; i < 7; i++)
        M[i + 7 * i] = 2;
    M[6 + 7 * 5] = M[4 + 7 * 6] = 1;
    stored m = to_csc(7, M);
    ck_assert_int_eq(zni_csc_set(ctx, &c, &m.m, &fresh), ZN_OK);
    ck_assert_int_eq(c.lower, 1);
    ck_assert_int_eq(c.upper, 2);
    stored_free(&m);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_pattern_of_equal_size_is_not_taken_for_the_same)
{
    /* [1 2; 0 3] and [1 0; 2 3]: same counts, other places */
    const double U[] = {1, 0, 2, 3}, L[] = {1, 2, 0, 3};
    stored u = to_csc(2, U), l = to_csc(2, L);
    zn_ctx *ctx = context();
    zni_csc c = {0};
    bool fresh;

    ck_assert_int_eq(zni_csc_set(ctx, &c, &u.m, &fresh), ZN_OK);
    expect_equal(&c, 2, U);
    ck_assert_int_eq(c.upper, 1);
    ck_assert_int_eq(c.lower, 0);
    ck_assert_int_eq(zni_csc_set(ctx, &c, &l.m, &fresh), ZN_OK);
    ck_assert(fresh);
    expect_equal(&c, 2, L);
    ck_assert_int_eq(c.upper, 0);
    ck_assert_int_eq(c.lower, 1);
    zni_csc_fini(ctx, &c);
    stored_free(&u);
    stored_free(&l);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(symmetry_is_seen_in_pattern_and_values)
{
    rng r = {8};
    zn_index n = 25;
    double *M = scattered(&r, n, 3, 12, true);
    stored s = to_csc(n, M);
    zn_ctx *ctx = context();
    zni_csc c = {0};
    bool fresh;
    zn_index k = 0;

    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert_int_eq(zni_csc_mirror(ctx, &c), ZN_OK);
    ck_assert(zni_csc_symmetric(&c));
    while (s.i[k] == 0)
        k++;
    s.x[k] += 1e-3; /* below the diagonal of column 0 */
    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert(!fresh && !zni_csc_symmetric(&c));
    stored_free(&s);

    M[0 + 3 * n] = 0; /* one side of a pair */
    M[3] = 1;
    s = to_csc(n, M);
    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert_int_eq(zni_csc_mirror(ctx, &c), ZN_OK);
    ck_assert(!zni_csc_symmetric(&c));
    stored_free(&s);
    free(M);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- sparse systems ----------------------------------------------------------- */

/* factor, solve for the image of x = (1, 2, 3 ...) and compare */
static void solves(zn_ctx *ctx, zni_slu *lu, zni_csc *c, bool symmetric,
                   zni_slu_kind kind)
{
    double *b = reals(c->n);

    for (zn_index j = 0; j < c->n; j++)
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++)
            b[c->i[k]] += c->x[k] * (double)(j + 1);
    ck_assert_int_eq(zni_slu_factor(ctx, lu, c, c->x, symmetric), ZN_OK);
    ck_assert_int_eq(lu->kind, kind);
    zni_slu_solve(lu, b);
    for (zn_index j = 0; j < c->n; j++)
        ck_assert_double_eq_tol(b[j], (double)(j + 1), 1e-9);
    free(b);
}

START_TEST(each_structure_gets_its_method)
{
    static const struct {
        zn_index n;
        int per;
        zn_index reach;
        bool symmetric;
        zni_slu_kind kind;
    } cases[] = {
        {50, 3, 2, false, ZNI_SLU_TRI},
        {50, 3, 5, false, ZNI_SLU_BAND},
        {50, 3, 49, false, ZNI_SLU_KLU},
        {50, 3, 49, true, ZNI_SLU_KLU},
        {2100, 2, 60, true, ZNI_SLU_CHOL},
        {2100, 2, 60, false, ZNI_SLU_KLU},
        /* much fill, and not */
        {500, 8, 499, true, ZNI_SLU_CHOL},
        {500, 2, 10, true, ZNI_SLU_KLU},
        {900, 6, 899, false, ZNI_SLU_UMF},
    };
    zn_ctx *ctx = context();
    zni_csc c = {0};
    zni_slu lu = {0};

    ck_assert_int_eq(zni_slu_reserve(ctx, &lu, 50), ZN_OK);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        rng r = {k + 1};
        double *M = scattered(&r, cases[k].n, cases[k].per, cases[k].reach,
                              cases[k].symmetric);
        stored s = to_csc(cases[k].n, M);
        bool fresh;

        ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
        ck_assert_int_eq(zni_slu_pattern(ctx, &lu, &c), ZN_OK);
        /* twice: the second time with the analysis of the first */
        solves(ctx, &lu, &c, cases[k].symmetric, cases[k].kind);
        for (zn_index e = 0; e < c.nnz; e++)
            c.x[e] *= -1;
        if (cases[k].kind == ZNI_SLU_CHOL) /* negative definite: no Cholesky */
            solves(ctx, &lu, &c, true, ZNI_SLU_KLU);
        else
            solves(ctx, &lu, &c, cases[k].symmetric, cases[k].kind);
        /* no library is met before it is needed: bands, then KLU alone */
        ck_assert(k >= 2 || !lu.klu);
        ck_assert(k >= 4 || !lu.chol);
        stored_free(&s);
        free(M);
    }
    zni_slu_fini(ctx, &lu);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* Fronts are as large as the pattern may need. Of a symmetric matrix that is not positive definite most of the numbers
 * may be zeros, as in a set of few free rows: columns one by one are the quicker ones then; and it is fronts again
 * where they are not. */
START_TEST(fronts_are_for_what_is_there)
{
    enum { N = 900 };
    zn_ctx *ctx = context();
    rng r = {7};
    double *M = scattered(&r, N, 6, N - 1, true), *x;
    stored s = to_csc(N, M);
    zni_csc c = {0};
    zni_slu lu = {0};
    bool fresh;

    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert_int_eq(zni_slu_pattern(ctx, &lu, &c), ZN_OK);
    x = reals(c.nnz);
    memcpy(x, c.x, (size_t)c.nnz * sizeof *x);
    for (int k = 0; k < 4; k++) {
        for (zn_index j = 0; j < N; j++)
            for (zn_index e = c.p[j]; e < c.p[j + 1]; e++)
                c.x[e] = k % 2 && c.i[e] != j && (c.i[e] + j) % 8 ? 0 : -x[e];
        /* not called symmetric it may fill in spite of its zeros */
        solves(ctx, &lu, &c, k < 3, k == 1 ? ZNI_SLU_KLU : ZNI_SLU_UMF);
    }
    free(x);
    free(M);
    stored_free(&s);
    zni_slu_fini(ctx, &lu);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* By fronts: what was factorised before has no say in the bits, and a matrix with two equal rows
 * is singular. */
START_TEST(fronts_have_no_memory)
{
    enum { N = 900 };
    zn_ctx *ctx = context();
    rng r = {7};
    double *M = scattered(&r, N, 6, N - 1, false), *b[2];
    stored s;
    zni_csc c = {0};
    zni_slu lu = {0};
    bool fresh;

    /* of one pattern */
    for (zn_index j = 0; j < N; j++)
        if (M[3 + j * N] != 0 || M[5 + j * N] != 0)
            M[3 + j * N] = M[5 + j * N] = 1 + (double)j;
    M[5 + 5 * N] += 3;
    s = to_csc(N, M);
    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert_int_eq(zni_slu_pattern(ctx, &lu, &c), ZN_OK);
    for (int k = 0; k < 3; k++) {
        M[5 + 5 * N] -= k == 1 ? 3 : 0;
        M[5 + 5 * N] += k == 2 ? 3 : 0;
        for (zn_index e = 0, j = 0; j < N; j++)
            for (zn_index i = 0; i < N; i++)
                if (M[i + j * N] != 0)
                    s.x[e++] = M[i + j * N];
        ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
        ck_assert(!fresh);
        if (k == 1) {
            ck_assert_int_eq(zni_slu_factor(ctx, &lu, &c, c.x, false), ZN_ESINGULAR);
            ck_assert_int_eq(lu.kind, ZNI_SLU_UMF);
            continue;
        }
        solves(ctx, &lu, &c, false, ZNI_SLU_UMF);
        b[k / 2] = reals(N);
        for (zn_index i = 0; i < N; i++)
            b[k / 2][i] = sin((double)i);
        zni_slu_solve(&lu, b[k / 2]);
    }
    ck_assert_int_eq(memcmp(b[0], b[1], N * sizeof *b[0]), 0);
    free(b[0]);
    free(b[1]);
    free(M);
    stored_free(&s);
    zni_slu_fini(ctx, &lu);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* D A D with D of powers of two from 2^-30 to 2^30, as interior points have it in the end, has the
 * factors of A, scaled, and its solution to the bit; of the greatest and the least pivot one is
 * 2^120 times the other. A that is the matrix of a graph, with row sums 0, stays singular. */
START_TEST(a_diagonal_of_many_powers_is_no_singular_matrix)
{
    const zn_index n = _i == 0 ? 500 : 2100, reach = _i == 0 ? 499 : 60;
    rng r = {3};
    double *M = scattered(&r, n, _i == 0 ? 8 : 2, reach, true);
    double *b = reals(n), *x = reals(n);
    zn_ctx *ctx = context();
    zni_slu lu = {0};
    stored s = to_csc(n, M);
    zni_csc c = {0};
    bool fresh;

    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert_int_eq(zni_slu_pattern(ctx, &lu, &c), ZN_OK);
    for (int scaled = 0; scaled < 2; scaled++) {
        for (zn_index j = 0; j < n; j++)
            for (zn_index k = c.p[j]; k < c.p[j + 1] && scaled; k++)
                c.x[k] = ldexp(c.x[k], (int)(7 * j % 61 + 7 * c.i[k] % 61) - 60);
        ck_assert_int_eq(zni_slu_factor(ctx, &lu, &c, c.x, true), ZN_OK);
        ck_assert_int_eq(lu.kind, ZNI_SLU_CHOL);
        for (zn_index j = 0; j < n; j++)
            b[j] = ldexp((double)(j + 1), scaled ? (int)(7 * j % 61) - 30 : 0);
        zni_slu_solve(&lu, b);
        for (zn_index j = 0; j < n; j++)
            ck_assert(!scaled || ldexp(b[j], (int)(7 * j % 61) - 30) == x[j]);
        memcpy(x, b, (size_t)n * sizeof *x);
    }
    for (zn_index j = 0; j < n; j++) {
        double sum = 0;

        for (zn_index k = c.p[j]; k < c.p[j + 1]; k++) {
            c.x[k] = c.i[k] == j ? 0 : -1;
            sum -= c.x[k];
        }
        c.x[c.diag[j]] = sum;
    }
    ck_assert_int_eq(zni_slu_factor_definite(ctx, &lu, &c, c.x), ZN_ESINGULAR);
    stored_free(&s);
    free(M);
    free(b);
    free(x);
    zni_slu_fini(ctx, &lu);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(singular_sparse_matrices_are_told)
{
    /* tridiagonal, banded and scattered, with one row zero; then regular again */
    const zn_index reach[] = {2, 5, 39};
    zn_ctx *ctx = context();
    zni_csc c = {0};
    zni_slu lu = {0};

    for (int k = 0; k < 3; k++) {
        rng r = {20 + (uint64_t)k};
        zn_index n = 40;
        double *M = scattered(&r, n, 3, reach[k], false), *keep = reals(8 * n);
        stored s = to_csc(n, M);
        bool fresh;

        ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
        ck_assert_int_eq(zni_slu_pattern(ctx, &lu, &c), ZN_OK);
        solves(ctx, &lu, &c, false, lu.wide ? ZNI_SLU_KLU : lu.kind);
        memcpy(keep, c.x, (size_t)c.nnz * sizeof *keep);
        for (zn_index e = 0; e < c.nnz; e++)
            if (c.i[e] == 17)
                c.x[e] = 0;
        ck_assert_int_eq(zni_slu_factor(ctx, &lu, &c, c.x, false),
                         ZN_ESINGULAR);
        memcpy(c.x, keep, (size_t)c.nnz * sizeof *keep);
        solves(ctx, &lu, &c, false, lu.wide ? ZNI_SLU_KLU : lu.kind);
        stored_free(&s);
        free(M);
        free(keep);
    }
    zni_slu_fini(ctx, &lu);
    zni_csc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* Values that KLU takes with pivots on the diagonal, then the same with one of these small: b
 * is what the second solves; what the first cost. */
static zni_cost in_turn(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, zn_index off,
                        double x[], double b[])
{
    zni_cost cost;

    zni_slu_restart(lu);
    memcpy(x, c->x, (size_t)c->nnz * sizeof *x);
    ck_assert_int_eq(zni_slu_factor(ctx, lu, c, x, false), ZN_OK);
    cost = zni_slu_spent(lu);
    x[c->diag[off]] *= 1e-5; /* no pivot that new factors would take */
    ck_assert_int_eq(zni_slu_factor(ctx, lu, c, x, false), ZN_OK);
    ck_assert_int_eq(lu->kind, ZNI_SLU_KLU);
    for (zn_index j = 0; j < c->n; j++)
        b[j] = (double)(j + 1);
    zni_slu_solve(lu, b);
    return cost;
}

/* Also where the last matrix was singular and has left no factors. The first turn makes room
 * for all. */
START_TEST(a_restart_forgets_all_factors_and_keeps_their_room)
{
    const zn_index n = 40;
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zni_csc c = {0};
    zni_slu used = {0};
    rng r = {22};
    double *M = scattered(&r, n, 3, n - 1, false), *x = reals(n * n),
           *b = reals(n), *bf = reals(n);
    stored s = to_csc(n, M);
    bool fresh;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert_int_eq(zni_slu_pattern(ctx, &used, &c), ZN_OK);
    for (zn_index off = 0; off < n; off++) {
        zni_slu other = {0};
        zni_cost cost, first;

        ck_assert_int_eq(zni_slu_pattern(ctx, &other, &c), ZN_OK);
        first = in_turn(ctx, &other, &c, off, x, bf);
        before = mem.calls;
        cost = in_turn(ctx, &used, &c, off, x, b);
        ck_assert(off == 0 || mem.calls == before);
        ck_assert_double_eq(cost.values, first.values);
        ck_assert_double_eq(cost.operations, first.operations);
        ck_assert_mem_eq(b, bf, (size_t)n * sizeof *b);
        if (off % 2) { /* and the next one begins without factors */
            memset(x, 0, (size_t)c.nnz * sizeof *x);
            ck_assert_int_eq(zni_slu_factor(ctx, &used, &c, x, false),
                             ZN_ESINGULAR);
        }
        before = mem.calls; /* a second turn of a new object, as in a step */
        in_turn(ctx, &other, &c, off, x, bf);
        ck_assert_int_eq(mem.calls, before);
        zni_slu_fini(ctx, &other);
    }
    zni_slu_fini(ctx, &used);
    zni_csc_fini(ctx, &c);
    stored_free(&s);
    free(M);
    free(x);
    free(b);
    free(bf);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

START_TEST(pivots_are_chosen_anew_when_the_old_ones_no_longer_do)
{
    /* the diagonal, which was fine, becomes zero: [0 A; B 0] needs others */
    zn_index n = 30;
    double *M = reals(n * n);
    zn_ctx *ctx = context();
    zni_csc c = {0};
    zni_slu lu = {0};
    bool fresh;

    for (zn_index i = 0; i < n; i++) {
        M[i + i * n] = 4;
        M[i + ((i + n / 2) % n) * n] = 1 + 0.1 * (double)i;
    }
    stored s = to_csc(n, M);

    ck_assert_int_eq(zni_csc_set(ctx, &c, &s.m, &fresh), ZN_OK);
    ck_assert_int_eq(zni_slu_pattern(ctx, &lu, &c), ZN_OK);
    solves(ctx, &lu, &c, false, ZNI_SLU_KLU);
    for (zn_index j = 0; j < n; j++)
        c.x[c.diag[j]] = 0;
    solves(ctx, &lu, &c, false, ZNI_SLU_KLU);
    zni_slu_fini(ctx, &lu);
    zni_csc_fini(ctx, &c);
    stored_free(&s);
    free(M);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- dense systems ------------------------------------------------------------ */

static zn_status factor(zn_ctx *ctx, zni_lu *lu, zn_index n, const double M[])
{
    ck_assert_int_eq(zni_lu_size(ctx, lu, n), ZN_OK);
    memcpy(lu->a, M, (size_t)(n * n) * sizeof *M);
    return zni_lu_factor(lu);
}

START_TEST(rows_of_very_different_units)
{
    /* 2e9 a + 1e9 b = 5e9 and 1e-9 a + 3e-9 b = 1e-8: a = 1, b = 3 */
    const double M[] = {2e9, 1e-9, 1e9, 3e-9};
    double b[] = {5e9, 1e-8};
    zn_ctx *ctx = context();
    zni_lu lu = {0};

    ck_assert_int_eq(factor(ctx, &lu, 2, M), ZN_OK);
    zni_lu_solve(&lu, b);
    ck_assert_double_eq_tol(b[0], 1, 1e-14);
    ck_assert_double_eq_tol(b[1], 3, 1e-14);
    zni_lu_fini(ctx, &lu);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(dense_singular_matrices_are_told_also_when_rounding_hides_it)
{
    /* 0.1 (1 2; 3 6): the second pivot is rounding, not zero */
    const double M[] = {0.1, 0.3, 0.2, 0.6}, zero[] = {1, 0, 2, 0};
    const double bad[] = {1, 0, NAN, 1};
    zn_ctx *ctx = context();
    zni_lu lu = {0};

    ck_assert_int_eq(factor(ctx, &lu, 2, M), ZN_ESINGULAR);
    ck_assert_int_eq(factor(ctx, &lu, 2, zero), ZN_ESINGULAR);
    ck_assert_int_eq(factor(ctx, &lu, 2, bad), ZN_ESINGULAR);
    ck_assert_int_eq(factor(ctx, &lu, 0, M), ZN_OK);
    zni_lu_fini(ctx, &lu);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("factors");
    TCase *tc = tcase_create("sparse");

    tcase_add_test(tc,
                   a_copy_has_the_entries_of_any_view_and_all_of_the_diagonal);
    tcase_add_test(tc, a_pattern_of_equal_size_is_not_taken_for_the_same);
    tcase_add_test(tc, blocks_that_change_their_row_are_another_pattern);
    tcase_add_test(tc, a_band_is_as_wide_as_its_entries_are_far);
    tcase_add_test(tc, symmetry_is_seen_in_pattern_and_values);
    tcase_add_test(tc, each_structure_gets_its_method);
    tcase_add_test(tc, fronts_have_no_memory);
    tcase_add_test(tc, fronts_are_for_what_is_there);
    tcase_add_loop_test(tc, a_diagonal_of_many_powers_is_no_singular_matrix, 0, 2);
    tcase_add_test(tc, singular_sparse_matrices_are_told);
    tcase_add_test(tc, a_restart_forgets_all_factors_and_keeps_their_room);
    tcase_add_test(tc, pivots_are_chosen_anew_when_the_old_ones_no_longer_do);
    suite_add_tcase(suite, tc);

    tc = tcase_create("dense");
    tcase_add_test(tc, rows_of_very_different_units);
    tcase_add_test(
        tc, dense_singular_matrices_are_told_also_when_rounding_hides_it);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
