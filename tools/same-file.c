/* same-file.c - do two names stand for one file?
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>

#include "tools/convert.h"

bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}
