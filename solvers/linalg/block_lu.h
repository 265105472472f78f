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
    zn_index d, n;   /* edge of a block, block rows; n is 0 until there is a pattern */
    zn_index ld;     /* numbers of a stored column of a block: 2, 4 or 8 >= d        */
    int sign;        /* of the determinant                                           */
    zn_index *p, *i; /* n + 1 and p[n]: the pattern of the matrix                    */
    /* what follows is by position in the order of elimination */
    zn_index *at, *place;  /* n: the row at a position, the position of a row        */
    zn_index *lp, *li;     /* L: first blocks of the rows, their columns, ascending  */
    zn_index *up, *ui;     /* U likewise                                             */
    zn_index *first;       /* n + 1: of `lower`, for the analysis                    */
    zn_index *lower;       /* p[n]: columns of A + A' before the diagonal, likewise  */
    zn_index *work;        /* 2 n; of factors: has a row of U a nonzero number?      */
    double *l, *u;         /* blocks of L and U                                      */
    double *inverse;       /* n: inverses of the pivot blocks                        */
    double *row, *y;       /* n: the row being eliminated, zero between rows; n ld   */
    zn_index cap_p, cap_i, cap_at, cap_place, cap_lp, cap_li, cap_up, cap_ui, cap_first, cap_lower, cap_work, cap_l,
        cap_u, cap_inverse, cap_row, cap_y;
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
