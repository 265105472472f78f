/* mlcp.h - solvers of the mixed linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_MLCP_MLCP_H
#define ZN_MLCP_MLCP_H

#include "../../box/lemke.h"

/* Try the active set of z: one linear system. ZN_UNSOLVED: it is not the right one,
 * z is the start again. */
zn_status zni_direct_try(zn_ctx *ctx, double tol, zni_box_work *work,
                         const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);

/* ---- more equations than unknowns ---------------------------------------- */

/* most complementarity rows of which all choices are tried */
enum { ZNI_EXTRA_ROWS = 16 };

typedef struct zni_extra {
    double *a;               /* everything below                           */
    double *M, *square, *E;  /* dense; its first n rows; equations         */
    double *rhs, *z, *work;
    zn_matrix view;          /* of square                                  */
    int *pivot;
    unsigned char *free;     /* n: is w_i = 0 among the equations          */
    zn_index cap_a, cap_pivot, cap_free;
} zni_extra;

zn_status zni_extra_reserve(zn_ctx *ctx, zni_extra *k, zn_index n,
                            zn_index rows);
/* The problem of the first n rows; room must be there. */
zn_mlcp zni_extra_square(zni_extra *k, const zn_mlcp *p);
/* With z a solution of that or a try: the whole problem. w has M->rows. */
zn_status zni_extra_solve(zn_ctx *ctx, zni_extra *k, const zn_mlcp *p,
                          double tol, double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info);
void zni_extra_fini(zn_ctx *ctx, zni_extra *k);

/* ---- Lemke after elimination of the equality rows ---------------------- */

typedef struct zni_schur {
    double tol;
    zn_index max_iter;
    zni_lemke lemke;
    zni_box_work work; /* the last basis by LU */
    double *lo;        /* n, its box           */
    zn_index cap_lo;
    zni_lu lu;
    double *a;       /* n x n M, and m x m and 3 vectors of the reduced LCP */
    zn_index *index; /* n rows: pivoted, then the rest                      */
    unsigned char *in_p; /* n: is the row pivoted                           */
    zn_index cap_a, cap_index, cap_in_p;
} zni_schur;

zn_status zni_schur_reserve(void *state, zn_ctx *ctx, zn_index n,
                                 zn_index nnz);
zn_status zni_schur_solve(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info);
void zni_schur_fini(void *state, zn_ctx *ctx);

#endif
