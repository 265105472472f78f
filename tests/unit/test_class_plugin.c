/* test_class_plugin.c - a class of problems from a file
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/plugin.h>

#include "plugins/StringPlugin.h"
#include "tests/unit/zeno_test.h"

static zn_ctx *ctx;

static void setup(void)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char folder[4096];

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    snprintf(folder, sizeof folder, "%s/plugins", build ? build : ".");
    ck_assert_int_eq(zn_plugin_path_add(ctx, folder), ZN_OK);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

static void load(void)
{
    ck_assert_msg(!zn_plugin_load(ctx, "StringPlugin"), "%s", zn_errmsg(ctx));
}

/* T = 2, load -1 on [0, 1], obstacle at -1/16 (all binary): from the end at 0 the string
 * falls as u = -d + g (a - x)^2 / (2 T) until x = a = sqrt(2 T d / g) = 1/2, where it lies
 * on the obstacle. Parabolas have exact second differences, so the n = 63 values are
 * those; with d = 1/64, a = 1/4, and the middle half is on the obstacle, w = 1 there and
 * half of it at its ends. */
enum { N = 63 };

static string_problem string(double f[], double psi[], double depth)
{
    for (int i = 0; i < N; i++) {
        f[i] = -1;
        psi[i] = -depth;
    }
    return (string_problem){N, 2, 1.0 / (N + 1), f, psi};
}

START_TEST(a_string_lies_on_its_obstacle)
{
    const double g = 1, T = 2, depth = 1.0 / 64, a = 0.25;
    double f[N], psi[N], z[N] = {0}, w[N];
    const string_problem p = string(f, psi, depth);
    zn_solve_info info;
    zn_solver *s;

    load();
    ck_assert_msg(!zn_solver_new(ctx, "string", "psor", &s), "%s",
                  zn_errmsg(ctx));
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-11), ZN_OK);
    ck_assert_msg(!string_solve(s, &p, z, w, &info), "%s", zn_errmsg(ctx));
    for (int i = 0; i < N; i++) {
        const double x = fmin(i + 1, N - i) / (N + 1), left = a - x;
        const double gap = left > 0 ? g * left * left / (2 * T) : 0;
        const double push = left > 0 ? 0 : left == 0 ? g / 2 : g;

        /* the error of a gap is that of w times the inverse of the stiffness, 1/16 */
        ck_assert_double_eq_tol(z[i], gap, 1e-11);
        ck_assert_double_eq_tol(w[i], push, 2e-11);
    }

    /* the host checks the data, and that the answer is one */
    f[3] = NAN;
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "f(3) = "));
    f[3] = -1;
    ck_assert_int_eq(zn_solver_set_real(s, "max_iter", 2), ZN_OK);
    memset(z, 0, sizeof z);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    zn_solver_free(s);

    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    ck_assert_int_eq(string_solve(s, &p, z, w, &info), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "is of class 'string'"));
    zn_solver_free(s);
}
END_TEST

START_TEST(its_solvers_are_listed_under_its_name)
{
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "string", "psor", &s), ZN_ENOENT);
    load();
    ck_assert_int_eq(zn_solver_new(ctx, "string", "lemke", &s), ZN_ENOENT);
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "no string solver 'lemke'; there is: psor"));
    /* and not among those of others */
    ck_assert_int_eq(zn_solver_new(ctx, "vi", "psor", &s), ZN_ENOENT);
}
END_TEST

/* ---- refusals ------------------------------------------------------------------- */

static zn_index no_size(const void *p)
{
    (void)p;
    return 1;
}

static double no_error(const void *p, const double z[], const double w[],
                       double work[])
{
    (void)p, (void)w, (void)work;
    return z[0];
}

static zn_status no_check(zn_ctx *c, const void *p)
{
    (void)c, (void)p;
    return ZN_OK;
}

#define CLASS(word, number)                                                    \
    {                                                                          \
        .type = {.size = sizeof(zn_problem_type),                              \
                 .kind = ZN_KIND_PROBLEM,                                      \
                 .name = word,                                                 \
                 .summary = "nothing"},                                        \
        .solver_kind = (zn_kind)(number), .nz = no_size, .nw = no_size,        \
        .error = no_error, .check = no_check,                                  \
    }

static const zn_problem_type rope = CLASS("rope", STRING_SOLVER);
static const zn_problem_type wire = CLASS("wire", STRING_SOLVER + 1);
static const zn_solver_type bad = {
    .type = {.size = sizeof bad,
             .kind = (zn_kind)(STRING_SOLVER + 1),
             .name = "bad",
             .summary = "has no solve"}};

static zn_plugin plugin(const char *name, const zn_type *const types[])
{
    return (zn_plugin){.size = sizeof(zn_plugin),
                       .major = ZN_PLUGIN_MAJOR,
                       .minor = ZN_PLUGIN_MINOR,
                       .build = ZN_PLUGIN_BUILD,
                       .name = name,
                       .version = "1",
                       .license = "Apache-2.0",
                       .types = types};
}

START_TEST(a_number_is_of_one_class)
{
    static const zn_type *const types[] = {&rope.type, NULL};
    static const zn_type *const twice[] = {&wire.type, &bad.type, NULL};
    static const zn_type *const alone[] = {&bad.type, NULL};
    const zn_plugin ropes = plugin("ropes", types), wires = plugin("wires", twice),
                    solver = plugin("solver", alone);

    load();
    ck_assert_int_eq(zn_plugin_add(ctx, &ropes), ZN_EEXIST);
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "'string solver' has already"));
    /* a plugin that is refused leaves neither its class nor the number */
    ck_assert_int_eq(zn_plugin_add(ctx, &wires), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "wire solver 'bad'"));
    ck_assert_int_eq(zn_plugin_add(ctx, &solver), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "is not known here"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("a class of problems in a plugin");
    TCase *tc = tcase_create("class");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_string_lies_on_its_obstacle);
    tcase_add_test(tc, its_solvers_are_listed_under_its_name);
    tcase_add_test(tc, a_number_is_of_one_class);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
