/* reference.h - tables of reference trajectories, for the conformance tests
 *
 * Format: a line "rows cols", then the numbers. Rows of a thinned table are
 * every stride-th row of the run plus the last; the test steps along and
 * compares when it meets the time of the next row.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_CONFORMANCE_REFERENCE_H
#define ZENO_CONFORMANCE_REFERENCE_H

#include <math.h>

#include "tests/unit/zeno_test.h"

typedef struct reference {
    long    rows, cols;
    double *x; /* row-major */
} reference;

/* Read a table of known size from a file without a header line, or (rows 0)
 * with one; false when there are no reference data (said, and failed in CI). */
static inline bool reference_read_plain(reference *r, const char *relative,
                                        long rows, long cols)
{
    char path[TEST_PATH];
    FILE *f;

    memset(r, 0, sizeof *r);
    if (!test_reference(path, relative))
        return false;
    f = fopen(path, "r");
    ck_assert_msg(f != NULL, "cannot open %s", path);
    r->rows = rows;
    r->cols = cols;
    if (rows == 0)
        ck_assert_int_eq(fscanf(f, "%ld %ld", &r->rows, &r->cols), 2);
    r->x = malloc((size_t)(r->rows * r->cols) * sizeof *r->x);
    for (long i = 0; i < r->rows * r->cols; i++)
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

/* Claim: |value - table| <= tol (1 + |table|). */
static inline void reference_check(const reference *r, long row, long col,
                                   double value, double tol)
{
    const double ref = reference_at(r, row, col);

    ck_assert_msg(fabs(value - ref) <= tol * (1 + fabs(ref)),
                  "row %ld (t = %.6g) column %ld: %.17g, reference %.17g, "
                  "difference %.3g",
                  row, reference_at(r, row, 0), col, value, ref, value - ref);
}

#endif
