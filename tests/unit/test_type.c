/* test_type.c - the registry: kinds, classes, plugins, all or none
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <zeno/solver.h>
#include <zeno/type.h>

/* ---- a kind of our own, with one operation, and classes of it ----------- */

#define KIND ((zn_kind)100)

typedef struct toy_type {
    zn_type type;
    int (*play)(int x);
} toy_type;

typedef struct toy_state {
    double a;
} toy_state;

static int twice(int x)
{
    return 2 * x;
}

static const char *toy_missing(const zn_type *type)
{
    return ((const toy_type *)type)->play ? NULL : "operation play";
}

static const zn_kind_info toy_info = {.kind = KIND,
                                      .name = "toy",
                                      .min_size = sizeof(toy_type),
                                      .missing = toy_missing};

static const zn_option toy_options[] = {
    ZN_OPT_REAL(toy_state, a, 1, 0, 2, "-", "a number"),
    ZN_OPT_END,
};

#define TOY(text)                                                              \
    {                                                                          \
        .type = {.size = sizeof(toy_type),                                     \
                 .kind = KIND,                                                 \
                 .name = text,                                                 \
                 .summary = "a toy",                                           \
                 .state_size = sizeof(toy_state),                              \
                 .options = toy_options},                                      \
        .play = twice                                                          \
    }

static const toy_type top = TOY("top"), ball = TOY("ball-2");
static const zn_type *const two_toys[] = {&top.type, &ball.type, NULL};

#define PLUGIN(text, ...)                                                      \
    {                                                                          \
        .size = sizeof(zn_plugin), .major = ZN_PLUGIN_MAJOR,                   \
        .minor = ZN_PLUGIN_MINOR, .build = ZN_PLUGIN_BUILD, .name = text,      \
        __VA_ARGS__                                                            \
    }

static const zn_plugin toys = PLUGIN("toys", .types = two_toys);

static zn_ctx *ctx;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_kind_declare(ctx, &toy_info), ZN_OK);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

static zn_index count_plugins(void)
{
    zn_index n = 0;
    while (zn_plugin_at(ctx, n))
        n++;
    return n;
}

/* p must be refused with these words, and nothing of it stay behind */
static void refused(const zn_plugin *p, zn_status st, const char *words)
{
    zn_index before = count_plugins();

    ck_assert_int_eq(zn_plugin_add(ctx, p), st);
    ck_assert_str_eq(zn_errmsg(ctx), words);
    ck_assert_int_eq(count_plugins(), before);
    ck_assert_ptr_null(zn_type_at(ctx, KIND, 0));
}

/* the same for a plugin of one good class and the one given */
static void type_refused(const zn_type *type, zn_status st, const char *words)
{
    const zn_type *const types[] = {&top.type, type, NULL};
    const zn_plugin p = PLUGIN("toys", .types = types);

    refused(&p, st, words);
}

/* ---- kinds -------------------------------------------------------------- */

START_TEST(kinds_have_names_for_users)
{
    ck_assert_str_eq(zn_kind_name(ctx, ZN_KIND_LCP_SOLVER), "lcp solver");
    ck_assert_str_eq(zn_kind_name(ctx, KIND), "toy");
    ck_assert_str_eq(zn_kind_name(ctx, (zn_kind)101), "unknown kind");
    ck_assert_str_eq(zn_kind_name(ctx, (zn_kind)0), "unknown kind");
    ck_assert_str_eq(zn_kind_name(ctx, ZN_KIND_MAX), "unknown kind");
}
END_TEST

START_TEST(every_solver_kind_is_declared)
{
    for (int kind = ZN_KIND_PROBLEM; kind <= ZN_KIND_GENERIC_SOLVER; kind++)
        ck_assert_str_ne(zn_kind_name(ctx, (zn_kind)kind), "unknown kind");
}
END_TEST

START_TEST(a_kind_is_declared_once_but_the_same_again_is_fine)
{
    zn_kind_info other = toy_info;

    ck_assert_int_eq(zn_kind_declare(ctx, &toy_info), ZN_OK);
    other.name = "game";
    ck_assert_int_eq(zn_kind_declare(ctx, &other), ZN_EEXIST);
    ck_assert_str_eq(zn_errmsg(ctx), "kind 100: 'game' is already 'toy'");
    ck_assert_str_eq(zn_kind_name(ctx, KIND), "toy");
}
END_TEST

START_TEST(a_kind_must_have_number_name_and_size)
{
    zn_kind_info bad = toy_info;

    ck_assert_int_eq(zn_kind_declare(ctx, NULL), ZN_EINVAL);
    bad.kind = ZN_KIND_MAX;
    ck_assert_int_eq(zn_kind_declare(ctx, &bad), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "kind 128: must be in [1, 127] and have a name");
    bad = toy_info;
    bad.name = NULL;
    ck_assert_int_eq(zn_kind_declare(ctx, &bad), ZN_EINVAL);
    bad = toy_info;
    bad.min_size = 8;
    ck_assert_int_eq(zn_kind_declare(ctx, &bad), ZN_EINVAL);
}
END_TEST

/* ---- classes ------------------------------------------------------------ */

START_TEST(the_classes_of_a_plugin_are_found)
{
    const zn_type *found;

    ck_assert_int_eq(zn_plugin_add(ctx, &toys), ZN_OK);
    ck_assert_int_eq(zn_type_find(ctx, KIND, "ball-2", &found), ZN_OK);
    ck_assert_ptr_eq(found, &ball.type);
    ck_assert_int_eq(((const toy_type *)found)->play(21), 42);
    ck_assert_ptr_eq(zn_type_at(ctx, KIND, 0), &top.type);
    ck_assert_ptr_eq(zn_type_at(ctx, KIND, 1), &ball.type);
    ck_assert_ptr_null(zn_type_at(ctx, KIND, 2));
    ck_assert_ptr_null(zn_type_at(ctx, KIND, -1));
}
END_TEST

START_TEST(a_class_that_is_not_there_is_answered_with_those_that_are)
{
    const zn_type *found = &top.type;

    ck_assert_int_eq(zn_type_find(ctx, KIND, "top", &found), ZN_ENOENT);
    ck_assert_str_eq(zn_errmsg(ctx), "no toy 'top'; there is: none");
    ck_assert_ptr_null(found);
    ck_assert_int_eq(zn_plugin_add(ctx, &toys), ZN_OK);
    ck_assert_int_eq(zn_type_find(ctx, KIND, "kite", &found), ZN_ENOENT);
    ck_assert_str_eq(zn_errmsg(ctx), "no toy 'kite'; there is: top, ball-2");
    ck_assert_int_eq(zn_type_find(ctx, KIND, NULL, &found), ZN_ENOENT);
    ck_assert_int_eq(zn_type_find(ctx, ZN_KIND_OSI, "top", &found), ZN_ENOENT);
}
END_TEST

START_TEST(the_same_name_in_two_kinds_is_two_classes)
{
    static const zn_kind_info game = {
        .kind = (zn_kind)101, .name = "game", .min_size = sizeof(zn_type)};
    static const zn_type chess = {.size = sizeof(zn_type),
                                  .kind = (zn_kind)101,
                                  .name = "top",
                                  .summary = "a game"};
    static const zn_type *const types[] = {&chess, &top.type, NULL};
    static const zn_plugin p = PLUGIN("mixed", .types = types);
    const zn_type *found;

    ck_assert_int_eq(zn_kind_declare(ctx, &game), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_OK);
    ck_assert_int_eq(zn_type_find(ctx, (zn_kind)101, "top", &found), ZN_OK);
    ck_assert_ptr_eq(found, &chess);
    ck_assert_int_eq(zn_type_find(ctx, KIND, "top", &found), ZN_OK);
    ck_assert_ptr_eq(found, &top.type);
}
END_TEST

START_TEST(a_class_that_lacks_something_keeps_the_plugin_out)
{
    toy_type bad = TOY("bad");

    bad.play = NULL;
    type_refused(&bad.type, ZN_EINVAL,
                 "plugin 'toys': toy 'bad': no operation play");
    bad = (toy_type)TOY("bad");
    bad.type.summary = "";
    type_refused(&bad.type, ZN_EINVAL, "plugin 'toys': toy 'bad': no summary");
    bad.type.summary = NULL;
    type_refused(&bad.type, ZN_EINVAL, "plugin 'toys': toy 'bad': no summary");
    bad = (toy_type)TOY("bad");
    bad.type.state_size = 4;
    type_refused(&bad.type, ZN_EINVAL,
                 "plugin 'toys': toy 'bad': option 'a': its field is outside "
                 "the state");
    bad = (toy_type)TOY("bad");
    bad.type.kind = (zn_kind)99;
    type_refused(&bad.type, ZN_EINVAL,
                 "plugin 'toys': class 'bad': kind 99 is not known here");
    bad.type.kind = (zn_kind)-5;
    type_refused(&bad.type, ZN_EINVAL,
                 "plugin 'toys': class 'bad': kind -5 is not known here");
}
END_TEST

START_TEST(a_class_must_have_a_name_one_can_type)
{
    static const char *const bad[] = {"", "Top", "my top", "top_2", "t=1"};
    toy_type toy = TOY(NULL);

    type_refused(&toy.type, ZN_EINVAL,
                 "plugin 'toys': name '': must be of the letters a-z, 0-9 and "
                 "'-'");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char words[128];
        toy.type.name = bad[i];
        snprintf(words, sizeof words,
                 "plugin 'toys': name '%s': must be of the letters a-z, 0-9 "
                 "and '-'",
                 bad[i]);
        type_refused(&toy.type, ZN_EINVAL, words);
    }
}
END_TEST

START_TEST(a_descriptor_that_is_too_short_is_not_read)
{
    toy_type bad = TOY("bad");
    char words[160];

    bad.type.size = sizeof(zn_type);
    snprintf(words, sizeof words,
             "plugin 'toys': toy 'bad': descriptor of %zu bytes, must have %zu",
             sizeof(zn_type), sizeof(toy_type));
    type_refused(&bad.type, ZN_EINVAL, words);
    bad.type.size = 8;
    type_refused(&bad.type, ZN_EINVAL,
                 "plugin 'toys': a descriptor of 8 bytes");
}
END_TEST

/* A kind has got a field since: what an older plugin describes is there in full
 * length, with zeros. */
START_TEST(a_shorter_descriptor_is_lengthened_with_zeros)
{
    typedef struct toy_type_2 {
        zn_type type;
        int (*play)(int x);
        int (*stop)(void);
    } toy_type_2;
    static const zn_kind_info info = {.kind = KIND + 1,
                                      .name = "later toy",
                                      .min_size = sizeof(toy_type),
                                      .size = sizeof(toy_type_2)};
    static toy_type old = TOY("old");
    static const zn_type *const types[] = {&old.type, NULL};
    static const zn_plugin p = PLUGIN("older", .types = types);
    const zn_type *found;

    old.type.kind = KIND + 1;
    ck_assert_int_eq(zn_kind_declare(ctx, &info), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_OK);
    ck_assert_int_eq(zn_type_find(ctx, KIND + 1, "old", &found), ZN_OK);
    const toy_type_2 *t = (const void *)found;
    ck_assert(ZN_HAS(toy_type_2, t, stop) && !t->stop);
    ck_assert_int_eq(t->play(4), 8);
    ck_assert_str_eq(found->summary, "a toy");
    ck_assert(found->options == toy_options);
}
END_TEST

/* a host of a later minor appends fields; a longer descriptor is no fault, and
 * ZN_HAS tells the two apart */
START_TEST(a_longer_descriptor_is_welcome)
{
    typedef struct toy_type_2 {
        zn_type type;
        int (*play)(int x);
        int (*stop)(void);
    } toy_type_2;
    static const toy_type_2 newer = {.type = {.size = sizeof(toy_type_2),
                                              .kind = KIND,
                                              .name = "newer",
                                              .summary = "a toy"},
                                     .play = twice};
    static const zn_type *const types[] = {&newer.type, NULL};
    static const zn_plugin p = PLUGIN("newer", .types = types);

    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_OK);
    ck_assert(ZN_HAS(toy_type_2, &newer, stop));
    const void *volatile unknown = &top; /* as from a plugin's file */
    const toy_type_2 *older = unknown;
    ck_assert(!ZN_HAS(toy_type_2, older, stop));
    ck_assert(ZN_HAS(toy_type_2, older, play));
}
END_TEST

START_TEST(a_class_that_exists_keeps_the_plugin_out)
{
    static const zn_type *const types[] = {&ball.type, NULL};
    static const zn_plugin again = PLUGIN("again", .types = types);
    static const zn_type *const pair[] = {&top.type, &ball.type, &top.type,
                                          NULL};
    static const zn_plugin doubled = PLUGIN("doubled", .types = pair);

    refused(&doubled, ZN_EEXIST, "plugin 'doubled': toy 'top' is there twice");
    ck_assert_int_eq(zn_plugin_add(ctx, &toys), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &again), ZN_EEXIST);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "plugin 'again': toy 'ball-2' exists already");
    ck_assert_ptr_null(zn_plugin_find(ctx, "again"));
    ck_assert_ptr_null(zn_type_at(ctx, KIND, 2));
}
END_TEST

START_TEST(a_class_is_found_by_the_names_it_had)
{
    static const zn_alias were[] = {{KIND, "whirl", "top"}, {0}};
    static const zn_plugin p = PLUGIN("renamed", .types = two_toys, .aliases = were);
    const zn_type *found;

    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_OK);
    ck_assert_int_eq(zn_type_find(ctx, KIND, "whirl", &found), ZN_OK);
    ck_assert_ptr_eq(found, &top.type);
    ck_assert_int_eq(zn_type_find(ctx, ZN_KIND_OSI, "whirl", &found), ZN_ENOENT);
    /* it is no name of its own */
    ck_assert_int_eq(zn_type_find(ctx, KIND, "kite", &found), ZN_ENOENT);
    ck_assert_str_eq(zn_errmsg(ctx), "no toy 'kite'; there is: top, ball-2");
    ck_assert_ptr_null(zn_type_at(ctx, KIND, 2));
}
END_TEST

START_TEST(a_name_that_a_class_had_is_not_that_of_another)
{
    static const zn_type *const one[] = {&top.type, NULL};
    static const zn_alias to_none[] = {{KIND, "whirl", "kite"}, {0}};
    static const zn_alias itself[] = {{KIND, "ball-2", "top"}, {0}};
    static const zn_plugin lost = PLUGIN("lost", .types = two_toys, .aliases = to_none);
    static const zn_plugin own = PLUGIN("own", .types = two_toys, .aliases = itself);
    static const zn_type *const other[] = {&ball.type, NULL};
    static const zn_plugin early = PLUGIN("early", .types = one, .aliases = itself);
    static const zn_plugin late = PLUGIN("late", .types = other);

    refused(&lost, ZN_EINVAL,
            "plugin 'lost': 'whirl' was the name of 'kite', which is no toy here");
    refused(&own, ZN_EEXIST,
            "plugin 'own': 'ball-2', once the name of 'top', is another toy");
    ck_assert_int_eq(zn_plugin_add(ctx, &early), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &late), ZN_EEXIST);
    ck_assert_str_eq(zn_errmsg(ctx), "plugin 'late': toy 'ball-2' exists already");
}
END_TEST

/* ---- plugins ------------------------------------------------------------ */

START_TEST(plugins_are_found_by_name_and_in_order)
{
    static const zn_plugin empty = PLUGIN("empty");

    ck_assert_ptr_null(zn_plugin_find(ctx, "toys"));
    ck_assert_int_eq(zn_plugin_add(ctx, &toys), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &empty), ZN_OK);
    ck_assert_ptr_eq(zn_plugin_find(ctx, "toys"), &toys);
    ck_assert_str_eq(zn_plugin_at(ctx, 0)->name, "zeno-solvers");
    ck_assert_ptr_eq(zn_plugin_at(ctx, 1), &toys);
    ck_assert_ptr_eq(zn_plugin_at(ctx, 2), &empty);
    ck_assert_ptr_null(zn_plugin_at(ctx, 3));
    ck_assert_ptr_null(zn_plugin_at(ctx, -1));
    ck_assert_ptr_null(zn_plugin_find(ctx, NULL));
}
END_TEST

START_TEST(a_plugin_enters_once)
{
    static const zn_plugin namesake = PLUGIN("toys");

    ck_assert_int_eq(zn_plugin_add(ctx, &toys), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &toys), ZN_EEXIST);
    ck_assert_int_eq(zn_plugin_add(ctx, &namesake), ZN_EEXIST);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "plugin 'toys': a plugin of that name is already here");
}
END_TEST

START_TEST(another_interface_is_refused_with_both_versions)
{
    zn_plugin p = toys;
    char words[128];

    p.major = ZN_PLUGIN_MAJOR + 1;
    p.name = (const char *)1; /* where the name is, is not known then */
    p.build = (const char *)1;
    snprintf(
        words, sizeof words, "plugin built for interface %d.%d, this is %d.%d",
        ZN_PLUGIN_MAJOR + 1, ZN_PLUGIN_MINOR, ZN_PLUGIN_MAJOR, ZN_PLUGIN_MINOR);
    refused(&p, ZN_EABI, words);

    p = toys;
    p.minor = ZN_PLUGIN_MINOR + 1;
    snprintf(words, sizeof words,
             "plugin built for interface %d.%d, this is %d.%d", ZN_PLUGIN_MAJOR,
             ZN_PLUGIN_MINOR + 1, ZN_PLUGIN_MAJOR, ZN_PLUGIN_MINOR);
    refused(&p, ZN_EABI, words);
    p.minor = -1;
    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_EABI);
}
END_TEST

START_TEST(another_build_is_refused_with_both)
{
    zn_plugin p = toys;

    p.build = "real=float index=32";
    refused(&p, ZN_EABI,
            "plugin built with 'real=float index=32', this is "
            "'real=double index=64'");
    p.build = NULL;
    refused(&p, ZN_EABI,
            "plugin built with '', this is 'real=double index=64'");
}
END_TEST

START_TEST(a_plugin_is_read_only_as_far_as_it_reaches)
{
    zn_plugin p = toys;

    p.size = offsetof(zn_plugin, types);
    p.types = (const zn_type *const *)1;
    p.symbols = (const zn_symbol *)1;
    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_OK);
    ck_assert_ptr_null(zn_type_at(ctx, KIND, 0));
    p.size = 4;
    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_EABI);
    ck_assert_str_eq(zn_errmsg(ctx), "plugin whose descriptor has 4 bytes");
    p.size = offsetof(zn_plugin, build);
    p.build = (const char *)1;
    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_EABI);
}
END_TEST

START_TEST(a_plugin_must_have_a_name)
{
    zn_plugin p = toys;

    p.name = NULL;
    refused(&p, ZN_EINVAL, "plugin '': no name");
    p.name = "";
    refused(&p, ZN_EINVAL, "plugin '': no name");
    refused(NULL, ZN_EINVAL, "plugin: no descriptor");
}
END_TEST

START_TEST(the_table_of_symbols_is_checked)
{
    zn_symbol s[] = {
        {"f", "S1", 2, 1, "force"}, {"g", "S2", -1, -1, "gap"}, {0}};
    zn_plugin p = PLUGIN("ops", .symbols = s);

    s[1].name = "f";
    refused(&p, ZN_EEXIST, "plugin 'ops': symbol 'f' is there twice");
    s[1] = (zn_symbol){"g", NULL, 0, 0, "gap"};
    refused(&p, ZN_EINVAL,
            "plugin 'ops': symbol 1 'g' has no name or no signature");
    s[1] = (zn_symbol){"g", "S2", -2, 1, "gap"};
    refused(&p, ZN_EINVAL,
            "plugin 'ops': symbol 'g': -2 x 1, must be >= 0, or -1 for any");
    s[1].rows = 3;
    ck_assert_int_eq(zn_plugin_add(ctx, &p), ZN_OK);
    ck_assert_ptr_eq(zn_plugin_find(ctx, "ops")->symbols, s);
}
END_TEST

START_TEST(two_contexts_have_two_registries)
{
    zn_ctx *other;

    ck_assert_int_eq(zn_ctx_new(&other), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &toys), ZN_OK);
    ck_assert_ptr_null(zn_plugin_find(other, "toys"));
    ck_assert_str_eq(zn_kind_name(other, KIND), "unknown kind");
    zn_ctx_free(other);
}
END_TEST

/* ---- what the library brings itself ------------------------------------- */

START_TEST(a_solver_must_solve_and_have_a_tolerance)
{
    static const zn_solver_type lame = {.type = {.size = sizeof(zn_solver_type),
                                                 .kind = ZN_KIND_LCP_SOLVER,
                                                 .name = "lame",
                                                 .summary = "does nothing"}};
    static const zn_type *const types[] = {&lame.type, NULL};
    static const zn_plugin p = PLUGIN("lame", .types = types);

    refused(&p, ZN_EINVAL,
            "plugin 'lame': lcp solver 'lame': no operation solve");
}
END_TEST

START_TEST(every_built_in_problem_class_has_a_solver_named_auto)
{
    const zn_type *problem, *solver;
    zn_index n = 0;

    for (; (problem = zn_type_at(ctx, ZN_KIND_PROBLEM, n)); n++) {
        const zn_problem_type *p = (const zn_problem_type *)problem;
        ck_assert_msg(!zn_type_find(ctx, p->solver_kind, "auto", &solver), "%s",
                      zn_errmsg(ctx));
    }
    ck_assert_int_ge(n, 2); /* lcp, mlcp */
}
END_TEST

static zn_status add_many(const zn_allocator *alloc)
{
    static const zn_plugin empty = PLUGIN("empty");
    zn_ctx *made;
    zn_status st = zn_ctx_new_with(alloc, &made);

    if (st)
        return st;
    st = zn_kind_declare(made, &toy_info);
    if (!st)
        st = zn_plugin_add(made, &toys);
    /* nothing, or everything */
    ck_assert((zn_plugin_find(made, "toys") != NULL) == (st == ZN_OK));
    ck_assert((zn_type_at(made, KIND, 0) != NULL) == (st == ZN_OK));
    if (!st)
        st = zn_plugin_add(made, &empty);
    zn_ctx_free(made);
    return st;
}

START_TEST(a_plugin_enters_whole_or_not_at_all_without_memory)
{
    test_torture(add_many);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("type");
    TCase *tc = tcase_create("type");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, kinds_have_names_for_users);
    tcase_add_test(tc, every_solver_kind_is_declared);
    tcase_add_test(tc, a_kind_is_declared_once_but_the_same_again_is_fine);
    tcase_add_test(tc, a_kind_must_have_number_name_and_size);
    tcase_add_test(tc, the_classes_of_a_plugin_are_found);
    tcase_add_test(tc,
                   a_class_that_is_not_there_is_answered_with_those_that_are);
    tcase_add_test(tc, the_same_name_in_two_kinds_is_two_classes);
    tcase_add_test(tc, a_class_that_lacks_something_keeps_the_plugin_out);
    tcase_add_test(tc, a_class_must_have_a_name_one_can_type);
    tcase_add_test(tc, a_descriptor_that_is_too_short_is_not_read);
    tcase_add_test(tc, a_longer_descriptor_is_welcome);
    tcase_add_test(tc, a_shorter_descriptor_is_lengthened_with_zeros);
    tcase_add_test(tc, a_class_that_exists_keeps_the_plugin_out);
    tcase_add_test(tc, a_class_is_found_by_the_names_it_had);
    tcase_add_test(tc, a_name_that_a_class_had_is_not_that_of_another);
    tcase_add_test(tc, plugins_are_found_by_name_and_in_order);
    tcase_add_test(tc, a_plugin_enters_once);
    tcase_add_test(tc, another_interface_is_refused_with_both_versions);
    tcase_add_test(tc, another_build_is_refused_with_both);
    tcase_add_test(tc, a_plugin_is_read_only_as_far_as_it_reaches);
    tcase_add_test(tc, a_plugin_must_have_a_name);
    tcase_add_test(tc, the_table_of_symbols_is_checked);
    tcase_add_test(tc, two_contexts_have_two_registries);
    tcase_add_test(tc, a_solver_must_solve_and_have_a_tolerance);
    tcase_add_test(tc, every_built_in_problem_class_has_a_solver_named_auto);
    tcase_add_test(tc, a_plugin_enters_whole_or_not_at_all_without_memory);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
