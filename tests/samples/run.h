/* run.h - run a sample with the zeno command and read what it recorded
 *
 * Samples are compiled into a folder of the test's own, since the sources may be
 * read-only, once per sample and program.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_SAMPLES_RUN_H
#define ZENO_TESTS_SAMPLES_RUN_H

#include <math.h>
#include <stdarg.h>

#include "tests/unit/zeno_test.h"

static char folder[] = "/tmp/zeno-samples.XXXXXX";

static inline void folder_make(void)
{
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(99);
    }
}

static inline void folder_remove(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command))
        fprintf(stderr, "%s stays\n", folder);
}

/* A table of numbers under names, "q[m]". */
typedef struct run {
    long    rows, cols;
    char   *head;
    double *x; /* row-major */
} run;

/* Read a CSV file of the folder. */
static inline run run_read(const char *file)
{
    char path[256], line[65536];
    run r = {0};
    long room = 0;

    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f && fgets(line, sizeof line, f), "cannot read %s", path);
    r.head = strdup(line);
    r.cols = 1;
    for (const char *c = line; *c; c++)
        r.cols += *c == ',';
    while (fgets(line, sizeof line, f)) {
        if (r.rows == room) {
            room = 2 * room + 64;
            r.x = realloc(r.x, (size_t)(room * r.cols) * sizeof *r.x);
            ck_assert_ptr_nonnull(r.x);
        }
        char *at = line;
        for (long c = 0; c < r.cols; c++, at++) {
            r.x[r.rows * r.cols + c] = strtod(at, &at);
            ck_assert_msg(*at == (c + 1 < r.cols ? ',' : '\n'),
                          "%s: row %ld, column %ld: %s", path, r.rows, c, line);
        }
        r.rows++;
    }
    fclose(f);
    return r;
}

/* Run samples/NAME/NAME.c with these arguments; its warnings are errors. */
static inline void run_sample(const char *name, const char *args)
{
    const char *zeno = getenv("ZENO_COMMAND");
    const char *built = getenv("ZENO_BUILDDIR");
    const char *src = getenv("ZENO_SRCDIR");
    char command[4096];

    ck_assert_msg(built && src, "ZENO_BUILDDIR and ZENO_SRCDIR are not set; "
                                "run make check");
    snprintf(command, sizeof command,
             "cd %s && '%s%s' -q -Wextra -Wshadow -Wvla -Wconversion -Werror "
             "-b %s/%s '%s/samples/%s/%s.c' -- --quiet %s",
             folder, zeno ? zeno : built, zeno ? "" : "/zeno", folder, name,
             src, name, name, args);
    ck_assert_msg(system(command) == 0, "failed: %s", command);
}

/* The same, recorded. */
static inline run run_recorded(const char *name, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static inline run run_recorded(const char *name, const char *fmt, ...)
{
    char args[2048] = "--output run.csv ";
    const size_t n = strlen(args);
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(args + n, sizeof args - n, fmt, ap);
    va_end(ap);
    run_sample(name, args);
    return run_read("run.csv");
}

/* Number of the column `name`, given without its unit. */
static inline long run_column(const run *r, const char *name)
{
    const size_t n = strlen(name);
    const char *at = r->head;

    for (long c = 0; c < r->cols; c++) {
        if (strncmp(at, name, n) == 0 && at[n] == '[')
            return c;
        at += strcspn(at, ",") + 1;
    }
    ck_abort_msg("no column '%s' in %s", name, r->head);
    return -1;
}

/* Row may be negative: counted from the end. */
static inline double run_at(const run *r, long row, const char *name)
{
    if (row < 0)
        row += r->rows;
    ck_assert_msg(row >= 0 && row < r->rows, "no row %ld of %ld", row, r->rows);
    return r->x[row * r->cols + run_column(r, name)];
}

static inline void run_free(run *r)
{
    free(r->head);
    free(r->x);
    memset(r, 0, sizeof *r);
}

/* Claim: |a - b| <= tol */
#define CLOSE(a, b, tol)                                                       \
    do {                                                                       \
        const double close_a = (a), close_b = (b), close_tol = (tol);          \
        ck_assert_msg(fabs(close_a - close_b) <= close_tol,                    \
                      "%s = %.15g, %s = %.15g, differ by %.3g > %.3g", #a,     \
                      close_a, #b, close_b, fabs(close_a - close_b),           \
                      close_tol);                                              \
    } while (0)

#endif
