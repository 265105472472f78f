/* test_typed_solve.c - the functions that take one class of problems, zn_lcp_solve and
 * its like: the bits of zn_solver_solve, and no solver of another class
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/zeno.h>

#include "zeno_test.h"

typedef zn_status by_class(zn_solver *s, const void *p, double z[], double w[],
                           zn_solve_info *info);

/* X(struct and function, name of the class, options of a random problem) */
#define EACH(X)                                                               \
    X(lcp, "lcp", "n=8")                                                      \
    X(mlcp, "mlcp", "n=8")                                                    \
    X(relay, "relay", "n=8")                                                  \
    X(avi, "avi", "n=4")                                                      \
    X(friction, "friction", "")                                               \
    X(global_friction, "global-friction", "")                                 \
    X(rolling_friction, "rolling-friction", "")                               \
    X(global_rolling_friction, "global-rolling-friction", "")                 \
    X(vi, "vi", "n=8")                                                        \
    X(ncp, "ncp", "n=8")                                                      \
    X(mcp, "mcp", "n=8")                                                      \
    X(qp, "qp", "n=8")                                                        \
    X(soclcp, "soclcp", "cones=3")                                            \
    X(generic, "generic-mechanical", "blocks=4")                              \
    X(plasticity, "plasticity", "points=3")                                   \
    X(multiple_impact, "multiple-impact", NULL)

#define CALL(type, name, options)                                             \
    static zn_status type##_by_class(zn_solver *s, const void *p, double z[], \
                                     double w[], zn_solve_info *info)         \
    {                                                                         \
        return zn_##type##_solve(s, (const zn_##type *)p, z, w, info);        \
    }
EACH(CALL)

#define ROW(type, name, options) {name, options, type##_by_class},
static const struct class_of_problems {
    const char *name, *options; /* NULL: not made at random */
    by_class *solve;
} classes[] = {EACH(ROW)};
enum { CLASSES = sizeof classes / sizeof *classes };

/* three balls, the first hits two that touch: u_i = v_(i+1) - v_i */
static const double impact_M[] = {2, -1, -1, 2}, impact_q[] = {-1, 0};
static const zn_matrix impact_A = {.rows = 2, .cols = 2, .x = impact_M};
static const zn_compliance impact_of[] = {{1, 1.5, 1}, {1, 1.5, 1}};
static const zn_multiple_impact impact = {
    .n = 2, .M = &impact_A, .q = impact_q, .of = impact_of};

typedef struct subject {
    zn_problem_file *file; /* NULL: the impact */
    const void *p;
    zn_index nz, nw;
} subject;

static zn_ctx *ctx;

static void set_up(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void tear_down(void)
{
    zn_ctx_free(ctx);
}

static subject make(const struct class_of_problems *c)
{
    subject t = {.p = &impact, .nz = 2, .nw = 2};

    if (!c->options)
        return t;
    ck_assert_msg(!zn_problem_random(ctx, c->name, c->options, &t.file), "%s",
                  zn_errmsg(ctx));
    t.p = zn_problem_file_problem(t.file);
    t.nz = zn_problem_file_nz(t.file);
    t.nw = zn_problem_file_nw(t.file);
    return t;
}

static zn_solver *solver(const char *class)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(ctx, class, "auto", &s), "%s", zn_errmsg(ctx));
    return s;
}

static double *numbers(const subject *t, double value)
{
    const zn_index n = t->nz + t->nw;
    double *x = malloc((size_t)n * sizeof *x);

    ck_assert_ptr_nonnull(x);
    for (zn_index i = 0; i < n; i++)
        x[i] = value;
    return x;
}

/* A class that is added to the library and not here is seen. */
START_TEST(every_class_has_its_function)
{
    zn_index count = 0;

    for (; zn_type_at(ctx, ZN_KIND_PROBLEM, count); count++) {
        const char *name = zn_type_at(ctx, ZN_KIND_PROBLEM, count)->name;
        bool found = false;
        for (int k = 0; k < CLASSES; k++)
            found = found || !strcmp(classes[k].name, name);
        ck_assert_msg(found, "class '%s' has no function of its own", name);
    }
    ck_assert_int_eq(count, CLASSES);
}
END_TEST

START_TEST(it_gives_the_bits_of_the_function_for_all_classes)
{
    const struct class_of_problems *c = &classes[_i];
    subject t = make(c);
    const size_t bytes = (size_t)(t.nz + t.nw) * sizeof(double);
    double *a = numbers(&t, 0), *b = numbers(&t, 0);
    zn_solver *one = solver(c->name), *other = solver(c->name);
    zn_solve_info x, y;

    ck_assert_msg(!c->solve(one, t.p, a, a + t.nz, &x), "%s", zn_errmsg(ctx));
    ck_assert_int_eq(zn_solver_solve(other, t.p, b, b + t.nz, &y), ZN_OK);
    ck_assert_mem_eq(a, b, bytes);
    ck_assert_int_eq(x.outcome, ZN_SOLVED);
    ck_assert_int_eq(y.outcome, x.outcome);
    ck_assert_int_eq(y.iterations, x.iterations);
    ck_assert_str_eq(y.solver, x.solver);
    ck_assert_mem_eq(&x.error, &y.error, sizeof x.error);
    /* nobody has to want the report */
    ck_assert_int_eq(c->solve(one, t.p, a, a + t.nz, NULL), ZN_OK);
    zn_solver_free(one);
    zn_solver_free(other);
    free(a);
    free(b);
    zn_problem_file_free(t.file);
}
END_TEST

static void refused(const struct class_of_problems *c,
                    const struct class_of_problems *of)
{
    char wanted[64], had[64], remedy[96];
    subject t = make(c);
    double *z = numbers(&t, 0.25);
    zn_solver *s = solver(of->name);
    zn_solve_info info = {.outcome = ZN_SOLVED};
    const char *said;

    snprintf(wanted, sizeof wanted, "is of class '%s'", c->name);
    snprintf(had, sizeof had, "the solver of class '%s'", of->name);
    snprintf(remedy, sizeof remedy, "zn_solver_new(ctx, \"%s\", ", c->name);
    ck_assert_int_eq(c->solve(s, t.p, z, z + t.nz, &info), ZN_EINVAL);
    said = zn_errmsg(ctx);
    ck_assert_msg(strstr(said, wanted) && strstr(said, had) &&
                      strstr(said, remedy),
                  "%s", said);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_double_nan(info.error);
    for (zn_index i = 0; i < t.nz + t.nw; i++)
        ck_assert_double_eq(z[i], 0.25);
    ck_assert_int_eq(c->solve(s, t.p, z, z + t.nz, NULL), ZN_EINVAL);
    zn_solver_free(s);
    free(z);
    zn_problem_file_free(t.file);
}

START_TEST(a_solver_of_another_class_is_refused_with_words)
{
    for (int k = 0; k < CLASSES; k++)
        if (k != _i)
            refused(&classes[_i], &classes[k]);
}
END_TEST

/* What was refused leaves nothing behind. */
START_TEST(the_solver_solves_its_own_afterwards)
{
    const struct class_of_problems *c = &classes[_i];
    const struct class_of_problems *of = &classes[(_i + 1) % CLASSES];
    subject t = make(of), wrong = make(c);
    double *z = numbers(&t, 0), *x = numbers(&wrong, 0);
    zn_solver *s = solver(of->name);

    ck_assert_int_eq(c->solve(s, wrong.p, x, x + wrong.nz, NULL), ZN_EINVAL);
    ck_assert_msg(!of->solve(s, t.p, z, z + t.nz, NULL), "%s", zn_errmsg(ctx));
    zn_solver_free(s);
    free(z);
    free(x);
    zn_problem_file_free(t.file);
    zn_problem_file_free(wrong.file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("a function for each class");
    TCase *tc = tcase_create("typed");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, every_class_has_its_function);
    tcase_add_loop_test(tc, it_gives_the_bits_of_the_function_for_all_classes,
                        0, CLASSES);
    tcase_add_loop_test(tc, a_solver_of_another_class_is_refused_with_words, 0,
                        CLASSES);
    tcase_add_loop_test(tc, the_solver_solves_its_own_afterwards, 0, CLASSES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
