/* test_set_plugin.c - a set from a file, among built-in ones, in an inequality
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
                                      "hyperplane"};
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

int main(void)
{
    Suite *suite = suite_create("set from a plugin");
    TCase *tc = tcase_create("plugin");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, its_inequalities_are_solved, 0, 2 * SOLVERS);
    tcase_add_test(tc, what_does_not_fit_is_told);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
