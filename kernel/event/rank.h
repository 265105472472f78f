/* rank.h - square systems of closed rows, of which some may depend on others
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_RANK_H
#define ZENO_KERNEL_EVENT_RANK_H

#include <zeno/ctx.h>

/* Room for a square system of closed rows. */
typedef struct zni_rank {
    double   *L;     /* n x n, factors of the rows that count */
    double   *scale; /* n of rows, or the diagonal; n of columns, n to work with */
    zn_index *order; /* n, the first `rank` of them count */
    zn_index *row;   /* n, pivots of a matrix that is not symmetric */
    bool      general;
    zn_index  rank, n;
    zn_index  cL, cscale, corder, crow;
} zni_rank;

zn_status zni_rank_reserve(zn_ctx *ctx, zni_rank *r, zn_index n);
/* Factors L D L' of a symmetric positive semidefinite A (n x n) with the largest
 * pivots first, rows that are `first` (or NULL) before all others; rows that depend
 * on those before them are left out. */
void zni_rank_factor(zni_rank *r, zn_index n, const double A[],
                     const unsigned char first[]);
/* The same by elimination with pivots from all that is left, of any matrix. */
void zni_rank_factor_general(zni_rank *r, zn_index n, const double A[]);
/* After it, N'b with N'A = 0: what is left of b on the rows that depend on others. */
void zni_rank_rest(const zni_rank *r, const double b[], double out[]);
/* The row of pivot k < rank; its unknown is order[k]. */
static inline zn_index zni_rank_row(const zni_rank *r, zn_index k)
{
    return r->general ? r->row[k] : r->order[k];
}
/* x = A^-1 b on the rows that count, 0 on the others. */
void zni_rank_solve(const zni_rank *r, const double b[], double x[]);
/* N with A N = 0 of rows that are not `out`, a column (n) for each that depends on others: 1 in that row,
 * which is of[column] (or NULL), and what the others give for it. A loses the rows and columns that are out.
 * @return how many columns */
zn_index zni_rank_directions(zni_rank *r, zn_index n, double A[], const unsigned char out[], double N[],
                             zn_index of[]);

#endif
