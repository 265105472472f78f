/* test_mlcp_extra.c - mixed linear complementarity with more equations than unknowns, or with some
 * that are dependent but for a complementarity row
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

static zn_status overdetermined(zn_ctx *ctx, const char *name, const double M[],
                                const double q[], double z[], double w[],
                                zn_solve_info *info)
{
    const unsigned char eq[] = {1, 0};
    zn_matrix tall = zn_matrix_dense(3, 2, M);
    zn_mlcp p = {2, &tall, q, eq};

    z[0] = z[1] = 0;
    return run_once(ctx, "mlcp", name, -1, &p, z, w, info);
}

START_TEST(equations_beyond_the_unknowns_are_met_or_said_to_contradict)
{
    /* u - v = 0, w = u + v - 1, and once more -u - v + 1 = 0: u = v = 1/2 */
    const double M[] = {1, 1, -1, -1, 1, -1}, q[] = {0, -1, 1};
    const double off[] = {0, -1, 2}; /* -1 + 2 is not 0 */
    double z[2], w[3], work[5];
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(overdetermined(ctx, "auto", M, q, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 0.5, 1e-15);
    ck_assert_double_eq_tol(z[1], 0.5, 1e-15);
    ck_assert_double_eq_tol(w[2], 0, 1e-15);
    ck_assert_int_eq(overdetermined(ctx, "auto", M, off, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert_double_ge(info.error, 0.1);
    ck_assert_int_eq(overdetermined(ctx, "lemke", M, q, z, w, &info),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "'auto' takes them"));

    /* the error of the third row counts, of its w too; over max(1, |q|) = 2 */
    const unsigned char eq[] = {1, 0};
    zn_matrix tall = zn_matrix_dense(3, 2, M);
    zn_mlcp p = {2, &tall, off, eq};
    const double at[] = {0.5, 0.5};

    ck_assert_double_eq(zn_mlcp_error(&p, at, (double[]){0, 0, 1}, work), 0.5);
    ck_assert_double_eq(zn_mlcp_error(&p, at, (double[]){0, 0, 4}, work), 1.5);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(of_several_solutions_the_one_that_meets_the_further_equation)
{
    /* u = 1, w = 1 - v: v = 0 (where the start leads) or v = 1, which
     * u + v - 2 = 0 asks for; v - 3 = 0 asks for neither */
    const double M[] = {1, 0, 1, 0, -1, 1}, q[] = {-1, 1, -2};
    const double none[] = {1, 0, 0, 0, -1, 1}, three[] = {-1, 1, -3};
    double z[2], w[3];
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(overdetermined(ctx, "auto", M, q, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 1, 1e-14);
    ck_assert_double_eq_tol(z[1], 1, 1e-14);
    ck_assert_int_eq(overdetermined(ctx, "auto", none, three, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(dependent_equations_are_completed_by_the_further_one)
{
    /* u + v = 2 twice and u - 2 v = 1: u = 5/3, v = 1/3; of the first two alone the
     * shortest is (1, 1) */
    const double M[] = {1, 1, 1, 1, 1, -2}, q[] = {-2, -2, -1};
    double z[2], w[3];
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_msg(!overdetermined(ctx, "auto", M, q, z, w, &info), "%s",
                  zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], 5.0 / 3, 1e-14);
    ck_assert_double_eq_tol(z[1], 1.0 / 3, 1e-14);
    zn_ctx_free(ctx);
}
END_TEST

/* u = 1, w = 1 - v, v = 1 and u + 2 v = 3: v = 1, where the start leads to v = 0. What eq holds beyond
 * the unknowns, or the solver of a larger problem before, t = 1 besides, says nothing of these rows. */
START_TEST(each_of_several_further_equations_counts)
{
    const double M[] = {1, 0, 0, 1, 0, -1, 1, 2}, q[] = {-1, 1, -1, -3};
    const double larger[] = {1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 1, 0}, before[] = {-1, 1, -1, -1};
    unsigned char eq[] = {1, 0, 0, 0};
    const unsigned char three[] = {1, 0, 1};
    const zn_matrix tall = zn_matrix_dense(4, 2, M), wide = zn_matrix_dense(4, 3, larger);
    const zn_mlcp p = {2, &tall, q, eq}, first = {3, &wide, before, three};
    zn_ctx *ctx = context();
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "mlcp", "auto", &s));
    for (int said = 0; said < 2; said++) {
        double z[3] = {0}, w[4];

        ck_assert_msg(!zn_solver_solve(s, &first, z, w, NULL), "%s", zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[1], 1, 1e-14);
        z[0] = z[1] = 0;
        eq[2] = eq[3] = (unsigned char)said;
        ck_assert_msg(!zn_solver_solve(s, &p, z, w, NULL), "%s", zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 1, 1e-14);
        ck_assert_double_eq_tol(z[1], 1, 1e-14);
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* u1 + u2 - v = 2 twice, w = u1 - v - 3, w' = 1 - s and s = 1, where the start leads to s = 0:
 * (3, -1, 0, 1) is a solution, with w = 0. But v's column is that of u1 but for its sign, so that of the
 * choice v > 0 the shortest point has v = -1.5, which is none; that of v = 0 is (1, 1), with w = -2.
 * That all choices fail proves nothing here. */
START_TEST(shortest_points_that_fail_prove_nothing)
{
    const double M[] = {1, 1, 1, 0, 0, 1, 1, 0, 0, 0, -1, -1, -1, 0, 0, 0, 0, 0, -1, 1};
    const double q[] = {-2, -2, -3, 1, -1};
    const unsigned char eq[] = {1, 1, 0, 0};
    const zn_matrix tall = zn_matrix_dense(5, 4, M);
    const zn_mlcp p = {4, &tall, q, eq};
    double z[4] = {0}, w[5], work[9];
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_double_eq(zn_mlcp_error(&p, (double[]){3, -1, 0, 1}, (double[5]){0}, work), 0);
    if (run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info))
        ck_assert_int_eq(info.outcome, ZN_STALLED);
    zn_ctx_free(ctx);
}
END_TEST

/* Of 17 rows w = z - 1 there are 131 072 choices; that none of them has z_0 = 2 is proved by the first of its own. */
START_TEST(a_proof_needs_no_look_at_all_choices)
{
    enum { N = 17, ROWS = N + 1 };
    double M[ROWS * N] = {0}, q[ROWS], z[N] = {0}, w[ROWS];
    const unsigned char eq[N] = {0};
    const zn_matrix tall = zn_matrix_dense(ROWS, N, M);
    const zn_mlcp p = {N, &tall, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int i = 0; i < N; i++) {
        M[i + i * ROWS] = 1;
        q[i] = -1;
    }
    M[N] = 1;
    q[N] = -2;
    ck_assert_int_eq(run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(what_one_problem_asked_for_says_nothing_of_the_next)
{
    /* u = 1, w = 1 - v: first v = 1 is asked for, then, from there, v = 0 */
    const double M[] = {1, 0, 1, 0, -1, 1}, one[] = {-1, 1, -2},
                 none[] = {-1, 1, -1};
    const unsigned char eq[] = {1, 0};
    const zn_matrix tall = zn_matrix_dense(3, 2, M);
    zn_mlcp p = {2, &tall, one, eq};
    double z[2] = {0}, w[3];
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "mlcp", "auto", &s));
    ck_assert_msg(!zn_solver_solve(s, &p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[1], 1, 1e-14);
    p.q = none;
    ck_assert_msg(!zn_solver_solve(s, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], 1, 1e-14);
    ck_assert_double_eq_tol(z[1], 0, 1e-14);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- equations that only a complementarity row makes independent ------------------- */

static void completed(zn_index n, const double M[], const double q[], const unsigned char eq[],
                      const double want[])
{
    zn_matrix A = zn_matrix_dense(n, n, M);
    const zn_mlcp p = {n, &A, q, eq};
    zn_ctx *ctx = context();
    double z[4] = {0}, w[4];

    ck_assert_msg(!run_once(ctx, "mlcp", "lemke", -1, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    for (zn_index i = 0; i < n; i++)
        ck_assert_double_eq_tol(z[i], want[i], 1e-14);
    zn_ctx_free(ctx);
}

/* A pair of joints without a diagonal, and a third one that only the contact completes: z1 = 3, z0 = 2,
 * 0 = v - 2 gives v = 2, and w = -u + v + 1 = 0 gives u = 3. */
START_TEST(lemke_completes_what_pairs_leave)
{
    const double M[16] = {[1] = 1, [4] = 1, [11] = -1, [14] = 1, [15] = 1}, q[] = {-3, -2, -2, 1};
    const unsigned char eq[] = {1, 1, 1, 0};

    completed(4, M, q, eq, (double[]){2, 3, 3, 2});
}
END_TEST

/* Two joints that are one, beside a contact that tells them apart: z0 + 2 (z1 + z2) = 9 and
 * -z0 + 2 (z1 + z2) = 3 give z0 = 3, and w_0 = z0 - z1 + z2 - 4 = 0 of the closed contact
 * z1 = 1, z2 = 2. */
START_TEST(lemke_tells_joints_apart_by_the_contact)
{
    const double M[] = {1, 1, -1, -1, 2, 2, 1, 2, 2}, q[] = {-4, -9, -3};
    const unsigned char eq[] = {0, 1, 1};

    completed(3, M, q, eq, (double[]){3, 1, 2});
}
END_TEST

/* Two complementarity rows and a third equation that no choice meets: what comes back is the best point that was
 * seen, which is not the last one, and its own residual. */
START_TEST(the_best_point_has_its_own_residual)
{
    /* w1 = z1 + 1, w2 = z2 + 2: z = 0, where z1 + z2 + 0.1 = 0 is off by 0.1; the other choices have z < 0 */
    const double M[] = {1, 0, 1, 0, 1, 1}, q[] = {1, 2, 0.1};
    const unsigned char eq[] = {0, 0};
    zn_matrix tall = zn_matrix_dense(3, 2, M);
    zn_mlcp p = {2, &tall, q, eq};
    double z[2] = {0}, w[3] = {0}, work[5];
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(w[i], q[i] + M[i] * z[0] + M[i + 3] * z[1], 1e-14);
    ck_assert_double_eq_tol(info.error, zn_mlcp_error(&p, z, w, work), 1e-14);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mlcp, more equations than unknowns");
    TCase *tc = tcase_create("further equations");

    tcase_add_test(tc,
                   equations_beyond_the_unknowns_are_met_or_said_to_contradict);
    tcase_add_test(
        tc, of_several_solutions_the_one_that_meets_the_further_equation);
    tcase_add_test(tc, dependent_equations_are_completed_by_the_further_one);
    tcase_add_test(tc, lemke_completes_what_pairs_leave);
    tcase_add_test(tc, lemke_tells_joints_apart_by_the_contact);
    tcase_add_test(tc, each_of_several_further_equations_counts);
    tcase_add_test(tc, shortest_points_that_fail_prove_nothing);
    tcase_add_test(tc, a_proof_needs_no_look_at_all_choices);
    tcase_add_test(tc, what_one_problem_asked_for_says_nothing_of_the_next);
    tcase_add_test(tc, the_best_point_has_its_own_residual);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
