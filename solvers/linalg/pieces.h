/* pieces.h - loops over the pieces of a matrix in any storage; views of arrays
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_PIECES_H
#define ZN_LINALG_PIECES_H

#include <zeno/matrix.h>

/* A block, a column of a sparse matrix, or all of a dense one: m x n numbers x[at] ..., column-major. All pieces are
 * visited by
 *     for (zni_piece b = {0}; zni_next_piece(A, &b);) */
typedef struct zni_piece {
    zn_index m, n, at;
    zn_index r, c;     /* the first row and column; the others follow consecutively, */
    const zn_index *i; /* unless this is not NULL: then it has the rows              */
    zn_index k, a;     /* number of the next piece, and its block row                */
} zni_piece;

static inline bool zni_next_piece(const zn_matrix *A, zni_piece *b)
{
    const zn_index k = b->k++;

    if (A->storage == ZN_BSR) {
        while (b->a < A->nbr && k == A->p[b->a + 1])
            b->a++;
        if (b->a == A->nbr)
            return false;
        b->at = A->bp[k];
        b->r = A->ro[b->a];
        b->m = A->ro[b->a + 1] - b->r;
        b->c = A->co[A->i[k]];
        b->n = A->co[A->i[k] + 1] - b->c;
        return true;
    }
    if (A->storage == ZN_DENSE) {
        *b = (zni_piece){.m = A->rows, .n = A->cols, .k = 1};
        return k == 0;
    }
    if (k >= A->cols)
        return false;
    b->at = A->p[k];
    b->m = A->p[k + 1] - b->at;
    b->n = 1;
    b->c = k;
    b->i = A->i + b->at;
    return true;
}

/* The row of entry e of each column of the piece */
static inline zn_index zni_piece_row(const zni_piece *b, zn_index e)
{
    return b->i ? b->i[e] : b->r + e;
}

/* Views: compressed columns; block rows, with rows and columns cut alike, at ro. */
static inline zn_matrix zni_view_columns(zn_index rows, zn_index cols, const zn_index p[],
                                         const zn_index i[], const double x[])
{
    return (zn_matrix){.storage = ZN_CSC, .rows = rows, .cols = cols, .x = x, .p = p, .i = i};
}

static inline zn_matrix zni_view_blocks(zn_index nb, const zn_index ro[], const zn_index p[],
                                        const zn_index i[], const zn_index bp[], const double x[])
{
    return (zn_matrix){.storage = ZN_BSR, .rows = ro[nb], .cols = ro[nb], .x = x, .p = p, .i = i,
                       .nbr = nb, .nbc = nb, .ro = ro, .co = ro, .bp = bp};
}

#endif
