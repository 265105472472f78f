/* by_row.h - options of a law that may have a number for each row
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_BY_ROW_H
#define ZENO_KERNEL_BY_ROW_H

#include "kernel/model/model.h"

/* Numbers of `rows` rows: those of the first option, then those of the next. */
typedef struct zni_by_row {
    double  *each; /* NULL: one number of each option, for all rows */
    zn_index rows;
} zni_by_row;

/* An option of these, and its number for all rows. */
typedef struct zni_row_option {
    const char   *name;
    const double *all;
} zni_row_option;

/* The by_row of a law with these `count` options and so many rows, 0: as many as there are.
 * In a model the rows stay as they are: who begins with one number has no room there. */
zn_status zni_by_row_set(zn_law *law, zni_by_row *b, zn_index count,
                         const zni_row_option of[], zn_index size,
                         const char *option, zn_index n, const double x[]);

#endif
