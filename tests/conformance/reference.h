/* reference.h - tables of reference trajectories, for the conformance tests
 *
 * Format: a line "rows cols", then the numbers. Rows of a thinned table are
 * every stride-th row of the run plus the last; the test steps along and
 * compares when it meets the time of the next row.
 *
 * Without the tables (set ZENO_REFERENCE) some rows of most of them are compared with,
 * those of excerpt.txt: the other rows have their time, and NaN for what is not known.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_CONFORMANCE_REFERENCE_H
#define ZENO_CONFORMANCE_REFERENCE_H

#include <math.h>

#include "tests/unit/zeno_test.h"

typedef struct reference {
    long    rows, cols;
    double *x; /* row-major */
} reference;

static inline void reference_room(reference *r, long rows, long cols)
{
    r->rows = rows;
    r->cols = cols;
    r->x = malloc((size_t)(rows * cols) * sizeof *r->x);
    ck_assert(r->x != NULL);
}

/* the times between two rows that are known: a straight line, as excerpt.py checks */
static inline void reference_between(reference *r, long from, long to)
{
    const double a = r->x[from * r->cols], b = r->x[to * r->cols];

    for (long k = from + 1; k < to; k++) {
        for (long i = 1; i < r->cols; i++)
            r->x[k * r->cols + i] = NAN;
        r->x[k * r->cols] = a + (double)(k - from) * (b - a) / (double)(to - from);
    }
}

/* one row: all of its numbers, or its time alone */
static inline void reference_row(reference *r, long k, FILE *f)
{
    double *row = r->x + k * r->cols;

    ck_assert(k < r->rows && fscanf(f, "%lf", row) == 1);
    int c = fgetc(f);
    for (long i = 1; i < r->cols; i++)
        if (c == '\n' || c == EOF)
            row[i] = NAN;
        else
            ck_assert_int_eq(fscanf(f, "%lf", &row[i]), 1);
}

/* The rows of a table that excerpt.txt has; false if it has none. */
static inline bool reference_excerpt(reference *r, const char *relative)
{
    const char *src = getenv("ZENO_SRCDIR");
    char path[TEST_PATH], line[4096], name[256];
    long rows, cols, k, last = -1;
    FILE *f;

    snprintf(path, sizeof path, "%s/tests/conformance/excerpt.txt", src ? src : ".");
    f = fopen(path, "r");
    ck_assert_msg(f != NULL, "cannot open %s", path);
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%255s %ld %ld", name, &rows, &cols) == 3 &&
            strcmp(name, relative) == 0) {
            reference_room(r, rows, cols);
            break;
        }
    while (r->x && fscanf(f, "%ld", &k) == 1) {
        reference_row(r, k, f);
        if (last >= 0)
            reference_between(r, last, k);
        last = k;
    }
    fclose(f);
    ck_assert_msg(!r->x || last == rows - 1, "%s: %s ends at row %ld", path,
                  relative, last);
    return r->x != NULL;
}

/* Read a table of known size from a file without a header line, or (rows 0)
 * with one; of what is absent the excerpt. False when there is neither (said, and
 * failed in CI, where an excerpt is not enough). */
static inline bool reference_read_plain(reference *r, const char *relative,
                                        long rows, long cols)
{
    char path[TEST_PATH];
    FILE *f;

    memset(r, 0, sizeof *r);
    if (!test_in_ci() && !test_has_reference(path, relative) &&
        reference_excerpt(r, relative)) {
        ck_assert(rows == 0 || (r->rows == rows && r->cols == cols));
        printf("only some rows of %s (set ZENO_REFERENCE for all)\n", relative);
        return true;
    }
    if (!test_reference(path, relative))
        return false;
    f = fopen(path, "r");
    ck_assert_msg(f != NULL, "cannot open %s", path);
    if (rows == 0)
        ck_assert_int_eq(fscanf(f, "%ld %ld", &rows, &cols), 2);
    reference_room(r, rows, cols);
    for (long i = 0; i < rows * cols; i++)
        ck_assert_msg(fscanf(f, "%lf", &r->x[i]) == 1, "%s: number %ld", path,
                      i);
    fclose(f);
    return true;
}

static inline bool reference_read(reference *r, const char *relative)
{
    return reference_read_plain(r, relative, 0, 0);
}

static inline double reference_at(const reference *r, long row, long col)
{
    return r->x[row * r->cols + col];
}

static inline void reference_free(reference *r)
{
    free(r->x);
    r->x = NULL;
}

/* Claim: |value - wanted| <= tol, where `wanted` comes from a table that knows it. */
static inline void reference_near(double value, double wanted, double tol)
{
    if (!isnan(wanted))
        ck_assert_double_eq_tol(value, wanted, tol);
}

/* Claim: |value - table| <= tol (1 + |table|), where the table knows it. */
static inline void reference_check(const reference *r, long row, long col,
                                   double value, double tol)
{
    const double ref = reference_at(r, row, col);

    if (isnan(ref)) {
        ck_assert(isfinite(value));
        return;
    }
    ck_assert_msg(fabs(value - ref) <= tol * (1 + fabs(ref)),
                  "row %ld (t = %.6g) column %ld: %.17g, reference %.17g, "
                  "difference %.3g",
                  row, reference_at(r, row, 0), col, value, ref, value - ref);
}

#endif
