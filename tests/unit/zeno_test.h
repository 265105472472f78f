/* zeno_test.h - what the Check programs share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_H
#define ZENO_TEST_H

#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zeno/ctx.h>

#include "tests/rounds.h"

/* what a program returns to say that all of it was skipped */
#define TEST_SKIPPED 77

/* ---- running ------------------------------------------------------------ */

/* Run one suite and give main its exit status. */
static inline int test_main(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- reference data, which live outside the project ----------------------- */

static inline bool test_in_ci(void)
{
    const char *ci = getenv("CI");
    return ci && strcmp(ci, "true") == 0;
}

#define TEST_PATH 4096

/* Write the path of a reference file ("problems/LCP/x.dat") into path.
 * @return is it there? */
static inline bool test_has_reference(char path[TEST_PATH], const char *relative)
{
    const char *root = getenv("ZENO_REFERENCE");
    const char *src = getenv("ZENO_SRCDIR");
    if (root && *root)
        snprintf(path, TEST_PATH, "%s/%s", root, relative);
    else
        snprintf(path, TEST_PATH, "%s/../shared/reference/%s", src ? src : ".",
                 relative);
    return access(path, R_OK) == 0;
}

/* The same for a test that needs the file. If it is not there, a line says so; with
 * CI=true the test fails, since a check that silently does not run is worth nothing
 * there.
 *     char path[TEST_PATH];
 *     if (!test_reference(path, "problems/LCP/x.dat"))
 *         return; */
static inline bool test_reference(char path[TEST_PATH], const char *relative)
{
    if (test_has_reference(path, relative))
        return true;

    printf("SKIP: no reference data at %s (%s); set ZENO_REFERENCE\n", path,
           strerror(errno));
    fflush(stdout);
    if (test_in_ci())
        ck_abort_msg("reference data are required with CI=true: %s", path);
    return false;
}

/* For a program that is nothing without its reference data: first line of
 * main. Leaves with 77 (skipped), or 1 with CI=true, if `relative` is absent. */
static inline void test_require_reference(const char *relative)
{
    char path[TEST_PATH];

    if (test_has_reference(path, relative))
        return;
    printf("SKIP: no reference data at %s (%s); set ZENO_REFERENCE\n", path,
           strerror(errno));
    exit(test_in_ci() ? EXIT_FAILURE : TEST_SKIPPED);
}

/* ---- memory that can be made to fail, and that counts ---------------------- */

/* An allocator for zn_ctx_new_with:
 *     test_memory mem = {.fail_at = n};   (0: never fails)
 *     zn_allocator alloc = test_allocator(&mem);
 * Afterwards mem.calls says how many allocations there were, mem.live how many
 * blocks were not given back. To prove that a step allocates nothing, compare
 * mem.calls before and after it. */
typedef struct test_memory {
    long calls;   /* allocations and growths so far              */
    long live;    /* blocks held now                             */
    size_t bytes; /* of them                                     */
    long fail_at; /* the call that fails, counted from 1; 0 none */
    bool failed;  /* it has                                      */
} test_memory;

/* A block has its size before it and bytes of a known value on both sides: who writes
 * beyond it is found when it is given back. New bytes are no zeros. */
#define TEST_GUARD 64

static inline void test_guard(unsigned char *whole, size_t bytes)
{
    memset(whole, 0xa5, TEST_GUARD);
    memcpy(whole, &bytes, sizeof bytes);
    memset(whole + TEST_GUARD + bytes, 0xa5, TEST_GUARD);
}

/* The size of a block whose guards are as they were. */
static inline size_t test_intact(const unsigned char *whole)
{
    size_t bytes;

    memcpy(&bytes, whole, sizeof bytes);
    for (size_t i = sizeof bytes; i < TEST_GUARD; i++)
        if (whole[i] != 0xa5)
            ck_abort_msg("something was written before a block");
    for (size_t i = 0; i < TEST_GUARD; i++)
        if (whole[TEST_GUARD + bytes + i] != 0xa5)
            ck_abort_msg("byte %zu of a block of %zu was written", bytes + i,
                         bytes);
    return bytes;
}

static inline void *test_resize(void *user, void *p, size_t bytes)
{
    test_memory *mem = (test_memory *)user;
    unsigned char *whole = p ? (unsigned char *)p - TEST_GUARD : NULL;
    const size_t before = whole ? test_intact(whole) : 0;

    if (bytes == 0) {
        mem->live -= p != NULL;
        mem->bytes -= before;
        free(whole);
        return NULL;
    }
    if (++mem->calls == mem->fail_at) {
        mem->failed = true;
        return NULL;
    }
    whole = (unsigned char *)realloc(whole, bytes + 2 * TEST_GUARD);
    if (!whole)
        return NULL;
    mem->live += !p;
    mem->bytes += bytes - before;
    test_guard(whole, bytes);
    if (bytes > before)
        memset(whole + TEST_GUARD + before, 0x5a, bytes - before);
    return whole + TEST_GUARD;
}

static inline zn_allocator test_allocator(test_memory *mem)
{
    zn_allocator alloc = {.resize = test_resize, .user = mem};
    return alloc;
}

/* Torture: run `body` with allocation 1, 2, 3 ... failing until none does. The
 * body makes its context from the allocator, works, frees everything, and
 * returns the status; it must be ZN_ENOMEM each time an allocation failed (the
 * library may not swallow it), and nothing may be left over. */
static inline void test_torture(zn_status (*body)(const zn_allocator *alloc))
{
    const long plenty = 100000; /* a loop without end is a failure too */
    for (long n = 1; n < plenty; n++) {
        test_memory mem = {.fail_at = n};
        zn_allocator alloc = test_allocator(&mem);
        zn_status st = body(&alloc);
        ck_assert_msg(mem.live == 0, "allocation %ld failed: %ld blocks leaked",
                      n, mem.live);
        if (!mem.failed) {
            ck_assert_msg(st == ZN_OK, "no allocation failed, but %s",
                          zn_status_name(st));
            return;
        }
        ck_assert_msg(st == ZN_ENOMEM, "allocation %ld failed: got %s", n,
                      zn_status_name(st));
    }
    ck_abort_msg("still allocating after %ld allocations", plenty);
}

#endif
