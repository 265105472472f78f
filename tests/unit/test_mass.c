/* test_mass.c - the matrix of masses: by bodies, as a whole, and not begun where there is no time for it
 * SPDX-License-Identifier: Apache-2.0 */
#include "masses_test.h"

#include "solvers/core/monitor.h"
#include "solvers/system/mass.h"

static void expect_solves(zni_mass *s, zn_index n, const double M[])
{
    double *x = reals(n), *b = reals(n);
    rng g = {4};

    for (zn_index i = 0; i < n; i++)
        x[i] = uniform(&g, -1, 1);
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < n; j++)
            b[i] += M[i + j * n] * x[j];
    zni_mass_solve(s, b);
    for (zn_index i = 0; i < n; i++)
        ck_assert_double_eq_tol(b[i], x[i], 1e-13);
    free(x);
    free(b);
}

START_TEST(masses_are_factorised_body_by_body)
{
    zn_ctx *ctx = context();
    zni_mass s = {0};
    double M[36];

    scattered(M);
    stored A = to_csc(6, M);
    ck_assert_int_eq(zni_mass_set(ctx, &s, &A.m, NULL), ZN_OK);
    ck_assert(s.apart);
    ck_assert_int_eq(s.bodies.nb, 3);
    ck_assert_int_eq(s.bodies.body[5], 0);
    expect_solves(&s, 6, M);

    /* other values, same pattern; a unit a million million times smaller */
    for (int k = 0; k < A.m.p[6]; k++)
        A.x[k] *= A.i[k] == 1 ? 1e-12 : 1;
    M[7] *= 1e-12;
    ck_assert_int_eq(zni_mass_set(ctx, &s, &A.m, NULL), ZN_OK);
    expect_solves(&s, 6, M);

    /* body 2 is rows 2 and 4: made singular */
    for (zn_index j = 2; j <= 4; j += 2)
        for (zn_index k = A.p[j]; k < A.p[j + 1]; k++)
            A.x[k] = 1;
    ck_assert_int_eq(zni_mass_set(ctx, &s, &A.m, NULL), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "M is singular"));
    stored_free(&A);
    zni_mass_fini(ctx, &s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_structure_is_factorised_as_a_whole)
{
    /* a chain of 40 masses is one body of 40 rows */
    zn_ctx *ctx = context();
    zni_mass s = {0};
    double *M = reals(1600);

    for (int i = 0; i < 40; i++) {
        M[41 * i] = 4;
        if (i > 0)
            M[40 * i + i - 1] = M[40 * (i - 1) + i] = 1;
    }
    stored A = to_csc(40, M);
    ck_assert_int_eq(zni_mass_set(ctx, &s, &A.m, NULL), ZN_OK);
    ck_assert(!s.apart);
    ck_assert(zni_csc_symmetric(&s.csc)); /* factors of half the size */
    expect_solves(&s, 40, M);
    stored_free(&A);

    /* and without its couplings 40 of one row, in the same object */
    for (int i = 1; i < 40; i++)
        M[40 * i + i - 1] = M[40 * (i - 1) + i] = 0;
    A = to_csc(40, M);
    ck_assert_int_eq(zni_mass_set(ctx, &s, &A.m, NULL), ZN_OK);
    ck_assert(s.apart);
    expect_solves(&s, 40, M);
    stored_free(&A);
    free(M);
    zni_mass_fini(ctx, &s);
    zn_ctx_free(ctx);
}
END_TEST

/* A plate of 30 by 30 masses is one body of 900 rows: its factors are refused where the time does not last for them,
 * and a limit that is far changes no bit. */
START_TEST(factors_of_a_structure_ask_for_the_time)
{
    enum { SIDE = 30, N = SIDE * SIDE };
    zn_ctx *ctx = context();
    zn_monitor late = {.end = zni_clock()}, early = {.end = zni_clock() + 1000};
    zni_mass s = {0}, other = {0};
    double *x = reals(5 * N), *b = reals(2 * N);
    zn_index *p = calloc(N + 1, sizeof *p), *row = calloc(5 * N, sizeof *row);
    zn_matrix M = {.storage = ZN_CSC, .rows = N, .cols = N, .x = x, .p = p, .i = row};
    rng g = {6};

    for (zn_index j = 0; j < N; j++) {
        const zn_index at[] = {j - SIDE, j - 1, j, j + 1, j + SIDE};
        const bool there[] = {j >= SIDE, j % SIDE > 0, true, j % SIDE < SIDE - 1, j < N - SIDE};

        p[j + 1] = p[j];
        for (int k = 0; k < 5; k++)
            if (there[k]) {
                row[p[j + 1]] = at[k];
                x[p[j + 1]++] = at[k] == j ? 5 : -1;
            }
        b[j] = b[N + j] = uniform(&g, -1, 1);
    }
    ck_assert_int_eq(zni_mass_set(ctx, &s, &M, &late), ZN_UNSOLVED);
    ck_assert_int_eq(zni_mass_set(ctx, &s, &M, &early), ZN_OK);
    ck_assert_int_eq(zni_mass_set(ctx, &other, &M, NULL), ZN_OK);
    ck_assert(!s.apart);
    zni_mass_solve(&s, b);
    zni_mass_solve(&other, b + N);
    ck_assert_mem_eq(b, b + N, N * sizeof *b);
    free(x);
    free(b);
    free(p);
    free(row);
    zni_mass_fini(ctx, &s);
    zni_mass_fini(ctx, &other);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("masses");
    TCase *tc = tcase_create("masses");

    tcase_add_test(tc, masses_are_factorised_body_by_body);
    tcase_add_test(tc, a_structure_is_factorised_as_a_whole);
    tcase_add_test(tc, factors_of_a_structure_ask_for_the_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
