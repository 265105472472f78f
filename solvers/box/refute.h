/* refute.h - proofs that nothing satisfies w = M z + q within given ranges
 *
 * Multipliers y of the rows are one (Farkas): y'w - (M'y)'z = y'q for all z and w, and where the ranges of z and w keep
 * the left side away from y'q there is no such z and w.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_REFUTE_H
#define ZN_BOX_REFUTE_H

#include "box.h"

/* What z_j and w_i may be, n each, infinite: anything. */
typedef struct zni_ranges {
    const double *z_lo, *z_hi, *w_lo, *w_hi;
} zni_ranges;

/* Zero: nothing is there. */
typedef struct zni_refute {
    double *v; /* 16 n */
    zn_index cap_v;
} zni_refute;

zn_status zni_refute_reserve(zn_ctx *ctx, zni_refute *k, zn_index n);
void zni_refute_fini(zn_ctx *ctx, zni_refute *k);

/* x times what lies between lo and hi, added to sum, the least and the largest of it, and to the size of its finite
 * terms; x = 0 is nothing anywhere. */
void zni_add_range(double x, double lo, double hi, double sum[2], double *size);

/* Do the multipliers y (n) prove that there is no such z and w, with the data of b as they are given? If so, y comes
 * back as it was corrected. Sums are in twice the precision. The coefficient of a z_j without a bound has to vanish:
 * what passes for 0 is less than 2^-47 of its terms, so that only a z_j of 2^46 of its unit could be meant, where the
 * rounding of M is all that holds it. A contradiction of less than 1e-8 of its terms is none: a point that is off by
 * so little may count as a solution.
 * units (n): only a proof that y'q is below what the ranges allow counts, y is corrected in these units where they are
 * larger than y itself, and every coefficient that is in the way is made to vanish, however large it is. NULL: either
 * side counts, and only coefficients that are nearly zero are made to vanish. */
bool zni_refutes(zni_refute *k, const zni_box *b, const zni_ranges *r, const double units[], double y[]);

/* The same where w = 0 in all rows that y weighs, and z is within the bounds of b. */
bool zni_refutes_rows(zni_refute *k, const zni_box *b, double y[]);

/* with a matrix, at the most */
enum { ZNI_REFUTE_PRODUCTS = 6000 };

/* Equality rows (no bounds) that contradict each other for all z in the box: multipliers are looked for by
 * products alone, and judged as above. */
bool zni_refute_equalities(zni_refute *k, const zni_box *b);

#endif
