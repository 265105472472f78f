/* test_relay.c - the relay problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "by_hand.h"

#include <zeno/relay.h>

static const char *const all[] = {
    "auto", "lemke",      "enum",      "pgs",      "psor",
    "rpgs", "newton-min", "newton-fb", "block-gs", "cao-ferris",
};
enum { NALL = sizeof all / sizeof all[0] };

/* |z - P(z - w)| as it stands, long double; dense M */
static double naive(zn_index n, const double M[], const double q[],
                    const double lb[], const double ub[], const double z[])
{
    long double worst = 0, scale = 1;

    for (zn_index i = 0; i < n; i++) {
        long double w = q[i], t;

        for (zn_index j = 0; j < n; j++)
            w += (long double)M[i + j * n] * z[j];
        t = z[i] - w;
        t = t < lb[i] ? lb[i] : t > ub[i] ? ub[i] : t;
        worst = fmaxl(worst, fabsl(z[i] - t));
        scale = fmaxl(scale, fabsl((long double)q[i]));
    }
    return (double)(worst / scale);
}

/* ---- the error measure ------------------------------------------------------ */

START_TEST(error_is_the_distance_to_the_projection)
{
    /* w = M z + q = (2*0.5 + 1, 3*2 - 4) = (2, 2): row 1: P(0.5 - 2) = -1, off by
     * 1.5; row 2: z = 2 > ub = 1, P(0) = 0, off by 2; over 4 */
    const double M[] = {2, 0, 0, 3}, q[] = {1, -4}, z[] = {0.5, 2};
    const double w[] = {2, 2}, lb[] = {-1, -1}, ub[] = {1, 1};
    double work[4];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_relay p = {2, &A, q, lb, ub};

    ck_assert_double_eq(zn_relay_error(&p, z, w, work), 0.5);
    ck_assert_double_eq(zn_relay_error(&p, z, (double[]){2, 7}, work), 1.25);
    ck_assert(isnan(zn_relay_error(&p, (double[]){NAN, 0}, w, work)));
    ck_assert(isnan(zn_relay_error(&p, z, (double[]){0, NAN}, work)));

    /* q = 0: relative to M c = (1, 10) of the c = (1, 0) next to 0, where row 2 is off by 10;
     * and where 0 is within the bounds to the largest of them */
    const double C[] = {1, 10, 10, 200}, none[2] = {0}, low[] = {1, -4},
                 high[] = {3, 4};
    zn_matrix B = zn_matrix_dense(2, 2, C),
              I = zn_matrix_dense(2, 2, (double[]){1, 0, 0, 1});
    const zn_relay forced = {2, &B, none, low, high};
    const zn_relay allowed = {2, &I, none, (double[]){-5, -1},
                              (double[]){2, 1}};

    ck_assert_double_eq(
        zn_relay_error(&forced, (double[]){1, 0}, (double[]){1, 10}, work), 1);
    ck_assert_double_eq_tol(
        zn_relay_error(&allowed, (double[]){0.5, 0}, (double[]){0.5, 0}, work),
        0.1, 1e-15);
}
END_TEST

/* ---- by hand ---------------------------------------------------------------- */

static void expect(const char *name, zn_index n, const double M[],
                   const double q[], const double lb[], const double ub[],
                   const double want[])
{
    zn_relay p = {n, NULL, q, lb, ub};

    solved_in_each_storage("relay", name, n, M, &p, &p.M, want, 1e-7);
}

START_TEST(inside_above_and_below)
{
    const double M[] = {2, 1, 1, 3}, lb[] = {-1, -1}, ub[] = {1, 1};

    /* inside: 2a + b = 1, a + 3b = -1/2 */
    expect(all[_i], 2, M, (double[]){-1, 0.5}, lb, ub, (double[]){0.7, -0.4});
    /* a = 1 with w = 2 - 1/3 - 10 < 0; 1 + 3b = 0 */
    expect(all[_i], 2, M, (double[]){-10, 0}, lb, ub, (double[]){1, -1.0 / 3});
    /* a = b = -1: w = (-3 + 10, -4 + 9) > 0 */
    expect(all[_i], 2, M, (double[]){10, 9}, lb, ub, (double[]){-1, -1});
}
END_TEST

START_TEST(uneven_bounds_and_a_fixed_row)
{
    /* row 3 fixed at 2; rows 1, 2: 4a - b + 2 = 6 with a <= 0.9: a = 0.9, w =
     * 3.6 - b + 2 - 6 <= 0; -a + 2b = 1 with b >= 0: b = 0.95, w1 = -1.35 */
    const double M[] = {4, -1, 0, -1, 2, 0, 1, 0, 5}, q[] = {-6, -1, 1};
    const double lb[] = {-3, 0, 2}, ub[] = {0.9, 7, 2};

    expect(all[_i], 3, M, q, lb, ub, (double[]){0.9, 0.95, 2});
}
END_TEST

START_TEST(one_infinite_bound_is_complementarity)
{
    /* z >= 0: the LCP of test_lcp, one pair active; and mirrored, z <= 0 */
    const double M[] = {3, -1, 0, -1, 4, 1, 0, 1, 5}, q[] = {1, -3, 2};
    const double zero[] = {0, 0, 0}, inf[] = {INFINITY, INFINITY, INFINITY};
    const double low[] = {-INFINITY, -INFINITY, -INFINITY};

    expect(all[_i], 3, M, q, zero, inf, (double[]){0, 0.75, 0});
    expect(all[_i], 3, M, (double[]){-1, 3, -2}, low, zero,
           (double[]){0, -0.75, 0});
}
END_TEST

START_TEST(rows_without_bounds_are_equations)
{
    const double M[] = {2, 1, 1, 3}, q[] = {-3, -5};
    const double lb[] = {-INFINITY, 0}, ub[] = {INFINITY, 1};

    /* b = 1 with w = a + 3 - 5 < 0; 2a + 1 = 3: a = 1 */
    expect(all[_i], 2, M, q, lb, ub, (double[]){1, 1});
}
END_TEST

START_TEST(one_row_in_closed_form)
{
    static const struct {
        double m, q, lb, ub, z;
    } cases[] = {
        {2, -1, -1, 1, 0.5}, /* the root                                 */
        {2, -5, -1, 1, 1},   /* beyond it                                */
        {2, 5, -1, 1, -1},
        {0, 3, -1, 2, -1},
        {0, -3, -1, 2, 2},
        {0, 0, 1, 2, 1},      /* any z will do: the nearest to the start 0  */
        {-1, 0.5, -1, 2, -1}, /* w(-1) = 1.5 >= 0                      */
        {-1, -3, -1, 2, 2},   /* w(-1) = -2, w(2) = -5 <= 0            */
        {-2, -6, -INFINITY, INFINITY, -3},
        {1, -4, 0, INFINITY, 4},
    };
    zn_ctx *ctx = context();

    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double z = 0, w;
        zn_matrix A = zn_matrix_dense(1, 1, &cases[k].m);
        zn_relay p = {1, &A, &cases[k].q, &cases[k].lb, &cases[k].ub};
        zn_solve_info info;

        ck_assert_msg(run_once(ctx, "relay", "auto", -1, &p, &z, &w, &info) ==
                          ZN_OK,
                      "case %d: %s", (int)k, zn_errmsg(ctx));
        ck_assert_double_eq(z, cases[k].z);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Relays of a spiral, x' = b s1 - w s2, ...: M = h [b -w; w b], as small as the
 * step. With z = (-1, 1) w1 is -2.5e-12, a tie within the rounding of pivots on
 * q2, but more than a tolerance; z1 = -1 + 2.5e-12 / M11 is right. From a run in
 * which Lemke's answer was refused. */
START_TEST(a_small_step_needs_no_larger_tolerance)
{
    zn_ctx *ctx = context();
    const double M[4] = {2.0000000000000002e-05, 0.0001, -0.0001,
                         2.0000000000000002e-05};
    const double q[2] = {0.00011999999753129711, -0.65820000000179602};
    const double lb[2] = {-1, -1}, ub[2] = {1, 1};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_relay p = {2, &A, q, lb, ub};
    double z[2] = {0}, w[2];
    zn_solve_info info;

    ck_assert_msg(run_once(ctx, "relay", "auto", 1e-15, &p, z, w, &info) ==
                      ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], -1 + 1.234e-7, 1e-10);
    ck_assert_double_eq(z[1], 1);
    zn_ctx_free(ctx);
}
END_TEST

/* Bounds of 1e9 that nothing reaches: z = 0 is off by all of q, M z = -q the answer. A measure that
 * is relative to them says ok at once. */
START_TEST(bounds_that_are_far_away_hide_no_error)
{
    const double M[] = {4, 1, 0, 1, 3, -1, 0, -1, 5}, q[] = {-5, -3, -4};
    const double lb[] = {-1e9, -1e9, -1e9}, ub[] = {1e9, 1e9, 1e9},
                 zero[3] = {0};
    zn_matrix A = zn_matrix_dense(3, 3, M);
    zn_relay p = {3, &A, q, lb, ub};
    double work[6];

    ck_assert_double_eq(zn_relay_error(&p, zero, q, work), 1);
    expect(all[_i], 3, M, q, lb, ub, (double[]){1, 1, 1});
}
END_TEST

/* ---- random ----------------------------------------------------------------- */

/* M of rank one; z = (0, 1e10, ...) with what is left on the third row. Units in which 1e300 is one would leave nothing
 * of q. */
START_TEST(bounds_like_1e300_are_none)
{
    const double a = 0.039765809393868867, b = 0.017507792875436579;
    const double M[] = {a, a, -a, b, b, -b, -2, -2, 2};
    const double q[] = {-175077932.75436577, -175077934.75436577, 175077932.75436577};
    const double lb[] = {-1e300, -1e10, -INFINITY}, ub[] = {1e300, 1e10, INFINITY};
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_relay p = {3, &A, q, lb, ub};
    double z[3] = {0}, w[3];
    zn_ctx *ctx = context();

    ck_assert_msg(!run_once(ctx, "relay", "auto", -1, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    ck_assert_double_le(fabs(z[0]), 1e10);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(every_bounded_problem_has_a_solution_and_pivots_find_it)
{
    /* M of any kind: a variational inequality on a compact convex set */
    zn_ctx *ctx = context();
    const char *const names[] = {"lemke", "cao-ferris", "auto", "enum"};

    for (uint64_t seed = 1; seed <= 200; seed++) {
        rng r = {seed};
        zn_index n = 1 + (zn_index)uniform(&r, 0, 12);
        double *M = reals(n * n), q[12], lb[12], ub[12], z[12], w[12];
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_relay p = {n, &A, q, lb, ub};
        zn_solve_info info;

        for (zn_index i = 0; i < n * n; i++)
            M[i] = uniform(&r, -1, 1);
        for (zn_index i = 0; i < n; i++) {
            q[i] = seed % 4 ? uniform(&r, -1, 1) : 0; /* ties */
            lb[i] = uniform(&r, -2, 0);
            ub[i] = lb[i] + (seed % 5 ? uniform(&r, 0.1, 3) : 1);
        }
        for (int k = 0; k < (n <= 6 ? 4 : 3); k++) {
            memset(z, 0, sizeof z);
            ck_assert_msg(
                run_once(ctx, "relay", names[k], -1, &p, z, w, &info) == ZN_OK,
                "%s, seed %d, n = %td: %s", names[k], (int)seed, n,
                zn_errmsg(ctx));
            ck_assert(naive(n, M, q, lb, ub, z) <= 1.01e-10);
        }
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(all_agree_where_the_solution_is_unique)
{
    static const struct {
        const char *name;
        double tol, close;
        bool skew;
    } methods[] = {
        {"auto", 1e-10, 1e-8, true},       {"lemke", 1e-10, 1e-8, true},
        {"newton-min", 1e-10, 1e-8, true}, {"newton-fb", 1e-10, 1e-8, true},
        {"enum", 1e-10, 1e-8, true},       {"cao-ferris", 1e-10, 1e-8, true},
        {"block-gs", 1e-9, 1e-6, false},   {"pgs", 1e-9, 1e-6, false},
        {"psor", 1e-9, 1e-6, false},       {"rpgs", 1e-9, 1e-6, false},
    };
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 24; seed++) {
        rng r = {seed};
        family f = seed % 2 ? SPD : P_SKEW;
        zn_index n = 2 + (zn_index)uniform(&r, 0, 30);
        double *M = random_matrix(&r, f, n), q[32], lb[32], ub[32], want[32];
        double z[32], w[32];
        stored s = to_csc(n, M);
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_solve_info info;

        /* planted: a third at each bound, a third inside; seed % 3 == 0: w = 0
         * at the bounds too */
        for (zn_index i = 0; i < n; i++) {
            int side = (int)uniform(&r, 0, 3);

            lb[i] = uniform(&r, -2, -1);
            ub[i] = uniform(&r, 0.5, 1);
            want[i] = side == 0   ? lb[i]
                      : side == 1 ? ub[i]
                                  : uniform(&r, -0.9, 0.4);
            q[i] = seed % 3 == 0 ? 0 : side == 0 ? 1 : side == 1 ? -0.7 : 0;
        }
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++)
                q[i] -= M[i + j * n] * want[j];
        for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
            zn_relay p = {n, (k + seed) % 2 ? &s.m : &A, q, lb, ub};

            if ((f == P_SKEW && !methods[k].skew) ||
                (!strcmp(methods[k].name, "enum") && n > 6))
                continue;
            memset(z, 0, sizeof z);
            ck_assert_msg(run_once(ctx, "relay", methods[k].name,
                                   methods[k].tol, &p, z, w, &info) == ZN_OK,
                          "%s, seed %d: %s", methods[k].name, (int)seed,
                          zn_errmsg(ctx));
            ck_assert(naive(n, M, q, lb, ub, z) <= 1.01 * methods[k].tol);
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(fabs(z[i] - want[i]) <= methods[k].close,
                              "%s, seed %d: z(%td) = %g, not %g",
                              methods[k].name, (int)seed, i, z[i], want[i]);
        }
        stored_free(&s);
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* M_ij = exp(-|i - j|/8), q_i = -i: from z = 0 rows reach their bounds one or two at a time, in seven
 * sets. */
START_TEST(active_sets_go_on_while_rows_still_move)
{
    enum { N = 8 };
    double M[N * N], q[N], lb[N], ub[N], z[N], w[N];
    zn_ctx *ctx = context();
    zn_solver *solver;
    zn_solve_info info;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            M[i + N * j] = exp(-fabs((double)(i - j)) / N);
        q[i] = -1 - i;
        z[i] = 0;
        lb[i] = -1;
        ub[i] = 1;
    }
    const zn_matrix full = zn_matrix_dense(N, N, M);
    const zn_relay p = {N, &full, q, lb, ub};

    ck_assert(!zn_solver_new(ctx, "relay", "auto", &solver));
    ck_assert_msg(!zn_solver_solve(solver, &p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(info.solver, "active-set");
    ck_assert_int_eq(info.iterations, 7);
    ck_assert_double_le(naive(N, M, q, lb, ub, z), 1e-14);
    zn_solver_free(solver);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_long_sparse_problem_and_its_warm_start)
{
    /* dry friction along a chain: tridiag(-1, 2.5, -1), bounds +-1 */
    zn_index n = 20000;
    stored s = chain(n, 1);
    double *q = reals(n), *lb = reals(n), *ub = reals(n), *z = reals(n);
    double *w = reals(n), *work = reals(2 * n);
    rng r = {2};
    zn_ctx *ctx = context();
    zn_solver *solver;
    zn_solve_info info;
    zn_relay p = {n, &s.m, q, lb, ub};

    for (zn_index i = 0; i < n; i++) {
        q[i] = uniform(&r, -4, 4);
        lb[i] = -1;
        ub[i] = 1;
        for (zn_index k = s.p[i]; k < s.p[i + 1]; k++)
            s.x[k] += s.i[k] == i ? 0.5 : 0;
    }
    ck_assert_int_eq(zn_solver_new(ctx, "relay", "auto", &solver), ZN_OK);
    for (int again = 0; again < 2; again++) {
        ck_assert_msg(zn_solver_solve(solver, &p, z, w, &info) == ZN_OK, "%s",
                      zn_errmsg(ctx));
        ck_assert(zn_relay_error(&p, z, w, work) <= 1e-10);
        ck_assert(again == 0 || info.iterations == 1);
    }
    zn_solver_free(solver);
    stored_free(&s);
    free(q);
    free(lb);
    free(ub);
    free(z);
    free(w);
    free(work);
    zn_ctx_free(ctx);
}
END_TEST

/* Room in advance is room for pivots, too, up to the largest problem that they take first. */
START_TEST(the_largest_that_pivots_take_has_room)
{
    enum { N = 80 };
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    double M[N * N] = {0}, q[N], lb[N], ub[N], z[N] = {0}, w[N];
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_relay p = {N, &A, q, lb, ub};
    rng r = {9};
    zn_solve_info info;
    zn_solver *s;
    zn_ctx *ctx;
    long before;

    for (int i = 0; i < N; i++) {
        q[i] = uniform(&r, -2, 2);
        lb[i] = -1;
        ub[i] = 1;
        for (int j = 0; j < N; j++) /* where active sets cycle */
            M[i + j * N] = uniform(&r, -1, 1) + (i == j ? 2 : 0);
    }
    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    ck_assert(!zn_solver_new(ctx, "relay", "auto", &s));
    ck_assert(!zn_solver_set(s, "pivot_max", "80"));
    ck_assert(!zn_solver_reserve(s, N, N * N));
    before = mem.calls;
    ck_assert(!zn_solver_solve(s, &p, z, w, &info));
    ck_assert_str_eq(info.solver, "cao-ferris");
    ck_assert_int_eq(mem.calls, before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- failures --------------------------------------------------------------- */

START_TEST(wrong_data_are_refused)
{
    const double M[] = {2, 1, 1, 3}, q[] = {1, 2}, one[] = {1, 1};
    const double bad_q[] = {1, INFINITY}, nan_b[] = {-1, NAN};
    const double crossed[] = {-1, 2}, up[] = {INFINITY, 0};
    double z[2] = {0}, w[2];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    const struct {
        zn_relay p;
        zn_status st;
        const char *words;
    } cases[] = {
        {{2, &A, bad_q, q, one}, ZN_EDOM, "q(1) = inf"},
        {{2, &A, q, nan_b, one}, ZN_EDOM, "lb(1) = nan"},
        {{2, &A, q, crossed, one}, ZN_EINVAL, "[lb, ub](1) = [2, 1] is empty"},
        {{2, &A, q, up, up}, ZN_EINVAL, "[lb, ub](0) = [inf, inf] is empty"},
        {{3, &A, q, one, one}, ZN_EINVAL, "2 x 2, must be 3 x 3"},
        {{2, &A, q, NULL, one}, ZN_EINVAL, "lb and ub"},
    };
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int k = 0; k < NALL; k++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            zn_status st =
                run_once(ctx, "relay", all[k], -1, &cases[i].p, z, w, &info);

            ck_assert_msg(st == cases[i].st, "case %d: %s", (int)i,
                          zn_status_name(st));
            ck_assert_msg(strstr(zn_errmsg(ctx), cases[i].words), "%s",
                          zn_errmsg(ctx));
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(methods_say_what_they_do_not_take)
{
    const double M[] = {2, 1, 1, 0}, q[] = {1, 2};
    const double lb[] = {-INFINITY, 0}, ub[] = {INFINITY, 1};
    double z[2] = {0}, w[2];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_relay p = {2, &A, q, lb, ub};
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "relay", "pgs", -1, &p, z, w, &info),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "M(1,1) = 0"));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_half_line_without_solution_is_infeasible)
{
    const double m = 0, q = -1, lb = 0, ub = INFINITY;
    double z = 0, w;
    zn_matrix A = zn_matrix_dense(1, 1, &m);
    zn_relay p = {1, &A, &q, &lb, &ub};
    zn_ctx *ctx = context();
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "relay", "auto", -1, &p, &z, &w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert_double_eq(info.error, 1);

    /* w = 1 - z is positive on z <= 0; its root is not there */
    const double falls = -1, up = 1, below = -INFINITY, zero = 0;

    A = zn_matrix_dense(1, 1, &falls);
    p = (zn_relay){1, &A, &up, &below, &zero};
    z = 0;
    ck_assert_int_eq(run_once(ctx, "relay", "auto", -1, &p, &z, &w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert_double_eq(z, 0);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- reference problems ----------------------------------------------------- */

static double *read_reals(FILE *f, zn_index n)
{
    double *x = reals(n);

    for (zn_index i = 0; i < n; i++)
        ck_assert_int_eq(fscanf(f, "%lf", &x[i]), 1);
    return x;
}

START_TEST(reference_problems)
{
    static const struct {
        const char *file;
        double tol, first, last; /* z(0), z(n-1) */
    } cases[] = {
        /* 1e-12 cannot be had: rows of M add up to 2.6e7 in magnitude, z is of
         * 0.1, so the exact solution rounded to doubles (by 7e-18) has w off
         * by up to 1.8e-10, over |q| = 13.3: 1.4e-11 */
        {"problems/Relay/relay1.dat", 2e-11, 0.0009486244775008673,
         0.09999999995343187},
        {"problems/Relay/relay_2x2.dat", 1e-12, 0.5, -0.5},
        {"problems/Relay/relay_4x4.dat", 1e-12, 1, -1},
        {"problems/Relay/step_1x1.dat", 1e-12, 0, 0},
    };
    const char *const names[] = {"auto", "lemke", "cao-ferris", "newton-min",
                                 "newton-fb"};
    char path[TEST_PATH];
    zn_ctx *ctx = context();

    for (size_t c = 0; c < 4 && test_reference(path, cases[c].file); c++) {
        FILE *f = fopen(path, "r");
        long n, storage, size;

        ck_assert_ptr_nonnull(f);
        ck_assert_int_eq(fscanf(f, "%ld %ld", &n, &storage), 2);
        ck_assert_int_eq(storage, 0);
        for (int k = 0; k < 4; k++)
            ck_assert(fscanf(f, "%ld", &size) == 1 && size == n);

        double *M = read_reals(f, n * n), *q = read_reals(f, n);
        double *lb = read_reals(f, n), *ub = read_reals(f, n);
        double *z = reals(n), *w = reals(n);
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_relay p = {n, &A, q, lb, ub};
        zn_solve_info info;

        fclose(f);
        for (int k = 0; k < 5; k++) {
            memset(z, 0, (size_t)n * sizeof *z);
            ck_assert_msg(run_once(ctx, "relay", names[k], cases[c].tol, &p, z,
                                   w, &info) == ZN_OK,
                          "%s, %s: %s", cases[c].file, names[k],
                          zn_errmsg(ctx));
            ck_assert(naive(n, M, q, lb, ub, z) <= 1.1 * cases[c].tol);
            ck_assert_double_eq_tol(z[0], cases[c].first, 1e-8);
            ck_assert_double_eq_tol(z[n - 1], cases[c].last, 1e-8);
        }
        free(M);
        free(q);
        free(lb);
        free(ub);
        free(z);
        free(w);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("relay");
    TCase *tc = tcase_create("by hand");

    tcase_add_test(tc, error_is_the_distance_to_the_projection);
    tcase_add_loop_test(tc, inside_above_and_below, 0, NALL);
    tcase_add_loop_test(tc, uneven_bounds_and_a_fixed_row, 0, NALL);
    tcase_add_loop_test(tc, one_infinite_bound_is_complementarity, 0, NALL);
    tcase_add_loop_test(tc, rows_without_bounds_are_equations, 0, NALL);
    tcase_add_loop_test(tc, bounds_that_are_far_away_hide_no_error, 0, NALL);
    tcase_add_test(tc, one_row_in_closed_form);
    suite_add_tcase(suite, tc);

    tc = tcase_create("random");
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, a_small_step_needs_no_larger_tolerance);
    tcase_add_test(tc, bounds_like_1e300_are_none);
    tcase_add_test(tc, every_bounded_problem_has_a_solution_and_pivots_find_it);
    tcase_add_test(tc, all_agree_where_the_solution_is_unique);
    tcase_add_test(tc, active_sets_go_on_while_rows_still_move);
    tcase_add_test(tc, a_long_sparse_problem_and_its_warm_start);
    suite_add_tcase(suite, tc);

    tc = tcase_create("failures");
    tcase_add_test(tc, the_largest_that_pivots_take_has_room);
    tcase_add_test(tc, wrong_data_are_refused);
    tcase_add_test(tc, methods_say_what_they_do_not_take);
    tcase_add_test(tc, a_half_line_without_solution_is_infeasible);
    suite_add_tcase(suite, tc);

    tc = tcase_create("reference");
    tcase_add_test(tc, reference_problems);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
