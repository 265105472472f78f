/* test_solver_effort.c - methods that would arrive without it, but late, elsewhere or with other bits: a
 * largest eigenvalue, a penalty, room in advance, the best point so far
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"
#include "plasticity_test.h"
#include "solver_answer.h"

#include <zeno/qp.h>
#include <zeno/relay.h>

static zn_ctx *ctx;

static void setup(void)
{
    ctx = context();
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* ---- friction ---------------------------------------------------------------------- */

/* What holds the point where it is: the more of it, the more steps. */
START_TEST(a_larger_proximal_term_takes_more_steps)
{
    static const char *const alpha[] = {"1e-6", "0.1", "100"};
    zn_problem_file *f = draw(ctx, "friction", "contacts=10 seed=2");
    zn_index before = 0;

    for (int k = 0; k < 3; k++) {
        zn_solver *s;
        answer a;

        ck_assert(!zn_solver_new(ctx, "friction", "prox", &s));
        ck_assert(!zn_solver_set(s, "alpha", alpha[k]));
        a = solve(s, f);
        ck_assert_msg(!a.st, "%s", zn_errmsg(ctx));
        ck_assert_int_gt(a.info.iterations, before);
        before = a.info.iterations;
        drop(&a);
        zn_solver_free(s);
    }
    zn_problem_file_free(f);
}
END_TEST

/* ---- complementarity --------------------------------------------------------------- */

/* M = I/100 + 1 1', whose largest eigenvalue is 30.01 and whose others are 1/100: after scaling steps of
 * more than 2/29.7 go beyond. Two eigenvalues: few steps are enough. */
START_TEST(conjugate_gradients_know_the_largest_eigenvalue)
{
    enum { n = 30 };
    double M[n * n] = {0}, q[n];
    zn_matrix A = zn_matrix_dense(n, n, M);
    const zn_lcp p = {n, &A, q};
    rng g = {4};

    for (int trial = 0; trial < 10; trial++) {
        double z[n] = {0}, w[n];
        zn_solve_info info;

        for (int i = 0; i < n; i++) {
            q[i] = uniform(&g, -1, 0.5);
            for (int j = 0; j < n; j++)
                M[i + j * n] = i == j ? 1.01 : 1;
        }
        ck_assert_msg(!run_once(ctx, "lcp", "cpg", -1, &p, z, w, &info), "%s", zn_errmsg(ctx));
        ck_assert_int_le(info.iterations, 100);
    }
}
END_TEST

/* Where z and w are zero in the exact answer, rounding leaves no force of the wrong sign. */
START_TEST(pivots_leave_no_negative_force)
{
    enum { n = 8 };
    static const char *const names[] = {"murty", "bard"};

    for (int trial = 0; trial < 200; trial++) {
        rng g = {100 + (uint64_t)trial};
        double *M = random_matrix(&g, (family)(trial % 3), n), q[n], z[n], w[n];
        zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_lcp p = {n, &A, q};

        plant(&g, n, M, true, z, q);
        memset(z, 0, sizeof z);
        if (run_once(ctx, "lcp", names[trial % 2], -1, &p, z, w, NULL) == ZN_OK)
            for (int i = 0; i < n; i++)
                ck_assert_msg(z[i] >= 0, "%s, trial %d: z(%d) = %g", names[trial % 2], trial, i, z[i]);
        free(M);
    }
}
END_TEST

/* Matrices of small whole numbers, many of them singular, of any sign or positive semidefinite: whatever
 * methods they need, there is room for these. */
START_TEST(room_in_advance_is_room_for_every_method)
{
    enum { n = 6 };
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    const unsigned char eq[n] = {1, 1};
    zn_ctx *counted;
    int unsolved = 0;

    ck_assert(!zn_ctx_new_with(&alloc, &counted));
    for (int trial = 0; trial < 400; trial++) {
        rng g = {1 + (uint64_t)trial};
        double M[n * n] = {0}, q[n], z[n] = {0}, w[n];
        zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_mlcp p = {n, &A, q, eq};
        zn_solver *s;
        long before;

        for (int i = 0; i < n * n; i++)
            M[i] = integer(&g, -2, 2);
        for (int i = 0; i < n; i++) {
            q[i] = uniform(&g, -1, 1);
            for (int j = 0; j < i && trial % 2; j++)
                M[i + j * n] = -M[j + i * n];
            M[i + i * n] = trial % 2 ? fabs(M[i + i * n]) : M[i + i * n];
        }
        ck_assert(!zn_solver_new(counted, "mlcp", "auto", &s));
        ck_assert(!zn_solver_reserve(s, n, n * n));
        before = mem.calls;
        unsolved += zn_solver_solve(s, &p, z, w, NULL) != ZN_OK;
        ck_assert_msg(mem.calls == before, "trial %d: %ld allocations", trial, mem.calls - before);
        zn_solver_free(s);
    }
    ck_assert_int_gt(unsolved, 0); /* who needs all methods */
    zn_ctx_free(counted);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* ---- relays ---------------------------------------------------------------------------- */

/* A small matrix with all its entries is the same matrix in any storage: the same method, the same bits. And
 * from the answer the first look is the last. */
START_TEST(full_matrices_have_one_answer_in_any_storage)
{
    enum { n = 12 };
    rng g = {3};

    for (int trial = 0; trial < 20; trial++) {
        double M[n * n] = {0}, q[n], lo[n], hi[n], first[n] = {0};
        zn_solve_info info, again, dense_info = {0};

        for (int i = 0; i < n; i++) {
            q[i] = uniform(&g, -3, 3);
            lo[i] = -1;
            hi[i] = 1;
        }
        for (int i = 0; i < n * n; i++)
            M[i] = uniform(&g, -1, 1) + (i % (n + 1) ? 0 : trial % 2 ? 3 : 8);
        stored csc = to_csc(n, M), bsr = to_bsr(n, M);
        zn_matrix dense = zn_matrix_dense(n, n, M);
        const zn_matrix *A[] = {&dense, &csc.m, &bsr.m};

        for (int k = 0; k < 3; k++) {
            const zn_relay p = {n, A[k], q, lo, hi};
            double z[n] = {0}, w[n];

            ck_assert_msg(!run_once(ctx, "relay", "auto", -1, &p, z, w, &info), "%s",
                          zn_errmsg(ctx));
            if (k == 0) {
                memcpy(first, z, sizeof z);
                dense_info = info;
            }
            ck_assert_mem_eq(z, first, sizeof z);
            ck_assert_str_eq(info.solver, dense_info.solver);
            ck_assert_int_eq(info.iterations, dense_info.iterations);
            ck_assert(!run_once(ctx, "relay", "auto", -1, &p, z, w, &again));
            ck_assert_str_eq(again.solver, "active-set");
            ck_assert_int_eq(again.iterations, 1);
        }
        stored_free(&csc);
        stored_free(&bsr);
    }
}
END_TEST

/* ---- quadratic programs ------------------------------------------------------------------ */

/* min x'M x/2 + q'x over x + y >= 1, x - y >= -1/2, x >= 0, y >= -5: M x + q = A' l at (47, -23)/24 with the
 * first row active, l = 151/240. A penalty that is far too small or too large is found to be, a factor of ten at
 * iterations 20, 40, 80, ... */
START_TEST(a_penalty_is_balanced)
{
    const double M[] = {2, 0.3, 0.3, 1}, q[] = {-3, 1}, rows[] = {1, 1, 1, -1}, b[] = {-1, 0.5};
    const double lo[] = {0, -5};
    zn_matrix H = zn_matrix_dense(2, 2, M), A = zn_matrix_dense(2, 2, rows);
    const zn_qp p = {.n = 2, .M = &H, .q = q, .m = 2, .A = &A, .b = b, .lb = lo};
    static const char *const rho[] = {"1e-6", "1e-4", "1e-2", "1", "1e2", "1e4", "1e6", "1e9"};
    static const int most[] = {600, 600, 600, 600, 600, 600, 1000, 20000};

    for (int k = 0; k < 8; k++) {
        double z[2] = {0}, w[4];
        zn_solve_info info;
        zn_solver *s;

        ck_assert(!zn_solver_new(ctx, "qp", "admm", &s) && !zn_solver_set(s, "rho", rho[k]));
        ck_assert_msg(!zn_solver_solve(s, &p, z, w, &info), "rho = %s: %s", rho[k], zn_errmsg(ctx));
        ck_assert_int_le(info.iterations, most[k]);
        ck_assert_double_eq_tol(z[0], 47.0 / 24, 1e-6);
        ck_assert_double_eq_tol(z[1], -23.0 / 24, 1e-6);
        zn_solver_free(s);
    }
}
END_TEST

/* x = 1 is at its bound, which takes 100 - 1 - 3/4, and y = 2 - 1/2 free. A start beside it has that force
 * at once; without it the way is as long as from nowhere. */
START_TEST(a_start_at_a_bound_knows_its_force)
{
    const double M[] = {1, 0.5, 0.5, 1}, q[] = {-100, -2}, hi[] = {1, INFINITY};
    zn_matrix H = zn_matrix_dense(2, 2, M);
    const zn_qp p = {.n = 2, .M = &H, .q = q, .ub = hi};
    double z[2] = {0}, near[] = {1, 1.501}, w[2];
    zn_solve_info cold, warm;

    ck_assert(!run_once(ctx, "qp", "admm", 1e-10, &p, z, w, &cold));
    ck_assert(!run_once(ctx, "qp", "admm", 1e-10, &p, near, w, &warm));
    for (int k = 0; k < 2; k++)
        ck_assert_double_eq_tol((k ? near : z)[1], 1.5, 1e-7);
    ck_assert_msg(3 * warm.iterations <= 2 * cold.iterations, "%td steps, %td from nowhere",
                  warm.iterations, cold.iterations);
}
END_TEST

/* A row that is 10^12 away changes nothing, neither the answer nor when it counts as one. */
START_TEST(a_row_that_is_far_away_is_no_row)
{
    enum { n = 10 };

    for (int trial = 0; trial < 6; trial++) {
        rng g = {7 + (uint64_t)trial};
        double *M = random_matrix(&g, SPD, n), q[n], lo[n], hi[n], row[n] = {0}, z[2][n] = {{0}}, w[n + 1];
        const double far = 1e12;
        zn_matrix H = zn_matrix_dense(n, n, M), A = zn_matrix_dense(1, n, row);

        for (int i = 0; i < n; i++) {
            q[i] = uniform(&g, -3, 3);
            lo[i] = -0.3;
            hi[i] = 0.4;
            row[i] = 1;
        }
        for (int k = 0; k < 2; k++) {
            const zn_qp p = {.n = n, .M = &H, .q = q, .m = k, .A = &A, .b = &far, .lb = lo, .ub = hi};

            ck_assert_msg(!run_once(ctx, "qp", "active-set", -1, &p, z[k], w, NULL), "%s",
                          zn_errmsg(ctx));
        }
        for (int i = 0; i < n; i++)
            ck_assert_double_eq_tol(z[0][i], z[1][i], 1e-12);
        free(M);
    }
}
END_TEST

/* ---- plasticity ------------------------------------------------------------------------ */

/* Ended early it hands back the best of what it has seen, not where it began. */
START_TEST(what_was_found_so_far_is_handed_back)
{
    int ended = 0;

    for (int trial = 0; trial < 20; trial++) {
        rng g = {5 + (uint64_t)trial};
        double z[MOST] = {0}, w[MOST], work[2 * MOST], before;
        zn_solve_info info;
        zn_status st;
        zn_solver *s;
        solid a;

        solid_random(&a, &g, trial % 2 ? ZN_VON_MISES : ZN_DRUCKER_PRAGER, 10, 12, 0.3);
        memcpy(w, a.q, (size_t)a.n * sizeof *w);
        before = zn_plasticity_error(&a.p, z, w, work);
        ck_assert(!zn_solver_new(ctx, "plasticity", "auto", &s));
        ck_assert(!zn_solver_set(s, "max_sweeps", "2") && !zn_solver_set(s, "max_steps", "1"));
        st = zn_solver_solve(s, &a.p, z, w, &info);
        ended += st == ZN_UNSOLVED;
        ck_assert_msg(info.error < before / 4, "trial %d: %g, at the start %g", trial, info.error,
                      before);
        ck_assert_double_eq(zn_plasticity_error(&a.p, z, w, work), info.error);
        zn_solver_free(s);
        solid_free(&a);
    }
    ck_assert_int_gt(ended, 5);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("effort of solvers");
    TCase *tc = tcase_create("effort");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, a_larger_proximal_term_takes_more_steps);
    tcase_add_test(tc, conjugate_gradients_know_the_largest_eigenvalue);
    tcase_add_test(tc, pivots_leave_no_negative_force);
    tcase_add_test(tc, room_in_advance_is_room_for_every_method);
    tcase_add_test(tc, full_matrices_have_one_answer_in_any_storage);
    tcase_add_test(tc, a_penalty_is_balanced);
    tcase_add_test(tc, a_start_at_a_bound_knows_its_force);
    tcase_add_test(tc, a_row_that_is_far_away_is_no_row);
    tcase_add_test(tc, what_was_found_so_far_is_handed_back);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
