/* test_friction_gradient.c - accelerated and spectral projected gradients
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

static const char *const names[] = {"apgd", "spg"};

/* Sliding, sticking and open contacts; loads that travel from course to course; masses
 * over four decades, not redundant. */
START_TEST(both_solve_the_whole_problem)
{
    static const char *const specs[] = {
        "contacts=200 bodies=100 mu=0.8", "structure=wall bodies=40",
        "structure=stack bodies=20", "contacts=60 bodies=60 spread=4"};

    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        asked a = asked_new("friction", names[_i], specs[i]);

        ck_assert_msg(!asked_solve(&a), "%s: %s", specs[i], zn_errmsg(a.ctx));
        /* 1e-8 of the norm over all contacts may be at one: root 296 < 20 */
        certify_friction(a.p, a.z, 2e-7);
        asked_free(&a);
    }
}
END_TEST

/* 1496 contacts, three pieces */
START_TEST(any_number_of_threads_has_the_same_bits)
{
    static const int threads[] = {1, 2, 3, 0};
    asked a = asked_new("friction", names[_i], "structure=wall bodies=200");
    double *first = reals(a.nz);

    ck_assert_int_gt(a.nz, 3 * 2 * 512);
    asked_set(&a, "max_iter", "60");
    for (int k = 0; k < 4; k++) {
        ck_assert(!zn_solver_set_real(a.s, "threads", threads[k]));
        ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
        ck_assert_int_eq(a.info.iterations, 60);
        if (k == 0)
            memcpy(first, a.z, (size_t)a.nz * sizeof *first);
        ck_assert_mem_eq(first, a.z, (size_t)a.nz * sizeof *first);
    }
    free(first);
    asked_free(&a);
}
END_TEST

/* 272 contacts of a wall: steps are to be fewer than a tenth of the sweeps, which cost a
 * product as well. */
START_TEST(loads_travel_faster_than_in_sweeps)
{
    asked a = asked_new("friction", "nsgs", "structure=wall bodies=40");
    zn_index sweeps;

    asked_set(&a, "max_iter", "20000");
    asked_solved(&a);
    sweeps = a.info.iterations;
    asked_ask(&a, names[_i]);
    asked_solved(&a);
    ck_assert_int_lt(10 * a.info.iterations, sweeps);
    asked_free(&a);
}
END_TEST

/* Conjugate directions follow the border of the disk, which grows with the load: twenty bricks take
 * 351 of them, 6519 of those that leave the border. */
START_TEST(conjugate_directions_follow_the_border)
{
    asked a = asked_new("friction", "cpg", "structure=wall bodies=20 mu=0.3");

    asked_set(&a, "tol", "1e-8");
    asked_solved(&a);
    ck_assert_int_le(a.info.iterations, 1000);
    certify_friction(a.p, a.z, 2e-7);
    asked_free(&a);
}
END_TEST

/* Two contacts that hinder each other take more than two steps: the point after them is the best
 * so far, and why it is no solution is said. */
START_TEST(the_last_step_is_told)
{
    zn_ctx *ctx = context();
    double r[6] = {0}, w[6];
    zn_solve_info info;
    contacts c;
    zn_solver *s;

    contacts_new(&c, 3, 2);
    c.p.M = &c.A;
    for (int i = 0; i < 6; i++) {
        c.M[7 * i] = 2;
        c.M[(i + 3) % 6 + 6 * i] = 0.9;
    }
    c.q[0] = c.q[3] = -1;
    c.q[1] = 0.7;
    c.q[5] = -0.4;
    c.mu[0] = 0.5;
    c.mu[1] = 0.3;
    ck_assert(!zn_solver_new(ctx, "friction", names[_i], &s));
    ck_assert(!zn_solver_set(s, "max_iter", "2"));
    ck_assert_int_eq(zn_solver_solve(s, &c.p, r, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(info.iterations, 2);
    ck_assert(!zn_solver_set(s, "max_iter", "1000"));
    ck_assert_int_eq(zn_solver_solve(s, &c.p, r, w, &info), ZN_OK);
    zn_solver_free(s);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_matrix_that_is_not_symmetric_is_refused)
{
    zn_ctx *ctx = context();
    double r[3] = {0}, w[3];
    contacts c;
    zn_solver *s;

    contacts_new(&c, 3, 1);
    c.p.M = &c.A;
    for (int i = 0; i < 3; i++)
        c.M[4 * i] = 1;
    c.M[1] = 0.3;
    c.q[0] = -1;
    c.mu[0] = 0.5;
    ck_assert(!zn_solver_new(ctx, "friction", names[_i], &s));
    ck_assert_int_eq(zn_solver_solve(s, &c.p, r, w, NULL), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "M is not symmetric"));
    zn_solver_free(s);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, projected gradients");
    TCase *tc = tcase_create("gradients");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, both_solve_the_whole_problem, 0, 2);
    tcase_add_loop_test(tc, any_number_of_threads_has_the_same_bits, 0, 2);
    tcase_add_loop_test(tc, loads_travel_faster_than_in_sweeps, 0, 2);
    tcase_add_test(tc, conjugate_directions_follow_the_border);
    tcase_add_loop_test(tc, the_last_step_is_told, 0, 2);
    tcase_add_loop_test(tc, a_matrix_that_is_not_symmetric_is_refused, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
