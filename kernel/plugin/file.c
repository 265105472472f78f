/* file.c - files that are read whole
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Fill p from fd; what is missing at the end is an error. */
static zn_status fill(zn_ctx *ctx, int fd, unsigned char *p, uint64_t size)
{
    uint64_t done = 0;

    while (done < size) {
        const ssize_t n = read(fd, p + done, size - done);
        if (n == 0)
            return zn_fail(ctx, ZN_EIO, "it shrinks while it is read");
        if (n > 0)
            done += (uint64_t)n;
        else if (errno != EINTR)
            return zn_fail(ctx, ZN_EIO, "read: %s", strerror(errno));
    }
    return ZN_OK;
}

zn_status zni_file_regular(zn_ctx *ctx, const char *path)
{
    struct stat about;

    if (stat(path, &about) || S_ISREG(about.st_mode))
        return ZN_OK;
    return zn_fail(ctx, ZN_EIO, "'%s' is no file", path);
}

zn_status zni_file_read(zn_ctx *ctx, const char *path, uint64_t most,
                        unsigned char **out, uint64_t *size)
{
    /* not waiting for the writer of a pipe */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat about;
    zn_status st = ZN_OK;

    *out = NULL;
    if (fd < 0 || fstat(fd, &about))
        st = zn_fail(ctx, ZN_EIO, "cannot be read: %s", strerror(errno));
    else if (!S_ISREG(about.st_mode))
        st = zn_fail(ctx, ZN_EINVAL, "it is not a file");
    else if ((uint64_t)about.st_size > most)
        st = zn_fail(ctx, ZN_EINVAL, "it has %lld bytes, may have %lld",
                     (long long)about.st_size, (long long)most);
    if (!st) {
        *size = (uint64_t)about.st_size;
        *out = zn_alloc(ctx, (zn_index)about.st_size, 1);
        st = *out ? fill(ctx, fd, *out, *size) : ZN_ENOMEM;
    }
    if (fd >= 0)
        close(fd);
    if (st) {
        zn_free_array(ctx, *out);
        *out = NULL;
    }
    return st;
}
