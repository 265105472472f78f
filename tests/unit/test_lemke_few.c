/* test_lemke_few.c - Lemke's method on a few rows has the pivots and bits of the one for any
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <math.h>

#include "solvers/box/lemke.h"
#include "solvers/classes/lcp/lcp.h"
#include "solvers/core/monitor.h"

static bool watch(void *user, zn_index iteration, double error)
{
    (void)user, (void)iteration, (void)error;
    return false;
}

/* Positive definite, not symmetric: every problem has one solution, and no tie. One that is
 * watched goes the long way, with the same bits; its second look makes a few answers better than those of the path
 * alone, and is taken by who is not watched, too. */
START_TEST(few_rows_have_the_bits_of_any)
{
    const zn_index n = 2 + _i;
    zn_ctx *ctx = context();
    rng r = {31 + (uint64_t)_i};
    zn_solver *s, *alone;
    int same = 0;

    ck_assert(!zn_solver_new(ctx, "lcp", "lemke", &s));
    ck_assert(!zn_solver_new(ctx, "lcp", "lemke", &alone));
    zn_solver_set_callback(s, watch, NULL);
    for (int k = 0; k < 300; k++) {
        double M[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW], q[ZNI_LEMKE_FEW];
        double z[2][ZNI_LEMKE_FEW] = {{0}}, w[2][ZNI_LEMKE_FEW];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_lcp p = {n, &A, q};
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_index pivots = 0;
        zn_solve_info info, lone;

        for (zn_index j = 0; j < n; j++) {
            q[j] = uniform(&r, -1, 0.5);
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] = uniform(&r, -1, 1) + (i == j ? (double)n : 0);
        }
        ck_assert(!zn_solver_solve(s, &p, z[0], w[0], &info));
        ck_assert(!zn_solver_solve(alone, &p, z[1], w[1], &lone));
        ck_assert_int_eq(lone.iterations, info.iterations);
        ck_assert(lone.error == info.error);
        ck_assert_mem_eq(z[0], z[1], (size_t)n * sizeof(double));
        ck_assert_mem_eq(w[0], w[1], (size_t)n * sizeof(double));
        ck_assert(zni_lemke_few(&b, true, 1000, z[1], w[1], &pivots));
        ck_assert_int_eq(pivots, info.iterations);
        same += !memcmp(z[0], z[1], (size_t)n * sizeof(double)) &&
                !memcmp(w[0], w[1], (size_t)n * sizeof(double));
        for (zn_index i = 0; i < n; i++) { /* kappa(M) < 10 */
            ck_assert_double_eq_tol(z[0][i], z[1][i], 1e-14);
            ck_assert_double_eq_tol(w[0][i], w[1][i], 1e-13);
        }
    }
    ck_assert_int_ge(same, 285);
    zn_solver_free(alone);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* Another class hands over rows that are in nobody's units: whether it is watched, or has a time limit, changes no
 * bit. */
START_TEST(nor_do_units_matter_within_another_class)
{
    const zn_index n = 2 + _i;
    zn_ctx *ctx = context();
    rng r = {57 + (uint64_t)_i};
    zni_lemke s = {.tol = 1e-10, .max_iter = 1000};

    for (int k = 0; k < 100; k++) {
        double M[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW], q[ZNI_LEMKE_FEW];
        double z[2][ZNI_LEMKE_FEW] = {{0}}, w[2][ZNI_LEMKE_FEW];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_lcp p = {n, &A, q};
        zn_solve_info info[2] = {{0}};

        for (zn_index j = 0; j < n; j++) {
            q[j] = ldexp(uniform(&r, -1, 0.5), k / 3);
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] = ldexp(uniform(&r, -1, 1) + (i == j ? (double)n : 0), 1 - k % 7);
        }
        for (int watched = 0; watched < 2; watched++) {
            zn_monitor mon = {0};

            ck_assert(!zni_lemke_solve(
                &s, (zni_call){ctx, z[watched], w[watched], watched ? &mon : NULL, &info[watched]},
                &p));
        }
        ck_assert_int_eq(info[0].iterations, info[1].iterations);
        ck_assert_mem_eq(z[0], z[1], (size_t)n * sizeof(double));
    }
    zni_lemke_fini(&s, ctx);
    zn_ctx_free(ctx);
}
END_TEST

/* Costs of two players, ties among some: the path on the stack is that of any number of rows, and
 * each player's mixture costs it least. */
START_TEST(games_have_the_bits_of_any)
{
    const zn_index m = 1 + _i / 5, n = m + 1 + _i % 5;
    zn_ctx *ctx = context();
    rng r = {91 + (uint64_t)_i};
    zn_solver *s[2];
    int few = 0;

    for (int k = 0; k < 2; k++)
        ck_assert(!zn_solver_new(ctx, "lcp", "auto", &s[k]));
    zn_solver_set_callback(s[0], watch, NULL);
    for (int k = 0; k < 60; k++) {
        double M[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW] = {0}, q[ZNI_LEMKE_FEW];
        double z[2][ZNI_LEMKE_FEW] = {{0}}, w[2][ZNI_LEMKE_FEW];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_lcp p = {n, &A, q};
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_solve_info info[2];
        zn_index pivots = 0;
        double x[ZNI_LEMKE_FEW], v[ZNI_LEMKE_FEW];

        ck_assert_int_le(n, ZNI_LEMKE_FEW);
        for (zn_index j = 0; j < n; j++) {
            q[j] = k % 2 ? -1 : uniform(&r, -3, -1);
            for (zn_index i = j < m ? m : 0; i < (j < m ? n : m); i++)
                M[i + j * n] = k % 3 ? uniform(&r, 1, 9) : ceil(uniform(&r, 0, 4));
        }
        ck_assert_int_eq(zni_lcp_players(&b), m);
        for (int t = 0; t < 2; t++) {
            ck_assert(!zn_solver_solve(s[t], &p, z[t], w[t], &info[t]));
            ck_assert(info[t].error <= 1e-10);
        }
        ck_assert_str_eq(info[0].solver, info[1].solver);
        ck_assert_int_eq(info[0].iterations, info[1].iterations);
        ck_assert(!memcmp(z[0], z[1], (size_t)n * sizeof(double)));
        ck_assert(!memcmp(w[0], w[1], (size_t)n * sizeof(double)));
        if (zni_lcp_game_few(&b, m, 1000, x, v, &pivots)) {
            few += !memcmp(z[0], x, (size_t)n * sizeof *x);
            ck_assert_int_eq(pivots, info[0].iterations);
        }
    }
    ck_assert_int_ge(few, 55);
    for (int k = 0; k < 2; k++)
        zn_solver_free(s[k]);
    zn_ctx_free(ctx);
}
END_TEST

/* rows and columns in units of their own, by powers of two */
static void far_apart(rng *r, zn_index n, double M[], double q[])
{
    int row[ZNI_LEMKE_FEW], column[ZNI_LEMKE_FEW];

    for (zn_index i = 0; i < n; i++) {
        row[i] = (int)uniform(r, -30, 30);
        column[i] = (int)uniform(r, -30, 30);
    }
    for (zn_index j = 0; j < n; j++) {
        q[j] = ldexp(uniform(r, -1, 0.5), row[j]);
        for (zn_index i = 0; i < n; i++)
            M[i + j * n] = ldexp(uniform(r, -1, 1) + (i == j ? (double)n : 0), row[i] + column[j]);
    }
}

/* Nor where pivots are in doubt and the first answer is not accurate, so that the solver goes on in units of rows:
 * whoever watches has the bits of who does not. */
START_TEST(who_watches_changes_no_bit)
{
    const zn_index n = 2 + _i;
    zn_ctx *ctx = context();
    rng r = {77 + (uint64_t)_i};
    zn_solver *s[2];
    int more = 0;

    for (int k = 0; k < 2; k++)
        ck_assert(!zn_solver_new(ctx, "lcp", "lemke", &s[k]));
    zn_solver_set_callback(s[0], watch, NULL);
    for (int k = 0; k < 300; k++) {
        double M[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW], q[ZNI_LEMKE_FEW];
        double z[2][ZNI_LEMKE_FEW] = {{0}}, w[2][ZNI_LEMKE_FEW];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_lcp p = {n, &A, q};
        const zni_box b = {.n = n, .M = &A, .q = q};
        double x[ZNI_LEMKE_FEW], v[ZNI_LEMKE_FEW];
        zn_index pivots = 0;
        zn_solve_info info[2];
        zn_status st[2];

        far_apart(&r, n, M, q);
        for (int t = 0; t < 2; t++)
            st[t] = zn_solver_solve(s[t], &p, z[t], w[t], &info[t]);
        ck_assert_int_eq(st[0], st[1]);
        ck_assert_int_eq(info[0].iterations, info[1].iterations);
        ck_assert_mem_eq(z[0], z[1], (size_t)n * sizeof(double));
        ck_assert_mem_eq(w[0], w[1], (size_t)n * sizeof(double));
        more += !zni_lemke_few(&b, true, 1000, x, v, &pivots) || info[0].iterations > pivots;
    }
    ck_assert_int_ge(more, 1);
    for (int k = 0; k < 2; k++)
        zn_solver_free(s[k]);
    zn_ctx_free(ctx);
}
END_TEST

/* as a solver has them: the largest number is about 1 */
static void in_own_unit(zn_index n, double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    for (zn_index i = 0; i < n; i++)
        x[i] = ldexp(x[i], -ilogb(most));
}

/* A row and a column in units of their own, by powers of two: both methods scale a row and its column by the
 * larger of their largest entries, and what is a pivot of rounding to one is so to the other. The methods alone: a
 * solver goes on in units of rows. */
START_TEST(units_of_rows_and_columns_are_those_of_any)
{
    const zn_index n = 2 + _i;
    zn_ctx *ctx = context();
    rng r = {77 + (uint64_t)_i};
    zni_lemke alone = {.tol = 1e-10, .max_iter = 1000};
    int solved = 0;

    ck_assert(!zni_lemke_reserve(&alone, ctx, n, n * n));
    for (int k = 0; k < 300; k++) {
        double M[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW], q[ZNI_LEMKE_FEW];
        double z[2][ZNI_LEMKE_FEW] = {{0}}, w[2][ZNI_LEMKE_FEW];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_lcp p = {n, &A, q};
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_index pivots = 0;
        zn_solve_info info = {0};
        double work[2 * ZNI_LEMKE_FEW];

        far_apart(&r, n, M, q);
        in_own_unit(n * n, M);
        in_own_unit(n, q);
        if (zni_lemke_solve(&alone, (zni_call){ctx, z[0], w[0], NULL, &info}, &p) ||
            zn_lcp_error(&p, z[0], w[0], work) > alone.tol ||
            !zni_lemke_few(&b, true, 1000, z[1], w[1], &pivots))
            continue;
        solved++;
        ck_assert_int_eq(pivots, info.iterations);
        for (zn_index i = 0; i < n; i++)
            ck_assert_int_eq(z[0][i] > 0, z[1][i] > 0);
    }
    ck_assert_int_ge(solved, 50);
    zni_lemke_fini(&alone, ctx);
    zn_ctx_free(ctx);
}
END_TEST

/* Example 4.4.23 of Cottle, Pang & Stone, judged by sums made here */
START_TEST(a_game_of_two_strategies_each)
{
    const double M[] = {0, 0, 10, 20, 0, 0, 30, 15, 10, 20, 0, 0, 30, 15, 0, 0},
                 q[] = {-1, -1, -1, -1};
    const zn_matrix A = zn_matrix_dense(4, 4, M);
    const zni_box b = {.n = 4, .M = &A, .q = q};
    double z[4] = {0}, w[4];
    zn_index pivots;

    ck_assert(zni_lcp_game_few(&b, 2, 100, z, w, &pivots));
    ck_assert_int_eq(pivots, 2);
    for (int i = 0; i < 4; i++) {
        double sum = -1;

        for (int j = 0; j < 4; j++)
            sum += M[i + 4 * j] * z[j];
        ck_assert_double_eq_tol(w[i], sum, 1e-15);
        ck_assert_double_ge(z[i], 0);
        ck_assert_double_ge(w[i], -1e-15);
        ck_assert_double_eq_tol(z[i] * w[i], 0, 1e-15);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Lemke's method, few rows");
    TCase *tc = tcase_create("few rows");

    tcase_add_loop_test(tc, few_rows_have_the_bits_of_any, 0, ZNI_LEMKE_FEW - 1);
    tcase_add_loop_test(tc, nor_do_units_matter_within_another_class, 0, ZNI_LEMKE_FEW - 1);
    tcase_add_loop_test(tc, games_have_the_bits_of_any, 0, 25);
    tcase_add_test(tc, a_game_of_two_strategies_each);
    tcase_add_loop_test(tc, who_watches_changes_no_bit, 0, ZNI_LEMKE_FEW - 1);
    tcase_add_loop_test(tc, units_of_rows_and_columns_are_those_of_any, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
