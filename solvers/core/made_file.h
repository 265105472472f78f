/* made_file.h - files under names that a program makes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MADE_FILE_H
#define ZENO_SOLVERS_MADE_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* New and empty, to be written; a file of that name goes. Nobody has typed the name, so no link
 * that somebody has put there is followed, no pipe waited for, and nothing but a file replaced.
 * NULL: errno says why, EEXIST where that is so. */
static inline FILE *zni_made_file(const char *path)
{
    struct stat about;
    FILE *f;
    int fd;

    if (!lstat(path, &about)) {
        if (!S_ISREG(about.st_mode)) {
            errno = EEXIST;
            return NULL;
        }
        if (unlink(path))
            return NULL;
    }
    /* O_EXCL follows no link, and takes nothing that came meanwhile */
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f && fd >= 0)
        close(fd);
    return f;
}

#endif
