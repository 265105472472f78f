/* block_lu.h - factors of a sparse matrix of small square blocks, pivots on the diagonal
 *
 * What contacts, joints and cones make has blocks of one size and a symmetric pattern but for
 * exceptions. Then elimination by blocks,
 *     L_ik = W_ik U_kk^-1,   W_ij <- W_ij - L_ik U_kj,
 * knows its fill before, searches nothing, and looks up an index for each block instead of each
 * number. Rows are exchanged within a block only, so the factors are of use when no pivot block
 * is singular and nothing grows; who asks for them has others where they are not.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_BLOCK_LU_H
#define ZENO_SOLVERS_BLOCK_LU_H

#include <zeno/ctx.h>
#include <stdbool.h>

typedef struct zni_blu {
    zn_index d, n;  /* size of a block, block rows                           */
    zn_index ld;    /* numbers of a column of a block as stored              */
    zn_index nb;    /* blocks of the matrix                                  */
    zn_index nl;    /* blocks of L below its diagonal, as many U has         */
    int sign;       /* of the determinant                                    */
    zn_index *index; /* see block_lu.c                                       */
    double *x;
    zn_index cap_index, cap_x;
} zni_blu;

/* A matrix of n block rows, its values the caller's: blocks p[a] ... p[a + 1] - 1 of row a, in
 * columns i, ascending. order: the block rows as they are eliminated. Nothing is done where the
 * pattern is that of the last call, whose order stays then. */
zn_status zni_blu_pattern(zn_ctx *ctx, zni_blu *s, zn_index d, zn_index n,
                          const zn_index p[], const zn_index i[],
                          const zn_index order[]);

/* Is it that of the last call? */
bool zni_blu_knows(const zni_blu *s, zn_index d, zn_index n, const zn_index p[],
                   const zn_index i[]);

/* Of the matrix with this pattern; x: d x d numbers for each block, column-major, in the order
 * of i. False: a pivot block is singular, or numbers have grown, and the factors are of no use. */
bool zni_blu_factor(zni_blu *s, const double x[]);

/* b <- A^-1 b */
void zni_blu_solve(zni_blu *s, double b[]);

void zni_blu_fini(zn_ctx *ctx, zni_blu *s);

#endif
