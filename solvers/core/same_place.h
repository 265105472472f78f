/* same_place.h - do two names mean the same file, whether it exists or not?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SAME_PLACE_H
#define ZENO_SOLVERS_SAME_PLACE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static inline bool zni_same_node(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Do both exist, and are they one file? */
static inline bool zni_same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && zni_same_node(&x, &y);
}

/* Would what is written under one name be read, or overwritten, under the other? Not for devices and pipes. Files that
 * do not exist yet are the same if their folders and names are. */
static inline bool zni_same_place(const char *a, const char *b)
{
    const char *path[2] = {a, b}, *name[2];
    struct stat is[2];
    char folder[4096];
    int there = 0;

    for (int k = 0; k < 2; k++)
        there += stat(path[k], &is[k]) == 0;
    if (there)
        return there == 2 && S_ISREG(is[0].st_mode) &&
               zni_same_node(&is[0], &is[1]);
    for (int k = 0; k < 2; k++) {
        const char *slash = strrchr(path[k], '/');
        name[k] = slash ? slash + 1 : path[k];
        if (snprintf(folder, sizeof folder, "%.*s%s", (int)(name[k] - path[k]),
                     path[k], ".") >= (int)sizeof folder ||
            stat(folder, &is[k]))
            return false;
    }
    return zni_same_node(&is[0], &is[1]) && strcmp(name[0], name[1]) == 0;
}

#endif
