/* far_rows.h - rows and columns that are far apart, in units of their own
 *
 * Errors are relative to the largest numbers of a problem, and so is what a method stops at, takes for zero or
 * rounds to. With kN beside nN, or m beside nm, a row may be so small beside the others that no method sees it. Then
 * the problem is posed once more with powers of two taken out of each row and column, which rounds nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_LINALG_FAR_ROWS_H
#define ZENO_SOLVERS_LINALG_FAR_ROWS_H

#include <math.h>
#include <stdbool.h>

#include <zeno/matrix.h>

/* Powers of two x (n) and y (m) such that x_i S_ij x_j and y_i A_ij x_j have a number near 1 in each row and
 * column, and none that is much larger; S n x n or NULL, A m x n or NULL. What has no number at all has 0. False: they
 * are not far apart, or share values of a matrix in blocks. work: n + m */
bool zni_far_rows(zn_index n, zn_index m, const zn_matrix *S, const zn_matrix *A, double x[],
                   double y[], double work[]);

/* Of a row that is so much smaller than another a measure that is content with 1e-8 = 2^-26.6 of the largest sees
 * less than half of the digits that it asks for. */
#define ZNI_FAR 0x1p13

/* Is no number of a square matrix, `most` the largest, so many times one of the diagonal d_0, d_step, ...? Each is in
 * its row and in its column, the largest of which are not less, so that neither rows nor columns are far apart. That is
 * how it mostly is, and takes no look at each number. */
static inline bool zni_diagonal_near(zn_index n, zn_index step, const double d[], double most)
{
    double least = INFINITY;

    for (zn_index i = 0; i < n; i++) {
        const double a = fabs(d[i * step]);

        least = a < least ? a : least;
    }
    return most <= ZNI_FAR * least;
}

/* Are rows or columns of a few, M full and square, further apart than that? zni_few_rows_look: where the diagonal
 * does not say no */
enum { ZNI_FAR_ROWS_FEW = 16 };
bool zni_few_rows_apart(const zn_matrix *M);
bool zni_few_rows_look(const zn_matrix *M);

static inline bool zni_few_rows_far(const zn_matrix *M)
{
    return M->cols <= ZNI_FAR_ROWS_FEW && zni_few_rows_apart(M);
}

/* Where x_i is 0: such that |x_i q_i| is like the largest of the others, 1 if q_i is 0. */
void zni_far_rows_rest(zn_index n, const double q[], double x[]);

/* The view of y_i A_ij x_j, with its values in to[zni_values(A)], which may be those of A. */
zn_matrix zni_matrix_in_units(const zn_matrix *A, const double y[], const double x[], double to[]);

/* w = M z + q in such units, those of z and w in zu and wu: own_q, and *own with its zni_values in x, which comes
 * back. Where they are not `wanted` own_q is q, the units are 1, and M comes back; where they are and nothing is far
 * apart M comes back alone.
 * work: rows and columns of M */
const zn_matrix *zni_affine_in_units(bool wanted, const zn_matrix *M, const double q[], double own_q[],
                                     zn_matrix *own, double x[], double zu[], double wu[],
                                     double work[]);

#endif
