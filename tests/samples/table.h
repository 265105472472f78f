/* table.h - columns of a recorded run against a reference table
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_SAMPLES_TABLE_H
#define ZENO_TESTS_SAMPLES_TABLE_H

#include "tests/conformance/reference.h"
#include "tests/samples/run.h"

/* sign times the column `name` is column col of the table, row by row from row
 * `from` on (multipliers of row 0 are before any solution). */
static inline void column_check(const run *r, const char *name, double sign,
                                const reference *ref, long from, long col,
                                double tol)
{
    const long c = run_column(r, name);

    ck_assert_int_eq(r->rows, ref->rows);
    for (long k = from; k < r->rows; k++)
        reference_check(ref, k, col, sign * r->x[k * r->cols + c], tol);
}

#endif
