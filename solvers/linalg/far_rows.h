/* far_rows.h - rows and columns of very different magnitude, in units of their own
 *
 * Errors are relative to the largest numbers of a problem, and so are the tolerances of methods and rounding. With kN
 * beside nN, or m beside nm, a row may be so small compared with others that no method sees it. Then the problem is
 * posed again with each row and column scaled by a power of two, which causes no rounding.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_LINALG_FAR_ROWS_H
#define ZENO_SOLVERS_LINALG_FAR_ROWS_H

#include <math.h>
#include <stdbool.h>

#include <zeno/matrix.h>

/* Powers of two x (n) and y (m) such that the largest number of each row and column of x_i S_ij x_j and y_i A_ij x_j is
 * near 1; S n x n or NULL, A m x n or NULL. The scale of a zero row or column is 0. False: rows and columns do not
 * differ much, or blocks share their values in memory. work: n + m */
bool zni_far_rows(zn_index n, zn_index m, const zn_matrix *S, const zn_matrix *A, double x[],
                   double y[], double work[]);

/* Rows differ much if one is so many times another: a tolerance of 1e-8 = 2^-26.6 of the largest number then checks
 * less than half of these digits in the smaller one. */
#define ZNI_FAR 0x1p13

/* Is the largest number `most` of a square matrix within that factor of all diagonal entries d_0, d_step, ...? Then
 * neither rows nor columns differ much, since the largest number of each is at least its diagonal entry. This is true
 * for most matrices, and does not look at all numbers. */
static inline bool zni_diagonal_near(zn_index n, zn_index step, const double d[], double most)
{
    double least = INFINITY;

    for (zn_index i = 0; i < n; i++) {
        const double a = fabs(d[i * step]);

        least = a < least ? a : least;
    }
    return most <= ZNI_FAR * least;
}

/* Do rows or columns of a small dense square matrix differ much? zni_few_rows_look: without the test of the diagonal */
enum { ZNI_FAR_ROWS_FEW = 16 };
bool zni_few_rows_apart(const zn_matrix *M);
bool zni_few_rows_look(const zn_matrix *M);

static inline bool zni_few_rows_far(const zn_matrix *M)
{
    return M->cols <= ZNI_FAR_ROWS_FEW && zni_few_rows_apart(M);
}

/* Where x_i is 0 it becomes such that |x_i q_i| is like the largest of the others, or 1 if q_i is 0. */
void zni_far_rows_rest(zn_index n, const double q[], double x[]);

/* A view of y_i A_ij x_j, with its values in to[zni_values(A)], which may be the array of A. */
zn_matrix zni_matrix_in_units(const zn_matrix *A, const double y[], const double x[], double to[]);

/* w = M z + q in such units: *own, with zni_values of M in x, and own_q; the units of z and w in zu and wu. Returns
 * own. If they are not `wanted`, own_q is q, the units are 1, and M is returned. If they are and rows and columns do
 * not differ much, M is returned and nothing is set. work: rows and columns of M */
const zn_matrix *zni_affine_in_units(bool wanted, const zn_matrix *M, const double q[], double own_q[],
                                     zn_matrix *own, double x[], double zu[], double wu[],
                                     double work[]);

#endif
