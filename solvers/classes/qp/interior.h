/* interior.h - an interior point of a quadratic program and what is made of it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_QP_INTERIOR_H
#define ZN_QP_INTERIOR_H

#include "../../box/refute.h"
#include "qp.h"

/* ---- its linear systems by Cholesky factors: normal.c ---- */

/* ([M -A'; A 0] + D) x = f, D diagonal and not negative, of the rows of A positive. D_j infinite: x_j = 0. Solved
 * through
 *     H = M + D_z + A'E A,  E = 1 / D of those rows,
 * with Cholesky factors, dense or sparse. Rows of A with many entries would fill
 * a sparse H: they are left out of it and come back by their Schur complement. H is
 * scaled to a unit diagonal first, so D may be of any size. */
typedef struct zni_normal {
    zn_index n, m;
    const zn_qp *of;
    const zn_matrix *B; /* its [M -A'; A 0] */
    bool dense;         /* H is                                             */
    zn_index nlong;     /* rows of A that are left out of H                 */
    zn_index *row;      /* m: which                                         */
    bool *is_long;      /* m                                                */
    double *H;          /* n x n, or values of the lower triangle           */
    double *W;          /* sqrt(E) A: m x n; of the long rows: n x nlong    */
    double *X;          /* n x nlong: H^-1 W                                */
    double *S;          /* nlong x nlong: I + W'X, its factor               */
    double *v;          /* scale of H, work: n each; sqrt(E), 2 work: m each */
    bool *fixed;        /* n: D is infinite                                 */
    zn_index *p, *i;    /* columns of the lower triangle                    */
    zn_index *mark;     /* n */
    zn_index cap_row, cap_is_long, cap_fixed, cap_H, cap_W, cap_X, cap_S, cap_v;
    zn_index cap_p, cap_i, cap_mark;
    zni_csc csc;
    struct zni_chol *chol;
    const zn_monitor *mon; /* of who asks                                   */
} zni_normal;

zn_status zni_normal_reserve(zn_ctx *ctx, zni_normal *k, zn_index N,
                             zn_index nnz);
/* Take the pattern of B, which is that of p. All three are borrowed until the last solve. ZN_UNSOLVED, here and of the factors: they would
 * not end before the time does, and were not begun. */
zn_status zni_normal_begin(zn_ctx *ctx, zni_normal *k, const zn_qp *p, const zn_matrix *B, const zn_monitor *mon);
/* ZN_ESINGULAR: even with a regularisation of 1e-5 of the diagonal */
zn_status zni_normal_factor(zn_ctx *ctx, zni_normal *k, const double D[]);
/* f is overwritten by x. Not exact: see the regularisation. */
void zni_normal_solve(zni_normal *k, double f[]);
void zni_normal_fini(zn_ctx *ctx, zni_normal *k);

/* ---- the iterates, and what is made of them ---- */

/* x = (z, l) of the program, w = (nu, s) = [M -A'; A 0] x + (q, b). The rows of t, y, ... are those of
 * c(z) = (z - lb, ub - z, A z + b), y of the last of these is l. */
typedef struct zni_interior {
    const zn_qp *p;
    zni_normal *normal;
    const zni_box *box; /* the program as linear complementarity                */
    zni_refute *refute;
    zn_index n, m, count;  /* of inequalities                                   */
    double tol;
    double *z, *dz, *rd;   /* n: iterate, step, M z + q - C'y                   */
    double *t, *y, *dt, *dy, *rc, *rt; /* 2 n + m: c(z) - t, targets of the products */
    double *D, *f, *x, *res; /* n + m: of the system, its right-hand side, solution, defect */
    double *best, *trial;  /* n + m: the best point met, another                */
    double least;          /* error of the best                                 */
    double *ranges;        /* 7 (n + m): of proofs                              */
    double empty, endless; /* of the last points that were made proofs: what was left */
} zni_interior;

/* x += ... by the factors at hand, to res, which defect makes for x and returns the size of; as long as that
 * halves, and `most` times at most. */
void zni_interior_refine(zni_interior *a, int most, double (*defect)(zni_interior *a), double x[]);

/* Take trial, put back on its bounds, as the best if it is: its error. w: n + m work */
double zni_interior_offer(zni_interior *a, double w[]);

/* From the sets that trial is at, or, interior, those that t and y point to, to the
 * solution of their equations; up to so many sets. w: n + m work
 * ZN_OK: the best point is good enough; ZN_UNSOLVED: not */
zn_status zni_interior_sets(zn_ctx *ctx, zni_interior *a, int rounds,
                            bool interior, double w[]);

/* What z and l may be along a direction in which the objective falls, and what nu and s may be. */
void zni_interior_ranges(zni_interior *a);
/* Does `from` prove that there is no solution: m multipliers, that no z fulfills the inequalities, or, falls, the n
 * of a direction, that the objective falls for ever along it? last: no iterate comes any more.
 * w: (-A'l, l) scaled to max l'(A z + b) = -1, or (d, A d) to q'd = -1 */
bool zni_interior_proves(zni_interior *a, bool falls, const double from[], bool last, double w[]);

#endif
