/* lu.h - direct solution of square systems: dense, banded, sparse
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_LU_H
#define ZN_LINALG_LU_H

#include <zeno/factor.h>
#include <zeno/solver.h>

#include "csc.h"

/* An operation of sparse factors, made column by column, takes as long as so many of dense ones. */
enum { ZNI_SPARSE = 4 };

/* Beside them a number of sparse factors takes as long as so many dense ones, for where it goes: 58 ns where factors
 * have 12 operations to a number. */
enum { ZNI_NUMBER = 100 };

/* Operations of factors that go column by column for each value of them from which fronts or blocks are quicker: with
 * 57 and 103 they take as long as KLU's second factorisation, with 170 and 190 a third of it. QUICKER: so many of
 * theirs take as long as one by columns, then. */
enum { ZNI_FRONTS = 150, ZNI_QUICKER = 3 };

/* ---- dense: LAPACK's LU with row interchanges ------------------------- */

/* What that of n rows takes. */
static inline double zni_lu_operations(double n)
{
    return 2 * n * n * n / 3;
}

typedef struct zni_lu {
    zn_index n;
    double *a;     /* n x n: the matrix before, its factors after factoring   */
    double *scale; /* n row scales (powers of two), n column maxima           */
    int *piv;
    zn_index cap_a, cap_scale, cap_piv;
} zni_lu;

/* Make room for n x n; the caller then fills lu->a, column-major. */
zn_status zni_lu_size(zn_ctx *ctx, zni_lu *lu, zn_index n);

/* Factor lu->a in place, rows scaled to a largest entry near 1 first.
 * ZN_ESINGULAR: a pivot is zero or below rounding; no words are left, since
 * callers mostly have another way */
zn_status zni_lu_factor(zni_lu *lu);
void zni_lu_solve(const zni_lu *lu, double b[]);
/* of the determinant, 1 or -1 */
int zni_lu_sign(const zni_lu *lu);
void zni_lu_fini(zn_ctx *ctx, zni_lu *lu);

/* ---- sparse: bands by LAPACK, symmetric by CHOLMOD, the rest by KLU, with much fill by
 * UMFPACK, or by LAPACK where factors would be full ---- */

typedef enum zni_slu_kind {
    ZNI_SLU_TRI,
    ZNI_SLU_BAND,
    ZNI_SLU_KLU,
    ZNI_SLU_FULL,
    ZNI_SLU_CHOL,
    ZNI_SLU_UMF
} zni_slu_kind;

/* What factors cost: numbers in them, and operations to make them. */
typedef zn_factor_cost zni_cost;

/* Are fronts or blocks quicker than columns? */
static inline bool zni_slu_by_fronts(const zni_cost *cost)
{
    return cost->operations > ZNI_FRONTS * cost->values;
}

typedef struct zni_slu {
    zni_slu_kind kind; /* of the factors at hand                            */
    bool known;        /* there is a pattern                                */
    bool wide;         /* the pattern is none of a band                     */
    zn_index n, kl, ku;
    double *band; /* tridiagonal: dl, d, du, du2; band: LAPACK's layout     */
    int *piv;
    zn_index cap_band, cap_piv;
    struct zni_klu *klu;   /* analysis and factors, by libraries of their   */
    struct zni_chol *chol; /* own; made when first needed                   */
    struct zni_umf *umf;
    bool klu_ready, chol_ready, umf_ready; /* is the analysis that of the pattern? */
    bool fills;  /* with klu_ready: factors would be full                   */
    bool fronts; /* with klu_ready: factors by fronts are quicker           */
    zni_lu full;
} zni_slu;

/* Room for a matrix of order n. What KLU and CHOLMOD need, and a band of a large
 * matrix, is allocated once per pattern. */
zn_status zni_slu_reserve(zn_ctx *ctx, zni_slu *lu, zn_index n);

/* Choose the method for the pattern of c and forget older factors. */
zn_status zni_slu_pattern(zn_ctx *ctx, zni_slu *lu, const zni_csc *c);

/* The same unless it has that of c already, which is another now if it is fresh; what was not finished is not known. */
static inline zn_status zni_slu_learn(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, bool fresh)
{
    return fresh || !lu->known ? zni_slu_pattern(ctx, lu, c) : ZN_OK;
}

/* Forget the pivots of older factors, keep the analysis: what is computed from here
 * on does not depend on what was computed before. */
void zni_slu_restart(zni_slu *lu);

/* Factor the matrix with the pattern of c and values x; symmetric: it is, and
 * Cholesky may be tried first.
 * ZN_ESINGULAR: without words, as above */
zn_status zni_slu_factor(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, double x[],
                         bool symmetric);
/* Cholesky or nothing. */
zn_status zni_slu_factor_definite(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                                  double x[]);
/* What zni_slu_factor would cost, after zni_slu_pattern and without factoring: a
 * factorisation can be refused before it begins. The analysis is kept for it. ZN_UNSOLVED: there is no
 * time for that. */
zn_status zni_slu_predict(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, const double x[],
                          bool symmetric, const zn_monitor *mon, zni_cost *out);
/* Is there time for the factors of these values before that of the monitor is over? ZN_UNSOLVED: there is not; nothing
 * is asked where there is no limit. */
zn_status zni_slu_affords(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, const double x[],
                          bool symmetric, const zn_monitor *mon);
/* What its analyses take at most, those that are at hand left out, in dense operations: they are made in one
 * piece, too. */
double zni_slu_analysis(const zni_slu *lu, const zni_csc *c, bool symmetric);
/* What they cost with KLU and pivots from the diagonal, of a wide pattern, whatever the values. */
zn_status zni_slu_foreseen(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, zni_cost *out);
/* What the factors at hand cost. */
zni_cost zni_slu_spent(const zni_slu *lu);
void zni_slu_solve(zni_slu *lu, double b[]);
/* The sign of the determinant, 1 or -1. */
zn_status zni_slu_sign(zn_ctx *ctx, zni_slu *lu, int *sign);
void zni_slu_fini(zn_ctx *ctx, zni_slu *lu);

/* private to this folder */
/* of numbers step apart; of a permutation (work: n) */
int zni_diagonal_sign(zn_index n, const double d[], zn_index step);
int zni_permutation_sign(zn_index n, const zn_index p[], zn_index work[]);
zn_status zni_klu_new(zn_ctx *ctx, struct zni_klu **klu); /* once */
/* Pivots by their size. By default KLU prefers those on what it takes for the diagonal, a
 * thousand times smaller ones too. In a basis that is any matching of rows with columns,
 * and factors grow until nothing is right. */
void zni_klu_largest_pivots(struct zni_klu *klu);
zn_status zni_klu_pattern(zn_ctx *ctx, struct zni_klu *klu, const zni_csc *c);
zn_status zni_klu_factor(zn_ctx *ctx, struct zni_klu *klu, const zni_csc *c,
                         double x[]);
double zni_klu_analysis(double n, double nnz);
zn_status zni_klu_predict(zn_ctx *ctx, struct zni_klu *klu, const zni_csc *c,
                          const double x[], const zn_monitor *mon, zni_cost *out);
/* What the factors of the pattern cost with pivots from the diagonal; are these strong enough? */
zni_cost zni_klu_foreseen(const struct zni_klu *klu);
zn_status zni_klu_diagonal(zn_ctx *ctx, struct zni_klu *klu, const zni_csc *c,
                           const double x[], bool *out);
zni_cost zni_klu_spent(struct zni_klu *klu);
void zni_klu_restart(struct zni_klu *klu);
zn_status zni_klu_sign(zn_ctx *ctx, struct zni_klu *klu, zn_index n, int *sign);
void zni_klu_solve(struct zni_klu *klu, zn_index n, double b[]);
void zni_klu_solve_t(struct zni_klu *klu, zn_index n, double b[]); /* A' x = b */
void zni_klu_free(zn_ctx *ctx, struct zni_klu *klu);

zn_status zni_chol_new(zn_ctx *ctx, struct zni_chol **chol); /* once */
/* ZN_UNSOLVED, with nothing kept: the time that mon (NULL: any) leaves is not enough for a second ordering. */
zn_status zni_chol_pattern(zn_ctx *ctx, struct zni_chol *chol, const zni_csc *c,
                           const zn_monitor *mon);
/* what that takes at most, in dense operations, of so many rows and entries, and where factors take so many:
 * INFINITY where that is not known */
double zni_chol_analysis(double n, double nnz, double operations);
/* by the last analysis */
zni_cost zni_chol_cost(const struct zni_chol *chol);
/* what LU of columns in that order costs at most, whatever the pivots */
zn_status zni_chol_bound(zn_ctx *ctx, const zni_csc *c, zn_index order[], zni_cost *out);
zn_status zni_chol_factor(zn_ctx *ctx, struct zni_chol *chol, const zni_csc *c,
                          double x[]);
void zni_chol_solve(struct zni_chol *chol, zn_index n, double b[]);
void zni_chol_free(zn_ctx *ctx, struct zni_chol *chol);

zn_status zni_umf_new(zn_ctx *ctx, struct zni_umf **umf); /* once */
zn_status zni_umf_pattern(zn_ctx *ctx, struct zni_umf *umf, const zni_csc *c);
zn_status zni_umf_factor(zn_ctx *ctx, struct zni_umf *umf, const zni_csc *c,
                         const double x[]);
zni_cost zni_umf_spent(const struct zni_umf *umf);
zn_status zni_umf_sign(zn_ctx *ctx, struct zni_umf *umf, int *sign);
void zni_umf_solve(struct zni_umf *umf, zn_index n, double b[]);
void zni_umf_free(zn_ctx *ctx, struct zni_umf *umf);

#endif
