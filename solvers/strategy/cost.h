/* cost.h - the cost of methods in a common unit, by which every `auto` compares them
 *
 * The unit is an operation of a sweep. The cost of factors is predicted before they are made, from the fill of an
 * ordering of the pattern. The cost of a sweep is known from its blocks, and the number of sweeps that are still
 * needed follows from the gain of those that were made (methods/sweep.h). No clock has an influence. Whether
 * something fits into the rest of a time limit is a different question, of seconds (core/monitor.h).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_COST_H
#define ZENO_SOLVERS_COST_H

#include "../linalg/lu.h"

/* Steps that methods with factors are assumed to take if they converge; and sweeps that are granted in any case,
 * since the gain of fewer does not allow a prediction. */
enum { ZNI_COST_STEPS = 20, ZNI_COST_LEAST = 30 };

/* Operations of a step of an interior point method for each number that it processes, besides its factors. Measured
 * for numbers of the matrix: 300 in a wedge of 3596 contacts, 360 and 500 in heaps of 2187 and 8464, 700 in a chain;
 * for numbers in factors of the equations of motion: 280 to 620 (a wall of 420 contacts, a wedge of 356, scenes of
 * 300 and 356 contacts among 2000 bodies). */
enum { ZNI_COST_NUMBER = 360 };

/* Cost of an operation of sparse factors that are made column by column: it takes 5 instructions (KLU, 8560 contacts
 * in the plane), while that of a sweep takes 1.45 and waits for memory. In dense factors, it costs 1. (ZNI_SPARSE is
 * the ratio to LAPACK's operations, in seconds.) With a value of 24, columns of 8600 discs, whose steps take 220
 * sweeps each, were left to interior points. */
enum { ZNI_COST_SCATTERED = 5 };

/* A factorisation: its cost, and its kind. */
typedef struct zni_factors {
    zni_cost one;   /* predicted, or counted in the last one                      */
    bool dense;
    zn_index block; /* rows of the blocks that are eliminated without a search for pivots; 0: by columns, or by
                     * fronts where these are quicker */
} zni_factors;

/* Dense factors of n rows. */
zni_factors zni_cost_dense(double n);
/* Cost of one factorisation in operations of a sweep. */
double zni_cost_factors(const zni_factors *f);

/* How many steps of cost `other` cost as much as `many` steps of cost `one`; at most `most`. */
zn_index zni_cost_worth(double many, double one, double other, double most);

#endif
