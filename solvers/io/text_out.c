/* text_out.c - writes matrices and vectors as text, with all their digits
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <math.h>

void zni_put_vector(FILE *f, zn_index n, const double x[])
{
    for (zn_index k = 0; k < n; k++)
        fprintf(f, "%.17g%c", x[k], k + 1 < n ? ' ' : '\n');
}

/* by columns; one line for each is only for readability */
static void put_dense(FILE *f, const zn_matrix *A)
{
    fprintf(f, "0\n%td\n%td\n%td\t%td\n", A->rows, A->cols, A->rows, A->cols);
    for (zn_index j = 0; j < A->cols; j++)
        zni_put_vector(f, A->rows, A->x + j * A->rows);
}

static void put_indices(FILE *f, zn_index n, const zn_index x[])
{
    for (zn_index k = 0; k < n; k++)
        fprintf(f, "%td%c", x[k], k + 1 < n ? '\t' : '\n');
}

static void put_blocks(FILE *f, const zn_matrix *A)
{
    zn_index blocks = A->p[A->nbr];

    fprintf(f, "1\n%td\n%td\n%td\n%td\n%td\n", A->rows, A->cols, blocks, A->nbr,
            A->nbc);
    put_indices(f, A->nbr, A->ro + 1);
    put_indices(f, A->nbc, A->co + 1);
    fprintf(f, "%td\n%td\n", A->nbr + 1, blocks);
    put_indices(f, A->nbr + 1, A->p);
    put_indices(f, blocks, A->i);
    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            zn_index width = A->co[A->i[k] + 1] - A->co[A->i[k]];

            fprintf(f, "%td\n", k);
            zni_put_vector(f, (A->ro[a + 1] - A->ro[a]) * width,
                           A->x + A->bp[k]);
        }
}

/* the 1-norm, which the header of the layout has */
static double norm1(const zn_matrix *A)
{
    double norm = 0;

    for (zn_index j = 0; j < A->cols; j++) {
        double sum = 0;

        for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
            sum += fabs(A->x[k]);
        norm = sum > norm ? sum : norm;
    }
    return norm;
}

static void put_columns(FILE *f, const zn_matrix *A)
{
    zn_index nnz = A->p[A->cols];

    fprintf(f, "2\n%td\n%td\n2\nwritten by Zeno " ZN_VERSION "\n", A->rows,
            A->cols);
    fprintf(f, "%td-by-%td, nzmax: %td nnz: %td, 1-norm: %g\n", A->rows,
            A->cols, nnz, nnz, norm1(A));
    for (zn_index j = 0; j < A->cols; j++) {
        fprintf(f, "    col %td : locations %td to %td\n", j, A->p[j],
                A->p[j + 1] - 1);
        for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
            fprintf(f, "      %td : %.17g\n", A->i[k], A->x[k]);
    }
}

void zni_put_matrix(FILE *f, const zn_matrix *A)
{
    static void (*const put[])(FILE *, const zn_matrix *) = {
        [ZN_DENSE] = put_dense, [ZN_CSC] = put_columns, [ZN_BSR] = put_blocks};

    put[A->storage](f, A);
}
