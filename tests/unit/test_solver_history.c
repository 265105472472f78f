/* test_solver_history.c - what a solver has solved before decides nothing: an
 * object that was used gives the bits of a new one
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcp.h>

#include "families.h"
#include "solver_answer.h"

/* ---- random problems, one after the other -------------------------------------- */

enum { SEEDS = 6 };

static zn_ctx *ctx;

static void set_up(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void tear_down(void)
{
    zn_ctx_free(ctx);
}

static zn_problem_file *draw_seed(const char *class_name, const char *options,
                                  int seed)
{
    char text[96];

    snprintf(text, sizeof text, "%s seed=%d", options, seed);
    return draw(ctx, class_name, text);
}

static zn_solver *make(const char *class_name, const char *name)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(ctx, class_name, name, &s), "%s",
                  zn_errmsg(ctx));
    /* bounded: many of these problems are not what a method is for */
    zn_solver_set(s, "max_iter", "300");
    return s;
}

static void same(const char *class_name, const char *name, const char *options,
                 int seed, const zn_problem_file *f, const answer *a,
                 const answer *b)
{
    size_t z = (size_t)zn_problem_file_nz(f) * sizeof *a->z,
           w = (size_t)zn_problem_file_nw(f) * sizeof *a->w;

    ck_assert_msg(a->st == b->st && a->info.outcome == b->info.outcome &&
                      a->info.iterations == b->info.iterations,
                  "%s %s, %s seed=%d: %s after %td, of a new object %s after "
                  "%td",
                  class_name, name, options, seed,
                  zn_outcome_name(a->info.outcome), a->info.iterations,
                  zn_outcome_name(b->info.outcome), b->info.iterations);
    ck_assert_msg(a->st < 0 || (!memcmp(a->z, b->z, z) && !memcmp(a->w, b->w, w)),
                  "%s %s, %s seed=%d: other bits than of a new object",
                  class_name, name, options, seed);
}

START_TEST(a_used_object_gives_the_bits_of_a_new_one)
{
    const char *class_name = classes[_i].name;

    for (zn_index k = 0; zn_type_at(ctx, classes[_i].kind, k); k++) {
        const char *name = zn_type_at(ctx, classes[_i].kind, k)->name;
        zn_solver *used = make(class_name, name);

        for (int seed = 0; seed < test_rounds(SEEDS); seed++)
            for (size_t o = 0; o < VARIANTS; o++) {
                const char *options = classes[_i].options[o];
                zn_problem_file *f = draw_seed(class_name, options, seed);
                zn_solver *fresh = make(class_name, name);
                answer a = solve(used, f), b = solve(fresh, f);

                same(class_name, name, options, seed, f, &a, &b);
                drop(&a);
                drop(&b);
                zn_solver_free(fresh);
                zn_problem_file_free(f);
            }
        zn_solver_free(used);
    }
}
END_TEST

START_TEST(no_class_is_left_out)
{
    every_class_is_asked(ctx, family_is_there);
}
END_TEST

/* ---- being told ------------------------------------------------------------------ */

typedef struct tale {
    int tried;
    zn_index work; /* iterations of all; "mlcp" is made of methods, told of before it */
    zn_attempt last;
} tale;

static void listen(void *user, const zn_attempt *a)
{
    tale *t = (tale *)user;

    ck_assert_ptr_nonnull(a->solver);
    t->tried++;
    if (strcmp(a->solver, "mlcp") != 0)
        t->work += a->applied ? a->iterations : 0;
    t->last = *a;
}

/* The iterations are those of all that were told of. */
static void counted(const answer *a, const tale *t)
{
    ck_assert_int_eq(a->info.iterations, t->work);
}

static const struct {
    const char *class_name, *options;
    int least; /* methods that are tried */
} told[] = {
    {"lcp", "family=game n=60 seed=3", 2}, {"mlcp", "n=30 skew=2", 1},
    {"mlcp", "n=10", 1},
    {"relay", "n=50 rank=0.4", 1},         {"avi", "n=6 faces=14", 1},
    {"qp", "n=20", 1},                     {"ncp", "n=10", 1},
    {"vi", "n=10", 1},
    {"mcp", "n=10", 1},
    {"soclcp", "", 1},
    {"plasticity", "", 1},
    {"generic-mechanical", "", 1},
};
enum { TOLD = sizeof told / sizeof *told };

START_TEST(an_explanation_names_the_methods_and_changes_no_bit)
{
    const char *class_name = told[_i].class_name;
    zn_problem_file *f = draw_seed(class_name, told[_i].options, 1);
    zn_solver *s = make(class_name, "auto"), *silent = make(class_name, "auto");
    tale t = {0};
    answer a, b;

    zn_solver_set_explain(s, listen, &t);
    a = solve(s, f);
    b = solve(silent, f);
    same(class_name, "auto", told[_i].options, 1, f, &a, &b);
    ck_assert_int_eq(a.st, ZN_OK);
    ck_assert_int_ge(t.tried, told[_i].least);
    ck_assert_int_eq(t.last.outcome, ZN_SOLVED);
    ck_assert(t.last.applied);
    ck_assert_str_eq(t.last.solver, a.info.solver);
    ck_assert_ptr_nonnull(t.last.why);
    counted(&a, &t);
    drop(&a);
    drop(&b);
    zn_solver_free(s);
    zn_solver_free(silent);
    zn_problem_file_free(f);
}
END_TEST

/* A triangular matrix is done with before any method of the list: that is told, too. */
START_TEST(what_comes_before_the_methods_is_named)
{
    enum { n = 5 };
    zn_index p[n + 1] = {0}, at[n * n], k = 0;
    double x[n * n], q[n], z[n] = {0}, w[n];
    zn_solver *s;
    tale t = {0};
    zn_solve_info info;

    for (zn_index j = 0; j < n; j++) {
        q[j] = j % 2 ? 1 : -2;
        for (zn_index i = j; i < n; i++) {
            at[k] = i;
            x[k++] = i == j ? 2 : -0.25;
        }
        p[j + 1] = k;
    }
    const zn_matrix M = {.storage = ZN_CSC, .rows = n, .cols = n, .p = p, .i = at, .x = x};
    const zn_lcp lcp = {.n = n, .M = &M, .q = q};
    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, listen, &t);
    ck_assert_int_eq(zn_lcp_solve(s, &lcp, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "substitution");
    ck_assert_int_eq(t.tried, 1);
    ck_assert_str_eq(t.last.solver, "substitution");
    ck_assert_ptr_nonnull(t.last.why);
    ck_assert_double_eq(z[0], 1);         /* 2 z = 2 */
    ck_assert_double_eq(z[1], 0);         /* w = 1 - 1/4 */
    ck_assert_double_eq(z[2], 1.125);     /* 2 z = 2 + 1/4 */
    zn_solver_free(s);
}
END_TEST

/* With a tolerance that rounding does not meet all methods are tried: the point is the best
 * one, the work that of all. */
START_TEST(what_nobody_solves_has_the_best_point_and_the_work_of_all)
{
    const char *class_name = told[_i].class_name;
    zn_problem_file *f = draw_seed(class_name, told[_i].options, 1);
    zn_solver *s = make(class_name, "auto");
    double error;
    tale t = {0};
    answer a;

    ck_assert_int_eq(zn_solver_set(s, "tol", "1e-60"), ZN_OK);
    zn_solver_set_explain(s, listen, &t);
    a = solve(s, f);
    if (a.st == ZN_UNSOLVED) {
        counted(&a, &t);
        ck_assert_int_ge(t.tried, told[_i].least);
        error = a.info.error;
        ck_assert_double_lt(error, 1e-8); /* near rounding, as the best is */
    }
    drop(&a);
    zn_solver_free(s);
    zn_problem_file_free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, history");
    TCase *tc = tcase_create("history");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_used_object_gives_the_bits_of_a_new_one, 0,
                        CLASSES);
    tcase_add_test(tc, no_class_is_left_out);
    tcase_add_loop_test(tc,
                        an_explanation_names_the_methods_and_changes_no_bit, 0,
                        TOLD);
    tcase_add_test(tc, what_comes_before_the_methods_is_named);
    tcase_add_loop_test(
        tc, what_nobody_solves_has_the_best_point_and_the_work_of_all, 0, TOLD);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
