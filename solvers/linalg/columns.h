/* columns.h - a copy of a matrix by columns, without zeros
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_COLUMNS_H
#define ZENO_SOLVERS_COLUMNS_H

#include <zeno/matrix.h>

/* Column j has the entries p[j] ... p[j+1]-1: rows i, ascending, values x. */
typedef struct zni_columns {
    zn_index *p, *i;
    double *x;
    zn_index cap_p, cap_i, cap_x;
} zni_columns;

zn_status zni_columns_set(zn_ctx *ctx, zni_columns *s, const zn_matrix *H);
void zni_columns_fini(zn_ctx *ctx, zni_columns *s);

#endif
