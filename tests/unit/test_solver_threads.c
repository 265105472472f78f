/* test_solver_threads.c - every solver that shares its work among threads, with each of its ways: the same bits for
 * any number of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "solver_answer.h"

#include <zeno/type.h>

/* As many as there are processors or not, more than there are colours; the first is what the others must be. */
static const char *const threads[] = {"1", "2", "3", "7"};
enum { THREADS = sizeof threads / sizeof *threads };

static const struct scene {
    const char *name, *options;
} scenes[] = {
    {"friction", "contacts=200 bodies=120 mu=0.5 seed=4"},
    {"friction", "contacts=150 bodies=80 d=2 seed=5"},
    {"friction", "structure=wall bodies=90"}, /* 692 contacts, two pieces of the gradient methods */
    {"rolling-friction", "contacts=60 bodies=40 seed=6"},
    {"rolling-friction", "contacts=40 bodies=25 d=6 mu_s=0.1 seed=7"},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct work {
    zn_ctx *ctx;
    const char *name, *solver;
    zn_problem_file *f;
    const zn_option *options;
    int runs;
} work;

static zn_solver *make(const work *k, const char *option, const char *value, const char *count)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(k->ctx, k->name, k->solver, &s), "%s", zn_errmsg(k->ctx));
    if (zn_option_find(k->options, "max_iter"))
        ck_assert(!zn_solver_set(s, "max_iter", "12"));
    if (zn_option_find(k->options, "grain")) /* threads are worth it at once */
        ck_assert(!zn_solver_set(s, "grain", "0"));
    if (zn_option_find(k->options, "order")) /* the one that has something to share */
        ck_assert(!zn_solver_set(s, "order", "coloured"));
    if (option)
        ck_assert_msg(!zn_solver_set(s, option, value), "%s", zn_errmsg(k->ctx));
    ck_assert(!zn_solver_set(s, "threads", count));
    return s;
}

/* With that option: as one thread has it. Where each contact waits for the one before, several are refused. */
static void alike(work *k, const char *option, const char *value)
{
    const size_t z = (size_t)zn_problem_file_nz(k->f), w = (size_t)zn_problem_file_nw(k->f);
    answer a = {0};

    for (int i = 0; i < THREADS; i++) {
        zn_solver *s = make(k, option, value, threads[i]);
        answer b = solve(s, k->f);

        zn_solver_free(s);
        ck_assert_msg(b.st >= 0 || (i > 0 && b.st == ZN_EINVAL && !strcmp(option, "order")), "%s",
                      zn_errmsg(k->ctx));
        if (b.st < 0) {
            drop(&b);
            continue;
        }
        k->runs++;
        if (i == 0) {
            a = b;
            continue;
        }
        ck_assert_msg(a.st == b.st && a.info.outcome == b.info.outcome && a.info.iterations == b.info.iterations &&
                          !memcmp(a.z, b.z, z * sizeof *a.z) && !memcmp(a.w, b.w, w * sizeof *a.w),
                      "%s %s, %s=%s: %s after %td with %s threads, %s after %td with one", k->name, k->solver,
                      option ? option : "", option ? value : "", zn_outcome_name(b.info.outcome), b.info.iterations,
                      threads[i], zn_outcome_name(a.info.outcome), a.info.iterations);
        drop(&b);
    }
    drop(&a);
}

/* each value of each choice, the others as they are */
static void choices(work *k, const zn_option *o)
{
    char words[256], *rest = words, *end;

    ck_assert_uint_lt(strlen(o->choices), sizeof words);
    strcpy(words, o->choices);
    for (; rest; rest = end) {
        end = strchr(rest, '|');
        if (end)
            *end++ = 0;
        alike(k, o->name, rest);
    }
}

START_TEST(any_number_of_threads_gives_the_same_bits)
{
    work k = {.name = scenes[_i].name};
    const zn_type *type;

    ck_assert_int_eq(zn_ctx_new(&k.ctx), ZN_OK);
    k.f = draw(k.ctx, k.name, scenes[_i].options);
    ck_assert(!zn_type_find(k.ctx, ZN_KIND_PROBLEM, k.name, &type));
    const zn_kind kind = ((const zn_problem_type *)type)->solver_kind;
    for (zn_index i = 0; (type = zn_type_at(k.ctx, kind, i)); i++) {
        if (!zn_option_find(type->options, "threads"))
            continue;
        k.solver = type->name;
        k.options = type->options;
        alike(&k, NULL, NULL);
        for (const zn_option *o = type->options; o->kind != ZN_OPTION_END; o++)
            if (o->kind == ZN_OPTION_CHOICE)
                choices(&k, o);
    }
    printf("%s: %d runs\n", k.name, k.runs);
    ck_assert_int_ge(k.runs, 30);
    zn_problem_file_free(k.f);
    zn_ctx_free(k.ctx);
}
END_TEST

/* Patches have threads from 10000 contacts on, and `auto` has those of patches. */
START_TEST(many_contacts_are_shared_with_the_same_bits)
{
    work k = {.name = "friction", .solver = "patches"};
    const zn_type *type;

    ck_assert_int_eq(zn_ctx_new(&k.ctx), ZN_OK);
    k.f = draw(k.ctx, "friction", "contacts=10500 bodies=9000 mu=0.4 seed=3");
    ck_assert(!zn_type_find(k.ctx, ZN_KIND_FRICTION_SOLVER, k.solver, &type));
    k.options = type->options;
    alike(&k, "first", "3");
    ck_assert_int_eq(k.runs, THREADS);
    zn_problem_file_free(k.f);
    zn_ctx_free(k.ctx);
}
END_TEST

static bool has(zn_ctx *ctx, zn_index i)
{
    const zn_problem_type *c = (const zn_problem_type *)zn_type_at(ctx, ZN_KIND_PROBLEM, i);

    for (int k = 0; k < SCENES; k++)
        if (!strcmp(c->type.name, scenes[k].name))
            return true;
    return false;
}

/* A class of which a solver learns to share its work has a scene above. */
START_TEST(no_solver_with_threads_is_left_out)
{
    zn_ctx *ctx;
    const zn_type *p, *s;
    int found = 0;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (zn_index i = 0; (p = zn_type_at(ctx, ZN_KIND_PROBLEM, i)); i++)
        for (zn_index j = 0; (s = zn_type_at(ctx, ((const zn_problem_type *)p)->solver_kind, j)); j++)
            if (zn_option_find(s->options, "threads")) {
                ck_assert_msg(has(ctx, i), "%s %s has threads, and no scene", p->name, s->name);
                found++;
            }
    ck_assert_int_ge(found, 5);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, threads");
    TCase *tc = tcase_create("threads");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, any_number_of_threads_gives_the_same_bits, 0, SCENES);
    tcase_add_test(tc, many_contacts_are_shared_with_the_same_bits);
    tcase_add_test(tc, no_solver_with_threads_is_left_out);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
