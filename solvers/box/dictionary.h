/* dictionary.h - the dictionary of the pivoting methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_DICTIONARY_H
#define ZN_BOX_DICTIONARY_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <zeno/lcp.h>

#include "../linalg/basis.h"

/* basic = b + T nonbasic, which starts as w = q + [M 1] (z, z0), scaled. Column
 * n (z0) is there for Lemke; `columns` says how many are kept up to date.
 * Variables are numbered w: 0..n-1, z: n..2n-1, z0: 2n.
 *
 * Dense: a pivot changes T by a matrix of rank one. For large n that costs memory
 * traffic, so up to ZNI_DELAYED of them wait in U V, T meaning T + U V, until one
 * product of matrices puts them in: what is asked of T in between is a column
 * here and there.
 *
 * Sparse: T is not there. With w - M z - c z0 = q the basic columns make B, and a
 * column of T is -B^-1 a, by factors of B (../linalg/basis.h). */
enum { ZNI_DELAYED = 32 };

/* Data are scaled to 1, and so much is rounding of a few hundred pivots: ratios this close
 * are tied; entries below that of the largest of their column are not pivots. */
#define ZNI_TIE 1e-12
#define ZNI_TINY_PIVOT 1e-11

/* is a ratio the least one, or tied with it? */
static inline bool zni_tied(double ratio, double least)
{
    return ratio <= least + ZNI_TIE * (1 + fabs(least));
}

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
    double *cover;    /* n: the column of z0 before the first pivot */
    double *s;        /* n: scales of the rows of z and w         */
    double beta;      /* scale of q                               */
    zn_index *basic;  /* n: variable of each row                  */
    zn_index *column; /* n + 1: variable of each column           */
    zn_index *where;  /* 2 n + 1: row, or -1 - column             */
    zn_index *list;   /* n + 1: rows                              */
    zn_index cap_T, cap_basic;
    zn_index room, thin_room; /* n that there is room for, dense, sparse */
    /* sparse */
    bool     sparse;
    zn_ctx  *ctx;     /* of the call under way                    */
    const zn_monitor *mon; /* likewise; NULL: there is all the time  */
    zni_csc  M;       /* scaled                                   */
    zni_basis basis;
    zn_index entered; /* column that `enter` holds, -1: none      */
} zni_dictionary;

/* Room for n rows and nnz numbers of M, of the kind that load will take. */
zn_status zni_dictionary_reserve(zn_ctx *ctx, zni_dictionary *t, zn_index n,
                                 zn_index nnz);

/* Is M, as it is stored, one for the sparse kind? */
bool zni_dictionary_thin(zn_index n, zn_index nnz);

/* Take the data of p, with room for them. mon: of the call, for factors that no pivot may begin which take
 * longer than it has left, for which info->outcome is ZN_TIME_LIMIT then; may be NULL */
zn_status zni_dictionary_load(zn_ctx *ctx, zni_dictionary *t, const zn_lcp *p,
                              zn_index columns, const zn_monitor *mon, zn_solve_info *info);

/* How pivots end that `zni_dictionary_pivot` or `_start` has refused by ZN_ESINGULAR or, for want of time,
 * ZN_UNSOLVED. */
static inline zn_outcome zni_dictionary_stopped(zn_status st)
{
    return st == ZN_UNSOLVED ? ZN_TIME_LIMIT : ZN_STALLED;
}

/* Column e as it is now, in place or in buf (n). */
const double *zni_dictionary_update(zni_dictionary *t, zn_index e,
                                    double buf[]);
static inline const double *zni_dictionary_column(zni_dictionary *t, zn_index e,
                                                  double buf[])
{
    return t->delayed || t->sparse ? zni_dictionary_update(t, e, buf)
                                   : t->T + e * t->n;
}

/* Are there new factors since the last pivot? Then b may be computed anew, from q and
 * the values of the nonbasic z, by column (NULL: all are 0): what many pivots have lost
 * is won back. */
static inline bool zni_dictionary_fresh(const zni_dictionary *t)
{
    return t->sparse && t->basis.etas == 0;
}
void zni_dictionary_values(zni_dictionary *t, const double q[],
                           const double rest[]);

/* Exchange the variables of row r and column e. Ends what column said.
 * ZN_ESINGULAR: the factors of the new basis are useless, without words */
zn_status zni_dictionary_pivot(zni_dictionary *t, zn_index r, zn_index e);

/* Sparse, after load: the z of the rows that are ZNI_FREE in the basis, for their w.
 * ZN_ESINGULAR: that is none, and nothing has changed */
zn_status zni_dictionary_start(zni_dictionary *t, const unsigned char side[]);

/* A number from 1 to 2 for each i, the fractional parts of multiples of the golden ratio:
 * slacks that differ leave no ties. */
static inline double zni_golden(zn_index i)
{
    const double x = 0.6180339887498949 * (double)(i + 1);

    return 1 + x - floor(x);
}

/* Of the tied rows in t->list, ties >= 1 of them, that one which stops a variable first
 * whose column is te, moving in direction dir, if each w_k (or, where `down` is given and
 * says so, -w_k) had started with a little more to go, eps^(k + 1) (Cottle, Pang & Stone
 * 1992, section 4.9). -1 in the list: the variable itself. */
zn_index zni_dictionary_first(zni_dictionary *t, zn_index ties,
                              const double te[], double dir,
                              const unsigned char down[]);

/* z of the basis, with its rounding. */
void zni_dictionary_z(const zni_dictionary *t, double z[]);

void zni_dictionary_fini(zn_ctx *ctx, zni_dictionary *t);

/* ---- the sparse kind (dictionary_sparse.c), for dictionary.c ---------------- */

zn_status zni_thin_load(zni_dictionary *t, const zn_lcp *p);
const double *zni_thin_column(zni_dictionary *t, zn_index e, double buf[]);
/* row r of B^-1 */
void zni_thin_row(zni_dictionary *t, zn_index r, double out[]);
zn_status zni_thin_exchange(zni_dictionary *t, zn_index r, const double te[]);
/* after an exchange: new factors, if it is time */
zn_status zni_thin_refactor(zni_dictionary *t);

/* beta and b from q, with s */
void zni_dictionary_rhs(zni_dictionary *t, const double q[]);

/* ---- powers of two, asked for each row, so inline ------------------------------- */

/* 2^k, and k with 2^(k-1) <= x < 2^k for x >= 0, from the bits: for one small
 * problem frexp and ldexp take as long as the pivots. Subnormal x has the least
 * k; it is only a scale. */
static inline double zni_dictionary_power(int k)
{
    const uint64_t bits = (uint64_t)(k + 1023) << 52;
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline int zni_dictionary_exponent(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 52) - 1022;
}

/* 2^k next to the inverse root of x, or 1 for 0 */
static inline double zni_dictionary_unit(double x)
{
    return x > 0 ? zni_dictionary_power(-zni_dictionary_exponent(x) / 2) : 1;
}

/* 2^-k with 2^(k-1) <= x < 2^k, and both it and its inverse normal numbers */
static inline double zni_dictionary_inverse(double x)
{
    const int e = zni_dictionary_exponent(x);

    return zni_dictionary_power(-(e > 1022 ? 1022 : e < -1000 ? -1000 : e));
}

#endif
