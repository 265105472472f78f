/* lengths.h - of a contact that rolls: which rows turn, and what they count by
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_GENERIC_LENGTHS_H
#define ZN_GENERIC_LENGTHS_H

#include <math.h>

#include <zeno/generic_mechanical.h>

#include "../../linalg/octave.h"

/* Of n rows of a block those whose velocities are not rotations. */
static inline zn_index zni_generic_plain_rows(int kind, zn_index n)
{
    return kind >= ZN_GENERIC_ROLLING_2D ? 1 + (n - 1) / 2 : n;
}

/* What makes diagonal entries of M for rotations as large as size, an octave. */
static inline double zni_generic_length(double size, double turns)
{
    return turns > 0 ? zni_octave(sqrt(size / zni_octave(turns))) : 1;
}

/* Into the first element of each block of diag its size, the mean |M_ii| down to a
 * power of two, of those without a diagonal the mean of the others, where all are without
 * the unit of M; of a block that rolls, without its last rows, and into the second the length. */
void zni_generic_sizes(const zn_generic *p, double diag[]);

#endif
