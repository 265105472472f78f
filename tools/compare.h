/* compare.h - the table of a comparison and its profiles
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_COMPARE_H
#define ZENO_TOOLS_COMPARE_H

#include "solve.h"

enum { COMPARE_PATH = 4096 };

/* One line of the table. */
typedef struct row {
    const char *path;
    char name[2 * ZN_WORD_MAX]; /* "lcp/lemke" */
    bool solved;
    double seconds;
} row;

typedef struct table {
    row *row;
    size_t n, cap;
} table;

/* name.suffix to be written, its path; NULL: it cannot be, which has been said. */
FILE *compare_create(const char *name, const char *suffix, char path[],
                     size_t size);

/* The exit status after closing what was written. */
int compare_closed(FILE *f, const char *path);

/* The script and the picture of the profiles, a panel a class; the exit status. */
int compare_profile(const request *r, const table *t);

#endif
