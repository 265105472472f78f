/* mlcp.h - what the solvers of the mixed linear complementarity problem share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_MLCP_MLCP_H
#define ZN_MLCP_MLCP_H

#include "../../box/lemke.h"
#include "../../strategy/inner.h"

/* Solve the linear system of the active set of z. ZN_UNSOLVED: it is not the set of a solution. */
zn_status zni_direct_try(zni_call call, double tol, zni_box_work *work, const zni_box *b);

/* ---- more equations than unknowns ---------------------------------------- */

typedef struct zni_extra {
    double *a; /* the matrix, z, and work of the error measure               */
    double *z; /* of the square problem of all rows                          */
    zn_matrix view;
    unsigned char *eq;
    zn_index cap_a, cap_eq;
} zni_extra;

zn_status zni_extra_reserve(zn_ctx *ctx, zni_extra *k, zn_index n,
                            zn_index rows);
/* The square problem of the first n rows, after zni_extra_reserve. */
zn_mlcp zni_extra_square(zni_extra *k, const zn_mlcp *p);
/* Does z satisfy all rows? w (M->rows numbers) is computed. */
bool zni_extra_met(zni_extra *k, const zn_mlcp *p, double tol, const double z[], double w[]);
/* All rows as a square problem, in which each further row has an unknown with a zero column; k->z, of its size, is 0.
 * */
zn_mlcp zni_extra_all(zni_extra *k, const zn_mlcp *p);
void zni_extra_fini(zn_ctx *ctx, zni_extra *k);

/* ---- Lemke after elimination of the equality rows ---------------------- */

typedef struct zni_schur {
    double tol;
    zn_index max_iter;
    bool by_auto;    /* void equations may be left out; the reduced LCP is solved by `auto` */
    zni_lemke lemke;
    zni_inner inner; /* lcp "auto", made when first used */
    double *lo;      /* n: bounds of the box problem */
    zn_index cap_lo;
    zni_lu lu;
    double *a;     /* M, n x n; the reduced LCP, m x m, and vectors         */
    zn_index *row; /* n rows: pivoted ones, the rest; n columns likewise    */
    unsigned char *mark;  /* n rows, n columns: zni_pivoted                 */
    zn_index ne, np, all; /* pivoted equality rows, all pivoted rows, all rows that are not left out */
    zn_index cap_a, cap_row, cap_mark;
} zni_schur;

/* Marks of rows and columns: in the regular block that is eliminated, or left out, as void equations and as many
 * unknowns are. */
typedef enum zni_pivoted { ZNI_PIVOTED = 1, ZNI_LEFT_OUT } zni_pivoted;

/* a <- d a e, where d and e are powers of two, so that the largest entry of each row and column is near 1. */
void zni_pairs_units(zn_index n, double a[], double d[], double e[]);

/* Mark the rows and columns of a regular block that contains the equality rows (if `rest`, without void ones) and as
 * few complementarity rows as possible. c, the matrix in such units, is overwritten. false: no such block was found. */
bool zni_pairs_choose(zn_index n, const unsigned char eq[], double c[], bool rest,
                      unsigned char row[], unsigned char col[]);

zn_status zni_schur_reserve(void *state, zn_ctx *ctx, zn_index n,
                                 zn_index nnz);
/* room for n rows in the inner solver of by_auto, too */
zn_status zni_schur_reserve_inner(zni_schur *k, zn_ctx *ctx, zn_index n);
zn_status zni_schur_solve(zni_schur *k, zni_call call, const zn_mlcp *p);
void zni_schur_fini(zni_schur *k, zn_ctx *ctx);

#endif
