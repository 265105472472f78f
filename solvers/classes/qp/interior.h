/* interior.h - an interior point of a quadratic program and what is made of it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_QP_INTERIOR_H
#define ZN_QP_INTERIOR_H

#include "normal.h"

typedef struct zni_interior_work {
    zni_kkt kkt;
    zni_normal normal;
    double *v;
    zn_index cap_v;
} zni_interior_work;

/* The rows of t, y, ... are those of c(z) = (z - lb, ub - z, A z + b): C = 2 n + m. */
typedef struct zni_interior {
    const zn_qp *p;
    zni_normal *normal;
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

/* Does y, of m, prove that no z fulfills the inequalities? Then u is it, scaled to
 * max l'(A z + b) = -1, and res is A'u. last: no iterate comes any more. */
bool zni_interior_infeasible(zni_interior *a, const double y[], bool last);
/* Does the objective fall for ever along d? Then res is d scaled to q'd = -1, u is
 * A res. */
bool zni_interior_ray(zni_interior *a, const double d[], bool last);

#endif
