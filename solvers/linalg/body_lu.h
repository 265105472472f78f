/* body_lu.h - LU of the matrix of a rigid body
 * SPDX-License-Identifier: Apache-2.0
 *
 *     A = [D 0]   D diagonal, m of the place; B full, of the turn: with gyroscopic
 *         [0 B]   moments it is not symmetric.
 *
 * The operations are those of few_lu.h without the zeros. */
#ifndef ZN_LINALG_BODY_LU_H
#define ZN_LINALG_BODY_LU_H

#include "../core/short.h"

/* Does A, of order ZNI_BODY, look so, with a B that is not symmetric up to rounding? Then its
 * factors are in a: D in the first three, behind them those of B by columns, as rows were exchanged;
 * piv[k]: with which row, from 0, row k of B was. False: it does not, has a number that is not finite or
 * a pivot that is lost in rounding. */
bool zni_body_lu(const double A[], double a[], int piv[]);

/* B <- A^-1 B, nrhs columns */
void zni_body_lu_solve(const double a[], const int piv[], zn_index nrhs, double B[]);

#endif
