/* made_file.h - files whose names are made by a program
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MADE_FILE_H
#define ZENO_SOLVERS_MADE_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Open a new, empty file for writing; an existing file of that name is replaced. Since no user typed the name, links
 * are not followed, pipes are not opened, and only regular files are replaced (else errno is EEXIST). NULL: errno says
 * why */
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
    /* O_EXCL follows no link and opens nothing that was created meanwhile */
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f && fd >= 0)
        close(fd);
    return f;
}

#endif
