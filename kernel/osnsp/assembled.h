/* assembled.h - matrix and vectors of a one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ASSEMBLED_H
#define ZENO_KERNEL_ASSEMBLED_H

#include <stdint.h>

#include <zeno/matrix.h>

#include "kernel/model/version.h"

/* Above this many rows a block-row matrix is cheaper than a dense one, if it has more than
 * one block. */
enum { ZNI_DENSE_ROWS = 32 };

/* The matrix, dense or in block rows. */
typedef struct zni_assembled {
    zn_matrix   M;
    bool        dense;
    double     *x;
    zn_index    cx;
    zn_index   *p, *i, *bp, *ro; /* block rows */
    zn_index    cp, ci, cbp, cro;
    int32_t   (*end)[2]; /* systems or groups of the active interactions, or -1 */
    int32_t    *begin, *linked; /* active interactions by system or group */
    int32_t    *next;    /* by block row, the first block that has no value yet */
    const double **divided; /* by block row, H of contacts that block_rows.c knows, or NULL */
    zn_index    cend, cbegin, clinked, cnext, cdivided;
    zni_version structure; /* when it was made */
    zni_version values;    /* when they were */
} zni_assembled;

/* One entry per row of the problem. */
typedef struct zni_rows {
    double         *q, *z, *w;
    double         *pull;  /* lambda = z - pull, if any contact holds */
    int32_t        *where; /* in y, lambda */
    zn_index        cq, cz, cw, cpull, cwhere;
    bool            rest;   /* q is rounding, and 0: so is z */
} zni_rows;

#endif
