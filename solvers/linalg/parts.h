/* parts.h - elimination of a few rows by parts that have few neighbours
 *
 *     [ A_EE A_ER ]      rows E in parts of up to ZNI_PART, most blocks of which are zero; behind them
 *     [ A_RE A_RR ]      the rows R, which stay, and a column more, of a right-hand side.
 *
 * Elimination by blocks (Golub & Van Loan, Matrix Computations, 4th ed., section 3.2), the part with the fewest
 * neighbours left first (Tinney & Walker, Proc. IEEE 55, 1967). Pivots are the numbers on the diagonal as they
 * come, which symmetric definite matrices allow, and units of rows do not matter to. All is in one struct,
 * which the stack has room for.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_PARTS_H
#define ZN_LINALG_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include <zeno/base.h>

/* Rows of all, of a part; parts: two that follow one another have more rows than one may. */
enum {
    ZNI_PARTS_ROWS = 64,
    ZNI_PART = 6,
    ZNI_PARTS = 2 * ZNI_PARTS_ROWS / (ZNI_PART + 1) + 2
};

typedef struct zni_parts {
    zn_index n, e, np;             /* rows, of E, parts of E; R is part np         */
    zn_index first[ZNI_PARTS + 2]; /* of parts, of R, and n                         */
    unsigned char order[ZNI_PARTS]; /* as they are eliminated                      */
    uint32_t beside[ZNI_PARTS + 1]; /* bit b of a: is there a block of a and b, or of b and a? */
    double was[ZNI_PARTS_ROWS];     /* |A_ii| of E                                  */
    double A[ZNI_PARTS_ROWS * (ZNI_PARTS_ROWS + 1)]; /* by columns of n             */
} zni_parts;

/* A_RR <- A_RR - A_RE A_EE^-1 A_ER, the last column likewise; factors take the places of A_EE and A_RE. False: a
 * pivot is lost, and nothing of it is of use. */
bool zni_parts_eliminate(zni_parts *t);

/* r, as the last column was, as elimination leaves it: of R, less A_RE A_EE^-1 r_E */
void zni_parts_forward(const zni_parts *t, double r[]);

/* x_E = -A_EE^-1 (r_E + A_ER x_R), of r as elimination has left it */
void zni_parts_back(const zni_parts *t, const double r[], double x[]);

#endif
