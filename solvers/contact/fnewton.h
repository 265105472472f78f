/* fnewton.h - semismooth Newton on all contacts
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_FNEWTON_H
#define ZENO_SOLVERS_CONTACT_FNEWTON_H

#include "../system/linear.h"
#include "nsgs.h"

typedef struct zni_fnewton {
    double tol;
    zn_index max_iter;
    int map;        /* zni_map_kind                                         */
    bool search;    /* damp by line search                                  */
    int split;      /* ZNI_AC, ZNI_JM: rho_N from W_NN, rho_T from W_TT     */
    double reg;     /* added to the diagonal of W in the Jacobian, relative to it */
    bool fade;      /* reg is for the first steps and decreases with the residual */
    zn_index digit; /* as zni_damping                                       */
    zn_index hybrid; /* Gauss-Seidel sweeps when a step fails; 0: give up   */
    bool admit;     /* project r on the cones at the end, if the error allows it */
    /* the proximal problem: W + alpha I and q - alpha ref in place of W and q */
    double alpha;
    const double *ref;
} zni_fnewton;

typedef struct zni_fnewton_work {
    zni_flin lin;
    zni_nsgs_work sweeps;
    double *v;   /* 6 n                                                     */
    double *ab;  /* 2 d d nc: A and B                                       */
    double *rho; /* 2 nc: normal, tangential                                */
    zn_index cap_v, cap_ab, cap_rho;
} zni_fnewton_work;

zn_status zni_fnewton_reserve(zn_ctx *ctx, zni_fnewton_work *k, zn_index n,
                              zn_index nnz);
/* Room for c: zni_fnewton_run allocates nothing afterwards. */
zn_status zni_fnewton_size(zn_ctx *ctx, zni_fnewton_work *k, const zni_fc *c);
void zni_fnewton_fini(zn_ctx *ctx, zni_fnewton_work *k);

/* j = A (W + add I) + B in the layout of zni_flin.j; ab has A, then B of each contact. */
void zni_fnewton_matrix(const zni_fc *c, const double ab[], double add, double j[]);

/* Newton's method from r. r and u return the best point of the (proximal) problem; k->lin must have been set for c. */
zn_status zni_fnewton_run(zni_call call, zni_fnewton_work *k, const zni_fnewton *opt,
                          const zni_fc *c);

/* Newton's method from at most `most` starts: r returns the point where the best of them ended. best: n, work. The
 * iterations are the steps from all of them. */
zn_status zni_fnewton_starts(zni_call call, zni_fnewton_work *k, const zni_fnewton *how,
                             zn_index most, const zni_fc *c, double best[]);

#endif
