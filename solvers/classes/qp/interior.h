/* interior.h - an interior point of a quadratic program and what is made of it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_QP_INTERIOR_H
#define ZN_QP_INTERIOR_H

#include "../../box/refute.h"
#include "normal.h"

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

/* x += ... by the factors at hand, to res, which defect makes for x and returns the size of; as long as that halves, and
 * `most` times at most. */
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
