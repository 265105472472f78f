/* factor.h - the parts of a factor, as its methods see it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_FACTOR_H
#define ZN_LINALG_FACTOR_H

#include <float.h>
#include <math.h>

#include <zeno/factor.h>

#include "../core/short.h"

/* What a method made; 0: nothing yet, or it failed */
typedef enum zni_factor_kind {
    ZNI_NO_FACTORS,
    ZNI_DIAGONAL,
    ZNI_BANDED,   /* Cholesky in band layout                                         */
    ZNI_FULLBAND, /* the same with a full band, of few rows                          */
    ZNI_CHOLESKY, /* LAPACK, dense                                                   */
    ZNI_LU,       /* dense, LAPACK's layout; loops of our own for few rows           */
    ZNI_BODY_LU,  /* of a rigid body, n = ZNI_BODY                                   */
    ZNI_BAND_LU,
    ZNI_SPARSE_LU,
    ZNI_SPARSE_CHOLESKY
} zni_factor_kind;

/* What is done with a pattern of one shape. */
typedef struct zni_factor_method {
    zn_status (*set)(zn_factor *f, const double x[]);
    /* NULL: `set`, which tries Cholesky first; then the kind tells */
    zn_status (*set_definite)(zn_factor *f, const double x[]);
    void (*solve)(const zn_factor *f, zn_index nrhs, double B[]);
} zni_factor_method;

extern const zni_factor_method zni_factor_dense, zni_factor_banded,
    zni_factor_sparse;

/* The arrays of dense, diagonal and banded ones are in its own block. */
struct zn_factor {
    zn_ctx                  *ctx;
    const zni_factor_method *method;
    zn_index                 n;
    zn_pattern               pattern;
    zni_factor_kind          kind;
    bool                     twice; /* LAPACK's Cholesky factor is of twice the matrix */
    zn_index                 bw;   /* half bandwidth of a Cholesky factor */
    double                  *a;    /* the factors */
    int                     *perm; /* n: row exchanges of LU, from 1 */
    struct zni_sparse       *sparse;
};

/* Is the pivot d usable when it is what is left of numbers of size `of`?
 * False for NaN too. */
static inline bool zni_pivot_ok(double d, double of)
{
    return fabs(d) > 64 * DBL_EPSILON * of && fabs(d) >= DBL_MIN;
}

/* ZN_ESINGULAR: pivot j is lost in what is left of terms of that size */
zn_status zni_lost_pivot(const zn_factor *f, zn_index j, double pivot, double of);

/* a_i = x[i step]; B = B / a */
zn_status zni_factor_diagonal(zn_factor *f, const double x[], zn_index step);
void zni_factor_divide(const zn_factor *f, zn_index nrhs, double B[]);

/* Could a matrix be symmetric positive definite? Symmetric to rounding on the scale of its diagonal, which the
 * factorisation itself does not resolve. diag[j step]: its diagonal, rows below are next to it, those above before. */
bool zni_looks_definite(zn_index n, zn_index bw, const double diag[], zn_index step);

/* L D L' of such a matrix with the half bandwidth bw, l(i,j) at i - j + j (bw + 1) in f->a. The diagonal of the result
 * is 1/D, that of L is one. False: not positive definite. */
bool zni_band_cholesky(zn_factor *f, zn_index bw, const double diag[], zn_index step);
void zni_band_cholesky_solve(zn_index n, zn_index bw, const double L[],
                             double b[]);

/* ---- factor_sparse.c ---- */
zn_status zni_sparse_new(zn_factor *f);
void zni_sparse_free(zn_factor *f);
zn_factor_cost zni_sparse_spent(const zn_factor *f);
zn_status zni_sparse_predict(zn_factor *f, const double x[],
                             zn_factor_cost *out, zni_factor_kind *kind);

/* ---- body_lu.c: LU of the matrix of a rigid body ----
 *
 *     A = [D 0]   D diagonal, m of the place; B full, of the turn: with gyroscopic
 *         [0 B]   moments it is not symmetric.
 *
 * The operations are those of few_lu.h without the zeros. */

/* Does A, of order ZNI_BODY, look so, with a B that is not symmetric up to rounding? Then its
 * factors are in a: D in the first three, behind them those of B by columns, as rows were exchanged;
 * piv[k]: with which row, from 0, row k of B was. False: it does not, has a number that is not finite or
 * a pivot that is lost in rounding. */
bool zni_body_lu(const double A[], double a[], int piv[]);

/* B <- A^-1 B, nrhs columns */
void zni_body_lu_solve(const double a[], const int piv[], zn_index nrhs, double B[]);

#endif
