/* whole_file.c - a file that takes its name when it is whole
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solvers/core/same_place.h"

/* What runs of the past left behind when they were killed may be in the way. */
#define TRIES 100

static zn_status cannot(zn_ctx *ctx, const char *why)
{
    return zn_fail(ctx, ZN_EIO, "cannot be made: %s", why);
}

/* errno says why; of a folder that is missing, which. */
static zn_status no_place(zn_ctx *ctx, const char *path)
{
    const char *words = strerror(errno), *name = strrchr(path, '/');

    if (errno != ENOENT || !name || name == path)
        return cannot(ctx, words);
    return zn_fail(ctx, ZN_EIO, "cannot be made: %s; make the folder '%.*s' first",
                   words, (int)(name - path), path);
}

static zn_status look(zn_ctx *ctx, const char *path, struct stat *about)
{
    *about = (struct stat){0};
    if (lstat(path, about))
        return errno == ENOENT ? ZN_OK : cannot(ctx, strerror(errno));
    if (S_ISLNK(about->st_mode))
        return cannot(ctx, "it is a link; give the name of the file itself, "
                           "links are not replaced");
    if (S_ISDIR(about->st_mode))
        return cannot(ctx, "it is a folder");
    if (!S_ISREG(about->st_mode))
        return cannot(ctx, "it is a device or a pipe, and would be replaced "
                           "by a file");
    return ZN_OK;
}

zn_status zni_whole_file_begin(zni_whole_file *p, zn_ctx *ctx, const char *path)
{
    struct stat about;
    zn_status st;

    p->ctx = ctx;
    p->path = path;
    p->fd = -1;
    if (!*path)
        return cannot(ctx, "the name is empty");
    st = look(ctx, path, &about);
    if (st)
        return st;
    /* O_EXCL follows no link, and takes no file that is there */
    for (int k = 0; k < TRIES && p->fd < 0; k++) {
        const int n = snprintf(p->temp, sizeof p->temp, "%s.%ld-%d", path,
                               (long)getpid(), k);
        if (n >= (int)sizeof p->temp)
            return cannot(ctx, "the name is too long");
        p->fd = open(p->temp, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     0666);
        if (p->fd < 0 && errno != EEXIST)
            break;
    }
    if (p->fd < 0)
        return no_place(ctx, path);
    if (about.st_mode && fchmod(p->fd, about.st_mode & 0777)) {
        /* a file system without modes */
    }
    return ZN_OK;
}

/* Has it still the name under which it was made? */
static bool keeps_name(const zni_whole_file *p)
{
    struct stat about;

    return lstat(p->temp, &about) == 0 && zni_file_same(p->fd, &about);
}

zn_status zni_whole_file_end(zni_whole_file *p, zn_status st)
{
    struct stat about;

    if (p->fd < 0)
        return st;
    const bool ours = keeps_name(p);
    if (!st && !ours)
        st = zn_fail(p->ctx, ZN_EIO,
                     "'%s', its name while it was written, was removed or given "
                     "to another file",
                     p->temp);
    if (!st && fsync(p->fd))
        st = zn_fail(p->ctx, ZN_EIO, "write: %s", strerror(errno));
    if (close(p->fd) && !st)
        st = zn_fail(p->ctx, ZN_EIO, "close: %s", strerror(errno));
    p->fd = -1;
    if (!st)
        st = look(p->ctx, p->path, &about);
    if (!st && rename(p->temp, p->path))
        st = zn_fail(p->ctx, ZN_EIO, "rename: %s", strerror(errno));
    if (st && ours)
        unlink(p->temp);
    return st;
}

zn_status zni_whole_file_try(zn_ctx *ctx, const char *path)
{
    zni_whole_file p;
    const zn_status st = zni_whole_file_begin(&p, ctx, path);

    if (!st) {
        close(p.fd);
        unlink(p.temp);
    }
    return st;
}

zn_status zni_file_follow(zn_ctx *ctx, const char *path, char out[PATH_MAX])
{
    char there[PATH_MAX];

    if (strlen(path) >= PATH_MAX)
        return cannot(ctx, "the name is too long");
    if (readlink(path, there, sizeof there) < 0)
        strcpy(out, path);
    else if (!realpath(path, out))
        return cannot(ctx, strerror(errno));
    return ZN_OK;
}

zn_status zni_file_unused(zn_ctx *ctx, const char *path)
{
    struct stat about;
    zn_status st = ZN_OK;

    /* who reads a pipe would take its closing for the end */
    if (!stat(path, &about) && S_ISFIFO(about.st_mode))
        return ZN_OK;
    const int fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return errno == ENOENT ? ZN_OK : cannot(ctx, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        st = cannot(ctx, "it is open for writing, in this process or in another one");
    close(fd);
    return st;
}

bool zni_file_same(int fd, const struct stat *about)
{
    struct stat open;

    return fstat(fd, &open) == 0 && zni_same_node(&open, about);
}

zn_status zni_file_there(zn_ctx *ctx, int fd)
{
    struct stat about;

    if (fstat(fd, &about) || !S_ISREG(about.st_mode) || about.st_nlink)
        return ZN_OK;
    return zn_fail(ctx, ZN_EIO,
                   "it was removed or replaced while the run was writing it");
}
