/* block_lu.h - factors of a sparse matrix of small square blocks, pivots on the diagonal
 *
 * Matrices of contacts, joints and cones consist of blocks of one size, in a pattern that is nearly symmetric.
 * Elimination by blocks,
 *     L_ik = W_ik U_kk^-1,   W_ij <- W_ij - L_ik U_kj,
 * knows its fill beforehand, needs no search for pivots, and one index per block instead of one per entry. Rows are
 * exchanged within a block only. So the factors are useful only if no pivot block is singular and the entries do not
 * grow; otherwise the caller makes other factors.
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

/* The pattern of a matrix of n block rows: blocks p[a] ... p[a + 1] - 1 of row a are in the columns i, ascending.
 * order: the block rows in the order of elimination. If the pattern is that of the last call nothing is done, and the
 * order of that call stays. */
zn_status zni_blu_pattern(zn_ctx *ctx, zni_blu *s, zn_index d, zn_index n,
                          const zn_index p[], const zn_index i[],
                          const zn_index order[]);

/* Is this the pattern of the last call? */
bool zni_blu_knows(const zni_blu *s, zn_index d, zn_index n, const zn_index p[],
                   const zn_index i[]);

/* Factor the matrix with this pattern; x: d x d numbers for each block, column-major, in the order of i. False: a pivot
 * block is singular or the entries have grown, and the factors are of no use. */
bool zni_blu_factor(zni_blu *s, const double x[]);

/* b <- A^-1 b */
void zni_blu_solve(zni_blu *s, double b[]);

void zni_blu_fini(zn_ctx *ctx, zni_blu *s);

#endif
