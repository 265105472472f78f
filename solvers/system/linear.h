/* linear.h - linear systems with the pattern of the blocks
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_LINEAR_H
#define ZENO_SYSTEM_LINEAR_H

#include "../core/monitor.h"
#include "../linalg/block_lu.h"
#include "../linalg/square.h"
#include "blocks.h"

/* Dense or sparse direct solution of J x = b, where J has the pattern of the blocks: its values have the layout of
 * zni_fc.x. */
typedef struct zni_flin {
    zni_square square;
    zni_blu blu;
    bool by_blocks; /* the last plan tries blu first                         */
    bool at_hand;   /* the last plan belongs to the pattern in blu        */
    bool blocked;   /* the last factors are in blu                        */
    bool columns;   /* there are columns of the last set                   */
    double *j; /* d d nb: fill this, then factor                            */
    zn_index cap_j;
    double operations, values; /* of one factorisation: predicted, then counted in the first one */
    bool counted;
    zn_index made;  /* number of factorisations so far                      */
    double setting; /* operations before the first one can begin            */
    double analysis; /* operations of the analysis of columns, which comes with the first one */
    zn_index *order; /* nc, work                                            */
    zn_index cap_order;
} zni_flin;

/* Do so many operations of a factorisation, after `before` others, fit into the time that is left? On average over
 * processors of the last ten years, LAPACK is faster than the rate of zni_affords(), and sparse factorisation by
 * columns or blocks is slower. */
static inline bool zni_factors_fit_after(const zn_monitor *mon, double before,
                                         double operations, bool dense)
{
    return zni_affords(mon, before + operations * (dense ? 0.4 : 2));
}

/* Is the matrix of the blocks of c factorised as a dense one? */
bool zni_flin_dense(const zni_fc *c);
/* Predicts the operations and the values of a factorisation for the blocks of c from an ordering of the contacts, which
 * takes no longer than some sweeps. */
zn_status zni_flin_plan(zn_ctx *ctx, zni_flin *l, const zni_fc *c);
/* Drops the prediction of the last plan: factorising a small problem takes no time. */
static inline void zni_flin_unplan(zni_flin *l)
{
    l->setting = l->analysis = l->operations = 0;
}
/* After zni_flin_set or plan: does one factorisation fit into the time that is left? */
bool zni_flin_fits(const zni_flin *l, const zn_monitor *mon);
/* Plans, and asks the same. If the plan itself would take too long it is not made, and nothing fits. */
zn_status zni_flin_affords(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                           const zn_monitor *mon, bool *fits);
/* zni_flin_set for a method that needs factors to return (z, w). ZN_UNSOLVED: they do not fit into the time; then w = W
 * z + q, and info says so. */
zn_status zni_flin_begin(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                         const double z[], double w[], const zn_monitor *mon,
                         zn_solve_info *info);

zn_status zni_flin_reserve(zn_ctx *ctx, zni_flin *l, zn_index n, zn_index nnz);
/* Room for c; and the analysis of its pattern. */
zn_status zni_flin_size(zn_ctx *ctx, zni_flin *l, const zni_fc *c);
/* planned: the last zni_flin_plan was for c. */
zn_status zni_flin_set(zn_ctx *ctx, zni_flin *l, const zni_fc *c, bool planned);
zn_status zni_flin_factor(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                          bool symmetric);
void zni_flin_solve(zni_flin *l, double b[]);
/* the sign of the determinant, 1 or -1 */
zn_status zni_flin_sign(zn_ctx *ctx, zni_flin *l, int *sign);
void zni_flin_fini(zn_ctx *ctx, zni_flin *l);

#endif
