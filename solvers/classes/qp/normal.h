/* normal.h - the linear systems of an interior point by Cholesky factors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_QP_NORMAL_H
#define ZN_QP_NORMAL_H

#include "qp.h"

/* ([M -A'; A 0] + D) x = f, D diagonal and not negative, of the rows of A positive. D_j infinite: x_j = 0. Solved
 * through
 *     H = M + D_z + A'E A,  E = 1 / D of those rows,
 * with Cholesky factors, dense or sparse. Rows of A with many entries would fill
 * a sparse H: they are left out of it and come back by their Schur complement. H is
 * scaled to a unit diagonal first, so D may be of any size. */
typedef struct zni_normal {
    zn_index n, m;
    const zn_matrix *B; /* [M -A'; A 0] */
    bool dense;         /* H is                                             */
    zn_index nlong;     /* rows of A that are left out of H                 */
    zn_index *row;      /* m: which                                         */
    bool *is_long;      /* m                                                */
    double *H;          /* n x n, or values of the lower triangle           */
    double *W;          /* sqrt(E) A: m x n; of the long rows: n x nlong    */
    double *X;          /* n x nlong: H^-1 W                                */
    double *S;          /* nlong x nlong: I + W'X, its factor               */
    double *v;          /* scale of H, work: n each; sqrt(E), 2 work: m each */
    bool *fixed;        /* n: D is infinite                                 */
    zn_index *p, *i;    /* columns of the lower triangle                    */
    zn_index *mark;     /* n */
    zn_index cap_row, cap_is_long, cap_fixed, cap_H, cap_W, cap_X, cap_S, cap_v;
    zn_index cap_p, cap_i, cap_mark;
    zni_csc csc;
    struct zni_chol *chol;
    const zn_monitor *mon; /* of who asks                                   */
} zni_normal;

zn_status zni_normal_reserve(zn_ctx *ctx, zni_normal *k, zn_index N,
                             zn_index nnz);
/* Take the pattern. B and mon are borrowed until the last solve. ZN_UNSOLVED, here and of the factors: they would
 * not end before the time does, and were not begun. */
zn_status zni_normal_begin(zn_ctx *ctx, zni_normal *k, const zn_matrix *B,
                           zn_index n, const zn_monitor *mon);
/* ZN_ESINGULAR: even with a regularisation of 1e-5 of the diagonal */
zn_status zni_normal_factor(zn_ctx *ctx, zni_normal *k, const double D[]);
/* f is overwritten by x. Not exact: see the regularisation. */
void zni_normal_solve(zni_normal *k, double f[]);
void zni_normal_fini(zn_ctx *ctx, zni_normal *k);

#endif
