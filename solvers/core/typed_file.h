/* typed_file.h - files whose names were typed by a user
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_TYPED_FILE_H
#define ZENO_SOLVERS_TYPED_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Is it a device that is meant to be read and discards what is written? (Who wants that uses /dev/null.) */
static inline bool zni_typed_source(const struct stat *about)
{
    static const char *const name[] = {"/dev/zero", "/dev/random", "/dev/urandom"};
    struct stat other;

    if (!S_ISCHR(about->st_mode))
        return false;
    for (size_t k = 0; k < sizeof name / sizeof *name; k++)
        if (!stat(name[k], &other) && S_ISCHR(other.st_mode) &&
            other.st_rdev == about->st_rdev)
            return true;
    return false;
}

/* Open for writing; a file is created or emptied. Links are followed, and devices and pipes are written to. Writing
 * waits for the reader of a pipe, but a pipe without a reader is refused. Devices that are meant to be read are refused
 * (ENODEV). -1: zni_typed_words says why */
static inline int zni_typed_open(const char *path)
{
    const int fd = open(path,
                        O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY |
                            O_NONBLOCK,
                        0666);
    struct stat about;
    int error = 0;

    if (fd < 0)
        return -1;
    if (fstat(fd, &about) || fcntl(fd, F_SETFL, 0))
        error = errno;
    else if (zni_typed_source(&about))
        error = ENODEV;
    if (!error)
        return fd;
    close(fd);
    errno = error;
    return -1;
}

/* The same as a stream; NULL on failure. */
static inline FILE *zni_typed_file(const char *path)
{
    const int fd = zni_typed_open(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

    if (!f && fd >= 0)
        close(fd);
    return f;
}

/* The reason, according to errno, in words. */
static inline const char *zni_typed_words(const char *path)
{
    const int error = errno;
    struct stat about;

    if (error == ENXIO && !stat(path, &about) && S_ISFIFO(about.st_mode))
        return "it is a pipe that nobody reads; start what reads it first";
    if (error == ENODEV && !stat(path, &about) && zni_typed_source(&about))
        return "it is a device to read from, what is written to it is lost; give a file, or "
               "/dev/null";
    return strerror(error);
}

#endif
