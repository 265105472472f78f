/* dictionary.h - the dictionary of the pivoting methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_DICTIONARY_H
#define ZN_BOX_DICTIONARY_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <zeno/lcp.h>

#include "../linalg/basis.h"

/* basic = b + T nonbasic, which starts as w = q + [M 1] (z, z0), scaled. Column n belongs to z0 of Lemke's method;
 * `columns` says how many columns are kept up to date. Variables are numbered w: 0..n-1, z: n..2n-1, z0: 2n.
 *
 * Dense: a pivot changes T by a matrix of rank one. For large n its cost is memory traffic, so up to ZNI_DELAYED
 * changes are kept as U V, and T stands for T + U V, until one product of matrices adds them. Between pivots only a
 * few columns of T are asked for.
 *
 * Sparse: T is not formed. With w - M z - c z0 = q, the basic columns are a matrix B, and a column of T is -B^-1 a,
 * by factors of B (../linalg/basis.h). */
enum { ZNI_DELAYED = 32 };

/* Data are scaled to 1, and this much may be the rounding of a few hundred pivots: ratios that differ by less are
 * tied, entries smaller than this part of the largest of their column are not accepted as pivots. */
#define ZNI_TIE 1e-12
#define ZNI_TINY_PIVOT 1e-11

/* is a ratio the smallest one, or tied with it? */
static inline bool zni_tied(double ratio, double least)
{
    return ratio <= least + ZNI_TIE * (1 + fabs(least));
}

typedef struct zni_dictionary {
    zn_index n, columns;
    zn_index delayed; /* pivots kept in U V                     */
    double *T;        /* n x (n + 1), read by the functions below */
    double *U, *V;    /* n x ZNI_DELAYED, ZNI_DELAYED x (n + 1)   */
    double *row;      /* n + 1                                    */
    double *b;        /* n                                        */
    double *work;     /* n: ratios, right-hand sides              */
    double *enter;    /* n, n: current columns                    */
    double *compare;
    double *cover;    /* n: the column of z0 before the first pivot */
    double *s;        /* n: scales of the rows of z and w         */
    double beta;      /* scale of q                               */
    zn_index *basic;  /* n: variable of each row                  */
    zn_index *column; /* n + 1: variable of each column           */
    zn_index *where;  /* 2 n + 1: row, or -1 - column             */
    zn_index *list;   /* n + 1: rows                              */
    zn_index cap_T, cap_basic;
    zn_index room, thin_room; /* capacity in rows, dense and sparse   */
    /* sparse */
    bool     sparse;
    zn_ctx  *ctx;     /* of the call under way                    */
    const zn_monitor *mon; /* likewise; NULL: no time limit        */
    zni_csc  M;       /* scaled                                   */
    zni_basis basis;
    zn_index entered; /* column held in `enter`, -1: none         */
} zni_dictionary;

/* Allocate for n rows and nnz numbers of M, for the kind (dense or sparse) that load will choose. */
zn_status zni_dictionary_reserve(zn_ctx *ctx, zni_dictionary *t, zn_index n,
                                 zn_index nnz);

/* Will an M of so many rows and stored numbers be treated as sparse? */
bool zni_dictionary_thin(zn_index n, zn_index nnz);

/* Load the data of p, allocating as needed. mon: of the call, may be NULL; a factorisation that would take longer
 * than the time that is left is not begun, and info->outcome is ZN_TIME_LIMIT then */
zn_status zni_dictionary_load(zn_ctx *ctx, zni_dictionary *t, const zn_lcp *p,
                              zn_index columns, const zn_monitor *mon, zn_solve_info *info);

/* The outcome to report after `zni_dictionary_pivot` or `_start` has refused with ZN_ESINGULAR or, for lack of time,
 * ZN_UNSOLVED. */
static inline zn_outcome zni_dictionary_stopped(zn_status st)
{
    return st == ZN_UNSOLVED ? ZN_TIME_LIMIT : ZN_STALLED;
}

/* The current column e, in place or in buf (n). */
const double *zni_dictionary_update(zni_dictionary *t, zn_index e,
                                    double buf[]);
static inline const double *zni_dictionary_column(zni_dictionary *t, zn_index e,
                                                  double buf[])
{
    return t->delayed || t->sparse ? zni_dictionary_update(t, e, buf)
                                   : t->T + e * t->n;
}

/* Has the basis been factored since the last pivot? Then b may be computed anew from q and the values `rest` of the
 * nonbasic z, by column (NULL: all are 0), which restores the accuracy that many pivots have lost. */
static inline bool zni_dictionary_fresh(const zni_dictionary *t)
{
    return t->sparse && t->basis.etas == 0;
}
void zni_dictionary_values(zni_dictionary *t, const double q[],
                           const double rest[]);

/* Exchange the variables of row r and column e. Columns obtained before are not valid any more. ZN_ESINGULAR,
 * without a message: the new basis is singular to working precision */
zn_status zni_dictionary_pivot(zni_dictionary *t, zn_index r, zn_index e);

/* Sparse, after load: bring the z of the rows that are ZNI_FREE into the basis, for their w. ZN_ESINGULAR: that
 * basis is singular, and nothing has changed */
zn_status zni_dictionary_start(zni_dictionary *t, const unsigned char side[]);

/* A number from 1 to 2 for each i, with the fractional parts of multiples of the golden ratio. Slacks that differ
 * from each other leave no ties. */
static inline double zni_golden(zn_index i)
{
    const double x = 0.6180339887498949 * (double)(i + 1);

    return 1 + x - floor(x);
}

/* Of the tied rows in t->list (ties >= 1 of them), the one that blocks first when a variable with column te moves in
 * direction dir, if each w_k had started with an additional eps^(k + 1) (Cottle, Pang & Stone 1992, section 4.9);
 * the same of -w_k where `down`, if given, says so. In the list, -1 stands for the variable itself. */
zn_index zni_dictionary_first(zni_dictionary *t, zn_index ties,
                              const double te[], double dir,
                              const unsigned char down[]);

/* z of the basis, unscaled; not corrected for rounding. */
void zni_dictionary_z(const zni_dictionary *t, double z[]);

void zni_dictionary_fini(zn_ctx *ctx, zni_dictionary *t);

/* ---- the sparse kind (dictionary_sparse.c), for dictionary.c ---------------- */

zn_status zni_thin_load(zni_dictionary *t, const zn_lcp *p);
const double *zni_thin_column(zni_dictionary *t, zn_index e, double buf[]);
/* row r of B^-1 */
void zni_thin_row(zni_dictionary *t, zn_index r, double out[]);
zn_status zni_thin_exchange(zni_dictionary *t, zn_index r, const double te[]);
/* after an exchange: factor the basis anew, if that is due */
zn_status zni_thin_refactor(zni_dictionary *t);

/* compute beta and b from q and s */
void zni_dictionary_rhs(zni_dictionary *t, const double q[]);

/* ---- powers of two, asked for each row, so inline ------------------------------- */

/* 2^k; and the k with 2^(k-1) <= x < 2^k, for x >= 0. Both by the bits: on one small problem, frexp and ldexp take
 * as long as the pivots. A subnormal x gets the smallest k, which is good enough for a scale. */
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

/* the power of two closest to 1 / sqrt(x); 1 for x = 0 */
static inline double zni_dictionary_unit(double x)
{
    return x > 0 ? zni_dictionary_power(-zni_dictionary_exponent(x) / 2) : 1;
}

/* 2^-k with 2^(k-1) <= x < 2^k, limited so that it and its inverse are normal numbers */
static inline double zni_dictionary_inverse(double x)
{
    const int e = zni_dictionary_exponent(x);

    return zni_dictionary_power(-(e > 1022 ? 1022 : e < -1000 ? -1000 : e));
}

#endif
