/* test_plugin_load.c - plugins that load, and every way in which they do not
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin_load.h"

#include <pthread.h>
#include <unistd.h>

#include <zeno/ds.h>
#include <zeno/law.h>

static zn_fn_s2 *force(const char *plugin, const char *symbol)
{
    zn_fn *fn;
    const zn_status st = zn_plugin_symbol(ctx, plugin, symbol, &fn, NULL);
    ck_assert_msg(st == ZN_OK, "%s:%s: %s", plugin, symbol, zn_errmsg(ctx));
    return (zn_fn_s2 *)fn;
}

/* ---- what works --------------------------------------------------------------- */

START_TEST(functions_without_a_description_are_found)
{
    double f = 0, z = 3;
    const zn_symbol *desc;
    zn_fn *fn;
    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "weight", &fn, &desc),
                     ZN_OK);
    ck_assert_ptr_null(desc);
    ((zn_fn_s2 *)fn)(0, 1, &f, 1, &z);
    ck_assert(f == -3);
    ck_assert_ptr_null(zn_plugin_find(ctx, "plain"));
}
END_TEST

START_TEST(a_description_is_given_with_the_symbol)
{
    const zn_symbol *desc;
    zn_fn *fn;
    ck_assert_int_eq(
        zn_plugin_symbol(ctx, "described", "moving_gap", &fn, &desc), ZN_OK);
    ck_assert_str_eq(desc->signature, "S11");
    ck_assert_int_eq(
        zn_plugin_symbol(ctx, "described", "undescribed", &fn, &desc), ZN_OK);
    ck_assert_ptr_null(desc);
    ck_assert_str_eq(zn_plugin_find(ctx, "described")->version, "1.0");
}
END_TEST

START_TEST(loading_twice_is_fine_by_whatever_name_it_is_called)
{
    copy_module("described", in_folder("described.so"));
    ck_assert_int_eq(symlink(in_folder("described.so"), in_folder("link.so")),
                     0);
    ck_assert_int_eq(zn_plugin_load(ctx, in_folder("described.so")), ZN_OK);
    ck_assert_int_eq(zn_plugin_load(ctx, in_folder("described")), ZN_OK);
    ck_assert_int_eq(zn_plugin_load(ctx, in_folder("link.so")), ZN_OK);
    /* a name is what is loaded, wherever else such a file may be */
    ck_assert_int_eq(zn_plugin_load(ctx, "described"), ZN_OK);
    ck_assert_ptr_nonnull(force("described", "pair_force"));
}
END_TEST

START_TEST(the_folder_added_last_is_searched_first_then_the_environment)
{
    const char *dirs[] = {in_folder("a"), in_folder("b"), in_folder("c")};
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(mkdir(dirs[i], 0700), 0);
    copy_module("plain", in_folder("a/one.so"));
    copy_module("described", in_folder("b/one.so"));
    copy_module("plain", in_folder("b/two.so"));
    copy_module("described", in_folder("c/two.so"));
    ck_assert_int_eq(zn_plugin_path_add(ctx, dirs[0]), ZN_OK);
    ck_assert_int_eq(zn_plugin_path_add(ctx, dirs[1]), ZN_OK);
    char list[TEST_PATH];
    snprintf(list, sizeof list, ":/nowhere::%s:%s", dirs[2], dirs[0]);
    ck_assert_int_eq(setenv("ZENO_PLUGIN_PATH", list, 1), 0);

    ck_assert_ptr_nonnull(force("one", "pair_force"));
    ck_assert_ptr_nonnull(force("two", "weight"));

    zn_ctx_free(ctx);
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_ptr_nonnull(force("two", "pair_force"));
    ck_assert_ptr_nonnull(force("one", "weight"));
    ck_assert_int_eq(unsetenv("ZENO_PLUGIN_PATH"), 0);
}
END_TEST

START_TEST(the_current_folder_is_searched)
{
    copy_module("plain", in_folder("here.so"));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_ptr_nonnull(force("here", "weight"));
    ck_assert_ptr_nonnull(force("here.so", "weight"));
    ck_assert_ptr_nonnull(force("./here", "weight"));
    ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

START_TEST(classes_of_a_plugin_are_registered)
{
    const zn_type *type;
    ck_assert_int_eq(zn_plugin_load(ctx, "laws"), ZN_OK);
    ck_assert_int_eq(zn_type_find(ctx, ZN_KIND_LAW, "test-second", &type),
                     ZN_OK);
    ck_assert_str_eq(type->summary, "y = 0 again");
}
END_TEST

START_TEST(a_file_compiled_as_cplusplus_loads_unchanged)
{
    const char *cxx = getenv("CXX"), *src = getenv("ZENO_SRCDIR");
    if (!cxx || !*cxx || strcmp(cxx, ":") == 0) {
        ck_assert_msg(!test_in_ci(), "CI=true needs a C++ compiler in CXX");
        printf("SKIP: no C++ compiler in CXX\n");
        return;
    }
    char command[2 * TEST_PATH];
    snprintf(command, sizeof command,
             "%s -shared -fPIC -o '%s' "
             "'%s/tests/faults/modules/cplusplus.cpp'",
             cxx, in_folder("SpringPlugin.so"), src ? src : ".");
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(zn_plugin_path_add(ctx, folder), ZN_OK);
    double f[2], z = 4;
    force("SpringPlugin", "springForce")(0, 2, f, 1, &z);
    ck_assert(f[0] == 4 && f[1] == 4);
    force("SpringPlugin", "springForce")(0, 2, f, 0, NULL);
    ck_assert(f[1] == 6); /* letters of "spring": its constructor has run */
    force("SpringPlugin", "begunForce")(0, 2, f, 0, NULL);
    ck_assert(f[0] == 10);

    zn_fn *fn;
    ck_assert_int_eq(zn_plugin_symbol(ctx, "SpringPlugin", "bareForce", &fn, NULL),
                     ZN_ENOENT);
    says(ctx, "has no symbol 'bareForce', but '_Z9bareForce");
    says(ctx, "as C++ calls it: declare it extern \"C\"");
}
END_TEST

/* ---- no such thing ---------------------------------------------------------------- */

START_TEST(no_such_file_says_where_it_was_looked_for)
{
    ck_assert_int_eq(zn_plugin_path_add(ctx, "/first/folder"), ZN_OK);
    ck_assert_int_eq(setenv("ZENO_PLUGIN_PATH", "/second/folder", 1), 0);
    refused("AbsentPlugin", ZN_ENOENT);
    ck_assert_int_eq(unsetenv("ZENO_PLUGIN_PATH"), 0);
    says(ctx, "plugin 'AbsentPlugin': there is no file AbsentPlugin.so in the "
              "folders /first/folder, ");
    says(ctx, ", /second/folder, /");
    says(ctx, "/zeno/plugins, .; zeno makes it of a file or folder AbsentPlugin beside "
              "the sample");
    refused("absent", ZN_ENOENT);
    says(ctx, "if their names have 'Plugin' in them, e.g. absentPlugin.c");

    refused("/no/such/Plugin", ZN_ENOENT);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "plugin '/no/such/Plugin': there is no such file");
    refused("/tmp/", ZN_ENOENT);
    says(ctx, "there is no such file");
}
END_TEST

START_TEST(no_name_is_refused)
{
    refused("", ZN_EINVAL);
    says(ctx, "the plugin has no name");
    refused(NULL, ZN_EINVAL);
    ck_assert_int_eq(zn_plugin_path_add(ctx, ""), ZN_EINVAL);
    says(ctx, "the plugin folder has no name");
    zn_fn *fn = (zn_fn *)exit;
    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "", &fn, NULL), ZN_EINVAL);
    says(ctx, "plugin 'plain': the symbol has no name");
    ck_assert(!fn); /* who calls it all the same does not call what stood there */
}
END_TEST

START_TEST(a_file_that_is_no_shared_object_is_named_with_the_loader_s_words)
{
    write_file(in_folder("Text.so"),
               "void ballFExt(double t) { this is C source text, which has to "
               "be compiled before it can be loaded by anybody }\n");
    refused(in_folder("Text.so"), ZN_ENOENT);
    says(ctx, folder);
    says(ctx, "Text.so is there but cannot be loaded as a shared object: ");
    says(ctx, "invalid ELF header");

    write_file(in_folder("Empty.so"), "");
    ck_assert_int_eq(zn_plugin_path_add(ctx, folder), ZN_OK);
    refused("Empty", ZN_ENOENT);
    says(ctx, "file too short");
    /* the file was found, so other folders have nothing to do with it */
    ck_assert_ptr_null(strstr(zn_errmsg(ctx), "folders"));
}
END_TEST

START_TEST(a_function_that_exists_nowhere_is_found_when_loading)
{
    refused("undefined", ZN_ENOENT);
    says(ctx, "undefined symbol: zeno_test_function_that_exists_nowhere");
}
END_TEST

START_TEST(no_such_symbol_lists_the_described_ones)
{
    zn_fn *fn = (zn_fn *)teardown;
    const zn_symbol *desc;
    ck_assert_int_eq(
        zn_plugin_symbol(ctx, "described", "pear_force", &fn, &desc),
        ZN_ENOENT);
    ck_assert(fn == NULL && desc == NULL);
    says(ctx, "plugin 'described' (/");
    says(ctx, "described.so) has no symbol 'pear_force'; it describes: "
              "pair_force, any_force, moving_gap");

    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "pear_force", &fn, NULL),
                     ZN_ENOENT);
    says(ctx, "plain.so) has no symbol 'pear_force'");
}
END_TEST

START_TEST(no_such_symbol_tells_the_nearest)
{
    zn_fn *fn;

    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "wieght", &fn, NULL), ZN_ENOENT);
    says(ctx, "has no symbol 'wieght'; did you mean 'weight'?");
    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "unit_masses", &fn, NULL),
                     ZN_ENOENT);
    says(ctx, "did you mean 'unit_mass'?");
    /* functions of the C library that it calls are none of its own */
    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "sqrtt", &fn, NULL), ZN_ENOENT);
    ck_assert_ptr_null(strstr(zn_errmsg(ctx), "did you mean"));
    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "zzzzzzzzz", &fn, NULL),
                     ZN_ENOENT);
    ck_assert_ptr_null(strstr(zn_errmsg(ctx), "did you mean"));
}
END_TEST

START_TEST(a_symbol_of_the_c_library_is_not_taken_for_the_user_s)
{
    zn_fn *fn;
    ck_assert_int_eq(zn_plugin_symbol(ctx, "plain", "hsearch", &fn, NULL),
                     ZN_ENOENT);
    says(ctx, "has no symbol 'hsearch'");
}
END_TEST

/* ---- another interface ------------------------------------------------------------------ */

START_TEST(another_interface_is_refused_with_both_versions)
{
    char host[64];
    snprintf(host, sizeof host, "%d.%d", ZN_PLUGIN_MAJOR, ZN_PLUGIN_MINOR);
    refused("major", ZN_EABI);
    says(ctx, "major.so: ");
    says(ctx, "built for interface 99.");
    says(ctx, host);
    refused("minor", ZN_EABI);
    says(ctx, "2.99");
    says(ctx, host);
    refused("build", ZN_EABI);
    says(ctx, "real=float index=32");
    says(ctx, ZN_PLUGIN_BUILD);
    refused("size", ZN_EABI);
    says(ctx, "size.so: ");
}
END_TEST

START_TEST(an_entry_that_gives_nothing_is_refused)
{
    refused("nothing", ZN_EINVAL);
    says(ctx, "nothing.so: the function zn_plugin_entry gives NULL");
}
END_TEST

/* ---- a wrong description ------------------------------------------------------------------ */

START_TEST(a_description_of_what_is_not_there_is_refused)
{
    refused("symbol_absent", ZN_EINVAL);
    says(ctx, "plugin 'symbol_absent' describes 'farce' but does not export "
              "it");
    refused("symbol_list", ZN_EINVAL);
    says(ctx, "describes 'force' with argument list 'S20', there are S1 ... "
              "S19");
    refused("symbol_size", ZN_EINVAL);
    says(ctx, "symbol 'force': -2 x 1");
}
END_TEST

/* ---- names that are taken ------------------------------------------------------------------ */

START_TEST(two_files_of_one_name_are_refused_with_both_paths)
{
    ck_assert_int_eq(mkdir(in_folder("a"), 0700), 0);
    ck_assert_int_eq(mkdir(in_folder("b"), 0700), 0);
    copy_module("plain", in_folder("a/twin.so"));
    copy_module("plain", in_folder("b/twin.so"));
    ck_assert_int_eq(zn_plugin_load(ctx, in_folder("a/twin.so")), ZN_OK);
    refused(in_folder("b/twin.so"), ZN_EEXIST);
    says(ctx, "plugin 'twin': ");
    says(ctx, "a/twin.so");
    says(ctx, "b/twin.so");
}
END_TEST

START_TEST(two_plugins_that_give_themselves_one_name_are_refused)
{
    copy_module("described", in_folder("first.so"));
    copy_module("described", in_folder("second.so"));
    ck_assert_int_eq(zn_plugin_load(ctx, in_folder("first.so")), ZN_OK);
    refused(in_folder("second.so"), ZN_EEXIST);
    says(ctx, "second.so: ");
    says(ctx, "'described'");
    zn_fn *fn;
    ck_assert_int_eq(zn_plugin_symbol(ctx, "second", "pair_force", &fn, NULL),
                     ZN_ENOENT);
}
END_TEST

START_TEST(a_class_that_exists_is_refused_and_nothing_of_the_plugin_stays)
{
    const zn_type *type;
    refused("laws_existing", ZN_EEXIST);
    says(ctx, "laws_existing.so: ");
    says(ctx, "newton-impact");
    ck_assert_int_eq(zn_type_find(ctx, ZN_KIND_LAW, "test-first", &type),
                     ZN_ENOENT);
    /* its names are free for another */
    ck_assert_int_eq(zn_plugin_load(ctx, "laws"), ZN_OK);
    ck_assert_int_eq(zn_type_find(ctx, ZN_KIND_LAW, "test-first", &type),
                     ZN_OK);
}
END_TEST

START_TEST(a_plugin_with_half_a_class_leaves_nothing_behind)
{
    const zn_type *type;
    refused("laws_half", ZN_EINVAL);
    says(ctx, "laws_half.so: ");
    says(ctx, "test-second");
    says(ctx, "admissible");
    ck_assert_int_eq(zn_type_find(ctx, ZN_KIND_LAW, "test-first", &type),
                     ZN_ENOENT);
    ck_assert_ptr_null(zn_plugin_find(ctx, "laws"));
    ck_assert_int_eq(zn_plugin_load(ctx, "laws"), ZN_OK);
}
END_TEST

/* ---- several contexts --------------------------------------------------------------------- */

START_TEST(a_context_keeps_its_plugins_when_another_ends)
{
    zn_ctx *other = plugin_ctx(NULL);
    zn_fn *fn;
    ck_assert_int_eq(zn_plugin_symbol(other, "plain", "weight", &fn, NULL),
                     ZN_OK);
    zn_fn_s2 *weight = force("plain", "weight");
    zn_ctx_free(other);
    double f;
    weight(0, 1, &f, 0, NULL);
    ck_assert(f == -9.81);
}
END_TEST

static void *load_and_free(void *arg)
{
    (void)arg;
    for (int i = 0; i < 60; i++) {
        zn_ctx *own = plugin_ctx(NULL);
        zn_fn *fn = NULL;
        double f[2] = {0}, t = i;
        if (zn_plugin_symbol(own, i % 2 ? "described" : "plain",
                             i % 2 ? "pair_force" : "weight", &fn, NULL) ||
            zn_plugin_load(own, "undefined") != ZN_ENOENT)
            return own;
        ((zn_fn_s2 *)fn)(t, 2, f, 0, NULL);
        if (f[0] != (i % 2 ? t : -9.81))
            return own;
        zn_ctx_free(own);
    }
    return NULL;
}

START_TEST(contexts_of_several_threads_load_at_the_same_time)
{
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, load_and_free, NULL),
                         0);
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(thread[i], &failed);
        ck_assert_msg(!failed, "%s", failed ? zn_errmsg(failed) : "");
    }
}
END_TEST

/* ---- memory ---------------------------------------------------------------------------------- */

static zn_status load_everything(const zn_allocator *alloc)
{
    zn_ctx *own = NULL;
    zn_fn *fn;
    zn_status st = zn_ctx_new_with(alloc, &own);
    if (st)
        return st;
    st = zn_plugin_path_add(own, module(""));
    if (!st)
        st = zn_plugin_load(own, "described");
    if (!st)
        st = zn_plugin_load(own, "laws");
    if (!st)
        st = zn_plugin_symbol(own, "plain", "weight", &fn, NULL);
    zn_ctx_free(own);
    return st;
}

START_TEST(no_memory_is_said_and_nothing_leaks)
{
    test_torture(load_everything);
}
END_TEST

START_TEST(loading_works_after_memory_ran_out)
{
    for (long n = 1;; n++) {
        test_memory mem = {0};
        const zn_allocator alloc = test_allocator(&mem);
        zn_ctx *own = plugin_ctx(&alloc);
        ck_assert_ptr_nonnull(own);
        mem.fail_at = mem.calls + n;
        const zn_status st = zn_plugin_load(own, "laws");
        ck_assert_int_eq(zn_plugin_load(own, "laws"), ZN_OK);
        zn_ctx_free(own);
        ck_assert_int_eq(mem.live, 0);
        if (!mem.failed)
            break;
        ck_assert_int_eq(st, ZN_ENOMEM);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin");
    TCase *tc = tcase_create("loading");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, functions_without_a_description_are_found);
    tcase_add_test(tc, a_description_is_given_with_the_symbol);
    tcase_add_test(tc, loading_twice_is_fine_by_whatever_name_it_is_called);
    tcase_add_test(
        tc, the_folder_added_last_is_searched_first_then_the_environment);
    tcase_add_test(tc, the_current_folder_is_searched);
    tcase_add_test(tc, classes_of_a_plugin_are_registered);
    tcase_add_test(tc, a_file_compiled_as_cplusplus_loads_unchanged);
    suite_add_tcase(suite, tc);

    tc = tcase_create("faults");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, no_such_file_says_where_it_was_looked_for);
    tcase_add_test(tc, no_name_is_refused);
    tcase_add_test(
        tc, a_file_that_is_no_shared_object_is_named_with_the_loader_s_words);
    tcase_add_test(tc, a_function_that_exists_nowhere_is_found_when_loading);
    tcase_add_test(tc, no_such_symbol_lists_the_described_ones);
    tcase_add_test(tc, no_such_symbol_tells_the_nearest);
    tcase_add_test(tc, a_symbol_of_the_c_library_is_not_taken_for_the_user_s);
    tcase_add_test(tc, another_interface_is_refused_with_both_versions);
    tcase_add_test(tc, an_entry_that_gives_nothing_is_refused);
    tcase_add_test(tc, a_description_of_what_is_not_there_is_refused);
    tcase_add_test(tc, two_files_of_one_name_are_refused_with_both_paths);
    tcase_add_test(tc, two_plugins_that_give_themselves_one_name_are_refused);
    tcase_add_test(
        tc, a_class_that_exists_is_refused_and_nothing_of_the_plugin_stays);
    tcase_add_test(tc, a_plugin_with_half_a_class_leaves_nothing_behind);
    suite_add_tcase(suite, tc);

    tc = tcase_create("contexts and memory");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_context_keeps_its_plugins_when_another_ends);
    tcase_add_test(tc, contexts_of_several_threads_load_at_the_same_time);
    tcase_add_test(tc, no_memory_is_said_and_nothing_leaks);
    tcase_add_test(tc, loading_works_after_memory_ran_out);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
