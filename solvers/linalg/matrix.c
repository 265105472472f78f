/* matrix.c - a matrix view: its entries, diagonal, dense copy, symmetry
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/matrix.h>

#include <math.h>
#include <string.h>

#include "pieces.h"
#include "starts.h"
#include "units.h"

zn_matrix zn_matrix_dense(zn_index rows, zn_index cols, const double x[])
{
    return (zn_matrix){.storage = ZN_DENSE, .rows = rows, .cols = cols, .x = x};
}

/* ---- one entry ---------------------------------------------------------- */

static double get_csc(const zn_matrix *A, zn_index i, zn_index j)
{
    const zn_index k = zni_find(A->i, A->p[j], A->p[j + 1], i);

    return k < 0 ? 0 : A->x[k];
}

static double get_bsr(const zn_matrix *A, zn_index i, zn_index j)
{
    zn_index a = zni_last_not_above(A->ro, 0, A->nbr, i);
    zn_index b = zni_last_not_above(A->co, 0, A->nbc, j);
    zn_index k = zni_find(A->i, A->p[a], A->p[a + 1], b);

    if (k < 0)
        return 0;
    zn_index m = A->ro[a + 1] - A->ro[a];
    return A->x[A->bp[k] + (i - A->ro[a]) + (j - A->co[b]) * m];
}

double zn_matrix_get(const zn_matrix *A, zn_index i, zn_index j)
{
    switch (A->storage) {
    case ZN_DENSE:
        return A->x[i + j * A->rows];
    case ZN_CSC:
        return get_csc(A, i, j);
    case ZN_BSR:
        return get_bsr(A, i, j);
    }
    return 0;
}

/* ---- all entries -------------------------------------------------------- */

zn_index zn_matrix_nnz(const zn_matrix *A)
{
    zn_index nnz = 0;

    if (A->storage == ZN_DENSE)
        return A->rows * A->cols;
    if (A->storage == ZN_CSC)
        return A->p[A->cols];
    for (zni_piece b = {0}; zni_next_piece(A, &b);)
        nnz += b.m * b.n;
    return nnz;
}

/* Block rows and block columns need not be cut alike, so the diagonal may cross any block. */
void zn_matrix_diag(const zn_matrix *A, double d[])
{
    for (zn_index i = 0; i < A->rows; i++)
        d[i] = A->storage == ZN_BSR ? 0 : zn_matrix_get(A, i, i);
    for (zn_index a = 0; A->storage == ZN_BSR && a < A->nbr; a++)
        for (zn_index k = A->p[a], r0 = A->ro[a], r1 = A->ro[a + 1]; k < A->p[a + 1]; k++) {
            const zn_index c0 = A->co[A->i[k]], c1 = A->co[A->i[k] + 1], end = r1 < c1 ? r1 : c1;

            for (zn_index i = r0 > c0 ? r0 : c0; i < end; i++)
                d[i] = A->x[A->bp[k] + (i - r0) + (i - c0) * (r1 - r0)];
        }
}

void zn_matrix_to_dense(const zn_matrix *A, double out[])
{
    const size_t bytes = (size_t)(A->rows * A->cols) * sizeof *out;

    if (bytes == 0)
        return;
    if (A->storage == ZN_DENSE) {
        memcpy(out, A->x, bytes);
        return;
    }
    memset(out, 0, bytes);
    for (zni_piece b = {0}; zni_next_piece(A, &b);) {
        const double *x = A->x + b.at;
        double *to = out + b.r + b.c * A->rows;

        for (zn_index e = 0; e < b.m && b.i; e++)
            to[b.i[e]] = x[e];
        for (zn_index j = 0; j < b.n && !b.i; j++, x += b.m, to += A->rows)
            for (zn_index e = 0; e < b.m; e++)
                to[e] = x[e];
    }
}

/* ---- symmetry ----------------------------------------------------------- */

/* are block rows and block columns cut alike? */
static bool cut_alike(const zn_matrix *A)
{
    return A->storage == ZN_BSR && A->nbr == A->nbc &&
           (A->ro == A->co ||
            memcmp(A->ro, A->co, (size_t)(A->nbr + 1) * sizeof *A->ro) == 0);
}

bool zn_matrix_symmetric(const zn_matrix *A, double tol)
{
    const double bound = tol * zni_largest_value(A);
    const bool alike = cut_alike(A);

    if (A->rows != A->cols)
        return false;
    for (zni_piece b = {0}; zni_next_piece(A, &b);) {
        /* one search per block instead of one per entry; of a pair of blocks one is enough */
        const zn_index c = alike ? A->i[b.k - 1] : 0,
                       t = alike ? zni_find(A->i, A->p[c], A->p[c + 1], b.a) : -1;
        const double *T = t < 0 ? NULL : A->x + A->bp[t];

        for (zn_index j = 0; j < b.n && !(T && c < b.a); j++)
            for (zn_index e = 0; e < b.m; e++) {
                const double there = T       ? T[j + e * b.n]
                                     : alike ? 0
                                             : zn_matrix_get(A, b.c + j, zni_piece_row(&b, e));

                /* false for NaN: not symmetric */
                if (!(fabs(A->x[b.at + e + j * b.m] - there) <= bound))
                    return false;
            }
    }
    return true;
}
