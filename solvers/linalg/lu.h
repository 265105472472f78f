/* lu.h - direct solution of square systems: dense, banded, sparse
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_LU_H
#define ZN_LINALG_LU_H

#include <zeno/factor.h>
#include <zeno/solver.h>

#include "csc.h"

/* An operation of sparse factors that are made column by column takes as long as so many operations of dense ones. */
enum { ZNI_SPARSE = 4 };

/* Besides its operations each entry of sparse factors takes as long as so many dense operations, for indices and
 * memory: 58 ns for factors with 12 operations per entry. */
enum { ZNI_NUMBER = 100 };

/* Factors with more than ZNI_FRONTS operations per entry are made more quickly by fronts or blocks: with 57 and 103
 * operations UMFPACK takes as long as a refactorisation by KLU, with 170 and 190 a third of it. Then one operation by
 * columns takes as long as ZNI_QUICKER by fronts. */
enum { ZNI_FRONTS = 150, ZNI_QUICKER = 3 };

/* ---- dense: LAPACK's LU with row interchanges ------------------------- */

/* Operations of the LU factorisation of n rows */
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

/* Scale the rows of lu->a to a largest entry near 1, then factor in place.
 * ZN_ESINGULAR: a pivot is zero or at the level of rounding; without a message, since most callers continue in another
 * way */
zn_status zni_lu_factor(zni_lu *lu);
void zni_lu_solve(const zni_lu *lu, double b[]);
/* the sign of the determinant, 1 or -1 */
int zni_lu_sign(const zni_lu *lu);
void zni_lu_fini(zn_ctx *ctx, zni_lu *lu);

/* ---- sparse: bands by LAPACK, symmetric matrices by CHOLMOD, others by KLU, by UMFPACK if there is much fill, or by
 * LAPACK if the factors would be full ---- */

typedef enum zni_slu_kind {
    ZNI_SLU_TRI,
    ZNI_SLU_BAND,
    ZNI_SLU_KLU,
    ZNI_SLU_FULL,
    ZNI_SLU_CHOL,
    ZNI_SLU_UMF
} zni_slu_kind;

/* The cost of factors: their entries, and the operations to make them */
typedef zn_factor_cost zni_cost;

/* Are factors of this cost made more quickly by fronts or blocks than by columns? */
static inline bool zni_slu_by_fronts(const zni_cost *cost)
{
    return cost->operations > ZNI_FRONTS * cost->values;
}

typedef struct zni_slu {
    zni_slu_kind kind; /* how the current factors were made                 */
    bool known;        /* there is a pattern                                */
    bool wide;         /* the pattern is not a band                         */
    zn_index n, kl, ku;
    double *band; /* tridiagonal: dl, d, du, du2; band: LAPACK's layout     */
    int *piv;
    zn_index cap_band, cap_piv;
    struct zni_klu *klu;   /* analysis and factors of other libraries,      */
    struct zni_chol *chol; /* made when they are needed first               */
    struct zni_umf *umf;
    bool klu_ready, chol_ready, umf_ready; /* has the pattern been analysed? */
    bool fills;  /* if klu_ready: the factors would be full                 */
    bool fronts; /* if klu_ready: factors by fronts are quicker             */
    zni_lu full;
    bool restarts; /* restarts happen, perhaps before there was a KLU       */
} zni_slu;

/* Room for a matrix of order n. What KLU and CHOLMOD need, and the band of a large matrix, is allocated with the first
 * pattern. */
zn_status zni_slu_reserve(zn_ctx *ctx, zni_slu *lu, zn_index n);

/* Choose the method for the pattern of c and drop older factors. */
zn_status zni_slu_pattern(zn_ctx *ctx, zni_slu *lu, const zni_csc *c);

/* The same, unless the pattern of c is known already. fresh: c has a new pattern. */
static inline zn_status zni_slu_learn(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, bool fresh)
{
    return fresh || !lu->known ? zni_slu_pattern(ctx, lu, c) : ZN_OK;
}

/* Drop the pivot order of older factors and keep the analysis: later results do not depend on earlier values. */
void zni_slu_restart(zni_slu *lu);

/* Factor the matrix with the pattern of c and the values x. symmetric: the matrix is, and Cholesky may be tried first.
 * ZN_ESINGULAR: without a message, as above */
zn_status zni_slu_factor(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, double x[],
                         bool symmetric);
/* By Cholesky only; ZN_ESINGULAR if the matrix is not positive definite */
zn_status zni_slu_factor_definite(zn_ctx *ctx, zni_slu *lu, const zni_csc *c,
                                  double x[]);
/* What zni_slu_factor would cost, after zni_slu_pattern, so that a factorisation can be refused before it begins. The
 * analysis is kept for it. ZN_UNSOLVED: there is no time for the analysis. */
zn_status zni_slu_predict(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, const double x[],
                          bool symmetric, const zn_monitor *mon, zni_cost *out);
/* ZN_UNSOLVED if the factors of these values would not be finished within the time limit of the monitor. */
zn_status zni_slu_affords(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, const double x[],
                          bool symmetric, const zn_monitor *mon);
/* A bound of the analyses that are still to be made, in dense operations. Like factorisations they cannot be
 * interrupted. */
double zni_slu_analysis(const zni_slu *lu, const zni_csc *c, bool symmetric);
/* The cost of KLU with pivots from the diagonal, which depends on the pattern only; not for bands. */
zn_status zni_slu_foreseen(zn_ctx *ctx, zni_slu *lu, const zni_csc *c, zni_cost *out);
/* The cost of the current factors. */
zni_cost zni_slu_spent(const zni_slu *lu);
void zni_slu_solve(zni_slu *lu, double b[]);
/* The sign of the determinant, 1 or -1. */
zn_status zni_slu_sign(zn_ctx *ctx, zni_slu *lu, int *sign);
void zni_slu_fini(zn_ctx *ctx, zni_slu *lu);

/* private to this folder */
/* The sign of the product of n numbers that are `step` apart; the sign of a permutation, work: n */
int zni_diagonal_sign(zn_index n, const double d[], zn_index step);
int zni_permutation_sign(zn_index n, const zn_index p[], zn_index work[]);
/* Once. restarts: there are or will be restarts, so room for a copy of L is made with the first factors. */
zn_status zni_klu_new(zn_ctx *ctx, struct zni_klu **klu, bool restarts);
/* Choose pivots by magnitude. By default KLU prefers diagonal entries even if they are a thousand times smaller than
 * others in their column. The diagonal of a basis is an arbitrary matching of rows with columns, and factors with such
 * pivots grow until no digit is right. */
void zni_klu_largest_pivots(struct zni_klu *klu);
zn_status zni_klu_pattern(zn_ctx *ctx, struct zni_klu *klu, const zni_csc *c);
zn_status zni_klu_factor(zn_ctx *ctx, struct zni_klu *klu, const zni_csc *c,
                         double x[]);
double zni_klu_analysis(double n, double nnz);
zn_status zni_klu_predict(zn_ctx *ctx, struct zni_klu *klu, const zni_csc *c,
                          const double x[], const zn_monitor *mon, zni_cost *out);
/* The cost with pivots from the diagonal; would KLU take all pivots from there? */
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
/* ZN_UNSOLVED: the time that mon leaves (NULL: no limit) is not enough for a second ordering; nothing is kept. */
zn_status zni_chol_pattern(zn_ctx *ctx, struct zni_chol *chol, const zni_csc *c,
                           const zn_monitor *mon);
/* a bound of the time of zni_chol_pattern in dense operations; operations: those of the factors, INFINITY if unknown */
double zni_chol_analysis(double n, double nnz, double operations);
/* according to the last analysis */
zni_cost zni_chol_cost(const struct zni_chol *chol);
/* a bound of the cost of LU with the columns in that order, whatever the pivots */
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
