/* search.c - where a plugin's file is
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* secure_getenv */
#include "kernel/plugin/search.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char suffix[] = ".so";

char *zni_copy_text(zn_ctx *ctx, const char *s)
{
    const size_t n = strlen(s) + 1;
    char *copy = zn_alloc(ctx, (zn_index)n, 1);
    if (copy)
        memcpy(copy, s, n);
    return copy;
}

zn_status zni_folders_add(zn_ctx *ctx, zni_folders *f, const char *dir)
{
    if (!dir || !*dir)
        return zn_fail(ctx, ZN_EINVAL, "the plugin folder has no name");
    zn_status st = zn_grow(ctx, &f->at, &f->cap, f->n + 1, sizeof *f->at);
    if (st)
        return st;
    char *copy = zni_copy_text(ctx, dir);
    if (!copy)
        return ZN_ENOMEM;
    f->at[f->n++] = copy;
    return ZN_OK;
}

void zni_folders_fini(zn_ctx *ctx, zni_folders *f)
{
    for (zn_index i = 0; i < f->n; i++)
        zn_free_array(ctx, f->at[i]);
    zn_free_array(ctx, f->at);
    *f = (zni_folders){0};
}

static bool ends_with_suffix(const char *s)
{
    const size_t n = strlen(s), k = sizeof suffix - 1;
    return n > k && strcmp(s + n - k, suffix) == 0;
}

void zni_plugin_stem(const char *file, char stem[ZNI_PATH_MAX])
{
    const char *slash = strrchr(file, '/');
    snprintf(stem, ZNI_PATH_MAX, "%s", slash ? slash + 1 : file);
    if (ends_with_suffix(stem))
        stem[strlen(stem) - (sizeof suffix - 1)] = '\0';
}

/* ---- one place ---------------------------------------------------------------- */

/* Is there a file (whatever it holds)? Its absolute name into path. */
static bool is_file(const char *name, char path[ZNI_PATH_MAX])
{
    struct stat info;
    if (stat(name, &info) || S_ISDIR(info.st_mode))
        return false;
    char real[PATH_MAX];
    if (!realpath(name, real) || strlen(real) >= ZNI_PATH_MAX)
        return false;
    strcpy(path, real);
    return true;
}

/* dir/[.libs/]name.so; a name that ends in .so is taken as it is. Libtool keeps
 * a module in .libs until it is installed. */
static bool in_folder(const char *dir, size_t len, const char *name,
                      char path[ZNI_PATH_MAX])
{
    static const char *const sub[] = {"", ".libs/"};
    const char *end = ends_with_suffix(name) ? "" : suffix;
    for (size_t k = 0; k < sizeof sub / sizeof *sub; k++) {
        char file[ZNI_PATH_MAX];
        const int n = snprintf(file, sizeof file, "%.*s/%s%s%s", (int)len, dir,
                               sub[k], name, end);
        if (n > 0 && (size_t)n < sizeof file && is_file(file, path))
            return true;
    }
    return false;
}

/* A name with a slash is a path, with or without the suffix. */
static zn_status by_path(zn_ctx *ctx, const char *name, char path[ZNI_PATH_MAX])
{
    if (is_file(name, path))
        return ZN_OK;
    const char *base = strrchr(name, '/') + 1;
    if (*base && in_folder(name, (size_t)(base - 1 - name), base, path))
        return ZN_OK;
    return zn_fail(ctx, ZN_ENOENT, "plugin '%s': there is no such file", name);
}

/* ---- all places ----------------------------------------------------------------- */

/* The folders that were looked at, for the message. */
typedef struct trail {
    size_t len;
    char text[800];
} trail;

static bool look(trail *t, const char *dir, size_t len, const char *name,
                 char path[ZNI_PATH_MAX])
{
    if (in_folder(dir, len, name, path))
        return true;
    if (t->len < sizeof t->text) {
        const int n = snprintf(t->text + t->len, sizeof t->text - t->len,
                               "%s%.*s", t->len ? ", " : "", (int)len, dir);
        t->len += n > 0 ? (size_t)n : 0;
    }
    return false;
}

/* The folders of a list with colons; empty parts are skipped. */
static bool look_along(trail *t, const char *list, const char *name,
                       char path[ZNI_PATH_MAX])
{
    while (list && *list) {
        const size_t len = strcspn(list, ":");
        if (len > 0 && look(t, list, len, name, path))
            return true;
        list += len + (list[len] == ':');
    }
    return false;
}

/* Does the command zeno take a file of that name for a plugin? */
static bool is_named(const char *name)
{
    return strstr(name, "Plugin") || strstr(name, "plugin");
}

zn_status zni_plugin_locate(zn_ctx *ctx, const zni_folders *f, const char *name,
                            char path[ZNI_PATH_MAX])
{
    if (!name || !*name)
        return zn_fail(ctx, ZN_EINVAL, "the plugin has no name");
    if (strchr(name, '/'))
        return by_path(ctx, name, path);

    trail t = {0};
    for (zn_index i = f->n - 1; i >= 0; i--)
        if (look(&t, f->at[i], strlen(f->at[i]), name, path))
            return ZN_OK;
    /* the current folder last: it may be anybody's */
    if (look_along(&t, secure_getenv("ZENO_PLUGIN_PATH"), name, path) ||
        look(&t, ZNI_PLUGIN_DIR, strlen(ZNI_PLUGIN_DIR), name, path) ||
        look(&t, ".", 1, name, path))
        return ZN_OK;

    return zn_fail(
        ctx, ZN_ENOENT,
        "plugin '%s': there is no file %s%s in the folders %s; zeno %s%s%s", name,
        name, ends_with_suffix(name) ? "" : suffix, t.text,
        is_named(name) ? "makes it of a file or folder "
                       : "compiles files beside a sample if their names have "
                         "'Plugin' in them, e.g. ",
        name, is_named(name) ? " beside the sample" : "Plugin.c");
}
