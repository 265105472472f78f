/* lengths.h - of blocks: which rows turn, what they count by, and how large they are
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_GENERIC_LENGTHS_H
#define ZN_GENERIC_LENGTHS_H

#include <zeno/generic_mechanical.h>

/* Of n rows of a block those whose velocities are not rotations. */
static inline zn_index zni_generic_plain_rows(int kind, zn_index n)
{
    return kind >= ZN_GENERIC_ROLLING_2D ? 1 + (n - 1) / 2 : n;
}

/* Into the first element of each block of diag its size, the mean |M_ii| down to a
 * power of two, of those without a diagonal the mean of the others, where all are without
 * the unit of M; of a block that rolls, without its last rows, and into the second the length. */
void zni_generic_sizes(const zn_generic *p, double diag[]);

#endif
