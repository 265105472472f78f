/* test_lcp_cones.c - two to four rows by their complementary cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "solvers/classes/lcp/lcp.h"

enum { N = ZNI_CONES };

static bool watch(void *user, zn_index iteration, double error)
{
    (void)user, (void)iteration, (void)error;
    return false;
}

/* M_SS z_S = -q_S by elimination with the largest pivot; false: the block is singular. */
static bool block(zn_index n, const double M[], const double q[], unsigned set, double z[])
{
    zn_index row[N], m = 0;
    double a[N][N + 1];

    for (zn_index i = 0; i < n; i++) {
        z[i] = 0;
        if (set >> i & 1)
            row[m++] = i;
    }
    for (zn_index i = 0; i < m; i++) {
        a[i][m] = -q[row[i]];
        for (zn_index j = 0; j < m; j++)
            a[i][j] = M[row[i] + n * row[j]];
    }
    for (zn_index k = 0; k < m; k++) {
        zn_index p = k;

        for (zn_index i = k; i < m; i++)
            p = fabs(a[i][k]) > fabs(a[p][k]) ? i : p;
        if (fabs(a[p][k]) < 1e-9)
            return false;
        for (zn_index j = 0; j <= m; j++) {
            const double t = a[k][j];

            a[k][j] = a[p][j];
            a[p][j] = t;
        }
        for (zn_index i = 0; i < m; i++)
            for (zn_index j = m; i != k && j >= k; j--)
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
    for (zn_index k = 0; k < m; k++)
        z[row[k]] = a[k][m] / a[k][k];
    return true;
}

/* The first set whose z and w are not negative, by the definition; -1: there is none. */
static int first_set(zn_index n, const double M[], const double q[], double z[])
{
    for (unsigned set = 0; set < 1U << n; set++) {
        bool good = block(n, M, q, set, z);

        for (zn_index i = 0; good && i < n; i++)
            good = z[i] >= -1e-12 && (set >> i & 1 || naive_row(n, M + i, q[i], z) >= -1e-12);
        if (good)
            return (int)set;
    }
    return -1;
}

static bool triangular(zn_index n, const double M[])
{
    bool above = false, below = false;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            above |= i < j && M[i + j * n] != 0;
            below |= i > j && M[i + j * n] != 0;
        }
    return !above || !below;
}

/* Small whole numbers: many solutions, none, singular blocks, ties and zeros on the diagonal. No
 * determinant of theirs is in doubt. */
START_TEST(the_first_set_that_fits_answers)
{
    const zn_index n = 2 + _i;
    rng r = {5 + (uint64_t)_i};
    int found = 0, refused = 0;

    for (int k = 0; k < 4000; k++) {
        double M[N * N], q[N], z[N], w[N], expected[N];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_index looked;
        bool is;
        int set;

        for (zn_index j = 0; j < n; j++) {
            q[j] = integer(&r, -3, 2);
            z[j] = w[j] = 7;
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] = integer(&r, -2, 2);
        }
        is = zni_lcp_cones(&b, true, z, w, &looked);
        set = first_set(n, M, q, expected);
        ck_assert_int_eq(is, set >= 0 && !triangular(n, M));
        found += is;
        refused += !is;
        for (zn_index i = 0; i < n; i++) {
            ck_assert_double_eq_tol(z[i], is ? expected[i] : 7, 1e-11);
            ck_assert_double_eq_tol(w[i], is ? naive_row(n, M + i, q[i], expected) : 7, 1e-11);
        }
    }
    ck_assert_int_ge(found, 1000);
    ck_assert_int_ge(refused, 200);
}
END_TEST

/* Positive definite, not symmetric: there is one solution. */
START_TEST(what_is_unique_is_lemkes)
{
    const zn_index n = 2 + _i;
    zn_ctx *ctx = context();
    rng r = {31 + (uint64_t)_i};

    for (int k = 0; k < 300; k++) {
        double M[N * N], q[N], z[2][N] = {{0}}, w[2][N];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zni_box b = {.n = n, .M = &A, .q = q};
        zn_index pivots, looked;

        for (zn_index j = 0; j < n; j++) {
            q[j] = uniform(&r, -1, 0.5);
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] = uniform(&r, -1, 1) + (i == j ? (double)n : 0);
        }
        ck_assert(zni_lemke_few(&b, true, 1000, z[0], w[0], &pivots));
        ck_assert(zni_lcp_cones(&b, true, z[1], w[1], &looked));
        for (zn_index i = 0; i < n; i++) { /* kappa(M) < 10 */
            ck_assert_double_eq_tol(z[0][i], z[1][i], 1e-14);
            ck_assert_double_eq_tol(w[0][i], w[1][i], 1e-13);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

static const int units[][2] = {{0, 0}, {3, -5}, {400, 300}, {-400, -300}, {-300, 500}, {600, -200}};
enum { UNITS = sizeof units / sizeof units[0] };

/* In other units the same bits, and the same as of who is watched, who goes the long way. */
START_TEST(units_and_those_who_watch_change_no_bit)
{
    const zn_index n = 2 + _i % 3;
    zn_ctx *ctx = context();
    rng r = {61 + (uint64_t)_i};
    zn_solver *s[2];
    int here = 0;

    for (int k = 0; k < 2; k++)
        ck_assert(!zn_solver_new(ctx, "lcp", "auto", &s[k]));
    zn_solver_set_callback(s[1], watch, NULL);
    for (int k = 0; k < 300; k++) {
        double M[N * N], q[N], z[N] = {0}, w[N];
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_lcp p = {n, &A, q};
        zn_solve_info info;

        for (zn_index j = 0; j < n; j++) {
            q[j] = uniform(&r, -1, 0.5);
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] = uniform(&r, -1, 1) + (i == j ? 1.0 : 0);
        }
        if (zn_solver_solve(s[0], &p, z, w, &info) || strcmp(info.solver, "closed-form"))
            continue;
        here++;
        for (int u = 0; u < UNITS; u++) {
            const int rho = units[u][0], unit = units[u][1];
            double Mu[N * N], qu[N], zu[N], wu[N];
            zn_matrix Au = zn_matrix_dense(n, n, Mu);
            zn_lcp pu = {n, &Au, qu};
            zn_solve_info told;

            for (zn_index e = 0; e < n * n; e++)
                Mu[e] = ldexp(M[e], rho);
            for (zn_index i = 0; i < n; i++)
                qu[i] = ldexp(q[i], unit);
            for (int t = 0; t < 2; t++) {
                memset(zu, 0, sizeof zu);
                ck_assert(!zn_solver_solve(s[t], &pu, zu, wu, &told));
                ck_assert_str_eq(told.solver, "closed-form");
                ck_assert_int_eq(told.iterations, info.iterations);
                for (zn_index i = 0; i < n; i++) {
                    ck_assert(ldexp(zu[i], rho - unit) == z[i]);
                    ck_assert(ldexp(wu[i], -unit) == w[i]);
                }
            }
        }
    }
    ck_assert_int_ge(here, 100);
    for (int k = 0; k < 2; k++)
        zn_solver_free(s[k]);
    zn_ctx_free(ctx);
}
END_TEST

/* M = [1 1; 1 1 + e], q = -(2, 2 + e): both rows free alone, z = (1, 1). Of e = 2^-20 the determinant is
 * what cancellation has left; pivots answer. */
START_TEST(a_determinant_in_doubt_is_left_to_pivots)
{
    const double e = _i ? 0x1p-20 : 0x1p-5;
    const double M[] = {1, 1, 1, 1 + e}, q[] = {-2, -2 - e};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zni_box b = {.n = 2, .M = &A, .q = q};
    const zn_lcp p = {2, &A, q};
    double z[2] = {0}, w[2];
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_index looked;

    ck_assert_int_eq(zni_lcp_cones(&b, true, z, w, &looked), !_i);
    z[0] = z[1] = 0;
    ck_assert(!run_once(ctx, "lcp", "auto", -1, &p, z, w, &info));
    ck_assert_str_eq(info.solver, _i ? "lemke" : "closed-form");
    ck_assert_double_eq_tol(z[0], 1, 1e-9);
    ck_assert_double_eq_tol(z[1], 1, 1e-9);
    zn_ctx_free(ctx);
}
END_TEST

/* Example 4.1.14 of Cottle, Pang & Stone has all z >= 0 with z_1 + z_2 = 1; a start chooses among them, and
 * without one the first row does. */
START_TEST(a_start_chooses_among_solutions)
{
    const double M[] = {1, 1, 1, 1}, q[] = {-1, -1};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_lcp p = {2, &A, q};
    double z[2] = {0, _i ? 0.5 : 0}, w[2];
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert(!run_once(ctx, "lcp", "auto", -1, &p, z, w, &info));
    ck_assert_double_eq(z[0], !_i);
    ck_assert_double_eq(z[1], _i);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("complementary cones");
    TCase *tc = tcase_create("cones");

    tcase_add_loop_test(tc, the_first_set_that_fits_answers, 0, 3);
    tcase_add_loop_test(tc, what_is_unique_is_lemkes, 0, 3);
    tcase_add_loop_test(tc, units_and_those_who_watch_change_no_bit, 0, 6);
    tcase_add_loop_test(tc, a_determinant_in_doubt_is_left_to_pivots, 0, 2);
    tcase_add_loop_test(tc, a_start_chooses_among_solutions, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
