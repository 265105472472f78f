/* test_type.c - the registry: kinds and classes
 * SPDX-License-Identifier: Apache-2.0 */
#include "toys.h"

#include <zeno/solver.h>

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
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
