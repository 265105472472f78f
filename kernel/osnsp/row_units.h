/* row_units.h - rows of a one-step problem in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ROW_UNITS_H
#define ZENO_KERNEL_ROW_UNITS_H

#include <zeno/formulation.h>

/* S M T and S q, S and T = S/g diagonal and of powers of two; all in one block. */
typedef struct zni_row_units {
    bool      used;
    zn_matrix M;
    double   *a;       /* everything below                                  */
    double   *s, *t, *q, *x;
    zn_index  cap;
} zni_row_units;

/* Choose S so that the diagonal of S M S lies in [1/2, 2) times its largest entry g, where that of M spans
 * more than a few powers of two and is positive; else S = 1 and M, q are used as they are. */
zn_status zni_row_units_take(zni_row_units *u, zn_ctx *ctx,
                             const zn_one_step *p);
/* Room for n rows with nnz stored values. */
zn_status zni_row_units_reserve(zni_row_units *u, zn_ctx *ctx, zn_index n,
                                zn_index nnz);
void zni_row_units_fini(zni_row_units *u, zn_ctx *ctx);
/* Length of the array of values of M, in whatever order they are. */
zn_index zni_stored_values(const zn_matrix *M);
/* z into units of the rows before the solution, z and w back after it. */
void zni_row_units_enter(const zni_row_units *u, zn_index n, double z[]);
void zni_row_units_leave(const zni_row_units *u, zn_index n, double z[],
                         double w[]);

#endif
