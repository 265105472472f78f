/* cost.c - the cost of methods in a common unit, by which every `auto` compares them
 * SPDX-License-Identifier: Apache-2.0 */
#include "cost.h"

#include <math.h>

/* Cost of an operation of factors by blocks of three rows, and of two, relative to one of a combined sweep, which is
 * 1.45 instructions. Counted on stacks, walls, arches, chains, piles and heaps of 50 to 600 contacts. */
static const double SPACE = 1.5, PLANE = 4;

zni_factors zni_cost_dense(double n)
{
    return (zni_factors){.one = {.values = n * n, .operations = zni_lu_operations(n)}, .dense = true};
}

double zni_cost_factors(const zni_factors *f)
{
    const double operations = f->one.operations;

    if (f->dense)
        return operations;
    if (f->block)
        return operations * (f->block > 2 ? SPACE : PLANE);
    return operations *
           (zni_slu_by_fronts(&f->one) ? (double)ZNI_COST_SCATTERED / ZNI_QUICKER : ZNI_COST_SCATTERED);
}

zn_index zni_cost_worth(double many, double one, double other, double most)
{
    return (zn_index)fmin(many * (one / other), most);
}
