/* test_auto.c - the cheap ways that auto tries first
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

#include <float.h>

#include <zeno/plasticity.h>
#include <zeno/random_problem.h>
#include <zeno/relay.h>

/* random triangular M, diagonal in [0.5, 2]; q of both signs */
static void triangular(rng *r, zn_index n, bool lower, double M[], double q[])
{
    for (zn_index j = 0; j < n; j++) {
        for (zn_index i = 0; i < n; i++)
            M[i + j * n] = lower == (i > j) && i != j ? uniform(r, -1, 1) : 0;
        M[j + j * n] = uniform(r, 0.5, 2);
        q[j] = uniform(r, -1, 1);
    }
}

START_TEST(triangular_problems_are_solved_row_by_row)
{
    enum { N = 17 }; /* with less, the active set of z comes first */
    const double rounding = ldexp(DBL_EPSILON, N);
    zn_ctx *ctx = context();
    rng r = {2024 + (uint64_t)_i};
    double M[N * N], q[N], z[N], w[N], lb[N], ub[N];
    unsigned char eq[N];
    zn_matrix A = zn_matrix_dense(N, N, M);
    zn_lcp lcp = {N, &A, q};
    zn_mlcp mlcp = {N, &A, q, eq};
    zn_relay relay = {N, &A, q, lb, ub};
    zn_solve_info info;

    printf("seed %d\n", 2024 + _i);
    triangular(&r, N, _i % 2, M, q);
    for (int i = 0; i < N; i++) {
        z[i] = uniform(&r, -5, 5);
        eq[i] = i % 3 == 0;
        lb[i] = -0.3;
        ub[i] = i == 2 ? INFINITY : 0.4;
    }
    ck_assert_int_eq(run_once(ctx, "lcp", "auto", -1, &lcp, z, w, &info),
                     ZN_OK);
    ck_assert_str_eq(info.solver, "substitution");
    /* each row may double the rounding of those before */
    ck_assert_double_le(naive_error(N, M, q, NULL, z), rounding);

    /* an equality row may have a negative diagonal */
    M[0] = -M[0];
    ck_assert_int_eq(run_once(ctx, "mlcp", "auto", -1, &mlcp, z, w, &info),
                     ZN_OK);
    ck_assert_str_eq(info.solver, "substitution");
    ck_assert_double_le(naive_error(N, M, q, eq, z), rounding);

    M[0] = -M[0];
    ck_assert_int_eq(run_once(ctx, "relay", "auto", -1, &relay, z, w, &info),
                     ZN_OK);
    ck_assert_str_eq(info.solver, "substitution");
    for (int i = 0; i < N; i++) {
        double wi = q[i];

        for (int j = 0; j < N; j++)
            wi += M[i + j * N] * z[j];
        ck_assert(z[i] >= lb[i] && z[i] <= ub[i]);
        ck_assert(wi >= -rounding || z[i] == ub[i]);
        ck_assert(wi <= rounding || z[i] == lb[i]);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(one_relay_is_a_formula)
{
    const double M = 2, q = -1, lb = -1, ub = 1;
    const zn_matrix A = zn_matrix_dense(1, 1, &M);
    const zn_relay relay = {1, &A, &q, &lb, &ub};
    zn_ctx *ctx = context();
    double z = 0, w;
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "relay", "auto", -1, &relay, &z, &w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "closed-form");
    ck_assert(z == 0.5 && w == 0);
    zn_ctx_free(ctx);
}
END_TEST

/* Sweeps first, then Newton's method: the one is told and does the work where the other may
 * do next to nothing. */
START_TEST(plasticity_takes_sweeps_then_newtons_steps)
{
    static const char *const limits[][2] = {{"max_steps", "nsgs"}, {"max_sweeps", "newton"}};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        zn_problem_file *f;
        const zn_plasticity *p;
        zn_solve_info info;
        zn_solver *s;
        double *z;

        ck_assert_int_eq(zn_problem_random(ctx, "plasticity", "points=20", &f), ZN_OK);
        p = zn_problem_file_problem(f);
        z = reals(2 * zn_problem_file_nz(f));
        ck_assert_int_eq(zn_solver_new(ctx, "plasticity", "auto", &s), ZN_OK);
        ck_assert_int_eq(zn_solver_set(s, limits[k][0], "1"), ZN_OK);
        ck_assert_int_eq(
            zn_solver_solve(s, p, z, z + zn_problem_file_nz(f), &info), ZN_OK);
        ck_assert_str_eq(info.solver, limits[k][1]);
        zn_solver_free(s);
        free(z);
        zn_problem_file_free(f);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_diagonal_without_a_unique_row_goes_to_other_methods)
{
    /* w_0 = -z_0 + 1, w_1 = z_0 + z_1 - 2: z = (1, 1) or (0, 2); no row of its
     * own decides the first */
    double M[] = {-1, 1, 0, 1}, q[] = {1, -2}, z[2] = {0}, w[2];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_lcp lcp = {2, &A, q};
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "lcp", "auto", -1, &lcp, z, w, &info),
                     ZN_OK);
    ck_assert_str_ne(info.solver, "substitution");
    ck_assert_double_le(naive_error(2, M, q, NULL, z), 1e-14);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(no_contact_closes_without_reactions)
{
    for (zn_index d = 2; d <= 3; d++) {
        double M[36] = {0}, q[6] = {0}, mu[] = {0.5, 0}, z[6], w[6];
        zn_matrix A = zn_matrix_dense(2 * d, 2 * d, M);
        zn_friction p = {d, 2, &A, q, mu};
        zn_ctx *ctx = context();
        zn_solve_info info;

        for (zn_index i = 0; i < 2 * d; i++) {
            M[i + 2 * d * i] = 1;
            q[i] = i % d ? 3 : 0;
            z[i] = 1;
        }
        ck_assert_int_eq(run_once(ctx, "friction", "auto", -1, &p, z, w, &info),
                         ZN_OK);
        ck_assert_str_eq(info.solver, "take-off");
        for (zn_index i = 0; i < 2 * d; i++)
            ck_assert(z[i] == 0 && w[i] == q[i]);
        /* now the second one closes */
        q[d] = -1;
        ck_assert_int_eq(run_once(ctx, "friction", "auto", -1, &p, z, w, &info),
                         ZN_OK);
        ck_assert_str_ne(info.solver, "take-off");
        ck_assert_double_eq_tol(z[d], 1, 1e-8);
        zn_ctx_free(ctx);
    }
}
END_TEST

START_TEST(contacts_that_are_not_coupled_take_their_closed_forms)
{
    enum { NC = 5, N = 3 * NC };
    rng r = {7};
    double M[N * N] = {0}, q[N], mu[NC], z[N] = {0}, w[N];
    zn_matrix A = zn_matrix_dense(N, N, M);
    zn_friction p = {3, NC, &A, q, mu};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int a = 0; a < NC; a++) {
        mu[a] = uniform(&r, 0.1, 1);
        for (int i = 3 * a; i < 3 * a + 3; i++) {
            q[i] = i == 3 * a ? -1 : uniform(&r, -2, 2);
            for (int j = 3 * a; j < 3 * a + 3; j++)
                M[i + j * N] = i == j ? 2 : 0.3;
        }
    }
    ck_assert_int_eq(run_once(ctx, "friction", "auto", 1e-12, &p, z, w, &info),
                     ZN_OK);
    ck_assert_str_eq(info.solver, "closed-form");
    ck_assert_int_eq(info.iterations, 1);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(two_contacts_in_the_plane_are_exact)
{
    /* a bar falls on its two feet and slides: the tangents are one, W is
     * singular */
    double M[16] = {0}, q[] = {-1, 1, -1, 1}, mu[] = {0.2, 0.2}, z[4] = {0},
           w[4];
    /* unit mass, inertia 1 about the middle; feet at (-1, 0), (1, 0) */
    const double G[4][3] = {{0, 1, -1}, {1, 0, 0}, {0, 1, 1}, {1, 0, 0}};
    zn_matrix A = zn_matrix_dense(4, 4, M);
    zn_friction p = {2, 2, &A, q, mu};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            M[i + 4 * j] =
                G[i][0] * G[j][0] + G[i][1] * G[j][1] + G[i][2] * G[j][2];
    ck_assert_int_eq(run_once(ctx, "friction", "auto", 1e-12, &p, z, w, &info),
                     ZN_OK);
    ck_assert_str_eq(info.solver, "lemke");
    /* u_N = -1 + 2 r_N = 0; slip: r_T = -0.2 r_N, u_T = 1 - 0.2 */
    for (int a = 0; a < 2; a++) {
        ck_assert_double_eq_tol(z[2 * a], 0.5, 1e-13);
        ck_assert_double_eq_tol(z[2 * a + 1], -0.1, 1e-13);
        ck_assert_double_eq_tol(w[2 * a + 1], 0.8, 1e-13);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_mixed_problem_seen_before_needs_one_linear_system)
{
    /* u free, v >= 0: 2 u + v - 3 = 0, w = u + 2 v - 1 >= 0 -> u = 1.5, v = 0, w = 0.5 */
    double M[] = {2, 1, 1, 2}, q[] = {-3, -1}, z[2] = {0}, w[2];
    unsigned char eq[] = {1, 0};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "mlcp", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "active-set");
    q[0] = -3.5; /* the same set: u = 1.75 */
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "active-set");
    ck_assert_int_eq(info.iterations, 1);
    ck_assert_double_eq_tol(z[0], 1.75, 1e-14);
    ck_assert_double_eq_tol(z[1], 0, 1e-14);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* Where factors fill, steps that factor all of M cost more than all pivots: newton-fb took 45 of them here, after a
 * hundred sets. */
START_TEST(pivots_come_before_steps_that_cost_more)
{
    static const char *const classes[] = {"relay", "relay", "lcp"};
    static const char *const words[] = {"n=120 storage=sparse skew=3 seed=1", "n=120 storage=sparse skew=3 seed=2",
                                        "n=600 storage=sparse skew=3 rank=0.5 seed=11"};
    asked a = asked_new(classes[_i], "auto", words[_i]);
    heard h = {0};

    zn_solver_set_explain(a.s, asked_hear, &h);
    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, "cao-ferris");
    ck_assert_msg(!strstr(h.names, "newton-fb") && !strstr(h.names, "interior-point"), "%s", h.names);
    asked_free(&a);
}
END_TEST

/* Sweeps that are on their way go on as long as sets would cost more; those of a relay to rounding, so that no set is
 * factored to see whether a sign is wrong. */
START_TEST(sweeps_end_what_they_are_about_to_solve)
{
    static const char *const classes[] = {"mlcp", "relay", "relay"};
    static const char *const words[] = {"n=300 storage=sparse seed=1", "n=300 storage=sparse seed=11",
                                        "n=500 rank=0.9 seed=11"};
    asked a = asked_new(classes[_i], "auto", words[_i]);
    heard h = {0};

    zn_solver_set_explain(a.s, asked_hear, &h);
    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, "psor");
    ck_assert_msg(!strstr(h.names, "newton-min") && !strstr(h.names, "active-set psor"), "%s", h.names);
    ck_assert_double_le(a.info.error, _i ? 1e-15 : 1e-13);
    asked_free(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("auto");
    TCase *tc = tcase_create("auto");

    tcase_add_loop_test(tc, triangular_problems_are_solved_row_by_row, 0, 6);
    tcase_add_test(tc, one_relay_is_a_formula);
    tcase_add_test(tc, plasticity_takes_sweeps_then_newtons_steps);
    tcase_add_test(tc, a_diagonal_without_a_unique_row_goes_to_other_methods);
    tcase_add_test(tc, no_contact_closes_without_reactions);
    tcase_add_test(tc, contacts_that_are_not_coupled_take_their_closed_forms);
    tcase_add_test(tc, two_contacts_in_the_plane_are_exact);
    tcase_add_test(tc, a_mixed_problem_seen_before_needs_one_linear_system);
    tcase_add_loop_test(tc, pivots_come_before_steps_that_cost_more, 0, 3);
    tcase_add_loop_test(tc, sweeps_end_what_they_are_about_to_solve, 0, 3);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
