/* central.h - the central path of a problem with friction, followed by its length
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CENTRAL_H
#define ZENO_SOLVERS_CENTRAL_H

#include "interior.h"

typedef struct zni_central_work {
    zni_ipm_work ipm;
    bool near; /* a start that is near is smoothed and ended by another method first */
    double *v; /* 10 (m + most) */
    zn_index cap_v;
} zni_central_work;

/* room for m rows, so many cones, and so many values of D */
zn_status zni_central_reserve(zn_ctx *ctx, zni_central_work *k, zn_index m,
                              zn_index most, zn_index values);
void zni_central_fini(zn_ctx *ctx, zni_central_work *k);

/* The points with x o y = m e (interior_step.h) and the whole shift in x are a curve over log m, followed from large m,
 * where there is one point, to 0. r is the best point on return; on entry it stays if its error is within tol, and
 * counts for nothing else unless k->near. p has frames, and its system says the sign; steps are factorisations. */
zn_status zni_central_run(zn_ctx *ctx, zni_central_work *k, const zni_ipm *p,
                          double r[], zn_monitor *mon, zn_solve_info *info);

#endif
