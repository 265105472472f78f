/* lcp.h - what the solvers of the linear complementarity problem share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LCP_LCP_H
#define ZN_LCP_LCP_H

#include "../../box/lemke.h"

/* The number of strategies of the first player if the problem is a bimatrix game, M = [0 A; B' 0] with A, B > 0, q < 0;
 * else 0. */
zn_index zni_lcp_players(const zni_box *b);

/* Solve such a game. ZN_EINVAL, without words: it is none */
zn_status zni_lcp_game(zni_lemke *s, zni_call call, const zni_box *b);

/* The same for ZNI_LEMKE_FEW rows at most, m of them the first player's, from z = 0, by the first path only and without
 * allocation. false: not solved, z is unchanged, and the function above may solve it. */
bool zni_lcp_game_few(const zni_box *b, zn_index m, zn_index most, double z[], double w[],
                      zn_index *pivots);

/* Solve two to ZNI_CONES rows with a dense M that is not triangular by its complementary cones; *looked: the number of
 * sets that were solved. M and q may have any units. If there are several solutions it is that of the set that comes
 * first as a binary number, row 0 being the lowest digit. false: not solved, z and w are unchanged; a set was in
 * doubt, or rows are far apart and `far` is false. */
enum { ZNI_CONES = 4 };
bool zni_lcp_cones(const zni_box *b, bool far, double z[], double w[], zn_index *looked);

/* Principal pivots (principal.c) on the negative pair of least index, or on the most negative one, with the memory and
 * the limits of Lemke's method. z is a point with less error than the start, or the start. */
zn_status zni_lcp_principal(zni_lemke *k, zni_call call, bool largest, const zn_lcp *p);

/* The interior point method, for monotone problems. z is not used as a start; it is returned if no iterate is better.
 * */
typedef struct zni_interior {
    double tol;
    zn_index max_iter;
} zni_interior;

zn_status zni_lcp_interior(zni_call call, zni_box_work *k, const zni_interior *opt,
                           const zni_box *b);

#endif
