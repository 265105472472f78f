/* relay.h - solvers of the relay problem, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_RELAY_RELAY_H
#define ZN_RELAY_RELAY_H

#include <zeno/relay.h>

#include "../box/path.h"
#include "../lcp/lcp.h"

static inline zni_box zni_relay_box(const zn_relay *p)
{
    return (zni_box){
        .n = p->n, .M = p->M, .q = p->q, .lo = p->lb, .hi = p->ub};
}

/* One row: the solution in closed form; there is one when lb and ub are
 * finite. */
zn_status zni_relay_scalar(const zn_relay *p, double z[], double w[],
                           zn_solve_info *info);

/* Lemke on the LCP of twice the size. */
typedef struct zni_twosided {
    double tol;
    zn_index max_iter;
    zni_lemke lemke;
    zni_box_work work; /* the last basis by LU */
    zni_pivots pivots; /* its signs, where they are in doubt */
    double *a;     /* m x m matrix of the LCP and 4 m for its vectors, M dense */
    zn_index *row; /* 2 n: the rows of z that are not fixed, then bounded ones */
    zn_index cap_a, cap_row;
} zni_twosided;

zn_status zni_twosided_reserve(void *state, zn_ctx *ctx, zn_index n,
                                  zn_index nnz);
zn_status zni_twosided_solve(void *state, zn_ctx *ctx, const void *problem,
                                double z[], double w[], zn_monitor *mon,
                                zn_solve_info *info);
void zni_twosided_fini(void *state, zn_ctx *ctx);

#endif
