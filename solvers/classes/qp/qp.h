/* qp.h - solvers of convex quadratic programs, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_QP_QP_H
#define ZN_QP_QP_H

#include <zeno/qp.h>

#include "../../box/box.h"

/* ---- pieces -------------------------------------------------------------- */

static inline double zni_qp_lo(const zn_qp *p, zn_index i)
{
    return p->lb ? p->lb[i] : -INFINITY;
}

static inline double zni_qp_hi(const zn_qp *p, zn_index i)
{
    return p->ub ? p->ub[i] : INFINITY;
}

/* y = a A x + b y or, transposed, y = a A'x + b y; A is 1 where there is none */
void zni_qp_mul(const zn_qp *p, bool transposed, double a, const double x[], double b, double y[]);
/* size += |A| |x|, or |A'| |x| */
void zni_qp_add_sizes(const zn_qp *p, bool transposed, const double x[], double size[]);

/* s = A z + b */
void zni_qp_rows(const zn_qp *p, const double z[], double s[]);

/* nu = M z + q - A'l */
void zni_qp_gradient(const zn_qp *p, const double z[], const double l[],
                     double nu[]);

/* w = (M z + q - A'l, A z + b) of x = (z, l) */
void zni_qp_dual(const zn_qp *p, const double x[], double w[]);

/* s = P_K(s) */
zn_status zni_qp_project(const zn_qp *p, double s[]);

/* what errors are relative to in a program that is in units of its own; those of row r
 * of A z + b also to b_r, whose rounding it has */
double zni_qp_scale(const zn_qp *p);
double zni_qp_row_scale(const zn_qp *p, zn_index r, double scale);

/* nu into w for the l that is there; the error at (z, w) by the methods' own
 * code; NaN where a projection fails. s: m work, s_l: m work */
double zni_qp_residual(const zn_qp *p, const double z[], double w[], double s[],
                       double s_l[]);

/* There was no time for the first factors: the start is the answer. */
zn_status zni_qp_late(const zn_qp *p, const double z[], double w[], zn_solve_info *info);

/* ---- optimality conditions as one matrix ---------------------------------- */

/* B = [M -A'; A 0], dense or in compressed columns */
typedef struct zni_kkt {
    zn_matrix B;
    double *x;   /* values                                     */
    double *v;   /* N each: q with b, lower and upper bounds   */
    zn_index *p; /* sparse: N + 1 column starts, then counters */
    zn_index *i; /* sparse: rows                               */
    zn_index cap_x, cap_v, cap_p, cap_i;
    zni_box box; /* the program as linear complementarity, K an orthant */
} zni_kkt;

zn_status zni_kkt_reserve(zn_ctx *ctx, zni_kkt *k, zn_index N, zn_index nnz);
/* ZN_UNSOLVED: the time is over, or who watches said stop */
zn_status zni_kkt_set(zn_ctx *ctx, zni_kkt *k, const zn_qp *p, zn_monitor *mon);
void zni_kkt_fini(zn_ctx *ctx, zni_kkt *k);

#endif
