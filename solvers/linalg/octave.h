/* octave.h - powers of two next to a number: what is scaled by one is not rounded
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_LINALG_OCTAVE_H
#define ZENO_LINALG_OCTAVE_H

#include <math.h>

/* 2^k with 2^k <= x < 2^(k+1), of a positive x */
static inline double zni_octave(double x)
{
    int e;

    frexp(x, &e);
    return ldexp(1, e - 1);
}

/* 2^k next to the root of a positive x: twice as much for 4 x, whatever x is */
static inline double zni_root_octave(double x)
{
    int e;

    frexp(x, &e);
    return ldexp(1, e >= 0 ? e / 2 : -((1 - e) / 2));
}

#endif
