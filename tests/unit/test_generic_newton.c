/* test_generic_newton.c - Newton's method on generic problems, by itself: few steps, zeros between
 * blocks, a pattern that changes
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

#include "../../solvers/classes/generic/generic.h"

enum { N = 5 };

static const zn_index rows[] = {1, 1, 3};
static const int kind[] = {ZN_GENERIC_EQUALITY, ZN_GENERIC_UNILATERAL,
                           ZN_GENERIC_FRICTION_3D};

/* An equality coupled to the unilateral row (first) or to the contact, M = 2 I elsewhere. With
 *     [2 1; 1 2], q = [-4; 1]:   z = (2, 0);
 *     contact 2 I, q = (-2, 0.3, 0), mu = 0.5:   z = (1, -0.15, 0), stick;
 * and coupled to the contact's normal by 1, the unilateral row alone, q = [-4; 1; -2 ...]:
 *     2 z_0 + z_N = 4, z_0 + 2 z_N = 2:   z_0 = 2, z_N = 0 on the border, so q_N = -5:
 *     z_0 = 1, z_N = 2, the tangential part as before, w_1 = 1. */
static void fill(machine *m, bool first)
{
    machine_new(m, 3, rows, kind);
    for (int i = 0; i < N; i++)
        m->M[i * (N + 1)] = 2;
    m->M[first ? 1 : 2] = m->M[first ? N : 2 * N] = 1;
    m->q[0] = -4;
    m->q[1] = 1;
    m->q[2] = first ? -2 : -5;
    m->q[3] = 0.3;
    m->mu[2] = 0.5;
}

static const double first_z[N] = {2, 0, 1, -0.15, 0},
                    second_z[N] = {1, 0, 2, -0.15, 0};

static zn_solver *newton(zn_ctx *ctx, const char *function)
{
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "generic-mechanical", "newton", &s));
    ck_assert(!zn_solver_set(s, "function", function));
    ck_assert(!zn_solver_set_real(s, "tol", 1e-12));
    ck_assert(!zn_solver_set(s, "hybrid", "0")); /* no sweeps to help it */
    ck_assert(!zn_solver_set(s, "regularisation", "0"));
    return s;
}

static void solved(zn_ctx *ctx, zn_solver *s, const zn_generic *p,
                   const double want[N])
{
    double z[N] = {0}, w[N];
    zn_solve_info info;

    ck_assert_msg(!zn_solver_solve(s, p, z, w, &info), "%s", zn_errmsg(ctx));
    for (int i = 0; i < N; i++)
        ck_assert_double_eq_tol(z[i], want[i], 1e-11);
    /* pieces are linear but for the border of stick: a few changes of piece */
    ck_assert_int_le(info.iterations, 10);
}

static const char *const functions[] = {"alart-curnier", "jean-moreau",
                                        "natural"};

/* The method itself solves it: without sweeps between, within a few steps. The second
 * problem has its coupling elsewhere: what was there before is gone. */
START_TEST(a_few_steps_solve_each_of_two)
{
    zn_ctx *ctx = context();
    zn_solver *s = newton(ctx, functions[_i]);
    machine m[2];

    for (int k = 0; k < 2; k++)
        fill(&m[k], k == 0);
    for (int k = 0; k < 4; k++)
        solved(ctx, s, &m[k % 2].p, k % 2 ? second_z : first_z);
    zn_solver_free(s);
    machine_free(&m[0]);
    machine_free(&m[1]);
    zn_ctx_free(ctx);
}
END_TEST

/* The same, stored as columns, where the pattern itself is another one. */
START_TEST(a_pattern_that_changes_is_followed)
{
    zn_ctx *ctx = context();
    zn_solver *s = newton(ctx, functions[_i]);
    machine m[2];
    stored c[2];

    for (int k = 0; k < 2; k++) {
        fill(&m[k], k == 0);
        c[k] = to_csc(N, m[k].M);
        m[k].p.M = &c[k].m;
    }
    for (int k = 0; k < 4; k++)
        solved(ctx, s, &m[k % 2].p, k % 2 ? second_z : first_z);
    zn_solver_free(s);
    for (int k = 0; k < 2; k++) {
        stored_free(&c[k]);
        machine_free(&m[k]);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Four equality rows and a contact without friction, M = B B' of rank 3 by whole numbers: all methods
 * stand still, sweeps come to 1e-7 within their limit, and a step from there ends it. The law by hand. */
START_TEST(a_step_ends_what_sweeps_have_begun)
{
    static const double M[] = {5,  0, 4, 3,  5,  -3, -4, 0,  4, -4, 4,  -2, -4, 2,  4,  -4, 9,
                               -4, 6, 4, -4, 3,  4,  -4, 9,  1, -9, -2, 5,  -2, 6,  1,  6,  -1,
                               -5, -3, -4, 4, -9, -1, 9, 2,  -4, 2, -4, -2, -5, 2,  5},
                        q[] = {-25.782241031260902, 0.9423256126166963,  -19.313131669011018,
                               -17.533668030959046, -26.253403837569252, 17.533668030959046,
                               22.60028014372667};
    static const zn_index start[] = {0, 4, 7};
    static const unsigned char what[] = {ZN_GENERIC_EQUALITY, ZN_GENERIC_FRICTION_3D};
    static const double mu[] = {0, 0}, none[7] = {0};
    const zn_matrix A = zn_matrix_dense(7, 7, M);
    const zn_generic p = {.n = 7, .nb = 2, .M = &A, .q = q, .start = start, .kind = what,
                          .lb = none, .ub = none, .mu = mu};
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;
    double z[7] = {0}, w[7];

    ck_assert_int_eq(zn_solver_new(ctx, "generic-mechanical", "auto", &s), ZN_OK);
    ck_assert_msg(zn_solver_solve(s, &p, z, w, &info) == ZN_OK, "%s", zn_errmsg(ctx));
    ck_assert_str_eq(info.solver, "newton");
    for (int i = 0; i < 4; i++)
        ck_assert_double_eq_tol(w[i], 0, 1e-6);
    ck_assert_double_ge(z[4], -1e-7);
    ck_assert_double_ge(w[4], -1e-6);
    ck_assert_double_eq_tol(z[4] * w[4], 0, 1e-6);
    ck_assert_double_eq_tol(z[5], 0, 1e-7);
    ck_assert_double_eq_tol(z[6], 0, 1e-7);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic newton");
    TCase *tc = tcase_create("newton");

    tcase_add_loop_test(tc, a_few_steps_solve_each_of_two, 0, 3);
    tcase_add_loop_test(tc, a_pattern_that_changes_is_followed, 0, 3);
    tcase_add_test(tc, a_step_ends_what_sweeps_have_begun);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
