/* plugin_files.h - where the test modules are, and copies of them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_PLUGIN_FILES_H
#define ZENO_PLUGIN_FILES_H

#include "../unit/zeno_test.h"

#include <sys/stat.h>

#include <zeno/plugin.h>

/* "<build>/folder/file", in one of a few buffers that are used in turn. */
static inline const char *built(const char *folder, const char *file)
{
    static _Thread_local char path[4][TEST_PATH];
    static _Thread_local int next;
    const char *root = getenv("ZENO_BUILDDIR");
    char *p = path[next++ % 4];
    snprintf(p, TEST_PATH, "%s/%s%s%s", root ? root : ".", folder,
             *file ? "/" : "", file);
    return p;
}

/* A module of tests/faults/modules as a path. */
static inline const char *module(const char *name)
{
    return built("tests/faults/modules", name);
}

/* A context that looks for plugins among the test modules and the stock ones. */
static inline zn_ctx *plugin_ctx(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    if (zn_ctx_new_with(alloc, &ctx))
        return NULL;
    if (zn_plugin_path_add(ctx, built("plugins", "")) ||
        zn_plugin_path_add(ctx, module(""))) {
        zn_ctx_free(ctx);
        return NULL;
    }
    return ctx;
}

static inline void says(const zn_ctx *ctx, const char *part)
{
    ck_assert_msg(strstr(zn_errmsg(ctx), part) != NULL,
                  "expected \"%s\" in \"%s\"", part, zn_errmsg(ctx));
}

/* ---- a folder for the files of one test ------------------------------------- */

static char folder[] = "/tmp/zeno-test-XXXXXX";

static inline void folder_make(void)
{
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline void folder_remove(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* "<folder>/file", in one of a few buffers. */
static inline const char *in_folder(const char *file)
{
    static char path[16][200];
    static int next;
    char *p = path[next++ % 16];
    snprintf(p, sizeof path[0], "%s/%s", folder, file);
    return p;
}

static inline void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(text, f), 0);
    ck_assert_int_eq(fclose(f), 0);
}

/* Copy a test module as libtool left it. */
static inline void copy_module(const char *name, const char *to)
{
    char command[2 * TEST_PATH + 64];
    snprintf(command, sizeof command, "cp -L '%s.so' '%s'",
             built("tests/faults/modules/.libs", name), to);
    ck_assert_int_eq(system(command), 0);
}

#endif
