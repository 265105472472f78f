/* lcp.h - solvers of the linear complementarity problem, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LCP_LCP_H
#define ZN_LCP_LCP_H

#include <zeno/lcp.h>

#include "box.h"
#include "dictionary.h"

/* the problem as a box problem */
static inline zni_box zni_lcp_box(const zn_lcp *p)
{
    return (zni_box){.n = p->n, .M = p->M, .q = p->q};
}

/* One pair: the solution in closed form. ZN_UNSOLVED with ZN_INFEASIBLE when
 * there is none. */
zn_status zni_lcp_scalar(const zn_lcp *p, double z[], double w[],
                         zn_solve_info *info);

/* Lemke's method on a dense dictionary. */
typedef struct zni_lemke {
    double tol;
    zn_index max_iter;
    const double *cover; /* n covering vector >= 0, positive where q < 0, in the
                            dictionary's units; NULL: all 1. Borrowed for the
                            next call only                                   */
    double *v;           /* 3 n: the start, a second z and w                 */
    double *P;           /* n x n and n: a game as payoffs           */
    zn_index cap_v, cap_P;
    zni_dictionary t;
} zni_lemke;

zn_status zni_lemke_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
zn_status zni_lemke_solve(void *state, zn_ctx *ctx, const void *problem,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info);
void zni_lemke_fini(void *state, zn_ctx *ctx);

/* The row that blocks the variable of column e, the lexicographically smallest of those
 * tied; -1: none does. */
zn_index zni_lemke_blocking(zni_dictionary *t, zn_index e);

/* A game of two players, M = [0 A; B' 0] with A, B > 0, q < 0. ZN_EINVAL, without words:
 * it is none */
zn_status zni_lcp_game(zni_lemke *s, zn_ctx *ctx, const zn_lcp *p, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info);

/* Interior points, for monotone problems; z is not a start, only a last
 * resort. */
typedef struct zni_interior {
    double tol;
    zn_index max_iter;
} zni_interior;

zn_status zni_lcp_interior(zn_ctx *ctx, zni_box_work *k,
                           const zni_interior *opt, const zni_box *b,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info);

#endif
