/* mlcp.h - solvers of the mixed linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_MLCP_MLCP_H
#define ZN_MLCP_MLCP_H

#include <zeno/mlcp.h>

#include "../lcp/lcp.h"

/* lo of the box problem that p is: -inf for equality rows, else 0 */
zn_status zni_mlcp_box(zn_ctx *ctx, const zn_mlcp *p, double **lo,
                       zn_index *cap, zni_box *b);

/* ---- active sets that were right before -------------------------------- */

enum { ZNI_REMEMBERED = 4 };

typedef struct zni_direct {
    double tol;
    unsigned char *sets; /* ZNI_REMEMBERED sets of n, latest first, and 2 more */
    zn_index n, nsets, cap_sets;
} zni_direct;

zn_status zni_direct_reserve(zn_ctx *ctx, zni_direct *k, zn_index n);
/* the same for problems of n rows: sets of another n are forgotten */
zn_status zni_direct_for(zn_ctx *ctx, zni_direct *k, zn_index n);
/* Try the set of z, then those remembered: one linear system each.
 * ZN_UNSOLVED: none is right; z is then the start again */
zn_status zni_direct_try(zn_ctx *ctx, zni_direct *k, zni_box_work *work,
                         const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);
/* Remember the set of a solution that was found otherwise. */
void zni_direct_learn(zni_direct *k, const zni_box *b, const double z[]);
void zni_direct_fini(zn_ctx *ctx, zni_direct *k);

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
