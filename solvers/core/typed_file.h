/* typed_file.h - files under names that somebody typed
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_TYPED_FILE_H
#define ZENO_SOLVERS_TYPED_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* To be written; a file is new or emptied. Links are followed, devices and pipes written to, which waits
 * for who reads a pipe, but nobody waits for who may begin to. -1: zni_typed_words says why. */
static inline int zni_typed_open(const char *path)
{
    const int fd = open(path,
                        O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY |
                            O_NONBLOCK,
                        0666);

    if (fd >= 0 && fcntl(fd, F_SETFL, 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* The same as a stream; NULL likewise. */
static inline FILE *zni_typed_file(const char *path)
{
    const int fd = zni_typed_open(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

    if (!f && fd >= 0)
        close(fd);
    return f;
}

/* What errno says of it. */
static inline const char *zni_typed_words(const char *path)
{
    const int error = errno;
    struct stat about;

    if (error == ENXIO && !stat(path, &about) && S_ISFIFO(about.st_mode))
        return "it is a pipe that nobody reads; start what reads it first";
    return strerror(error);
}

#endif
