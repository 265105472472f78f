/* factor.h - the parts of a factor, as its methods see it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_FACTOR_H
#define ZN_LINALG_FACTOR_H

#include <float.h>
#include <math.h>

#include <zeno/factor.h>

#include "../core/short.h"

/* How the factors were made; 0: there are none yet, or the method failed */
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

/* The operations for patterns of one shape. */
typedef struct zni_factor_method {
    zn_status (*set)(zn_factor *f, const double x[]);
    /* NULL: `set` tries Cholesky first, and the kind tells whether it succeeded */
    zn_status (*set_definite)(zn_factor *f, const double x[]);
    void (*solve)(const zn_factor *f, zn_index nrhs, double B[]);
} zni_factor_method;

extern const zni_factor_method zni_factor_dense, zni_factor_banded,
    zni_factor_sparse;

/* The arrays of dense, diagonal and banded factors are in the same block of memory. */
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

/* Is the pivot d, the result of sums of terms of magnitude `of`, more than rounding? False for NaN, too. */
static inline bool zni_pivot_ok(double d, double of)
{
    return fabs(d) > 64 * DBL_EPSILON * of && fabs(d) >= DBL_MIN;
}

/* Fails with ZN_ESINGULAR: pivot j is lost in the rounding of terms of magnitude `of` */
zn_status zni_lost_pivot(const zn_factor *f, zn_index j, double pivot, double of);

/* a_i = x[i step]; B = B / a */
zn_status zni_factor_diagonal(zn_factor *f, const double x[], zn_index step);
void zni_factor_divide(const zn_factor *f, zn_index nrhs, double B[]);

/* Could a matrix be symmetric positive definite? Its diagonal must be positive and its entries symmetric up to rounding
 * on the scale of the diagonal, which the factorisation does not resolve either. diag[j step]: its diagonal; the
 * entries below are next to it, those above before it */
bool zni_looks_definite(zn_index n, zn_index bw, const double diag[], zn_index step);

/* L D L' of such a matrix with the half bandwidth bw: l(i,j) is at i - j + j (bw + 1) in f->a, with 1/D in the place of
 * the diagonal of L, which is one. False: not positive definite */
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

/* Factors of A, of order ZNI_BODY: a has D in the first three places and then the factors of B by columns; row k of B
 * was exchanged with row piv[k], counted from 0. False: A has another form, B is symmetric up to rounding, a number is
 * not finite or a pivot is lost in rounding. */
bool zni_body_lu(const double A[], double a[], int piv[]);

/* B <- A^-1 B, nrhs columns */
void zni_body_lu_solve(const double a[], const int piv[], zn_index nrhs, double B[]);

#endif
