/* test_type_plugins.c - the registry: plugins, all or none
 * SPDX-License-Identifier: Apache-2.0 */
#include "toys.h"

#include <zeno/solver.h>

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

/* A class of an earlier minor is copied into a whole one, which has zeros for what came later; the
 * copy goes with the context. */
START_TEST(a_short_class_is_made_whole_and_given_back)
{
    static const struct {
        zn_type type;
        int (*play)(int x);
    } old = {.type = {.size = sizeof old,
                      .kind = KIND,
                      .name = "old",
                      .summary = "a toy of last year"},
             .play = twice};
    typedef struct new_type {
        toy_type toy;
        int (*stop)(void);
    } new_type;
    static const zn_kind_info whole = {.kind = KIND,
                                       .name = "toy",
                                       .min_size = sizeof(toy_type),
                                       .missing = toy_missing,
                                       .size = sizeof(new_type)};
    static const zn_type *const types[] = {&old.type, NULL};
    static const zn_plugin museum = PLUGIN("museum", .types = types);
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    const zn_type *found;
    zn_ctx *made;

    ck_assert(!zn_ctx_new_with(&alloc, &made));
    ck_assert(!zn_kind_declare(made, &whole));
    ck_assert_msg(!zn_plugin_add(made, &museum), "%s", zn_errmsg(made));
    ck_assert(!zn_type_find(made, KIND, "old", &found));
    ck_assert_uint_eq(found->size, sizeof(new_type));
    ck_assert_int_eq(((const new_type *)found)->toy.play(3), 6);
    ck_assert_ptr_null(((const new_type *)found)->stop);
    zn_ctx_free(made);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugins of types");
    TCase *tc = tcase_create("type");

    tcase_add_checked_fixture(tc, setup, teardown);
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
    tcase_add_test(tc, a_short_class_is_made_whole_and_given_back);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
