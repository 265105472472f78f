/* octave.h - powers of two near a number: scaling by them causes no rounding
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_LINALG_OCTAVE_H
#define ZENO_LINALG_OCTAVE_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* 2^k with 2^k <= x < 2^(k+1) for a positive x. If x is normal the mantissa is cleared, which is quick: this is called
 * for each contact of a problem. */
static inline double zni_octave(double x)
{
    uint64_t bits;
    int e;

    if (x >= DBL_MIN && x <= DBL_MAX) {
        memcpy(&bits, &x, sizeof bits);
        bits &= UINT64_C(0x7ff0000000000000);
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    frexp(x, &e);
    return ldexp(1, e - 1);
}

/* A power of two near the root of a positive x; exactly twice as large for 4 x */
static inline double zni_root_octave(double x)
{
    uint64_t bits;
    int e;

    if (x >= DBL_MIN && x <= DBL_MAX) { /* the same, without calls */
        memcpy(&bits, &x, sizeof bits);
        bits = (512 + (bits >> 53)) << 52; /* 1023 + floor((b - 1022)/2), b the exponent as it is stored */
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    frexp(x, &e);
    return ldexp(1, (e - (e & 1)) / 2);
}

/* 1 / zni_root_octave(x) */
static inline double zni_over_root_octave(double x)
{
    uint64_t bits;

    if (!(x >= DBL_MIN && x <= DBL_MAX))
        return 1 / zni_root_octave(x);
    memcpy(&bits, &x, sizeof bits);
    bits = (2 * 1023 - 512 - (bits >> 53)) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 1 or 2, such that x times this has an even exponent: then the roots of numbers with the unit of x have the same
 * mantissas whatever power of two the unit is */
static inline double zni_even(double x)
{
    int e = 0;

    if (isfinite(x))
        frexp(x, &e);
    return e % 2 ? 2 : 1;
}

#endif
