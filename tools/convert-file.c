/* convert-file.c - files whose names nobody typed
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/convert.h"

enum { FAILED = 1, MISUSE = 2 };

static const char *film; /* NULL: none */

void keep_film(const char *path)
{
    film = path;
}

bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

FILE *create_beside(const char *path)
{
    struct stat about;
    const bool there = lstat(path, &about) == 0;
    FILE *out;
    int fd;

    if (there && !S_ISREG(about.st_mode)) {
        fprintf(stderr,
                "zeno convert: '%s' cannot be written: it is there and is no "
                "file; links, pipes and devices are written to only under the "
                "name that was given\n",
                path);
        exit(FAILED);
    }
    if (there && film && same_file(film, path)) {
        fprintf(stderr, "zeno convert: '%s' would be written over\n", path);
        exit(MISUSE);
    }
    if (there && unlink(path))
        fail_file(path);
    /* O_EXCL follows no link and takes nothing that came meanwhile */
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    out = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!out)
        fail_file(path);
    return out;
}
