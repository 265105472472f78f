/* test_box_branch.c - small problems that a tree of choices ends: solved, or refuted
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "../../solvers/box/branch.h"

enum { MOST = 20, COUNT = 3000 };

/* A problem with a solution that is known, of n rows, the first `free` of them equality rows:
 * whole numbers, few of them, or rows without any; so blocks of free rows are singular, and
 * what solves them is no solution unless its signs are right. */
static void singular(rng *g, bool empty, zn_index free, zn_index n, double M[], double q[],
                     unsigned char eq[])
{
    double z[MOST], w[MOST] = {0};

    for (zn_index i = 0; i < n; i++) {
        const double kind = integer(g, 0, 2);

        eq[i] = i < free;
        z[i] = integer(g, i < free ? -3 : 0, 3);
        if (i >= free && kind < 2)
            z[i] = 0;
        if (i >= free && kind < 1)
            w[i] = integer(g, 1, 3);
    }
    for (zn_index i = 0; i < n; i++) {
        const bool row = !empty || uniform(g, 0, 1) < 0.67;

        q[i] = w[i];
        for (zn_index j = 0; j < n; j++) {
            const double x = integer(g, -2, 2);

            M[i + j * n] = row && uniform(g, 0, 1) < (empty ? 0.4 : 0.25) ? x : 0;
            q[i] -= M[i + j * n] * z[j];
        }
    }
}

/* Of these 200 `auto` left 62 unsolved when it ended with all active sets. */
START_TEST(singular_blocks_with_signs)
{
    double M[MOST * MOST], q[MOST], z[MOST], w[MOST];
    unsigned char eq[MOST];
    rng g = {27};
    zn_ctx *ctx = context();

    for (int k = 0; k < 200; k++) {
        const zn_index free = (zn_index)integer(&g, 2, 8),
                       n = free + (zn_index)integer(&g, 2, 8);
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_mlcp p = {n, &A, q, eq};
        zn_solve_info info;

        singular(&g, k % 2, free, n, M, q, eq);
        memset(z, 0, sizeof z);
        ck_assert_msg(!run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info),
                      "problem %d: %s", k, zn_errmsg(ctx));
        /* z may be large along a kernel, and M z is rounded */
        ck_assert(naive_error(n, M, q, eq, z) <= 1e-8);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- beside all sets, by elimination written here ------------------------------- */

/* M_FF z_F = -q_F by Gauss and Jordan; false: a pivot below 1e-9 */
static bool eliminate(zn_index m, double a[])
{
    for (zn_index k = 0; k < m; k++) {
        zn_index r = k;

        for (zn_index i = k; i < m; i++)
            if (fabs(a[i + k * m]) > fabs(a[r + k * m]))
                r = i;
        if (fabs(a[r + k * m]) < 1e-9)
            return false;
        for (zn_index j = 0; j <= m; j++) {
            const double t = a[k + j * m];

            a[k + j * m] = a[r + j * m];
            a[r + j * m] = t;
        }
        for (zn_index i = 0; i < m; i++) {
            const double f = a[i + k * m] / a[k + k * m];

            for (zn_index j = k; j <= m && i != k; j++)
                a[i + j * m] -= f * a[k + j * m];
        }
    }
    return true;
}

/* Has w = M z + q, 0 <= z, w, z'w = 0 a solution with these z free? */
static bool solves(zn_index n, const double M[], const double q[], unsigned set)
{
    zn_index at[MOST], m = 0;
    double a[MOST * (MOST + 1)];

    for (zn_index i = 0; i < n; i++)
        if (set >> i & 1)
            at[m++] = i;
    for (zn_index i = 0; i < m; i++) {
        for (zn_index j = 0; j < m; j++)
            a[i + j * m] = M[at[i] + at[j] * n];
        a[i + m * m] = -q[at[i]];
    }
    ck_assert(eliminate(m, a));
    for (zn_index i = 0; i < n; i++) {
        double w = q[i];

        for (zn_index j = 0; j < m; j++)
            w += M[i + at[j] * n] * a[j + m * m] / a[j + j * m];
        if (!(set >> i & 1) && w < 0)
            return false;
    }
    for (zn_index j = 0; j < m; j++)
        if (a[j + m * m] / a[j + j * m] < 0)
            return false;
    return true;
}

START_TEST(as_all_sets_say)
{
    zn_index none = 0;
    rng g = {5};
    zni_branch tree = {0};
    zni_box_work work = {0};
    zn_ctx *ctx = context();

    for (int k = 0; k < 300; k++) {
        const zn_index n = 2 + k % 6;
        double M[MOST * MOST], q[MOST], z[MOST] = {0}, w[MOST];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_solve_info info;
        bool found = false;
        zn_status st;

        for (zn_index i = 0; i < n * n; i++)
            M[i] = uniform(&g, -1, 1);
        for (zn_index i = 0; i < n; i++)
            q[i] = uniform(&g, -1, 0.2);
        for (unsigned set = 0; set < 1U << n && !found; set++)
            found = solves(n, M, q, set);
        st = zni_box_branch((zni_call){ctx, z, w, NULL, &info}, &tree, &work, 1e-10, 10000, &b);
        ck_assert_int_eq(st, found ? ZN_OK : ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, found ? ZN_SOLVED : ZN_INFEASIBLE);
        none += !found;
        if (found)
            ck_assert(naive_error(n, M, q, NULL, z) <= 1.01e-10);
    }
    ck_assert_int_ge(none, 50);
    ck_assert_int_le(none, 250);
    zni_branch_fini(ctx, &tree);
    zni_box_fini(ctx, &work);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what is told ----------------------------------------------------------------- */

/* w_1 = z_2 - 1 asks for z_2 >= 1, so w_2 = z_1 + z_2 = 0 has no z_1 >= 0: there are z, w >= 0,
 * but none that are complementary. The block of z_1 is singular: to try all sets proved
 * nothing. In units of a row and of all, too. */
START_TEST(refuted_where_a_block_is_singular)
{
    static const int units[][2] = {{0, 0}, {30, 0}, {-41, 12}};
    zn_ctx *ctx = context();

    for (int k = 0; k < 3; k++) {
        const double r = ldexp(1, units[k][0]), s = ldexp(1, units[k][1]);
        const double M[] = {0, s, r, s}, q[] = {-r, 0};
        double z[2] = {0}, w[2];
        const zn_matrix A = zn_matrix_dense(2, 2, M);
        const zn_lcp p = {2, &A, q};
        zn_solve_info info;

        ck_assert_int_eq(run_once(ctx, "lcp", "auto", -1, &p, z, w, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
        ck_assert_msg(strstr(zn_errmsg(ctx), "infeasible"), "%s", zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* w_1 = d z_1 - z_2 - 1, w_2 = z_1 + z_2 is solved by z = (1/d, 0) alone, however small d is
 * beside the other numbers of its row and column. */
START_TEST(far_away_is_not_nowhere)
{
    zn_ctx *ctx = context();
    zni_branch tree = {0};
    zni_box_work work = {0};

    for (int k = 0; k <= 44; k += 11) {
        const double M[] = {ldexp(1, -k), 1, -1, 1}, q[] = {-1, 0};
        const zn_matrix A = zn_matrix_dense(2, 2, M);
        const zni_box b = {.n = 2, .M = &A, .q = q};
        double z[2] = {0}, w[2];
        zn_solve_info info;

        ck_assert_int_eq(
            zni_box_branch((zni_call){ctx, z, w, NULL, &info}, &tree, &work, 1e-10, 10, &b), ZN_OK);
        ck_assert_double_eq_tol(z[0] * M[0], 1, 1e-10);
    }
    zni_branch_fini(ctx, &tree);
    zni_box_fini(ctx, &work);
    zn_ctx_free(ctx);
}
END_TEST

/* w_1 = z_1 + z_2 = 0, w_2 = z_1 + (1 + 2^-k) z_2 + 1 = 0 is solved by (2^k, -2^k): that is not found where pivots are
 * below rounding, and was called nowhere from k = 40 on. */
START_TEST(what_is_not_found_is_not_nowhere)
{
    zn_ctx *ctx = context();
    zni_branch tree = {0};
    zni_box_work work = {0};

    for (int k = 20; k <= 45; k++) {
        const double M[] = {1, 1, 1, 1 + ldexp(1, -k)}, q[] = {0, 1}, lo[] = {-INFINITY, -INFINITY};
        const zn_matrix A = zn_matrix_dense(2, 2, M);
        const zni_box b = {.n = 2, .M = &A, .q = q, .lo = lo};
        double z[2] = {0}, w[2];
        zn_solve_info info;

        ck_assert_int_ge(
            zni_box_branch((zni_call){ctx, z, w, NULL, &info}, &tree, &work, 1e-10, 100, &b), 0);
        ck_assert_msg(info.outcome != ZN_INFEASIBLE, "k = %d", k);
    }
    zni_branch_fini(ctx, &tree);
    zni_box_fini(ctx, &work);
    zn_ctx_free(ctx);
}
END_TEST

/* Problems with a solution, each row and each unknown in a unit of its own: none is called
 * infeasible. */
START_TEST(units_of_rows_and_unknowns)
{
    double M[MOST * MOST], q[MOST], z[MOST], w[MOST];
    unsigned char eq[MOST];
    zn_index solved = 0;
    rng g = {11};
    zni_branch tree = {0};
    zni_box_work work = {0};
    zn_ctx *ctx = context();

    for (int k = 0; k < COUNT; k++) {
        const zn_index n = 2 + (zn_index)integer(&g, 0, 6);
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_solve_info info;

        singular(&g, k % 2, 0, n, M, q, eq);
        for (zn_index i = 0; i < n; i++) {
            const int row = (int)integer(&g, -60, 60), unknown = (int)integer(&g, -60, 60);

            q[i] = ldexp(q[i], row);
            for (zn_index j = 0; j < n; j++) {
                M[i + j * n] = ldexp(M[i + j * n], row);
                M[j + i * n] = ldexp(M[j + i * n], unknown);
            }
        }
        memset(z, 0, sizeof z);
        solved +=
            !zni_box_branch((zni_call){ctx, z, w, NULL, &info}, &tree, &work, 1e-10, 4000, &b);
        ck_assert_msg(info.outcome != ZN_INFEASIBLE, "problem %d", k);
    }
    ck_assert_int_ge(solved, COUNT - COUNT / 50);
    zni_branch_fini(ctx, &tree);
    zni_box_fini(ctx, &work);
    zn_ctx_free(ctx);
}
END_TEST

/* M = -I and q = 1 have 2^n solutions, q = (-1, 1, ...) none: the first choice says so. At the
 * limit of nodes nothing is claimed. */
START_TEST(a_limit_proves_nothing)
{
    enum { N = 12 };
    double M[N * N] = {0}, q[N], z[N] = {0}, w[N];
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zni_box b = {.n = N, .M = &A, .q = q};
    zni_branch tree = {0};
    zni_box_work work = {0};
    zn_solve_info info;
    zn_ctx *ctx = context();

    for (int i = 0; i < N; i++) {
        M[i * (N + 1)] = -1;
        q[i] = 1;
    }
    ck_assert_int_eq(
        zni_box_branch((zni_call){ctx, z, w, NULL, &info}, &tree, &work, 1e-10, 1000, &b), ZN_OK);
    q[0] = -1;
    ck_assert_int_eq(
        zni_box_branch((zni_call){ctx, z, w, NULL, &info}, &tree, &work, 1e-10, 1000, &b),
        ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert_int_eq(zni_box_branch((zni_call){ctx, z, w, NULL, &info}, &tree, &work, 1e-10, 0, &b),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    zni_branch_fini(ctx, &tree);
    zni_box_fini(ctx, &work);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("box, choices of sides");
    TCase *tc = tcase_create("tree");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, singular_blocks_with_signs);
    tcase_add_test(tc, as_all_sets_say);
    tcase_add_test(tc, refuted_where_a_block_is_singular);
    tcase_add_test(tc, far_away_is_not_nowhere);
    tcase_add_test(tc, what_is_not_found_is_not_nowhere);
    tcase_add_test(tc, units_of_rows_and_unknowns);
    tcase_add_test(tc, a_limit_proves_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
