/* test_seidel.c - Gauss-Seidel of every class: in each order, at each pace, beyond and asleep
 * SPDX-License-Identifier: Apache-2.0 */
#include "solver_answer.h"

#include <zeno/type.h>

#include "solvers/methods/seidel.h"

/* Problems on which plain sweeps converge, of every class that has some. */
static const struct scene {
    const char *name, *options;
} scenes[] = {
    {"lcp", "n=40 seed=2"},
    {"lcp", "n=60 storage=sparse seed=3"},
    {"mlcp", "n=30 seed=1"},
    {"relay", "n=30 seed=2"},
    {"friction", "contacts=40 mu=0.3 seed=3"},
    {"friction", "contacts=30 d=2 seed=4"},
    {"global-friction", "contacts=20 seed=1"},
    {"rolling-friction", "contacts=12 seed=1"},
    {"generic-mechanical", "seed=2"},
    {"soclcp", "seed=1"},
    {"soclcp", "cone=5 cones=20 seed=2"},
    {"soclcp", "cone=9 cones=8 seed=3"}, /* blocks of more rows than are kept on the stack */
    {"plasticity", "seed=1"},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* What is set. other: sweeps are not what they are without. */
static const struct way {
    const char *set[2][2];
    int other;
} ways[] = {
    {{{"order", "natural"}}, 0},
    {{{"order", "reverse"}}, 1},
    {{{"order", "shuffled"}}, 1},
    {{{"order", "shuffled"}, {"shuffle", "once"}}, 1},
    {{{"omega", "0.9"}}, 1},
    {{{"omega", "1.1"}}, 1},
    {{{"freeze", "3"}}, 0},
    {{{"freeze", "3"}, {"omega", "1.05"}}, 1},
    {{{"accelerate", "yes"}}, 1},
    {{{"accelerate", "yes"}, {"order", "reverse"}}, 1},
    {{{"accelerate", "momentum"}}, 1},
    {{{"accelerate", "nesterov"}}, 1},
    {{{"check", "full"}}, 0},
};
enum { WAYS = sizeof ways / sizeof *ways };

static bool word(const zn_option *o, const char *value)
{
    const size_t n = strlen(value);

    for (const char *at = o->choices; o->kind == ZN_OPTION_CHOICE && at; at = strchr(at, '|')) {
        at += *at == '|';
        if (!strncmp(at, value, n) && (at[n] == 0 || at[n] == '|'))
            return true;
    }
    return o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT;
}

/* Has it these options, with these words? */
static bool takes(const zn_type *type, const struct way *m)
{
    for (int k = 0; k < 2 && m->set[k][0]; k++) {
        const zn_option *o = zn_option_find(type->options, m->set[k][0]);

        if (!o || !word(o, m->set[k][1]))
            return false;
    }
    return true;
}

static zn_solver *make(zn_ctx *ctx, const char *name, const char *solver, const struct way *m)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(ctx, name, solver, &s), "%s", zn_errmsg(ctx));
    for (int k = 0; k < 2 && m->set[k][0]; k++)
        ck_assert_msg(!zn_solver_set(s, m->set[k][0], m->set[k][1]), "%s", zn_errmsg(ctx));
    return s;
}

/* Solved, in other sweeps where it says so; again, with the same bits, and by a solver that did something
 * else before. */
static void in_this_way(zn_ctx *ctx, const char *name, const char *solver, const struct way *m,
                        const zn_problem_file *f, const answer *plain)
{
    const size_t bytes = (size_t)zn_problem_file_nz(f) * sizeof *plain->z;
    zn_solver *s = make(ctx, name, solver, m);
    answer a = solve(s, f), b = solve(s, f);

    ck_assert_msg(a.st == ZN_OK, "%s %s, %s=%s: %s", name, solver, m->set[0][0], m->set[0][1], zn_errmsg(ctx));
    ck_assert_double_le(a.info.error, 1e-8);
    ck_assert(!memcmp(a.z, b.z, bytes));
    ck_assert_int_eq(a.info.iterations, b.info.iterations);
    if (m->other && plain->info.iterations > 5) /* else they may end at the solution, all of them */
        ck_assert_msg(a.info.iterations != plain->info.iterations || memcmp(a.z, plain->z, bytes),
                      "%s %s: %s=%s is as nothing", name, solver, m->set[0][0], m->set[0][1]);
    drop(&a);
    drop(&b);
    zn_solver_free(s);
}

/* Sweeps in turn: those that can be in some order. */
START_TEST(every_way_of_sweeps_solves)
{
    const char *name = scenes[_i].name;
    const struct way nothing = {{{NULL}}, 0};
    zn_ctx *ctx;
    zn_problem_file *f;
    const zn_type *type;
    int runs = 0, several = 0;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    f = draw(ctx, name, scenes[_i].options);
    ck_assert(!zn_type_find(ctx, ZN_KIND_PROBLEM, name, &type));
    const zn_kind kind = ((const zn_problem_type *)type)->solver_kind;
    for (zn_index i = 0; (type = zn_type_at(ctx, kind, i)); i++) {
        if (!zn_option_find(type->options, "order"))
            continue;
        zn_solver *s = make(ctx, name, type->name, &nothing);
        answer plain = solve(s, f);

        ck_assert_msg(plain.st == ZN_OK, "%s: %s", type->name, zn_errmsg(ctx));
        several += plain.info.iterations > 5;
        for (int k = 0; k < WAYS; k++)
            if (takes(type, &ways[k])) {
                in_this_way(ctx, name, type->name, &ways[k], f, &plain);
                runs++;
            }
        drop(&plain);
        zn_solver_free(s);
    }
    printf("%s: %d runs\n", name, runs);
    ck_assert_int_ge(runs, 5);
    ck_assert_int_ge(several, 1);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* What is combined are sweeps that are all alike. */
START_TEST(sweeps_that_are_not_alike_are_not_combined)
{
    const char *name = scenes[_i].name;
    static const struct way not[] = {{{{"accelerate", "yes"}, {"order", "shuffled"}}, 0},
                                     {{{"accelerate", "yes"}, {"freeze", "2"}}, 0}};
    zn_ctx *ctx;
    zn_problem_file *f;
    const zn_type *type;
    int refused = 0;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    f = draw(ctx, name, scenes[_i].options);
    ck_assert(!zn_type_find(ctx, ZN_KIND_PROBLEM, name, &type));
    const zn_kind kind = ((const zn_problem_type *)type)->solver_kind;
    for (zn_index i = 0; (type = zn_type_at(ctx, kind, i)); i++)
        for (int k = 0; k < 2; k++) {
            if (!takes(type, &not[k]))
                continue;
            zn_solver *s = make(ctx, name, type->name, &not[k]);
            answer a = solve(s, f);

            ck_assert_int_eq(a.st, ZN_EINVAL);
            ck_assert_msg(strstr(zn_errmsg(ctx), "'accelerate' needs sweeps that are all alike"), "%s",
                          zn_errmsg(ctx));
            refused++;
            drop(&a);
            zn_solver_free(s);
        }
    ck_assert_int_ge(refused, 1);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Slow ones are combined to less than half as many: measured a third of rows and blocks, a thirtieth of an arch
 * whose velocities are carried along. */
START_TEST(combined_sweeps_are_few)
{
    static const struct slow {
        const char *name, *options, *solver;
    } slow[] = {
        {"lcp", "n=60 family=obstacle storage=sparse", "pgs"},
        {"lcp", "n=60 family=obstacle storage=sparse", "block-gs"},
        {"global-friction", "structure=arch", "nsgs"},
    };
    const struct slow *o = &slow[_i];
    const struct way ways_of[] = {{{{"max_iter", "100000"}}, 0},
                                  {{{"max_iter", "100000"}, {"accelerate", "yes"}}, 0}};
    zn_ctx *ctx;
    zn_problem_file *f;
    zn_index sweeps[2];

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    f = draw(ctx, o->name, o->options);
    for (int k = 0; k < 2; k++) {
        zn_solver *s = make(ctx, o->name, o->solver, &ways_of[k]);
        answer a = solve(s, f);

        ck_assert_msg(a.st == ZN_OK, "%s", zn_errmsg(ctx));
        sweeps[k] = a.info.iterations;
        drop(&a);
        zn_solver_free(s);
    }
    printf("%s %s: %td sweeps, combined %td\n", o->name, o->solver, sweeps[0], sweeps[1]);
    ck_assert_int_lt(2 * sweeps[1], sweeps[0]);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- a string ---------------------------------------------------------------------- */

/* Over an obstacle: w = M z + q >= 0, z >= 0 and w z = 0 with M = [-1 middle -1], whose numbers are
 * blocks of their own. */
enum { STRING = 30 };

typedef struct string {
    double middle; /* 2: sweeps are slow; more: quick                      */
    double q[STRING];
    int outside; /* numbers below zero that were put back            */
} string;

static double string_w(const string *s, const double z[], zn_index i)
{
    return s->q[i] + s->middle * z[i] - (i > 0 ? z[i - 1] : 0) - (i + 1 < STRING ? z[i + 1] : 0);
}

/* Who solves a block may count on the others being in their sets. */
static zn_status string_solve(void *of, zn_index d, zn_index b, double own[])
{
    const string *s = of;
    const double *z = own - b;

    ck_assert_int_eq(d, 1);
    for (zn_index i = 0; i < STRING; i++)
        ck_assert_msg(z[i] >= 0, "block %td begins with z[%td] = %g", b, i, z[i]);
    own[0] = fmax(0, own[0] - string_w(s, z, b) / s->middle);
    return ZN_OK;
}

static void string_project(void *of, zn_index b, double own[])
{
    string *s = of;

    (void)b;
    s->outside += own[0] < 0;
    own[0] = fmax(0, own[0]);
}

static void string_admit(void *of, double z[])
{
    for (zn_index i = 0; i < STRING; i++)
        string_project(of, i, z + i);
}

static void string_renew(void *of, const double z[], double w[])
{
    for (zn_index i = 0; i < STRING; i++)
        w[i] = string_w(of, z, i);
}

static double string_error(void *of, const double z[], const double w[])
{
    double worst = 0;

    (void)of;
    for (zn_index i = 0; i < STRING; i++)
        worst = fmax(worst, fabs(fmin(z[i], w[i])));
    return worst;
}

/* Combinations leave the sets, at each pace, and so may a start; sweeps begin within them, whoever puts them back. */
START_TEST(what_is_combined_begins_in_the_sets)
{
    static const zni_pace pace[] = {ZNI_COMBINED, ZNI_MOMENTUM, ZNI_NESTEROV};
    const zni_nsgs how = {.tol = 1e-10, .max_iter = 2000, .omega = 1, .accelerate = pace[_i % 3]};
    double z[STRING], w[STRING], weight[STRING];
    string s = {.middle = 2};
    const zni_in_turn f = {.n = STRING,
                           .nb = STRING,
                           .block = {.of = &s, .d = 1, .solve = string_solve, .project = string_project},
                           .renew = string_renew,
                           .error = string_error,
                           .admit = _i < 3 ? string_admit : NULL,
                           .weight = weight,
                           .every = 20};
    zni_seidel k = {0};
    zn_solve_info info = {0};
    zn_ctx *ctx;

    /* pulled up in the middle, and beside it down, from above, to the obstacle */
    for (int i = 0; i < STRING; i++) {
        s.q[i] = i > 8 && i < 24 ? -1 - 0.1 * (i % 3) : 1.5;
        weight[i] = 2;
        z[i] = i == 7 ? -1 : 4;
    }
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zni_seidel_run((zni_call){ctx, z, w, NULL, &info}, &k, &how, &f), ZN_OK);
    printf("pace %d: %td sweeps, %d numbers outside\n", pace[_i % 3], info.iterations, s.outside);
    ck_assert_int_gt(s.outside, 1);
    zni_seidel_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

/* The sweeps that it takes, from zero. */
static zn_index string_sweeps(zn_ctx *ctx, double middle, int accelerate, zn_index plain, double z[])
{
    string s = {.middle = middle};
    const zni_nsgs opt = {
        .tol = 1e-9, .max_iter = 5000, .omega = 1, .accelerate = accelerate, .plain = plain};
    const zni_in_turn f = {.n = STRING,
                           .nb = STRING,
                           .block = {.of = &s, .d = 1, .solve = string_solve, .project = string_project},
                           .renew = string_renew,
                           .error = string_error,
                           .every = 20,
                           .first = true};
    zni_seidel k = {0};
    zn_solve_info info = {0};
    double w[STRING];

    for (int i = 0; i < STRING; i++) {
        s.q[i] = i % 7 == 3 ? 2 : -1;
        z[i] = 0;
    }
    ck_assert_int_eq(zni_seidel_run((zni_call){ctx, z, w, NULL, &info}, &k, &opt, &f), ZN_OK);
    zni_seidel_fini(ctx, &k);
    return info.iterations;
}

/* Where few more seem to do they go on plain, else they are combined. */
START_TEST(sweeps_are_combined_late_where_they_are_slow)
{
    zn_ctx *ctx;
    double z[STRING], late[STRING];
    zn_index plain, combined;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    /* quick: with the bits of plain ones, which those combined at once do not have */
    plain = string_sweeps(ctx, 4, ZNI_PLAIN, 0, z);
    ck_assert_int_gt(plain, 8);
    ck_assert_int_eq(string_sweeps(ctx, 4, ZNI_COMBINED, 8, late), plain);
    ck_assert(!memcmp(late, z, sizeof z));
    string_sweeps(ctx, 4, ZNI_COMBINED, 0, late);
    ck_assert(memcmp(late, z, sizeof z));
    /* slow */
    plain = string_sweeps(ctx, 2, ZNI_PLAIN, 0, z);
    combined = string_sweeps(ctx, 2, ZNI_COMBINED, 30, late);
    printf("a string: %td sweeps, combined late %td\n", plain, combined);
    ck_assert_int_gt(combined, 30);
    ck_assert_int_lt(2 * combined, plain);
    /* and where they are never due */
    ck_assert_int_eq(string_sweeps(ctx, 2, ZNI_COMBINED, 5000, late), plain);
    ck_assert(!memcmp(late, z, sizeof z));
    zn_ctx_free(ctx);
}
END_TEST

/* A class whose sweeps have orders has a scene above. */
START_TEST(no_sweeps_are_left_out)
{
    zn_ctx *ctx;
    const zn_type *p, *s;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (zn_index i = 0; (p = zn_type_at(ctx, ZN_KIND_PROBLEM, i)); i++)
        for (zn_index j = 0; (s = zn_type_at(ctx, ((const zn_problem_type *)p)->solver_kind, j)); j++) {
            bool has = !zn_option_find(s->options, "order");

            for (int k = 0; k < SCENES; k++)
                has |= !strcmp(p->name, scenes[k].name);
            ck_assert_msg(has, "%s %s has orders, and no scene", p->name, s->name);
        }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Gauss-Seidel");
    TCase *tc = tcase_create("sweeps");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, every_way_of_sweeps_solves, 0, SCENES);
    tcase_add_loop_test(tc, sweeps_that_are_not_alike_are_not_combined, 0, SCENES);
    tcase_add_loop_test(tc, combined_sweeps_are_few, 0, 3);
    tcase_add_loop_test(tc, what_is_combined_begins_in_the_sets, 0, 6);
    tcase_add_test(tc, sweeps_are_combined_late_where_they_are_slow);
    tcase_add_test(tc, no_sweeps_are_left_out);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
