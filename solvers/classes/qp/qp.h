/* qp.h - what the solvers of convex quadratic programs share
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

/* y = a A x + b y or, transposed, y = a A'x + b y, where A is the identity if there is none */
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

/* The divisor of errors in a program that is in its own units; for row r of A z + b it is |b_r| if that is larger,
 * since the row has the rounding of b_r. */
double zni_qp_scale(const zn_qp *p);
double zni_qp_row_scale(const zn_qp *p, zn_index r, double scale);

/* Set w_1..n to nu for the l in w, and return the error at (z, w), by code that is independent of the measure; NaN if a
 * projection fails. s, s_l: m work each */
double zni_qp_residual(const zn_qp *p, const double z[], double w[], double s[],
                       double s_l[]);

/* The end if there is no time for the first factors: the start is returned. */
zn_status zni_qp_late(const zn_qp *p, const double z[], double w[], zn_solve_info *info);

/* ---- optimality conditions as one matrix ---------------------------------- */

/* B = [M -A'; A 0], dense or in compressed columns, N = n + m */
typedef struct zni_kkt {
    zn_matrix B;
    double *x;   /* values                                     */
    double *v;   /* N each: (q, b), lower bounds, upper bounds */
    zn_index *p; /* sparse: N + 1 column starts, then counters */
    zn_index *i; /* sparse: rows                               */
    zn_index cap_x, cap_v, cap_p, cap_i;
    zni_box box; /* the program as a box problem, K the orthant */
} zni_kkt;

zn_status zni_kkt_reserve(zn_ctx *ctx, zni_kkt *k, zn_index N, zn_index nnz);
/* ZN_UNSOLVED: the time is over, or the user's callback said stop */
zn_status zni_kkt_set(zn_ctx *ctx, zni_kkt *k, const zn_qp *p, zn_monitor *mon);
void zni_kkt_fini(zn_ctx *ctx, zni_kkt *k);

#endif
