/* search.h - where a plugin's file is
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SEARCH_H
#define ZENO_KERNEL_SEARCH_H

#include <zeno/ctx.h>

/* Room of a path, the terminating zero included. */
#define ZNI_PATH_MAX 4096

/* Folders that the program added, in order of addition. */
typedef struct zni_folders {
    zn_index n, cap;
    char   **at;
} zni_folders;

zn_status zni_folders_add(zn_ctx *ctx, zni_folders *f, const char *dir);
void zni_folders_fini(zn_ctx *ctx, zni_folders *f);

/* The file of plugin `name` (zeno/plugin.h has the order), absolute and without
 * links. ZN_ENOENT lists where it was looked for. */
zn_status zni_plugin_locate(zn_ctx *ctx, const zni_folders *f, const char *name,
                            char path[ZNI_PATH_MAX]);

/* The plugin's name that a file name stands for: no folders, no ".so". */
void zni_plugin_stem(const char *file, char stem[ZNI_PATH_MAX]);

/* A copy of a string, NULL if there is no memory. */
char *zni_copy_text(zn_ctx *ctx, const char *s);

#endif
