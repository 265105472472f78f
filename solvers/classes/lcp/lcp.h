/* lcp.h - solvers of the linear complementarity problem, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LCP_LCP_H
#define ZN_LCP_LCP_H

#include "../../box/lemke.h"

/* Rows of the first player of a game of two, M = [0 A; B' 0] with A, B > 0, q < 0; 0: it
 * is none. */
zn_index zni_lcp_players(const zni_box *b);

/* Such a game; ZN_EINVAL, without words: it is none */
zn_status zni_lcp_game(zni_lemke *s, zn_ctx *ctx, const zni_box *b, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info);

/* The same of players' m rows and the other's from z = 0, at most ZNI_LEMKE_FEW in all, by its first
 * path, without memory; false: z is as it was, the above has more to say. */
bool zni_lcp_game_few(const zni_box *b, zn_index m, zn_index most, double z[], double w[],
                      zn_index *pivots);

/* Two to ZNI_CONES full rows that are not triangular, by all sets of free rows, as many as were
 * looked at; M and q in units of their own. Of several solutions the set that comes first as a binary
 * number, row 0 the lowest digit. false: z and w are as they were; a set may be in doubt, or rows far apart that
 * are not wanted: far false. */
enum { ZNI_CONES = 4 };
bool zni_lcp_cones(const zni_box *b, bool far, double z[], double w[], zn_index *looked);

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
