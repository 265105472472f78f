/* parts.h - block elimination of a few rows, most blocks of which are zero
 *
 *     [ A_EE A_ER ]      rows E in parts of up to ZNI_PART rows, which are eliminated; behind them
 *     [ A_RE A_RR ]      the rows R, which remain, and one more column, a right-hand side.
 *
 * Block elimination (Golub & Van Loan, Matrix Computations, 4th ed., section 3.2), in the order of minimum degree
 * (Tinney & Walker, Proc. IEEE 55, 1967). Pivots are taken from the diagonal without exchanges, which is stable for
 * symmetric definite matrices, and does not depend on the units of rows. Everything is in one struct that fits on the
 * stack.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_PARTS_H
#define ZN_LINALG_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include <zeno/base.h>

/* The largest number of rows in all, of rows of a part, and of parts: two consecutive parts always have more rows
 * together than one part may have. */
enum {
    ZNI_PARTS_ROWS = 64,
    ZNI_PART = 6,
    ZNI_PARTS = 2 * ZNI_PARTS_ROWS / (ZNI_PART + 1) + 2
};

typedef struct zni_parts {
    zn_index n, e, np;             /* rows, rows of E, parts of E; R is part np    */
    zn_index first[ZNI_PARTS + 2]; /* first rows of the parts and of R, then n      */
    unsigned char order[ZNI_PARTS]; /* the parts in the order of elimination       */
    uint32_t beside[ZNI_PARTS + 1]; /* bit b of a: is block (a, b) or (b, a) there? */
    double was[ZNI_PARTS_ROWS];     /* |A_ii| of E before elimination               */
    double A[ZNI_PARTS_ROWS * (ZNI_PARTS_ROWS + 1)]; /* column-major, n rows        */
} zni_parts;

/* The Schur complement A_RR <- A_RR - A_RE A_EE^-1 A_ER, and the last column likewise; factors overwrite A_EE and A_RE.
 * False: a pivot is lost, and the result is of no use. */
bool zni_parts_eliminate(zni_parts *t);

/* What elimination makes of another right-hand side r: r_R becomes r_R - A_RE A_EE^-1 r_E */
void zni_parts_forward(const zni_parts *t, double r[]);

/* x_E = -A_EE^-1 (r_E + A_ER x_R), for r after elimination */
void zni_parts_back(const zni_parts *t, const double r[], double x[]);

#endif
