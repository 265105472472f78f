/* linear.h - linear systems with the pattern of the blocks
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_LINEAR_H
#define ZENO_SYSTEM_LINEAR_H

#include "../core/monitor.h"
#include "../linalg/block_lu.h"
#include "../linalg/square.h"
#include "blocks.h"

/* Dense or sparse direct solution of J x = b, J given as values in the layout of
 * zni_fc.x. */
typedef struct zni_flin {
    zni_square square;
    zni_blu blu;
    bool by_blocks; /* by the last plan: blu first                           */
    bool at_hand;   /* the last plan is that of the pattern in blu        */
    bool blocked;   /* the last factors are those of blu                  */
    bool columns;   /* those of the last set                               */
    double *j; /* d d nb: fill this, then factor                            */
    zn_index cap_j;
    double operations, values; /* of one factorisation: predicted, then counted in the first */
    bool counted;
    zn_index made;  /* factorisations since it was made                     */
    double setting; /* operations until the first one can begin             */
    double analysis; /* of columns, and with the first one                  */
    zn_index *order; /* nc, work                                            */
    zn_index cap_order;
} zni_flin;

/* Will so many operations of factors end before the time does, after `before` others? LAPACK is quicker than
 * zni_affords() has it, columns or blocks of a sparse matrix slower, in the mean of what
 * processors of the last ten years do. */
static inline bool zni_factors_fit_after(const zn_monitor *mon, double before,
                                         double operations, bool dense)
{
    return zni_affords(mon, before + operations * (dense ? 0.4 : 2));
}

/* Are factors of the blocks of c dense? */
bool zni_flin_dense(const zni_fc *c);
/* Predict the operations and the values of factors for the blocks of c, by an
 * ordering of the contacts, which takes no longer than some sweeps. */
zn_status zni_flin_plan(zn_ctx *ctx, zni_flin *l, const zni_fc *c);
/* Forget what the last plan said: factors of a small problem take no time. */
static inline void zni_flin_unplan(zni_flin *l)
{
    l->setting = l->analysis = l->operations = 0;
}
/* After zni_flin_set or plan: will one factorisation end before the time does? */
bool zni_flin_fits(const zni_flin *l, const zn_monitor *mon);
/* Plan, and the same; a plan that would itself take too long is not made, and nothing
 * fits. */
zn_status zni_flin_affords(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                           const zn_monitor *mon, bool *fits);
/* zni_flin_set for who is to return (z, w) with factors: ZN_UNSOLVED when they do not
 * fit, w = W z + q and info say so. */
zn_status zni_flin_begin(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                         const double z[], double w[], const zn_monitor *mon,
                         zn_solve_info *info);

zn_status zni_flin_reserve(zn_ctx *ctx, zni_flin *l, zn_index n, zn_index nnz);
/* Room for c, then the analysis of its pattern. */
zn_status zni_flin_size(zn_ctx *ctx, zni_flin *l, const zni_fc *c);
/* planned: zni_flin_plan was asked about c. */
zn_status zni_flin_set(zn_ctx *ctx, zni_flin *l, const zni_fc *c, bool planned);
zn_status zni_flin_factor(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                          bool symmetric);
void zni_flin_solve(zni_flin *l, double b[]);
/* of the determinant, 1 or -1 */
zn_status zni_flin_sign(zn_ctx *ctx, zni_flin *l, int *sign);
void zni_flin_fini(zn_ctx *ctx, zni_flin *l);

#endif
