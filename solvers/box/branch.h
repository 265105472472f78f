/* branch.h - small problems in a box by a tree of choices; each node is a linear feasibility problem
 *
 * A node prescribes the sides of some rows. If complementarity of the other rows is dropped,
 *       w = M z + q,   lo <= z <= hi,   w >= 0, w <= 0 or w = 0 as the sides say
 * is linear. If that has no solution, the node has none (a combination of the equations proves it, by Farkas). If it
 * has a solution that is complementary, that is the answer, also inside a face where the block of the free rows is
 * singular. Else the row that violates complementarity most is given each of its sides in turn.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_BRANCH_H
#define ZN_BOX_BRANCH_H

#include "refute.h"

/* largest number of rows: a dense tableau of 64 rows fits into the inner caches */
enum { ZNI_BRANCH_MAX = 64 };

/* Zero: nothing is there. */
typedef struct zni_branch {
    zn_index n;
    /* basic = beta + T nonbasic, from w = q + M z in units of their own; variables are z: 0..n-1, w: n..2n-1 */
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

/* At most ZNI_BRANCH_MAX rows and `most` nodes. ZN_INFEASIBLE: each leaf was refuted, with the data as they are
 * given (refute.h); ZN_STALLED: some were not. z: the start, and the best point. */
zn_status zni_box_branch(zni_call call, zni_branch *k, zni_box_work *work,
                         double tol, zn_index most, const zni_box *b);
void zni_branch_fini(zn_ctx *ctx, zni_branch *k);

/* ---- feasibility (feasible.c), for branch.c ------------------------------------ */

typedef enum zni_feasible {
    ZNI_FEASIBLE,
    ZNI_REFUTED, /* k->d has the coefficients of a proof, see zni_branch_multipliers */
    ZNI_LOST     /* undecided because of rounding, or after too many pivots */
} zni_feasible;

/* T from k->M, with all w in the basis; units and scale, too. */
void zni_branch_begin(zni_branch *k, const zni_box *b);
/* With the bounds k->lo and k->hi, from the present basis. */
zni_feasible zni_branch_feasible(zni_branch *k, const zni_box *b);
/* After ZNI_REFUTED: the multipliers of w - M z = q, in the units of the data. */
void zni_branch_multipliers(const zni_branch *k, double y[]);

#endif
