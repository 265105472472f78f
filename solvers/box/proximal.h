/* proximal.h - LCP, MLCP and relay by proximal points
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_PROXIMAL_H
#define ZN_BOX_PROXIMAL_H

#include "box.h"

typedef struct zni_box_proximal {
    zni_box_work newton; /* of the problems with the term                   */
    double *x, *q;       /* their values                                    */
    double *s;           /* n: what the term is measured by                 */
    double *v;           /* of ../methods/prox.c                            */
    zn_index cap_x, cap_q, cap_s, cap_v;
} zni_box_proximal;

/* Room for the method, on a matrix of nnz values. */
zn_status zni_box_proximal_reserve(zn_ctx *ctx, zni_box_proximal *k, zn_index n,
                                   zn_index nnz);
/* From z, to tol by zni_box_residual; `outer` takes the matrix as it is. As
 * zn_solver_type.solve, (z, w) the best point. */
zn_status zni_box_proximal_run(zn_ctx *ctx, zni_box_proximal *k,
                               zni_box_work *outer, double tol,
                               const zni_box *b, double z[], double w[],
                               zn_monitor *mon, zn_solve_info *info);
void zni_box_proximal_fini(zn_ctx *ctx, zni_box_proximal *k);

#endif
