/* test_plugin_arguments.c - functions of plugins that were written for another operator
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin_files.h"
#include "libdw_is_there.h"

#include <zeno/zeno.h>

static zn_ctx *ctx;
static zn_ds *ds, *body, *first, *linear;
static zn_relation *fixed, *moving, *soft, *any, *without, *with;

/* arguments.c as a plugin of that name, by a compiler and its options; false: it is not there,
 * or does not know one. Not by make: what is tested is what -g leaves. */
static bool compiled(const char *command)
{
    const char *source = getenv("ZENO_SRCDIR"), *build = getenv("ZENO_BUILDDIR");
    char line[4 * TEST_PATH];

    source = source ? source : ".";
    snprintf(line, sizeof line,
             "exec 2>'%s'; %s -shared -fPIC -I'%s/include' -I'%s/include' -o '%s' "
             "'%s/tests/faults/modules/arguments.c'",
             in_folder("words"), command, source, build ? build : ".",
             in_folder("arguments.so"), source);
    return system(line) == 0;
}

static zn_relation *relation(const char *cls)
{
    zn_relation *r = NULL;

    ck_assert_int_eq(zn_relation_new(ctx, cls, cls, 1, 2, &r), ZN_OK);
    return r;
}

static bool begin(const char *command)
{
    const double zero[7] = {0}, q[7] = {0, 0, 0, 1};

    folder_make();
    if (!compiled(command)) {
        folder_remove();
        return false;
    }
    ctx = plugin_ctx(NULL);
    ck_assert_ptr_nonnull(ctx);
    ck_assert_int_eq(zn_plugin_path_add(ctx, folder), ZN_OK);
    ck_assert_int_eq(zn_ds_new(ctx, "lagrangian", "ball", 2, zero, zero, &ds), ZN_OK);
    ck_assert_int_eq(zn_ds_new(ctx, "newton-euler", "body", 6, q, zero, &body), ZN_OK);
    ck_assert_int_eq(zn_ds_new_first_order(ctx, "first-order", "f", 2, zero, &first), ZN_OK);
    ck_assert_int_eq(zn_ds_new_first_order(ctx, "first-order-linear", "l", 2, zero, &linear),
                     ZN_OK);
    fixed = relation("scleronomous");
    moving = relation("rheonomous");
    soft = relation("compliant");
    any = relation("nonlinear");
    without = relation("without-feedthrough");
    with = relation("feedthrough");
    return true;
}

static void end(void)
{
    zn_relation *const relations[] = {fixed, moving, soft, any, without, with};
    zn_ds *const systems[] = {ds, body, first, linear};

    for (int k = 0; k < 6; k++)
        zn_relation_free(relations[k]);
    for (int k = 0; k < 4; k++)
        zn_ds_free(systems[k]);
    zn_ctx_free(ctx);
    folder_remove();
}

static void setup(void)
{
    ck_assert(begin("cc -g -O2"));
}

/* ---- all against all ------------------------------------------------------------- */

/* An operator of each list that a function may have (S18 is called by users only). */
static zn_status give(int list, const char *name)
{
    static const zn_index one[] = {0};

    switch (list) {
    case 1: return zn_ds_set_name(linear, "A", name);
    case 2: return zn_ds_set_name(ds, "f_ext", name);
    case 3: return zn_ds_set_name(first, "f", name);
    case 4: return zn_ds_set_name(ds, "mass", name);
    case 5: return zn_ds_set_name(ds, "f_gyr", name);
    case 6: return zn_ds_set_name(ds, "f_int", name);
    case 7: return zn_ds_set_name(body, "m_ext", name);
    case 8: return zn_ds_set_name(body, "f_int", name);
    case 9: return zn_relation_set_name(fixed, "h", name);
    case 10: return zn_relation_set_name(fixed, "jac_h_q_dot", name);
    case 11: return zn_relation_set_name(moving, "h_dot", name);
    case 12: return zn_relation_set_name(soft, "jac_h_lambda", name);
    case 13: return zn_relation_set_name(any, "g", name);
    case 14: return zn_relation_set_name(without, "h", name);
    case 15: return zn_relation_set_name(with, "h", name);
    case 16: return zn_relation_set_name(with, "g", name);
    case 17: return zn_ds_prescribe_name(ds, 1, one, name);
    case 19: return zn_ds_set_name(first, "input", name);
    default: return ZN_EINVAL;
    }
}

/* Lists of the same types, which nobody can tell apart; the larger of each. */
static int family(int list)
{
    return list == 9 || list == 14 ? 15 : list == 10 ? 12 : list == 13 ? 19 : list;
}

/* without nz and z S2 is S17, and S9 and S14 are S16 */
static bool serves(int has, int wanted)
{
    return family(has) == family(wanted) || (has == 17 && wanted == 2) ||
           (has == 16 && (wanted == 9 || wanted == 14));
}

START_TEST(each_list_is_told_from_all_others)
{
    for (int has = 1; has <= 19; has++)
        for (int wanted = 1; wanted <= 19; wanted++) {
            char name[40], words[40];
            if (wanted == 18)
                continue;
            snprintf(name, sizeof name, "arguments:s%d", has);
            ck_assert_msg(!give(wanted, name) == serves(has, wanted), "S%d for S%d: %s", has,
                          wanted, zn_errmsg(ctx));
            if (serves(has, wanted))
                continue;
            snprintf(words, sizeof words, "arguments:s%d was compiled with", has);
            says(ctx, words);
            snprintf(words, sizeof words, "but is called with S%d (", wanted);
            says(ctx, words);
        }
}
END_TEST

START_TEST(what_was_written_for_another_operator_is_refused_with_both_lists)
{
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "arguments:s6"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "f_ext of system 'ball': arguments:s6 was compiled with the arguments S6 "
                     "(double, unsigned, double *, double *, double *, unsigned, double *), but "
                     "is called with S2 (double, unsigned, double *, unsigned, double *); see "
                     "the table in zeno/operator.h");
    ck_assert_int_eq(zn_operator_get_mode(zn_ds_operator(ds, "f_ext")), ZN_OPERATOR_ABSENT);
}
END_TEST

/* ---- a little other than the table ------------------------------------------------- */

START_TEST(signs_sizes_and_qualifiers_do_not_matter)
{
    const char *const right[] = {"of_int", "of_size", "of_void", "without_z"};

    for (int k = 0; k < 4; k++)
        ck_assert_msg(!zn_ds_set_plugin(ds, "f_ext", "arguments", right[k]), "%s",
                      zn_errmsg(ctx));
}
END_TEST

START_TEST(other_numbers_and_fewer_arguments_are_refused)
{
    static const char *const wrong[][2] = {
        {"of_float", "(float, unsigned, double *, unsigned, double *)"},
        {"to_float", "(double, unsigned, pointer to no double, unsigned, double *)"},
        {"to_rows", "(double, unsigned, pointer to no double, unsigned, double *)"},
        {"of_nothing", "(void)"},
        {"without_n", "(double, double *, unsigned, double *)"}};

    for (int k = 0; k < 5; k++) {
        ck_assert_int_eq(zn_ds_set_plugin(ds, "f_ext", "arguments", wrong[k][0]), ZN_EINVAL);
        says(ctx, wrong[k][1]);
    }
}
END_TEST

/* ---- compilers ----------------------------------------------------------------------- */

START_TEST(without_debug_information_nothing_is_refused)
{
    end();
    ck_assert(begin("cc -g0"));
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "arguments:s6"), ZN_OK);
}
END_TEST

START_TEST(other_compilers_write_it_down_too)
{
    static const char *const commands[] = {
        "cc -g -O2 -gdwarf-2 -gstrict-dwarf", "cc -g -O3 -gdwarf-4", "cc -g -O0 -gdwarf-5",
        "cc -g -O2 -flto",                    "cc -g -gz",         "cc -g -gsplit-dwarf",
        "cc -g -gdwarf-4 -gsplit-dwarf",      "clang -g -O2",        "clang -g -O1 -gdwarf-4",
        "g++ -g -O2 -x c++"};
    int looked_at = 0;

    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        end();
        if (!begin(commands[k])) {
            printf("note: there is no '%s'\n", commands[k]);
            ck_assert(begin("cc -g"));
            continue;
        }
        ck_assert_msg(!zn_ds_set_name(ds, "f_ext", "arguments:s2"), "%s: %s", commands[k],
                      zn_errmsg(ctx));
        ck_assert_msg(zn_ds_set_name(ds, "f_ext", "arguments:s6") == ZN_EINVAL, "%s",
                      commands[k]);
        looked_at++;
    }
    ck_assert_int_ge(looked_at, 3);
}
END_TEST

/* Damage that no compiler makes: the type of the only argument is a name for itself. DWARF 4,
 * sections 7.5.3 and 7.5.1.1, of 32 bits: abbreviations unit, function, argument, name. */
static const char circle[] =
    "void turning(double t);\n"
    "void turning(double t)\n{\n    (void)t;\n}\n"
    "__asm__(\".section .debug_abbrev\\n\"\n"
    "        \".byte 1, 0x11, 1, 0, 0, 2, 0x2e, 1, 0x03, 8, 0x3f, 0x19, 0x27, 0x19, 0, 0\\n\"\n"
    "        \".byte 3, 0x05, 0, 0x49, 0x13, 0, 0, 4, 0x16, 0, 0x49, 0x13, 0, 0, 0\\n\"\n"
    "        \".section .debug_info\\n\"\n"
    "        \"0: .4byte 2f - 1f\\n 1: .2byte 4\\n .4byte 0\\n .byte 8, 1, 2\\n\"\n"
    "        \".asciz \\\"turning\\\"\\n .byte 3\\n .4byte 3f - 0b\\n .byte 0\\n\"\n"
    "        \"3: .byte 4\\n .4byte 3b - 0b\\n .byte 0\\n 2:\\n .previous\\n\");\n";

START_TEST(types_in_a_circle_are_not_followed_for_ever)
{
    char line[2 * TEST_PATH];

    write_file(in_folder("circle.c"), circle);
    snprintf(line, sizeof line, "cc -g0 -shared -fPIC -o '%s' '%s'", in_folder("circle.so"),
             in_folder("circle.c"));
    ck_assert_int_eq(system(line), 0);
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "circle:turning"), ZN_EINVAL);
    says(ctx, "circle:turning was compiled with");
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    if (!libdw_is_there())
        return test_in_ci() ? EXIT_FAILURE : TEST_SKIPPED;
    suite = suite_create("arguments of plugins");
    tc = tcase_create("faults");
    tcase_add_checked_fixture(tc, setup, end);
    tcase_add_test(tc, each_list_is_told_from_all_others);
    tcase_add_test(tc, what_was_written_for_another_operator_is_refused_with_both_lists);
    tcase_add_test(tc, signs_sizes_and_qualifiers_do_not_matter);
    tcase_add_test(tc, other_numbers_and_fewer_arguments_are_refused);
    tcase_add_test(tc, without_debug_information_nothing_is_refused);
    tcase_add_test(tc, other_compilers_write_it_down_too);
    tcase_add_test(tc, types_in_a_circle_are_not_followed_for_ever);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
