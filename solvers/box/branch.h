/* branch.h - small problems in a box by a tree of choices, each node a linear feasibility problem
 *
 * What is known of a node is the sides of some rows. Without complementarity of the others
 *     w = M z + q,   lo <= z <= hi,   w >= 0, w <= 0 or w = 0 where the sides say so
 * is linear: where that has no solution, none of the node's has one (a combination of the
 * equations proves it, by Farkas); where it has one that is complementary, that is the
 * answer, also inside a face where the block of the free rows is singular. Else the row
 * that is complementary least is given its sides in turn.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_BRANCH_H
#define ZN_BOX_BRANCH_H

#include "refute.h"

/* rows that a dense tableau is made for: one of 64 rows stays in the nearer caches */
enum { ZNI_BRANCH_MAX = 64 };

/* Zero: nothing is there. */
typedef struct zni_branch {
    zn_index n;
    /* basic = beta + T nonbasic of w = q + M z in units of their own; variables are z:
     * 0..n-1, w: n..2n-1 */
    double *T, *M;                 /* n x n; M as it is given, dense                 */
    double *beta, *x, *lo, *hi;    /* n, then 2 n each: values, bounds of the node   */
    double *g, *d;                 /* n: slopes of what is infeasible, reduced costs */
    double *row, *unit;            /* n; 2 n: units of z and w                       */
    double scale;                  /* of all values                                  */
    zn_index *basic, *nonbasic;    /* n                                              */
    zn_index *path;                /* n: rows that were given sides, in order        */
    unsigned char *side, *left;    /* n: side or UNDECIDED; n: sides yet to be tried */
    zn_index pivots;               /* since T was made from M                        */
    zn_index cap_T, cap_basic, cap_side;
    zni_refute proof;
} zni_branch;

zn_status zni_branch_reserve(zn_ctx *ctx, zni_branch *k, zn_index n);

/* At most ZNI_BRANCH_MAX rows, `most` nodes. ZN_INFEASIBLE: each leaf was refuted, with the data
 * as they are given (refute.h); ZN_STALLED: not each. z: start, best point. */
zn_status zni_box_branch(zn_ctx *ctx, zni_branch *k, zni_box_work *work, double tol,
                         zn_index most, const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);
void zni_branch_fini(zn_ctx *ctx, zni_branch *k);

/* ---- feasibility (feasible.c), for branch.c ------------------------------------ */

typedef enum zni_feasible {
    ZNI_FEASIBLE,
    ZNI_REFUTED, /* k->d has coefficients of the proof: zni_branch_proof */
    ZNI_LOST     /* in rounding, or after too many pivots */
} zni_feasible;

/* T anew from k->M, with no z in the basis; units and scale too. */
void zni_branch_begin(zni_branch *k, const zni_box *b);
/* With the bounds k->lo, k->hi, from the basis as it is. */
zni_feasible zni_branch_feasible(zni_branch *k, const zni_box *b);
/* After ZNI_REFUTED: the multipliers of w - M z = q, in the units of the data. */
void zni_branch_multipliers(const zni_branch *k, double y[]);

#endif
