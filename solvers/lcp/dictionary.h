/* dictionary.h - the dense dictionary of the pivoting methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LCP_DICTIONARY_H
#define ZN_LCP_DICTIONARY_H

#include <zeno/lcp.h>

#include "../linalg/lu.h"

/* basic = b + T nonbasic, which starts as w = q + [M 1] (z, z0), scaled. Column
 * n (z0) is there for Lemke; `columns` says how many are kept up to date.
 * Variables are numbered w: 0..n-1, z: n..2n-1, z0: 2n. */
typedef struct zni_dictionary {
    zn_index n, columns;
    double *T;        /* n x (n + 1)                              */
    double *b;        /* n                                        */
    double *work;     /* n: ratios, right-hand sides              */
    double *s;        /* n: scales of the rows of z and w         */
    double beta;      /* scale of q                               */
    zn_index *basic;  /* n: variable of each row                  */
    zn_index *column; /* n + 1: variable of each column           */
    zn_index *where;  /* 2 n + 1: row, or -1 - column             */
    zn_index *list;   /* n: rows                                  */
    zni_lu lu;        /* of the last basis                        */
    zn_index cap_real, cap_index;
} zni_dictionary;

zn_status zni_dictionary_reserve(zn_ctx *ctx, zni_dictionary *t, zn_index n);

/* Take the data of p; room must be there. */
void zni_dictionary_load(zni_dictionary *t, const zn_lcp *p, zn_index columns);

/* Exchange the variables of row r and column e. */
void zni_dictionary_pivot(zni_dictionary *t, zn_index r, zn_index e);

/* z of the basis, with its rounding. */
void zni_dictionary_z(const zni_dictionary *t, double z[]);

/* z of the basis from M and q by LU; destroys T. false: M_BB is singular */
bool zni_dictionary_renew(zni_dictionary *t, const zn_lcp *p, double z[]);

void zni_dictionary_fini(zn_ctx *ctx, zni_dictionary *t);

#endif
