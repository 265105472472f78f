/* test_sign.c - the sign of a determinant, of factors
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <math.h>
#include <string.h>

#include "../../solvers/linalg/lu.h"

/* by elimination without a library: rows are exchanged for the largest pivot */
static int by_elimination(zn_index n, const double a[])
{
    double *m = reals(n * n);
    int sign = 1;

    memcpy(m, a, (size_t)(n * n) * sizeof *m);
    for (zn_index j = 0; j < n; j++) {
        zn_index p = j;

        for (zn_index i = j; i < n; i++)
            p = fabs(m[i + j * n]) > fabs(m[p + j * n]) ? i : p;
        for (zn_index k = 0; k < n && p != j; k++) {
            const double t = m[j + k * n];

            m[j + k * n] = m[p + k * n];
            m[p + k * n] = t;
        }
        sign *= (p == j ? 1 : -1) * (m[j + j * n] < 0 ? -1 : 1);
        for (zn_index i = j + 1; i < n; i++) {
            const double f = m[i + j * n] / m[j + j * n];

            for (zn_index k = j; k < n; k++)
                m[i + k * n] -= f * m[j + k * n];
        }
    }
    free(m);
    return sign;
}

/* bands of that width on both sides, or `links` numbers anywhere; a weak diagonal, so that
 * rows are exchanged */
static double *make(rng *g, zn_index n, zn_index width, zn_index links)
{
    double *a = reals(n * n);

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            if (i == j || (links == 0 && labs((long)(i - j)) <= width))
                a[i + j * n] = uniform(g, -1, 1);
    for (zn_index k = 0; k < links; k++)
        a[(zn_index)uniform(g, 0, (double)n) + (zn_index)uniform(g, 0, (double)n) * n] =
            uniform(g, -1, 1);
    /* LAPACK's turn is where pivots could stay on the diagonal */
    for (zn_index i = 0; i < n && links > 10 * n; i++)
        a[i + i * n] += copysign(1, a[i + i * n]);
    return a;
}

/* what the sparse factors say: of a matrix of that kind */
static int by_factors(zn_ctx *ctx, zn_index n, const double a[], zni_slu_kind *kind)
{
    zn_index *p = indices(n + 1), *i = indices(n * n);
    double *v = reals(n * n), *x;
    zni_csc c = {0};
    zni_slu lu = {0};
    bool fresh;
    int sign = 0;

    for (zn_index j = 0; j < n; j++) {
        p[j + 1] = p[j];
        for (zn_index k = 0; k < n; k++)
            if (a[k + j * n] != 0) {
                v[p[j + 1]] = a[k + j * n];
                i[p[j + 1]++] = k;
            }
    }
    const zn_matrix A = {
        .storage = ZN_CSC, .rows = n, .cols = n, .x = v, .p = p, .i = i};

    ck_assert_int_eq(zni_csc_reserve(ctx, &c, n, p[n]), ZN_OK);
    ck_assert_int_eq(zni_csc_set(ctx, &c, &A, &fresh), ZN_OK);
    ck_assert_int_eq(zni_slu_reserve(ctx, &lu, n), ZN_OK);
    ck_assert_int_eq(zni_slu_pattern(ctx, &lu, &c), ZN_OK);
    x = reals(c.nnz);
    for (zn_index k = 0; k < c.nnz; k++)
        x[k] = c.from[k] < 0 ? 0 : v[c.from[k]];
    ck_assert_int_eq(zni_slu_factor(ctx, &lu, &c, x, false), ZN_OK);
    ck_assert_int_eq(zni_slu_sign(ctx, &lu, &sign), ZN_OK);
    *kind = lu.kind;
    free(x);
    free(v);
    free(p);
    free(i);
    zni_slu_fini(ctx, &lu);
    zni_csc_fini(ctx, &c);
    return sign;
}

static const struct {
    zn_index n, width, links;
    zni_slu_kind kind;
} matrices[] = {{30, 1, 0, ZNI_SLU_TRI},    {40, 3, 0, ZNI_SLU_BAND},
                {31, 3, 0, ZNI_SLU_BAND},   {60, 0, 90, ZNI_SLU_KLU},
                {61, 0, 200, ZNI_SLU_KLU},  {300, 0, 9000, ZNI_SLU_FULL},
                {700, 0, 2800, ZNI_SLU_UMF}};
enum { MATRICES = sizeof matrices / sizeof matrices[0] };

START_TEST(as_by_elimination)
{
    zn_ctx *ctx = context();
    rng g = {(uint64_t)(50 + _i)};
    int negative = 0, rounds = matrices[_i].n > 100 ? 4 : 30;

    printf("n = %td: seed %d\n", matrices[_i].n, 50 + _i);
    for (int k = 0; k < rounds; k++) {
        const zn_index n = matrices[_i].n;
        double *a = make(&g, n, matrices[_i].width, matrices[_i].links);
        zni_slu_kind kind;
        const int sign = by_elimination(n, a);

        ck_assert_int_eq(by_factors(ctx, n, a, &kind), sign);
        ck_assert_int_eq(kind, matrices[_i].kind);
        negative += sign < 0;
        free(a);
    }
    /* both signs come, and say that something was compared */
    ck_assert(negative > 0 && negative < rounds);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(of_full_matrices_small_and_large)
{
    static const zn_index sizes[] = {0, 1, 2, 5, 16, 33, 70, 129};
    zn_ctx *ctx = context();
    rng g = {77};
    int negative = 0;

    for (int k = 0; k < 80; k++) {
        const zn_index n = sizes[k % 8];
        double *a = make(&g, n, n, 0);
        zni_lu lu = {0};

        ck_assert_int_eq(zni_lu_size(ctx, &lu, n), ZN_OK);
        if (n > 0)
            memcpy(lu.a, a, (size_t)(n * n) * sizeof *a);
        ck_assert_int_eq(zni_lu_factor(&lu), ZN_OK);
        ck_assert_int_eq(zni_lu_sign(&lu), by_elimination(n, a));
        negative += zni_lu_sign(&lu) < 0;
        zni_lu_fini(ctx, &lu);
        free(a);
    }
    ck_assert(negative > 20 && negative < 60);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sign of a determinant");
    TCase *tc = tcase_create("sign");

    tcase_add_loop_test(tc, as_by_elimination, 0, MATRICES);
    tcase_add_test(tc, of_full_matrices_small_and_large);
    suite_add_tcase(s, tc);
    return test_main(s);
}
