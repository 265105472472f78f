/* convert-file.c - files whose names nobody typed
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/convert.h"

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
        exit(1);
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
