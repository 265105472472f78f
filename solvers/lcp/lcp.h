/* lcp.h - solvers of the linear complementarity problem, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LCP_LCP_H
#define ZN_LCP_LCP_H

#include <zeno/lcp.h>

#include "box.h"

/* the problem as a box problem */
static inline zni_box zni_lcp_box(const zn_lcp *p)
{
    return (zni_box){.n = p->n, .M = p->M, .q = p->q};
}

/* One pair: the solution in closed form. ZN_UNSOLVED with ZN_INFEASIBLE when
 * there is none. */
zn_status zni_lcp_scalar(const zn_lcp *p, double z[], double w[],
                         zn_solve_info *info);

/* Lemke's method on a dense tableau. */
typedef struct zni_lemke {
    double tol;
    zn_index max_iter;
    double *T;       /* n x (n + 3) tableau: n + 1 columns, b, ratios       */
    double *v;       /* 4 n: scales, best z, work                           */
    zn_index *basic; /* 4 n + 2: who is basic, who is not, where            */
    zn_index cap_T, cap_v, cap_basic;
    zni_lu lu;       /* of the last basis, when its accuracy is not enough  */
} zni_lemke;

zn_status zni_lemke_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
zn_status zni_lemke_solve(void *state, zn_ctx *ctx, const void *problem,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info);
void zni_lemke_fini(void *state, zn_ctx *ctx);

#endif
