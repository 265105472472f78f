/* lcp.h - solvers of the linear complementarity problem, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LCP_LCP_H
#define ZN_LCP_LCP_H

#include "../box/lemke.h"

/* Rows of the first player of a game of two, M = [0 A; B' 0] with A, B > 0, q < 0; 0: it
 * is none. */
zn_index zni_lcp_players(const zn_lcp *p);

/* Such a game; ZN_EINVAL, without words: it is none */
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
