/* dictionary.h - the dense dictionary of the pivoting methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LCP_DICTIONARY_H
#define ZN_LCP_DICTIONARY_H

#include <zeno/lcp.h>

#include "../linalg/lu.h"

/* basic = b + T nonbasic, which starts as w = q + [M 1] (z, z0), scaled. Column
 * n (z0) is there for Lemke; `columns` says how many are kept up to date.
 * Variables are numbered w: 0..n-1, z: n..2n-1, z0: 2n.
 *
 * A pivot changes T by a matrix of rank one. For large n that costs memory
 * traffic, so up to ZNI_DELAYED of them wait in U V, T meaning T + U V, until one
 * product of matrices puts them in: what is asked of T in between is a column
 * here and there. */
enum { ZNI_DELAYED = 32 };

typedef struct zni_dictionary {
    zn_index n, columns;
    zn_index delayed; /* pivots that wait in U V                  */
    double *T;        /* n x (n + 1), read by the functions below */
    double *U, *V;    /* n x ZNI_DELAYED, ZNI_DELAYED x (n + 1)   */
    double *row;      /* n + 1                                    */
    double *b;        /* n                                        */
    double *work;     /* n: ratios, right-hand sides              */
    double *enter;    /* n, n: columns as they are now            */
    double *compare;
    double *s;        /* n: scales of the rows of z and w         */
    double beta;      /* scale of q                               */
    zn_index *basic;  /* n: variable of each row                  */
    zn_index *column; /* n + 1: variable of each column           */
    zn_index *where;  /* 2 n + 1: row, or -1 - column             */
    zn_index *list;   /* n + 1: rows                              */
    zni_lu lu;        /* of the last basis                        */
    zn_index cap_real, cap_index;
    zn_index room;    /* n that there is room for                 */
} zni_dictionary;

zn_status zni_dictionary_reserve(zn_ctx *ctx, zni_dictionary *t, zn_index n);

/* Take the data of p; room must be there. */
void zni_dictionary_load(zni_dictionary *t, const zn_lcp *p, zn_index columns);

/* Column e as it is now, in place or in buf (n). */
const double *zni_dictionary_update(const zni_dictionary *t, zn_index e,
                                    double buf[]);
static inline const double *zni_dictionary_column(const zni_dictionary *t,
                                                  zn_index e, double buf[])
{
    return t->delayed ? zni_dictionary_update(t, e, buf) : t->T + e * t->n;
}
/* Row r as it is now, into t->row. */
const double *zni_dictionary_row(zni_dictionary *t, zn_index r);

/* One entry as it is now. */
double zni_dictionary_get(const zni_dictionary *t, zn_index r, zn_index e);

/* Exchange the variables of row r and column e. Ends what column said. */
void zni_dictionary_pivot(zni_dictionary *t, zn_index r, zn_index e);

/* z of the basis, with its rounding. */
void zni_dictionary_z(const zni_dictionary *t, double z[]);

/* z of the basis from M and q by LU; destroys T. false: M_BB is singular */
bool zni_dictionary_renew(zni_dictionary *t, const zn_lcp *p, double z[]);

void zni_dictionary_fini(zn_ctx *ctx, zni_dictionary *t);

#endif
