/* test_ncp_classics.c - maps on which Newton's method ends beside a solution, and games
 * whose linear problem has a solution that Lemke's first path misses
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/mcp.h>
#include <zeno/ncp.h>

#include "solvers/classes/lcp/lcp.h"

enum { MOST = 5 };

/* ---- Freudenstein & Roth, Math. Comp. 17 (1963): a root at (5, 4), and a valley of the
 * residual that ends at (11.4, -0.9) ------------------------------------------------ */

static zn_status roth(void *user, const double z[], double F[])
{
    const double x = z[0], y = z[1];

    (void)user;
    F[0] = -13 + x + ((5 - y) * y - 2) * y;
    F[1] = -29 + x + ((y + 1) * y - 14) * y;
    return ZN_OK;
}

static zn_status roth_J(void *user, const double z[], double J[])
{
    const double y = z[1];

    (void)user;
    J[0] = J[1] = 1;
    J[2] = (10 - 3 * y) * y - 2;
    J[3] = (3 * y + 2) * y - 14;
    return ZN_OK;
}

/* ---- Billups (thesis, Wisconsin 1995): (z - 1)^2 = 1.01, with a minimum of the residual
 * at z = 0 ------------------------------------------------------------------------------ */

static zn_status billups(void *user, const double z[], double F[])
{
    (void)user;
    F[0] = (z[0] - 1) * (z[0] - 1) - 1.01;
    return ZN_OK;
}

static zn_status billups_J(void *user, const double z[], double J[])
{
    (void)user;
    J[0] = 2 * (z[0] - 1);
    return ZN_OK;
}

/* ---- Watson, Math. Prog. 17 (1979), problem 4: the gradient of exp sum (z_i - i + 2)^2,
 * i = 1..5; z = (0, 0, 1, 2, 3), where F = (2, 0, 0, 0, 0) e -------------------------- */

static zn_status watson(void *user, const double z[], double F[])
{
    double sum = 0;

    (void)user;
    for (int i = 0; i < MOST; i++)
        sum += (z[i] - i + 1) * (z[i] - i + 1);
    for (int i = 0; i < MOST; i++)
        F[i] = 2 * (z[i] - i + 1) * exp(sum);
    return ZN_OK;
}

static zn_status watson_J(void *user, const double z[], double J[])
{
    double F[MOST], sum = 0;

    watson(user, z, F);
    for (int i = 0; i < MOST; i++)
        sum += (z[i] - i + 1) * (z[i] - i + 1);
    for (int j = 0; j < MOST; j++)
        for (int i = 0; i < MOST; i++)
            J[i + j * MOST] =
                2 * (z[j] - j + 1) * F[i] + (i == j ? 2 * exp(sum) : 0);
    return ZN_OK;
}

static zn_status watson_defined(void *user, const double z[], double F[])
{
    watson(user, z, F);
    for (int i = 0; i < MOST; i++)
        if (!isfinite(F[i]))
            return ZN_RETRY;
    return ZN_OK;
}

static zn_status nowhere(void *user, const double z[], double F[])
{
    (void)user;
    (void)z;
    (void)F;
    return ZN_RETRY;
}

static const struct {
    const char *name;
    zn_ncp p;
    double want[MOST];
    double starts[6][MOST];
} maps[] = {
    {"Freudenstein-Roth",
     {.n = 2, .F = roth, .jacobian = roth_J},
     {5, 4},
     {{0, 0}, {0.5, 0}, {15, 0}, {6, 3}, {15, 1}, {30, 2}}},
    {"Billups",
     {.n = 1, .F = billups, .jacobian = billups_J},
     {2.00498756211208903},
     {{0}, {0.5}, {1}, {1.5}, {3}, {100}}},
    {"Watson 4",
     {.n = 5, .F = watson, .jacobian = watson_J},
     {0, 0, 1, 2, 3},
     {{0, 0, 0, 0, 0},
      {1, 1, 1, 1, 1},
      {2, 2, 2, 2, 2},
      {3, 3, 3, 3, 3},
      {4, 3, 2, 1, 0},
      {0, 0, 1, 2, 2.5}}},
};
enum { MAPS = sizeof maps / sizeof *maps };

START_TEST(every_start_leads_to_the_solution)
{
    zn_ctx *ctx = context();

    for (int k = 0; k < 6; k++) {
        double z[MOST], w[MOST];

        memcpy(z, maps[_i].starts[k], sizeof z);
        ck_assert_msg(
            !run_once(ctx, "ncp", "auto", -1, &maps[_i].p, z, w, NULL),
            "%s, start %d: %s", maps[_i].name, k, zn_errmsg(ctx));
        for (zn_index i = 0; i < maps[_i].p.n; i++) /* F' is 1 or more there */
            ck_assert_msg(fabs(z[i] - maps[_i].want[i]) < 1e-7,
                          "%s, start %d: z(%td) = %g", maps[_i].name, k, i,
                          z[i]);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Where F is not a number at the start, exp(|z|^2) far away, others lead there. */
START_TEST(a_start_where_the_map_overflows_is_left)
{
    static const double starts[] = {100, 30, 1e3};
    zn_ctx *ctx = context();
    const zn_ncp p = {.n = MOST, .F = watson_defined, .jacobian = watson_J};

    for (int k = 0; k < 3; k++) {
        double z[MOST], w[MOST];

        for (int i = 0; i < MOST; i++)
            z[i] = starts[k];
        ck_assert_msg(!run_once(ctx, "ncp", "auto", -1, &p, z, w, NULL),
                      "from %g: %s", starts[k], zn_errmsg(ctx));
        for (int i = 0; i < MOST; i++)
            ck_assert(fabs(z[i] - (i > 0 ? i - 1 : 0)) < 1e-7);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* nowhere: the start is blamed */
START_TEST(a_map_that_is_defined_nowhere_is_told)
{
    zn_ctx *ctx = context();
    const zn_ncp p = {.n = 1, .F = nowhere, .jacobian = billups_J};
    double z[] = {3}, w[1];

    ck_assert_int_eq(run_once(ctx, "ncp", "auto", -1, &p, z, w, NULL), ZN_EDOM);
    ck_assert_msg(strstr(zn_errmsg(ctx), "F is not defined at the start"), "%s",
                  zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

/* ---- games of two players (Lemke & Howson 1964): costs A, B > 0, M = [0 A; B' 0],
 * q = -1; there always is an equilibrium --------------------------------------------- */

START_TEST(every_game_has_an_equilibrium)
{
    zn_ctx *ctx = context();
    rng r = {17};

    for (int k = 0; k < 60; k++) {
        const zn_index m = 2 + k % 9, n = 2 + (k / 3) % 9, N = m + n;
        double *M = reals(N * N), *q = reals(N), *z = reals(N), *w = reals(N);
        zn_matrix A = zn_matrix_dense(N, N, M);
        zn_lcp p = {N, &A, q};

        for (zn_index i = 0; i < m; i++)
            for (zn_index j = 0; j < n; j++) {
                M[i + (m + j) * N] = uniform(&r, 1, 10);
                M[m + j + i * N] = uniform(&r, 1, 10);
            }
        for (zn_index i = 0; i < N; i++)
            q[i] = -1;
        ck_assert_msg(!run_once(ctx, "lcp", "auto", -1, &p, z, w, NULL),
                      "game %d, %td x %td: %s", k, m, n, zn_errmsg(ctx));
        ck_assert(naive_error(N, M, q, NULL, z) <= 1e-10);
        free(M);
        free(q);
        free(z);
        free(w);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* No more pivots than it may make, those of all its paths together; the start comes back. */
START_TEST(a_game_stops_at_its_limit)
{
    enum { m = 6, N = 2 * m };
    zn_ctx *ctx = context();
    rng r = {19};
    double M[N * N] = {0}, q[N], z[N], w[N];
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zni_box b = {.n = N, .M = &A, .q = q};
    zni_lemke s = {.tol = 1e-10, .max_iter = 1000};
    zn_solve_info info = {0};

    for (zn_index i = 0; i < m; i++)
        for (zn_index j = 0; j < m; j++) {
            M[i + (m + j) * N] = uniform(&r, 1, 10);
            M[m + j + i * N] = uniform(&r, 1, 10);
        }
    for (zn_index i = 0; i < N; i++)
        q[i] = -1;
    ck_assert_int_eq(zni_lcp_game(&s, (zni_call){ctx, z, w, NULL, &info}, &b), ZN_OK);
    const zn_index enough = info.iterations;
    ck_assert_int_gt(enough, 2);
    for (s.max_iter = 1; s.max_iter < enough; s.max_iter++) {
        info = (zn_solve_info){0};
        ck_assert_int_eq(zni_lcp_game(&s, (zni_call){ctx, z, w, NULL, &info}, &b), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
        ck_assert_int_eq(info.iterations, s.max_iter);
        for (zn_index i = 0; i < N; i++)
            ck_assert(z[i] == 0 && w[i] == q[i]);
    }
    zni_lemke_fini(&s, ctx);
    zn_ctx_free(ctx);
}
END_TEST

/* Full and indefinite, with a solution that was planted: where pivots end on rays, small
 * problems are enumerated. */
START_TEST(indefinite_problems_of_twenty_rows_are_solved)
{
    enum { N = 20 };
    zn_ctx *ctx = context();
    rng r = {23};

    for (int k = 0; k < 12; k++) {
        double M[N * N], q[N], x[N], z[N] = {0}, w[N];
        zn_matrix A = zn_matrix_dense(N, N, M);
        zn_lcp p = {N, &A, q};

        for (zn_index i = 0; i < N * N; i++)
            M[i] = uniform(&r, -1, 1);
        plant(&r, N, M, false, x, q);
        ck_assert_msg(!run_once(ctx, "lcp", "auto", -1, &p, z, w, NULL),
                      "problem %d: %s", k, zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- flat maps ------------------------------------------------------------------- */

/* F_i = w_i + d_i tanh(z_i - s_i), each row by itself and monotone: from z = 1 steps of Newton's method go far into
 * where F is flat. */
enum { FLAT = 6 };
static const double flat_s[FLAT] = {-2, -1, -2, -1, 1.05702, 1.68334};
static const double flat_w[FLAT] = {0, 1.44765, 0, 0, 0, -0.0134615};
static const double flat_d[FLAT] = {1.00701, 0.296437, 1.80376, 1.17693, 0.739079, 0.974301};

static zn_status flat_F(void *user, const double z[], double out[])
{
    (void)user;
    for (zn_index i = 0; i < FLAT; i++)
        out[i] = flat_w[i] + flat_d[i] * tanh(z[i] - flat_s[i]);
    return ZN_OK;
}

/* in a diagonal, or the diagonal of a dense matrix */
static zn_status flat_J(void *user, const double z[], double x[])
{
    const zn_index step = *(const zn_index *)user;

    memset(x, 0, (size_t)(step * (FLAT - 1) + 1) * sizeof *x);
    for (zn_index i = 0; i < FLAT; i++) {
        const double t = tanh(z[i] - flat_s[i]);

        x[i * step] = flat_d[i] * (1 - t * t);
    }
    return ZN_OK;
}

START_TEST(where_newton_runs_past_proximal_points_arrive)
{
    static const zn_index p[FLAT + 1] = {0, 1, 2, 3, 4, 5, 6}, at[FLAT] = {0, 1, 2, 3, 4, 5};
    const double lb[FLAT] = {-INFINITY, -1, -2, -INFINITY, 1, -INFINITY},
                 ub[FLAT] = {INFINITY, 4.371, -0.53069, INFINITY, 1.11405, 1.68334};
    const zn_matrix J = {.storage = ZN_CSC, .rows = FLAT, .cols = FLAT, .p = p, .i = at};
    const bool sparse = _i % 2, inequality = _i / 2;
    zn_index step = sparse ? 1 : FLAT + 1;
    const zn_mcp of = {.n = FLAT, .F = flat_F, .jacobian = flat_J, .J = sparse ? &J : NULL,
                       .user = &step, .lb = lb, .ub = ub};
    const zn_vi as = {.n = FLAT, .F = flat_F, .jacobian = flat_J, .J = of.J, .user = &step,
                      .lb = lb, .ub = ub};
    double z[FLAT], w[FLAT];
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, inequality ? "vi" : "mcp", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-10), ZN_OK);
    for (int round = 0; round < 2; round++) {
        for (zn_index i = 0; i < FLAT; i++)
            z[i] = 1;
        ck_assert_msg(!zn_solver_solve(s, inequality ? (const void *)&as : &of, z, w, &info), "%g",
                      info.error);
        ck_assert_str_eq(info.solver, "proximal");
        for (zn_index i = 0; i < FLAT; i++)
            ck_assert_double_eq_tol(z[i], flat_s[i], 1e-9); /* F' > 0.7 there */
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* F = -1 - (z_2^2, z_1^2), the diagonal of whose Jacobian is not stored: nothing can be added there */
static zn_status below_F(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = -1 - z[1] * z[1];
    out[1] = -1 - z[0] * z[0];
    return ZN_OK;
}

static zn_status below_J(void *user, const double z[], double x[])
{
    (void)user;
    x[0] = -2 * z[0];
    x[1] = -2 * z[1];
    return ZN_OK;
}

START_TEST(a_jacobian_without_diagonal_has_no_proximal_points)
{
    const zn_index p[] = {0, 1, 2}, at[] = {1, 0};
    const zn_matrix J = {.storage = ZN_CSC, .rows = 2, .cols = 2, .p = p, .i = at};
    const zn_ncp of = {.n = 2, .F = below_F, .jacobian = below_J, .J = &J};
    double z[] = {1, 1}, w[2];
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "ncp", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_ncp_solve(s, &of, z, w, &info), ZN_UNSOLVED);
    ck_assert_str_ne(info.solver, "proximal");
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("complementarity, classics");
    TCase *tc = tcase_create("classics");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_start_leads_to_the_solution, 0, MAPS);
    tcase_add_test(tc, a_start_where_the_map_overflows_is_left);
    tcase_add_test(tc, a_map_that_is_defined_nowhere_is_told);
    tcase_add_test(tc, every_game_has_an_equilibrium);
    tcase_add_test(tc, a_game_stops_at_its_limit);
    tcase_add_test(tc, indefinite_problems_of_twenty_rows_are_solved);
    tcase_add_loop_test(tc, where_newton_runs_past_proximal_points_arrive, 0, 4);
    tcase_add_test(tc, a_jacobian_without_diagonal_has_no_proximal_points);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
