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
    int split;      /* ZNI_AC, ZNI_JM: rho_N by W_NN, rho_T by W_TT         */
    double reg;     /* added to the diagonal of W in the Jacobian, relative */
    bool fade;      /* that is for the start, and shrinks as the residual does */
    zn_index digit; /* as zni_damping                                       */
    zn_index hybrid; /* Gauss-Seidel sweeps when a step fails; 0: give up   */
    bool admit;     /* r into the cones in the end, where that costs nothing */
    /* solve for W + alpha I and q - alpha ref instead */
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
/* Room for c; zni_fnewton_run then allocates nothing. */
zn_status zni_fnewton_size(zn_ctx *ctx, zni_fnewton_work *k, const zni_fc *c);
void zni_fnewton_fini(zn_ctx *ctx, zni_fnewton_work *k);

/* j = A (W + add I) + B in the layout of zni_flin.j, of A and B by contact, one after the
 * other. */
void zni_fnewton_matrix(const zni_fc *c, const double ab[], double add, double j[]);

/* From r; r and u are the best point of the (regularised) problem. k->lin must
 * have been set for c. */
zn_status zni_fnewton_run(zn_ctx *ctx, zni_fnewton_work *k,
                          const zni_fnewton *opt, const zni_fc *c, double r[],
                          double u[], zn_monitor *mon, zn_solve_info *info);

/* From so many starts: r is where the best of them ended. best (n): work. Iterations: steps of all. */
zn_status zni_fnewton_starts(zn_ctx *ctx, zni_fnewton_work *k, const zni_fnewton *how, zn_index most,
                             const zni_fc *c, double best[], double r[], double u[], zn_monitor *mon,
                             zn_solve_info *info);

#endif
