/* test_lcp.c - linear complementarity: small cases by hand, and every failure
 * SPDX-License-Identifier: Apache-2.0 */
#include "by_hand.h"

static const char *const all[] = {
    "auto", "lemke",          "murty",    "bard",       "enum",
    "pgs",  "psor",           "rpgs",     "newton-min", "newton-fb",
    "cpg",  "interior-point", "block-gs", "cao-ferris", "qp",
};
enum { NALL = sizeof all / sizeof all[0] };

/* ---- the error measure --------------------------------------------------- */

START_TEST(error_is_the_largest_violation_over_q)
{
    /* M z + q = (1*2 + 0*1 - 4, 3*2 + 2*1 - 1) = (-2, 7): min(z, .) = (-2, 1),
     * so 2, over max(1, 4) */
    const double M[] = {1, 3, 0, 2}, q[] = {-4, -1}, z[] = {2, 1},
                 w[] = {-2, 7};
    double work[4];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_lcp p = {2, &A, q};

    ck_assert_double_eq(zn_lcp_error(&p, z, w, work), 0.5);
}
END_TEST

START_TEST(error_counts_a_w_that_is_not_Mz_plus_q)
{
    /* z = (0, 0) solves with w = q = (3, 1); w = (3, 5) is off by 4, over 3 */
    const double M[] = {1, 3, 0, 2}, q[] = {3, 1}, z[] = {0, 0}, w[] = {3, 5};
    double work[4];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_lcp p = {2, &A, q};

    ck_assert_double_eq_tol(zn_lcp_error(&p, z, w, work), 4.0 / 3, 1e-15);
}
END_TEST

START_TEST(error_of_nan_is_nan)
{
    const double M[] = {1, 3, 0, 2}, q[] = {3, 1}, ok[] = {0, 0};
    const double bad[][2] = {{NAN, 0}, {0, NAN}};
    double work[4];
    stored s = to_csc(2, M);
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_lcp p = {2, &A, q}, sparse = {2, &s.m, q};

    for (int i = 0; i < 2; i++) {
        ck_assert(isnan(zn_lcp_error(&p, bad[i], ok, work)));
        ck_assert(isnan(zn_lcp_error(&p, ok, bad[i], work)));
        ck_assert(isnan(zn_lcp_error(&sparse, bad[i], ok, work)));
    }
    stored_free(&s);
}
END_TEST

/* ---- solutions by hand --------------------------------------------------- */

/* every method that applies, from zero and from the solution, in every
 * storage */
static void expect(const char *name, zn_index n, const double M[],
                   const double q[], const double want[], double tol)
{
    zn_lcp p = {n, NULL, q};

    solved_in_each_storage("lcp", name, n, M, &p, &p.M, want, tol);
}

START_TEST(both_pairs_active)
{
    /* M = [2 1; 1 2], q = -[5; 6]: w = 0, so z = M \ [5; 6] = [4/3; 7/3] */
    const double M[] = {2, 1, 1, 2}, q[] = {-5, -6}, z[] = {4.0 / 3, 7.0 / 3};

    expect(all[_i], 2, M, q, z, 1e-7); /* splitting methods stop at 1e-8 */
}
END_TEST

START_TEST(one_pair_active)
{
    /* z = (0, 3/4, 0): 4 * 3/4 = 3, and w = (1 - 3/4, 0, 2 + 3/4) */
    const double M[] = {3, -1, 0, -1, 4, 1, 0, 1, 5}, q[] = {1, -3, 2};
    const double z[] = {0, 0.75, 0};

    expect(all[_i], 3, M, q, z, 1e-7);
}
END_TEST

START_TEST(nothing_active)
{
    const double M[] = {3, -1, 0, -1, 4, 1, 0, 1, 5}, q[] = {1, 0, 2};
    const double z[] = {0, 0, 0};

    expect(all[_i], 3, M, q, z, 1e-7);
}
END_TEST

START_TEST(one_pair_alone)
{
    const double M[] = {4}, q[] = {-10}, z[] = {2.5};

    expect(all[_i], 1, M, q, z, 1e-7);
}
END_TEST

START_TEST(degenerate_pair_at_zero)
{
    /* z = (1, 0): w_1 = 2 - 2 = 0 and w_2 = 1 - 1 = 0 with z_2 = 0. The error
     * of z_2 enters w squared for Fischer-Burmeister, so z itself is only good
     * to the root of the tolerance there and in the splitting methods'
     * geometric tail; pivots are exact */
    const double M[] = {2, 1, 1, 3}, q[] = {-2, -1}, z[] = {1, 0};

    expect(all[_i], 2, M, q, z, 1e-7);
}
END_TEST

/* ---- failures that must be told ------------------------------------------ */

typedef struct failure {
    const char *name;
    zn_status st;
    zn_outcome outcome;
    const char *words; /* part of the message */
} failure;

static void fails(zn_ctx *ctx, const zn_lcp *p, failure f, double tol)
{
    double z[64] = {0}, w[64] = {0}, work[128];
    zn_solve_info info = {0};
    zn_status st = run_once(ctx, "lcp", f.name, tol, p, z, w, &info);

    ck_assert_msg(st == f.st, "%s: %s, not %s: %s", f.name, zn_status_name(st),
                  zn_status_name(f.st), zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), f.words), "%s: '%s' lacks '%s'",
                  f.name, zn_errmsg(ctx), f.words);
    if (st != ZN_UNSOLVED)
        return;
    ck_assert_msg(info.outcome == f.outcome, "%s: %s, not %s", f.name,
                  zn_outcome_name(info.outcome), zn_outcome_name(f.outcome));
    /* the error told is that of the point returned */
    ck_assert_double_eq(info.error, zn_lcp_error(p, z, w, work));
    ck_assert(info.error > 0);
}

START_TEST(an_infeasible_problem_is_never_called_solved)
{
    /* w_1 = -1 - z_2 < 0 for every z >= 0 */
    const double M[] = {0, 1, -1, 2}, q[] = {-1, -1};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_lcp p = {2, &A, q};
    zn_ctx *ctx = context();

    for (int i = 0; i < NALL; i++) {
        double z[2] = {0}, w[2] = {0};
        zn_solve_info info;
        zn_status st = run_once(ctx, "lcp", all[i], -1, &p, z, w, &info);

        ck_assert_msg(st == ZN_UNSOLVED || st == ZN_EINVAL, "%s: %s", all[i],
                      zn_status_name(st));
    }
    fails(ctx, &p, (failure){"lemke", ZN_UNSOLVED, ZN_RAY, "ray"}, -1);
    fails(ctx, &p, (failure){"auto", ZN_UNSOLVED, ZN_INFEASIBLE, "infeas"}, -1);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(one_pair_without_solution_is_proved_infeasible)
{
    const double M[] = {0, -2}, q[] = {-1};
    zn_ctx *ctx = context();

    for (int i = 0; i < 2; i++) {
        zn_matrix A = zn_matrix_dense(1, 1, M + i);
        zn_lcp p = {1, &A, q};

        fails(ctx, &p, (failure){"auto", ZN_UNSOLVED, ZN_INFEASIBLE, "infeas"},
              -1);
        fails(ctx, &p, (failure){"lemke", ZN_UNSOLVED, ZN_INFEASIBLE, ""}, -1);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(enumeration_proves_that_there_is_no_solution)
{
    /* all principal minors of M = -[2 1; 1 3] are nonzero; w < 0 for z >= 0 */
    const double M[] = {-2, -1, -1, -3}, q[] = {-1, -1};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_lcp p = {2, &A, q};
    zn_ctx *ctx = context();

    fails(ctx, &p, (failure){"enum", ZN_UNSOLVED, ZN_INFEASIBLE, "infeas"}, -1);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_ray_is_told_though_there_are_solutions)
{
    /* bimatrix game, Cottle, Pang & Stone 4.4.23: Lemke ends on a ray at once,
     * though z = (1, 0, 1, 0) / 10 solves; auto goes on and finds one */
    const double M[] = {0, 0, 10, 20, 0, 0, 30, 15, 10, 20, 0, 0, 30, 15, 0, 0};
    const double q[] = {-1, -1, -1, -1};
    double z[4] = {0}, w[4];
    zn_solve_info info;
    zn_matrix A = zn_matrix_dense(4, 4, M);
    zn_lcp p = {4, &A, q};
    zn_ctx *ctx = context();

    fails(ctx, &p, (failure){"lemke", ZN_UNSOLVED, ZN_RAY, "ray"}, -1);
    ck_assert_int_eq(run_once(ctx, "lcp", "auto", -1, &p, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "lemke-howson"); /* and nothing behind it */
    ck_assert(naive_error(4, M, q, NULL, z) <= 1e-10);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(ties_do_not_lead_round_in_a_circle)
{
    /* all rows tie at the start, and where the first of those that tie always
     * leaves, the pivots come round again and again. w_2 = z_2 - 1 = 0, hence
     * w_3 = z_1 + z_3, and z_3 > 0 is none; then z = (1, 1, 0) alone */
    double M[] = {1, 0, 1, 0, 1, 1, 2, 0, 1}, q[] = {-1, -1, -1};
    double z[3] = {0}, w[3];
    zn_ctx *ctx = context();
    zn_matrix A = zn_matrix_dense(3, 3, M);
    zn_lcp p = {3, &A, q};
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "lcp", "lemke", 1e-12, &p, z, w, &info),
                     ZN_OK);
    ck_assert_double_eq_tol(z[0], 1, 1e-15);
    ck_assert_double_eq_tol(z[1], 1, 1e-15);
    ck_assert_double_eq_tol(z[2], 0, 1e-15);
    /* no complementary basis with z0 is met twice: there are 3 * 2^2 of them */
    ck_assert_int_le(info.iterations, 12);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(what_is_solved_costs_newton_nothing)
{
    /* the solution as a start takes no step; and a row that is solved takes none of
     * another: with z_2 = 0, w_2 = 3 at the start, those of z_1 alone */
    static const char *const names[] = {"newton-fb", "newton-min"};
    double M1[] = {2}, M2[] = {2, 0, 0, 3}, q[] = {-2, 3};
    zn_ctx *ctx = context();
    zn_matrix A1 = zn_matrix_dense(1, 1, M1), A2 = zn_matrix_dense(2, 2, M2);
    zn_lcp one = {1, &A1, q}, two = {2, &A2, q};

    for (int k = 0; k < 2; k++) {
        double z[] = {1, 0}, w[2];
        zn_solve_info info;
        zn_index alone;

        ck_assert_int_eq(run_once(ctx, "lcp", names[k], -1, &two, z, w, &info),
                         ZN_OK);
        ck_assert_int_eq(info.iterations, 0);
        z[0] = 0.25;
        ck_assert_int_eq(run_once(ctx, "lcp", names[k], -1, &one, z, w, &info),
                         ZN_OK);
        alone = info.iterations;
        z[0] = 0.25;
        ck_assert_int_eq(run_once(ctx, "lcp", names[k], -1, &two, z, w, &info),
                         ZN_OK);
        ck_assert_int_ge(alone, 1);
        ck_assert_int_eq(info.iterations, alone);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_method_that_does_not_apply_says_why)
{
    const double zero[] = {2, 0, 0, 0}, skew[] = {2, -1, 1, 2}, q[] = {-1, -1};
    zn_matrix A = zn_matrix_dense(2, 2, zero), B = zn_matrix_dense(2, 2, skew);
    zn_lcp p = {2, &A, q}, s = {2, &B, q};
    zn_ctx *ctx = context();

    fails(ctx, &p, (failure){"pgs", ZN_EINVAL, 0, "M(1,1) = 0"}, -1);
    fails(ctx, &p, (failure){"psor", ZN_EINVAL, 0, "M(1,1) = 0"}, -1);
    fails(ctx, &p, (failure){"rpgs", ZN_EINVAL, 0, "M(1,1) = 0"}, -1);
    fails(ctx, &p, (failure){"cpg", ZN_EINVAL, 0, "M(1,1) = 0"}, -1);
    fails(ctx, &s, (failure){"cpg", ZN_EINVAL, 0, "not symmetric"}, -1);
    fails(ctx, &p, (failure){"murty", ZN_UNSOLVED, ZN_STALLED, "stalled"}, -1);
    fails(ctx, &p, (failure){"bard", ZN_UNSOLVED, ZN_STALLED, "stalled"}, -1);
    zn_ctx_free(ctx);
}
END_TEST

/* w_1 = z_1 - 1, w_2 = 2 z_1 + z_2 - 3/2: z = (1, 0). The first violated row brings z_1 in, and
 * that is all; the most violated one z_2, then z_1, and z_2 leaves. */
START_TEST(murty_takes_the_first_row_and_bard_the_worst)
{
    const double M[] = {1, 2, 0, 1}, q[] = {-1, -1.5};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_lcp p = {2, &A, q};
    zn_ctx *ctx = context();
    zn_solve_info info;
    double z[2] = {0}, w[2];

    ck_assert(!run_once(ctx, "lcp", "murty", -1, &p, z, w, &info));
    ck_assert_double_eq_tol(z[0], 1, 1e-15);
    ck_assert_int_eq(info.iterations, 1);
    z[0] = z[1] = 0;
    ck_assert(!run_once(ctx, "lcp", "bard", -1, &p, z, w, &info));
    ck_assert_double_eq_tol(z[0], 1, 1e-15);
    ck_assert_double_eq_tol(z[1], 0, 1e-15);
    ck_assert_int_eq(info.iterations, 3);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(enumeration_refuses_what_it_cannot_finish)
{
    zn_index n = 30;
    rng r = {7};
    double *M = random_matrix(&r, SPD, n), *q = reals(n);
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_lcp p = {n, &A, q};
    zn_ctx *ctx = context();

    fails(ctx, &p, (failure){"enum", ZN_EINVAL, 0, "30 rows"}, -1);
    zn_ctx_free(ctx);
    free(M);
    free(q);
}
END_TEST

/* M = I, from (1, 1), where the gradient is (4, -1): the first is at its bound a quarter of the way on, at
 * (0, 5/4); there the free gradient is (0, -3/4), and a step along it that is shorter than two ends nearer to
 * the solution (0, 2). The gradient of the start would lead beyond. */
START_TEST(conjugate_gradients_go_on_from_the_bound)
{
    const double M[] = {1, 0, 0, 1}, q[] = {3, -2};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_lcp p = {2, &A, q};
    zn_ctx *ctx = context();
    zn_solver *s;
    double z[] = {1, 1}, w[2];

    ck_assert(!zn_solver_new(ctx, "lcp", "cpg", &s));
    ck_assert(!zn_solver_set(s, "max_iter", "1"));
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, NULL), ZN_UNSOLVED);
    ck_assert_double_eq(z[0], 0);
    ck_assert_double_lt(fabs(z[1] - 2), 0.75);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(an_iteration_limit_gives_the_best_point)
{
    zn_index n = 40;
    const char *const names[] = {"pgs",  "psor",      "rpgs",
                                 "cpg",  "lemke",     "murty",
                                 "bard", "newton-fb", "interior-point"};
    double *q = reals(n), z[64], w[64], work[128], before;
    stored s = chain(n, 1);
    zn_lcp p = {n, &s.m, q};
    zn_solve_info info;
    zn_solver *solver;
    zn_ctx *ctx = context();

    for (zn_index i = 0; i < n; i++)
        q[i] = i % 3 ? -1 : 1.5 + 0.1 * (double)(i % 7);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        memset(z, 0, sizeof z);
        before = zn_lcp_error(&p, z, q, work);
        ck_assert_int_eq(zn_solver_new(ctx, "lcp", names[k], &solver), ZN_OK);
        ck_assert_int_eq(zn_solver_set(solver, "max_iter", "2"), ZN_OK);
        ck_assert_msg(zn_solver_solve(solver, &p, z, w, &info) == ZN_UNSOLVED &&
                          info.outcome == ZN_ITERATION_LIMIT,
                      "%s: %s", names[k], zn_outcome_name(info.outcome));
        ck_assert_int_eq(info.iterations, 2);
        ck_assert_double_eq(info.error, zn_lcp_error(&p, z, w, work));
        ck_assert_msg(info.error <= before, "%s: worse than the start",
                      names[k]);
        zn_solver_free(solver);
    }
    zn_ctx_free(ctx);
    stored_free(&s);
    free(q);
}
END_TEST

static bool stop_at_two(void *user, zn_index iteration, double error)
{
    (void)error;
    *(zn_index *)user = iteration;
    return iteration >= 2;
}

START_TEST(a_callback_stops_every_method)
{
    /* n = 60 random signs: no method is done within two iterations */
    zn_index n = 14, last;
    rng r = {11};
    double *M = random_matrix(&r, SPD, n), *q = reals(n), z[14], w[14];
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_lcp p = {n, &A, q};
    zn_solve_info info;
    zn_solver *s;
    zn_ctx *ctx = context();

    for (zn_index i = 0; i < n; i++)
        q[i] = uniform(&r, -1, 0.3);
    for (int k = 0; k < NALL; k++) {
        memset(z, 0, sizeof z);
        last = -1;
        ck_assert_int_eq(zn_solver_new(ctx, "lcp", all[k], &s), ZN_OK);
        zn_solver_set_callback(s, stop_at_two, &last);
        ck_assert_int_eq(zn_solver_set(s, "tol", "0"), ZN_OK);
        ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
        ck_assert_msg(info.outcome == ZN_INTERRUPTED, "%s: %s", all[k],
                      zn_outcome_name(info.outcome));
        ck_assert_msg(last == 2, "%s was called last at %td", all[k], last);
        zn_solver_free(s);
    }
    zn_ctx_free(ctx);
    free(M);
    free(q);
}
END_TEST

static bool note_first(void *user, zn_index iteration, double error)
{
    if (iteration == 0)
        *(double *)user = error;
    return false;
}

/* Before the first pivot z = 0 and w = q: what is told is the error of that point. */
START_TEST(principal_pivots_tell_the_error_of_their_basis)
{
    const char *const names[] = {"murty", "bard"};
    double M[] = {2, 1, 1, 2}, q[] = {-4, -6}, zero[2] = {0}, z[2], w[2];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_lcp p = {2, &A, q};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        double told = -1;
        zn_solver *s;

        memset(z, 0, sizeof z);
        ck_assert_int_eq(zn_solver_new(ctx, "lcp", names[k], &s), ZN_OK);
        zn_solver_set_callback(s, note_first, &told);
        ck_assert_int_eq(zn_solver_solve(s, &p, z, w, NULL), ZN_OK);
        ck_assert_double_eq_tol(told, naive_error(2, M, q, NULL, zero), 1e-15);
        zn_solver_free(s);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(the_time_limit_holds_also_inside_enumeration)
{
    /* 2^20 systems take seconds; w < 0 always, so all would be tried */
    zn_index n = 20;
    double *M = reals(n * n), *q = reals(n), z[20] = {0}, w[20];
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_lcp p = {n, &A, q};
    zn_solve_info info;
    zn_solver *s;
    zn_ctx *ctx = context();

    for (zn_index i = 0; i < n; i++) {
        M[i + i * n] = -1 - (double)i;
        q[i] = -1;
    }
    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "enum", &s), ZN_OK);
    zn_solver_set_time_limit(s, 0.01);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_TIME_LIMIT);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    free(M);
    free(q);
}
END_TEST

START_TEST(wrong_data_are_refused_with_their_place)
{
    double M[] = {2, 0, 0, NAN}, good[] = {2, 0, 0, 2}, q[] = {1, INFINITY};
    const double fine[] = {1, 1};
    zn_matrix A = zn_matrix_dense(2, 2, M), B = zn_matrix_dense(2, 2, good);
    zn_matrix C = zn_matrix_dense(1, 2, good);
    zn_lcp nan_M = {2, &A, fine}, inf_q = {2, &B, q}, shape = {2, &C, fine};
    zn_lcp none = {0, &B, fine};
    zn_ctx *ctx = context();

    for (int i = 0; i < NALL; i++) {
        fails(ctx, &nan_M, (failure){all[i], ZN_EDOM, 0, "M"}, -1);
        fails(ctx, &inf_q, (failure){all[i], ZN_EDOM, 0, "q(1) = inf"}, -1);
        fails(ctx, &shape, (failure){all[i], ZN_EINVAL, 0, "1 x 2"}, -1);
        fails(ctx, &none, (failure){all[i], ZN_EINVAL, 0, "n = 0"}, -1);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_tolerance_out_of_reach_is_called_inaccurate)
{
    /* entries of 1e8 against q of 1: w is rounded at 1e-8, so 1e-14 is not to
     * be had; auto must not try all it knows, but say so */
    zn_index n = 200;
    double *q = reals(n), *z = reals(n), *w = reals(n);
    stored s = chain(n, 1e-8);
    zn_lcp p = {n, &s.m, q};
    zn_solve_info info;
    zn_ctx *ctx = context();

    for (zn_index i = 0; i < n; i++)
        q[i] = -1 / (double)(3 + i % 7);
    ck_assert_int_eq(run_once(ctx, "lcp", "auto", 1e-16, &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INACCURATE);
    ck_assert_str_eq(info.solver, "newton-min");
    ck_assert(info.error < 1e-9);
    ck_assert(info.iterations < 10);
    zn_ctx_free(ctx);
    stored_free(&s);
    free(q);
    free(z);
    free(w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lcp");
    TCase *tc = tcase_create("error");

    tcase_add_test(tc, error_is_the_largest_violation_over_q);
    tcase_add_test(tc, error_counts_a_w_that_is_not_Mz_plus_q);
    tcase_add_test(tc, error_of_nan_is_nan);
    suite_add_tcase(suite, tc);

    tc = tcase_create("by hand");
    tcase_add_loop_test(tc, both_pairs_active, 0, NALL);
    tcase_add_loop_test(tc, one_pair_active, 0, NALL);
    tcase_add_loop_test(tc, nothing_active, 0, NALL);
    tcase_add_loop_test(tc, one_pair_alone, 0, NALL);
    tcase_add_loop_test(tc, degenerate_pair_at_zero, 0, NALL);
    suite_add_tcase(suite, tc);

    tc = tcase_create("failures");
    tcase_add_test(tc, an_infeasible_problem_is_never_called_solved);
    tcase_add_test(tc, one_pair_without_solution_is_proved_infeasible);
    tcase_add_test(tc, enumeration_proves_that_there_is_no_solution);
    tcase_add_test(tc, a_ray_is_told_though_there_are_solutions);
    tcase_add_test(tc, what_is_solved_costs_newton_nothing);
    tcase_add_test(tc, ties_do_not_lead_round_in_a_circle);
    tcase_add_test(tc, a_method_that_does_not_apply_says_why);
    tcase_add_test(tc, murty_takes_the_first_row_and_bard_the_worst);
    tcase_add_test(tc, enumeration_refuses_what_it_cannot_finish);
    tcase_add_test(tc, conjugate_gradients_go_on_from_the_bound);
    tcase_add_test(tc, an_iteration_limit_gives_the_best_point);
    tcase_add_test(tc, a_callback_stops_every_method);
    tcase_add_test(tc, principal_pivots_tell_the_error_of_their_basis);
    tcase_add_test(tc, the_time_limit_holds_also_inside_enumeration);
    tcase_add_test(tc, wrong_data_are_refused_with_their_place);
    tcase_add_test(tc, a_tolerance_out_of_reach_is_called_inaccurate);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
