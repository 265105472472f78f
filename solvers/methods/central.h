/* central.h - the central path of a problem with friction, followed by its length
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CENTRAL_H
#define ZENO_SOLVERS_CENTRAL_H

#include "interior.h"

typedef struct zni_central_work {
    zni_ipm_work ipm;
    bool near; /* from a near start, smoothed problems next to it are tried before the path */
    double *v; /* 10 (m + most) */
    zn_index cap_v;
} zni_central_work;

/* Room for m rows, at most `most` cones, and so many values of D. */
zn_status zni_central_reserve(zn_ctx *ctx, zni_central_work *k, zn_index m,
                              zn_index most, zn_index values);
void zni_central_fini(zn_ctx *ctx, zni_central_work *k);

/* The points with x o y = m e (interior_step.h) and the whole shift in x form a curve over log m. It is followed from
 * large m, where there is only one point, to m = 0. On return r is the best point. On entry r stays if its error is
 * within tol; otherwise it is not used, unless k->near. p needs frames, and its system the sign of the determinant.
 * Iterations are factorisations. */
zn_status zni_central_run(zn_ctx *ctx, zni_central_work *k, const zni_ipm *p,
                          double r[], zn_monitor *mon, zn_solve_info *info);

#endif
