/* test_plugin_starved.c - no memory for libdw, which would end the program
 *
 * The allocator of C is replaced, as libdw asks no other: not with a sanitizer, whose own it is.
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin_files.h"
#include "libdw_is_there.h"

#include <errno.h>

#include "kernel/plugin/dwarf.h"

static long left = -1; /* allocations that succeed; -1: all */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { REPLACED = 0 };
#else
enum { REPLACED = 1 };
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

static bool granted(void)
{
    if (left > 0)
        left--;
    if (left == 0)
        errno = ENOMEM;
    return left != 0;
}

ZN_API void *malloc(size_t size)
{
    return granted() ? __libc_malloc(size) : NULL;
}

ZN_API void *calloc(size_t n, size_t size)
{
    return granted() ? __libc_calloc(n, size) : NULL;
}

ZN_API void *realloc(void *p, size_t size)
{
    return granted() ? __libc_realloc(p, size) : NULL;
}
#endif

/* Functions that are known of a file when so many allocations succeed. */
static zn_status known(zn_ctx *ctx, const char *path, long allocations, zn_index *n)
{
    zni_declared *all;
    zn_status st;

    left = allocations;
    st = zni_dwarf_functions(ctx, path, &all, n);
    left = -1;
    zni_dwarf_free(ctx, all, *n);
    return st;
}

START_TEST(without_memory_the_program_goes_on)
{
    static const char *const options[] = {"-O2", "-gz"};
    const char *source = getenv("ZENO_SRCDIR");
    char line[4 * TEST_PATH];
    zn_ctx *ctx = plugin_ctx(NULL);
    zn_index whole, n;
    int failed = 0;

    folder_make();
    source = source ? source : ".";
    snprintf(line, sizeof line,
             "cc -g %s -shared -fPIC -I'%s/include' -I'%s' -o '%s' "
             "'%s/tests/faults/modules/arguments.c'",
             options[_i], source, built("include", ""), in_folder("arguments.so"), source);
    ck_assert_int_eq(system(line), 0);
    ck_assert_int_eq(known(ctx, in_folder("arguments.so"), -1, &whole), ZN_OK);
    ck_assert_int_ge(whole, 19);
    for (long k = 1; k < 2000; k++) {
        const zn_status st = known(ctx, in_folder("arguments.so"), k, &n);
        ck_assert(st == ZN_OK || st == ZN_ENOMEM);
        ck_assert(st == ZN_OK || n == 0);
        failed += st == ZN_ENOMEM;
        if (n == whole)
            break;
    }
    ck_assert_int_eq(n, whole);
    ck_assert_int_ge(failed, 1);
    zn_ctx_free(ctx);
    folder_remove();
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    if (!REPLACED)
        return EXIT_SUCCESS;
    if (!libdw_is_there())
        return test_in_ci() ? EXIT_FAILURE : TEST_SKIPPED;
    suite = suite_create("plugins without memory");
    tc = tcase_create("faults");
    tcase_add_loop_test(tc, without_memory_the_program_goes_on, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
