/* whole_file.h - a file that takes its name when it is whole
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_WHOLE_FILE_H
#define ZENO_KERNEL_WHOLE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include <zeno/ctx.h>

/* A file under a name of its own beside `path`. */
typedef struct zni_whole_file {
    zn_ctx     *ctx;
    const char *path; /* borrowed */
    int         fd;   /* -1: none */
    char        temp[4096];
} zni_whole_file;

/* Make it, new and empty, followed by nobody's link. What has the name now must be
 * a file or nothing: links, devices and folders are never replaced. Words of a
 * failure (ZN_EIO) give the reason; the caller adds the file. */
zn_status zni_whole_file_begin(zni_whole_file *p, zn_ctx *ctx, const char *path);

/* Close it; with `st` zero synchronise it and give it the name, with the mode of
 * the file that it replaces, else remove it. The name stands for the old file or
 * for the whole new one, after a power failure, too; never for a file that somebody
 * else put in the place of it. Returns st, or what failed. */
zn_status zni_whole_file_end(zni_whole_file *p, zn_status st);

/* Can one be made and given the name? Nothing remains. */
zn_status zni_whole_file_try(zn_ctx *ctx, const char *path);

/* The name of the file itself, where `path` is a link. */
zn_status zni_file_follow(zn_ctx *ctx, const char *path, char out[PATH_MAX]);

/* May a file that is written in place be opened? What is there stays as it is. A
 * process that writes it holds a lock. */
zn_status zni_file_unused(zn_ctx *ctx, const char *path);

/* Is `about` that of the file that is open? */
bool zni_file_same(int fd, const struct stat *about);

/* Is the file that is written still there? */
zn_status zni_file_there(zn_ctx *ctx, int fd);

#endif
