/* cells.h - a square matrix in blocks of various sizes, and factors with its pattern
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_CELLS_H
#define ZN_LINALG_CELLS_H

#include "square.h"

/* Rows and columns are cut into parts: the unknowns of one set. A cell is the block of two parts. Nonzero cells are
 * stored by rows, those on the diagonal in any case. */
typedef struct zni_cells {
    zn_index n, nu, nblocks; /* rows, parts, stored cells                      */
    const zn_index *ro; /* nu+1: first rows of the parts, borrowed             */
    zn_index *part;     /* n: the part of a row                                */
    zn_index *row;      /* nu+1: first cell of each row of cells               */
    zn_index *col;      /* nblocks: columns of the cells, ascending in a row   */
    zn_index *bp;       /* nblocks+1: positions of the cells in x              */
    zn_index *diag;     /* nu: the cells on the diagonal                       */
    double *x;          /* values; each cell column-major                      */
    zni_csc csc;        /* a sparse matrix is first copied into this           */
    zn_index *to;       /* positions in x of the entries of csc                */
    zn_index *mark, *next; /* nu, work                                         */
    bool known;         /* the pattern of cells is that of csc and ro          */
    zn_index cap_part, cap_row, cap_col, cap_bp, cap_diag, cap_x, cap_to, cap_mark, cap_next;
} zni_cells;

/* Room for n rows and nnz values of whole cells. */
zn_status zni_cells_reserve(zn_ctx *ctx, zni_cells *c, zn_index n, zn_index nnz);
/* Set the parts; then the matrix, in any storage. */
zn_status zni_cells_cut(zn_ctx *ctx, zni_cells *c, zn_index n, zn_index nu, const zn_index ro[]);
zn_status zni_cells_set(zn_ctx *ctx, zni_cells *c, const zn_matrix *A);
void zni_cells_fini(zn_ctx *ctx, zni_cells *c);

/* A view of the matrix with values x. */
zn_matrix zni_cells_matrix(const zni_cells *c, const double x[]);

/* ---- factors --------------------------------------------------------------- */

/* Dense factors if there are few rows or a third of the square is stored, else sparse ones; the storage of the matrix
 * does not matter. */
typedef struct zni_cell_lu {
    double *j; /* values in the layout of the cells, to be set before factoring */
    zni_square square;
    zn_index cap_j;
} zni_cell_lu;

zn_status zni_cell_lu_reserve(zn_ctx *ctx, zni_cell_lu *k, zn_index n, zn_index nnz);
/* Analyse the pattern of c and make room for factors. whole: all entries of the cells, as A M + B has them; else the
 * entries of M and the cells on the diagonal, as M + D. */
zn_status zni_cell_lu_set(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c, bool whole);
/* ZN_UNSOLVED if a factorisation would not be finished within the time limit */
zn_status zni_cell_lu_affords(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c,
                              const zn_monitor *mon);

/* k->j = A M + B; ab has A and B of each part, d x d each */
void zni_cell_lu_linear(zni_cell_lu *k, const zni_cells *c, const double ab[]);
/* k->j = M + D + add I; D has a block for each part */
void zni_cell_lu_sum(zni_cell_lu *k, const zni_cells *c, const double D[], double add);

/* ZN_ESINGULAR: without a message */
zn_status zni_cell_lu_factor(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c, bool symmetric);
void zni_cell_lu_solve(zni_cell_lu *k, double b[]);
void zni_cell_lu_fini(zn_ctx *ctx, zni_cell_lu *k);

#endif
