/* test_rolling_interior.c - interior point methods of rolling friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

#include <zeno/global_friction.h>
#include <zeno/random_problem.h>

/* ---- random families ------------------------------------------------------ */

/* Few bodies, many contacts: Gauss-Seidel, Newton and proximal points need more
 * than a second for most of these, or fail. */
static const char *const families[] = {
    "d=3 contacts=60 bodies=20 mu=0.5 mu_r=0.3",
    "contacts=30 bodies=10",
    "contacts=40 bodies=20 degenerate=0.5",
    "contacts=30 bodies=10 mu=0",
    "contacts=30 bodies=10 mu_r=0",
    "contacts=30 bodies=10 mu=0 mu_r=0",
    "contacts=60 bodies=60 spread=2",
};
enum { NFAMILIES = sizeof families / sizeof *families, ROUNDS = 4 };

/* Solved, and the same with the equations of motion? Some contacts lack one of the
 * two frictions: there the parts are zero. */
START_TEST(redundant_contacts_are_solved)
{
    static const char *const classes[] = {"rolling-friction",
                                          "global-rolling-friction"};
    zn_ctx *ctx = context();
    zn_index steps = 0;

    for (int k = 0; k < test_rounds(2 * ROUNDS); k++) {
        const char *class = classes[k % 2];
        char spec[128];
        zn_problem_file *f;
        zn_solve_info info;

        snprintf(spec, sizeof spec, "%s seed=%d", families[_i], 1 + k / 2);
        ck_assert_msg(zn_problem_random(ctx, class, spec, &f) == ZN_OK, "%s",
                      zn_errmsg(ctx));

        double *z = reals(zn_problem_file_nz(f));
        double *w = reals(zn_problem_file_nw(f));

        ck_assert_msg(run_once(ctx, class, "interior-point", 1e-8,
                               zn_problem_file_problem(f), z, w,
                               &info) == ZN_OK,
                      "%s, %s: %s", class, spec, zn_errmsg(ctx));
        steps += info.iterations;
        free(z);
        free(w);
        zn_problem_file_free(f);
    }
    printf("%s: %td steps on average\n", families[_i],
           steps / test_rounds(2 * ROUNDS));
    zn_ctx_free(ctx);
}
END_TEST

/* Each contact with its own coefficients, some of them zero, and a measure that no
 * solver shares. */
START_TEST(velocities_are_those_of_gauss_seidel_where_they_are_unique)
{
    rng g = {71};
    zn_ctx *ctx = context();

    for (int k = 0; k < 12; k++) {
        zn_index d = k % 2 ? 5 : 3, m = (d - 1) / 2;
        rollers c;

        rollers_random(&c, &g, d, 9, 9, 0.4, 0.2, 1);
        c.mu[3] = c.mu[7] = c.mur[5] = c.mur[7] = 0;
        c.p.M = &c.A;

        double *z = reals(c.n), *w = reals(c.n), *u = reals(c.n);

        ck_assert_int_eq(
            run_once(ctx, "rolling-friction", "nsgs", 1e-12, &c.p, z, u, NULL),
            ZN_OK);
        memset(z, 0, (size_t)c.n * sizeof *z);
        ck_assert_msg(run_once(ctx, "rolling-friction", "interior-point", 1e-10,
                               &c.p, z, w, NULL) == ZN_OK,
                      "round %d: %s", k, zn_errmsg(ctx));
        ck_assert_double_le(naive_rolling(&c, z), 1.0001e-10);
        for (zn_index i = 0; i < c.n; i++)
            ck_assert_double_eq_tol(w[i], u[i], 1e-6);
        for (zn_index i = 1; i <= m; i++) {
            ck_assert_double_eq(z[d * 3 + i], 0);
            ck_assert_double_eq(z[d * 7 + i], 0);
            ck_assert_double_eq(z[d * 5 + m + i], 0);
            ck_assert_double_eq(z[d * 7 + m + i], 0);
        }
        free(z);
        free(w);
        free(u);
        rollers_free(&c);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- one problem in several ways --------------------------------------------- */

START_TEST(the_derivative_of_the_shift_saves_steps)
{
    zn_ctx *ctx = context();
    zn_index steps[2] = {0};
    zn_problem_file *f;

    ck_assert_int_eq(zn_problem_random(ctx, "rolling-friction",
                                       "contacts=12 bodies=10 mu=0.3", &f),
                     ZN_OK);
    for (int k = 0; k < 2; k++) {
        double *z = reals(60), *w = reals(60);
        zn_solve_info info;
        zn_solver *s;

        ck_assert_int_eq(
            zn_solver_new(ctx, "rolling-friction", "interior-point", &s),
            ZN_OK);
        ck_assert_int_eq(zn_solver_set(s, "shift", k ? "lagged" : "newton"),
                         ZN_OK);
        ck_assert_msg(zn_solver_solve(s, zn_problem_file_problem(f), z, w,
                                      &info) == ZN_OK,
                      "%s", zn_errmsg(ctx));
        steps[k] = info.iterations;
        zn_solver_free(s);
        free(z);
        free(w);
    }
    ck_assert_int_lt(steps[0], steps[1]);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_start_near_the_solution_saves_steps)
{
    rng g = {73};
    zn_ctx *ctx = context();
    zn_index cold = 0, near = 0;

    for (int k = 0; k < 10; k++) {
        rollers c;
        zn_solve_info info;

        rollers_random(&c, &g, 5, 12, 8, 0.4, 0.2, 1);
        c.p.M = &c.A;

        double *z = reals(c.n), *w = reals(c.n), *from = reals(c.n);
        const char *class = "rolling-friction", *name = "interior-point";

        ck_assert_int_eq(run_once(ctx, class, name, 1e-8, &c.p, from, w, NULL),
                         ZN_OK);
        for (zn_index i = 0; i < c.n; i++)
            c.q[i] *= 1 + 1e-4 * uniform(&g, -1, 1);
        ck_assert_int_eq(run_once(ctx, class, name, 1e-8, &c.p, z, w, &info),
                         ZN_OK);
        cold += info.iterations;
        ck_assert_int_eq(run_once(ctx, class, name, 1e-8, &c.p, from, w, &info),
                         ZN_OK);
        near += info.iterations;
        /* and a solution is left alone */
        memcpy(z, from, (size_t)c.n * sizeof *z);
        ck_assert_int_eq(run_once(ctx, class, name, 1e-8, &c.p, z, w, &info),
                         ZN_OK);
        ck_assert_int_eq(info.iterations, 0);
        ck_assert_mem_eq(z, from, (size_t)c.n * sizeof *z);
        free(z);
        free(w);
        free(from);
        rollers_free(&c);
    }
    printf("steps: %td from zero, %td from near\n", cold, near);
    ck_assert_int_lt(near, cold);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- no solution ---------------------------------------------------------------- */

/* Two walls approach a body from both sides: u_1 = v - 1, u_2 = -v - 1, so u_1 + u_2
 * = -2 whatever r is; tangents and rolling parts of their own. */
START_TEST(what_has_no_solution_is_proved_to_have_none)
{
    double W[36] = {0}, q[6] = {-1, 0.3, 0.1, -1, 0.2, -0.4};
    const double mu[] = {0.4, 0.6}, mur[] = {0.2, 0.1}, zero[5] = {0};
    double M[25] = {0}, H[30] = {0}, z[11] = {0}, w[6];
    zn_matrix A = zn_matrix_dense(6, 6, W), B = zn_matrix_dense(5, 5, M);
    zn_matrix C = zn_matrix_dense(5, 6, H);
    zn_rolling_friction p = {3, 2, &A, q, mu, mur};
    zn_global_rolling_friction g = {3, 2, 5, &B, &C, zero, q, mu, mur};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int i = 0; i < 6; i++)
        W[i + 6 * i] = 1;
    W[3] = W[18] = -1;
    for (int i = 0; i < 5; i++)
        M[i + 5 * i] = 1;
    /* one row for both normals, and one for each other component */
    H[0] = H[1 + 5] = H[2 + 10] = H[3 + 20] = H[4 + 25] = 1;
    H[15] = -1;
    ck_assert_int_eq(run_once(ctx, "rolling-friction", "interior-point", 1e-8,
                              &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    ck_assert_double_gt(info.error, 0.1);
    memset(z, 0, sizeof z);
    ck_assert_int_eq(run_once(ctx, "global-rolling-friction", "interior-point",
                              1e-8, &g, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);

    /* one wall stops: the body follows the other */
    q[0] = 1;
    memset(z, 0, sizeof z);
    ck_assert_msg(run_once(ctx, "rolling-friction", "interior-point", 1e-8, &p,
                           z, w, &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    memset(z, 0, sizeof z);
    ck_assert_msg(run_once(ctx, "global-rolling-friction", "interior-point",
                           1e-8, &g, z, w, &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

/* ---- auto ----------------------------------------------------------------------- */

/* Newton and proximal points alone needed 16 s or gave up. */
START_TEST(auto_solves_what_only_interior_points_do)
{
    static const char *const specs[] = {
        "contacts=100 bodies=30 spread=1 seed=1",
        "contacts=100 bodies=30 spread=1 seed=4",
    };
    zn_ctx *ctx = context();
    zn_problem_file *f;
    zn_solve_info info;

    ck_assert_int_eq(zn_problem_random(ctx, "rolling-friction", specs[_i], &f),
                     ZN_OK);

    double *z = reals(500), *w = reals(500);

    ck_assert_msg(run_once(ctx, "rolling-friction", "auto", 1e-8,
                           zn_problem_file_problem(f), z, w, &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_str_eq(info.solver, "interior-point");
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling friction, interior points");
    TCase *tc = tcase_create("interior");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, redundant_contacts_are_solved, 0, NFAMILIES);
    tcase_add_test(tc,
                   velocities_are_those_of_gauss_seidel_where_they_are_unique);
    tcase_add_test(tc, the_derivative_of_the_shift_saves_steps);
    tcase_add_test(tc, a_start_near_the_solution_saves_steps);
    tcase_add_test(tc, what_has_no_solution_is_proved_to_have_none);
    tcase_add_loop_test(tc, auto_solves_what_only_interior_points_do, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
