/* lemke.h - Lemke's method on a linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_LEMKE_H
#define ZN_BOX_LEMKE_H

#include "dictionary.h"
#include "front.h"
#include "path.h"

typedef struct zni_lemke {
    double tol;
    zn_index max_iter;
    const double *cover; /* n covering vector >= 0, positive where q < 0, in the
                            dictionary's units; NULL: all 1. Borrowed for the
                            next call only                                   */
    double *v;           /* 2 n: the start, a second w                       */
    zni_box_work work;   /* the last set, solved as exactly as it can be     */
    double *P;           /* n x n and n: a game as payoffs           */
    zn_index cap_v, cap_P;
    zni_dictionary t;
} zni_lemke;

zn_status zni_lemke_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
zn_status zni_lemke_solve(void *state, zn_ctx *ctx, const void *problem,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info);
void zni_lemke_fini(void *state, zn_ctx *ctx);

/* The same along other paths, `paths` of them at most: covering vectors of numbers from 1 to 2 and, by turns,
 * of powers of two of exponents from -8 to 8, with fractional parts of multiples of the golden ratio. Iterations
 * of all; cover: n */
zn_status zni_lemke_covers(zn_ctx *ctx, zni_lemke *k, const zn_lcp *p, int paths, double cover[],
                           double z[], double w[], zn_monitor *mon, zn_solve_info *info);

/* The same from z = 0 for 2 to ZNI_LEMKE_FEW rows of a full matrix: bits and pivots, at most
 * so many, of the above, without its memory and its second look at the answer. own: M and q
 * in units of their own first, as the host does it for the above. false: z and w are as they
 * were, the above has more to say. Products of more rows are BLAS's, whose bits depend on
 * where the numbers lie. */
enum { ZNI_LEMKE_FEW = 11 };
bool zni_lemke_few(const zni_box *b, bool own, zn_index most, double z[], double w[],
                   zn_index *pivots);

/* From z = 0 by letting z_0 grow until it or w_0 has left, for as many rows, as they are given,
 * q > 0; pivots, 0: none of that, and z is as it was. */
zn_index zni_howson_few(const zni_box *b, zn_index most, double z[]);

/* Pivots that begin with row r and column e, until the variable `last` or, if it is not that of z0, its partner has
 * left: ZN_OK. Counted in info->iterations, up to max_iter. */
zn_status zni_lemke_follow(zni_dictionary *t, const zn_lcp *p, zn_index r, zn_index e, zn_index last,
                           zn_index max_iter, zn_monitor *mon, zn_solve_info *info);

/* The row that blocks the variable of column e, the lexicographically smallest of those
 * tied; -1: none does. */
zn_index zni_lemke_blocking(zni_dictionary *t, zn_index e);

#endif
