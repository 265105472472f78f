/* few_lu.h - LU of small full matrices, which may be mostly zeros
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_FEW_LU_H
#define ZN_LINALG_FEW_LU_H

#include <zeno/base.h>

/* Up to this order these loops cost less than calls of LAPACK: full matrices of 40 rows take half of its instructions,
 * matrices of mechanisms, whose bodies have few neighbours, a tenth. */
enum { ZNI_FEW_LU = 40 };

/* Scale each row by a power of two to a largest entry in [1/2, 1), so that the units of rows do not decide the
 * interchanges. row: the scales, col: the maxima of the scaled columns, NaN if a number is not finite. For any n */
void zni_lu_equilibrate(zn_index n, double a[], double row[], double col[]);

/* P A = L U in place with partial pivoting, in LAPACK's layout: row j was exchanged with
 * row piv[j] - 1, of all columns. The same bits on every processor. A column without a
 * pivot is skipped and keeps its zero. */
void zni_few_lu(zn_index n, double a[], int piv[]);

/* b <- U^-1 L^-1 P b */
void zni_few_lu_solve(zn_index n, const double a[], const int piv[], double b[]);

#endif
