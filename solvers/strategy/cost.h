/* cost.h - what methods take, in one unit, by which every `auto` weighs one against another
 *
 * The unit is an operation of a sweep. What factors take is predicted before they are made, by the fill that an
 * ordering of the pattern shows, what a sweep takes is known from its blocks, and how many of these are still
 * needed is told by the gain of those that were made (methods/sweep.h): no clock has a say. Whether something
 * fits into what is left of a time limit is another question, of seconds (core/monitor.h).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_COST_H
#define ZENO_SOLVERS_COST_H

#include "../linalg/lu.h"

/* Steps that methods with factors are thought to take where they arrive, and sweeps that are granted in any case:
 * the gain of fewer says nothing of what is to come. */
enum { ZNI_COST_STEPS = 20, ZNI_COST_LEAST = 30 };

/* What a step of interior points takes for each number that it goes through besides its factors: of the matrix
 * 300 in a wedge of 3596 contacts, 360 and 500 in heaps of 2187 and 8464, 700 in a chain; of the factors of the
 * equations of motion 280 to 620, in a wall of 420 contacts, a wedge of 356, scenes of 300 and 356 among 2000
 * bodies. */
enum { ZNI_COST_NUMBER = 360 };

/* An operation of sparse factors that go column by column, 5 instructions (KLU, 8560 contacts in the plane), counted
 * as that of a sweep, which is 1.45 and waits for memory. (ZNI_SPARSE is the same beside LAPACK's, in seconds.) In
 * dense factors it is one. (Columns of 8600 discs, whose steps take 220 sweeps each, were left to interior points
 * for the 24 of their operations.) */
enum { ZNI_COST_SCATTERED = 5 };

/* A factorisation: what it takes, and how it goes. */
typedef struct zni_factors {
    zni_cost one;   /* predicted, or counted in the last                          */
    bool dense;
    zn_index block; /* rows of the blocks that are eliminated as they are, without a search for pivots; 0: by
                     * columns, or by fronts where these are quicker              */
} zni_factors;

/* Dense ones of n rows. */
zni_factors zni_cost_dense(double n);
/* Operations of one, as sweeps have them. */
double zni_cost_factors(const zni_factors *f);

/* How many of what takes `other` cost as much as so many of what takes `one`; at most `most`. */
zn_index zni_cost_worth(double many, double one, double other, double most);

#endif
