/* test_kept_start.c - a start that is an answer is given back where that is asked for
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/core/core.h"

#include "solver_answer.h"

static const struct {
    const char *name, *options;
} classes[] = {
    {"lcp", "n=12"},           {"mlcp", "n=12"},
    {"relay", "n=9"},          {"friction", "contacts=4"},
    {"friction", "contacts=3 d=2"}, {"rolling-friction", "contacts=3"},
    {"generic-mechanical", "blocks=7"},
};
enum { CLASSES = sizeof classes / sizeof *classes };

static zn_ctx *ctx;

static void set_up(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void tear_down(void)
{
    zn_ctx_free(ctx);
}

/* Another answer is not looked for: not a bit of z changes, and w is the one that belongs to it. */
START_TEST(an_answer_is_given_back)
{
    zn_problem_file *f = draw(ctx, classes[_i].name, classes[_i].options);
    zn_solver *s;
    answer a;
    zn_solve_info info;
    const size_t nz = (size_t)zn_problem_file_nz(f), nw = (size_t)zn_problem_file_nw(f);
    double *z = calloc(nz, sizeof *z), *w = calloc(nw, sizeof *w);

    ck_assert_int_eq(zn_solver_new(ctx, classes[_i].name, "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-6), ZN_OK);
    a = solve(s, f);
    ck_assert_int_eq(a.st, ZN_OK);
    for (size_t i = 0; i < nz; i++)
        z[i] = a.z[i] * (1 + 1e-9 * (double)(i % 3)); /* a little off: an answer still */
    memcpy(a.z, z, nz * sizeof *z);
    zni_solver_keep_start(s, true);
    ck_assert_int_eq(zn_solver_solve(s, zn_problem_file_problem(f), z, w, &info), ZN_OK);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    ck_assert_int_eq(info.iterations, 0);
    ck_assert_double_le(info.error, 1e-6);
    ck_assert_mem_eq(z, a.z, nz * sizeof *z);
    for (size_t i = 0; i < nw; i++)
        ck_assert_double_eq_tol(w[i], a.w[i], 1e-6 * (1 + fabs(a.w[i])));
    free(z);
    free(w);
    drop(&a);
    zn_solver_free(s);
    zn_problem_file_free(f);
}
END_TEST

/* What is none is solved, with the bits of a solver that keeps nothing. */
START_TEST(another_start_is_solved)
{
    zn_problem_file *f = draw(ctx, classes[_i].name, classes[_i].options);
    zn_solver *s, *plain;
    answer a, b;

    ck_assert_int_eq(zn_solver_new(ctx, classes[_i].name, "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, classes[_i].name, "auto", &plain), ZN_OK);
    zni_solver_keep_start(s, true);
    a = solve(s, f);
    b = solve(plain, f);
    ck_assert_int_eq(a.st, ZN_OK);
    ck_assert_int_eq(a.info.iterations, b.info.iterations);
    ck_assert_mem_eq(a.z, b.z, (size_t)zn_problem_file_nz(f) * sizeof *a.z);
    ck_assert_mem_eq(a.w, b.w, (size_t)zn_problem_file_nw(f) * sizeof *a.w);
    drop(&a);
    drop(&b);
    zn_solver_free(s);
    zn_solver_free(plain);
    zn_problem_file_free(f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("starts that are kept");
    TCase *c = tcase_create("starts");

    tcase_add_checked_fixture(c, set_up, tear_down);
    tcase_add_loop_test(c, an_answer_is_given_back, 0, CLASSES);
    tcase_add_loop_test(c, another_start_is_solved, 0, CLASSES);
    suite_add_tcase(s, c);
    return test_main(s);
}
