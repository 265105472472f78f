/* interior.h - the interior point method of quadratic programs: its systems, its iterates, proofs
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_QP_INTERIOR_H
#define ZN_QP_INTERIOR_H

#include "../../box/refute.h"
#include "qp.h"

/* ---- normal.c: its linear systems, by Cholesky factors ---- */

/* ([M -A'; A 0] + D) x = f, where D is diagonal, nonnegative, and positive for the rows of A. D_j = inf means x_j = 0.
 * It is reduced to the normal equations with
 *     H = M + D_z + A'E A,  E = 1 / D of the rows of A,
 * and solved by Cholesky factors of H, dense or sparse. Rows of A with many entries would fill
 * a sparse H: these long rows are left out of it, and added by their Schur complement. H is
 * scaled to a unit diagonal first, so D may be of any size. */
typedef struct zni_normal {
    zn_index n, m;
    const zn_qp *of;
    const zn_matrix *B; /* its [M -A'; A 0] */
    bool dense;         /* the storage of H                                 */
    zn_index nlong;     /* number of long rows                              */
    zn_index *row;      /* m: their numbers                                 */
    bool *is_long;      /* m                                                */
    double *H;          /* n x n, or values of the lower triangle           */
    double *W;          /* dense: sqrt(E) A, m x n; sparse: A'sqrt(E) of the long rows, n x nlong */
    double *X;          /* n x nlong: H^-1 W                                */
    double *S;          /* nlong x nlong: the factor of I + W'X             */
    double *v;          /* scale of H, work: n each; sqrt(E), 2 work: m each */
    bool *fixed;        /* n: D is infinite                                 */
    zn_index *p, *i;    /* pattern of the lower triangle of H               */
    zn_index *mark;     /* n */
    zn_index cap_row, cap_is_long, cap_fixed, cap_H, cap_W, cap_X, cap_S, cap_v;
    zn_index cap_p, cap_i, cap_mark;
    zni_csc csc;
    struct zni_chol *chol;
    const zn_monitor *mon; /* of the call                                   */
} zni_normal;

zn_status zni_normal_reserve(zn_ctx *ctx, zni_normal *k, zn_index N,
                             zn_index nnz);
/* Analyse the pattern of B, the matrix of p; p, B and mon are borrowed until the last solve. ZN_UNSOLVED, here and in
 * zni_normal_factor: there is not enough time left, so the work was not begun. */
zn_status zni_normal_begin(zn_ctx *ctx, zni_normal *k, const zn_qp *p, const zn_matrix *B, const zn_monitor *mon);
/* ZN_ESINGULAR: there is no factor even with 1e-5 added to the unit diagonal */
zn_status zni_normal_factor(zn_ctx *ctx, zni_normal *k, const double D[]);
/* f is overwritten by x, which is not exact if the diagonal was regularised. */
void zni_normal_solve(zni_normal *k, double f[]);
void zni_normal_fini(zn_ctx *ctx, zni_normal *k);

/* ---- the iterates ---- */

/* The program is the box problem of x = (z, l), w = (nu, s) = [M -A'; A 0] x + (q, b). t, y, ... have an entry for each
 * inequality c(z) = (z - lb, ub - z, A z + b); the multipliers y of the last m of these are l. */
typedef struct zni_interior {
    const zn_qp *p;
    zni_normal *normal;
    const zni_box *box; /* the program as linear complementarity                */
    zni_refute *refute;
    zn_index n, m, count;  /* unknowns, rows of A, inequalities                 */
    double tol;
    double *z, *dz, *rd;   /* n: iterate, step, M z + q - C'y                   */
    double *t, *y, *dt, *dy, *rc, *rt; /* 2 n + m; rc = c(z) - t, rt: targets of the products */
    double *D, *f, *x, *res; /* n + m: D of the system, right-hand side, solution, residual */
    double *best, *trial;  /* n + m: the best point so far, another one         */
    double least;          /* the error of the best point                       */
    double *ranges;        /* 7 (n + m): of proofs                              */
    double empty, endless; /* what was missing when proofs of the two kinds were last computed */
} zni_interior;

/* Iterative refinement of x with the present factors: `defect` sets res to the residual and returns its size. It ends
 * when the size is not halved, and after `most` steps. */
void zni_interior_refine(zni_interior *a, int most, double (*defect)(zni_interior *a), double x[]);

/* Project trial onto its bounds and keep it if it is the best point so far; returns its error. w: n + m work */
double zni_interior_offer(zni_interior *a, double w[]);

/* Solve the equations of the active set of trial or, if interior, of the one that t and y indicate, then of sets that
 * follow from its signs, `rounds` in all. w: n + m work
 * ZN_OK: the best point is within the tolerance; ZN_UNSOLVED: it is not */
zn_status zni_interior_sets(zn_ctx *ctx, zni_interior *a, int rounds,
                            bool interior, double w[]);

/* Set the ranges of z, l, nu and s along a direction in which the objective decreases for ever. */
void zni_interior_ranges(zni_interior *a);
/* Does `from` prove that there is no solution? It is m multipliers l, which prove that no z satisfies the inequalities,
 * or, if falls, a direction d of n numbers along which the objective decreases for ever. last: it is the last iterate.
 * w becomes (-A'l, l), scaled so that max l'(A z + b) = -1, or (d, A d), scaled so that q'd = -1. */
bool zni_interior_proves(zni_interior *a, bool falls, const double from[], bool last, double w[]);

#endif
