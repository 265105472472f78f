/* test_friction_gradient.c - accelerated and spectral projected gradients
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <zeno/random_problem.h>

static const char *const names[] = {"apgd", "spg"};

static const zn_friction *made(zn_ctx *ctx, const char *spec,
                               zn_problem_file **f)
{
    ck_assert_msg(!zn_problem_random(ctx, "friction", spec, f), "%s",
                  zn_errmsg(ctx));
    return (const zn_friction *)zn_problem_file_problem(*f);
}

/* Sliding, sticking and open contacts; loads that travel from course to course; masses
 * over four decades, not redundant. */
START_TEST(both_solve_the_whole_problem)
{
    static const char *const specs[] = {
        "contacts=200 bodies=100 mu=0.8", "structure=wall bodies=40",
        "structure=stack bodies=20", "contacts=60 bodies=60 spread=4"};
    zn_ctx *ctx = context();

    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        zn_problem_file *f;
        const zn_friction *p = made(ctx, specs[i], &f);
        double *r = reals(3 * p->nc), *w = reals(3 * p->nc);
        zn_solver *s;

        ck_assert(!zn_solver_new(ctx, "friction", names[_i], &s));
        ck_assert_msg(!zn_solver_solve(s, p, r, w, NULL), "%s: %s", specs[i],
                      zn_errmsg(ctx));
        /* 1e-8 of the norm over all contacts may be at one: root 296 < 20 */
        certify_friction(p, r, 2e-7);
        zn_solver_free(s);
        free(r);
        free(w);
        zn_problem_file_free(f);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* 1496 contacts, three pieces */
START_TEST(any_number_of_threads_has_the_same_bits)
{
    static const int threads[] = {1, 2, 3, 0};
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = made(ctx, "structure=wall bodies=200", &f);
    zn_index m = 3 * p->nc;
    double *first = reals(m), *r = reals(m), *w = reals(m);
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_gt(p->nc, 2 * 512);
    ck_assert(!zn_solver_new(ctx, "friction", names[_i], &s));
    ck_assert(!zn_solver_set(s, "max_iter", "60"));
    for (int k = 0; k < 4; k++) {
        memset(r, 0, (size_t)m * sizeof *r);
        ck_assert(!zn_solver_set_real(s, "threads", threads[k]));
        ck_assert_int_eq(zn_solver_solve(s, p, r, w, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.iterations, 60);
        if (k == 0)
            memcpy(first, r, (size_t)m * sizeof *r);
        ck_assert(!memcmp(first, r, (size_t)m * sizeof *r));
    }
    zn_solver_free(s);
    free(first);
    free(r);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* 272 contacts of a wall: steps are to be fewer than a tenth of the sweeps, which cost a
 * product as well. */
START_TEST(loads_travel_faster_than_in_sweeps)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = made(ctx, "structure=wall bodies=40", &f);
    double *r = reals(3 * p->nc), *w = reals(3 * p->nc);
    zn_index steps[2];

    for (int k = 0; k < 2; k++) {
        zn_solve_info info;
        zn_solver *s;

        memset(r, 0, (size_t)(3 * p->nc) * sizeof *r);
        ck_assert(
            !zn_solver_new(ctx, "friction", k ? names[_i] : "nsgs", &s));
        ck_assert(!zn_solver_set(s, "max_iter", "20000"));
        ck_assert(!zn_solver_solve(s, p, r, w, &info));
        steps[k] = info.iterations;
        zn_solver_free(s);
    }
    ck_assert_int_lt(10 * steps[1], steps[0]);
    free(r);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Conjugate directions follow the border of the disk, which grows with the load: twenty bricks take
 * 351 of them, 6519 of those that leave the border. */
START_TEST(conjugate_directions_follow_the_border)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = made(ctx, "structure=wall bodies=20 mu=0.3", &f);
    double *r = reals(3 * p->nc), *w = reals(3 * p->nc);
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "friction", "cpg", 1e-8, p, r, w, &info), ZN_OK);
    ck_assert_int_le(info.iterations, 1000);
    certify_friction(p, r, 2e-7);
    free(r);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
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
