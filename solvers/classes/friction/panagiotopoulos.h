/* panagiotopoulos.h - normal and tangential problems in turns, for others to begin with
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PANAGIOTOPOULOS_H
#define ZN_FRICTION_PANAGIOTOPOULOS_H

#include "friction.h"

typedef struct zni_panagiotopoulos {
    double tol;
    zn_index max_iter;  /* turns                                             */
    zn_index sweeps;    /* of a tangential problem, at most                  */
    const char *normal; /* of the class lcp, for the loads                   */
    zn_index steps;     /* its max_iter; 0: as it has it                     */
} zni_panagiotopoulos;

typedef struct zni_panagiotopoulos_work {
    zni_inner inner;
    double *x;    /* W_NN: nb                                                */
    zn_index *ro; /* 0 ... nb: rows, and blocks, of one element              */
    double *v;    /* 2 n: best, r without loads; 3 nc: q, z, w of the loads  */
    zn_index cap_x, cap_ro, cap_v;
} zni_panagiotopoulos_work;

/* Room for nc contacts of n rows and nb blocks of W, with the solver for their loads. */
zn_status zni_panagiotopoulos_reserve(zn_ctx *ctx, zni_panagiotopoulos_work *k,
                                      const char *normal, zn_index nc, zn_index nb,
                                      zn_index n);
/* From r; (r, u) is the best point. */
zn_status zni_panagiotopoulos_run(zn_ctx *ctx, zni_panagiotopoulos_work *k,
                                  const zni_panagiotopoulos *opt, const zni_fc *c,
                                  double r[], double u[], zn_monitor *mon,
                                  zn_solve_info *info);
void zni_panagiotopoulos_fini(zn_ctx *ctx, zni_panagiotopoulos_work *k);

#endif
