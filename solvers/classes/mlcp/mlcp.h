/* mlcp.h - solvers of the mixed linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_MLCP_MLCP_H
#define ZN_MLCP_MLCP_H

#include "../../box/lemke.h"
#include "../../strategy/inner.h"

/* Try the active set of z: one linear system. ZN_UNSOLVED: it is not the right one. */
zn_status zni_direct_try(zn_ctx *ctx, double tol, zni_box_work *work,
                         const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);

/* ---- more equations than unknowns ---------------------------------------- */

typedef struct zni_extra {
    double *a; /* everything below                                           */
    double *z; /* of all rows                                                */
    zn_matrix view;
    unsigned char *eq;
    zn_index cap_a, cap_eq;
} zni_extra;

zn_status zni_extra_reserve(zn_ctx *ctx, zni_extra *k, zn_index n,
                            zn_index rows);
/* The problem of the first n rows; room must be there. */
zn_mlcp zni_extra_square(zni_extra *k, const zn_mlcp *p);
/* Does z meet all of them? w (M->rows) of it. */
bool zni_extra_met(zni_extra *k, const zn_mlcp *p, double tol, const double z[], double w[]);
/* All of them as a square problem, of k->z, which is 0: each further row has an unknown that is nowhere. */
zn_mlcp zni_extra_all(zni_extra *k, const zn_mlcp *p);
void zni_extra_fini(zn_ctx *ctx, zni_extra *k);

/* ---- Lemke after elimination of the equality rows ---------------------- */

typedef struct zni_schur {
    double tol;
    zn_index max_iter;
    bool by_auto;    /* equalities that say nothing left out, the rest by `auto` of LCP */
    zni_lemke lemke;
    zni_inner inner; /* made when it is asked  */
    double *lo;        /* n, its box           */
    zn_index cap_lo;
    zni_lu lu;
    double *a;     /* n x n M, and m x m and 3 vectors of the reduced LCP   */
    zn_index *row; /* n rows: pivoted, the rest; n columns in the same order */
    unsigned char *mark;  /* n rows, n columns: zni_pivoted                 */
    zn_index ne, np, all; /* equality rows, pivoted ones, those that count  */
    zn_index cap_a, cap_row, cap_mark;
} zni_schur;

/* Which rows and columns are in a block that can be solved: ZNI_LEFT_OUT those of equations that
 * say nothing, and of unknowns that are in none. */
typedef enum zni_pivoted { ZNI_PIVOTED = 1, ZNI_LEFT_OUT } zni_pivoted;

/* a <- d a e, d and e powers of two, so that no row and no column has numbers much beside 1 */
void zni_pairs_units(zn_index n, double a[], double d[], double e[]);

/* Marks of the rows and columns of a regular block that takes up the equality rows, or if `rest` all of
 * them but those that say nothing beside the others, with as few complementarity rows as that needs; c,
 * the matrix in such units, is worked on. false: there is none with pairs of rows. */
bool zni_pairs_choose(zn_index n, const unsigned char eq[], double c[], bool rest,
                      unsigned char row[], unsigned char col[]);

zn_status zni_schur_reserve(void *state, zn_ctx *ctx, zn_index n,
                                 zn_index nnz);
/* what by_auto asks, room for n rows, too */
zn_status zni_schur_reserve_inner(zni_schur *k, zn_ctx *ctx, zn_index n);
zn_status zni_schur_solve(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info);
void zni_schur_fini(void *state, zn_ctx *ctx);

#endif
