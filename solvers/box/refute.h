/* refute.h - proofs that no z and w within given ranges satisfy w = M z + q
 *
 * A vector y of multipliers of the rows is a proof (Farkas): y'w - (M'y)'z = y'q for all solutions z and w. If, for
 * all z and w within the ranges, the left side stays away from y'q, there is no solution.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_REFUTE_H
#define ZN_BOX_REFUTE_H

#include "box.h"

/* Ranges of z_j and w_i, n each; they may be infinite. */
typedef struct zni_ranges {
    const double *z_lo, *z_hi, *w_lo, *w_hi;
} zni_ranges;

/* All zero at first. */
typedef struct zni_refute {
    double *v; /* 16 n */
    zn_index cap_v;
} zni_refute;

zn_status zni_refute_reserve(zn_ctx *ctx, zni_refute *k, zn_index n);
void zni_refute_fini(zn_ctx *ctx, zni_refute *k);

/* Add x [lo, hi] to the interval `sum`, and the size of its finite terms to `size`; x = 0 contributes nothing,
 * whatever the range. */
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

/* at most so many products with the matrix */
enum { ZNI_REFUTE_PRODUCTS = 6000 };

/* Do equality rows (without bounds) contradict each other for all z in the box? Multipliers are searched for by
 * products with the matrix only, and verified as above. */
bool zni_refute_equalities(zni_refute *k, const zni_box *b);

#endif
