/* cells.h - a square matrix in blocks of any sizes, and factors with its pattern
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_CELLS_H
#define ZN_LINALG_CELLS_H

#include "square.h"

/* Rows and columns are cut into parts, as they belong together in a set; a cell is what
 * two parts have of a matrix. Cells are kept by rows, those on the diagonal in any case. */
typedef struct zni_cells {
    zn_index n, nu, nblocks; /* rows, parts, stored cells                      */
    const zn_index *ro; /* nu+1 first rows of the parts, borrowed              */
    zn_index *part;     /* n: the part of a row                                */
    zn_index *row;      /* nu+1 first cells of the rows of cells               */
    zn_index *col;      /* nblocks columns of cells, ascending in a row        */
    zn_index *bp;       /* nblocks+1 positions in x                            */
    zn_index *diag;     /* nu numbers of the cells on the diagonal             */
    double *x;          /* values; cells by columns                            */
    zni_csc csc;        /* sparse matrices come through this                   */
    zn_index *to;       /* its entries in x                                    */
    zn_index *mark, *next; /* nu, work                                         */
    bool known;         /* the pattern is that of csc and ro                   */
    zn_index cap_part, cap_row, cap_col, cap_bp, cap_diag, cap_x, cap_to, cap_mark, cap_next;
} zni_cells;

/* nnz counts whole cells; every row may be a part. */
zn_status zni_cells_reserve(zn_ctx *ctx, zni_cells *c, zn_index n, zn_index nnz);
/* The parts; then the matrix, of any storage. */
zn_status zni_cells_cut(zn_ctx *ctx, zni_cells *c, zn_index n, zn_index nu, const zn_index ro[]);
zn_status zni_cells_set(zn_ctx *ctx, zni_cells *c, const zn_matrix *A);
void zni_cells_fini(zn_ctx *ctx, zni_cells *c);

/* A view of the pattern with values x. */
zn_matrix zni_cells_matrix(const zni_cells *c, const double x[]);

/* ---- factors --------------------------------------------------------------- */

/* Dense where there are few rows or a third of the cells, else sparse; chosen by what is
 * stored, not by the storage of the matrix. */
typedef struct zni_cell_lu {
    double *j; /* values in the layout of the cells: fill them, then factor     */
    zni_square square;
    zn_index cap_j;
} zni_cell_lu;

zn_status zni_cell_lu_reserve(zn_ctx *ctx, zni_cell_lu *k, zn_index n, zn_index nnz);
/* Room for factors with the pattern of c, and what is to be analysed of it: whole cells, as
 * A M + B has them, or the entries of M and the cells on the diagonal, as M + D. */
zn_status zni_cell_lu_set(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c, bool whole);
/* Will one factorisation end before the time does? ZN_UNSOLVED: no */
zn_status zni_cell_lu_affords(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c,
                              const zn_monitor *mon);

/* k->j = A M + B, of A and B by part, d x d each, A before B, part behind part */
void zni_cell_lu_linear(zni_cell_lu *k, const zni_cells *c, const double ab[]);
/* k->j = M + D + add I, D by part */
void zni_cell_lu_sum(zni_cell_lu *k, const zni_cells *c, const double D[], double add);

/* ZN_ESINGULAR: without words */
zn_status zni_cell_lu_factor(zn_ctx *ctx, zni_cell_lu *k, const zni_cells *c, bool symmetric);
void zni_cell_lu_solve(zni_cell_lu *k, double b[]);
void zni_cell_lu_fini(zn_ctx *ctx, zni_cell_lu *k);

#endif
