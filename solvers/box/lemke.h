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
    const double *cover; /* n covering vector >= 0, positive where q < 0, in the units of the dictionary; NULL: all
                          * 1. Borrowed for the next call only */
    double *v;           /* 2 n: the start, and a second w */
    zni_box_work work;   /* for the last active set, which is solved as exactly as possible */
    double *P;           /* n x n and n: a game, as payoffs */
    zn_index cap_v, cap_P;
    zni_dictionary t;
} zni_lemke;

zn_status zni_lemke_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
zn_status zni_lemke_solve(zni_lemke *k, zni_call call, const zn_lcp *p);
void zni_lemke_fini(zni_lemke *k, zn_ctx *ctx);

/* The same along other paths, at most `paths` of them, until one ends at a solution. Their covering vectors are, in
 * turn, numbers from 1 to 2, and powers of two with exponents from -8 to 8; both follow the fractional parts of
 * multiples of the golden ratio. Iterations are those of all paths together; cover: n numbers of work space */
zn_status zni_lemke_covers(zni_call call, zni_lemke *k, const zn_lcp *p, int paths, double cover[]);

/* The same from z = 0 for a full matrix of 2 to ZNI_LEMKE_FEW rows: the same pivots, at most `most`, and the same
 * bits, without the memory of the general method and without its second look at the answer. own: M and q are first
 * put in units of their own, as the host does for the general method. false: z and w are unchanged, and the general
 * method has to decide. Products of more rows are made by BLAS, whose bits depend on the alignment of arrays. */
enum { ZNI_LEMKE_FEW = 11 };
bool zni_lemke_few(const zni_box *b, bool own, zn_index most, double z[], double w[],
                   zn_index *pivots);

/* Lemke & Howson's path for a matrix of as many rows, in the units of the data, q > 0: from z = 0, z_0 grows until
 * it or w_0 has left the basis. Returns the number of pivots; 0: no solution, and z is unchanged. */
zn_index zni_howson_few(const zni_box *b, zn_index most, double z[]);

/* Pivots that begin with row r and column e, until the variable `last` or, if that is not z0, its partner has left:
 * ZN_OK. Counted in info->iterations, up to max_iter. */
zn_status zni_lemke_follow(zni_dictionary *t, const zn_lcp *p, zn_index r, zn_index e, zn_index last,
                           zn_index max_iter, zn_monitor *mon, zn_solve_info *info);

/* The row that blocks the variable of column e, the lexicographically smallest of those that are tied; -1: none. */
zn_index zni_lemke_blocking(zni_dictionary *t, zn_index e);

#endif
