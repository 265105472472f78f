/* csc.h - a copy of a sparse square matrix by columns
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_CSC_H
#define ZN_LINALG_CSC_H

#include <zeno/pattern.h>
#include <zeno/solver.h>

#include "../core/room.h"

/* Compressed columns with every diagonal entry stored, made from a view of any sparse storage. The pattern is built
 * once and kept while the view keeps its pattern; then only values are copied. */
typedef struct zni_csc {
    zn_index n;       /* rows = columns                                     */
    zn_index nnz;     /* stored entries, the added diagonal included        */
    zn_index *p;      /* n+1 column starts                                  */
    zn_index *i;      /* nnz row numbers, ascending in a column             */
    zn_index *from;   /* nnz positions in the view's x, -1: added diagonal  */
    zn_index *diag;   /* n positions of the diagonal                        */
    double *x;        /* nnz values                                         */
    zn_index lower;   /* largest i - j of an entry (i, j)                   */
    zn_index upper;   /* largest j - i                                      */
    zn_index *mirror; /* nnz positions of (j, i) for (i, j); zni_csc_mirror */
    bool paired;      /* the pattern is symmetric                           */
    zn_index *key;    /* copies of the view's index arrays, to recognise it */
    zn_index nkey;    /* their total length, 0: no pattern yet              */
    zn_index cap_p, cap_i, cap_from, cap_diag, cap_x, cap_key, cap_mirror;
} zni_csc;

/* Room for n columns and nnz entries of the view. */
zn_status zni_csc_reserve(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz);

/* Copy the values of A (square, CSC or BSR), and its pattern if that is not the pattern of the last call; then *fresh
 * is true. */
zn_status zni_csc_set(zn_ctx *ctx, zni_csc *c, const zn_matrix *A, bool *fresh);
/* The same under a monitor: ZN_UNSOLVED, and no pattern, if the time is over or the user stops the solver. */
zn_status zni_csc_take(zn_ctx *ctx, zni_csc *c, const zn_matrix *A, const zn_monitor *mon,
                       bool *fresh);

/* The same for a zn_pattern: once the pattern, then values in its order. */
zn_status zni_csc_pattern(zn_ctx *ctx, zni_csc *c, const zn_pattern *a);
void zni_csc_values(zni_csc *c, const double x[]);

/* The same without a view: room for p, i, diag and x of nnz entries. The caller writes p and i, ascending and with
 * every diagonal entry, and calls zni_csc_made for the rest of the pattern; then the caller writes x. */
zn_status zni_csc_room(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz);
void zni_csc_made(zni_csc *c, zn_index n);

/* The dense matrix a (n x n) with values x */
void zni_csc_spread(const zni_csc *c, const double x[], double a[]);

/* Find mirror and paired, once per pattern; needed by zni_csc_symmetric. */
zn_status zni_csc_mirror(zn_ctx *ctx, zni_csc *c);

/* Are the values symmetric up to rounding of the largest one? Needs zni_csc_mirror. */
bool zni_csc_symmetric(const zni_csc *c);

void zni_csc_fini(zn_ctx *ctx, zni_csc *c);

#endif
