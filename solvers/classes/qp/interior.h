/* interior.h - an interior point of a quadratic program and what is made of it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_QP_INTERIOR_H
#define ZN_QP_INTERIOR_H

#include "../../box/refute.h"
#include "normal.h"

typedef struct zni_interior_work {
    zni_kkt kkt;
    zni_normal normal;
    zni_refute refute;
    double *v;
    zn_index cap_v;
} zni_interior_work;

/* The rows of t, y, ... are those of c(z) = (z - lb, ub - z, A z + b): C = 2 n + m. */
typedef struct zni_interior {
    const zn_qp *p;
    zni_normal *normal;
    const zni_box *box; /* the program as linear complementarity           */
    zni_refute *refute;
    double *ranges;     /* 7 (n + m): of proofs                             */
    zn_index n, m, count; /* of inequalities */
    double tol;
    double *z, *dz, *rd;             /* n: iterate, step, M z + q - C'y        */
    double *t, *y, *dt, *dy, *rc, *rt; /* C: c(z) - t, targets of the products  */
    double *D, *E;                   /* n, m: of the system                    */
    double *f, *g;                   /* n, m: its right-hand side              */
    double *x, *u;                   /* n, m: its solution                     */
    double *res, *rest;              /* n, m: its defect                       */
    double *best, *best_l;           /* n, m: the best point met               */
    double *trial, *trial_l;         /* n, m: another                          */
    double least;                    /* error of the best                      */
    double empty, endless;           /* of the last points that were made proofs: what was left */
} zni_interior;

/* x += ... and u += ... by the factors at hand, to res and rest, which defect makes for (x, u) and returns the size of;
 * as long as that halves, and `most` times at most. */
void zni_interior_refine(zni_interior *a, int most, double (*defect)(zni_interior *a), double x[],
                         double u[]);

/* Take trial, trial_l, put back on their bounds, as the best if they are: their
 * error. w: n + m work */
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
