/* test_set_plugin.c - a set and a method from files, among built-in ones
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/plugin.h>
#include <zeno/set.h>
#include <zeno/vi.h>

#include "tests/unit/zeno_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* z = (0.6, 0.8 | 0.5) in {|z| <= 1} x {z >= 0}, F = M z + q, F = -1 (0.6, 0.8) on the
 * border of the ball, 0 inside the half-line:
 *     M = [2 0.3 0.1; 0.3 1 -0.2; 0.1 -0.2 1],  M z = (1.49, 0.88, 0.4),
 *     q = F - M z = (-2.09, -1.68, -0.4). M is positive definite: it is the only one. */
static const double M[9] = {2, 0.3, 0.1, 0.3, 1, -0.2, 0.1, -0.2, 1};
static const double q[3] = {-2.09, -1.68, -0.4};
static const double want[3] = {0.6, 0.8, 0.5};

static zn_status F(void *user, const double z[], double out[])
{
    (void)user;
    for (int i = 0; i < 3; i++)
        out[i] = q[i] + M[i] * z[0] + M[i + 3] * z[1] + M[i + 6] * z[2];
    return ZN_OK;
}

static zn_ctx *ctx;
static double one = 1, half_line[2] = {1, 0}, work[64];
static zn_cone sets[2];
static zn_vi problem;

static const zn_set_type *set_of(const char *name)
{
    const zn_set_type *t = NULL;

    ck_assert_msg(!zn_set_find(ctx, name, &t), "%s", zn_errmsg(ctx));
    return t;
}

static void setup(void)
{
    const char *build = getenv("ZENO_BUILDDIR");
    const zn_set_type *t;
    char folder[4096];

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_set_find(ctx, "ball", &t), ZN_ENOENT);
    snprintf(folder, sizeof folder, "%s/plugins", build ? build : ".");
    ck_assert_int_eq(zn_plugin_path_add(ctx, folder), ZN_OK);
    ck_assert_msg(!zn_plugin_load(ctx, "BallSetPlugin"), "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_plugin_load(ctx, "GoldenRatioPlugin"), "%s",
                  zn_errmsg(ctx));
    one = 1;
    sets[0] = (zn_cone){set_of("ball"), 2, 1, &one};
    sets[1] = (zn_cone){set_of("polyhedron"), 1, 2, half_line};
    problem = (zn_vi){.n = 3, .F = F, .cones = sets, .ncones = 2, .work = work};
    ck_assert_int_le(zn_cone_work(&sets[1]), 64);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

static const char *const solvers[] = {"auto", "extragradient", "fixed-point",
                                      "hyperplane", "golden-ratio"};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

START_TEST(its_inequalities_are_solved)
{
    double z[3] = {0}, w[3], room[6];
    zn_solve_info info;
    zn_solver *s;

    if (_i % 2) /* the same set by another class, which needs no work */
        sets[1] = (zn_cone){.set = set_of("orthant"), .size = 1};
    problem.work = _i % 2 ? NULL : work;
    ck_assert_int_eq(zn_solver_new(ctx, "vi", solvers[_i / 2], &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-12), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, &problem, z, w, &info), "%s",
                  zn_errmsg(ctx));
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(z[i], want[i], 1e-10);
    ck_assert_double_le(zn_vi_error(&problem, z, w, room), 1e-12);
    /* the law of each set, by the measure of the set */
    ck_assert_double_le(zn_cone_residual(&sets[0], 1, z, w, work), 1e-10);
    ck_assert_double_le(zn_cone_residual(&sets[1], 1, z + 2, w + 2, work),
                        1e-10);
    z[0] = 0.7;
    F(NULL, z, w);
    ck_assert_double_ge(zn_vi_error(&problem, z, w, room), 1e-2);
    zn_solver_free(s);
}
END_TEST

static void refused(const char *solver, const char *words)
{
    double z[3] = {0}, w[3];
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "vi", solver, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &problem, z, w, NULL), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "%s, not %s", zn_errmsg(ctx),
                  words);
    zn_solver_free(s);
}

START_TEST(what_does_not_fit_is_told)
{
    const double lb[3] = {0};

    refused("box-newton", "X is not a box");
    refused("path-search", "X is not a box");
    problem.work = NULL;
    refused("auto", "set 1, 'polyhedron', wants");
    problem.work = work;
    problem.ncones = 1;
    refused("auto", "the sets have 2 components together, n = 3");
    problem.ncones = 2;
    problem.lb = lb;
    refused("auto", "X is a product of sets, or known by");
    problem.lb = NULL;
    problem.cones = NULL;
    refused("auto", "ncones = 2 at NULL");
    problem.cones = sets;
    one = -1;
    refused("auto", "set 0: set 'ball': r = -1, must be >= 0");
}
END_TEST

static zn_status turn(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = z[1] + 0.3;
    out[1] = -z[0] + 0.2;
    return ZN_OK;
}

/* F = (z_2 + 0.3, -z_1 + 0.2) turns z by a right angle: monotone, no more. In [-1, 1]^2
 * its zero (0.2, -0.3) is the only solution; plain projections circle around it. The
 * method asks neither for more of F nor for what the set is: a box here, and its twin by
 * a function. */
static zn_status clip(void *user, double x[])
{
    (void)user;
    for (int i = 0; i < 2; i++)
        x[i] = x[i] < -1 ? -1 : x[i] > 1 ? 1 : x[i];
    return ZN_OK;
}

START_TEST(a_method_of_a_plugin_is_one_of_the_class)
{
    const double lb[2] = {-1, -1}, ub[2] = {1, 1};
    const zn_vi p = {.n = 2,
                     .F = turn,
                     .project = _i ? clip : NULL,
                     .lb = _i ? NULL : lb,
                     .ub = _i ? NULL : ub};
    double z[2] = {1, 1}, w[2], room[4];
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "vi", "golden-ratio", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-11), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, &p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(info.solver, "golden-ratio");
    ck_assert_double_eq_tol(z[0], 0.2, 1e-10);
    ck_assert_double_eq_tol(z[1], -0.3, 1e-10);
    ck_assert_double_le(zn_vi_error(&p, z, w, room), 1e-11);

    /* options and limits are the host's, as for built-in ones */
    ck_assert_int_eq(zn_solver_set(s, "ratio", "2"), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "ratio"));
    ck_assert_int_eq(zn_solver_set(s, "max_iter", "3"), ZN_OK);
    z[0] = z[1] = 1;
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(info.iterations, 3);
    zn_solver_free(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("set from a plugin");
    TCase *tc = tcase_create("plugin");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, its_inequalities_are_solved, 0, 2 * SOLVERS);
    tcase_add_test(tc, what_does_not_fit_is_told);
    tcase_add_loop_test(tc, a_method_of_a_plugin_is_one_of_the_class, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
