/* row_units.h - rows of a one-step problem in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ROW_UNITS_H
#define ZENO_KERNEL_ROW_UNITS_H

#include <zeno/formulation.h>

/* S, S q and values of S M S, one behind the other; S diagonal and of powers of two. */
typedef struct zni_row_units {
    bool      used;
    zn_matrix M;
    double   *s, *q;
    zn_index  cap;
} zni_row_units;

/* Choose S, 1 for the first row, so that the diagonal of S M S lies within [1/2, 2] times the first
 * one, where that of M is positive; S = 1, or there is none: M, q are used as they are. */
zn_status zni_row_units_take(zni_row_units *u, zn_ctx *ctx,
                             const zn_one_step *p);
/* Where rows of a block begin that turn, whose coefficients are lengths; its size: it has none. */
zn_index zni_turning_rows(const zn_cone *c);
/* Room for n rows with nnz stored values. */
zn_status zni_row_units_reserve(zni_row_units *u, zn_ctx *ctx, zn_index n,
                                zn_index nnz);
void zni_row_units_fini(zni_row_units *u, zn_ctx *ctx);
/* Length of the array of values of M, in whatever order they are. */
zn_index zni_stored_values(const zn_matrix *M);
/* Bounds of z in units of the rows, if these are used. */
void zni_row_units_bounds(const zni_row_units *u, zn_index n, const double bound[], double out[]);
/* z into units of the rows before the solution, z and w back after it. */
void zni_row_units_enter(const zni_row_units *u, zn_index n, double z[]);
void zni_row_units_leave(const zni_row_units *u, zn_index n, double z[],
                         double w[]);

#endif
